//! Spans of time.

use crate::error::finite;
use crate::{QueryError, Real};

/// A span of time with both its ends; it never ends before it starts.
///
/// ```
/// use photofinish::Span;
///
/// let step = Span::new(2.0, 2.5)?;
/// assert_eq!((step.start(), step.end(), step.length()), (2.0, 2.5, 0.5));
/// assert!(Span::new(2.5, 2.0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    start: T,
    end: T,
}

impl<T: Real> Span<T> {
    /// Returns the span from `start` to `end`, which may be equal.
    ///
    /// # Errors
    /// [`QueryError::TimeNotFinite`] and [`QueryError::ReversedInterval`].
    pub fn new(start: T, end: T) -> Result<Self, QueryError> {
        for time in [start, end] {
            finite("time", time).map_err(|bad| QueryError::TimeNotFinite { value: bad.value })?;
        }
        if start > end {
            return Err(QueryError::ReversedInterval {
                start: start.as_f64(),
                end: end.as_f64(),
            });
        }
        Ok(Self { start, end })
    }

    /// Returns the span between two times that are known to be finite and in order.
    pub(crate) fn known(start: T, end: T) -> Self {
        debug_assert!(start <= end, "a span is never reversed");
        Self { start, end }
    }

    /// Returns the time at which the span starts.
    #[inline]
    pub fn start(&self) -> T {
        self.start
    }

    /// Returns the time at which the span ends.
    #[inline]
    pub fn end(&self) -> T {
        self.end
    }

    /// Returns how long the span lasts.
    #[inline]
    pub fn length(&self) -> T {
        self.end - self.start
    }

    /// Returns no less than how long the span lasts: the difference of its ends loses half an ulp. A longer span never
    /// has a larger margin.
    #[inline]
    pub(crate) fn length_at_most(&self) -> T {
        self.length() * (T::one() + T::EPSILON)
    }
}
