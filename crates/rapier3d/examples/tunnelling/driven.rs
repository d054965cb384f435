//! Scenes with bodies that something drives: rooms that move with bodies in them, a revolving door, and jails.

use rand::RngExt;
use rand::rngs::StdRng;

use crate::dimension::{about_z, cuboid, random_turn, v};
use crate::rapier::math::DIM;
use crate::rapier::prelude::*;
use crate::scenes::{Guide, RATE, Scene, Stage, around, empty};

/// Half the width of a room.
const ROOM: Real = 2.0;

/// Scenes with one body in a room that moves.
pub fn rooms() -> Vec<Scene> {
    let scene = |name, stage| Scene {
        name,
        stage,
        is_crowd: false,
    };
    vec![
        scene("one body in a drum that turns", |rng| {
            let rate = rng.random_range(0.5..4.0);
            one_in_room(rng, move |_| (Vector::ZERO, about_z(rate)))
        }),
        #[cfg(feature = "dim3")]
        scene("one body on a turntable", |rng| {
            let rate = rng.random_range(1.0..12.0);
            one_in_room(rng, move |_| (Vector::ZERO, Vector::Y * rate))
        }),
        scene("one body on a seesaw", |rng| {
            let rate: Real = rng.random_range(1.0..8.0);
            one_in_room(rng, move |time| {
                (Vector::ZERO, about_z(0.3 * rate * (rate * time).cos()))
            })
        }),
        scene("one body in a lift", |rng| {
            let rate: Real = rng.random_range(1.0..8.0);
            one_in_room(rng, move |time| {
                (Vector::Y * (2.0 * rate * (rate * time).cos()), about_z(0.0))
            })
        }),
        scene("one body on a cart", |rng| {
            let rate: Real = rng.random_range(1.0..8.0);
            one_in_room(rng, move |time| {
                (Vector::X * (2.0 * rate * (rate * time).cos()), about_z(0.0))
            })
        }),
        scene("bodies in a revolving door", revolving_door),
        scene("small ball at a thick floor", thick_floor),
    ]
}

/// Jails with twenty fast bodies each.
pub fn jails() -> Vec<Scene> {
    let scene = |name, stage| Scene {
        name,
        stage,
        is_crowd: true,
    };
    vec![
        scene("jail that is fixed", |rng| {
            jail(rng, RigidBodyBuilder::fixed(), None)
        }),
        scene("jail that is a mesh", mesh_jail),
        scene("jail that flies", |rng| {
            jail(rng, RigidBodyBuilder::dynamic().gravity_scale(0.0), None)
        }),
        scene("jail that is shaken", |rng| {
            let rate = rng.random_range(10.0..40.0);
            let shake = move |time: Real| Vector::X * (0.5 * rate * (rate * time).cos());
            let body = RigidBodyBuilder::kinematic_velocity_based();
            jail(rng, body, Some(Box::new(move |time| (shake(time), None))))
        }),
        scene("jail that turns", |rng| {
            let spin = random_turn(rng, 5.0);
            let body = RigidBodyBuilder::kinematic_velocity_based();
            jail(
                rng,
                body,
                Some(Box::new(move |_| (Vector::ZERO, Some(spin)))),
            )
        }),
    ]
}

/// Adds the walls of a closed room around the origin of a body.
fn add_walls(world: &mut PhysicsWorld, room: RigidBodyHandle, thickness: Real) {
    let half = 0.5 * thickness;
    for axis in 0..DIM {
        for side in [-1.0, 1.0] {
            let mut size = Vector::splat(ROOM + thickness);
            size[axis] = half;
            let mut place = Vector::ZERO;
            place[axis] = side * (ROOM + half);
            let wall = ColliderBuilder::new(SharedShape::cuboid_of(size));
            world.insert_collider(wall.translation(place).density(20.0), Some(room));
        }
    }
}

/// Makes a box of a vector, in the plane and in space.
trait CuboidOf {
    fn cuboid_of(half: Vector) -> SharedShape;
}

impl CuboidOf for SharedShape {
    fn cuboid_of(half: Vector) -> SharedShape {
        #[cfg(feature = "dim2")]
        return SharedShape::cuboid(half.x, half.y);
        #[cfg(feature = "dim3")]
        return SharedShape::cuboid(half.x, half.y, half.z);
    }
}

/// Counts the bodies that are or have been out of a room.
fn out_of(
    room: RigidBodyHandle,
    bodies: Vec<RigidBodyHandle>,
    thickness: Real,
) -> Box<dyn FnMut(&PhysicsWorld) -> usize> {
    let mut is_out = vec![false; bodies.len()];
    Box::new(move |world| {
        let pose = world.bodies[room].position();
        for (is_out, &body) in is_out.iter_mut().zip(&bodies) {
            let place = pose.inverse_transform_point(world.bodies[body].center_of_mass());
            *is_out |= !(place.abs().max_element() <= ROOM + thickness);
        }
        is_out.iter().filter(|&&is_out| is_out).count()
    })
}

/// A shape of any kind, a box and a capsule of it thin.
fn any_shape(rng: &mut StdRng) -> ColliderBuilder {
    match rng.random_range(0..4) {
        0 => ColliderBuilder::ball(0.2),
        1 => cuboid(0.2, 0.2, 0.2),
        2 => cuboid(0.2, 0.03, 0.2),
        _ => ColliderBuilder::capsule_y(0.2, 0.05),
    }
}

/// A body at rest in a closed room that moves with these velocities at a time.
fn one_in_room(
    rng: &mut StdRng,
    velocities: impl Fn(Real) -> (Vector, AngVector) + 'static,
) -> Stage {
    let mut world = empty(9.81);
    let thickness = [0.02, 0.1, 0.5][rng.random_range(0..3)];
    let room = world.insert_body(RigidBodyBuilder::kinematic_velocity_based());
    add_walls(&mut world, room, thickness);
    let body = RigidBodyBuilder::dynamic().translation(v(
        around(rng, 0.0, 1.5),
        -1.6,
        around(rng, 0.0, 0.4),
    ));
    let (body, _) = world.insert(body, any_shape(rng).friction(1.0));
    let mut stage = Stage::new(world, 300, out_of(room, vec![body], thickness));
    stage.driver = Some(drive(room, move |time| {
        let (linear, angular) = velocities(time);
        (linear, Some(angular))
    }));
    stage.followed = Some(room);
    stage
}

/// The velocities of something that is driven, at a time. Its spin stays without one.
type Velocities = Box<dyn Fn(Real) -> (Vector, Option<AngVector>)>;

/// Returns what sets the velocities of a body before each step.
fn drive(
    body: RigidBodyHandle,
    velocities: impl Fn(Real) -> (Vector, Option<AngVector>) + 'static,
) -> Guide {
    let mut step = 0;
    Box::new(move |world| {
        let (linear, angular) = velocities(step as Real / RATE);
        step += 1;
        world.bodies[body].set_linvel(linear, true);
        if let Some(angular) = angular {
            world.bodies[body].set_angvel(angular, true);
        }
    })
}

/// Bodies between the wings of a door that turns in a ring of fixed boards.
fn revolving_door(rng: &mut StdRng) -> Stage {
    const RADIUS: Real = 1.5;
    let mut world = empty(9.81);
    for number in 0..36 {
        let angle = (10.0 * number as Real).to_radians();
        let board = cuboid(0.02, 0.15, 0.5)
            .translation(v(angle.cos() * RADIUS, angle.sin() * RADIUS, 0.0))
            .rotation(about_z(angle));
        world.insert_collider(board, None);
    }
    let spin = around(rng, 0.0, 4.0);
    let door =
        world.insert_body(RigidBodyBuilder::kinematic_velocity_based().angvel(about_z(spin)));
    world.insert_collider(cuboid(1.4, 0.02, 0.5), Some(door));
    world.insert_collider(cuboid(0.02, 1.4, 0.5), Some(door));
    let bodies = (0..4)
        .map(|number| {
            let angle = (45.0 + 90.0 * number as Real).to_radians();
            let body = RigidBodyBuilder::dynamic()
                .translation(v(angle.cos() * 0.8, angle.sin() * 0.8, 0.0))
                .rotation(random_turn(rng, 2.0));
            #[cfg(feature = "dim3")]
            let body = body.enabled_translations(true, true, false);
            world.insert(body, any_shape(rng)).0
        })
        .collect();
    let passed = crate::scenes::sides(bodies, |world, body| {
        let place = world.bodies[body].center_of_mass();
        Some((RADIUS + 0.02).powi(2) - place.x * place.x - place.y * place.y)
    });
    Stage::new(world, 300, passed)
}

/// A small ball that falls fast at a floor, 2 cm to 10 m thick. It counts as passed if its middle gets below the top.
fn thick_floor(rng: &mut StdRng) -> Stage {
    let mut world = empty(9.81);
    let half = 0.01 * Real::powf(500.0, rng.random_range(0.0..1.0));
    let floor = RigidBodyBuilder::fixed().translation(Vector::Y * -half);
    world.insert(floor, cuboid(50.0, half, 50.0));
    let radius = rng.random_range(0.02..0.2);
    let speed = rng.random_range(10.0..300.0);
    let height = radius + 2.0 + rng.random_range(0.0..1.0) * speed / RATE;
    let ball = RigidBodyBuilder::dynamic()
        .translation(Vector::Y * height)
        .linvel(Vector::Y * -speed);
    let (ball, _) = world.insert(ball, ColliderBuilder::ball(radius));
    let mut has_sunk = false;
    let passed = move |world: &PhysicsWorld| {
        has_sunk |= !(world.bodies[ball].translation().y >= 0.0);
        usize::from(has_sunk)
    };
    Stage::new(world, 120, Box::new(passed))
}

/// Adds twenty bodies that fly at up to 300 m/s.
fn add_prisoners(world: &mut PhysicsWorld, rng: &mut StdRng) -> Vec<RigidBodyHandle> {
    (0..20)
        .map(|number| {
            let (x, y) = (number % 5, number / 5);
            let body = RigidBodyBuilder::dynamic()
                .translation(v(0.6 * (x as Real - 2.0), 0.6 * (y as Real - 1.5), 0.0))
                .rotation(random_turn(rng, 2.0))
                .linvel(v(
                    around(rng, 0.0, 200.0),
                    around(rng, 0.0, 200.0),
                    around(rng, 0.0, 100.0),
                ))
                .angvel(random_turn(rng, 20.0));
            world.insert(body, any_shape(rng).restitution(0.5)).0
        })
        .collect()
}

fn jail(rng: &mut StdRng, body: RigidBodyBuilder, velocities: Option<Velocities>) -> Stage {
    const THICKNESS: Real = 0.1;
    let mut world = empty(9.81);
    let room = world.insert_body(body);
    add_walls(&mut world, room, THICKNESS);
    let bodies = add_prisoners(&mut world, rng);
    let mut stage = Stage::new(world, 300, out_of(room, bodies, THICKNESS));
    stage.driver = velocities.map(|velocities| drive(room, velocities));
    stage.followed = Some(room);
    stage
}

/// The jail as a surface without any thickness.
fn mesh_jail(rng: &mut StdRng) -> Stage {
    let mut world = empty(9.81);
    let room = world.insert_body(RigidBodyBuilder::fixed());
    #[cfg(feature = "dim3")]
    let surface = {
        let (points, triangles) = Cuboid::new(Vector::splat(ROOM)).to_trimesh();
        ColliderBuilder::trimesh(points, triangles).expect("a box")
    };
    #[cfg(feature = "dim2")]
    let surface = ColliderBuilder::polyline(
        Cuboid::new(Vector::splat(ROOM)).to_polyline(),
        Some(vec![[0, 1], [1, 2], [2, 3], [3, 0]]),
    );
    world.insert_collider(surface, Some(room));
    let bodies = add_prisoners(&mut world, rng);
    Stage::new(world, 300, out_of(room, bodies, 0.0))
}
