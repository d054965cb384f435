//! Numbers that audits refuse, and numbers in messages.

use nalgebra::SVector;
use photofinish::Real;

/// Returns the first number that is NaN or infinite, and what it is.
pub(crate) fn not_finite(numbers: &[(&'static str, &[f64])]) -> Option<(&'static str, f64)> {
    numbers.iter().find_map(|&(what, values)| {
        let value = values.iter().find(|value| !value.is_finite())?;
        Some((what, *value))
    })
}

/// Returns a vector's coordinates in double precision, for a message.
pub(crate) fn listed<T: Real, const D: usize>(vector: &SVector<T, D>) -> Vec<f64> {
    vector.iter().map(|x| x.as_f64()).collect()
}
