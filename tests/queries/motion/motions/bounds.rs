//! Bounds of speeds and accelerations against numerical derivatives: the bounds hold, and are not needlessly large.

use nalgebra::Point;
use photofinish::Span;
use photofinish::motion::{Ballistic, ConstantVelocity, Motion, Sweep};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{SEED, number, pose2, pose3, vector_of};

/// Returns the largest observed ratios of s . p'' and of s . p' to their bounds, from differences of positions. The
/// points p of the body are at distance `reach` from the centre. Panics if a bound is exceeded.
fn check_bounds<const D: usize>(
    rng: &mut StdRng,
    motion: &impl Motion<f64, D>,
    span: Span<f64>,
) -> (f64, f64) {
    let reach = rng.random_range(0.1..2.0);
    let along = vector_of::<D>(rng, 1.0).normalize();
    let acceleration = motion
        .acceleration_bound(&along, span, reach)
        .expect("a bound");
    let speed = motion.speed_bound(&along, span, reach).expect("a bound");
    let step = 1e-4 * span.length();
    let mut largest = (f64::MIN, f64::MIN);
    for _ in 0..40 {
        let time = rng.random_range(span.start() + step..span.end() - step);
        let offset = vector_of::<D>(rng, 1.0).normalize() * reach;
        let point = Point::from(motion.center() + offset);
        let height = |time: f64| along.dot(&motion.pose(time).transform_point(&point).coords);
        let (before, now, after) = (height(time - step), height(time), height(time + step));
        largest.0 = largest.0.max((before + after - 2.0 * now) / (step * step));
        largest.1 = largest.1.max((after - before) / (2.0 * step));
    }
    let slack = 1e-5 * (1.0 + acceleration.abs() + speed.abs()) / span.length().powi(2).min(1.0);
    assert!(
        largest.0 <= acceleration + slack,
        "{} > {acceleration}",
        largest.0
    );
    assert!(largest.1 <= speed + slack, "{} > {speed}", largest.1);
    (largest.0 / acceleration, largest.1 / speed)
}

/// Checks the bounds of many motions, and that some point comes close to them.
pub(super) fn check_many<const D: usize, M: Motion<f64, D>>(
    mut make: impl FnMut(&mut StdRng) -> M,
) {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut tightest = (0.0f64, 0.0f64);
    for _ in 0..300 {
        let motion = make(&mut rng);
        let start = rng.random_range(0.0..0.8);
        let span = Span::new(start, rng.random_range(start + 0.1..1.0)).expect("in order");
        let (acceleration, speed) = check_bounds(&mut rng, &motion, span);
        tightest = (tightest.0.max(acceleration), tightest.1.max(speed));
    }
    assert!(
        tightest.0 > 0.9 && tightest.1 > 0.9,
        "the bounds are loose: {tightest:?}"
    );
}

#[test]
fn bounds_hold_and_are_tight_in_the_plane() {
    let flight = |rng: &mut StdRng, spin| {
        ConstantVelocity::new(pose2(rng), vector_of(rng, 2.0), number(rng, spin))
            .and_then(|motion| motion.about(vector_of(rng, 1.0)))
            .expect("a motion")
    };
    check_many(|rng| flight(rng, 20.0));
    check_many(|rng| Ballistic::new(flight(rng, 3.0), vector_of(rng, 9.0)).expect("a motion"));
    check_many(|rng| {
        let ends = (pose2(rng), pose2(rng));
        Sweep::new((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0)).expect("a motion")
    });
}

#[test]
fn bounds_hold_and_are_tight_in_space() {
    let flight = |rng: &mut StdRng, spin| {
        ConstantVelocity::new(pose3(rng), vector_of(rng, 2.0), vector_of(rng, spin))
            .and_then(|motion| motion.about(vector_of(rng, 1.0)))
            .expect("a motion")
    };
    check_many(|rng| flight(rng, 12.0));
    check_many(|rng| Ballistic::new(flight(rng, 3.0), vector_of(rng, 9.0)).expect("a motion"));
    check_many(|rng| {
        let ends = (pose3(rng), pose3(rng));
        Sweep::new((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0)).expect("a motion")
    });
    check_many(|rng| {
        let ends = (pose3(rng), pose3(rng));
        ConstantVelocity::between((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0))
            .expect("a motion")
    });
}
