//! Depths that geometry knows.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use crate::bodies::*;

use super::{cube, in_plane, overlap};

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
