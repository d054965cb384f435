//! Depths that geometry knows.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use nalgebra::{Vector3, vector};
use photofinish::{Proximity, SupportMap, proximity};

use super::{cube, in_plane, overlap};
use crate::bodies::{
    at, ball, beside, capsule, cone, cuboid, cylinder, penetration, rounded, segment, triangle,
};

#[test]
fn boxes_overlap_by_their_shallowest_side() {
    let found = overlap(
        &cube(1.0),
        &in_plane(cube(1.0), [1.75, 0.5], 0.0),
        (0.25, 0.0),
    );
    assert_eq!(found.contact.normal, vector![1.0, 0.0]);
    let below = beside(cube(1.0), [0.1, -1.5, 0.2]);
    let found = overlap(&cube(1.0), &below, (0.5, 0.0));
    assert_eq!(found.contact.normal, vector![0.0, -1.0, 0.0]);
    // the corner of a small box is 0.3 deep in the face of a large one
    let corner = in_plane(cube(1.0), [9.7 + 2f64.sqrt(), 1.0], FRAC_PI_4);
    let found = overlap(&cube(10.0), &corner, (0.3, 1e-14));
    assert!((found.contact.witness_b - vector![9.7, 1.0]).norm() < 1e-14);
    // two crossing edges are 0.2 deep in each other
    let edge = at(cube(1.0), [0.0; 3], [FRAC_PI_4, 0.0, 0.0]);
    let across = at(
        cube(1.0),
        [0.0, 0.0, 8f64.sqrt() - 0.2],
        [0.0, FRAC_PI_4, 0.0],
    );
    let found = overlap(&edge, &across, (0.2, 1e-14));
    assert!((found.contact.witness_a - vector![0.0, 0.0, 2f64.sqrt()]).norm() < 1e-14);
}

#[test]
fn concentric_bodies_overlap_by_the_shortest_way_out() {
    let slab = cuboid([3.0, 1.0, 2.0]);
    let found = overlap(&slab, &slab, (2.0, 0.0));
    assert_eq!(f64::abs(found.contact.normal.y), 1.0);
    overlap(&slab, &ball(0.5), (1.5, 1e-14));
    overlap::<3>(&ball(0.5), &ball(0.5), (1.0, 1e-15));
    overlap::<2>(&ball(0.5), &ball(0.5), (1.0, 1e-15));
    // the axes of the capsules cross, so the shortest way out is at right angles to both
    let across = at(capsule(2.0, 0.25), [0.0; 3], [0.0, 0.0, 1.0]);
    let found = overlap(&capsule(2.0, 0.25), &across, (0.5, 1e-14));
    assert!((found.contact.normal.z.abs() - 1.0).abs() < 1e-14);
}

#[test]
fn round_bodies_overlap_as_geometry_says() {
    // two cylinders side by side, each turned about its own axis
    let left = at(cylinder(1.0, 0.5), [0.0; 3], [0.0, 0.1, 0.0]);
    let right = at(cylinder(1.0, 0.5), [0.6, 0.0, 0.0], [0.0, 0.4, 0.0]);
    let found = overlap(&left, &right, (0.4, 1e-9));
    assert!((found.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-4);
    // the rim of a leaning cylinder is 0.1 deep in a face
    let lean = 0.5f64;
    let height = lean.cos() + 0.5 * lean.sin();
    let leaning = at(
        cylinder(1.0, 0.5),
        [0.3, 4.9 + height, 0.2],
        [lean, 0.0, 0.0],
    );
    overlap(&cube(5.0), &leaning, (0.1, 1e-9));
    // the apex of a cone is 0.25 deep in a face, from below
    let below = beside(cone(1.0, 0.5), [1.0, -5.75, 1.0]);
    let found = overlap(&cube(5.0), &below, (0.25, 1e-9));
    assert!((found.contact.witness_b - vector![1.0, -4.75, 1.0]).norm() < 1e-9);
}

#[test]
fn flat_bodies_that_cross_or_lie_in_each_other() {
    let flat = triangle([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    // two triangles in one plane only touch
    let found = overlap(&flat, &beside(flat, [0.25, 0.25, 0.0]), (0.0, 1e-15));
    assert_eq!(found.contact.normal.z.abs(), 1.0, "{found:?}");
    // one triangle stands upright in the other and reaches 0.25 below it
    let upright = at(flat, [0.5, 0.5, -0.25], [FRAC_PI_2, 0.0, 0.0]);
    overlap(&flat, &upright, (0.25, 1e-14));
    // segments that cross, and on one line
    let along = segment([[-1.0, 0.0], [1.0, 0.0]]);
    let found = overlap(&along, &segment([[0.25, -0.5], [0.25, 1.0]]), (0.5, 0.0));
    assert_eq!(found.contact.normal, vector![0.0, 1.0]);
    let found = overlap(&along, &segment([[0.0, 0.0], [3.0, 0.0]]), (0.0, 0.0));
    assert_eq!(found.contact.normal.y.abs(), 1.0);
    // points
    overlap::<2>(&ball(0.0), &ball(0.0), (0.0, 0.0));
    overlap::<3>(&ball(0.0), &ball(0.0), (0.0, 0.0));
}

#[test]
fn bodies_that_touch_have_a_normal_and_no_depth() {
    for gap in [0.0, 1e-16, -1e-16, -1e-15] {
        let other = beside(cube(0.5), [0.2, 1.5 + gap, 0.1]);
        if let Proximity::Overlapping(found) = proximity(&cube(1.0), &other) {
            assert!(found.depth <= 1.2e-15, "{found:?}");
            assert_eq!(found.contact.normal, vector![0.0, 1.0, 0.0]);
        }
    }
    overlap(
        &cube(1.0),
        &in_plane(cube(1.0), [2.0, 2.0], 0.0),
        (0.0, 0.0),
    );
}

#[test]
fn a_radius_adds_to_the_depth_of_the_cores() {
    for (x, depth) in [(2.1, 0.2), (2.0, 0.3), (1.5, 0.8), (0.5, 1.8)] {
        let other = beside(rounded(cube(1.0), 0.2), [x, 0.25, 0.0]);
        let found = overlap(&rounded(cube(1.0), 0.1), &other, (depth, 1e-14));
        assert!((found.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-14);
        assert!((found.contact.witness_a.x - 1.1).abs() < 1e-14, "{found:?}");
    }
}

/// Checks one overlap at several sizes, and one far from the origin.
#[test]
fn neither_size_nor_place_matters() {
    let at_size = |size: f64| {
        let place = [1.2, 0.4, 0.3].map(|x| x * size);
        at(cube(size), place, [0.3, 0.2, 0.1])
    };
    let reference = penetration(&cube(1.0), &at_size(1.0)).expect("they overlap");
    for size in [1e-60, 1e-12, 1.0, 1e15, 1e60] {
        let expected = (reference.depth * size, 1e-14 * size);
        overlap(&cube(size), &at_size(size), expected);
    }
    let far = |x: f32, y: f32| beside(cuboid([1.0; 3]), [1_048_576.0 + x, y, 0.0]);
    let found = penetration(&far(0.0, 0.0), &far(1.75, 0.25)).expect("they overlap");
    let (depth, normal) = (found.depth, found.contact.normal);
    assert_eq!((depth, normal), (0.25, vector![1.0, 0.0, 0.0]));
}

/// The large body is a thousand to a million times as large as the small one.
#[test]
fn a_small_body_deep_in_a_large_one() {
    for ratio in [1e3, 1e6] {
        let other = at(cube(1.0), [0.1 * ratio, 0.7 * ratio, 0.0], [0.1, 0.2, 0.3]);
        let lowest = other.support_point(&-Vector3::y()).y;
        overlap(&cube(ratio), &other, (ratio - lowest, 1e-14 * ratio));
    }
}
