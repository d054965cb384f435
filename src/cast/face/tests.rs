//! Points that go straight ahead are answered without a search inside the edges of a triangle, and only there.

use nalgebra::{Vector3, vector};

use crate::Query;
use crate::cast::ShapeCast;
use crate::shape::Triangle;

#[test]
fn a_point_is_answered_inside_the_edges_only() {
    let answer = |[x, y]: [f64; 2], end: f64| {
        // one unit below the point
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let corners = corners.map(|[u, v]| vector![u - x, v - y, -1.0]);
        let triangle = Triangle::new(corners).expect("a triangle");
        let query = Query::new().target_distance(0.25);
        query.meets_face(&-Vector3::z(), &triangle, end)
    };
    for inside in [[0.2, 0.2], [0.01, 0.5], [0.49, 0.49]] {
        let Some(ShapeCast::Hit(hit)) = answer(inside, 2.0) else {
            panic!("it is inside");
        };
        assert!(
            hit.distance <= 0.75 && hit.distance > 0.75 - 1e-13,
            "{hit:?}"
        );
        assert_eq!(answer(inside, 0.74), Some(ShapeCast::Miss));
    }
    for outside in [[0.51, 0.51], [-0.01, 0.5], [0.5, 0.0], [2.0, 2.0]] {
        assert_eq!(answer(outside, 2.0), None, "{outside:?}");
        assert_eq!(answer(outside, 0.74), Some(ShapeCast::Miss));
    }
}
