//! The query for moving bodies, asked of one pair over a short span, with the motion of links.

use super::bodies::{Pair, PairId, PosedShape};
use super::checker::{Checker, Near, Touch};
use super::following::Following;
use super::motion::OnFrame;
use super::tolerance::{Met, spend};
use photofinish::shape::AnyShape;
use photofinish::{
    CertifiedInterval, Moving, QueryError, SupportMap, UndecidedReason, proximity, resolution,
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
        let target = self.bodies[pair].target_distance + beyond;
        let query = self.rules.query(target, *left);
        let [a, b] = self.moving(pair, following);
        let (solution, certificate) = match query.certify(&a, &b, from..=to) {
            Ok((solution, certificate)) => (Ok(solution), certificate),
            Err(failed) => (Err(failed.error), failed.certificate),
        };
        proof.extend(certificate.intervals);
        spend(left, &solution);
        let solution = solution.map_err(|error| self.of_whole_path(error))?;
        let resolved = || self.resolved(pair, following, from);
        let sizes = self.sizes(pair);
        Ok(self
            .rules
            .met(&solution.outcome, (sizes, from), resolved)?
            .map(|met| match met {
                Met::At(impact) => Touch {
                    share: impact.time,
                    near: Near {
                        distance: impact.distance,
                        contact: impact.contact,
                    },
                    tolerance: impact.tolerance,
                },
                Met::AtStart => self.touch_at(pair, following, from),
            }))
    }

    /// Returns the tolerance of a pair's contacts, without the part that rounding adds.
    pub(super) fn tolerance(&self, pair: PairId) -> f64 {
        self.rules.tolerance_of(self.sizes(pair), 0.0)
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

    /// Returns how far rounding may have moved a pair at some time.
    fn resolved(&self, pair: PairId, following: &Following, share: f64) -> f64 {
        let [a, b] = self.placed(pair, following, share);
        resolution(&a, &b).norm()
    }

    /// Returns how near a pair is at some time, at which it touches.
    pub(super) fn touch_at(&self, pair: PairId, following: &Following, share: f64) -> Touch {
        let resolved = self.resolved(pair, following, share);
        Touch {
            share,
            near: self.proximity(pair, following, share),
            tolerance: self.rules.tolerance_of(self.sizes(pair), resolved),
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

/// The span of a query, in shares of the segment, and its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Bodies nearer than this length beyond the target distance count as touching.
    pub(super) beyond: f64,
}
