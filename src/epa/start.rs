//! The simplex that an expansion begins with.

use nalgebra::Vector3;

use super::support::{Least, Minkowski, Sample};
use crate::tuning::{ERRORS_IN_CORNER, GOOD_CORNER, USUAL_POINTS};

/// Returns points of the difference that span the whole space, or `None` if the difference is flat.
pub(super) fn first_simplex(
    difference: &mut dyn Minkowski,
    least: &mut Least,
    known: &[Sample],
    dimension: usize,
) -> Option<Vec<Sample>> {
    let mut chosen = Vec::with_capacity(USUAL_POINTS);
    chosen.push(known[0]);
    let mut more: Vec<Sample> = Vec::new();
    let mut spanned: Vec<Vector3<f64>> = Vec::with_capacity(dimension);
    while spanned.len() < dimension {
        // the known points may all be rounding around the origin
        let least_size = difference.error(&Vector3::repeat(1.0)) / GOOD_CORNER * ERRORS_IN_CORNER;
        let coordinates = known.iter().chain(&more).map(|sample| sample.y.amax());
        let size = coordinates.fold(least_size, f64::max);
        let mut next = farthest(known.iter().chain(&more), &chosen[0], &spanned);
        if next.1.norm() <= GOOD_CORNER * size {
            for direction in complement(&spanned, dimension) {
                more.push(least.support(difference, &direction).sample);
                more.push(least.support(difference, &-direction).sample);
            }
            next = farthest(known.iter().chain(&more), &chosen[0], &spanned);
        }
        let (sample, across) = next;
        let unit = across.try_normalize(0.0)?;
        if across.norm() <= difference.error(&unit) {
            return None;
        }
        spanned.push(unit);
        chosen.push(sample);
    }
    Some(chosen)
}

/// Returns the point that is farthest away from what is spanned, seen from `first`, with the vector from there.
fn farthest<'s>(
    known: impl Iterator<Item = &'s Sample>,
    first: &Sample,
    spanned: &[Vector3<f64>],
) -> (Sample, Vector3<f64>) {
    let mut farthest = (*first, Vector3::zeros());
    for sample in known {
        let across = square_part(&(sample.y - first.y), spanned);
        if across.norm_squared() >= farthest.1.norm_squared() {
            farthest = (*sample, across);
        }
    }
    farthest
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
