//! Energy falls, and bodies fall asleep, as they do without the pass.

use photofinish_rapier::Ccd;

use crate::dimension::{cuboid, thin_ground, v};
use crate::rapier::prelude::*;
use crate::settling::{self, Course, Steps};

/// How many variations are compared of each world.
const VARIATIONS: u64 = 5;

/// Returns the mean, and the square of its standard error.
fn mean(courses: &[Course], of: impl Fn(&Course) -> Real) -> (Real, Real) {
    let count = courses.len() as Real;
    let mean = courses.iter().map(&of).sum::<Real>() / count;
    let squares = courses.iter().map(|course| (of(course) - mean).powi(2));
    (mean, squares.sum::<Real>() / (count * (count - 1.0)))
}

/// Asserts that a mean with the pass is near to those without: to rapier's without and with its own detection, or
/// between them. It may differ by `least` and by four standard errors of the difference.
fn assert_near(
    what: &str,
    least: Real,
    [off, rapier, ours]: [&[Course]; 3],
    of: impl Fn(&Course) -> Real + Copy,
) {
    let (mine, error) = mean(ours, of);
    let others = [off, rapier].map(|courses| mean(courses, of));
    let room = others.map(|(_, other)| least + 4.0 * (error + other).sqrt());
    let low = (others[0].0 - room[0]).min(others[1].0 - room[1]);
    let high = (others[0].0 + room[0]).max(others[1].0 + room[1]);
    assert!(
        (low..=high).contains(&mine),
        "{what}: {mine}, not from {low} to {high}"
    );
}

#[test]
fn energy_falls_and_bodies_rest_as_without_the_pass() {
    for world in settling::all() {
        let [off, rapier, ours] = [Steps::Off, Steps::Rapier, Steps::Ours].map(|steps| {
            let seeds = 0..VARIATIONS;
            seeds.map(|seed| world.run(seed, steps)).collect::<Vec<_>>()
        });
        let courses = [&off[..], &rapier, &ours];
        for (at, time) in settling::TIMES.iter().enumerate() {
            let what = format!("{}, energy after {time} s", world.name);
            assert_near(&what, 0.01, courses, |course| course.energies[at]);
        }
        let name = world.name;
        assert_near(&format!("{name}, way"), 0.2, courses, |course| course.way);
        assert_near(&format!("{name}, half asleep"), 0.5, courses, |course| {
            course.half_asleep
        });
        assert_near(&format!("{name}, most asleep"), 0.5, courses, |course| {
            course.most_asleep
        });
        // a stopped body has fallen by less than its speed says: so a step may gain a little, as one of rapier may
        let gain = ours.iter().map(|course| course.gain).fold(0.0, Real::max);
        assert!(gain < 0.01, "{name}: a step gained {gain} of the energy");
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
    for speed in [12.0, 24.0, 48.0] {
        for ground in [smooth(thin_ground(200.0, 20)), cuboid(200.0, 0.005, 200.0)] {
            let mut world = crate::scenes::empty(9.81);
            world.insert(RigidBodyBuilder::fixed(), ground.friction(0.5));
            let body = RigidBodyBuilder::dynamic()
                .translation(v(-150.0, 0.15, 1.0))
                .linvel(v(speed, 0.0, 0.0))
                // on a mesh rapier's contacts turn it
                .lock_rotations();
            let (body, _) = world.insert(body, cuboid(0.3, 0.1, 0.3).friction(0.5));
            let mut ccd = Ccd::new();
            let steps = (speed / (0.5 * 9.81) * crate::scenes::RATE) as usize;
            for _ in 0..steps + 60 {
                ccd.step(&mut world).expect("finite poses");
            }
            let way = world.bodies[body].translation().x + 150.0;
            let expected = speed * speed / (2.0 * 0.5 * 9.81);
            assert!(
                (way / expected - 1.0).abs() < 0.03,
                "{speed} m/s: {way}, not {expected}"
            );
            assert!(world.bodies[body].linvel().length() < 0.01);
        }
    }
}

#[test]
fn a_ball_that_is_dropped_on_a_mesh_bounces_as_high_as_its_restitution_lets_it() {
    let mut world = crate::scenes::empty(9.81);
    world.insert(
        RigidBodyBuilder::fixed(),
        thin_ground(10.0, 4).restitution(0.8),
    );
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
