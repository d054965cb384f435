//! Bodies that are pressed into each other: they started a step in contact, and came nearer in it.

use rapier::dynamics::{RigidBody, RigidBodyHandle, RigidBodyMassProps, RigidBodySet};
use rapier::math::{Real, Vector};

/// Two bodies that are pressed into each other at a point. A collider without a body does not move.
pub(crate) struct Pressed {
    pub bodies: [Option<RigidBodyHandle>; 2],
    /// Whether impulses move them. Those that something else drives keep their velocities.
    pub gives_way: [bool; 2],
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
        // an impulse changes it by the sum of both mobilities, for each unit
        let mobilities = self.of_each(bodies, |body| self.mobility_of(body));
        let [a, b] = [0, 1].map(|side| match self.gives_way[side] {
            true => mobilities[side],
            false => 0.0,
        });
        let impulse = approach / (a + b);
        // two bodies whose translations and rotations are locked stay as they are
        if impulse.is_finite() {
            self.push_apart(bodies, impulse);
        }
    }

    fn of_each<T: Default>(&self, bodies: &RigidBodySet, of: impl Fn(&RigidBody) -> T) -> [T; 2] {
        self.bodies.map(|handle| {
            let body = handle.and_then(|handle| bodies.get(handle));
            body.map_or_else(T::default, &of)
        })
    }

    fn approach(&self, bodies: &RigidBodySet) -> Real {
        let [a, b] = self.of_each(bodies, |body| body.velocity_at_point(self.point));
        (a - b).dot(self.normal)
    }

    /// Returns by how much the speed of a body along the normal at the point changes with an impulse of 1 along it there:
    /// the inverse of its effective mass, and 0 for what impulses do not move.
    fn mobility_of(&self, body: &RigidBody) -> Real {
        if !body.is_dynamic() {
            return 0.0;
        }
        let mass = body.mass_properties();
        let straight = self.normal.dot(self.normal * mass.effective_inv_mass);
        straight + mobility_of_turn(self.point - mass.world_com, self.normal, mass)
    }

    fn push_apart(&self, bodies: &mut RigidBodySet, impulse: Real) {
        for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let handle = self.bodies[side].filter(|_| self.gives_way[side]);
            if let Some(body) = handle.and_then(|handle| bodies.get_mut(handle)) {
                body.apply_impulse_at_point(self.normal * (sign * impulse), self.point, false);
            }
        }
    }
}

/// Returns the part of the mobility that is due to the turn about the centre of mass, for a point off that centre.
#[cfg(feature = "dim2")]
fn mobility_of_turn(off: Vector, normal: Vector, mass: &RigidBodyMassProps) -> Real {
    let arm = off.perp_dot(normal);
    arm * (mass.effective_world_inv_inertia * arm)
}

/// Returns the part of the mobility that is due to the turn about the centre of mass, for a point off that centre.
#[cfg(feature = "dim3")]
fn mobility_of_turn(off: Vector, normal: Vector, mass: &RigidBodyMassProps) -> Real {
    let arm = off.cross(normal);
    arm.dot(mass.effective_world_inv_inertia * arm)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use rapier::prelude::*;

    use super::*;

    /// A vector with numbers up to 1. In the plane it has two.
    fn random(rng: &mut StdRng) -> Vector {
        let mut numbers = [0.0; rapier::math::DIM];
        numbers.fill_with(|| rng.random_range(-1.0..1.0));
        Vector::from_array(numbers)
    }

    #[test]
    fn what_something_drives_keeps_its_velocity() {
        let mut world = PhysicsWorld::default();
        let add = |world: &mut PhysicsWorld, body: RigidBodyBuilder| {
            world.insert(body, ColliderBuilder::ball(0.5)).0
        };
        let lift = RigidBodyBuilder::kinematic_velocity_based().linvel(Vector::Y);
        let lift = add(&mut world, lift);
        let body = RigidBodyBuilder::dynamic().linvel(Vector::Y * -2.0);
        let body = add(&mut world, body.translation(Vector::Y));
        world.step();
        let pressed = Pressed {
            bodies: [Some(lift), Some(body)],
            gives_way: [false, true],
            point: Vector::Y * 0.5,
            normal: Vector::Y,
        };
        pressed.stop_approach(&mut world.bodies);
        let speeds = [lift, body].map(|body| world.bodies[body].linvel().y);
        assert!(
            (speeds[0] - 1.0).abs() < 1e-5 && speeds[1] > 1.0 - 1e-5,
            "{speeds:?}"
        );
    }

    #[test]
    fn an_impulse_takes_the_approach_and_nothing_else() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut approaches = 0;
        for case in 0..300 {
            let mut world = PhysicsWorld {
                gravity: Vector::ZERO,
                ..PhysicsWorld::default()
            };
            let handles = [0, 1].map(|side| {
                let builder = match case % 3 + side {
                    0 => RigidBodyBuilder::fixed(),
                    1 => RigidBodyBuilder::dynamic().lock_rotations(),
                    _ => RigidBodyBuilder::dynamic(),
                };
                let place = Vector::X * (9.0 * side as Real) + random(&mut rng);
                let shape = ColliderBuilder::ball(0.5)
                    .translation(random(&mut rng))
                    .density(rng.random_range(0.1..10.0));
                world.insert(builder.translation(place), shape).0
            });
            world.step();
            for handle in handles {
                world.bodies[handle].set_linvel(random(&mut rng), true);
            }
            let pressed = Pressed {
                bodies: handles.map(Some),
                gives_way: [true; 2],
                point: random(&mut rng) * 3.0,
                normal: random(&mut rng).normalize(),
            };
            let before = pressed.approach(&world.bodies);
            pressed.stop_approach(&mut world.bodies);
            let after = pressed.approach(&world.bodies);
            // bodies that move apart go on as they are
            let expected = before.min(0.0);
            assert!(
                (after - expected).abs() < 1e-4,
                "case {case}: {before} {after}"
            );
            approaches += usize::from(before > 0.0);
        }
        assert!((100..200).contains(&approaches), "{approaches}");
    }
}
