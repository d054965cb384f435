//! Worlds of rapier, stepped with the pass. The same tests run in the plane and in space.

#[cfg(feature = "dim2")]
extern crate rapier2d as rapier;
#[cfg(feature = "dim3")]
extern crate rapier3d as rapier;

#[cfg(all(feature = "dim2", not(feature = "f64")))]
extern crate photofinish_rapier2d as photofinish_rapier;
#[cfg(all(feature = "dim2", feature = "f64"))]
extern crate photofinish_rapier2d_f64 as photofinish_rapier;
#[cfg(all(feature = "dim3", not(feature = "f64")))]
extern crate photofinish_rapier3d as photofinish_rapier;
#[cfg(all(feature = "dim3", feature = "f64"))]
extern crate photofinish_rapier3d_f64 as photofinish_rapier;

mod characters;
mod conversions;
mod deep;
// the example has helpers that its scenes alone use
#[allow(dead_code)]
#[path = "../../examples/tunnelling/dimension.rs"]
mod dimension;
mod dispatcher;
// pages have a view, and tests have none
#[path = "../../examples/tunnelling/driven.rs"]
mod driven;
mod energy;
mod examples;
mod filters;
mod followed;
mod passed;
mod physics;
// pages have a view, and tests have none
#[allow(dead_code)]
#[path = "../../examples/tunnelling/scenes.rs"]
mod scenes;
// the tests take fewer ways to step
#[allow(dead_code)]
#[path = "../../examples/tunnelling/settling.rs"]
mod settling;

use rapier::prelude::*;

use dimension::v;

/// A world without gravity.
fn weightless() -> PhysicsWorld {
    PhysicsWorld {
        gravity: Vector::ZERO,
        ..PhysicsWorld::default()
    }
}

/// A world without gravity, with a wall of 1 cm square to x.
fn with_wall(wall: ColliderBuilder) -> (PhysicsWorld, ColliderHandle) {
    let mut world = weightless();
    let (_, wall) = world.insert(RigidBodyBuilder::fixed(), wall);
    (world, wall)
}

/// Makes steps with a pass of its own.
fn steps(world: &mut PhysicsWorld, count: usize) {
    let mut ccd = photofinish_rapier::Ccd::new();
    for _ in 0..count {
        ccd.step(world).expect("finite poses");
    }
}

/// A dynamic body that flies from a place.
fn flying(place: Vector, velocity: Vector) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .translation(place)
        .linvel(velocity)
}

/// A kinematic body that moves from a place.
fn driven_from(place: Vector, velocity: Vector) -> RigidBodyBuilder {
    let body = RigidBodyBuilder::kinematic_velocity_based();
    body.translation(place).linvel(velocity)
}

fn fixed_at(place: Vector) -> RigidBodyBuilder {
    RigidBodyBuilder::fixed().translation(place)
}

fn wall() -> ColliderBuilder {
    dimension::cuboid(0.005, 5.0, 5.0)
}

/// Adds a ball that flies at the wall from the left.
fn add_ball(world: &mut PhysicsWorld, ball: ColliderBuilder) -> (RigidBodyHandle, ColliderHandle) {
    world.insert(flying(v(-2.0, 0.0, 0.0), v(90.0, 0.0, 0.0)), ball)
}
