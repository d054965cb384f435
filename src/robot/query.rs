//! One pair of bodies over a short span: the query for moving bodies, with the motion of links.

use super::bodies::{Pair, PosedShape};
use super::checker::{Checker, Touch};
use super::following::Following;
use super::motion::OnFrame;
use crate::certificate::CertifiedInterval;
use crate::extrusion::Moving;
use crate::shape::AnyShape;
use crate::{Outcome, Query, QueryError, WarmStart, proximity};

/// A body on its frame.
type Body<'f> = Moving<&'f AnyShape<f64, 3>, OnFrame<'f>, f64, 3>;

impl Checker {
    /// The bodies of a pair, as they move along the segment that is followed.
    pub(super) fn moving<'f>(&'f self, pair: usize, following: &'f Following) -> [Body<'f>; 2] {
        let Pair { a, b, .. } = self.cast.pairs[pair];
        [a, b].map(|actor| {
            let actor = &self.cast.actors[actor];
            let motion = OnFrame {
                kinematics: &self.kinematics,
                following,
                view: actor.view,
                mount: &actor.mount,
            };
            Moving::new(&self.cast.bodies[actor.body].shape, motion)
        })
    }

    /// The bodies of a pair at some time, in the frame that they are seen from.
    pub(super) fn placed(
        &self,
        pair: usize,
        following: &Following,
        share: f64,
    ) -> [PosedShape<'_>; 2] {
        let Pair { a, b, .. } = self.cast.pairs[pair];
        [a, b].map(|actor| {
            let actor = &self.cast.actors[actor];
            let pose = following.pose(&self.kinematics, actor.view, share);
            self.cast
                .placed(actor, &pose, &following.limits(actor.view))
        })
    }

    /// The first time in the span at which a pair is within `beyond` of the clearance, if there is one; what proves the time
    /// before is added to `proof`.
    pub(super) fn touch(
        &self,
        pair: usize,
        following: &Following,
        Stretch { from, to, beyond }: Stretch,
        proof: &mut Vec<CertifiedInterval<f64, 3>>,
    ) -> Result<Option<Touch>, QueryError> {
        let mut query = Query::new()
            .target_distance(self.rules.clearance + beyond)
            .budget(self.rules.budget);
        if let Some(tolerance) = self.rules.tolerance {
            query = query.tolerance(tolerance);
        }
        let [a, b] = self.moving(pair, following);
        let solution = query.observed(&a, &b, from..=to, &mut WarmStart::new(), proof)?;
        Ok(match solution.outcome {
            Outcome::Separated(_) => None,
            Outcome::Impact(impact) => Some(Touch {
                share: impact.time,
                distance: impact.distance,
                normal: impact.normal,
                witnesses: [impact.witness_a, impact.witness_b],
            }),
            Outcome::Overlapping(_) => Some(self.proximity(pair, following, from)),
        })
    }

    /// How near a pair is at some time.
    pub(super) fn proximity(&self, pair: usize, following: &Following, share: f64) -> Touch {
        let [a, b] = self.placed(pair, following, share);
        let near = proximity(&a, &b);
        Touch {
            share,
            distance: near.signed_distance(),
            normal: *near.normal(),
            witnesses: near.witnesses().map(|point| *point),
        }
    }
}

/// What a query of a pair is to look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) from: f64,
    pub(super) to: f64,
    /// How much nearer than this to the clearance counts.
    pub(super) beyond: f64,
}
