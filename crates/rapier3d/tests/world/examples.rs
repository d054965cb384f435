//! The worlds of rapier's own examples of fast bodies, stepped with the pass.

use photofinish_rapier::Ccd;

use crate::flying;
use crate::rapier::prelude::*;

/// Makes steps with the pass, in which each pair is proven, and looks at the world after each of them. Returns how many
/// bodies were moved, each time counted.
fn run(world: &mut PhysicsWorld, steps: usize, look: impl Fn(&PhysicsWorld)) -> usize {
    let mut ccd = Ccd::new();
    let mut moved = 0;
    for step in 0..steps {
        let report = ccd.step(world).expect("finite poses");
        let unproven = &report.unproven;
        assert!(unproven.is_empty(), "step {step}: {unproven:?}");
        moved += report.moved.len();
        look(world);
    }
    moved
}

/// Brackets of three bars are thrown at one of two thin walls.
#[cfg(feature = "dim2")]
#[test]
fn brackets_stay_between_thin_walls() {
    let mut world = PhysicsWorld::default();
    let ground = ColliderBuilder::cuboid(25.0, 0.1);
    let (ground, _) = world.insert(RigidBodyBuilder::fixed(), ground);
    for x in [-3.0, 6.0] {
        let wall = ColliderBuilder::cuboid(0.1, 25.0).translation(Vector::new(x, 0.0));
        world.insert_collider(wall, Some(ground));
    }
    let bar = |x, y, right, up| {
        let pose = Pose::from_translation(Vector::new(x, y));
        (pose, SharedShape::cuboid(right, up))
    };
    let bracket = ColliderBuilder::compound(vec![
        bar(0.0, 0.35, 0.4, 0.05),
        bar(-0.35, 0.0, 0.05, 0.4),
        bar(0.35, 0.0, 0.05, 0.4),
    ]);
    let mut brackets = Vec::new();
    for place in 0..36_u8 {
        let (column, row) = (Real::from(place % 6), Real::from(place / 6));
        let at = Vector::new(0.82 * column - 1.96, 0.82 * row + 4.41);
        let body = flying(at, Vector::new(100.0, -10.0));
        brackets.push(world.insert(body, bracket.clone()).0);
    }
    let moved = run(&mut world, 150, |world| {
        for &bracket in &brackets {
            let place = world.bodies[bracket].translation();
            let is_between = place.y > 0.0 && (-3.0..6.0).contains(&place.x);
            assert!(is_between, "{place:?}");
        }
    });
    assert!(moved > 36, "{moved}");
}

/// A block of 8 m flies at 40 m/s into rows of small boxes that sleep.
#[cfg(feature = "dim2")]
#[test]
fn a_block_smashes_into_sleeping_boxes_and_wakes_all() {
    let mut world = crate::scenes::empty(0.0);
    let body = flying(Vector::X * -10.0, Vector::X * 40.0);
    let (block, _) = world.insert(body, ColliderBuilder::cuboid(4.0, 4.0).density(8.0));
    let mut boxes = Vec::new();
    for place in 0..200_u8 {
        let (column, row) = (Real::from(place % 10), Real::from(place / 10));
        let at = Vector::new(0.4 * column - 3.0, 0.4 * row - 4.0);
        let body = RigidBodyBuilder::dynamic().translation(at).sleeping(true);
        boxes.push(world.insert(body, ColliderBuilder::cuboid(0.2, 0.2)).0);
    }
    let moved = run(&mut world, 60, |world| {
        let block = *world.bodies[block].position();
        for &small in &boxes {
            let place = block.inverse_transform_point(world.bodies[small].translation());
            let is_past_the_middle = place.x < 0.0 && place.y.abs() < 4.0;
            assert!(!is_past_the_middle, "{place:?}");
        }
    });
    assert!(moved > 0);
    let mut awake = boxes
        .iter()
        .map(|&small| !world.bodies[small].is_sleeping());
    assert!(awake.all(|is_awake| is_awake));
}

/// A wide plate of 3 cm is thrown down at 100 m/s, tilted, onto a height field.
#[cfg(feature = "dim3")]
#[test]
fn a_thin_plate_ends_flat_on_a_height_field() {
    let mut world = PhysicsWorld::default();
    let heights = crate::rapier::parry::utils::Array2::repeat(2, 2, 0.0);
    let field = ColliderBuilder::heightfield(heights, Vector::new(50.0, 1.0, 50.0));
    world.insert_collider(field, None);
    let body = flying(Vector::Y * 5.0, Vector::Y * -100.0).rotation(Vector::new(0.5, 0.0, 0.5));
    let (plate, _) = world.insert(body, ColliderBuilder::cuboid(5.0, 0.015, 5.0));
    let moved = run(&mut world, 400, |world| {
        for (x, z) in [(-5.0, -5.0), (-5.0, 5.0), (5.0, -5.0), (5.0, 5.0)] {
            let pose = world.bodies[plate].position();
            let corner = pose.transform_point(Vector::new(x, 0.0, z));
            assert!(corner.y > -0.015, "a corner was at {corner:?}");
        }
    });
    assert!(moved > 0);
    let up = world.bodies[plate].rotation() * Vector::Y;
    assert!(up.y.abs() > 0.999, "{up:?}");
}

/// Layers of boxes, balls, rounded cylinders, cones and capsules fall at 1000 m/s, one after the other.
#[cfg(feature = "dim3")]
#[test]
fn shapes_of_1000_metres_per_second_stay_above_the_ground() {
    let mut world = PhysicsWorld::default();
    let ground = crate::fixed_at(Vector::Y * -0.1);
    world.insert(ground, ColliderBuilder::cuboid(100.0, 0.1, 100.0));
    let layers = [
        ColliderBuilder::cuboid(1.0, 1.0, 1.0),
        ColliderBuilder::ball(1.0),
        ColliderBuilder::round_cylinder(1.0, 1.0, 0.1),
        ColliderBuilder::cone(1.0, 1.0),
        ColliderBuilder::capsule_y(1.0, 1.0),
    ];
    let mut bodies = Vec::new();
    for place in 0..80_u8 {
        let (layer, cell) = (place / 16, place % 16);
        let [row, column, height] = [cell / 4, cell % 4, layer].map(Real::from);
        let off = 0.15 * height;
        let place = Vector::new(3.0 * row - off, 3.0 * height + 4.5, 3.0 * column - off);
        let body = flying(place, Vector::Y * -1000.0);
        let collider = layers[usize::from(layer)].clone();
        bodies.push(world.insert(body, collider).0);
    }
    let moved = run(&mut world, 60, |world| {
        for &body in &bodies {
            let place = world.bodies[body].translation();
            let is_over_ground = place.x.abs() < 100.0 && place.z.abs() < 100.0;
            assert!(!is_over_ground || place.y > 0.0, "{place:?}");
        }
    });
    assert!(moved >= 80, "{moved}");
}
