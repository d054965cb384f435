//! Which colliders may stop each other: the rules of rapier's own contacts.

use rapier::dynamics::{
    ImpulseJointSet, MultibodyJointSet, RigidBodyHandle, RigidBodySet, RigidBodyType,
};
use rapier::geometry::{Collider, ColliderHandle, ColliderSet, NarrowPhase};
use rapier::pipeline::{ActiveHooks, PairFilterContext, PhysicsHooks};

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

/// All that the rules look at.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'w> {
    pub bodies: &'w RigidBodySet,
    pub colliders: &'w ColliderSet,
    pub narrow_phase: &'w NarrowPhase,
    pub impulse_joints: &'w ImpulseJointSet,
    pub multibody_joints: &'w MultibodyJointSet,
    pub hooks: &'w dyn PhysicsHooks,
    pub characters: &'w [RigidBodyHandle],
}

impl Rules<'_> {
    /// Returns what two colliders of different bodies are to each other.
    pub fn relation(&self, one: ColliderHandle, two: ColliderHandle) -> Relation {
        let [a, b] = [one, two].map(|handle| &self.colliders[handle]);
        if !self.types_match(a, b)
            || !a.collision_groups().test(b.collision_groups())
            || self.joint_forbids(a, b)
        {
            return Relation::None;
        }
        if a.is_sensor() || b.is_sensor() {
            return match self.hook_forbids([one, two], ActiveHooks::FILTER_INTERSECTION_PAIR) {
                true => Relation::None,
                false => Relation::Noticed,
            };
        }
        if self.hook_forbids([one, two], ActiveHooks::FILTER_CONTACT_PAIRS) {
            return Relation::None;
        }
        match a.solver_groups().test(b.solver_groups()) {
            true if self.hook_takes_contacts([one, two]) => Relation::None,
            true => Relation::Solid,
            false => Relation::Noticed,
        }
    }

    /// Whether a hook has taken all contacts from a pair in touch: a platform that may be passed from below, for
    /// example.
    ///
    /// Hooks are asked about contacts when there are some. So a pair that was apart stops where it meets first, and
    /// passes from the next step on.
    fn hook_takes_contacts(&self, pair: [ColliderHandle; 2]) -> bool {
        let hooks = pair.map(|handle| self.colliders[handle].active_hooks());
        if !(hooks[0] | hooks[1]).contains(ActiveHooks::MODIFY_SOLVER_CONTACTS) {
            return false;
        }
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

    /// Two bodies that are not dynamic usually have no contact. A character counts as dynamic: it meets all that a
    /// dynamic one would.
    fn types_match(&self, a: &Collider, b: &Collider) -> bool {
        let [of_a, of_b] = [a, b].map(|collider| {
            let Some(handle) = collider.parent() else {
                return RigidBodyType::Fixed;
            };
            if self.characters.contains(&handle) {
                return RigidBodyType::Dynamic;
            }
            let body = self.bodies.get(handle);
            body.map_or(RigidBodyType::Fixed, |body| body.body_type())
        });
        [a, b]
            .iter()
            .any(|collider| collider.active_collision_types().test(of_a, of_b))
    }

    /// Bodies that a joint holds together may be exempt from contact.
    fn joint_forbids(&self, a: &Collider, b: &Collider) -> bool {
        let (Some(a), Some(b)) = (a.parent(), b.parent()) else {
            return false;
        };
        if self
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

    fn hook_forbids(&self, pair: [ColliderHandle; 2], hook: ActiveHooks) -> bool {
        let [a, b] = pair.map(|handle| &self.colliders[handle]);
        if !(a.active_hooks() | b.active_hooks()).contains(hook) {
            return false;
        }
        let context = PairFilterContext {
            bodies: self.bodies,
            colliders: self.colliders,
            collider1: pair[0],
            collider2: pair[1],
            rigid_body1: a.parent(),
            rigid_body2: b.parent(),
        };
        match hook {
            ActiveHooks::FILTER_CONTACT_PAIRS => self.hooks.filter_contact_pair(&context).is_none(),
            _ => !self.hooks.filter_intersection_pair(&context),
        }
    }
}
