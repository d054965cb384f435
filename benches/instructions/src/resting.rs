//! Queries about bodies at rest.

use std::hint::black_box;

use nalgebra::Vector3;
use photofinish::shape::{ConvexHull, Cuboid};
use photofinish::support::Posed;
use photofinish::{Proximity, Tracker, gjk, proximity};

use crate::bodies::{cuboid, hull, placed, prism};
use crate::queries::Ask;

/// Returns two cuboids that are about as far apart as they are large.
fn cuboids() -> [Posed<Cuboid<f64, 3>, f64, 3>; 2] {
    [
        cuboid([0.5, 0.4, 0.3], [0.0, 0.0, 0.0], [0.2, -0.1, 0.3]).at_rest(),
        cuboid([0.3, 0.6, 0.4], [2.0, 0.5, 0.3], [0.3, 0.4, -0.6]).at_rest(),
    ]
}

/// Returns the query for the distance of two cuboids, with nothing known from earlier queries.
pub fn distance() -> Ask {
    let [a, b] = cuboids();
    Box::new(move || black_box(gjk::distance(black_box(&a), black_box(&b))).is_some())
}

/// Returns the query for the distance of two hulls of 256 points, with nothing known from earlier queries.
pub fn distance_of_hulls() -> Ask {
    let a = placed(hull(256), [0.0, 0.0, 0.0], [0.2, -0.1, 0.3]).at_rest();
    let b = placed(hull(256), [2.0, 0.5, 0.3], [0.3, 0.4, -0.6]).at_rest();
    Box::new(move || black_box(gjk::distance(black_box(&a), black_box(&b))).is_some())
}

/// Returns the query for the distance of two prisms of 24 sides, one above the other. All corners of a base are about
/// as far along the normal between them.
pub fn distance_of_prisms() -> Ask {
    let points: Vec<_> = prism(24).collect();
    let hull = || ConvexHull::new(&points).expect("finite");
    let a = placed(hull(), [0.0, 0.0, 0.0], [0.2, -0.1, 0.0]).at_rest();
    let b = placed(hull(), [-0.2, -0.4, 2.0], [0.2, -0.1, 0.0]).at_rest();
    Box::new(move || black_box(gjk::distance(black_box(&a), black_box(&b))).is_some())
}

/// Returns the query for the distance of two cuboids, after one of them has turned a little.
pub fn tracked_distance() -> Ask {
    let [a, b] = cuboids();
    let before = cuboid([0.3, 0.6, 0.4], [2.0, 0.5, 0.3], [0.3, 0.39, -0.6]).at_rest();
    let mut kept = Tracker::new();
    kept.distance(&a, &before).expect("they are apart");
    Box::new(move || {
        let mut tracker = black_box(kept);
        let found = tracker.distance(black_box(&a), black_box(&b));
        black_box(tracker);
        black_box(found).is_some()
    })
}

/// Returns the query whether two disjoint cuboids touch, with nothing known from earlier queries.
pub fn intersects() -> Ask {
    let [a, b] = cuboids();
    Box::new(move || {
        let mut axis = black_box(Vector3::zeros());
        let touching = gjk::intersects(black_box(&a), black_box(&b), &mut axis);
        black_box(axis);
        !black_box(touching)
    })
}

/// Returns the query for the depth of two overlapping cuboids.
pub fn overlap() -> Ask {
    let a = cuboid::<f64>([0.5, 0.4, 0.3], [0.0, 0.0, 0.0], [0.2, -0.1, 0.3]).at_rest();
    let b = cuboid::<f64>([0.3, 0.6, 0.4], [0.6, 0.2, 0.1], [0.3, 0.4, -0.6]).at_rest();
    Box::new(move || {
        let found = proximity(black_box(&a), black_box(&b));
        matches!(black_box(found), Proximity::Overlapping(_))
    })
}
