//! The errors of a search that has no answer, and why it has none.

use nalgebra::SVector;

use super::driver::Driver;
use super::problem::Slices;
use crate::separation::can_both_hold;
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns the error for bodies whose points along a direction, or near it, are not finite.
    #[cold]
    pub(super) fn not_finite(&self, time: T, along: &SVector<T, D>) -> QueryError {
        let seen = self.instant(time).bodies.first_bad_coordinate(along);
        QueryError::CoordinateNotFinite {
            time: time.as_f64(),
            value: seen.map_or(f64::NAN, T::as_f64),
        }
    }

    /// Returns the error for bodies of which nothing more can be proven from now on.
    ///
    /// `failed` is the gap now and the earliest time up to which the bounds did not prove the bodies free. It is `None`
    /// if no vector separates them now.
    #[cold]
    pub(super) fn unresolved(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        failed: Option<(T, T)>,
    ) -> QueryError {
        if let Some(bad) = self.round.bad_coordinates.take() {
            return bad;
        }
        for along in [&self.memory.axis, &-self.memory.axis] {
            let seen = now.bodies.first_bad_coordinate(along);
            if seen.is_some_and(|value| !value.is_finite()) {
                return self.not_finite(now.time, along);
            }
        }
        let best = self.round.best.as_ref().map(|best| best.direction);
        let along = best.unwrap_or(SVector::repeat(T::one()));
        let resolution = now.error(&along) * T::of(crate::tuning::ERRORS_AT_WORST);
        let resolution = resolution.max(self.round.hidden);
        match failed {
            Some((gap, until)) if gap > resolution => self.unproven(now.time, until, &along),
            _ => self.beyond_resolution(now.time, resolution),
        }
    }

    /// Returns the error for bodies that are clearly apart along `s`, but not proven to stay so until any time.
    fn unproven(&self, now: T, until: T, s: &SVector<T, D>) -> QueryError {
        let during = Span::known(now, until);
        let of_a = bad_bound(self.problem.setting.a, &-s, during);
        let of_bodies = of_a.or_else(|| bad_bound(self.problem.setting.b, s, during));
        of_bodies.unwrap_or(QueryError::Undecided {
            clear_until: self.clear_until(now).as_f64(),
            reason: UndecidedReason::Span {
                span: during.length().as_f64(),
            },
        })
    }

    /// Returns the error for a gap that is above the tolerance, but not above rounding.
    fn beyond_resolution(&self, now: T, resolution: T) -> QueryError {
        let clear_until = self.clear_until(now).as_f64();
        match self.problem.query.tolerance {
            Some(tolerance) if tolerance < resolution => QueryError::ToleranceTooSmall {
                tolerance: tolerance.as_f64(),
                resolution: resolution.as_f64(),
                clear_until,
            },
            _ => QueryError::Undecided {
                clear_until,
                reason: UndecidedReason::Resolution {
                    resolution: resolution.as_f64(),
                },
            },
        }
    }
}

/// Returns the error for a bound of a body along `s` that is not finite, or for contradictory speed bounds.
pub(in crate::toi) fn bad_bound<T, const D: usize, E>(
    body: &E,
    s: &SVector<T, D>,
    during: Span<T>,
) -> Option<QueryError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let (start, end) = (during.start().as_f64(), during.end().as_f64());
    let acceleration = body.acceleration_bound(s, during);
    let speeds = [s, &-s].map(|along| body.speed_bound(along, during));
    let bounds = [
        ("acceleration", acceleration),
        ("speed", speeds[0]),
        ("speed", speeds[1]),
    ];
    for (quantity, bound) in bounds {
        if let Some(value) = bound.filter(|bound| !bound.is_finite()) {
            let value = value.as_f64();
            return Some(QueryError::BoundNotFinite {
                quantity,
                value,
                start,
                end,
            });
        }
    }
    let [Some(along), Some(against)] = speeds else {
        return None;
    };
    (!can_both_hold((along, against))).then_some(QueryError::SpeedBoundsContradict {
        along: along.as_f64(),
        against: against.as_f64(),
        start,
        end,
    })
}
