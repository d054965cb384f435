//! Distances and depths of bodies, and bodies that are smaller than rounding.

use nalgebra::{Vector2, Vector3};
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::motion::{Ballistic, Motion, Orientation};
use photofinish_oracle::shape::{Body, Shape};
use std::f64::consts::{FRAC_PI_2, PI};

use crate::{assert_distance, at, ball, beside, cube, pair, turned};

fn cylinder() -> Shape<3> {
    Shape::Cylinder {
        half_height: 1.0,
        radius: 0.5,
    }
}

fn cone() -> Shape<3> {
    Shape::Cone {
        half_height: 1.0,
        radius: 0.5,
    }
}

/// The corners of a face far smaller than an ulp of its position coincide after rounding. Any point once seemed to be
/// above such a face. The window of the enumeration was a fraction of the size, and for bodies without size the search
/// never ended.
#[test]
fn a_body_smaller_than_rounding_is_a_point() {
    let tiny = [[0.0, 0.0, 0.0], [0.0, 1e-17, 0.0], [-2e-17, 0.0, 0.0]];
    let tiny = Shape::Triangle(tiny.map(Vector3::from));
    assert_distance(&beside(cube(0.0), tiny, [3.0, 4.0, 0.0]), 5.0);
    let place = |x: f64, y: f64| (cube(0.0), at(x, y, 0.3));
    assert_distance(&pair(place(0.1, 0.2), place(0.4, 0.6)), 0.5);
}

#[test]
fn distances_of_closed_form() {
    assert_distance(&beside(ball(1.0), ball(2.0), [3.0, 4.0, 0.0]), 2.0);
    // A ball lies beyond a corner, an edge and a face of a box.
    for [x, y, z] in [[3.0, 3.0, 3.0], [3.0, 3.0, 0.5], [3.0, 0.2, 0.5]] {
        let outside = Vector3::new(x, y, z).map(|x: f64| (x - 1.0).max(0.0));
        assert_distance(
            &beside(cube(1.0), ball(0.5), [x, y, z]),
            outside.norm() - 0.5,
        );
    }
    // Two faces are parallel, with a lateral offset and gaps down to a tiny one. Then a cap faces a side of a box.
    for gap in [1.0, 1e-3, 1e-9] {
        let above = [0.3, 3.0 + gap, 0.7];
        assert_distance(&beside(cube(1.0), cube(2.0), above), 3.0 + gap - 3.0);
        let above = [0.1, 2.0 + gap, 0.2];
        assert_distance(&beside(cylinder(), cube(1.0), above), 2.0 + gap - 2.0);
    }
    let capsule = || Shape::Capsule {
        half_height: 1.0,
        radius: 0.25,
    };
    let across = |z: f64, axis| Ballistic::at_rest(Vector3::z() * z, turned(axis, FRAC_PI_2));
    let crossed = (capsule(), across(2.0, Vector3::z()));
    assert_distance(&pair((capsule(), at(0.0, 0.0, 0.0)), crossed), 1.5);
    let expected = 3.0_f64.hypot(3.0) - 0.5;
    assert_distance(&beside(capsule(), capsule(), [3.0, 5.0, 0.0]), expected);
    // A rim is nearest to a ball. Then two sides are nearest to each other, parallel and crossed.
    let beyond_rim = 0.5_f64.hypot(2.0) - 0.25;
    assert_distance(&beside(cylinder(), ball(0.25), [1.0, 3.0, 0.0]), beyond_rim);
    assert_distance(&beside(cylinder(), cylinder(), [0.0, 0.5, 3.0]), 2.0);
    for (axis, expected) in [(Vector3::x(), 0.0), (Vector3::z(), 0.25)] {
        let crossed = (cylinder(), across(1.25, axis));
        assert_distance(&pair((cylinder(), at(0.0, 0.0, 0.0)), crossed), expected);
    }
    // The apex and the base of a cone are nearest to a box, and its slope to a ball.
    assert_distance(&beside(cone(), cube(1.0), [0.3, 2.5, 0.0]), 0.5);
    assert_distance(&beside(cone(), cube(1.0), [0.3, -2.5, 0.0]), 0.5);
    let slope = Vector3::new(4.0, 1.0, 0.0) / 17.0_f64.sqrt();
    let outside = Vector3::new(0.25, 0.0, 0.0) + slope * 3.0;
    assert_distance(&beside(cone(), ball(1.0), outside.into()), 2.0);
}

#[test]
fn a_shallow_overlap_of_round_bodies_is_one() {
    // beside the corners of the polygon that stands in for a disc
    let angle = PI / 16.0;
    for depth in [1e-2, 1e-4, 1e-6, 1e-8] {
        let apart = 1.0 - depth;
        let side = [apart * angle.cos(), 0.3, apart * angle.sin()];
        let side_by_side = beside(cylinder(), cylinder(), side);
        let on_top = beside(cylinder(), cone(), [0.1, 2.0 - depth, 0.3]);
        for bodies in [side_by_side, on_top] {
            let seen = bodies.distance_at_most(0.0);
            assert!(seen <= 1e-11, "{depth}: {seen:e}");
        }
    }
}

#[test]
fn depths_of_closed_form() {
    let segment = Shape::Segment([Vector3::new(0.5, 1.0, 0.0), Vector3::new(-0.5, -1.0, 0.0)]);
    // Flat bodies overlap in their plane.
    let square = |x| {
        let square = Shape::Cuboid {
            half: Vector2::new(1.0, 1.0),
        };
        let place = Ballistic::at_rest(Vector2::new(x, 0.5), Orientation::Angle(0.0));
        Moving {
            body: Body::sharp(square),
            motion: Motion::Ballistic(place),
        }
    };
    let flat = Pair::new(&square(0.0), &square(1.75)).penetration_at(0.0);
    let depth = |a, b, place| beside(a, b, place).penetration_at(0.0);
    for (found, expected) in [
        (depth(segment, ball(0.0), [0.0, 0.0, 0.0]), 0.0),
        (depth(cube(1.0), cube(1.0), [1.5, 0.1, 0.2]), 0.5),
        (depth(ball(1.0), cube(1.0), [1.75, 0.0, 0.0]), 0.25),
        (depth(cube(1.0), cube(1.0), [2.0 + 1e-9, 0.0, 0.0]), 0.0),
        (flat, 0.25),
    ] {
        assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
        assert_eq!(found == 0.0, expected == 0.0);
    }
}
