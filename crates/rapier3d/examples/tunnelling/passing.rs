//! Finds who passes through something in a step, and when.

use nalgebra::Isometry;
use photofinish_rapier::math::{Rotor, isometry, to_pose};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::rapier::math::DIM;
use crate::rapier::prelude::*;
use crate::scenes::Scene;

/// Where all bodies of a world are.
pub type Places = Vec<(RigidBodyHandle, Isometry<Real, Rotor, DIM>)>;

/// How often the time of a passage is halved.
const HALVINGS: u32 = 12;

pub fn places(world: &PhysicsWorld) -> Places {
    let bodies = world.bodies.iter();
    bodies
        .map(|(handle, body)| (handle, isometry(body.position())))
        .collect()
}

/// Returns which of the free bodies pass through something between two moments of a scene, and at which share of the time
/// between them, if all go evenly from place to place.
///
/// The scene itself counts what has passed. The body that passes is the one without whose last bit of way less would have
/// passed.
pub fn passages(
    scene: &Scene,
    variation: u64,
    free: &[RigidBodyHandle],
    [before, after]: [&Places; 2],
) -> Vec<(RigidBodyHandle, Real)> {
    let passed = |share: &dyn Fn(RigidBodyHandle) -> Real| {
        let mut stage = (scene.stage)(&mut StdRng::seed_from_u64(variation));
        let mut count = 0;
        for is_later in [false, true] {
            for (&(body, from), (_, to)) in before.iter().zip(after) {
                let share = if is_later { share(body) } else { 0.0 };
                let place = to_pose(&from.lerp_slerp(to, share));
                stage.world.bodies[body].set_position(place, false);
            }
            count = (stage.passed)(&stage.world);
        }
        count
    };
    let passage = |number: usize| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            *(if passed(&|_| middle) < number {
                &mut low
            } else {
                &mut high
            }) = middle;
        }
        let is_needed = |body: RigidBodyHandle| {
            passed(&|other| if other == body { low } else { high }) < number
        };
        let needed = free.iter().find(|body| is_needed(**body));
        // of two that meet head on, each may have passed without the other's last bit
        needed.or(free.first()).map(|body| (*body, high))
    };
    (1..=passed(&|_| 1.0)).filter_map(passage).collect()
}
