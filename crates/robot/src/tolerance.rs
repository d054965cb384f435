//! What counts as a contact of two bodies: the query that the rules ask, its tolerance, and when that means nothing.

use super::Rules;
use super::tuning::{COARSEST, ERRORS_IN_TOLERANCE};
use photofinish::{Impact, Outcome, Query, QueryError, Solution, UndecidedReason};

/// How two bodies meet, as a query tells.
pub(super) enum Met<'s> {
    At(&'s Impact<f64, 3>),
    /// They touch when the query begins.
    AtStart,
}

impl Rules {
    /// Returns the query about two bodies that must keep a distance.
    pub(super) fn query(&self, target_distance: f64, budget: u64) -> Query<f64> {
        let query = Query::new().target_distance(target_distance).budget(budget);
        match self.tolerance {
            Some(tolerance) => query.tolerance(tolerance),
            None => query,
        }
    }

    /// Returns the tolerance of contacts of two bodies of these sizes, where rounding may have moved them by `resolved`.
    pub(super) fn tolerance_of(&self, [one, other]: [f64; 2], resolved: f64) -> f64 {
        let size = if one > 0.0 && other > 0.0 {
            one.min(other)
        } else {
            one.max(other)
        };
        let by_size = size * f64::EPSILON.sqrt() + resolved * ERRORS_IN_TOLERANCE;
        self.tolerance.unwrap_or(by_size)
    }

    /// Returns whether a default tolerance is too large beside two bodies of these sizes for a contact to mean anything. It
    /// grows with the rounding of the coordinates.
    pub(super) fn is_too_coarse(&self, [one, other]: [f64; 2], tolerance: f64) -> bool {
        self.tolerance.is_none() && tolerance > one.max(other) * COARSEST
    }

    /// Returns whether a contact of two bodies of these sizes means nothing, where rounding may have moved them by
    /// `resolved`.
    pub(super) fn is_unresolved(&self, sizes: [f64; 2], resolved: f64) -> bool {
        self.is_too_coarse(sizes, resolved * ERRORS_IN_TOLERANCE)
    }

    /// Returns how two bodies of these sizes meet, if they do, by the outcome of a query from a time on. `resolved` returns
    /// how far rounding may have moved them then.
    ///
    /// # Errors
    /// [`QueryError::Undecided`] if the contact means nothing.
    pub(super) fn met<'s>(
        &self,
        outcome: &'s Outcome<f64, 3>,
        (sizes, from): ([f64; 2], f64),
        resolved: impl FnOnce() -> f64,
    ) -> Result<Option<Met<'s>>, QueryError> {
        match outcome {
            Outcome::Separated(_) => Ok(None),
            Outcome::Impact(impact) if self.is_too_coarse(sizes, impact.tolerance) => {
                Err(unresolved(impact.time, impact.tolerance))
            }
            Outcome::Impact(impact) => Ok(Some(Met::At(impact))),
            // these queries report a contact at the start, and do not follow it further
            Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
                let resolved = resolved();
                if self.is_unresolved(sizes, resolved) {
                    return Err(unresolved(from, resolved * ERRORS_IN_TOLERANCE));
                }
                Ok(Some(Met::AtStart))
            }
        }
    }
}

fn unresolved(clear_until: f64, resolution: f64) -> QueryError {
    QueryError::Undecided {
        clear_until,
        reason: UndecidedReason::Resolution { resolution },
    }
}

/// Subtracts the work of a query from what is left.
pub(super) fn spend(left: &mut u64, solution: &Result<Solution<f64, 3>, QueryError>) {
    *left = match solution {
        Ok(solution) => left.saturating_sub(solution.statistics.support_evaluations),
        Err(QueryError::Undecided {
            reason: UndecidedReason::Budget { .. },
            ..
        }) => 0,
        Err(_) => *left,
    };
}
