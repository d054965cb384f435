//! Scenes in which bodies pass through each other without continuous collision detection.

use rand::RngExt;
use rand::rngs::StdRng;

use crate::dimension::{about_z, cuboid, random_turn, thin_ground, v};
use crate::driven;
use crate::rapier::control::KinematicCharacterController;
use crate::rapier::prelude::*;

/// Steps per second.
pub const RATE: Real = 60.0;

/// A world, and how to see that something has passed through something in it.
pub struct Stage {
    pub world: PhysicsWorld,
    pub steps: usize,
    /// A character, if there is one, and what guides it before each step.
    pub guided: Option<(RigidBodyHandle, Guide)>,
    /// What moves other things before each step.
    pub driver: Option<Guide>,
    /// A body that the view of a page goes along with, as it goes far.
    pub followed: Option<RigidBodyHandle>,
    /// Returns how many bodies are where they cannot have come by a lawful way. It is asked after each step.
    pub passed: Box<dyn FnMut(&PhysicsWorld) -> usize>,
}

impl Stage {
    pub fn new(
        world: PhysicsWorld,
        steps: usize,
        passed: Box<dyn FnMut(&PhysicsWorld) -> usize>,
    ) -> Self {
        Self {
            world,
            steps,
            guided: None,
            driver: None,
            followed: None,
            passed,
        }
    }
}

/// What sets the next pose of a character, or moves something else, before a step.
pub type Guide = Box<dyn FnMut(&mut PhysicsWorld)>;

/// A scene with random variations.
pub struct Scene {
    pub name: &'static str,
    pub stage: fn(&mut StdRng) -> Stage,
    /// A crowd takes long: it has one variation where others have a hundred.
    pub is_crowd: bool,
}

/// All scenes.
pub fn all() -> Vec<Scene> {
    let mut all = flights();
    all.extend(driven::rooms());
    all.extend(driven::jails());
    all
}

/// Scenes in which something flies or turns so fast that it passes without detection.
pub fn flights() -> Vec<Scene> {
    let scene = |name, stage| Scene {
        name,
        stage,
        is_crowd: false,
    };
    vec![
        scene("ball at a wall of 1 cm", |rng| {
            at_wall(rng, ColliderBuilder::ball(0.1))
        }),
        scene("tumbling box at the wall", |rng| {
            at_wall(rng, cuboid(0.02, 0.1, 0.2))
        }),
        scene("tumbling capsule at the wall", |rng| {
            at_wall(rng, ColliderBuilder::capsule_y(0.2, 0.02))
        }),
        scene("two balls head on", |rng| {
            head_on(rng, ColliderBuilder::ball(0.05))
        }),
        scene("two boxes head on", |rng| {
            head_on(rng, cuboid(0.05, 0.05, 0.05))
        }),
        scene("bar, 42 degrees a step, past a post", |rng| {
            past_post(rng, 42.0)
        }),
        scene("bar, 20 degrees a step, past a post", |rng| {
            past_post(rng, 20.0)
        }),
        scene("bar, 5 degrees a step, past a post", |rng| {
            past_post(rng, 5.0)
        }),
        scene("spinning plate at a thin floor", spinning_plate),
        scene("ball at dominoes", dominoes),
        scene("character on a fast platform", platform),
        scene("character of rapier's controller", guided),
        scene("hammer of two shapes at the wall", hammer),
        scene("bodies in a drum of 36 pieces", drum),
        Scene {
            name: "pile of 500 on a thin mesh",
            stage: |rng| pile(rng, 500, 25.0),
            is_crowd: true,
        },
    ]
}

pub fn empty(gravity: Real) -> PhysicsWorld {
    let mut world = PhysicsWorld {
        gravity: Vector::Y * -gravity,
        ..PhysicsWorld::default()
    };
    world.integration_parameters.dt = 1.0 / RATE;
    world
}

pub fn around(rng: &mut StdRng, middle: Real, most: Real) -> Real {
    middle + rng.random_range(-most..most)
}

/// Counts a body whose number has changed its sign since the last step. `None` says that it may have gone around.
pub fn sides(
    bodies: Vec<RigidBodyHandle>,
    side: impl Fn(&PhysicsWorld, RigidBodyHandle) -> Option<Real> + 'static,
) -> Box<dyn FnMut(&PhysicsWorld) -> usize> {
    let mut before: Vec<Option<Real>> = vec![None; bodies.len()];
    let mut has_passed = vec![false; bodies.len()];
    Box::new(move |world| {
        for (number, &body) in bodies.iter().enumerate() {
            let now = side(world, body);
            has_passed[number] |= before[number]
                .zip(now)
                .is_some_and(|(before, now)| before * now < 0.0);
            before[number] = now;
        }
        has_passed.iter().filter(|&&passed| passed).count()
    })
}

/// Something that tumbles towards a wall 1 cm thick.
fn at_wall(rng: &mut StdRng, shape: ColliderBuilder) -> Stage {
    let mut world = empty(0.0);
    world.insert(RigidBodyBuilder::fixed(), cuboid(0.005, 20.0, 20.0));
    let body = RigidBodyBuilder::dynamic()
        .translation(v(
            around(rng, -2.0, 0.5),
            around(rng, 0.0, 1.0),
            around(rng, 0.0, 1.0),
        ))
        .rotation(random_turn(rng, 2.0))
        .linvel(v(
            around(rng, 60.0, 40.0),
            around(rng, 0.0, 10.0),
            around(rng, 0.0, 10.0),
        ))
        .angvel(random_turn(rng, 50.0));
    let (body, _) = world.insert(body, shape);
    let passed = sides(vec![body], |world, body| {
        Some(world.bodies[body].translation().x)
    });
    Stage::new(world, 40, passed)
}

/// A body of two shapes, of which only one minds the wall.
fn hammer(rng: &mut StdRng) -> Stage {
    let ghost = InteractionGroups::new(Group::GROUP_2, Group::GROUP_2, InteractionTestMode::And);
    let mut stage = at_wall(rng, cuboid(0.3, 0.02, 0.02).collision_groups(ghost));
    let (body, _) = stage
        .world
        .bodies
        .iter()
        .find(|(_, body)| body.is_dynamic())
        .expect("the hammer");
    stage.world.insert_collider(
        ColliderBuilder::ball(0.06).translation(v(0.3, 0.0, 0.0)),
        Some(body),
    );
    stage.passed = sides(vec![body], |world, body| {
        let head = world.bodies[body]
            .position()
            .transform_point(v(0.3, 0.0, 0.0));
        Some(head.x)
    });
    stage
}

/// Two things that fly into each other.
fn head_on(rng: &mut StdRng, shape: ColliderBuilder) -> Stage {
    let mut world = empty(0.0);
    let mut bullet = |side: Real| {
        let body = RigidBodyBuilder::dynamic()
            .translation(v(
                side * around(rng, 2.0, 0.9),
                around(rng, 0.0, 0.01),
                around(rng, 0.0, 0.01),
            ))
            .rotation(random_turn(rng, 2.0))
            .linvel(v(-side * around(rng, 150.0, 50.0), 0.0, 0.0));
        world.insert(body, shape.clone()).0
    };
    let (a, b) = (bullet(1.0), bullet(-1.0));
    let passed = sides(vec![b], move |world, b| {
        let apart = world.bodies[a].translation() - world.bodies[b].translation();
        // both contain a ball with a radius of 0.05
        let across = (apart.length_squared() - apart.x * apart.x).max(0.0).sqrt();
        (across < 0.09).then_some(apart.x)
    });
    Stage::new(world, 40, passed)
}

/// A bar on a pivot that turns by about this many degrees a step, and a post on its way.
fn past_post(rng: &mut StdRng, degrees: Real) -> Stage {
    let mut world = empty(0.0);
    let angle: Real = rng.random_range(1.0..2.5);
    let radius: Real = rng.random_range(0.4..0.9);
    let place = v(angle.cos() * radius, angle.sin() * radius, 0.0);
    world.insert(
        RigidBodyBuilder::fixed().translation(place),
        cuboid(0.01, 0.01, 0.5),
    );
    let spin = degrees.to_radians() * RATE * rng.random_range(0.9..1.1);
    let bar = RigidBodyBuilder::dynamic()
        .angvel(about_z(spin))
        .lock_translations();
    #[cfg(feature = "dim3")]
    let bar = bar.enabled_rotations(false, false, true);
    let (bar, _) = world.insert(bar, cuboid(1.0, 0.01, 0.1));
    let passed = sides(vec![bar], move |world, bar| {
        Some(
            world.bodies[bar]
                .position()
                .inverse_transform_point(place)
                .y,
        )
    });
    Stage::new(world, 40, passed)
}

/// A plate that is thrown at a floor 1 cm thick.
fn spinning_plate(rng: &mut StdRng) -> Stage {
    let mut world = empty(9.81);
    world.insert(RigidBodyBuilder::fixed(), cuboid(40.0, 0.005, 40.0));
    let body = RigidBodyBuilder::dynamic()
        .translation(v(0.0, around(rng, 3.0, 1.0), 0.0))
        .rotation(random_turn(rng, 2.0))
        .linvel(v(
            around(rng, 0.0, 20.0),
            around(rng, -40.0, 20.0),
            around(rng, 0.0, 20.0),
        ))
        .angvel(random_turn(rng, 120.0));
    let (body, _) = world.insert(body, cuboid(0.5, 0.01, 0.5));
    let passed = sides(vec![body], |world, body| {
        Some(world.bodies[body].translation().y)
    });
    Stage::new(world, 60, passed)
}

/// A fast ball at a row of dominoes.
fn dominoes(rng: &mut StdRng) -> Stage {
    let mut world = empty(9.81);
    world.insert(
        RigidBodyBuilder::fixed().translation(v(0.0, -0.5, 0.0)),
        cuboid(40.0, 0.5, 40.0),
    );
    let half = v(0.01, 0.2, 0.1);
    let dominoes: Vec<_> = (0..8)
        .map(|number| {
            let body = RigidBodyBuilder::dynamic().translation(v(0.2 * number as Real, 0.2, 0.0));
            world.insert(body, cuboid(0.01, 0.2, 0.1)).0
        })
        .collect();
    let ball = RigidBodyBuilder::dynamic()
        .translation(v(around(rng, -1.5, 0.5), around(rng, 0.2, 0.1), 0.0))
        .linvel(v(around(rng, 80.0, 40.0), 0.0, 0.0));
    let (ball, _) = world.insert(ball, ColliderBuilder::ball(0.05).density(3.0));
    let passed = sides(dominoes, move |world, domino| {
        let place = world.bodies[domino]
            .position()
            .inverse_transform_point(world.bodies[ball].translation());
        // within the outline of its broad side
        let mut beyond = place.abs() - half;
        beyond.x = -1.0;
        (beyond.max_element() < 0.0).then_some(place.x)
    });
    Stage::new(world, 40, passed)
}

/// A thin platform that shoots up under a character.
fn platform(rng: &mut StdRng) -> Stage {
    let mut world = empty(9.81);
    let lift = RigidBodyBuilder::kinematic_velocity_based().linvel(v(
        around(rng, 0.0, 3.0),
        around(rng, 25.0, 15.0),
        around(rng, 0.0, 3.0),
    ));
    let (lift, _) = world.insert(lift, cuboid(2.0, 0.01, 2.0));
    let character = RigidBodyBuilder::dynamic()
        .translation(v(around(rng, 0.0, 0.5), around(rng, 1.4, 0.8), 0.0))
        .lock_rotations();
    let (character, _) = world.insert(character, ColliderBuilder::capsule_y(0.3, 0.2));
    let passed = sides(vec![character], move |world, character| {
        let place = world.bodies[character].translation() - world.bodies[lift].translation();
        let across = (place.length_squared() - place.y * place.y).max(0.0).sqrt();
        (across < 1.8).then_some(place.y)
    });
    let mut stage = Stage::new(world, 20, passed);
    stage.followed = Some(lift);
    stage
}

/// A platform that shoots up under a walker that rapier's controller guides.
fn guided(rng: &mut StdRng) -> Stage {
    let mut stage = platform(rng);
    let world = &mut stage.world;
    let find = |world: &PhysicsWorld, of: fn(&RigidBody) -> bool| {
        let mut bodies = world.bodies.iter();
        bodies
            .find(|(_, body)| of(body))
            .expect("a body of the scene")
            .0
    };
    let lift = find(world, RigidBody::is_kinematic);
    let speed = rng.random_range(0.5..60.0);
    let drift = world.bodies[lift].linvel() * v(1.0, 0.0, 1.0);
    world.bodies[lift].set_linvel(drift + Vector::Y * speed, true);
    let walker = find(world, RigidBody::is_dynamic);
    world.bodies[walker].set_body_type(RigidBodyType::KinematicPositionBased, true);
    let walk = v(around(rng, 0.0, 2.0), 0.0, around(rng, 0.0, 2.0));
    let guide = Box::new(walk_and_fall(walker, walk));
    stage.guided = Some((walker, guide));
    stage.steps = 60;
    stage
}

/// Returns what guides a character that walks, and falls where there is no ground.
fn walk_and_fall(walker: RigidBodyHandle, walk: Vector) -> impl FnMut(&mut PhysicsWorld) {
    let controller = KinematicCharacterController::default();
    let mut fall = 0.0;
    move |world| {
        let dt = world.integration_parameters.dt;
        fall -= 9.81 * dt;
        let pose = *world.bodies[walker].position();
        let queries =
            world.query_pipeline_with_filter(QueryFilter::new().exclude_rigid_body(walker));
        let shape = world.colliders[world.bodies[walker].colliders()[0]].shape();
        let way = (walk + Vector::Y * fall) * dt;
        let movement = controller.move_shape(dt, &queries, shape, &pose, way, |_| {});
        if movement.grounded {
            fall = 0.0;
        }
        world.bodies[walker]
            .set_next_kinematic_translation(pose.translation + movement.translation);
    }
}

/// Bodies in a drum that turns. It is a ring of 36 thin boards.
fn drum(rng: &mut StdRng) -> Stage {
    const RADIUS: Real = 1.5;
    let mut world = empty(9.81);
    let spin = around(rng, 0.0, 20.0);
    let drum = RigidBodyBuilder::kinematic_velocity_based().angvel(about_z(spin));
    let drum = world.bodies.insert(drum);
    for number in 0..36 {
        let angle = (10.0 * number as Real).to_radians();
        let board = cuboid(0.01, 0.15, 0.5)
            .translation(v(angle.cos() * RADIUS, angle.sin() * RADIUS, 0.0))
            .rotation(about_z(angle));
        world.insert_collider(board, Some(drum));
    }
    let bodies = (0..9)
        .map(|number| {
            let (column, row) = (number % 3, number / 3);
            let body = RigidBodyBuilder::dynamic()
                .translation(v(
                    0.4 * (column as Real - 1.0),
                    0.4 * (row as Real - 1.0),
                    0.0,
                ))
                .rotation(random_turn(rng, 2.0))
                .linvel(v(around(rng, 0.0, 30.0), around(rng, 0.0, 30.0), 0.0));
            #[cfg(feature = "dim3")]
            let body = body.enabled_translations(true, true, false);
            let shape = match column {
                0 => ColliderBuilder::ball(0.08),
                1 => cuboid(0.05, 0.08, 0.1),
                _ => ColliderBuilder::capsule_y(0.06, 0.05),
            };
            world.insert(body, shape).0
        })
        .collect();
    let passed = sides(bodies, |world, body| {
        let place = world.bodies[body].translation();
        Some(RADIUS * RADIUS - place.x * place.x - place.y * place.y)
    });
    Stage::new(world, 60, passed)
}

/// A crowd of all kinds of bodies that is thrown at a thin floor.
pub fn pile(rng: &mut StdRng, count: usize, speed: Real) -> Stage {
    let mut world = empty(9.81);
    world.insert(RigidBodyBuilder::fixed(), thin_ground(60.0, 24));
    let bodies = add_crowd(&mut world, rng, count, speed);
    let passed = sides(bodies, |world, body| {
        let place = world.bodies[body].translation();
        (place.x.abs() < 59.0).then_some(place.y)
    });
    Stage::new(world, 100, passed)
}

/// Adds a crowd of all kinds of bodies over the ground, which is at height 0. They are thrown down.
pub fn add_crowd(
    world: &mut PhysicsWorld,
    rng: &mut StdRng,
    count: usize,
    speed: Real,
) -> Vec<RigidBodyHandle> {
    let side = if cfg!(feature = "dim3") { 8 } else { 40 };
    let depth = if cfg!(feature = "dim3") { side } else { 1 };
    (0..count)
        .map(|number| {
            let (x, z, y) = (
                number % side,
                number / side % depth,
                number / (side * depth),
            );
            let place = |index: usize, of: usize| 0.7 * (index as Real - 0.5 * of as Real);
            let body = RigidBodyBuilder::dynamic()
                .translation(v(place(x, side), 1.0 + 0.7 * y as Real, place(z, depth)))
                .rotation(random_turn(rng, 2.0))
                .linvel(v(around(rng, 0.0, 2.0), -speed, around(rng, 0.0, 2.0)))
                .angvel(random_turn(rng, 5.0));
            let shape = match number % 3 {
                0 => ColliderBuilder::ball(0.2),
                1 => cuboid(0.15, 0.2, 0.25),
                _ => ColliderBuilder::capsule_y(0.15, 0.1),
            };
            world.insert(body, shape).0
        })
        .collect()
}
