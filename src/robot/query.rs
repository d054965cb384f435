//! One pair of bodies over a short span: the query for moving bodies, with the motion of links.

use super::bodies::Pair;
use super::checker::{Checker, Touch};
use super::following::Following;
use super::motion::OnFrame;
use crate::certificate::CertifiedInterval;
use crate::extrusion::Moving;
use crate::shape::AnyShape;
use crate::{Outcome, Query, QueryError, WarmStart};

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

    /// The first contact of a pair in the span, if there is one, and what proves the time before.
    pub(super) fn touch(
        &self,
        pair: usize,
        following: &Following,
        (from, to): (f64, f64),
        proof: &mut Vec<CertifiedInterval<f64, 3>>,
    ) -> Result<Option<Touch>, QueryError> {
        let mut query = Query::new()
            .target_distance(self.rules.clearance)
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
            Outcome::Overlapping(overlap) => Some(Touch {
                share: from,
                distance: 0.0 - overlap.depth,
                normal: overlap.normal,
                witnesses: [overlap.witness_a, overlap.witness_b],
            }),
        })
    }
}
