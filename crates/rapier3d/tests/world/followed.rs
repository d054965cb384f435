//! Which bodies are followed, why, and what the report says of them.

use photofinish_rapier::{Cause, Ccd, PassError, Report};

use crate::dimension::{cuboid, v};
use crate::rapier::prelude::*;
use crate::{fixed_at, flying, weightless};

fn causes(report: &Report) -> Vec<Cause> {
    report.followed.iter().map(|one| one.cause).collect()
}

#[test]
fn reports_say_why_a_body_was_followed() {
    let mut world = weightless();
    world.insert(RigidBodyBuilder::fixed(), cuboid(5.0, 0.5, 5.0));
    let mut ccd = Ccd::new();
    let ball = ColliderBuilder::ball(0.5);
    let fast = flying(v(0.0, 9.0, 0.0), v(60.0, 0.0, 0.0));
    let (body, fast) = world.insert(fast, ball.clone());
    let report = ccd.step(&mut world).expect("finite poses");
    assert_eq!(causes(&report), [Cause::Far]);
    assert_eq!(report.followed[0].collider, fast);
    assert!((report.followed[0].travel - 1.0).abs() < 1e-3);
    assert!(report.time.as_nanos() > 0 && report.left_margin.is_empty());
    world.remove_body(body);

    // one that is put deep into the floor moves little
    let (_, deep) = world.insert(flying(v(0.0, 0.6, 0.0), Vector::ZERO), ball.clone());
    let is_deep = |report: &Report| {
        let found = report.followed.iter().find(|one| one.collider == deep);
        found.is_some_and(|one| one.cause == Cause::Deep)
    };
    let found = (0..9).any(|_| is_deep(&ccd.step(&mut world).expect("finite poses")));
    assert!(found);

    let guide = RigidBodyBuilder::kinematic_position_based().translation(v(0.0, 20.0, 0.0));
    let (guide, _) = world.insert(guide, ball);
    ccd.add_character(guide);
    let report = ccd.step(&mut world).expect("finite poses");
    assert!(causes(&report).contains(&Cause::Character));
}

/// An arm that turns fast carries a bar, this one another one that is farther out, and so on. One of them leaves its
/// margin, unless margins are wide: then all are carried.
#[test]
fn bodies_that_leave_their_margin_are_reported() {
    let step = |margin: Real| {
        let mut world = weightless();
        let mut ccd = Ccd::new();
        let spin = crate::dimension::about_z(60.0);
        let arm = RigidBodyBuilder::kinematic_velocity_based().angvel(spin);
        world.insert(arm, cuboid(1.0, 0.05, 0.5));
        for number in [0.0, 1.0, 2.0, 3.0] {
            let place = v(0.9 + 1.8 * number, 0.3 + 0.25 * number, 0.0);
            let bar = RigidBodyBuilder::dynamic().translation(place);
            let (bar, _) = world.insert(bar, cuboid(0.95, 0.1, 0.5));
            ccd.set_margin(bar, margin).expect("a length");
        }
        ccd.step(&mut world).expect("finite poses")
    };
    assert!(!step(0.0).left_margin.is_empty());
    let wide = step(5.0);
    assert!(wide.left_margin.is_empty(), "{wide:?}");
    assert_eq!(wide.moved.len(), 4, "{wide:?}");
}

#[test]
fn the_largest_margin_is_no_error_later() {
    let mut world = PhysicsWorld::default();
    let mut ccd = Ccd::new();
    let fast = flying(Vector::ZERO, Vector::X * 500.0);
    let (ball, _) = world.insert(fast, ColliderBuilder::ball(0.1));
    let margin = <Real as photofinish_rapier::photofinish::Real>::LARGEST;
    ccd.set_margin(ball, margin).expect("a length");
    world.insert(fixed_at(Vector::X * 4.0), cuboid(0.1, 1.0, 1.0));
    let report = ccd.step(&mut world).expect("a step");
    assert_eq!(report.impacts.len(), 1);
}

#[test]
fn bad_margins_are_refused() {
    let mut ccd = Ccd::new();
    // the last one is finite, and too large for the pass
    for margin in [-1.0, Real::NAN, Real::INFINITY, Real::MAX] {
        let refused = ccd.set_margin(RigidBodyHandle::invalid(), margin);
        assert!(matches!(refused, Err(PassError::InvalidMargin { .. })));
    }
}
