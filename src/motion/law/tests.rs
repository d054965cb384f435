//! The rates of sweeps, sampled.

use nalgebra::{
    Complex, Isometry2, Isometry3, Quaternion, Translation, Unit, UnitComplex, UnitQuaternion,
    Vector2, Vector3, vector,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::Span;
use crate::motion::{Ballistic, ConstantVelocity, Motion, Sweep};

/// The rates of a sweep are those of its angle, sampled, and the bounds are not much larger.
#[test]
fn the_rates_of_a_sweep_are_bounded() {
    for turn in [0.3, 1.5, 2.9] {
        let ends = |turn: f64| {
            let end = Isometry3::new(Vector3::zeros(), vector![0.0, 0.0, turn]);
            [(2.0, Isometry3::identity()), (2.5, end)]
        };
        let [start, end] = ends(turn);
        let sweep = Sweep::new(start, end, Vector3::zeros()).unwrap();
        let angle = |time: f64| sweep.pose(time).rotation.angle();
        check(sweep.law(Span::known(2.0, 2.5)).unwrap(), angle, turn);
        let plane = [
            (2.0, Isometry2::identity()),
            (2.5, Isometry2::new(Vector2::zeros(), turn)),
        ];
        let sweep = Sweep::new(plane[0], plane[1], Vector2::zeros()).unwrap();
        let angle = |time: f64| sweep.pose(time).rotation.angle();
        check(sweep.law(Span::known(2.0, 2.5)).unwrap(), angle, turn);
    }
}

/// The rate changes at a time that rounding takes for the middle of a sweep, where it would not change.
#[test]
fn the_rate_changes_beside_the_middle() {
    let poses = [
        (0.0, Isometry2::identity()),
        (3.0, Isometry2::new(Vector2::zeros(), 2.9)),
    ];
    let sweep = Sweep::new(poses[0], poses[1], Vector2::zeros()).unwrap();
    let law = sweep.law(Span::known(0.0, 3.0)).unwrap();
    let time = 1.5_f64.next_up();
    assert_eq!(1.0 - 2.0 * law.rate * time, 0.0);
    // 1 - 2u, exactly two thirds of what a product near 1 is rounded by
    let y = f64::EPSILON * 2.0 / 3.0;
    let (sine, versine, square) = (2.9_f64.sin(), 1.0 - 2.9_f64.cos(), 1.45_f64.cos().powi(2));
    let change = 2.0 * sine * versine * y / (3.0 * square).powi(2);
    assert!(law.rates(time, time).change > change, "{change}");
}

/// A velocity that is no number of the scalar misses the second pose, by no more than is stated.
#[test]
fn a_motion_between_poses_may_miss_the_second() {
    let at = |x: f64| Isometry2::translation(x, 0.0);
    let (start, end) = ((0.0, at(0.0)), (3.0, at(1.0)));
    let sweep = Sweep::new(start, end, Vector2::zeros()).unwrap();
    let steady = ConstantVelocity::between(start, end, Vector2::zeros()).unwrap();
    let during = Span::known(0.0, 3.0);
    for law in [sweep.law(during).unwrap(), steady.law(during).unwrap()] {
        let missed = law.velocity[0].mul_add(3.0, -1.0).abs();
        assert!(missed > 0.0 && missed <= law.center_error(3.0));
    }
}

/// Each part of a sweep begins where the one before it ends, and none is as good as empty.
#[test]
fn a_part_of_a_sweep_is_never_empty() {
    for turn in [2.2, 2.6, 2.9, 3.1, 3.13] {
        for (start, length) in [
            (1.0, 0.1),
            (1.0, 0.3),
            (-3.0, 7.0),
            (2e4, 1.0 / 60.0),
            (1e6, 0.1),
        ] {
            let turned = Isometry2::new(Vector2::zeros(), turn);
            let end = start + length;
            let poses = [(start, Isometry2::identity()), (end, turned)];
            let sweep = Sweep::new(poses[0], poses[1], Vector2::zeros()).unwrap();
            let law = sweep.law(Span::known(start, end)).unwrap();
            let (mut from, mut parts) = (start, 0);
            while from < end {
                let until = law.even_until(from, end);
                assert!(until - from > 1e-4 * length, "{turn} {length} {from}");
                (from, parts) = (until, parts + 1);
            }
            assert!((1..30).contains(&parts), "{turn}: {parts}");
        }
    }
}

/// Between two roundings of one rotation a sweep goes the short way.
fn stays_about_where_it_is<T: Real, R: Rotor<T, D>, const D: usize>(starts: &R, ends: &R) {
    let at = |rotation: &R| Isometry::from_parts(Translation::identity(), *rotation);
    let ends = [(T::zero(), at(starts)), (T::one(), at(ends))];
    let sweep = Sweep::new(ends[0], ends[1], SVector::zeros()).unwrap();
    let law = sweep.law(Span::known(T::zero(), T::one())).unwrap();
    assert!(law.angle_error(1.0) < 1e-13, "{}", law.angle_error(1.0));
    assert!(law.rates(0.0, 1.0).fastest < 1e-5);
}

#[test]
fn a_sweep_by_some_ulps_goes_the_short_way() {
    let quaternion = |[x, y, z, w]: [f32; 4]| Unit::new_unchecked(Quaternion::new(w, x, y, z));
    stays_about_where_it_is(
        &quaternion([0.61604035, 0.23039503, -0.04150466, 0.7521234]),
        &quaternion([0.6160404, 0.23039505, -0.041504662, 0.7521235]),
    );
    let mut rng = StdRng::seed_from_u64(48);
    for _ in 0..200 {
        let numbers: [f64; 4] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let nudged =
            |ulp: f64, rng: &mut StdRng| numbers.map(|x| x + ulp * rng.random_range(-1.0..1.0));
        let [x, y, z, w] = numbers;
        let mut in_space = |ulp: f64| {
            let [i, j, k, real] = nudged(ulp, &mut rng);
            [(x, y, z, w), (i, j, k, real)]
                .map(|(x, y, z, w)| UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)))
        };
        let [one, other] = in_space(1e-16);
        stays_about_where_it_is(&one, &other);
        let [one, other] = in_space(1e-7).map(|rotation| rotation.cast::<f32>());
        stays_about_where_it_is(&one, &other);
        let mut in_plane = |ulp: f64| {
            let [i, j, ..] = nudged(ulp, &mut rng);
            [(x, y), (i, j)].map(|(x, y)| UnitComplex::from_complex(Complex::new(x, y)))
        };
        let [one, other] = in_plane(1e-16);
        stays_about_where_it_is(&one, &other);
        let [one, other] = in_plane(1e-7).map(|rotation| rotation.cast::<f32>());
        stays_about_where_it_is(&one, &other);
    }
}

/// Exact products are positive where computed ones are zero.
#[test]
fn bounds_hold_where_products_underflow() {
    let at = Isometry2::identity();
    let least = f64::from_bits(1);
    let during = Span::known(0.0, 1.0);
    let along = vector![0.4, 0.0];
    let slow = ConstantVelocity::new(at, vector![least, 0.0], 0.0).unwrap();
    assert!(slow.speed_bound(&along, during, 1.0).unwrap() > 0.0);
    assert_eq!(slow.acceleration_bound(&along, during, 1.0), Some(0.0));
    let slow = ConstantVelocity::new(at, Vector2::zeros(), 1e-170).unwrap();
    assert!(slow.acceleration_bound(&along, during, 1.0).unwrap() > 0.0);
    let spin = Vector3::z() * least;
    let slow = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), spin).unwrap();
    assert!(slow.speed_bound(&Vector3::x(), during, 1e100).unwrap() >= least * 1e100);
    let rests = ConstantVelocity::new(at, Vector2::zeros(), 0.0).unwrap();
    assert_eq!(rests.speed_bound(&along, during, 1.0), Some(0.0));
    let falls = Ballistic::new(rests, vector![least, 0.0]).unwrap();
    assert!(falls.acceleration_bound(&along, during, 1.0).unwrap() > 0.0);
}

/// A body comes down again, where its velocity and its fall cancel. Their rounding does not: a fused product tells it.
#[test]
fn the_rounding_of_a_fall_is_stated_where_it_cancels() {
    let mut worst = 0.0_f64;
    for k in 1..50 {
        let (down, time) = (-9.81 - 1e-3 * f64::from(k), 2.0 + 1.0 / f64::from(k));
        let up = (-0.5 * down * time).next_up();
        let start = ConstantVelocity::new(Isometry2::identity(), vector![0.0, up], 0.0).unwrap();
        let flight = Ballistic::new(start, vector![0.0, down]).unwrap();
        let placed = flight.placement(time, &Vector2::zeros());
        // what the product of the velocity and the time loses
        let lost = up.mul_add(time, -(up * time));
        assert!(lost.abs() <= placed.translation_error.y, "{lost:e}");
        worst = worst.max(lost.abs() / f64::EPSILON);
    }
    assert!(worst > 1.0, "{worst}");
}

/// Half of the least acceleration underflows, but a long time makes a way of it.
#[test]
fn the_least_acceleration_leads_somewhere() {
    let rests = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), 0.0).unwrap();
    let least = f64::from_bits(1);
    let falls = Ballistic::new(rests, vector![least, 0.0]).unwrap();
    let placed = falls.placement(1e110, &Vector2::zeros());
    let off = placed.translation.x - least * (0.5 * 1e110 * 1e110);
    assert!(off.abs() <= placed.translation_error.x, "{off:e}");
}

/// After many turns about a point off its origin, a body is off by the rounding of its angle times its arm.
#[test]
fn the_rounding_of_an_angle_is_stated_at_the_end_of_an_arm() {
    let mut worst = 0.0_f64;
    for k in 1..50 {
        let (spin, time) = (1e3 / 3.0, 300.0 + f64::from(k) / 7.0);
        let still = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), spin).unwrap();
        let arm = vector![2.0, 0.0];
        let placed = still.about(arm).unwrap().placement(time, &Vector2::zeros());
        let off = spin.mul_add(time, -(spin * time)) * 2.0;
        let stated = placed.translation_error.max();
        assert!(off.abs() <= stated, "{off:e} {stated:e}");
        worst = worst.max(off.abs());
    }
    assert!(worst > 64.0 * f64::EPSILON, "{worst}");
}

/// The axis of a slow turn between two poses is off by as much as its angle. Along the axis this is all that moves points.
#[test]
fn points_along_an_axis_that_is_off_move() {
    let rotation = |[x, y, z, w]: [f32; 4]| Unit::new_unchecked(Quaternion::new(w, x, y, z));
    let at = |numbers| Isometry3::from_parts(Translation::identity(), rotation(numbers));
    let start = (0.0, at([0.5; 4]));
    let end = (1.0, at([0.49975663, 0.49974337, 0.5002452, 0.5002545]));
    let along = vector![0.0039339727, -0.9997357, -0.022650147];
    let during = Span::known(0.0, 1.0);
    let slerp = ConstantVelocity::between(start, end, Vector3::zeros()).unwrap();
    assert!(slerp.speed_bound(&along, during, 1.0).unwrap() >= 9.4e-8);
    assert!(slerp.acceleration_bound(&along, during, 1.0).unwrap() >= 9.4e-11);
}

/// The numbers of both rotations of a sweep are rounded, which is much of a tiny turn.
#[test]
fn rates_of_a_tiny_turn_have_room_for_both_rotations() {
    let number = |x: f64, y: f64| UnitComplex::new_unchecked(Complex::new(x, y));
    let at = |rotation| Isometry2::from_parts(Translation::identity(), rotation);
    let start = (0.0, at(number(-0.7336216476589439, 0.6795581491573597)));
    let end = (0.0152, at(number(-0.733621647658944, 0.6795581491573596)));
    let sweep = Sweep::new(start, end, Vector2::zeros()).unwrap();
    let axis = sweep.fixed_axis(Span::known(0.0, 0.0152)).unwrap();
    assert!(axis.slowest <= 1.03e-14 && axis.fastest >= 1.03e-14);
}

/// A sweep by almost half a turn is almost nowhere half way, but it is somewhere.
#[test]
fn almost_half_a_turn_has_poses_half_way() {
    for short in [1.6e-8, 1e-6, 1e-3] {
        let turned = Isometry2::new(Vector2::zeros(), std::f64::consts::PI - short);
        let ends = [(0.0, Isometry2::identity()), (1.0, turned)];
        let sweep = Sweep::new(ends[0], ends[1], Vector2::zeros()).unwrap();
        let placed = sweep.placement(0.5, &Vector2::zeros());
        let angle = sweep.pose(0.5).rotation.angle();
        assert!((angle - std::f64::consts::FRAC_PI_2).abs() <= placed.angle_error + 0.5 * short);
        assert!(placed.angle_error < 1e-13 / short, "{}", placed.angle_error);
    }
}

/// A body that turns about a point off its origin begins at the pose that it was given.
#[test]
fn the_pose_at_the_epoch_keeps_its_bits() {
    let start = Isometry2::translation(0.1, -0.0);
    let motion = ConstantVelocity::new(start, vector![1.0, 2.0], 1.0).unwrap();
    let motion = motion.about(vector![1.0, 0.0]).unwrap();
    let begins = motion.pose(0.0).translation.vector;
    assert_eq!(
        begins.map(f64::to_bits),
        start.translation.vector.map(f64::to_bits)
    );
}

fn check<const D: usize>(law: &Law<D>, angle: impl Fn(f64) -> f64, turn: f64) {
    for (from, until) in [(2.0, 2.5), (2.0, 2.1), (2.3, 2.4)] {
        let rates = law.rates(from, until);
        let h = 1e-4;
        let share = |i: i32| f64::from(i) / 500.0;
        let inner = until - from - 2.0 * h;
        let times: Vec<f64> = (0..=500).map(|i| from + h + inner * share(i)).collect();
        let rate = |t: f64| (angle(t + h) - angle(t - h)) / (2.0 * h);
        let change = |t: f64| (angle(t + h) - 2.0 * angle(t) + angle(t - h)) / (h * h);
        let most = |f: &dyn Fn(f64) -> f64| times.iter().map(|t| f(*t).abs()).fold(0.0, f64::max);
        let least = times.iter().map(|t| rate(*t)).fold(f64::INFINITY, f64::min);
        let slack = 1.0 + 1e-4;
        let (fastest, largest) = (most(&rate), most(&change));
        assert!(rates.fastest * slack >= fastest, "{turn} {from} {until}");
        assert!(rates.slowest <= least * slack, "{turn} {from} {until}");
        assert!(rates.change * slack >= largest, "{turn} {from} {until}");
        if from == 2.0 && until == 2.5 {
            assert!(rates.fastest <= fastest * 1.01, "{turn}");
            // that of theta'' takes the least L for the whole span
            assert!(
                rates.change <= largest * if turn < 1.0 { 1.1 } else { 60.0 },
                "{turn}"
            );
        }
        assert!(rates.slowest >= least * 0.99, "{} {least}", rates.slowest);
    }
}
