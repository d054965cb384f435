//! Depths of overlapping bodies: closed forms, and bodies for which the expansion is hard.

use nalgebra::{
    Isometry2, Isometry3, Quaternion, Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3,
    matrix, vector,
};
use photofinish::epa::{Penetration, penetration};
use photofinish::gjk::Termination;
use photofinish::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, Posed, Rounded};
use photofinish::{Proximity, Real, SupportMap, proximity, resolution, supporting_distance};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Returns the overlap after checking what holds for every overlap. Moved by the depth along the normal, the bodies are
/// free. The bounds are in order. The witness points are as far apart as the depth.
fn overlap<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    error: f64,
) -> Penetration<T, D> {
    let found = penetration(a, b).expect("they overlap");
    let error = T::of(error);
    let along = supporting_distance(a, b, &found.contact.normal);
    assert!((along + found.depth).abs() <= error, "{along} {found:?}");
    assert!(found.lower_bound <= found.depth, "{found:?}");
    let rounding = resolution(a, b).norm() * T::of(2.0);
    assert!(
        found.depth - found.lower_bound <= error + rounding,
        "{found:?}"
    );
    let apart =
        found.contact.witness_a - found.contact.witness_b - found.contact.normal * found.depth;
    // an error e of the depth moves the nearest point of a round body sideways by up to sqrt(e * depth)
    let sideways = found.contact.normal * found.contact.normal.dot(&apart) - apart;
    assert!(
        found.contact.normal.dot(&apart).abs() <= error + rounding,
        "{found:?}"
    );
    assert!(
        sideways.norm() <= (error * found.depth).sqrt() + error + rounding,
        "{found:?}"
    );
    assert_ne!(found.termination, Termination::Exhausted);
    found
}

fn plane<S: SupportMap<f64, 2>>(shape: S, x: f64, y: f64, angle: f64) -> Posed<S, f64, 2> {
    Posed::new(shape, &Isometry2::new(vector![x, y], angle)).expect("a pose")
}

fn space<S: SupportMap<f64, 3>>(shape: S, at: [f64; 3], turn: Vector3<f64>) -> Posed<S, f64, 3> {
    Posed::new(shape, &Isometry3::new(Vector3::from(at), turn)).expect("a pose")
}

fn cube<const D: usize>(half: f64) -> Cuboid<f64, D> {
    Cuboid::new(nalgebra::SVector::repeat(half)).expect("a box")
}

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
    let far = 1024.0 * 1024.0;
    let a = Posed::new(
        Cuboid::new(vector![1.0f32, 1.0, 1.0]).expect("a box"),
        &Isometry3::translation(far, 0.0, 0.0),
    )
    .expect("a pose");
    let b = Posed::new(
        Cuboid::new(vector![1.0f32, 1.0, 1.0]).expect("a box"),
        &Isometry3::translation(far + 1.75, 0.25, 0.0),
    )
    .expect("a pose");
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

/// Rounding along the large body, across the line between the nearest points, was once left out. Here the end of a long
/// segment and a short segment are nearer to each other than the rounding of the long one.
#[test]
fn rounding_across_the_normal_counts_where_cores_nearly_touch() {
    let (length, radius) = (42_478.75_f32, 0.02_f32);
    let long = Segment::new([vector![-length, 0.0], vector![length, 0.0]]).expect("a segment");
    let short = Segment::new([vector![0.09_f32, -0.032], vector![0.0, 0.0]]).expect("a segment");
    let short = Rounded::new(short, radius).expect("a rounded segment");
    let turn = UnitComplex::new(-0.977_674_84_f32);
    let (left, right) = (
        vector![-95.376_526_f32, 6.523],
        vector![42_383.363_f32, 6.624],
    );
    let long = Posed::new(
        long,
        &Isometry2::from_parts(left.into(), UnitComplex::identity()),
    );
    let short = Posed::new(short, &Isometry2::from_parts(right.into(), turn));
    let found = penetration(&long.expect("a pose"), &short.expect("a pose")).expect("they touch");

    // the exact depth, from the end of the long segment and the nearest point of the short one
    let exact = |v: Vector2<f32>| v.map(f64::from);
    let end = exact(left) + vector![f64::from(length), 0.0];
    let turn = UnitComplex::from_cos_sin_unchecked(f64::from(turn.re), f64::from(turn.im));
    let along = turn * vector![f64::from(0.09_f32), f64::from(-0.032_f32)];
    let from = end - exact(right);
    let share = (from.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    let depth = f64::from(radius) - (from - along * share).norm();
    let claimed = f64::from(found.lower_bound);
    assert!(
        claimed <= depth.max(0.0),
        "claimed {claimed:e}, the depth is {depth:e}"
    );
}

/// A small ball is just off the rim of a large cylinder. Because of rounding the cores seem to meet, though their
/// nearest points are more than half the ball's radius apart. The lower bound of the depth was once the whole radius
/// less rounding, yet the bodies do not even overlap.
#[test]
fn depths_of_cores_that_meet_by_rounding_count_how_far_apart_they_are() {
    let (radius, large) = (0.001_f32, 225.401_28_f32);
    let ball = Ball::new(radius).expect("a ball");
    let cylinder = Cylinder::new(150.0_f32, large).expect("a cylinder");
    let (of_ball, of_cylinder) = (
        vector![2.041_731_4_f32, 0.0, 0.336],
        vector![120.458_92_f32, -150.0, -191.454_44],
    );
    let turn = UnitQuaternion::new_normalize(Quaternion::new(-0.704_383_f32, 0.0, 0.709_82, 0.0));
    let ball = Posed::new(
        ball,
        &Isometry3::translation(of_ball.x, of_ball.y, of_ball.z),
    );
    let cylinder = Posed::new(cylinder, &Isometry3::from_parts(of_cylinder.into(), turn));
    let found = proximity(&ball.expect("a pose"), &cylinder.expect("a pose"));

    // the cylinder's turn does not matter: only the distance from its axis counts, as its end is level with the ball's
    // centre
    let between = (of_ball - of_cylinder).map(f64::from);
    let depth = f64::from(radius) - (between.x.hypot(between.z) - f64::from(large));
    if let Proximity::Overlapping(found) = found {
        let claimed = f64::from(found.lower_bound);
        assert!(
            claimed <= depth.max(0.0),
            "claimed {claimed:e}, the depth is {depth:e}"
        );
    }
}

/// Two caps touch, up to a few ulps. Many facets of the difference then lie in one plane, and rounding may put the
/// origin beyond it. The witness points must be where the caps meet, not on a facet elsewhere.
#[test]
fn caps_that_touch_within_rounding_have_witness_points_where_they_meet() {
    let mut dice = StdRng::seed_from_u64(5);
    let cylinder = Cylinder::new(0.5, 0.5).expect("a cylinder");
    let cone = Cone::new(0.5, 0.5).expect("a cone");
    let mut touched = 0;
    for _ in 0..3000 {
        let turn = Vector3::from_fn(|_, _| dice.random_range(-2.0..2.0));
        let gap = f64::from(dice.random_range(-3..4)) * 1e-16;
        let mut aside = || dice.random_range(-0.7..0.7);
        let between = vector![aside(), 1.0 + gap, aside()];
        let at = Isometry3::new(Vector3::zeros(), turn) * nalgebra::Point3::from(between);
        let below = space(cylinder, [0.0; 3], turn);
        let caps = [
            penetration(&below, &space(cylinder, at.coords.into(), turn)),
            penetration(&below, &space(cone, at.coords.into(), turn)),
        ];
        for found in caps.into_iter().flatten() {
            touched += 1;
            let apart = found.contact.witness_a
                - found.contact.witness_b
                - found.contact.normal * found.depth;
            assert!(apart.norm() < 1e-14, "{found:?}");
        }
    }
    assert!(touched > 2000, "{touched}");
}

/// A needle goes through a triangle. It is so long that its width is lost when the longest coordinate is scaled to 1.
#[test]
fn needles_of_any_length_overlap_by_about_their_width() {
    let corners = [
        vector![-2.8125, 0.0, -1.00046],
        vector![-117.5, -1.49, -1.5],
        vector![1.0, 0.0, -0.9375],
    ];
    let triangle = Triangle::new(corners).expect("a triangle");
    for length in [1e10f64, 1e80, 1e88, 1e90, 1e100, 1e120] {
        for width in [1.0, 1e-3] {
            let needle = Cuboid::new(vector![width, width, length]).expect("a box");
            let overlap = penetration(&triangle, &needle).expect("it goes through the triangle");
            let Penetration {
                depth,
                lower_bound,
                contact,
                ..
            } = overlap;
            // the depth is an upper bound: where the width is lost, it may be twice the extent of both bodies across
            // the needle
            let across = if length < 1e88 {
                1.5 + width
            } else {
                2.0 * (118.5 + width)
            };
            assert!(
                depth >= width * 0.99 && depth <= across,
                "{length:e} {width}: {depth}"
            );
            assert!(lower_bound <= width, "{length:e} {width}: {lower_bound}");
            let points = contact.witnesses().map(|point| point.norm());
            assert!(
                points.iter().all(|size| *size < 2.0 * length.max(200.0)),
                "{points:?}"
            );
        }
    }
}

/// Squares of these rounding errors are zero in single precision, but the errors are not: they were not counted once.
#[test]
fn the_rounding_of_tiny_bodies_counts_against_their_depth() {
    let (size, far) = (1e-26_f32, 1.2345e-21_f32);
    let linear = matrix![1.0, 0.25; -0.5, 0.75];
    let offset = vector![0.7 * size, 0.3 * size];
    let centers = [vector![far, 0.0], vector![far - 0.2 * size, 0.4 * size]];
    let image = AffineImage::new(Ball::new(size).expect("a ball"), linear, offset).expect("a map");
    let [at_ball, at_image] = centers.map(|center| Isometry2::new(center, 0.0));
    let ball = Posed::new(Ball::new(size).expect("a ball"), &at_ball).expect("a pose");
    let image = Posed::new(image, &at_image).expect("a pose");
    let single = penetration(&ball, &image).expect("they overlap");

    // the same numbers, with more digits
    let wide = |v: Vector2<f32>| v.map(f64::from);
    let round = || Ball::new(f64::from(size)).expect("a ball");
    let image = AffineImage::new(round(), linear.map(f64::from), wide(offset)).expect("a map");
    let [at_ball, at_image] = centers.map(|center| Isometry2::new(wide(center), 0.0));
    let ball = Posed::new(round(), &at_ball).expect("a pose");
    let image = Posed::new(image, &at_image).expect("a pose");
    let exact = penetration(&ball, &image).expect("they overlap");
    assert!(
        f64::from(single.lower_bound) <= exact.depth,
        "{single:?} {exact:?}"
    );
}

/// In truth the point is 8.7e-6 outside the hull, a needle. In single precision it is beyond a face of the expansion
/// and
/// 4e-3 beside it, and that distance counted as a depth.
#[test]
fn a_point_beside_a_face_that_it_is_beyond_is_at_no_depth() {
    let points = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 1000.0],
        [0.0095, 1.0, 1000.0],
        [620.0, 1.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.5, 0.0, 0.0],
        [0.0, 0.0, 0.5],
        [0.5, 0.5, 0.0],
        [0.0, 0.0, 0.0],
        [0.5, 0.5, 0.5],
    ];
    let third = 0.377_964_5_f32;
    let turn = Quaternion::new(third, third, -0.755_929, third);
    let turn = UnitQuaternion::from_quaternion(turn);
    let pose = Isometry3::from_parts(Translation3::new(0.5, 0.5, 0.5), turn);
    let hull = ConvexHull::new(&points.map(Vector3::from)).expect("a hull");
    let hull = Posed::new(hull, &pose).expect("a pose");
    let at = Isometry3::translation(-286.575_5, -856.717, -428.849);
    let corner = PointSet::new(vec![Vector3::repeat(0.5)]).expect("a point");
    let point = Posed::new(corner, &at).expect("a pose");
    if let Proximity::Overlapping(found) = proximity(&hull, &point) {
        assert!(found.lower_bound == 0.0 && found.depth < 1e-4, "{found:?}");
    }
}
