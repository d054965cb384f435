//! Audits accept what is right, and name what is wrong.

mod bodies;
mod extrusions;
mod fixed_axes;
mod honest_axes;
mod motions;
mod right;

use nalgebra::SVector;
use photofinish::{Real, Span};

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}

fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| T::of((seed * (row as f64 + 1.3)).sin()))
}
