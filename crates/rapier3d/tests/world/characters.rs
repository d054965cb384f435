//! Kinematic bodies that were named characters are pushed by others.

use photofinish_rapier::{Ccd, Report, Scope};

use crate::dimension::{cuboid, v};
use crate::rapier::control::KinematicCharacterController;
use crate::rapier::parry::query;
use crate::rapier::prelude::*;
use crate::{driven_from, fixed_at};

/// A world in which a character walks.
struct Walk {
    world: PhysicsWorld,
    ccd: Ccd,
    character: RigidBodyHandle,
    collider: ColliderHandle,
}

impl Walk {
    fn new(place: Vector) -> Self {
        let mut world = PhysicsWorld::default();
        let body = RigidBodyBuilder::kinematic_position_based().translation(place);
        let (character, collider) = world.insert(body, ColliderBuilder::capsule_y(0.3, 0.2));
        let mut ccd = Ccd::new();
        ccd.add_character(character);
        Self {
            world,
            ccd,
            character,
            collider,
        }
    }

    /// Adds a kinematic body, and returns its collider.
    fn platform(&mut self, place: Vector, velocity: Vector, half: Vector) -> ColliderHandle {
        let shape = cuboid(half.x, half.y, 2.0);
        self.world.insert(driven_from(place, velocity), shape).1
    }

    /// Adds a fixed wall at x = 1, and returns its collider.
    fn wall(&mut self) -> ColliderHandle {
        let wall = fixed_at(v(1.0, 0.5, 0.0));
        self.world.insert(wall, cuboid(0.05, 2.0, 2.0)).1
    }

    /// Makes a step in which rapier's controller moves the character by this much, if nothing is in the way.
    fn step(&mut self, way: Vector) -> Report {
        let world = &self.world;
        let filter = QueryFilter::new().exclude_rigid_body(self.character);
        let movement = KinematicCharacterController::default().move_shape(
            world.integration_parameters.dt,
            &world.query_pipeline_with_filter(filter),
            world.colliders[self.collider].shape(),
            world.bodies[self.character].position(),
            way,
            |_| {},
        );
        self.go(self.place() + movement.translation)
    }

    /// Makes a step to a place, whatever the controller would say.
    fn go(&mut self, place: Vector) -> Report {
        self.world.bodies[self.character].set_next_kinematic_translation(place);
        self.ccd.step(&mut self.world).expect("finite poses")
    }

    fn place(&self) -> Vector {
        self.world.bodies[self.character].translation()
    }

    /// Returns how deep the character is in another collider.
    fn depth_in(&self, other: ColliderHandle) -> Real {
        let [a, b] = [self.collider, other].map(|collider| &self.world.colliders[collider]);
        query::contact(a.position(), a.shape(), b.position(), b.shape(), 1.0)
            .expect("shapes of parry")
            .map_or(0.0, |contact| -contact.dist)
    }
}

#[test]
fn a_platform_lifts_a_character_however_fast_it_rises() {
    for speed in [0.1, 5.0, 80.0, 300.0] {
        let mut walk = Walk::new(v(0.0, 1.2, 0.0));
        let lift = walk.platform(Vector::ZERO, v(0.0, speed, 0.0), v(2.0, 0.01, 0.0));
        for step in 0..120 {
            let report = walk.step(v(0.01, -0.02, 0.0));
            assert!(report.unproven.is_empty(), "{speed} m/s, step {step}");
            // a sixteenth of what is allowed may come from where it stood in the step before
            let depth = walk.depth_in(lift);
            let allowed = walk.world.integration_parameters.allowed_linear_error();
            assert!(depth < 1.1 * allowed, "{speed} m/s, step {step}: {depth}");
            let over = walk.place().y - walk.world.colliders[lift].translation().y;
            let is_over = (0.5..1.3).contains(&over);
            assert!(is_over, "{speed} m/s, step {step}: {over}");
        }
        // it has walked all the while, by 1 cm a step
        let x = walk.place().x;
        assert!((x - 1.2).abs() < 0.02, "{speed} m/s: it is at x = {x}");
    }
}

#[test]
fn a_kinematic_body_that_is_no_character_is_passed() {
    let mut walk = Walk::new(v(0.0, 1.2, 0.0));
    walk.ccd.remove_character(walk.character);
    walk.platform(Vector::ZERO, v(0.0, 300.0, 0.0), v(2.0, 0.01, 0.0));
    walk.step(Vector::ZERO);
    assert_eq!(walk.place().y, 1.2);
}

#[test]
fn a_door_pushes_a_character_aside_and_a_wall_stops_it() {
    for scope in [Scope::All, Scope::Tiered, Scope::Enabled] {
        let mut walk = Walk::new(v(0.0, 0.6, 0.0));
        walk.ccd = Ccd::new().scope(scope);
        walk.ccd.add_character(walk.character);
        // it opens within a step, and leaves room between it and the wall
        let door = walk.platform(v(-2.2, 0.5, 0.0), v(150.0, 0.0, 0.0), v(0.05, 2.0, 0.0));
        let wall = walk.wall();
        let report = walk.step(Vector::ZERO);
        assert!(report.unproven.is_empty(), "{scope:?}: {report:?}");
        assert_eq!(report.moved, [walk.character]);
        let place = walk.place();
        assert!((place.x - 0.55).abs() < 0.006, "{scope:?}: {place:?}");
        let depth = walk.depth_in(door).max(walk.depth_in(wall));
        assert!(depth < 0.006, "{scope:?}");
    }
}

#[test]
fn a_character_that_is_crushed_is_reported_and_stays_on_its_side_of_the_wall() {
    let mut walk = Walk::new(v(0.0, 0.6, 0.0));
    let press = walk.platform(v(-3.0, 0.5, 0.0), v(300.0, 0.0, 0.0), v(0.05, 2.0, 0.0));
    let wall = walk.wall();
    let report = walk.step(Vector::ZERO);
    assert!(walk.place().x < 1.0 && walk.depth_in(wall) < 0.006);
    let is_named =
        |pair: &[ColliderHandle; 2]| pair.contains(&press) && pair.contains(&walk.collider);
    assert!(report.unproven.iter().any(is_named), "{report:?}");
}

#[test]
fn a_character_that_dashes_stops_at_what_moves_into_its_way() {
    // a shutter falls in front of it: the controller has seen that the way is free
    for fall in [10.0, 120.0, 240.0] {
        let mut walk = Walk::new(v(-2.0, 0.6, 0.0));
        let shutter = walk.platform(v(0.0, 3.0, 0.0), v(0.0, -fall, 0.0), v(0.05, 1.5, 0.0));
        walk.step(v(4.0, 0.0, 0.0));
        let free = walk.place().x > 0.0;
        // the character is at the shutter after 0.44 of the step, and passes it until 0.56
        assert_eq!(free, fall < 20.0, "{fall} m/s: {:?}", walk.place());
        assert!(walk.depth_in(shutter) < 0.006);
    }
}

#[test]
fn a_character_takes_along_dynamic_bodies_as_all_kinematic_ones_do() {
    let mut walk = Walk::new(v(-2.0, 0.0, 0.0));
    walk.world.gravity = Vector::ZERO;
    let body = RigidBodyBuilder::dynamic();
    let (ball, collider) = walk.world.insert(body, ColliderBuilder::ball(0.2));
    // the controller would have stopped at the ball
    let report = walk.go(v(4.0, 0.0, 0.0));
    assert!(report.unproven.is_empty());
    assert_eq!(walk.place().x, 4.0);
    assert!(walk.world.bodies[ball].translation().x > 4.39);
    assert!(walk.depth_in(collider) < 0.006);
}

#[test]
fn two_characters_stop_each_other() {
    let mut walk = Walk::new(v(-2.0, 0.0, 0.0));
    let body = RigidBodyBuilder::kinematic_position_based().translation(v(2.0, 0.0, 0.0));
    let capsule = ColliderBuilder::capsule_y(0.3, 0.2);
    let (other, collider) = walk.world.insert(body, capsule);
    walk.ccd.add_character(other);
    walk.world.bodies[other].set_next_kinematic_translation(v(-4.0, 0.0, 0.0));
    walk.go(v(4.0, 0.0, 0.0));
    let [a, b] = [walk.place().x, walk.world.bodies[other].translation().x];
    let is_so = (a + b).abs() < 1e-3 && (b - a - 0.4).abs() < 0.006;
    assert!(is_so, "{a}, {b}");
    assert!(walk.depth_in(collider) < 0.006);
}

#[test]
fn a_lift_and_a_door_push_a_character_at_once() {
    let mut walk = Walk::new(v(0.0, 0.6, 0.0));
    let lift = walk.platform(Vector::ZERO, v(0.0, 60.0, 0.0), v(9.0, 0.01, 0.0));
    let door = walk.platform(v(-0.5, 3.0, 0.0), v(60.0, 0.0, 0.0), v(0.05, 2.9, 0.0));
    let report = walk.step(Vector::ZERO);
    assert!(report.unproven.is_empty(), "{report:?}");
    assert!(walk.depth_in(lift).max(walk.depth_in(door)) < 0.006);
    // they end at y = 1 and x = 0.5
    let off = walk.place() - v(0.75, 1.51, 0.0);
    assert!(off.length() < 0.01, "{off:?}");
}
