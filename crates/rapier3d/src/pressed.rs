//! Bodies that are pressed into each other: they started a step in contact, and came nearer in it.

use rapier::dynamics::{RigidBodyHandle, RigidBodySet};
use rapier::math::{Real, Vector};

/// Two bodies that are pressed into each other at a point. A collider without a body does not move.
pub(crate) struct Pressed {
    pub bodies: [Option<RigidBodyHandle>; 2],
    pub point: Vector,
    /// From the first one to the second one.
    pub normal: Vector,
}

impl Pressed {
    /// Takes away the speed at which they approach along the normal at the point, by an impulse.
    ///
    /// The contact solver has seen them in touch and has not done so: they are too deep in others for it, or too many.
    /// If they kept that speed, they would stay where they are in each step, and gather speed as they fall.
    pub fn stop_approach(&self, bodies: &mut RigidBodySet) {
        let approach = self.approach(bodies);
        // written so that NaN is left alone
        if !(approach > 0.0) {
            return;
        }
        self.push_apart(bodies, 1.0);
        let change = approach - self.approach(bodies);
        self.push_apart(bodies, -1.0);
        let impulse = approach / change;
        if change > 0.0 && impulse.is_finite() {
            self.push_apart(bodies, impulse);
        }
    }

    fn approach(&self, bodies: &RigidBodySet) -> Real {
        let [a, b] = self.bodies.map(|handle| {
            let body = handle.and_then(|handle| bodies.get(handle));
            body.map_or(Vector::ZERO, |body| body.velocity_at_point(self.point))
        });
        (a - b).dot(self.normal)
    }

    fn push_apart(&self, bodies: &mut RigidBodySet, impulse: Real) {
        for (handle, sign) in self.bodies.into_iter().zip([-1.0, 1.0]) {
            if let Some(body) = handle.and_then(|handle| bodies.get_mut(handle)) {
                body.apply_impulse_at_point(self.normal * (sign * impulse), self.point, false);
            }
        }
    }
}
