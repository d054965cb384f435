//! Bounds of speeds and accelerations against numerical derivatives: the bounds hold, and are not needlessly large.

use nalgebra::Point;

use super::{SEED, pose2, pose3, vector_of};
use crate::build::*;

/// Returns the largest observed ratios of s . p'' and of s . p' to their bounds, from differences of positions. The
/// points p of the body are at distance `reach` from the centre. Panics if a bound is exceeded.
fn check_bounds<const D: usize>(
    rng: &mut StdRng,
    motion: &impl Motion<f64, D>,
    during: Span<f64>,
) -> [f64; 2] {
    let reach = rng.random_range(0.1..2.0);
    let along = vector_of::<D>(rng, 1.0).normalize();
    let bounds = [
        motion.acceleration_bound(&along, during, reach),
        motion.speed_bound(&along, during, reach),
    ]
    .map(|bound| bound.expect("a bound"));
    let step = 1e-4 * during.length();
    let mut largest = [f64::MIN; 2];
    for _ in 0..40 {
        let time = rng.random_range(during.start() + step..during.end() - step);
        let offset = vector_of::<D>(rng, 1.0).normalize() * reach;
        let point = Point::from(motion.center() + offset);
        let height = |time: f64| along.dot(&motion.pose(time).transform_point(&point).coords);
        let (before, now, after) = (height(time - step), height(time), height(time + step));
        largest[0] = largest[0].max((before + after - 2.0 * now) / (step * step));
        largest[1] = largest[1].max((after - before) / (2.0 * step));
    }
    let size = 1.0 + bounds[0].abs() + bounds[1].abs();
    let slack = 1e-5 * size / during.length().powi(2).min(1.0);
    [0, 1].map(|order| {
        let (found, bound) = (largest[order], bounds[order]);
        assert!(found <= bound + slack, "{found} > {bound}");
        found / bound
    })
}

/// Checks the bounds of many motions, and that some point comes close to them.
pub(super) fn check_many<const D: usize, M: Motion<f64, D>>(
    mut make: impl FnMut(&mut StdRng) -> M,
) {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut tightest = [0.0f64; 2];
    for _ in 0..300 {
        let motion = make(&mut rng);
        let start = rng.random_range(0.0..0.8);
        let during = span(start, rng.random_range(start + 0.1..1.0));
        let found = check_bounds(&mut rng, &motion, during);
        tightest = [0, 1].map(|order| tightest[order].max(found[order]));
    }
    let is_tight = tightest.iter().all(|&share| share > 0.9);
    assert!(is_tight, "the bounds are loose: {tightest:?}");
}

fn check_all<R: Rotor<f64, D>, const D: usize>(
    pose: fn(&mut StdRng) -> Isometry<f64, R, D>,
    fast: f64,
) {
    let flight = |rng: &mut StdRng, spin| {
        let spin = R::velocity_of(vector_of(rng, spin));
        let flight = steady(pose(rng), vector_of(rng, 2.0), spin);
        flight.about(vector_of(rng, 1.0)).expect("a motion")
    };
    check_many(|rng| flight(rng, fast));
    check_many(|rng| Ballistic::new(flight(rng, 3.0), vector_of(rng, 9.0)).expect("a motion"));
    check_many(|rng| {
        let ends = ((0.0, pose(rng)), (1.0, pose(rng)));
        Sweep::new(ends.0, ends.1, vector_of(rng, 1.0)).expect("a motion")
    });
    check_many(|rng| {
        let ends = ((0.0, pose(rng)), (1.0, pose(rng)));
        ConstantVelocity::between(ends.0, ends.1, vector_of(rng, 1.0)).expect("a motion")
    });
}

#[test]
fn bounds_hold_and_are_tight() {
    check_all(pose2, 20.0);
    check_all(pose3, 12.0);
}
