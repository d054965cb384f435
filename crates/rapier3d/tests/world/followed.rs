//! Which bodies are followed, why, and what the report says of them.

use photofinish_rapier::{Cause, Ccd, PassError, Report};

use crate::dimension::{cuboid, v};
use crate::rapier::prelude::*;

/// How high the ground is at a place of a grid.
fn height(i: usize, j: usize) -> Real {
    0.15 * (1.3 * i as Real).sin() * (0.9 * j as Real).cos()
}

/// Hills as a height field and as the mesh of the same triangles, or as segments.
#[cfg(feature = "dim3")]
fn hills() -> [ColliderBuilder; 2] {
    let count = 24;
    let mut heights = Array2::repeat(count + 1, count + 1, 0.0);
    for i in 0..=count {
        for j in 0..=count {
            heights[(i, j)] = height(i, j);
        }
    }
    let field = HeightField::new(heights, v(12.0, 1.0, 12.0));
    let (points, triangles) = field.to_trimesh();
    [
        ColliderBuilder::new(SharedShape::new(field)),
        ColliderBuilder::trimesh(points, triangles).expect("a grid"),
    ]
}

/// Hills as a height field and as a line of the same segments.
#[cfg(feature = "dim2")]
fn hills() -> [ColliderBuilder; 2] {
    let heights = (0..=24).map(|i| height(i, 0)).collect();
    let field = HeightField::new(heights, v(12.0, 1.0, 0.0));
    let (points, segments) = field.to_polyline();
    [
        ColliderBuilder::new(SharedShape::new(field)),
        ColliderBuilder::polyline(points, Some(segments)),
    ]
}

/// A level floor of voxels with a pillar at its corner, so that boxes tell nothing of depths, and a box in its place.
fn blocks() -> [ColliderBuilder; 2] {
    let side = if cfg!(feature = "dim3") { 24 } else { 1 };
    let mut points: Vec<_> = (0..24 * side)
        .flat_map(|number| {
            let place = |index: i32| 0.5 * (index as Real - 11.5);
            [-0.25, -0.75].map(|y| v(place(number % 24), y, place(number / 24)))
        })
        .collect();
    let corner = v(-5.75, 0.0, if side == 1 { 0.0 } else { -5.75 });
    points.extend([0.25, 0.75, 1.25, 1.75].map(|y| corner + Vector::Y * y));
    [
        ColliderBuilder::voxels_from_points(Vector::splat(0.5), &points),
        cuboid(6.0, 0.5, 6.0).translation(v(0.0, -0.5, 0.0)),
    ]
}

/// Lets bodies roll over some ground, and counts those that are followed in all steps after the first ones.
fn followed_on(ground: ColliderBuilder, (bodies, speed): (usize, Real)) -> usize {
    let mut world = PhysicsWorld::default();
    world.insert(RigidBodyBuilder::fixed(), ground);
    for number in 0..bodies {
        let (x, z) = ((number % 3) as Real, (number / 3) as Real);
        let (x, z) = match cfg!(feature = "dim3") {
            true => (x, z),
            false => (x + 3.0 * z, 0.0),
        };
        let body = RigidBodyBuilder::dynamic()
            .can_sleep(false)
            .linvel(v(speed, 0.0, 0.0))
            .translation(v(1.1 * x - 4.5, 0.6, 1.1 * z - 1.1));
        let shape = match number % 2 {
            0 => ColliderBuilder::ball(0.25),
            _ => cuboid(0.3, 0.2, 0.3),
        };
        world.insert(body, shape);
    }
    let mut ccd = Ccd::new();
    let mut followed = 0;
    for step in 0..150 {
        let report = ccd.step(&mut world).expect("finite poses");
        if step >= 60 {
            followed += report.followed.len();
        }
    }
    followed
}

#[test]
fn height_fields_and_voxels_cost_what_others_cost() {
    // bodies that move over voxels run into a debug assertion of rapier's solver
    for ([ground, same], bodies) in [(hills(), (9, 0.5)), (blocks(), (1, 0.0))] {
        let [found, expected] = [ground, same].map(|ground| followed_on(ground, bodies));
        // up to nine bodies in 90 steps
        assert!(expected < 20, "{expected}");
        assert!(found <= expected + 20, "{found} : {expected}");
    }
}

fn causes(report: &Report) -> Vec<Cause> {
    report.followed.iter().map(|one| one.cause).collect()
}

#[test]
fn reports_say_why_a_body_was_followed() {
    let mut world = PhysicsWorld {
        gravity: Vector::ZERO,
        ..PhysicsWorld::default()
    };
    world.insert(RigidBodyBuilder::fixed(), cuboid(5.0, 0.5, 5.0));
    let mut ccd = Ccd::new();
    let ball = ColliderBuilder::ball(0.5);
    let add = |world: &mut PhysicsWorld, body: RigidBodyBuilder| world.insert(body, ball.clone());
    let place = RigidBodyBuilder::dynamic().translation(v(0.0, 9.0, 0.0));
    let (_, fast) = add(&mut world, place.linvel(v(60.0, 0.0, 0.0)));
    let report = ccd.step(&mut world).expect("finite poses");
    assert_eq!(causes(&report), [Cause::Far]);
    assert_eq!(report.followed[0].collider, fast);
    assert!((report.followed[0].travel - 1.0).abs() < 1e-3);
    assert!(report.time.as_nanos() > 0 && report.left_margin.is_empty());
    world.remove_body(world.colliders[fast].parent().expect("a body"));

    // one that is put deep into the floor moves little
    let (_, deep) = add(
        &mut world,
        RigidBodyBuilder::dynamic().translation(v(0.0, 0.6, 0.0)),
    );
    let is_deep = |report: &Report| {
        let found = report.followed.iter().find(|one| one.collider == deep);
        found.is_some_and(|one| one.cause == Cause::Deep)
    };
    let found = (0..9).any(|_| is_deep(&ccd.step(&mut world).expect("finite poses")));
    assert!(found);

    let guide = RigidBodyBuilder::kinematic_position_based().translation(v(0.0, 20.0, 0.0));
    let (guide, _) = add(&mut world, guide);
    ccd.add_character(guide);
    let report = ccd.step(&mut world).expect("finite poses");
    assert!(causes(&report).contains(&Cause::Character));
}

/// An arm that turns fast carries a bar, this one another one that is farther out, and so on. One of them leaves its
/// margin, unless margins are wide: then all are carried.
#[test]
fn bodies_that_leave_their_margin_are_reported() {
    let step = |margin: Real| {
        let mut world = PhysicsWorld {
            gravity: Vector::ZERO,
            ..PhysicsWorld::default()
        };
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
    let fast = RigidBodyBuilder::dynamic().linvel(Vector::X * 500.0);
    let (ball, _) = world.insert(fast, ColliderBuilder::ball(0.1));
    let margin = <Real as photofinish_rapier::photofinish::Real>::LARGEST;
    ccd.set_margin(ball, margin).expect("a length");
    world.insert(
        RigidBodyBuilder::fixed().translation(Vector::X * 4.0),
        cuboid(0.1, 1.0, 1.0),
    );
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
