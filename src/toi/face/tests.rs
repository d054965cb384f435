//! Points that go straight ahead are answered without a search inside the edges of a triangle, and only there.

use nalgebra::{Isometry3, Vector3, vector};

use crate::motion::{AtRest, ConstantVelocity};
use crate::shape::{Ball, Triangle};
use crate::{Moving, Query};

#[test]
fn a_point_is_answered_inside_the_edges_only() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vector3::from);
    let triangle = Triangle::new(corners).expect("a triangle");
    let rest = AtRest::new(Isometry3::identity()).expect("a pose");
    let triangle = Moving::new(triangle, rest);
    let answer = |[x, y]: [f64; 2]| {
        let (from, velocity) = (Isometry3::translation(x, y, 1.0), vector![0.0, 0.0, -1.0]);
        let falls = ConstantVelocity::new(from, velocity, Vector3::zeros()).expect("a motion");
        // a ball is a point with a radius
        let ball = Moving::new(Ball::new(0.25).expect("a ball"), falls);
        Query::new().meets_face((&ball, &triangle), 2.0)
    };
    for inside in [[0.2, 0.2], [0.01, 0.5], [0.49, 0.49]] {
        let impact = answer(inside).expect("it is inside");
        assert!((impact.time - 0.75).abs() <= impact.tolerance, "{impact:?}");
    }
    for outside in [[0.51, 0.51], [-0.01, 0.5], [0.5, 0.0], [2.0, 2.0]] {
        assert!(answer(outside).is_none(), "{outside:?}");
    }
}
