//! Worlds that come to rest, and how their energy falls on the way.
//!
//! All floors but one are thick, so that nothing passes without continuous collision detection either.

use photofinish_rapier::Ccd;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::dimension::{about_z, cuboid, random_turn, thin_ground, v};
use crate::rapier::prelude::*;
use crate::scenes::{RATE, add_crowd, around, empty};

/// A world that comes to rest.
pub struct Settling {
    pub name: &'static str,
    pub world: fn(&mut StdRng) -> PhysicsWorld,
}

/// What damps turning, per second, so that balls do not roll for ever.
const ROLLS: Real = 1.0;

/// How a world is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// By rapier, without continuous collision detection.
    Off,
    /// By rapier, with its own for all bodies.
    Rapier,
    /// With the pass of photofinish.
    Ours,
    /// By rapier without continuous collision detection, in steps of an eighth: what all others come near to.
    Short,
}

impl Steps {
    pub const ALL: [Self; 4] = [Self::Off, Self::Rapier, Self::Ours, Self::Short];
}

/// The parts of a step in [`Steps::Short`].
const PARTS: u8 = 8;

/// The seconds at which energies are compared.
pub const TIMES: [Real; 8] = [0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0];

/// How long a world is followed, in seconds.
const SECONDS: Real = 30.0;

/// What is known of a world when it has come to rest, or when its time is over.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The energy at each of the [times](TIMES), as a share of the energy at the start. Floors are at height 0.
    pub energies: [Real; TIMES.len()],
    /// The largest share of the energy at the start that was gained in one step.
    pub gain: Real,
    /// The mean way of all bodies across the ground, in metres.
    pub way: Real,
    /// When half of all bodies were asleep, in seconds, and when nine in ten were; the whole time if they were not.
    pub half_asleep: Real,
    pub most_asleep: Real,
}

/// All worlds.
pub fn all() -> [Settling; 6] {
    let settling = |name, world| Settling { name, world };
    [
        settling("pile of 60, thrown at a mesh at 5 m/s", |rng| {
            pile(rng, mesh(), 5.0)
        }),
        settling("pile of 60, thrown at a floor at 20 m/s", |rng| {
            pile(rng, floor(|floor| floor), 20.0)
        }),
        settling("20 balls that bounce, 35 m/s, restitution 0.7", |rng| {
            thrown(rng, ColliderBuilder::ball(0.2).restitution(0.7))
        }),
        settling("20 boxes that bounce, 35 m/s, restitution 0.4", |rng| {
            thrown(rng, cuboid(0.15, 0.2, 0.25).restitution(0.4))
        }),
        settling("10 boxes that slide, 24 m/s, friction 0.4", sliding),
        settling("stack of 8, hit by a ball at 20 m/s", stack),
    ]
}

impl Settling {
    /// Follows the world of this variation.
    pub fn run(&self, seed: u64, steps: Steps) -> Course {
        let mut world = (self.world)(&mut StdRng::seed_from_u64(seed));
        match steps {
            Steps::Rapier => {
                let bodies = world.bodies.iter_mut();
                bodies.for_each(|(_, body)| body.enable_ccd(true));
            }
            Steps::Short => {
                world.integration_parameters.dt /= Real::from(PARTS);
                world.integration_parameters.max_ccd_substeps = 0;
            }
            Steps::Off | Steps::Ours => world.integration_parameters.max_ccd_substeps = 0,
        }
        let mut ccd = Ccd::new();
        Course::of(world, |world| match steps {
            Steps::Off | Steps::Rapier => world.step(),
            Steps::Ours => drop(ccd.step(world).expect("finite poses")),
            Steps::Short => (0..PARTS).for_each(|_| world.step()),
        })
    }
}

impl Course {
    /// Follows a world, of which `step` makes one step.
    fn of(mut world: PhysicsWorld, mut step: impl FnMut(&mut PhysicsWorld)) -> Self {
        let starts: Vec<_> = movable(&world)
            .map(|(handle, body)| (handle, body.translation()))
            .collect();
        let first = energy(&world);
        let mut course = Self {
            half_asleep: SECONDS,
            most_asleep: SECONDS,
            ..Self::default()
        };
        let mut before = first;
        for number in 1..=(SECONDS * RATE) as usize {
            step(&mut world);
            let seconds = number as Real / RATE;
            let now = energy(&world);
            course.gain = course.gain.max((now - before) / first);
            before = now;
            for (at, share) in TIMES.iter().zip(&mut course.energies) {
                if (seconds - at).abs() < 0.5 / RATE {
                    *share = now / first;
                }
            }
            let asleep = movable(&world)
                .filter(|(_, body)| body.is_sleeping())
                .count();
            // a body that is woken again counts as awake until then
            for (least, time) in [
                (starts.len().div_ceil(2), &mut course.half_asleep),
                ((9 * starts.len()).div_ceil(10), &mut course.most_asleep),
            ] {
                match asleep >= least {
                    true => *time = time.min(seconds),
                    false => *time = SECONDS,
                }
            }
        }
        let ways = starts.iter().map(|&(handle, start)| {
            let way = world.bodies[handle].translation() - start;
            (way.length_squared() - way.y * way.y).max(0.0).sqrt()
        });
        course.way = ways.sum::<Real>() / starts.len() as Real;
        course
    }
}

fn movable(world: &PhysicsWorld) -> impl Iterator<Item = (RigidBodyHandle, &RigidBody)> {
    world.bodies.iter().filter(|(_, body)| body.is_dynamic())
}

/// Returns the energy of all bodies: that of their motion, and that of their height.
fn energy(world: &PhysicsWorld) -> Real {
    let of = |body: &RigidBody| {
        body.kinetic_energy() - body.mass() * world.gravity.dot(body.center_of_mass())
    };
    movable(world).map(|(_, body)| of(body)).sum()
}

/// A world with a floor at height 0, a metre thick.
fn floor(collider: impl Fn(ColliderBuilder) -> ColliderBuilder) -> PhysicsWorld {
    let mut world = empty(9.81);
    world.insert(
        RigidBodyBuilder::fixed().translation(v(0.0, -0.5, 0.0)),
        collider(cuboid(100.0, 0.5, 100.0)),
    );
    world
}

/// A crowd that is thrown at the ground of a world.
fn pile(rng: &mut StdRng, mut world: PhysicsWorld, speed: Real) -> PhysicsWorld {
    for body in add_crowd(&mut world, rng, 60, speed) {
        world.bodies[body].set_angular_damping(ROLLS);
    }
    world
}

/// A floor of triangles without thickness.
fn mesh() -> PhysicsWorld {
    let mut world = empty(9.81);
    world.insert(RigidBodyBuilder::fixed(), thin_ground(60.0, 24));
    world
}

/// Twenty things that are thrown down, far from each other.
fn thrown(rng: &mut StdRng, shape: ColliderBuilder) -> PhysicsWorld {
    let mut world = floor(|floor| floor.restitution(shape.restitution));
    for number in 0..20 {
        let body = RigidBodyBuilder::dynamic()
            .translation(v(8.0 * (number as Real - 9.5), around(rng, 3.0, 1.0), 0.0))
            .rotation(random_turn(rng, 2.0))
            .linvel(v(around(rng, 0.0, 1.0), around(rng, -35.0, 3.0), 0.0))
            .angvel(random_turn(rng, 5.0))
            .angular_damping(ROLLS);
        world.insert(body, shape.clone());
    }
    world
}

/// Ten boxes that slide across the floor, each where it meets no other.
fn sliding(rng: &mut StdRng) -> PhysicsWorld {
    let mut world = floor(|floor| floor.friction(0.4));
    let only = |group| InteractionGroups::new(group, Group::GROUP_32, InteractionTestMode::And);
    for number in 0..10 {
        let body = RigidBodyBuilder::dynamic()
            .translation(v(-50.0, 0.1, number as Real - 4.5))
            .linvel(v(around(rng, 24.0, 4.0), 0.0, 0.0));
        let shape = cuboid(0.3, 0.1, 0.3).friction(0.4);
        world.insert(body, shape.collision_groups(only(Group::GROUP_1)));
    }
    world
}

/// Boxes on each other, and a heavy ball that hits them.
fn stack(rng: &mut StdRng) -> PhysicsWorld {
    let mut world = floor(|floor| floor);
    for number in 0..8 {
        let body =
            RigidBodyBuilder::dynamic().translation(v(0.0, 0.25 + 0.5 * number as Real, 0.0));
        world.insert(body, cuboid(0.25, 0.25, 0.25));
    }
    let ball = RigidBodyBuilder::dynamic()
        .translation(v(-2.0, around(rng, 1.5, 0.8), around(rng, 0.0, 0.1)))
        .linvel(v(around(rng, 20.0, 1.0), 0.0, 0.0))
        .angvel(about_z(around(rng, 0.0, 5.0)))
        .angular_damping(ROLLS);
    world.insert(ball, ColliderBuilder::ball(0.2).density(3.0));
    world
}
