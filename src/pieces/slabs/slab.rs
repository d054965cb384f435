//! The part of a span in which a moving body may touch another one, as one direction tells.

use crate::Real;

/// The part of a span in which two bodies may touch, as shares of it. There is none if it ends before it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting<T> {
    pub(super) from: T,
    pub(super) until: T,
}

impl<T: Real> Meeting<T> {
    /// The whole span.
    pub(super) fn any_time() -> Self {
        Self {
            from: T::zero(),
            until: T::one(),
        }
    }

    // written so that NaN changes nothing
    #[inline(always)]
    fn begin_after(&mut self, share: T) {
        if share > self.from {
            self.from = share;
        }
    }

    #[inline(always)]
    fn end_before(&mut self, share: T) {
        if share < self.until {
            self.until = share;
        }
    }

    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        // written so that NaN settles nothing
        !(self.from > self.until)
    }
}

/// A moving body along one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab<T> {
    /// Its lowest and its highest point at the start of the span.
    pub(super) low: T,
    pub(super) high: T,
    /// One over how far these get in the span.
    pub(super) per_low: T,
    pub(super) per_high: T,
}

impl<T: Real> Slab<T> {
    /// Leaves of a meeting what is possible for a body that reaches from `bottom` to `top` all the time.
    #[inline(always)]
    pub(super) fn cut(&self, meeting: &mut Meeting<T>, bottom: T, top: T) {
        // the bodies touch only while the lowest point is not above the top, nor the highest one below the bottom. What
        // does not move has an infinite quotient: it is NaN where the bodies just touch, and NaN is not taken
        let reached = (top - self.low) * self.per_low;
        let left = (bottom - self.high) * self.per_high;
        if self.per_low < T::zero() {
            meeting.begin_after(reached);
        } else {
            meeting.end_before(reached);
        }
        if self.per_high < T::zero() {
            meeting.end_before(left);
        } else {
            meeting.begin_after(left);
        }
    }
}
