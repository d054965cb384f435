//! A span of time.

use crate::{QueryError, Real};

/// A closed span of time, never reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    start: T,
    end: T,
}

impl<T: Real> Span<T> {
    /// The span from `start` to `end`.
    ///
    /// # Errors
    /// [`QueryError::TimeNotFinite`] and [`QueryError::ReversedInterval`].
    pub fn new(start: T, end: T) -> Result<Self, QueryError> {
        for time in [start, end] {
            if !time.is_finite() || time.abs() > T::LARGEST {
                return Err(QueryError::TimeNotFinite {
                    value: time.as_f64(),
                });
            }
        }
        if start > end {
            return Err(QueryError::ReversedInterval {
                start: start.as_f64(),
                end: end.as_f64(),
            });
        }
        Ok(Self { start, end })
    }

    /// The span between two times that are known to be finite and in order.
    pub(crate) fn known(start: T, end: T) -> Self {
        debug_assert!(start <= end, "a span is never reversed");
        Self { start, end }
    }

    /// Where the span begins.
    #[inline]
    pub fn start(&self) -> T {
        self.start
    }

    /// Where the span ends.
    #[inline]
    pub fn end(&self) -> T {
        self.end
    }

    /// How long it lasts.
    #[inline]
    pub fn length(&self) -> T {
        self.end - self.start
    }
}
