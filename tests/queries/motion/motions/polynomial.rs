//! Polynomial motions: closed forms, bounds, rounding, and input that is no motion.

use nalgebra::{Isometry3, SVector, UnitComplex, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::motion::{
    AtRest, Ballistic, ConstantVelocity, Motion, Polynomial, Polynomial2, Polynomial3, Rotor, Sweep,
};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{MotionError, Moving, Outcome, Query, Real, Span, ToF64, time_of_impact};
use photofinish_audit::audit_motion;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::bounds::check_many;
use super::{SEED, number, pose3, vector_of};

/// Coefficients that get smaller, of a rotation near 1.
fn random<T: Real, R: Rotor<T, D>, const D: usize>(
    rng: &mut StdRng,
    turn: f64,
) -> Polynomial<T, R, D> {
    let position: Vec<SVector<T, D>> = (0..6)
        .map(|i| vector_of::<D>(rng, 4.0 / f64::from(1 + i)).map(T::of))
        .collect();
    let mut rotation: Vec<[T; 4]> = (0..6)
        .map(|i| [0; 4].map(|_| T::of(number(rng, turn / f64::from(1 + i * i)))))
        .collect();
    for (component, one) in rotation[0].iter_mut().zip([1.0, 0.3, -0.2, 0.8]) {
        *component += T::of(one);
    }
    Polynomial::new((T::zero(), T::one()), &position, &rotation).expect("it stays away from zero")
}

#[test]
fn bounds_of_polynomials_hold_and_are_tight() {
    // without a turn, and with one that is steady to the third order, the bounds are tight
    check_many(|rng| {
        let position: Vec<Vector3<f64>> = (0..3).map(|_| vector_of(rng, 3.0)).collect();
        Polynomial3::new((0.0, 1.0), &position, &[[0.5, -0.5, 0.5, 0.5]]).expect("a motion")
    });
    check_many(|rng| {
        let w = number(rng, 0.6);
        let taylor = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, w, 0.0, 0.0],
            [-w * w / 2.0, 0.0, 0.0, 0.0],
            [0.0, -w * w * w / 6.0, 0.0, 0.0],
        ];
        Polynomial2::new(
            (0.0, 1.0),
            &[vector_of(rng, 1.0), vector_of(rng, 1.0)],
            &taylor,
        )
        .expect("a motion")
    });
}

#[test]
fn audits_pass_for_random_polynomials() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let (all, part) = (
        Span::new(0.0, 1.0).expect("in order"),
        Span::new(0.3, 0.35).expect("in order"),
    );
    for _ in 0..6 {
        let turn = rng.random_range(0.0..0.25);
        let in_space: Polynomial3<f64> = random(&mut rng, turn);
        let in_plane: Polynomial2<f64> = random(&mut rng, turn);
        for span in [all, part] {
            audit_motion(&in_space, span, 1.5).expect("right bounds");
            audit_motion(&in_plane, span, 1.5).expect("right bounds");
        }
        let single: Polynomial3<f32> = random(&mut rng, turn);
        audit_motion(&single, Span::new(0.0f32, 1.0).expect("in order"), 1.5)
            .expect("right bounds");
    }
}

/// In single precision everything but the last rounding is computed in double precision.
#[test]
fn placements_are_where_they_are_said_in_single_precision() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let single: Polynomial3<f32> = random(&mut rng, 0.2);
        let exact = single.to_f64();
        let (time, origin) = (
            rng.random_range(0.0..1.0f32),
            vector_of::<3>(&mut rng, 50.0).map(|x| x as f32),
        );
        let said = single.placement(time, &origin);
        let truth = exact.placement(f64::from(time), &origin.map(f64::from));
        for axis in 0..3 {
            let off = (f64::from(said.translation[axis]) - truth.translation[axis]).abs();
            assert!(off <= f64::from(said.translation_error[axis]), "{off}");
        }
        let off = (said.rotation.map(f64::from) - truth.rotation).norm();
        assert!(off <= f64::from(said.angle_error), "{off}");
    }
}

#[test]
fn a_linear_rotation_is_the_sweep_and_a_square_the_fall() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..40 {
        let (from, to) = (pose3(&mut rng), pose3(&mut rng));
        let [p, mut q] = [&from, &to].map(|pose| pose.rotation.numbers());
        if (0..4).map(|i| p[i] * q[i]).sum::<f64>() < 0.0 {
            q = q.map(|x| -x);
        }
        let difference = [0, 1, 2, 3].map(|i| q[i] - p[i]);
        let centers = [
            from.translation.vector,
            to.translation.vector - from.translation.vector,
        ];
        let Ok(line) = Polynomial3::new((1.0, 3.0), &centers, &[p, difference]) else {
            continue; // almost half a turn
        };
        let sweep = Sweep::new((1.0, from), (3.0, to), Vector3::zeros()).expect("a motion");
        for time in [1.0, 1.2, 2.0, 2.9, 3.0] {
            assert!(
                (line.pose(time).to_homogeneous() - sweep.pose(time).to_homogeneous()).norm()
                    < 1e-12
            );
        }
    }
    let fall = Polynomial3::new(
        (0.0, 2.0),
        &[
            vector![0.0, 1.0, 0.0],
            vector![2.0, 8.0, 0.0],
            vector![0.0, -20.0, 0.0],
        ],
        &[[0.0, 0.0, 0.0, 1.0f64]],
    )
    .expect("a motion");
    let start = ConstantVelocity::new(
        Isometry3::translation(0.0, 1.0, 0.0),
        vector![1.0, 4.0, 0.0],
        Vector3::zeros(),
    );
    let flight =
        Ballistic::new(start.expect("a motion"), vector![0.0, -10.0, 0.0]).expect("a motion");
    for time in [0.0, 0.5, 1.7] {
        assert!(
            (fall.pose(time).translation.vector - flight.pose(time).translation.vector).norm()
                < 1e-14
        );
        assert!((fall.linear_velocity(time) - vector![1.0, 4.0 - 10.0 * time, 0.0]).norm() < 1e-14);
    }
    let span = Span::new(0.0, 2.0).expect("in order");
    let down = fall
        .acceleration_bound(&-Vector3::y(), span, 9.0)
        .expect("a bound");
    assert!(
        (down - 10.0).abs() < 1e-12
            && fall.acceleration_bound(&Vector3::y(), span, 9.0) < Some(-9.99)
    );
}

/// The angular velocity against a difference of poses.
#[test]
fn velocities_are_those_of_the_poses() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let motion: Polynomial3<f64> = random(&mut rng, 0.2);
        let (time, step) = (rng.random_range(0.1..0.9), 1e-5);
        let [before, after] = [time - step, time + step].map(|time| motion.pose(time));
        let turned = UnitQuaternion::from_quaternion(
            (after.rotation * before.rotation.inverse()).into_inner(),
        );
        assert!(
            (turned.scaled_axis() / (2.0 * step) - motion.angular_velocity(time)).norm() < 1e-7
        );
        let moved = (after.translation.vector - before.translation.vector) / (2.0 * step);
        assert!((moved - motion.linear_velocity(time)).norm() < 1e-7);
        let flat: Polynomial2<f64> = random(&mut rng, 0.2);
        let [before, after] = [time - step, time + step].map(|time| flat.pose(time).rotation);
        let turned: UnitComplex<f64> = after * before.inverse();
        assert!((turned.angle() / (2.0 * step) - flat.angular_velocity(time)).abs() < 1e-7);
    }
}

/// A body rests before and after its polynomials, and a query about all of the time is certified.
#[test]
fn bodies_rest_before_and_after() {
    let path = [vector![-3.0, 0.0], vector![0.0, 0.0], vector![6.0, 0.0]];
    let dash = Polynomial2::new((1.0, 2.0), &path, &[[1.0, 0.0, 0.0, 0.0]]).expect("a motion");
    assert_eq!(dash.pose(0.0).translation.vector, vector![-3.0, 0.0]);
    assert_eq!(dash.pose(9.0).translation.vector, vector![3.0, 0.0]);
    assert_eq!(dash.linear_velocity(2.5), Vector2::zeros());
    assert_eq!(dash.angular_velocity(0.5), 0.0);
    let block = Moving::new(Cuboid::new(vector![0.5, 0.5]).expect("a block"), dash);
    let post = AtRest::new(nalgebra::Isometry2::translation(1.25, 0.0)).expect("a place");
    let post = Moving::new(Ball::new(0.25).expect("a post"), post);
    let solution = time_of_impact(&block, &post, 0.0..=5.0).expect("an answer");
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{solution:?}")
    };
    // -3 + 6 u^2 = 0.5
    assert!((impact.time - 1.0 - (3.5f64 / 6.0).sqrt()).abs() < 1e-6);
    let later = Query::new()
        .time_of_impact(&block, &post, 2.0..=5.0)
        .expect("an answer");
    assert!(matches!(later.outcome, Outcome::Separated(_)), "{later:?}");
}

#[test]
fn what_is_no_motion_is_refused() {
    let one = [[0.0, 0.0, 0.0, 1.0]];
    let refused = |times: (f64, f64), centers: &[Vector3<f64>], numbers: &[[f64; 4]]| {
        Polynomial3::new(times, centers, numbers).expect_err("no motion")
    };
    let home = [Vector3::zeros()];
    assert!(matches!(
        refused((1.0, 1.0), &home, &one),
        MotionError::NoDuration { .. }
    ));
    for duration in [f64::from_bits(1), 1e-160] {
        assert_eq!(
            refused((0.0, duration), &home, &one),
            MotionError::TooShort { duration }
        );
    }
    assert!(Polynomial3::new((0.0, 1e-150), &home, &one).is_ok());
    assert!(matches!(
        refused((f64::NAN, 1.0), &home, &one),
        MotionError::NotFinite(_)
    ));
    assert!(matches!(
        refused((0.0, 1.0), &[], &one),
        MotionError::Coefficients { coefficients: 0 }
    ));
    assert!(matches!(
        refused((0.0, 1.0), &home, &[one[0]; 7]),
        MotionError::Coefficients { coefficients: 7 }
    ));
    assert!(matches!(
        refused((0.0, 1.0), &[Vector3::repeat(f64::INFINITY)], &one),
        MotionError::NotFinite(_)
    ));
    assert!(matches!(
        refused((0.0, 1.0), &home, &[[0.0; 4]]),
        MotionError::RotationVanishes { .. }
    ));
    // from 1 to -1, through zero
    let through = [one[0], [0.0, 0.0, 0.0, -2.0]];
    assert!(
        matches!(refused((0.0, 1.0), &home, &through), MotionError::RotationVanishes { least } if least <= 0.0)
    );
}

/// The products of large numbers that cancel lose more than what is left. The bound of the acceleration counts that.
#[test]
fn the_rounding_of_products_that_cancel_counts() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let during = Span::new(0.0, 1.0).expect("in order");
    let mut lost = 0;
    for _ in 0..500 {
        // the scalar holds these numbers, but not their products
        let mut integer = |most: i64| rng.random_range(most / 2..most);
        let c = [(); 3].map(|()| integer(1 << 20));
        let (x, y) = (integer(1 << 40), -integer(1 << 40));
        let s = [x, y, -(x * c[0] + y * c[1]) / c[2]];
        let exact = 2 * (s[0] * c[0] + s[1] * c[1] + s[2] * c[2]);
        let [along, bend] = [s, c].map(|v| Vector3::from(v.map(|x| x as f64)));
        let position = [Vector3::zeros(), Vector3::zeros(), bend];
        let motion = Polynomial3::new((0.0, 1.0), &position, &[[0.5, -0.5, 0.5, 0.5]]);
        let motion = motion.expect("a motion");
        let bound = motion.acceleration_bound(&along, during, 0.0);
        let bound = bound.expect("a bound");
        assert!(bound >= exact as f64, "{bound} < {exact}");
        lost += usize::from(2.0 * along.dot(&bend) < exact as f64);
    }
    assert!(lost > 50, "{lost}");
}

/// Bounds are computed in double precision. The scalar rounds them up.
#[test]
fn bounds_in_single_precision_are_no_less_than_those_in_double_precision() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let during = Span::new(0.2f32, 0.6).expect("in order");
    let wide = Span::new(f64::from(during.start()), f64::from(during.end())).expect("in order");
    for _ in 0..200 {
        let single: Polynomial3<f32> = random(&mut rng, 0.2);
        let double = single.to_f64();
        let along = vector_of::<3>(&mut rng, 1.0).map(|x| x as f32);
        let exactly = along.map(f64::from);
        let bounds = [
            (
                single.speed_bound(&along, during, 1.5),
                double.speed_bound(&exactly, wide, 1.5),
            ),
            (
                single.acceleration_bound(&along, during, 1.5),
                double.acceleration_bound(&exactly, wide, 1.5),
            ),
        ];
        for (bound, least) in bounds {
            let (bound, least) = (bound.expect("a bound"), least.expect("a bound"));
            assert!(f64::from(bound) >= least, "{bound} < {least}");
        }
    }
}
