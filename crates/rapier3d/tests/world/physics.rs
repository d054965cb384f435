//! The pass changes nothing where nothing is fast, and contacts behave as without it.

use photofinish_rapier::Ccd;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::dimension::{cuboid, v};
use crate::rapier::prelude::*;
use crate::{add_ball, fixed_at, flying, scenes, steps, wall, with_wall};

pub fn poses(world: &PhysicsWorld) -> Vec<Pose> {
    let bodies = world.bodies.iter();
    bodies.map(|(_, body)| *body.position()).collect()
}

#[test]
fn without_fast_bodies_all_poses_are_the_same_to_the_last_bit() {
    let slow = || {
        // bodies fall by a few centimetres
        let mut stage = scenes::pile(&mut StdRng::seed_from_u64(7), 60, 0.0);
        stage.world.gravity = Vector::Y * -0.5;
        for (_, body) in stage.world.bodies.iter_mut() {
            body.set_linvel(Vector::ZERO, false);
            body.set_angvel(crate::dimension::about_z(0.0), false);
        }
        stage.world
    };
    let (mut with, mut without) = (slow(), slow());
    without.integration_parameters.max_ccd_substeps = 0;
    let mut ccd = Ccd::new();
    for step in 0..150 {
        let report = ccd.step(&mut with).expect("finite poses");
        without.step();
        assert_eq!(report.followed, [], "step {step}");
        assert_eq!(poses(&with), poses(&without), "step {step}");
    }
}

#[test]
fn a_ball_bounces_with_the_restitution_that_it_has() {
    for restitution in [0.0, 0.5, 0.9] {
        let (mut world, _) = with_wall(wall().restitution(restitution));
        let ball = ColliderBuilder::ball(0.05).restitution(restitution);
        let (ball, _) = add_ball(&mut world, ball);
        steps(&mut world, 30);
        let speed = -world.bodies[ball].linvel().x / 90.0;
        assert!((speed - restitution).abs() < 0.02, "{restitution}: {speed}");
    }
}

#[test]
fn a_fast_body_slides_on_along_a_floor() {
    // a puck that rests in the floor's surface, deeper than the pass allows, and shoots along it
    let mut world = PhysicsWorld::default();
    let floor = cuboid(100.0, 0.5, 5.0).friction(0.0);
    world.insert(fixed_at(v(0.0, -0.5, 0.0)), floor);
    let body = flying(v(0.0, 0.095, 0.0), v(40.0, 0.0, 0.0));
    let (puck, _) = world.insert(body, cuboid(0.1, 0.1, 0.1).friction(0.0));
    let mut ccd = Ccd::new().allowed_overlap(0.001);
    for _ in 0..60 {
        ccd.step(&mut world).expect("finite poses");
    }
    let place = world.bodies[puck].translation();
    assert!(place.x > 39.0, "it stood still for a while: {place:?}");
    assert!((place.y - 0.1).abs() < 0.01);
}
