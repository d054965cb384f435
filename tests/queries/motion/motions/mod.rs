//! Motions against closed forms, and their bounds against numerical derivatives.

mod bounds;
mod clamped;
mod piecewise;
mod pointers;
mod polynomial;
mod poses;
mod rounding;
mod sampled;

use crate::build::*;

const SEED: u64 = 0x6d6f_7469_6f6e;

fn number(rng: &mut StdRng, size: f64) -> f64 {
    rng.random_range(-size..size)
}

fn vector_of<const D: usize>(rng: &mut StdRng, size: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| number(rng, size))
}

fn pose2(rng: &mut StdRng) -> Isometry2<f64> {
    Isometry2::new(vector_of(rng, 3.0), number(rng, 3.0))
}

fn pose3(rng: &mut StdRng) -> Isometry3<f64> {
    Isometry3::new(vector_of(rng, 3.0), vector_of(rng, 1.7))
}
