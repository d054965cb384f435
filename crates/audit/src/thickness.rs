//! How large a ball fits between planes that touch a body.

use nalgebra::SVector;
use photofinish::{Real, SupportMap};

use crate::sample::Samples;

/// How many ulps of the sizes are allowed for the sums of this audit.
const SUM_ULPS: f64 = 16.0;
/// A sum of directions that is shorter than this may be mostly rounding, and gives no direction.
const LEAST_SUM: f64 = 1e-3;

/// Returns directions between which a ball is looked for: one, or as many as there are dimensions.
pub(crate) fn directions<T: Real, const D: usize>(
    samples: &mut Samples,
    index: usize,
) -> Vec<SVector<T, D>> {
    let count = if index.is_multiple_of(2) { 1 } else { D };
    (0..count).map(|_| samples.direction(index)).collect()
}

/// Returns an upper bound of the diameter of the largest ball inside a body, rounding included.
///
/// A ball of radius r in the body reaches h(s) - r at most with its centre, along every unit vector s with the support
/// value h(s). With the weights w of vectors whose weighted sum is zero, r is at most the sum of w h(s) over the sum of
/// w. The vectors are these directions, and one against their sum.
pub(crate) fn room_between<T: Real, const D: usize>(
    body: &dyn SupportMap<T, D>,
    directions: &[SVector<T, D>],
) -> f64 {
    let sum = directions
        .iter()
        .fold(SVector::<T, D>::zeros(), |sum, s| sum + s);
    let length = sum.norm();
    let (mut heights, mut weights) = (0.0, 0.0);
    for s in directions {
        heights += highest(body, s);
        weights += 1.0;
    }
    if length > T::of(LEAST_SUM) {
        heights += highest(body, &(-sum / length)) * length.as_f64();
        weights += length.as_f64();
    }
    2.0 * heights / weights
}

/// Returns how far a body reaches along a unit vector, and no less than that in spite of rounding.
fn highest<T: Real, const D: usize>(body: &dyn SupportMap<T, D>, s: &SVector<T, D>) -> f64 {
    let along = s.map(T::as_f64);
    let location = body.location().map(T::as_f64);
    let value = body.core_support_value(s).as_f64() + body.radius().as_f64();
    let rounding = along.abs().dot(&body.rounding().map(T::as_f64));
    let sizes = location.norm() + value.abs() + body.radius().as_f64();
    along.dot(&location) + value + rounding + sizes * (SUM_ULPS * T::EPSILON.as_f64())
}
