//! The parts of a span between the knots of motions.

use super::SweptError;
use crate::tuning::MOST_KNOTS;
use crate::{Real, Span};

/// Calls `visit` with the parts of a span between its knots, in order. `next_knots` returns the first knots of two
/// motions after a time.
///
/// # Errors
/// [`SweptError::KnotNotLater`], [`SweptError::TooManyKnots`], and those of `visit`.
pub(super) fn between_knots<T: Real>(
    during: Span<T>,
    next_knots: impl Fn(T) -> [Option<T>; 2],
    mut visit: impl FnMut(Span<T>) -> Result<(), SweptError>,
) -> Result<(), SweptError> {
    let mut start = during.start();
    for _ in 0..=MOST_KNOTS {
        let mut end = during.end();
        for knot in next_knots(start).into_iter().flatten() {
            // written so that NaN is refused too
            if !(knot > start) {
                return Err(SweptError::KnotNotLater {
                    after: start.as_f64(),
                    knot: knot.as_f64(),
                });
            }
            end = end.min(knot);
        }
        visit(Span::known(start, end))?;
        if end == during.end() {
            return Ok(());
        }
        start = end;
    }
    Err(SweptError::TooManyKnots {
        most: MOST_KNOTS,
        reached: start.as_f64(),
    })
}
