//! Depths of bodies that overlap, however little.

use nalgebra::{Vector2, Vector3};
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::shape::{Body, Shape};
use std::f64::consts::PI;

use crate::{at, ball, cube, pair};

#[test]
fn a_point_of_a_segment_has_no_depth() {
    let segment = Shape::Segment([Vector3::new(0.5, 1.0, 0.0), Vector3::new(-0.5, -1.0, 0.0)]);
    let bodies = pair((segment, at(0.0, 0.0, 0.0)), (ball(0.0), at(0.0, 0.0, 0.0)));
    assert_eq!(bodies.penetration_at(0.0), 0.0);
}

#[test]
fn a_shallow_overlap_of_round_bodies_is_one() {
    let can = || Shape::Cylinder {
        half_height: 1.0,
        radius: 0.5,
    };
    let cone = Shape::Cone {
        half_height: 1.0,
        radius: 0.5,
    };
    // beside the corners of the polygon that stands in for a disc
    let angle = PI / 16.0;
    for depth in [1e-2, 1e-4, 1e-6, 1e-8] {
        let apart = 1.0 - depth;
        let beside = at(apart * angle.cos(), 0.3, apart * angle.sin());
        let side_by_side = pair((can(), at(0.0, 0.0, 0.0)), (can(), beside));
        let on_top = pair(
            (can(), at(0.0, 0.0, 0.0)),
            (cone.clone(), at(0.1, 2.0 - depth, 0.3)),
        );
        for bodies in [side_by_side, on_top] {
            let seen = bodies.distance_at_most(0.0);
            assert!(seen <= 1e-11, "{depth}: {seen:e}");
        }
    }
}

#[test]
fn depths_of_boxes() {
    let bodies = pair(
        (cube(1.0), at(0.0, 0.0, 0.0)),
        (cube(1.0), at(1.5, 0.1, 0.2)),
    );
    assert!((bodies.penetration_at(0.0) - 0.5).abs() < 1e-14);
    let rounded = pair(
        (ball(1.0), at(0.0, 0.0, 0.0)),
        (cube(1.0), at(1.75, 0.0, 0.0)),
    );
    assert!((rounded.penetration_at(0.0) - 0.25).abs() < 1e-14);
    let apart = pair(
        (cube(1.0), at(0.0, 0.0, 0.0)),
        (cube(1.0), at(2.0 + 1e-9, 0.0, 0.0)),
    );
    assert_eq!(apart.penetration_at(0.0), 0.0);
    // Flat bodies overlap in their plane.
    let square = Shape::Cuboid {
        half: Vector2::new(1.0, 1.0),
    };
    let placed = |x| Moving {
        body: Body::sharp(square.clone()),
        motion: Motion::Ballistic(Ballistic::at_rest(
            Vector2::new(x, 0.5),
            Orientation::Angle(0.0),
        )),
    };
    let flat = Pair::new(&placed(0.0), &placed(1.75));
    assert!((flat.penetration_at(0.0) - 0.25).abs() < 1e-14);
}
