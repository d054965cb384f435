//! The simplex that an expansion begins with.

use nalgebra::Vector3;

use super::support::{Least, Minkowski, Sample};
use crate::tuning::{ERRORS_IN_CORNER, GOOD_CORNER};

/// Returns points of the difference that span the whole space, or `None` if the difference is flat.
pub(super) fn first_simplex(
    difference: &mut impl Minkowski,
    least: &mut Least,
    mut known: Vec<Sample>,
    dimension: usize,
) -> Option<Vec<Sample>> {
    let mut chosen = vec![known[0]];
    let mut spanned: Vec<Vector3<f64>> = Vec::new();
    while spanned.len() < dimension {
        // the known points may all be rounding around the origin
        let least_size = difference.error(&Vector3::repeat(1.0)) / GOOD_CORNER * ERRORS_IN_CORNER;
        let coordinates = known.iter().map(|sample| sample.y.amax());
        let size = coordinates.fold(least_size, f64::max);
        let apart = |sample: &Sample| square_part(&(sample.y - chosen[0].y), &spanned);
        let farthest = |known: &[Sample]| {
            let farther = |a: &&Sample, b: &&Sample| apart(a).norm().total_cmp(&apart(b).norm());
            *known.iter().max_by(farther).unwrap_or(&chosen[0])
        };
        let mut next = farthest(&known);
        if apart(&next).norm() <= GOOD_CORNER * size {
            for direction in complement(&spanned, dimension) {
                known.push(least.support(difference, &direction).sample);
                known.push(least.support(difference, &-direction).sample);
            }
            next = farthest(&known);
        }
        let across = apart(&next);
        let unit = across.try_normalize(0.0)?;
        if across.norm() <= difference.error(&unit) {
            return None;
        }
        spanned.push(unit);
        chosen.push(next);
    }
    Some(chosen)
}

/// Returns a vector without its components along some orthonormal vectors.
fn square_part(vector: &Vector3<f64>, spanned: &[Vector3<f64>]) -> Vector3<f64> {
    let once = |v: Vector3<f64>| spanned.iter().fold(v, |v, u| v - u * u.dot(&v));
    once(once(*vector))
}

/// Returns an orthonormal basis of the directions square to all of `spanned`.
fn complement(spanned: &[Vector3<f64>], dimension: usize) -> Vec<Vector3<f64>> {
    let mut all = spanned.to_vec();
    while all.len() < dimension {
        let longest = (0..dimension)
            .map(|axis| square_part(&Vector3::ith(axis, 1.0), &all))
            .max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
        match longest.and_then(|vector| vector.try_normalize(0.0)) {
            Some(unit) => all.push(unit),
            None => break,
        }
    }
    all.split_off(spanned.len())
}
