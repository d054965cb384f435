//! Where bodies were before a step.

use rapier::dynamics::{RigidBodyHandle, RigidBodySet};
use rapier::geometry::Collider;
use rapier::math::Pose;

/// All bodies that may move, and where they were before the step.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// In the order of the indices of their handles, as rapier keeps them.
    bodies: Vec<(RigidBodyHandle, Pose)>,
}

impl Starts {
    /// Notes where all bodies are now.
    pub fn note(&mut self, bodies: &RigidBodySet) {
        self.bodies.clear();
        let moving = bodies.iter().filter(|(_, body)| !body.is_fixed());
        self.bodies
            .extend(moving.map(|(handle, body)| (handle, *body.position())));
    }

    pub fn iter(&self) -> impl Iterator<Item = (RigidBodyHandle, Pose)> {
        self.bodies.iter().copied()
    }

    /// Returns where a body was, if it was there and could move.
    pub fn of(&self, rigid: RigidBodyHandle) -> Option<Pose> {
        let index = |handle: &RigidBodyHandle| handle.into_raw_parts().0;
        let place = self
            .bodies
            .binary_search_by_key(&index(&rigid), |(handle, _)| index(handle));
        let (handle, start) = self.bodies[place.ok()?];
        (handle == rigid).then_some(start)
    }

    /// Returns where a collider was. One that is no part of a body is where it is.
    pub fn of_collider(&self, collider: &Collider) -> Pose {
        let start = collider.parent().and_then(|rigid| self.of(rigid));
        match (start, collider.position_wrt_parent()) {
            (Some(start), Some(place)) => start * *place,
            _ => *collider.position(),
        }
    }
}
