//! The errors of a search for the impact on a half-space that has no answer.

use super::search::{Search, Seen};
use crate::toi::failure::bad_bound;
use crate::{Extrusion, QueryError, Real, Span, UndecidedReason};

/// The rounding errors of a gap below which a tolerance is too small. Two are needed to accept a gap as an impact, one
/// on either side, and as much for the search to tell margins apart.
const RESOLVED_ERRORS: f64 = 4.0;

impl<E, B, T, const D: usize> Search<'_, '_, E, B, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns up to when the pair is proven to keep the query's target distance, if nothing is proven after `now`.
    fn clear_until(&self, now: T) -> T {
        match self.in_contact {
            Some(_) if self.problem.query.held_below.is_none() => self.problem.during.start(),
            _ => now,
        }
    }

    pub(super) fn check_budget(&self, now: T) -> Result<(), QueryError> {
        let budget = self.problem.query.budget;
        if self.log.statistics.support_evaluations <= budget {
            return Ok(());
        }
        Err(QueryError::Undecided {
            clear_until: self.clear_until(now).as_f64(),
            reason: UndecidedReason::Budget { budget },
        })
    }

    #[cold]
    pub(super) fn no_fixed_axis(&self, during: Span<T>) -> QueryError {
        QueryError::NoFixedAxis {
            start: during.start().as_f64(),
            end: during.end().as_f64(),
        }
    }

    /// Returns the error for a pair of which nothing more can be proven from now on.
    #[cold]
    pub(super) fn unresolved(&self, now: &Seen<'_, E, B, T, D>, limit: T) -> QueryError {
        let clear_until = self.clear_until(now.at.time).as_f64();
        let needed = now.error * T::of(RESOLVED_ERRORS);
        let resolution = needed.as_f64();
        if now.gap > needed {
            let (setting, s) = (&self.problem.setting, &now.normal);
            let during = Span::known(now.at.time, limit);
            let of_a = bad_bound(setting.a, &-s, during);
            let bad = of_a.or_else(|| bad_bound(setting.b, s, during));
            let span = during.length().as_f64();
            let reason = UndecidedReason::Span { span };
            return bad.unwrap_or(QueryError::Undecided {
                clear_until,
                reason,
            });
        }
        match self.problem.query.tolerance {
            Some(tolerance) if tolerance < needed => QueryError::ToleranceTooSmall {
                tolerance: tolerance.as_f64(),
                resolution,
                clear_until,
            },
            _ => QueryError::Undecided {
                clear_until,
                reason: UndecidedReason::Resolution { resolution },
            },
        }
    }
}
