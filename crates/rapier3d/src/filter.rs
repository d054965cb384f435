//! Which colliders may stop each other: the rules of rapier's own contacts.

use rapier::dynamics::{
    ImpulseJointSet, MultibodyJointSet, RigidBodyHandle, RigidBodySet, RigidBodyType,
};
use rapier::geometry::{
    ActiveCollisionTypes, Collider, ColliderHandle, ColliderSet, InteractionGroups, NarrowPhase,
};
use rapier::pipeline::{ActiveHooks, PairFilterContext, PhysicsHooks};

use crate::actor::Actor;

/// What two colliders are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// They stop each other.
    Solid,
    /// One is a sensor, or their solver groups do not match: they pass each other, and a sensor notices.
    Noticed,
    /// They have nothing to do with each other.
    None,
}

/// What the rules look at of one collider.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    parent: Option<RigidBodyHandle>,
    body_type: RigidBodyType,
    types: ActiveCollisionTypes,
    groups: InteractionGroups,
    solver_groups: InteractionGroups,
    hooks: ActiveHooks,
    is_sensor: bool,
}

impl Traits {
    /// Returns those of a collider that belongs to a body of this type.
    pub fn of(collider: &Collider, body_type: RigidBodyType) -> Self {
        Self {
            parent: collider.parent(),
            body_type,
            types: collider.active_collision_types(),
            groups: collider.collision_groups(),
            solver_groups: collider.solver_groups(),
            hooks: collider.active_hooks(),
            is_sensor: collider.is_sensor(),
        }
    }
}

/// All that the rules look at.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'w> {
    pub bodies: &'w RigidBodySet,
    pub colliders: &'w ColliderSet,
    pub narrow_phase: &'w NarrowPhase,
    pub impulse_joints: &'w ImpulseJointSet,
    pub multibody_joints: &'w MultibodyJointSet,
    pub hooks: &'w dyn PhysicsHooks,
}

impl Rules<'_> {
    /// Returns what two colliders of different bodies are to each other.
    pub fn relation(&self, actors: [&Actor; 2]) -> Relation {
        let pair = actors.map(|actor| actor.collider);
        let [a, b] = actors.map(|actor| &actor.traits);
        // two bodies that are not dynamic usually have no contact
        let types_match = (a.types | b.types).test(a.body_type, b.body_type);
        if !types_match || !a.groups.test(b.groups) || self.joint_forbids(a.parent, b.parent) {
            return Relation::None;
        }
        let hooks = a.hooks | b.hooks;
        if a.is_sensor || b.is_sensor {
            let hooked = hooks.contains(ActiveHooks::FILTER_INTERSECTION_PAIR);
            let is_allowed = |context| self.hooks.filter_intersection_pair(&context);
            return match hooked && !is_allowed(self.context(pair)) {
                true => Relation::None,
                false => Relation::Noticed,
            };
        }
        let is_allowed = |context| self.hooks.filter_contact_pair(&context).is_some();
        if hooks.contains(ActiveHooks::FILTER_CONTACT_PAIRS) && !is_allowed(self.context(pair)) {
            return Relation::None;
        }
        if !a.solver_groups.test(b.solver_groups) {
            return Relation::Noticed;
        }
        match hooks.contains(ActiveHooks::MODIFY_SOLVER_CONTACTS) && self.are_contacts_taken(pair) {
            true => Relation::None,
            false => Relation::Solid,
        }
    }

    /// Whether a hook has taken all contacts from a pair in touch: a platform that may be passed from below, for
    /// example.
    ///
    /// Hooks are asked about contacts when there are some. So a pair that was apart stops where it meets first, and
    /// passes from the next step on.
    fn are_contacts_taken(&self, pair: [ColliderHandle; 2]) -> bool {
        let Some(known) = self.narrow_phase.contact_pair(pair[0], pair[1]) else {
            return false;
        };
        let mut touching = known
            .solver_manifolds()
            .iter()
            .filter(|manifold| manifold.points.iter().any(|point| point.dist < 0.0))
            .peekable();
        touching.peek().is_some()
            && touching.all(|manifold| manifold.data.solver_contacts.is_empty())
    }

    /// Bodies that a joint holds together may be exempt from contact.
    fn joint_forbids(&self, a: Option<RigidBodyHandle>, b: Option<RigidBodyHandle>) -> bool {
        let (Some(a), Some(b)) = (a, b) else {
            return false;
        };
        if !self.impulse_joints.is_empty()
            && self
                .impulse_joints
                .joints_between(a, b)
                .any(|(_, joint)| !joint.data.contacts_enabled)
        {
            return true;
        }
        let links = [a, b].map(|body| self.multibody_joints.rigid_body_link(body));
        let [Some(of_a), Some(of_b)] = links else {
            return false;
        };
        if of_a.multibody != of_b.multibody {
            return false;
        }
        let multibody = self.multibody_joints.get_multibody(of_a.multibody);
        let joint = self.multibody_joints.joint_between(a, b);
        multibody.is_some_and(|multibody| !multibody.self_contacts_enabled())
            || joint.is_some_and(|(_, _, link)| !link.joint.data.contacts_enabled)
    }

    fn context(&self, pair: [ColliderHandle; 2]) -> PairFilterContext<'_> {
        let [a, b] = pair.map(|handle| &self.colliders[handle]);
        PairFilterContext {
            bodies: self.bodies,
            colliders: self.colliders,
            collider1: pair[0],
            collider2: pair[1],
            rigid_body1: a.parent(),
            rigid_body2: b.parent(),
        }
    }
}
