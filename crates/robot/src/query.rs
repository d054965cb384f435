//! The query for moving bodies, asked of one pair over a short span, with the motion of links.

use super::bodies::{Pair, PairId, PosedShape};
use super::checker::{Checker, Near, Touch};
use super::following::Following;
use super::motion::OnFrame;
use super::tuning::{COARSEST, ERRORS_IN_TOLERANCE};
use photofinish::Moving;
use photofinish::shape::AnyShape;
use photofinish::{
    CertifiedInterval, Outcome, Query, QueryError, SupportMap, UndecidedReason, proximity,
    resolution,
};

/// A body on its frame.
type Body<'f> = Moving<&'f AnyShape<f64, 3>, OnFrame<'f>, f64, 3>;

impl Checker {
    /// Returns the bodies of a pair, as they move along the segment that is followed.
    pub(super) fn moving<'f>(&'f self, pair: PairId, following: &'f Following) -> [Body<'f>; 2] {
        let Pair { a, b, .. } = self.bodies[pair];
        [a, b].map(|index| {
            let seen = &self.bodies[index];
            let motion = OnFrame {
                kinematics: &self.kinematics,
                following,
                view: seen.view,
                mount: &seen.mount,
            };
            Moving::new(&self.bodies[seen.body].shape, motion)
        })
    }

    /// Returns the bodies of a pair at some time, in the frame that they are seen from.
    pub(super) fn placed(
        &self,
        pair: PairId,
        following: &Following,
        share: f64,
    ) -> [PosedShape<'_>; 2] {
        let Pair { a, b, .. } = self.bodies[pair];
        [a, b].map(|index| {
            let seen = &self.bodies[index];
            let pose = following.pose(&self.kinematics, seen.view, share);
            self.bodies.placed(seen, &pose, following.limits(seen.view))
        })
    }

    /// Returns the first time in the stretch at which a pair is within `beyond` of the target distance, if there is
    /// one. Adds the intervals that prove the time before to `proof`, and subtracts the work from `left`.
    pub(super) fn touch(
        &self,
        pair: PairId,
        following: &Following,
        Stretch { from, to, beyond }: Stretch,
        (proof, left): (&mut Vec<CertifiedInterval<f64, 3>>, &mut u64),
    ) -> Result<Option<Touch>, QueryError> {
        let mut query = Query::new()
            .target_distance(self.bodies[pair].target_distance + beyond)
            .budget(*left);
        if let Some(tolerance) = self.rules.tolerance {
            query = query.tolerance(tolerance);
        }
        let [a, b] = self.moving(pair, following);
        let (solution, certificate) = match query.certify(&a, &b, from..=to) {
            Ok((solution, certificate)) => (Ok(solution), certificate),
            Err(failed) => (Err(failed.error), failed.certificate),
        };
        proof.extend(certificate.intervals);
        *left = match &solution {
            Ok(solution) => left.saturating_sub(solution.statistics.support_evaluations),
            Err(QueryError::Undecided {
                reason: UndecidedReason::Budget { .. },
                ..
            }) => 0,
            Err(_) => *left,
        };
        let solution = solution.map_err(|error| self.of_whole_path(error))?;
        Ok(match solution.outcome {
            Outcome::Separated(_) => None,
            Outcome::Impact(impact) if self.is_too_coarse(pair, impact.tolerance) => {
                return Err(unresolved(impact.time, impact.tolerance));
            }
            Outcome::Impact(impact) => Some(Touch {
                share: impact.time,
                near: Near {
                    distance: impact.distance,
                    contact: impact.contact,
                },
                tolerance: impact.tolerance,
            }),
            // these queries report a contact at the start, and do not follow it further
            Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
                let resolved = self.resolved(pair, following, from);
                if self.is_too_coarse(pair, resolved) {
                    return Err(unresolved(from, resolved));
                }
                Some(self.touch_at(pair, following, from))
            }
        })
    }

    /// Returns the tolerance of a pair's contacts, without the part that rounding adds.
    pub(super) fn tolerance(&self, pair: PairId) -> f64 {
        let [one, other] = self.sizes(pair);
        let size = if one > 0.0 && other > 0.0 {
            one.min(other)
        } else {
            one.max(other)
        };
        self.rules.tolerance.unwrap_or(size * f64::EPSILON.sqrt())
    }

    fn sizes(&self, pair: PairId) -> [f64; 2] {
        let Pair { a, b, .. } = self.bodies[pair];
        [a, b].map(|index| {
            let seen = &self.bodies[index];
            seen.reach + SupportMap::<f64, 3>::radius(&self.bodies[seen.body].shape)
        })
    }

    /// Replaces the budget in the error of a query by the budget of the whole path.
    fn of_whole_path(&self, error: QueryError) -> QueryError {
        match error {
            QueryError::Undecided {
                clear_until,
                reason: UndecidedReason::Budget { .. },
            } => QueryError::Undecided {
                clear_until,
                reason: UndecidedReason::Budget {
                    budget: self.rules.budget,
                },
            },
            error => error,
        }
    }

    /// Returns whether the default tolerance is too large beside the bodies for a contact to mean anything. It grows
    /// with the rounding of the coordinates.
    fn is_too_coarse(&self, pair: PairId, tolerance: f64) -> bool {
        let [one, other] = self.sizes(pair);
        self.rules.tolerance.is_none() && tolerance > one.max(other) * COARSEST
    }

    /// Returns the part of the default tolerance that rounding adds for a pair at some time.
    fn resolved(&self, pair: PairId, following: &Following, share: f64) -> f64 {
        let [a, b] = self.placed(pair, following, share);
        resolution(&a, &b).norm() * ERRORS_IN_TOLERANCE
    }

    /// Returns how near a pair is at some time, at which it touches.
    pub(super) fn touch_at(&self, pair: PairId, following: &Following, share: f64) -> Touch {
        let rounding = match self.rules.tolerance {
            Some(_) => 0.0,
            None => self.resolved(pair, following, share),
        };
        Touch {
            share,
            near: self.proximity(pair, following, share),
            tolerance: self.tolerance(pair) + rounding,
        }
    }

    /// Returns how near a pair is at some time.
    pub(super) fn proximity(&self, pair: PairId, following: &Following, share: f64) -> Near {
        let [a, b] = self.placed(pair, following, share);
        let near = proximity(&a, &b);
        Near {
            distance: near.signed_distance(),
            contact: *near.contact(),
        }
    }
}

fn unresolved(share: f64, resolution: f64) -> QueryError {
    QueryError::Undecided {
        clear_until: share,
        reason: UndecidedReason::Resolution { resolution },
    }
}

/// The span of a query, in shares of the segment, and its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Bodies nearer than this length beyond the target distance count as touching.
    pub(super) beyond: f64,
}
