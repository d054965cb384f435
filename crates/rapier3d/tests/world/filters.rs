//! Groups, hooks, joints and sensors are those of rapier.

use std::sync::mpsc;

use photofinish_rapier::{Ccd, Report};

use crate::dimension::{cuboid, thin_ground, v};
use crate::rapier::prelude::*;
use crate::{add_ball, fixed_at, flying, wall, with_wall};

/// Steps until the ball has met the wall or is behind it. Returns all impacts, and where the ball is.
fn fly(world: &mut PhysicsWorld, ball: RigidBodyHandle, hooks: &dyn PhysicsHooks) -> (usize, Real) {
    let mut ccd = Ccd::new();
    let mut impacts = 0;
    for _ in 0..3 {
        let report: Report = ccd
            .step_with_events(world, hooks, &())
            .expect("finite poses");
        impacts += report.impacts.len();
    }
    (impacts, world.bodies[ball].translation().x)
}

#[test]
fn groups_let_bodies_pass() {
    let only = |group| InteractionGroups::new(group, group, InteractionTestMode::And);
    let [one, two] = [Group::GROUP_1, Group::GROUP_2].map(only);
    let ball = || ColliderBuilder::ball(0.05);
    let in_one = wall().collision_groups(one);
    for (wall, ball, passes) in [
        (in_one.clone(), ball().collision_groups(one), false),
        (in_one, ball().collision_groups(two), true),
        (wall().solver_groups(one), ball().solver_groups(two), true),
    ] {
        let (mut world, _) = with_wall(wall);
        let (ball, _) = add_ball(&mut world, ball);
        let (impacts, x) = fly(&mut world, ball, &());
        assert_eq!((impacts == 0, x > 0.0), (passes, passes));
    }
}

/// A hook that lets everything pass.
struct Ghosts;

impl PhysicsHooks for Ghosts {
    fn filter_contact_pair(&self, _: &PairFilterContext) -> Option<SolverFlags> {
        None
    }

    fn filter_intersection_pair(&self, _: &PairFilterContext) -> bool {
        false
    }
}

#[test]
fn hooks_let_bodies_pass_if_the_collider_asks_for_them() {
    for (hooks, passes) in [
        (ActiveHooks::empty(), false),
        (ActiveHooks::FILTER_CONTACT_PAIRS, true),
    ] {
        let (mut world, _) = with_wall(wall());
        let (ball, _) = add_ball(&mut world, ColliderBuilder::ball(0.05).active_hooks(hooks));
        assert_eq!(fly(&mut world, ball, &Ghosts).1 > 0.0, passes);
    }
}

#[test]
fn joints_may_let_their_bodies_pass() {
    for (contacts, passes) in [(true, false), (false, true)] {
        let (mut world, wall) = with_wall(wall());
        let (ball, _) = add_ball(&mut world, ColliderBuilder::ball(0.05));
        let wall = world.colliders[wall].parent().expect("the wall's body");
        // a rope that is too long to matter
        let mut rope = RopeJointBuilder::new(100.0).build();
        rope.data.contacts_enabled = contacts;
        world.insert_impulse_joint(wall, ball, rope);
        let (_, x) = fly(&mut world, ball, &());
        assert_eq!(x > 0.0, passes, "contacts {contacts}");
    }
}

/// Makes three steps, and returns the events of collisions.
fn events(world: &mut PhysicsWorld, hooks: &dyn PhysicsHooks) -> Vec<CollisionEvent> {
    let ((collisions, found), (forces, _rest), (tears, _torn)) =
        (mpsc::channel(), mpsc::channel(), mpsc::channel());
    let events = ChannelEventCollector::new(collisions, forces, tears);
    let mut ccd = Ccd::new();
    for _ in 0..3 {
        let report = ccd.step_with_events(world, hooks, &events);
        report.expect("finite poses");
    }
    found.try_iter().collect()
}

#[test]
fn a_sensor_tells_of_a_body_that_goes_through_it_in_one_step() {
    let all = ActiveEvents::COLLISION_EVENTS;
    let sensor = || wall().sensor(true).active_events(all);
    for (hooks, told) in [
        (ActiveHooks::empty(), true),
        (ActiveHooks::FILTER_INTERSECTION_PAIR, false),
    ] {
        let (mut world, sensor) = with_wall(sensor().active_hooks(hooks));
        let (ball, collider) = add_ball(&mut world, ColliderBuilder::ball(0.05));
        let found = events(&mut world, &Ghosts);
        let x = world.bodies[ball].translation().x;
        assert!(x > 1.0, "a sensor stops nothing");
        let is_of_both = |event: &CollisionEvent| {
            let pair = [event.collider1(), event.collider2()];
            pair == [sensor, collider] || pair == [collider, sensor]
        };
        let started: Vec<_> = found.iter().map(|event| event.started()).collect();
        let is_told = started == [true, false] && found.iter().all(is_of_both);
        assert_eq!(is_told, told, "{found:?}");
    }
    // one behind a wall hears nothing
    let (mut world, _) = with_wall(wall());
    world.insert(fixed_at(v(0.5, 0.0, 0.0)), sensor());
    add_ball(&mut world, ColliderBuilder::ball(0.05));
    assert!(events(&mut world, &()).is_empty());
}

/// Lets bodies through a platform from below.
struct OneWay {
    platform: ColliderHandle,
}

impl PhysicsHooks for OneWay {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let up = if context.collider1 == self.platform {
            Vector::Y
        } else {
            -Vector::Y
        };
        context.update_as_oneway_platform(up, 0.2);
    }
}

#[test]
fn a_platform_lets_bodies_through_from_below_and_holds_them_from_above() {
    for speed in [4.0, 12.0, 40.0, 160.0] {
        let mut world = PhysicsWorld::default();
        let platform = cuboid(5.0, 0.05, 5.0).active_hooks(ActiveHooks::MODIFY_SOLVER_CONTACTS);
        let (_, platform) = world.insert(RigidBodyBuilder::fixed(), platform);
        let mut add = |x, y, speed| {
            let body = flying(v(x, y, 0.0), v(0.0, speed, 0.0));
            world.insert(body, ColliderBuilder::ball(0.2)).0
        };
        let (rises, falls) = (add(-2.0, -1.0, speed.max(6.0)), add(2.0, 1.0, -speed));
        let (hooks, mut ccd) = (OneWay { platform }, Ccd::new());
        let mut highest = Real::MIN;
        for _ in 0..900 {
            let report = ccd.step_with_events(&mut world, &hooks, &());
            report.expect("finite poses");
            highest = highest.max(world.bodies[rises].translation().y);
        }
        // it was stopped for a step at most
        let expected = speed.max(6.0).powi(2) / (2.0 * 9.81) - 1.0;
        assert!(highest > 0.7 * expected, "{speed} m/s: {highest}");
        let lies = |body: RigidBodyHandle| (world.bodies[body].translation().y - 0.25).abs() < 0.01;
        assert!(lies(falls), "{speed} m/s");
        assert!(speed > 50.0 || lies(rises), "{speed} m/s");
    }
}

/// Looks at contacts and leaves them as they are.
struct Onlooker;

impl PhysicsHooks for Onlooker {
    fn modify_solver_contacts(&self, _: &mut ContactModificationContext) {}
}

#[test]
fn a_hook_that_takes_no_contacts_lets_nothing_through_a_mesh() {
    // a crate lies where six triangles meet, and is then shot down through contacts that are too soft to hold it
    let mut world = PhysicsWorld::default();
    let parameters = &mut world.integration_parameters;
    parameters.static_contact_softness.natural_frequency = 1.0;
    let ground = thin_ground(4.0, 2).active_hooks(ActiveHooks::MODIFY_SOLVER_CONTACTS);
    world.insert(RigidBodyBuilder::fixed(), ground);
    let body = RigidBodyBuilder::dynamic().translation(v(0.0, 0.2, 0.0));
    let (body, _) = world.insert(body, cuboid(0.2, 0.2, 0.2));
    let mut ccd = Ccd::new();
    for step in 0..20 {
        if step > 10 {
            world.bodies[body].set_linvel(v(0.0, -60.0, 0.0), true);
        }
        let report = ccd.step_with_events(&mut world, &Onlooker, &());
        report.expect("finite poses");
        let height = world.bodies[body].translation().y;
        // a step in which the contacts slow it down is left to them
        assert!(height > 0.1, "step {step}: {height}");
    }
}
