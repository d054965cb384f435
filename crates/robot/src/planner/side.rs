//! One piece of a pair, as it is seen from the frame of the pair.

use std::borrow::Cow;

use nalgebra::Vector3;

use super::middle::Middle;
use super::parts::Part;
use super::stance::Stance;
use crate::bodies::{Bodies, Body, PosedShape, SeenId};
use crate::following::Following;
use crate::kinematics::{Kinematics, ViewId};
use crate::motion::{Bounds, Mount, OnFrame};
use crate::pose::{Pose, RoundedPose};
use photofinish::motion::Motion;
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish::{Moving, SupportMap};

/// An edge that is followed.
#[derive(Clone, Copy)]
pub(in crate::planner) struct Edge<'s> {
    pub(in crate::planner) kinematics: &'s Kinematics,
    pub(in crate::planner) following: &'s Following,
}

/// A piece of a pair.
pub(in crate::planner) struct Side<'s> {
    shape: Cow<'s, AnyShape<f64, 3>>,
    /// The view of its frame from the frame of the pair; none if it is at rest there.
    pub(in crate::planner) view: Option<ViewId>,
    mount: Cow<'s, Mount>,
    reach: f64,
    reach_of_origin: f64,
    /// The piece of a link, if it is seen from the world.
    of_world: Option<&'s Part>,
}

impl<'s> Side<'s> {
    pub(in crate::planner) fn of_part(part: &'s Part) -> Self {
        Self {
            shape: Cow::Borrowed(&part.shape),
            view: part.view,
            mount: Cow::Borrowed(&part.mount),
            reach: part.reach,
            reach_of_origin: part.reach_of_origin,
            of_world: Some(part),
        }
    }

    pub(in crate::planner) fn of_seen(bodies: &'s Bodies, seen: SeenId) -> Self {
        let seen = &bodies[seen];
        Self {
            shape: Cow::Borrowed(&bodies[seen.body].shape),
            view: seen.view,
            mount: Cow::Borrowed(&seen.mount),
            reach: seen.reach,
            reach_of_origin: seen.reach_of_origin,
            of_world: None,
        }
    }

    /// Returns a shape that is at rest in the world.
    pub(in crate::planner) fn fixed(at: RoundedPose, shape: Cow<'s, AnyShape<f64, 3>>) -> Self {
        let (mount, reach, reach_of_origin) = Body::measured(&shape, &at);
        Self {
            shape,
            view: None,
            mount: Cow::Owned(mount),
            reach,
            reach_of_origin,
            of_world: None,
        }
    }

    #[inline]
    pub(in crate::planner) fn placed(&self, edge: Edge<'_>, stance: &Stance) -> PosedShape<'_> {
        let pose = match (self.view, self.of_world) {
            (None, _) => Pose::identity(),
            (_, Some(part)) => stance.frame(part),
            (Some(view), None) => stance.seen(view),
        };
        let placement = self
            .mount
            .placement(&pose, edge.following.limits(self.view));
        Posed::placed(&*self.shape, self.reach_of_origin, placement)
    }

    /// Returns where it is at a time at which there may be no stance.
    pub(in crate::planner) fn placed_at(&self, edge: Edge<'_>, time: f64) -> PosedShape<'_> {
        let placement = self.motion(edge).placement(time, &Vector3::zeros());
        Posed::placed(&*self.shape, self.reach_of_origin, placement)
    }

    fn motion<'m>(&'m self, edge: Edge<'m>) -> OnFrame<'m> {
        OnFrame {
            kinematics: edge.kinematics,
            following: edge.following,
            view: self.view,
            mount: &self.mount,
        }
    }

    pub(in crate::planner) fn moving<'m>(
        &'m self,
        edge: Edge<'m>,
    ) -> Moving<&'m AnyShape<f64, 3>, OnFrame<'m>, f64, 3> {
        Moving::new(&*self.shape, self.motion(edge))
    }

    /// Returns bounds of its motion; none if it is at rest.
    #[inline]
    pub(in crate::planner) fn bounds(&self, edge: Edge<'_>) -> Option<Bounds> {
        let limits = edge.following.limits(self.view);
        self.view
            .map(|_| Bounds::new(limits, &self.mount, self.reach))
    }

    /// Returns a bound of the acceleration of its points along a direction over a span, of which the middle is known.
    pub(in crate::planner) fn acceleration(
        &self,
        bounds: &Bounds,
        s: &Vector3<f64>,
        (edge, middle): (Edge<'_>, &mut Middle),
    ) -> f64 {
        let away = middle.away();
        let moves = &middle.moves(edge, self.view);
        let arm = moves.pose.rotation * self.mount.center_in_frame;
        bounds.acceleration(moves, &moves.point_acceleration(&arm), (s, away))
    }

    /// Returns a bound of the angle that the joints turn which move it, over the whole edge.
    pub(in crate::planner) fn turns(&self, edge: Edge<'_>) -> f64 {
        edge.following.limits(self.view).turns()
    }

    pub(in crate::planner) fn size(&self) -> f64 {
        self.reach + SupportMap::<f64, 3>::radius(&*self.shape)
    }
}
