//! The kernel against exact arithmetic and closed forms, and what it refuses.

mod allowances;
mod closed_forms;
mod exact;
mod floors;
mod refusals;
mod sliced;

use super::{Question, Subject};

/// Asks about the first second, with the default tolerance.
fn question<'b, const D: usize>(a: &'b dyn Subject<D>, b: &'b dyn Subject<D>) -> Question<'b, D> {
    Question {
        a,
        b,
        start: 0.0,
        end: 1.0,
        target: 0.0,
        tolerance: None,
        in_single: false,
        by_vectors: false,
        may_pass: false,
    }
}
