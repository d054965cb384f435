//! Builds the bodies at the start: a floor, a stack of blocks above it, and a bullet on its way to the stack.

use std::error::Error;

use crate::impulse::Material;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::shape::{Ball, Cuboid};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::args::Options;
use crate::body::Body;
use crate::world::World;

/// The acceleration of gravity, in metres per second squared.
const GRAVITY: f64 = 9.81;
/// The height of the lowest block above the floor, in metres.
const DROP: f64 = 1.5;
/// The density of wood, in kilograms per cubic metre.
const BLOCK_DENSITY: f64 = 600.0;
/// The density of lead, in kilograms per cubic metre.
const BULLET_DENSITY: f64 = 11_340.0;
/// The radius of the bullet, in metres.
const BULLET_RADIUS: f64 = 0.05;
/// The speed of the bullet, in metres per second: more than a block's width per frame.
const BULLET_SPEED: f64 = 90.0;
/// The time when the bullet arrives, in seconds. The stack is in free fall then.
const BULLET_ARRIVES: f64 = 0.25;
/// The speed at which bodies at rest part again, in metres per second. They are then in the air for a sixtieth of a
/// second, and rise by a third of a millimetre. A lower speed makes more impacts; with a higher one resting bodies
/// rattle.
const HOP: f64 = 0.08;
/// Half the sides of the floor, in metres.
const FLOOR: f64 = 10.0;

/// Returns the world at the start: the floor, the blocks from the lowest to the highest, the bullet.
pub fn stack<T: Real>(options: &Options) -> Result<World<T>, Box<dyn Error>> {
    let mut rng = StdRng::seed_from_u64(options.seed);
    let down = real(vector![0.0, -GRAVITY, 0.0]);
    let slab = Cuboid::new(real(vector![FLOOR, 0.5, FLOOR]))?;
    let mut bodies = vec![Body::fixed(
        slab.into(),
        placed(vector![0.0, -0.5, 0.0], 0.0),
    )?];
    let target = usize::from(options.count) / 2;
    let mut aim = Vector3::zeros();
    let mut top = DROP;
    for block in 0..usize::from(options.count) {
        let half = vector![
            rng.random_range(0.32..0.40),
            rng.random_range(0.14..0.20),
            rng.random_range(0.32..0.40)
        ];
        let mut around = |most: f64| rng.random_range(-most..most);
        let center = vector![around(0.05), top + half.y, around(0.05)];
        let pose = placed(center, around(0.3));
        let velocities = (Vector3::zeros(), real(Vector3::from_fn(|_, _| around(0.2))));
        let shape = Cuboid::new(real(half))?.into();
        bodies.push(Body::flying(
            shape,
            T::of(BLOCK_DENSITY),
            pose,
            velocities,
            down,
        )?);
        if block == target {
            aim = center + vector![0.0, around(0.5) * half.y, around(0.5) * half.z];
        }
        top += 2.0 * half.y + rng.random_range(0.005..0.02);
    }
    // bullet and blocks fall alike, so the bullet is aimed straight at a block
    let way = BULLET_SPEED * BULLET_ARRIVES;
    let pose = placed(aim - vector![way, 0.0, 0.0], 0.0);
    let velocities = (real(vector![BULLET_SPEED, 0.0, 0.0]), Vector3::zeros());
    let ball = Ball::new(T::of(BULLET_RADIUS))?.into();
    bodies.push(Body::flying(
        ball,
        T::of(BULLET_DENSITY),
        pose,
        velocities,
        down,
    )?);
    let frame = 1.0 / f64::from(options.rate);
    let material = Material {
        restitution: T::of(options.restitution),
        friction: T::of(options.friction),
        hop: T::of(HOP),
    };
    Ok(World::new(bodies, material, T::of(frame)))
}

/// Returns a pose at `position`, turned by `yaw` about the vertical.
fn placed<T: Real>(position: Vector3<f64>, yaw: f64) -> Isometry3<T> {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), T::of(yaw));
    Isometry3::from_parts(Translation3::from(real(position)), turn)
}

fn real<T: Real>(vector: Vector3<f64>) -> Vector3<T> {
    vector.map(T::of)
}
