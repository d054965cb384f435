//! Numbers and vectors of two bodies at once, in double precision.
//!
//! Whatever is done to both bodies is done once: a [`Pair`] holds a number of A and one of B in one register. Nothing
//! that a search stores is narrower than that: a processor that loads at once what was stored in parts has to wait.
//!
//! Bodies in single precision are asked in double precision too. Their numbers are exact there.

mod angle;
mod matrix;
mod pair;
mod vector;

pub use angle::sines_and_cosines;
pub use matrix::Rotations;
pub use pair::Pair;
pub use vector::{Both, Vector};

/// The largest relative error of a sum, a product, a quotient or a square root: half the distance from 1 to the next
/// larger number.
pub const UNIT: f64 = 0.5 * f64::EPSILON;

/// The larger number; the second one, if one of both is none.
#[inline(always)]
pub fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}
