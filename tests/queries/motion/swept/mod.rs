//! Bounds of moving bodies over a span against closed forms and the oracle.

mod bad_input;
mod boxes;
mod travel;

use photofinish::{Real, Span};

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}
