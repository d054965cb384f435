//! Energy falls, and bodies fall asleep, as they do without the pass.

use photofinish_rapier::Ccd;

use crate::dimension::{cuboid, thin_ground, v};
use crate::rapier::prelude::*;
use crate::settling::{self, Steps};
use crate::{flying, steps};

/// A stopped body has fallen by less than its speed says: so a step may gain a little, as one of rapier may. The example
/// compares energies and ways with those without the pass.
#[test]
fn bodies_come_to_rest_and_gain_no_energy() {
    for world in settling::all() {
        let course = world.run(0, Steps::Ours);
        let (name, energies) = (world.name, course.energies);
        assert!(course.gain < 0.01, "{name}: {course:?}");
        assert!(
            energies.is_sorted_by(|a, b| a + 0.01 >= *b),
            "{name}: {course:?}"
        );
        // half a minute if they do not
        assert!(course.half_asleep < 25.0, "{name}: {course:?}");
    }
}

/// Makes rapier's contacts pass over the edges between the triangles of a mesh. Some boxes are stopped by such an edge
/// otherwise, with the pass and without.
#[cfg(feature = "dim3")]
fn smooth(mut ground: ColliderBuilder) -> ColliderBuilder {
    use crate::rapier::parry::shape::TriMeshFlags;
    let mesh = ground.shape.make_mut().as_trimesh_mut().expect("a mesh");
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    mesh.set_flags(flags).expect("a grid");
    ground
}

/// Polylines have no such flag, and these boxes slide over theirs.
#[cfg(feature = "dim2")]
fn smooth(ground: ColliderBuilder) -> ColliderBuilder {
    ground
}

#[test]
fn a_box_slides_over_a_thin_floor_as_far_as_friction_lets_it() {
    // v^2 / (2 mu g), in v / (mu g)
    for speed in [12.0, 48.0] {
        for ground in [smooth(thin_ground(200.0, 20)), cuboid(200.0, 0.005, 200.0)] {
            let mut world = crate::scenes::empty(9.81);
            world.insert(RigidBodyBuilder::fixed(), ground.friction(0.5));
            let body = flying(v(-150.0, 0.15, 1.0), v(speed, 0.0, 0.0));
            // on a mesh rapier's contacts turn it
            let body = body.lock_rotations();
            let (body, _) = world.insert(body, cuboid(0.3, 0.1, 0.3).friction(0.5));
            let count = (speed / (0.5 * 9.81) * crate::scenes::RATE) as usize;
            steps(&mut world, count + 60);
            let way = world.bodies[body].translation().x + 150.0;
            let expected = speed * speed / (2.0 * 0.5 * 9.81);
            let off = way / expected - 1.0;
            assert!(off.abs() < 0.03, "{speed} m/s: {way}, not {expected}");
            assert!(world.bodies[body].linvel().length() < 0.01);
        }
    }
}

#[test]
fn a_ball_that_is_dropped_on_a_mesh_bounces_as_high_as_its_restitution_lets_it() {
    let mut world = crate::scenes::empty(9.81);
    let ground = thin_ground(10.0, 4).restitution(0.8);
    world.insert(RigidBodyBuilder::fixed(), ground);
    let body = RigidBodyBuilder::dynamic().translation(v(0.3, 20.1, 0.4));
    let (body, _) = world.insert(body, ColliderBuilder::ball(0.1).restitution(0.8));
    let mut ccd = Ccd::new();
    // the highest places between impacts
    let (mut tops, mut before) = (vec![20.0], -1.0);
    for _ in 0..1200 {
        ccd.step(&mut world).expect("finite poses");
        let body = &world.bodies[body];
        let (now, height) = (body.linvel().y, body.translation().y - 0.1);
        if before > 0.0 && now <= 0.0 {
            tops.push(height);
        }
        before = now;
    }
    assert!(tops.len() > 5, "{tops:?}");
    for pair in tops[..5].windows(2) {
        // the speed is off by what gravity adds in a step, and the height by what the ball goes in one
        let speed = (2.0 * 9.81 * pair[1]).sqrt();
        let room = 2.0 * speed / crate::scenes::RATE;
        assert!((pair[1] - 0.64 * pair[0]).abs() < room, "{tops:?}");
    }
}
