//! How a gap along a direction may change in a span.

use nalgebra::SVector;

use crate::pieces::Bodies;
use crate::separation::{
    Margin, Order, first_order_margin, relative_bounds_of_speed, second_order_margin, sum_of_bounds,
};
use crate::{Real, Span};

/// What bounds how a gap along a direction changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound<T> {
    /// Of the relative acceleration.
    Second(T),
    /// Of the closing and of the opening speed.
    First(T, T),
}

impl<T: Real> Bound<T> {
    /// Bounds how the gap along `s` changes, for all points of both bodies.
    pub(super) fn of<const D: usize>(
        (a, b): Bodies<'_, T, D>,
        s: &SVector<T, D>,
        during: Span<T>,
    ) -> Self {
        let of_a = a.motion().acceleration_bound(&-s, during, a.reach());
        let of_b = b.motion().acceleration_bound(s, during, b.reach());
        if let Some((of_a, of_b)) = of_a.zip(of_b) {
            return Self::Second(sum_of_bounds(of_b, of_a));
        }
        let speeds = relative_bounds_of_speed(
            |along| a.motion().speed_bound(along, during, a.reach()),
            |along| b.motion().speed_bound(along, during, b.reach()),
            s,
        );
        // not a number proves nothing
        let (closing, opening) = speeds.unwrap_or((T::of(f64::NAN), T::of(f64::NAN)));
        Self::First(closing, opening)
    }

    /// Returns the most by which a gap may bend in the span; for speeds, how far it may close and open.
    pub(super) fn most_bend(&self, during: Span<T>) -> T {
        let duration = during.length_at_most();
        match *self {
            Self::Second(acceleration) => acceleration * duration * duration * T::of(0.5),
            Self::First(closing, opening) => (closing.abs() + opening.abs()) * duration,
        }
    }

    /// Returns the share of the span up to which a gap stays open that is `start` and `end` at least at its ends: a lower
    /// bound.
    ///
    /// With K = M h^2 / 2 the gap is nowhere below start + (end - start) u - K u (1 - u), and so nowhere below
    /// start - (start - end + K) u. At the closing speed V it is nowhere below start - V h u.
    pub(super) fn share(&self, (start, end): (T, T), during: Span<T>) -> T {
        let duration = during.length_at_most();
        let fall = match *self {
            // written so that NaN keeps nothing open
            Self::Second(acceleration) if acceleration <= T::zero() => start - end,
            Self::Second(_) => (start - end) + self.most_bend(during),
            Self::First(closing, _) => closing * duration,
        };
        // the fall loses 2 ulps and a half, the quotient and the product one
        let share = start / fall * (T::one() - T::EPSILON * T::of(8.0));
        if share > T::zero() {
            share.min(T::one())
        } else {
            T::zero()
        }
    }

    #[inline]
    pub(super) fn margin(&self, (start, end): (T, T), during: Span<T>) -> Margin<T> {
        let duration = during.length_at_most();
        match *self {
            Self::Second(acceleration) => Margin {
                value: second_order_margin(start, end, acceleration, duration),
                order: Order::Second,
            },
            Self::First(closing, opening) => Margin {
                value: first_order_margin(start, end, closing, opening, duration),
                order: Order::First,
            },
        }
    }
}
