//! Audits accept what is right, and name what is wrong.

mod bodies;
mod extrusions;
mod fixed_axes;
mod frames;
mod honest_axes;
mod honest_frames;
mod motions;
mod right;

use nalgebra::{SMatrix, SVector};
use photofinish::{Real, Span};

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}

fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| T::of((seed * (row as f64 + 1.3)).sin()))
}

/// Returns the turn by an angle in the plane of the first and the last axis.
fn turn<T: Real, const D: usize>(angle: T) -> SMatrix<T, D, D> {
    let (sin, cos) = angle.sine_and_cosine();
    let mut turn = SMatrix::<T, D, D>::identity();
    (turn[(0, 0)], turn[(0, D - 1)]) = (cos, -sin);
    (turn[(D - 1, 0)], turn[(D - 1, D - 1)]) = (sin, cos);
    turn
}
