//! What a search is asked. It does not change while the search runs.

use nalgebra::SVector;

use super::Query;
use crate::separation::{Instant, Setting};
use crate::tuning::{COMMON_ERRORS_IN_TOLERANCE, ERRORS_IN_TOLERANCE};
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

/// Both bodies at one time, as slices of their extrusions.
pub(super) type Slices<'x, A, B, T, const D: usize> =
    Instant<<A as Extrusion<T, D>>::Slice<'x>, <B as Extrusion<T, D>>::Slice<'x>, T, D>;

/// Both bodies, the interval, and what the query asks about them.
pub(super) struct Problem<'q, 'x, A, B, T, const D: usize> {
    pub(super) query: &'q Query<T>,
    pub(super) setting: Setting<'x, A, B, T, D>,
    pub(super) during: Span<T>,
    /// The tolerance; if it is the default, without its share for rounding errors.
    pub(super) tolerance: T,
    /// Whether the query asks only if the bodies touch, no matter when.
    pub(super) only_if_they_touch: bool,
}

/// Returns the point from which the coordinates of both bodies are measured.
///
/// It lies half way between them, so that swapping the bodies changes nothing.
pub(super) fn origin<T, const D: usize, A, B>(a: &A, b: &B, start: T) -> SVector<T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    (a.reference(start) + b.reference(start)) * T::of(0.5)
}

impl<'q, 'x, A, B, T, const D: usize> Problem<'q, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    #[inline(always)]
    pub(super) fn new(query: &'q Query<T>, (a, b): (&'x A, &'x B), during: Span<T>) -> Self {
        let (size_a, size_b) = (a.size(), b.size());
        let (smaller, larger) = (size_a.min(size_b), size_a.max(size_b));
        // a point has no size: the other body then sets the scale
        let size = if smaller > T::zero() { smaller } else { larger };
        Self::sized(query, (a, b), during, size)
    }

    /// As [`new`](Self::new), with the size that sets the default tolerance.
    #[inline(always)]
    pub(super) fn sized(
        query: &'q Query<T>,
        (a, b): (&'x A, &'x B),
        during: Span<T>,
        size: T,
    ) -> Self {
        let origin = origin(a, b, during.start());
        Self {
            query,
            setting: Setting { a, b, origin },
            during,
            tolerance: query.tolerance.unwrap_or(size * T::SQRT_EPSILON),
            only_if_they_touch: false,
        }
    }

    /// Returns both bodies at a time, and the distance that they are to keep.
    #[inline]
    pub(super) fn instant(&self, time: T, target: T) -> Slices<'x, A, B, T, D> {
        let (a, b, origin) = (self.setting.a, self.setting.b, &self.setting.origin);
        Instant::new(time, a.slice(time, origin), b.slice(time, origin), target)
    }

    /// Returns the latest time that a test from `now` may reach: the next knot, or a half, a quarter, ... of the way to
    /// it, if the motions state bounds only over shorter spans.
    ///
    /// # Errors
    /// [`QueryError::KnotNotLater`], and [`UndecidedReason::NoBounds`].
    pub(super) fn limit(&self, now: T) -> Result<T, QueryError> {
        let piece = self.first_piece(now)?;
        let mut end = piece.end();
        while !self.is_bounded(Span::known(now, end)) {
            let half = now + (end - now) * T::of(0.5);
            // written so that times too near to tell apart end it
            if !(now < half && half < end) {
                let (clear_until, end) = (now.as_f64(), piece.end().as_f64());
                let reason = UndecidedReason::NoBounds { end };
                return Err(QueryError::Undecided {
                    clear_until,
                    reason,
                });
            }
            end = half;
        }
        Ok(end)
    }

    /// Returns whether both bodies have bounds of their acceleration during the span, or both of their speed.
    fn is_bounded(&self, during: Span<T>) -> bool {
        let (a, b) = (self.setting.a, self.setting.b);
        let any = SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() });
        let accelerations = || {
            let of_a = a.acceleration_bound(&any, during).is_some();
            of_a && b.acceleration_bound(&any, during).is_some()
        };
        let speeds = || {
            let of_a = a.speed_bound(&any, during).is_some();
            of_a && b.speed_bound(&any, during).is_some()
        };
        accelerations() || speeds()
    }

    /// Returns the part of the interval from `now` to the first knot of either body.
    fn first_piece(&self, now: T) -> Result<Span<T>, QueryError> {
        let mut end = self.during.end();
        let knots = [self.setting.a.next_knot(now), self.setting.b.next_knot(now)];
        for knot in knots.into_iter().flatten() {
            // written so that NaN is refused too
            if !(knot > now) {
                return Err(QueryError::KnotNotLater {
                    after: now.as_f64(),
                    knot: knot.as_f64(),
                });
            }
            end = end.min(knot);
        }
        Ok(Span::known(now, end))
    }

    /// Returns the tolerance of the query, or the default with its share for rounding along `s`.
    pub(super) fn asked_tolerance(&self, now: &Slices<'x, A, B, T, D>, s: &SVector<T, D>) -> T {
        match self.query.tolerance {
            Some(tolerance) => tolerance,
            None => {
                self.tolerance
                    + now.own_error(s) * T::of(ERRORS_IN_TOLERANCE)
                    + now.common_error() * T::of(COMMON_ERRORS_IN_TOLERANCE)
            }
        }
    }

    /// Returns the largest diameter of a ball that fits into both bodies together.
    pub(super) fn width(&self) -> T {
        self.setting.a.inner_diameter() + self.setting.b.inner_diameter()
    }

    /// Returns the least signed distance that bodies can keep without passing through each other, with some room.
    pub(super) fn lowest(&self) -> T {
        let depth = (self.width() - self.tolerance) * T::of(0.5);
        T::zero() - depth.max(T::zero())
    }

    /// Returns whether the bodies [are thick enough](is_thick_enough).
    pub(super) fn is_thick_enough(&self, depth: T) -> bool {
        is_thick_enough(self.width(), depth)
    }
}

/// Returns whether bodies can overlap by `depth` without passing through each other. The width is the sum of both inner
/// diameters.
///
/// The difference B - A of the bodies contains a ball whose radius is half of that. As long as this radius is larger
/// than the depth, the origin stays away from the ball's centre.
pub(crate) fn is_thick_enough<T: Real>(width: T, depth: T) -> bool {
    width > depth * T::of(2.0)
}
