//! Distances of bodies, and bodies that are smaller than rounding.

use nalgebra::Vector3;
use photofinish_oracle::motion::Ballistic;
use photofinish_oracle::shape::Shape;
use std::f64::consts::PI;

use crate::{assert_distance, at, ball, cube, pair, turned};

/// The corners of a face far smaller than an ulp of its position coincide after rounding. Any point once seemed to be
/// above such a face.
#[test]
fn a_triangle_smaller_than_rounding_is_a_point() {
    let tiny = Shape::Triangle(
        [[0.0, 0.0, 0.0], [0.0, 1e-17, 0.0], [-2e-17, 0.0, 0.0]].map(Vector3::from),
    );
    let bodies = pair((cube(0.0), at(0.0, 0.0, 0.0)), (tiny, at(3.0, 4.0, 0.0)));
    assert_distance(&bodies, 5.0);
}

/// The window of the enumeration was a fraction of the size. For bodies without size the search never ended.
#[test]
fn two_boxes_without_size_are_as_far_apart_as_their_centres() {
    let place = |x: f64, y: f64| (cube(0.0), at(x, y, 0.3));
    assert_distance(&pair(place(0.1, 0.2), place(0.4, 0.6)), 0.5);
}

#[test]
fn distances_of_boxes_and_balls() {
    assert_distance(
        &pair(
            (ball(1.0), at(0.0, 0.0, 0.0)),
            (ball(2.0), at(3.0, 4.0, 0.0)),
        ),
        2.0,
    );
    // A ball lies beyond a corner, an edge and a face of a box.
    for (x, y, z) in [(3.0, 3.0, 3.0), (3.0, 3.0, 0.5), (3.0, 0.2, 0.5)] {
        let outside = Vector3::new(x - 1.0, (y - 1.0_f64).max(0.0), (z - 1.0_f64).max(0.0));
        let bodies = pair((cube(1.0), at(0.0, 0.0, 0.0)), (ball(0.5), at(x, y, z)));
        assert_distance(&bodies, outside.norm() - 0.5);
    }
    // Two faces are parallel, with a lateral offset and gaps down to a tiny one.
    for gap in [1.0, 1e-3, 1e-9] {
        let bodies = pair(
            (cube(1.0), at(0.0, 0.0, 0.0)),
            (cube(2.0), at(0.3, 3.0 + gap, 0.7)),
        );
        assert_distance(&bodies, 3.0 + gap - 3.0);
    }
}

#[test]
fn distances_of_capsules() {
    let capsule = || Shape::Capsule {
        half_height: 1.0,
        radius: 0.25,
    };
    let across = Ballistic::at_rest(Vector3::new(0.0, 0.0, 2.0), turned(Vector3::z(), PI / 2.0));
    assert_distance(
        &pair((capsule(), at(0.0, 0.0, 0.0)), (capsule(), across)),
        1.5,
    );
    let beside = at(3.0, 5.0, 0.0);
    let expected = 3.0_f64.hypot(3.0) - 0.5;
    assert_distance(
        &pair((capsule(), at(0.0, 0.0, 0.0)), (capsule(), beside)),
        expected,
    );
}

#[test]
fn distances_of_cylinders_and_cones() {
    let cylinder = || Shape::Cylinder {
        half_height: 1.0,
        radius: 0.5,
    };
    let cone = || Shape::Cone {
        half_height: 1.0,
        radius: 0.5,
    };
    let here = || at(0.0, 0.0, 0.0);
    // A cap faces a side of a box, with gaps down to a tiny one.
    for gap in [1.0, 1e-3, 1e-9] {
        let above = at(0.1, 2.0 + gap, 0.2);
        assert_distance(
            &pair((cylinder(), here()), (cube(1.0), above)),
            2.0 + gap - 2.0,
        );
    }
    // A rim is nearest to a ball. Then two sides are nearest to each other, parallel and crossed.
    let beyond_rim = 0.5_f64.hypot(2.0) - 0.25;
    assert_distance(
        &pair((cylinder(), here()), (ball(0.25), at(1.0, 3.0, 0.0))),
        beyond_rim,
    );
    assert_distance(
        &pair((cylinder(), here()), (cylinder(), at(0.0, 0.5, 3.0))),
        2.0,
    );
    let crossed = Ballistic::at_rest(Vector3::new(0.0, 0.0, 1.25), turned(Vector3::x(), PI / 2.0));
    assert_distance(&pair((cylinder(), here()), (cylinder(), crossed)), 0.0);
    let crossed = Ballistic::at_rest(Vector3::new(0.0, 0.0, 1.25), turned(Vector3::z(), PI / 2.0));
    assert_distance(&pair((cylinder(), here()), (cylinder(), crossed)), 0.25);
    // The apex and the base of a cone are nearest to a box, and its slope to a ball.
    assert_distance(&pair((cone(), here()), (cube(1.0), at(0.3, 2.5, 0.0))), 0.5);
    assert_distance(
        &pair((cone(), here()), (cube(1.0), at(0.3, -2.5, 0.0))),
        0.5,
    );
    let slope = Vector3::new(4.0, 1.0, 0.0) / 17.0_f64.sqrt();
    let outside = Vector3::new(0.25, 0.0, 0.0) + slope * 3.0;
    let bodies = pair(
        (cone(), here()),
        (ball(1.0), at(outside.x, outside.y, outside.z)),
    );
    assert_distance(&bodies, 2.0);
}
