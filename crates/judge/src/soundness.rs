//! Every answer of the crate compared with the independent oracle. Soundness and completeness are judged separately.

pub mod climb;
pub mod convert;
pub mod judge;
pub mod kernel;
pub mod liar;
pub mod plain;
pub mod proof;
pub mod starts;
pub mod tale;
pub mod tally;

pub use convert::{AnyBody, FromOracle, flight, given, shape};
pub use judge::{Asked, Verdict, judge};
pub use kernel::judge_kernel;
pub use starts::Starts;
pub use tally::Tally;

use photofinish::{Real, SupportMap};

/// Returns the rounding error of a distance between two placed bodies.
pub fn resolution<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
) -> T {
    photofinish::resolution(a, b).norm() * T::of(2.0)
}
