//! Depths that geometry knows.

use nalgebra::{Isometry3, Vector2, Vector3, vector};
use photofinish::epa::penetration;
use photofinish::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Segment, Triangle};
use photofinish::support::{Posed, Rounded};
use photofinish::{Proximity, SupportMap, proximity};

use super::{cube, overlap, plane, space};

#[test]
fn boxes_overlap_by_their_shallowest_side() {
    let found = overlap(&cube::<2>(1.0), &plane(cube(1.0), 1.75, 0.5, 0.0), 1e-15);
    assert_eq!(
        (found.depth, found.contact.normal),
        (0.25, vector![1.0, 0.0])
    );
    let found = overlap(
        &cube::<3>(1.0),
        &space(cube(1.0), [0.1, -1.5, 0.2], Vector3::zeros()),
        1e-15,
    );
    assert_eq!(
        (found.depth, found.contact.normal),
        (0.5, vector![0.0, -1.0, 0.0])
    );
    // the corner of a small box is 0.3 deep in the face of a large one
    let eighth = std::f64::consts::FRAC_PI_4;
    let found = overlap(
        &cube::<2>(10.0),
        &plane(cube(1.0), 9.7 + 2f64.sqrt(), 1.0, eighth),
        1e-14,
    );
    assert!((found.depth - 0.3).abs() < 1e-14);
    assert!((found.contact.witness_b - vector![9.7, 1.0]).norm() < 1e-14);
    // two crossing edges are 0.2 deep in each other
    let across = space(
        cube(1.0),
        [0.0, 0.0, 2.0 * 2f64.sqrt() - 0.2],
        vector![0.0, eighth, 0.0],
    );
    let found = overlap(
        &space(cube(1.0), [0.0; 3], vector![eighth, 0.0, 0.0]),
        &across,
        1e-14,
    );
    assert!((found.depth - 0.2).abs() < 1e-14, "{found:?}");
    assert!((found.contact.witness_a - vector![0.0, 0.0, 2f64.sqrt()]).norm() < 1e-14);
}

#[test]
fn concentric_bodies_overlap_by_the_shortest_way_out() {
    let slab = Cuboid::new(vector![3.0, 1.0, 2.0]).expect("a box");
    let found = overlap(&slab, &slab, 1e-15);
    assert_eq!((found.depth, f64::abs(found.contact.normal.y)), (2.0, 1.0));
    let ball = Ball::new(0.5).expect("a ball");
    let found = overlap(&slab, &space(ball, [0.0; 3], Vector3::zeros()), 1e-14);
    assert_eq!(found.depth, 1.5);
    assert_eq!(overlap::<f64, 3>(&ball, &ball, 1e-15).depth, 1.0);
    assert_eq!(overlap::<f64, 2>(&ball, &ball, 1e-15).depth, 1.0);
    // the axes of the capsules cross, so the shortest way out is at right angles to both
    let capsule = Capsule::new(2.0, 0.25).expect("a capsule");
    let across = space(capsule, [0.0; 3], vector![0.0, 0.0, 1.0]);
    let found = overlap(&space(capsule, [0.0; 3], Vector3::zeros()), &across, 1e-14);
    assert!(
        (found.depth - 0.5).abs() < 1e-14 && (found.contact.normal.z.abs() - 1.0).abs() < 1e-14
    );
}

#[test]
fn round_bodies_overlap_as_geometry_says() {
    let tolerance = 1e-9;
    let cylinder = Cylinder::new(1.0, 0.5).expect("a cylinder");
    // two cylinders side by side, each turned about its own axis
    let turned = space(cylinder, [0.6, 0.0, 0.0], vector![0.0, 0.4, 0.0]);
    let found = overlap(
        &space(cylinder, [0.0; 3], vector![0.0, 0.1, 0.0]),
        &turned,
        tolerance,
    );
    assert!((found.depth - 0.4).abs() < tolerance, "{found:?}");
    assert!((found.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-4);
    // the rim of a leaning cylinder is 0.1 deep in a face
    let lean = 0.5f64;
    let height = lean.cos() + 0.5 * lean.sin();
    let leaning = space(
        cylinder,
        [0.3, 5.0 + height - 0.1, 0.2],
        vector![lean, 0.0, 0.0],
    );
    let found = overlap(&cube::<3>(5.0), &leaning, tolerance);
    assert!((found.depth - 0.1).abs() < tolerance, "{found:?}");
    // the apex of a cone is 0.25 deep in a face, from below
    let cone = Cone::new(1.0, 0.5).expect("a cone");
    let found = overlap(
        &cube::<3>(5.0),
        &space(cone, [1.0, -5.75, 1.0], Vector3::zeros()),
        tolerance,
    );
    assert!((found.depth - 0.25).abs() < tolerance, "{found:?}");
    assert!((found.contact.witness_b - vector![1.0, -4.75, 1.0]).norm() < 1e-9);
}

#[test]
fn flat_bodies_that_cross_or_lie_in_each_other() {
    let corners = [
        vector![0.0, 0.0, 0.0],
        vector![2.0, 0.0, 0.0],
        vector![0.0, 2.0, 0.0],
    ];
    let triangle = Triangle::new(corners).expect("a triangle");
    let at = |x, y, z, turn| space(triangle, [x, y, z], turn);
    // two triangles in one plane only touch
    let found = overlap(&triangle, &at(0.25, 0.25, 0.0, Vector3::zeros()), 1e-15);
    assert!(
        found.depth < 1e-15 && found.contact.normal.z.abs() == 1.0,
        "{found:?}"
    );
    // one triangle stands upright in the other and reaches 0.25 below it
    let quarter = std::f64::consts::FRAC_PI_2;
    let found = overlap(
        &triangle,
        &at(0.5, 0.5, -0.25, vector![quarter, 0.0, 0.0]),
        1e-14,
    );
    assert!((found.depth - 0.25).abs() < 1e-14, "{found:?}");
    let segment = |ends: [[f64; 2]; 2]| Segment::new(ends.map(Vector2::from)).expect("a segment");
    let found = overlap(
        &segment([[-1.0, 0.0], [1.0, 0.0]]),
        &segment([[0.25, -0.5], [0.25, 1.0]]),
        1e-15,
    );
    assert_eq!(
        (found.depth, found.contact.normal),
        (0.5, vector![0.0, 1.0])
    );
    // segments on one line, and points at one place
    let found = overlap(
        &segment([[-1.0, 0.0], [1.0, 0.0]]),
        &segment([[0.0, 0.0], [3.0, 0.0]]),
        1e-15,
    );
    assert_eq!((found.depth, found.contact.normal.y.abs()), (0.0, 1.0));
    let point = Ball::new(0.0).expect("a point");
    assert_eq!(overlap::<f64, 2>(&point, &point, 1e-300).depth, 0.0);
    assert_eq!(overlap::<f64, 3>(&point, &point, 1e-300).depth, 0.0);
}

#[test]
fn bodies_that_touch_have_a_normal_and_no_depth() {
    for gap in [0.0, 1e-16, -1e-16, -1e-15] {
        let other = space(cube(0.5), [0.2, 1.5 + gap, 0.1], Vector3::zeros());
        if let Proximity::Overlapping(found) = proximity(&cube::<3>(1.0), &other) {
            assert!(found.depth <= 1.2e-15, "{found:?}");
            assert_eq!(found.contact.normal, vector![0.0, 1.0, 0.0]);
        }
    }
    let found = overlap(&cube::<2>(1.0), &plane(cube(1.0), 2.0, 2.0, 0.0), 1e-15);
    assert_eq!(found.depth, 0.0);
}

#[test]
fn a_radius_adds_to_the_depth_of_the_cores() {
    let rounded = |radius| Rounded::new(cube::<3>(1.0), radius).expect("a rounded box");
    for (x, depth) in [(2.1, 0.2), (2.0, 0.3), (1.5, 0.8), (0.5, 1.8)] {
        let other = space(rounded(0.2), [x, 0.25, 0.0], Vector3::zeros());
        let found = overlap(&rounded(0.1), &other, 1e-14);
        assert!((found.depth - depth).abs() < 1e-14, "{x}: {found:?}");
        assert!((found.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-14);
        assert!(
            (found.contact.witness_a.x - 1.1).abs() < 1e-14,
            "{x}: {found:?}"
        );
    }
}

/// Checks one overlap at several sizes, and one far from the origin.
#[test]
fn neither_size_nor_place_matters() {
    let turn = vector![0.3, 0.2, 0.1];
    let reference = overlap(
        &cube::<3>(1.0),
        &space(cube(1.0), [1.2, 0.4, 0.3], turn),
        1e-14,
    );
    for size in [1e-60, 1e-12, 1e15, 1e60] {
        let other = space(cube(size), [1.2 * size, 0.4 * size, 0.3 * size], turn);
        let found = overlap(&cube::<3>(size), &other, 1e-14 * size);
        assert!(
            (found.depth / size - reference.depth).abs() < 1e-14,
            "{size}"
        );
    }
    let at = |x, y| {
        let cuboid = Cuboid::new(vector![1.0f32, 1.0, 1.0]).expect("a box");
        let far = 1024.0f32 * 1024.0;
        Posed::new(cuboid, &Isometry3::translation(far + x, y, 0.0)).expect("a pose")
    };
    let (a, b) = (at(0.0, 0.0), at(1.75, 0.25));
    let found = penetration(&a, &b).expect("they overlap");
    assert_eq!(
        (found.depth, found.contact.normal),
        (0.25, vector![1.0, 0.0, 0.0])
    );
}

/// The large body is a thousand to a million times as large as the small one.
#[test]
fn a_small_body_deep_in_a_large_one() {
    for ratio in [1e3, 1e6] {
        let other = space(
            cube(1.0),
            [0.1 * ratio, 0.7 * ratio, 0.0],
            vector![0.1, 0.2, 0.3],
        );
        let found = overlap(&cube::<3>(ratio), &other, 1e-14 * ratio);
        let reach = vector![0.0, 1.0, 0.0].dot(&other.support_point(&vector![0.0, -1.0, 0.0]));
        assert!(
            (found.depth - (ratio - reach)).abs() < 1e-14 * ratio,
            "{found:?}"
        );
    }
}
