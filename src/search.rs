//! The search: it proposes vectors, frames and times to the [kernel](crate::proof), and can be wrong about all of them.
//!
//! ```text
//! a half-space: along its normal, to the end, or to where Brent's method says that the bodies meet
//! a window of time in which the bounding balls may touch       none: the bodies are separated
//! the first vector: the line of centres, or a face that faces the other body
//! nothing turns, and the path is straight: one run of GJK, moved on along the ray whenever a vector clears it
//! else, from time to time:
//!     GJK, until a vector has a good part of the distance
//!     within the tolerance: an impact
//!     the nearest features known: when do they meet, along which vector? go on up to there; all of it proven: an impact
//!     else go on along the best vector: to the end, or to a nearer end if the bound of the acceleration limits the step
//! ```
//!
//! GJK and the vectors that it meets are those of \[2\] 4. A step is a test of the [crate] docs: a span of time with one
//! vector.

mod first;
mod floor;
mod meet;
mod simplex;
mod straight;
mod turning;

use crate::proof::{Free, Kernel, Moment, Outcome, Question, Touch, Verdict, prove};
use simplex::{Near, Simplex};

/// Returns when two bodies first touch.
pub fn time_of_impact<const D: usize>(question: &Question<'_, D>) -> Outcome<D> {
    prove(question, search)
}

/// Proves what it can of two bodies.
#[inline(always)]
pub fn search<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: Free<'id>,
) -> Verdict<'id, D> {
    if kernel.is_floor() {
        floor::floor(kernel, free)
    } else if kernel.straight() {
        straight::straight(kernel, free)
    } else {
        turning::turning(kernel, free)
    }
}

/// Returns the contact of a simplex, if its nearest point is near enough.
#[inline(always)]
fn contact<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    at: &Moment<'id, D>,
    simplex: &Simplex<'id, D>,
    near: &Near<D>,
) -> Option<Touch<'id, D>> {
    if near.length - at.margin() > kernel.tolerance() {
        return None;
    }
    kernel.touch(at, simplex.points(), simplex.weights(), near.unit())
}
