//! Polynomial motions: closed forms, bounds, rounding, and input that is no motion.

use photofinish::motion::{Polynomial, Polynomial2, Polynomial3};
use photofinish_audit::audit_motion;

use super::super::rounding::follows;
use super::bounds::check_many;
use super::{SEED, number, pose3, vector_of};
use crate::build::*;

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

/// A motion that does not turn, in one second.
fn straight(position: &[Vector3<f64>]) -> Polynomial3<f64> {
    Polynomial3::new((0.0, 1.0), position, &[[0.5, -0.5, 0.5, 0.5]]).expect("a motion")
}

#[test]
fn bounds_of_polynomials_hold_and_are_tight() {
    // without a turn, and with one that is steady to the third order, the bounds are tight
    check_many(|rng| straight(&[3.0; 3].map(|size| vector_of(rng, size))));
    check_many(|rng| {
        let w = number(rng, 0.6);
        let taylor = [
            [1.0, 0.0],
            [0.0, w],
            [-w * w / 2.0, 0.0],
            [0.0, -w * w * w / 6.0],
        ];
        let taylor = taylor.map(|[cosine, sine]| [cosine, sine, 0.0, 0.0]);
        let position = [vector_of(rng, 1.0), vector_of(rng, 1.0)];
        Polynomial2::new((0.0, 1.0), &position, &taylor).expect("a motion")
    });
}

#[test]
fn audits_pass_for_random_polynomials() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..6 {
        let turn = rng.random_range(0.0..0.25);
        let in_space: Polynomial3<f64> = random(&mut rng, turn);
        let in_plane: Polynomial2<f64> = random(&mut rng, turn);
        for during in [span(0.0, 1.0), span(0.3, 0.35)] {
            audit_motion(&in_space, during, 1.5).expect("right bounds");
            audit_motion(&in_plane, during, 1.5).expect("right bounds");
        }
        let single: Polynomial3<f32> = random(&mut rng, turn);
        audit_motion(&single, span(0.0, 1.0), 1.5).expect("right bounds");
    }
}

#[test]
fn a_linear_rotation_is_the_sweep() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..40 {
        let (from, to) = (pose3(&mut rng), pose3(&mut rng));
        let [p, mut q] = [&from, &to].map(|pose| pose.rotation.numbers());
        if (0..4).map(|i| p[i] * q[i]).sum::<f64>() < 0.0 {
            q = q.map(|x| -x);
        }
        let [start, end] = [from, to].map(|pose| pose.translation.vector);
        let rotation = [p, [0, 1, 2, 3].map(|i| q[i] - p[i])];
        let Ok(line) = Polynomial3::new((1.0, 3.0), &[start, end - start], &rotation) else {
            continue; // almost half a turn
        };
        let sweep = Sweep::new((1.0, from), (3.0, to), Vector3::zeros()).expect("a motion");
        for time in [1.0, 1.2, 2.0, 2.9, 3.0] {
            let [one, other] =
                [line.pose(time), sweep.pose(time)].map(|pose| pose.to_homogeneous());
            assert!((one - other).norm() < 1e-12);
        }
    }
}

#[test]
fn a_square_is_the_fall() {
    let position = [[0.0, 1.0, 0.0], [2.0, 8.0, 0.0], [0.0, -20.0, 0.0]].map(Vector3::from);
    let fall = Polynomial3::new((0.0, 2.0), &position, &[[0.0, 0.0, 0.0, 1.0]]).expect("a motion");
    let start = Isometry3::translation(0.0, 1.0, 0.0);
    let start = steady(start, vector![1.0, 4.0, 0.0], Vector3::zeros());
    let flight = Ballistic::new(start, vector![0.0, -10.0, 0.0]).expect("a motion");
    for time in [0.0, 0.5, 1.7] {
        let [one, other] = [fall.pose(time), flight.pose(time)].map(|pose| pose.translation.vector);
        assert!((one - other).norm() < 1e-14);
        let velocity = vector![1.0, 4.0 - 10.0 * time, 0.0];
        assert!((fall.linear_velocity(time) - velocity).norm() < 1e-14);
    }
    let bound = |along: Vector3<f64>| fall.acceleration_bound(&along, span(0.0, 2.0), 9.0);
    assert!((bound(-Vector3::y()).expect("a bound") - 10.0).abs() < 1e-12);
    assert!(bound(Vector3::y()) < Some(-9.99));
}

/// Against differences of poses.
#[test]
fn velocities_are_those_of_the_poses() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let step = 1e-5;
    for _ in 0..200 {
        let time = rng.random_range(0.1..0.9);
        let motion: Polynomial3<f64> = random(&mut rng, 0.2);
        let [before, after] = [time - step, time + step].map(|time| motion.pose(time));
        let turned: UnitQuaternion<f64> = after.rotation * before.rotation.inverse();
        let rate = turned.scaled_axis() / (2.0 * step);
        assert!((rate - motion.angular_velocity(time)).norm() < 1e-7);
        let moved = (after.translation.vector - before.translation.vector) / (2.0 * step);
        assert!((moved - motion.linear_velocity(time)).norm() < 1e-7);
        let flat: Polynomial2<f64> = random(&mut rng, 0.2);
        let [before, after] = [time - step, time + step].map(|time| flat.pose(time).rotation);
        let turned: UnitComplex<f64> = after * before.inverse();
        let rate = turned.angle() / (2.0 * step);
        assert!((rate - flat.angular_velocity(time)).abs() < 1e-7);
    }
}

/// A body rests before and after its polynomials, and a query about all of the time is certified.
#[test]
fn bodies_rest_before_and_after() {
    let way = [vector![-3.0, 0.0], vector![0.0, 0.0], vector![6.0, 0.0]];
    let dash = Polynomial2::new((1.0, 2.0), &way, &[[1.0, 0.0, 0.0, 0.0]]).expect("a motion");
    assert_eq!(dash.pose(0.0).translation.vector, vector![-3.0, 0.0]);
    assert_eq!(dash.pose(9.0).translation.vector, vector![3.0, 0.0]);
    assert_eq!(dash.linear_velocity(2.5), Vector2::zeros());
    assert_eq!(dash.angular_velocity(0.5), 0.0);
    let block = photofinish::Moving::new(cuboid([0.5, 0.5]), dash);
    let post = crate::build::moving(ball(0.25), at(1.25, 0.0));
    let ask = |during| time_of_impact(&block, &post, during).expect("an answer");
    // -3 + 6 u^2 = 0.5
    let time = impact(ask(0.0..=5.0)).time;
    assert!((time - 1.0 - (3.5f64 / 6.0).sqrt()).abs() < 1e-6);
    assert!(is_separated(&ask(2.0..=5.0)));
}

#[test]
fn what_is_no_motion_is_refused() {
    let (home, one) = ([Vector3::zeros()], [[0.0, 0.0, 0.0, 1.0]]);
    let nowhere = [Vector3::repeat(f64::INFINITY)];
    // from 1 to -1, through zero
    let through = [one[0], [0.0, 0.0, 0.0, -2.0]];
    type Case<'c> = (f64, &'c [Vector3<f64>], &'c [[f64; 4]], &'c str);
    let cases: [Case; 9] = [
        (0.0, &home, &one, "NoDuration"),
        (f64::from_bits(1), &home, &one, "TooShort"),
        (1e-160, &home, &one, "TooShort { duration: 1e-160 }"),
        (f64::NAN, &home, &one, "NotFinite"),
        (1.0, &[], &one, "Coefficients { coefficients: 0 }"),
        (1.0, &home, &[one[0]; 7], "Coefficients { coefficients: 7 }"),
        (1.0, &nowhere, &one, "NotFinite"),
        (1.0, &home, &[[0.0; 4]], "RotationVanishes"),
        (1.0, &home, &through, "RotationVanishes"),
    ];
    for (end, position, rotation, words) in cases {
        assert_refused(&Polynomial3::new((0.0, end), position, rotation), words);
    }
    assert!(Polynomial3::new((0.0, 1e-150), &home, &one).is_ok());
}

/// The products of large numbers that cancel lose more than what is left. The bound of the acceleration counts that.
#[test]
fn the_rounding_of_products_that_cancel_counts() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut lost = 0;
    for _ in 0..500 {
        // the scalar holds these numbers, but not their products
        let mut integer = |most: i64| rng.random_range(most / 2..most);
        let c = [(); 3].map(|()| integer(1 << 20));
        let (x, y) = (integer(1 << 40), -integer(1 << 40));
        let s = [x, y, -(x * c[0] + y * c[1]) / c[2]];
        let exact = 2 * (s[0] * c[0] + s[1] * c[1] + s[2] * c[2]);
        let [along, bend] = [s, c].map(|v| Vector3::from(v.map(|x| x as f64)));
        let motion = straight(&[Vector3::zeros(), Vector3::zeros(), bend]);
        let bound = motion.acceleration_bound(&along, span(0.0, 1.0), 0.0);
        let bound = bound.expect("a bound");
        assert!(bound >= exact as f64, "{bound} < {exact}");
        lost += usize::from(2.0 * along.dot(&bend) < exact as f64);
    }
    assert!(lost > 50, "{lost}");
}

/// In single precision everything but the last rounding is computed in double precision. Bounds are rounded up.
#[test]
fn in_single_precision_all_but_the_last_rounding_is_in_double_precision() {
    let mut rng = StdRng::seed_from_u64(SEED);
    // numbers that both scalars hold
    let (start, end) = (0.25, 0.625);
    for _ in 0..200 {
        let single: Polynomial3<f32> = random(&mut rng, 0.2);
        let along = vector_of::<3>(&mut rng, 1.0).map(|x| x as f32);
        let (double, exactly) = (follows(&single), along.map(f64::from));
        let bounds = [
            single.speed_bound(&along, span(start, end), 1.5),
            single.acceleration_bound(&along, span(start, end), 1.5),
        ];
        let least = [
            double.speed_bound(&exactly, span(start, end), 1.5),
            double.acceleration_bound(&exactly, span(start, end), 1.5),
        ];
        for (bound, least) in bounds.into_iter().zip(least) {
            let (bound, least) = (bound.expect("a bound"), least.expect("a bound"));
            assert!(f64::from(bound) >= least, "{bound} < {least}");
        }
    }
}
