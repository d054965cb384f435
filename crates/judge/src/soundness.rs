//! Every answer of the crate compared with the independent oracle. Soundness and completeness are judged separately.

pub mod climb;
pub mod convert;
pub mod excess;
pub mod families;
pub mod judge;
pub mod kernel;
pub mod liar;
pub mod plain;
pub mod proof;
pub mod starts;
pub mod tale;

pub use convert::{AnyBody, FromOracle, flight, given, shape};
pub use judge::{Asked, Verdict, judge};

use photofinish::{Real, SupportMap};

/// Returns the rounding error of a distance between two placed bodies.
pub fn resolution<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
) -> T {
    photofinish::resolution(a, b).norm() * T::of(2.0)
}
