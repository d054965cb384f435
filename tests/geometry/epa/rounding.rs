//! Depths that rounding made wrong, or that it hides.

use crate::bodies::*;

/// Rounding along the large body, across the line between the nearest points, was once left out. Here the end of a long
/// segment and a short segment are nearer to each other than the rounding of the long one.
#[test]
fn rounding_across_the_normal_counts_where_cores_nearly_touch() {
    let (length, radius) = (42_478.75_f32, 0.02_f32);
    let long = segment([[-length, 0.0], [length, 0.0]]);
    let short = rounded(segment([[0.09, -0.032], [0.0, 0.0]]), radius);
    let turn = UnitComplex::new(-0.977_674_84_f32);
    let left = vector![-95.376_526_f32, 6.523];
    let right = vector![42_383.363_f32, 6.624];
    let long = posed(long, &Isometry2::new(left, 0.0));
    let pose = Isometry2::from_parts(right.into(), turn);
    let short = posed(short, &pose);
    let found = penetration(&long, &short).expect("they touch");

    // the exact depth, from the end of the long segment and the nearest point of the short one
    let exact = |v: Vector2<f32>| v.map(f64::from);
    let end = exact(left) + vector![f64::from(length), 0.0];
    let turn = UnitComplex::from_cos_sin_unchecked(f64::from(turn.re), f64::from(turn.im));
    let along = turn * vector![f64::from(0.09_f32), f64::from(-0.032_f32)];
    let from = end - exact(right);
    let share = (from.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    let depth = f64::from(radius) - (from - along * share).norm();
    let lower = f64::from(found.lower_bound);
    assert!(lower <= depth.max(0.0), "{found:?} of {depth:e}");
}

/// A small ball is just off the rim of a large cylinder. Because of rounding the cores seem to meet, though their
/// nearest points are more than half the ball's radius apart. The lower bound of the depth was once the whole radius
/// less rounding, yet the bodies do not even overlap.
#[test]
fn depths_of_cores_that_meet_by_rounding_count_how_far_apart_they_are() {
    let (radius, large) = (0.001_f32, 225.401_28_f32);
    let of_ball = vector![2.041_731_4_f32, 0.0, 0.336];
    let of_cylinder = vector![120.458_92_f32, -150.0, -191.454_44];
    let turn = UnitQuaternion::new_normalize(Quaternion::new(-0.704_383_f32, 0.0, 0.709_82, 0.0));
    let ball = beside(ball(radius), of_ball.into());
    let pose = Isometry3::from_parts(of_cylinder.into(), turn);
    let cylinder = posed(cylinder(150.0, large), &pose);

    // the cylinder's turn does not matter: only the distance from its axis counts, as its end is level with the ball's
    // centre
    let between = (of_ball - of_cylinder).map(f64::from);
    let depth = f64::from(radius) - (between.x.hypot(between.z) - f64::from(large));
    if let Proximity::Overlapping(found) = proximity(&ball, &cylinder) {
        let lower = f64::from(found.lower_bound);
        assert!(lower <= depth.max(0.0), "{found:?} of {depth:e}");
    }
}

/// Two caps touch, up to a few ulps. Many facets of the difference then lie in one plane, and rounding may put the
/// origin beyond it. The witness points must be where the caps meet, not on a facet elsewhere.
#[test]
fn caps_that_touch_within_rounding_have_witness_points_where_they_meet() {
    let mut dice = StdRng::seed_from_u64(5);
    let mut touched = 0;
    for _ in 0..3000 {
        let turn = Vector3::from_fn(|_, _| dice.random_range(-2.0..2.0));
        let gap = f64::from(dice.random_range(-3..4)) * 1e-16;
        let mut aside = || dice.random_range(-0.7..0.7);
        let between = vector![aside(), 1.0 + gap, aside()];
        let place = Isometry3::rotation(turn) * between;
        let [place, turn] = [place.into(), turn.into()];
        let below = at(cylinder(0.5, 0.5), [0.0; 3], turn);
        let caps = [
            penetration(&below, &at(cylinder(0.5, 0.5), place, turn)),
            penetration(&below, &at(cone(0.5, 0.5), place, turn)),
        ];
        for found in caps.into_iter().flatten() {
            touched += 1;
            let [on_a, on_b] = found.contact.witnesses();
            let apart = on_a - on_b - found.contact.normal * found.depth;
            assert!(apart.norm() < 1e-14, "{found:?}");
        }
    }
    assert!(touched > 2000, "{touched}");
}

/// A needle goes through a triangle. It is so long that its width is lost when the longest coordinate is scaled to 1.
#[test]
fn needles_of_any_length_overlap_by_about_their_width() {
    let triangle = triangle([
        [-2.8125, 0.0, -1.00046],
        [-117.5, -1.49, -1.5],
        [1.0, 0.0, -0.9375],
    ]);
    for length in [1e10f64, 1e80, 1e88, 1e90, 1e100, 1e120] {
        for width in [1.0, 1e-3] {
            let needle = cuboid([width, width, length]);
            let overlap = penetration(&triangle, &needle).expect("it goes through the triangle");
            let (depth, lower) = (overlap.depth, overlap.lower_bound);
            // the depth is an upper bound: where the width is lost, it may be twice the extent of both bodies across
            // the needle
            let lost = 2.0 * (118.5 + width);
            let across = if length < 1e88 { 1.5 + width } else { lost };
            let is_right = (width * 0.99..=across).contains(&depth) && lower <= width;
            assert!(is_right, "{length:e} {width}: {lower} {depth}");
            let points = overlap.contact.witnesses().map(|point| point.norm());
            let is_near = points.iter().all(|size| *size < 2.0 * length.max(200.0));
            assert!(is_near, "{points:?}");
        }
    }
}

/// Squares of these rounding errors are zero in single precision, but the errors are not: they were not counted once.
#[test]
fn the_rounding_of_tiny_bodies_counts_against_their_depth() {
    fn overlap<T: Real>(size: f32, far: f32) -> Penetration<T, 2> {
        let of = |x: f32| T::of(f64::from(x));
        let linear = matrix![1.0, 0.25; -0.5, 0.75].map(of);
        let offset = vector![of(0.7 * size), of(0.3 * size)];
        let image = AffineImage::new(ball(of(size)), linear, offset).expect("a map");
        let at = |x, y| Isometry2::new(vector![of(x), of(y)], T::zero());
        let image = posed(image, &at(far - 0.2 * size, 0.4 * size));
        let ball = posed(ball(of(size)), &at(far, 0.0));
        penetration(&ball, &image).expect("they overlap")
    }
    let (size, far) = (1e-26, 1.2345e-21);
    let exact = overlap::<f64>(size, far).depth;
    let lower = f64::from(overlap::<f32>(size, far).lower_bound);
    assert!(lower <= exact, "{lower} {exact}");
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
    let hull = posed(hull, &pose);
    let corner = PointSet::new(vec![Vector3::repeat(0.5)]).expect("a point");
    let point = beside(corner, [-286.575_5, -856.717, -428.849]);
    if let Proximity::Overlapping(found) = proximity(&hull, &point) {
        assert!(found.lower_bound == 0.0 && found.depth < 1e-4, "{found:?}");
    }
}

/// A corner is a little deep in the broad side of a plate that is a hundred times as large. Rounding moves the plate's
/// corners by much along its sides, and by little across them, which is what counts.
#[test]
fn a_depth_in_a_long_wall_is_known_as_well_as_its_thin_side() {
    let wall = beside(cuboid([8.3f32, 0.5, 8.3]), [0.0, -0.5, 0.0]);
    for step in 0..100 {
        let turn = [0.3, 0.5, 0.4].map(|x| x * (1.0 + step as f32));
        let small = at(cuboid([0.05, 0.06, 0.07]), [0.0; 3], turn);
        let lowest = small.support_point(&-Vector3::y()).y;
        let small = at(
            cuboid([0.05, 0.06, 0.07]),
            [-2.4, -lowest - 0.006, -1.8],
            turn,
        );
        let found = penetration(&wall, &small).expect("they overlap");
        assert!((found.depth - 0.006).abs() < 3e-7, "{found:?}");
        assert!(found.depth - found.lower_bound < 3e-6, "{found:?}");
        assert!(found.contact.normal.y > 0.9999, "{found:?}");
    }
}
