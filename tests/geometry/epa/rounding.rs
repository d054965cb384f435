//! Depths that rounding made wrong, or that it hides.

use nalgebra::{
    Isometry2, Isometry3, Quaternion, Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3,
    matrix, vector,
};
use photofinish::epa::{Penetration, penetration};
use photofinish::shape::{Ball, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle};
use photofinish::support::{AffineImage, Posed, Rounded};
use photofinish::{Proximity, SupportMap, proximity};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::space;

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
/// and 4e-3 beside it, and that distance counted as a depth.
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

/// A box in single precision, and the same box in double precision.
fn in_both(
    half: Vector3<f32>,
    place: Vector3<f32>,
    turn: Vector3<f32>,
) -> (Posed<Cuboid<f32, 3>, f32, 3>, Posed<Cuboid<f64, 3>, f64, 3>) {
    let pose = Isometry3::new(place, turn);
    let numbers = pose.rotation.coords.map(f64::from);
    let same = Isometry3::from_parts(
        place.map(f64::from).into(),
        UnitQuaternion::new_normalize(Quaternion::from(numbers)),
    );
    let (single, double) = (Cuboid::new(half), Cuboid::new(half.map(f64::from)));
    (
        Posed::new(single.expect("a box"), &pose).expect("a pose"),
        Posed::new(double.expect("a box"), &same).expect("a pose"),
    )
}

/// A corner is a little deep in the broad side of a plate that is a hundred times as large. Rounding moves the plate's
/// corners by much along its sides, and by little across them, which is what counts.
#[test]
fn a_depth_in_a_long_wall_is_known_as_well_as_its_thin_side() {
    let below = vector![0.0, -0.5, 0.0];
    let (wall, _) = in_both(vector![8.3, 0.5, 8.3], below, Vector3::zeros());
    for step in 0..100 {
        let half = vector![0.05, 0.06, 0.07];
        let turn = vector![0.3f32, 0.5, 0.4] * (1.0 + step as f32);
        let (small, _) = in_both(half, Vector3::zeros(), turn);
        let lowest = small.support_point(&-Vector3::y()).y;
        let place = vector![-2.4, -lowest - 0.006, -1.8];
        let (small, _) = in_both(half, place, turn);
        let found = penetration(&wall, &small).expect("they overlap");
        assert!((found.depth - 0.006).abs() < 3e-7, "{found:?}");
        assert!(found.depth - found.lower_bound < 3e-6, "{found:?}");
        assert!(found.contact.normal.y > 0.9999, "{found:?}");
    }
}

/// In double precision the depth of the same bodies is exact, beside what single precision loses.
#[test]
fn lower_bounds_of_depths_in_single_precision_are_below_the_depth() {
    let mut rng = StdRng::seed_from_u64(77);
    let (mut overlaps, mut sharp) = (0, 0);
    for _ in 0..4000 {
        // from needles to plates
        let mut vector = |low: f32, high: f32| Vector3::from_fn(|_, _| rng.random_range(low..high));
        let halves = [vector(-2.0, 1.0), vector(-2.0, 1.0)].map(|half| half.map(|x| x.exp2()));
        let turns = [vector(-2.0, 2.0), vector(-2.0, 2.0)];
        // a corner of B is near a corner of A, and a little inside
        let [a, b] = [0, 1].map(|body| in_both(halves[body], Vector3::zeros(), turns[body]).0);
        let along = vector(-1.0, 1.0);
        let place = a.support_point(&along) * 0.9 - b.support_point(&-along);
        let a = in_both(halves[0], Vector3::zeros(), turns[0]);
        let b = in_both(halves[1], place, turns[1]);
        let Some(found) = penetration(&a.0, &b.0) else {
            continue;
        };
        let exact = penetration(&a.1, &b.1).map_or(0.0, |exact| exact.depth);
        let bound = f64::from(found.lower_bound);
        assert!(bound <= exact + 1e-13, "{bound:?} {exact:?} {a:?} {b:?}");
        overlaps += 1;
        sharp += u32::from(exact - bound < 2e-5);
    }
    assert!(
        overlaps > 2000 && sharp > overlaps / 2,
        "{overlaps} {sharp}"
    );
}
