//! The simplex that an expansion begins with.

use nalgebra::Vector3;

use super::support::{Least, Minkowski, Sample};
use crate::tuning::USUAL_POINTS;

/// Returns points of the difference that span the whole space, or `None` if the difference is flat up to rounding. Those
/// that are known are taken first.
pub(super) fn first_simplex(
    difference: &mut dyn Minkowski,
    least: &mut Least,
    known: &[Sample],
    dimension: usize,
) -> Option<Vec<Sample>> {
    let mut samples = Vec::with_capacity(USUAL_POINTS);
    samples.extend_from_slice(known);
    let mut axes = [Vector3::zeros(); 3];
    for count in 0..dimension {
        let mut next = farthest(difference, &samples, &axes[..count]);
        if next.is_none() {
            for place in count..dimension {
                let all = (0..dimension).map(|axis| Vector3::ith(axis, 1.0));
                let across = all.map(|axis| square_part(&axis, &axes[..place]));
                let longest =
                    across.max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
                axes[place] = longest.try_normalize(0.0)?;
                samples.push(least.support(difference, &axes[place]).sample);
                samples.push(least.support(difference, &-axes[place]).sample);
            }
            next = farthest(difference, &samples, &axes[..count]);
        }
        let (place, axis) = next?;
        axes[count] = axis;
        samples.swap(count + 1, place);
    }
    samples.truncate(dimension + 1);
    Some(samples)
}

/// Returns the place of the point that is farthest from the hull of the first ones, along which the axes are, and the
/// direction to it; `None` if it may be rounding.
fn farthest(
    difference: &dyn Minkowski,
    samples: &[Sample],
    axes: &[Vector3<f64>],
) -> Option<(usize, Vector3<f64>)> {
    let (mut place, mut farthest) = (0, Vector3::zeros());
    for (at, sample) in samples.iter().enumerate().skip(axes.len() + 1) {
        let across = square_part(&(sample.y - samples[0].y), axes);
        if across.norm_squared() >= farthest.norm_squared() {
            (place, farthest) = (at, across);
        }
    }
    let direction = farthest.try_normalize(0.0)?;
    let is_clear = farthest.norm() > difference.error(&direction);
    is_clear.then_some((place, direction))
}

/// Returns a vector without its components along some orthonormal vectors.
fn square_part(vector: &Vector3<f64>, axes: &[Vector3<f64>]) -> Vector3<f64> {
    let once = |v: Vector3<f64>| axes.iter().fold(v, |v, u| v - u * u.dot(&v));
    once(once(*vector))
}
