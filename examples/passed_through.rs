//! Counts how many fast bodies pass through each other in a small engine, without continuous collision detection and
//! with the pass of `photofinish::engine`.
//!
//! The engine works in `f32` at 60 steps per second. Where two bodies touch it changes their velocities by one impulse
//! without friction, and nothing else. Without the pass it only sees contacts at the ends of its steps.
//!
//!     cargo run --release --example passed_through -- --variations 10000

use clap::Parser;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::engine::{Body, Kind, Pass, PassError};
use photofinish::shape::{AnyShape, Ball, Cuboid, Cylinder};
use photofinish::support::Posed;
use photofinish::{Contact, Proximity, ShapeError, proximity};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const STEP: f32 = 1.0 / 60.0;
const STEPS: usize = 40;
const SLOP: f32 = 0.001;
const RESTITUTION: f32 = 0.3;

#[derive(Parser)]
struct Args {
    /// How many random variations of each scene.
    #[arg(long, default_value_t = 1000)]
    variations: u64,
}

struct Thing {
    shape: AnyShape<f32, 3>,
    pose: Isometry3<f32>,
    velocity: Vector3<f32>,
    spin: Vector3<f32>,
    inverse_mass: f32,
    /// About the world's axes; zero about those that it cannot turn about.
    inverse_inertia: Vector3<f32>,
}

impl Thing {
    fn fixed(shape: impl Into<AnyShape<f32, 3>>, at: Vector3<f32>) -> Self {
        Self {
            shape: shape.into(),
            pose: Isometry3::from(at),
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
            inverse_mass: 0.0,
            inverse_inertia: Vector3::zeros(),
        }
    }

    fn flying(
        shape: impl Into<AnyShape<f32, 3>>,
        at: Vector3<f32>,
        velocity: Vector3<f32>,
    ) -> Self {
        Self {
            velocity,
            inverse_mass: 1.0,
            ..Self::fixed(shape, at)
        }
    }

    fn after_step(&self) -> Isometry3<f32> {
        let position = self.pose.translation.vector + self.velocity * STEP;
        let turn = UnitQuaternion::from_scaled_axis(self.spin * STEP);
        Isometry3::from_parts(Translation3::from(position), turn * self.pose.rotation)
    }

    fn arm(&self, point: &Vector3<f32>) -> Vector3<f32> {
        point - self.pose.translation.vector
    }

    fn velocity_at(&self, point: &Vector3<f32>) -> Vector3<f32> {
        self.velocity + self.spin.cross(&self.arm(point))
    }

    fn push(&mut self, point: &Vector3<f32>, impulse: Vector3<f32>) {
        self.spin += self
            .arm(point)
            .cross(&impulse)
            .component_mul(&self.inverse_inertia);
        self.velocity += impulse * self.inverse_mass;
    }

    /// Returns how much an impulse of 1 along `n` changes the velocity of the point along `n`.
    fn yielding(&self, point: &Vector3<f32>, n: &Vector3<f32>) -> f32 {
        let across = self.arm(point).cross(n);
        self.inverse_mass + across.component_mul(&across).dot(&self.inverse_inertia)
    }
}

/// Two things, and on which side of each other they are.
struct Scene {
    name: &'static str,
    things: fn(&mut StdRng) -> Result<[Thing; 2], ShapeError>,
    /// Returns a number whose sign says on which side of the first thing the second one is. `None` if it is so far
    /// beside it that it may change sides.
    side: fn(&[Thing; 2]) -> Option<f32>,
}

fn random_rotation(rng: &mut StdRng) -> UnitQuaternion<f32> {
    let mut number = || rng.random_range(-2.0..2.0);
    UnitQuaternion::from_scaled_axis(vector![number(), number(), number()])
}

/// A thing that tumbles towards a wall 1 cm thick.
fn at_wall(rng: &mut StdRng, shape: AnyShape<f32, 3>) -> Result<[Thing; 2], ShapeError> {
    let wall = Thing::fixed(Cuboid::new(vector![0.005, 5.0, 5.0])?, Vector3::zeros());
    let mut number = |size: f32| rng.random_range(-size..size);
    let start = vector![-2.0 + number(0.5), number(1.0), number(1.0)];
    let velocity = vector![60.0 + number(40.0), number(10.0), number(10.0)];
    let spin = vector![number(50.0), number(50.0), number(50.0)];
    let mut thing = Thing::flying(shape, start, velocity);
    (thing.spin, thing.inverse_inertia) = (spin, Vector3::repeat(100.0));
    thing.pose.rotation = random_rotation(rng);
    Ok([wall, thing])
}

/// Two things that fly into each other.
fn head_on(rng: &mut StdRng, shape: AnyShape<f32, 3>) -> Result<[Thing; 2], ShapeError> {
    let mut number = |size: f32| rng.random_range(-size..size);
    let mut bullet = |side: f32| {
        let start = vector![side * (2.0 + number(0.9)), number(0.01), number(0.01)];
        Thing::flying(
            shape.clone(),
            start,
            vector![-side * (150.0 + number(50.0)), 0.0, 0.0],
        )
    };
    let mut things = [bullet(1.0), bullet(-1.0)];
    for thing in &mut things {
        thing.pose.rotation = random_rotation(rng);
    }
    Ok(things)
}

/// A bar on a pivot that turns by about so many degrees a step, and a post at the end of its way.
fn past_post(rng: &mut StdRng, degrees: f32) -> Result<[Thing; 2], ShapeError> {
    let angle = rng.random_range(1.0..2.5f32);
    let place = vector![angle.cos(), angle.sin(), 0.0] * rng.random_range(0.4..0.9f32);
    let post = Thing::fixed(Cylinder::new(0.5, 0.01)?, place);
    let upright = UnitQuaternion::from_scaled_axis(Vector3::x() * std::f32::consts::FRAC_PI_2);
    let bar = Thing {
        spin: Vector3::z() * (degrees.to_radians() / STEP * rng.random_range(0.9..1.1f32)),
        inverse_inertia: Vector3::z() * 3.0,
        ..Thing::fixed(Cuboid::new(vector![1.0, 0.01, 0.1])?, Vector3::zeros())
    };
    let pose = Isometry3::from_parts(place.into(), upright);
    Ok([Thing { pose, ..post }, bar])
}

const SCENES: [Scene; 8] = [
    Scene {
        name: "ball at a wall of 1 cm",
        things: |rng| at_wall(rng, Ball::new(0.1)?.into()),
        side: |[_, ball]| Some(ball.pose.translation.x),
    },
    Scene {
        name: "tumbling cuboid at the wall",
        things: |rng| at_wall(rng, Cuboid::new(vector![0.02, 0.1, 0.2])?.into()),
        side: |[_, thing]| Some(thing.pose.translation.x),
    },
    Scene {
        name: "tumbling cylinder at the wall",
        things: |rng| at_wall(rng, Cylinder::new(0.2, 0.03)?.into()),
        side: |[_, thing]| Some(thing.pose.translation.x),
    },
    Scene {
        name: "two balls head on",
        things: |rng| head_on(rng, Ball::new(0.05)?.into()),
        side: side_of_bullet,
    },
    Scene {
        name: "two cubes head on",
        things: |rng| head_on(rng, Cuboid::new(Vector3::repeat(0.05))?.into()),
        side: side_of_bullet,
    },
    Scene {
        name: "bar, 42 degrees a step, past a post",
        things: |rng| past_post(rng, 42.0),
        side: side_of_bar,
    },
    Scene {
        name: "bar, 20 degrees a step, past a post",
        things: |rng| past_post(rng, 20.0),
        side: side_of_bar,
    },
    Scene {
        name: "bar, 5 degrees a step, past a post",
        things: |rng| past_post(rng, 5.0),
        side: side_of_bar,
    },
];

fn side_of_bullet([a, b]: &[Thing; 2]) -> Option<f32> {
    let apart = a.pose.translation.vector - b.pose.translation.vector;
    // both contain a ball with a radius of 0.05
    (apart.yz().norm() < 0.09).then_some(apart.x)
}

fn side_of_bar([post, bar]: &[Thing; 2]) -> Option<f32> {
    let place = bar
        .pose
        .inverse_transform_vector(&post.pose.translation.vector);
    Some(place.y)
}

/// Changes the velocities of two things that touch.
fn collide([a, b]: &mut [Thing; 2], contact: &Contact<f32, 3>) {
    let n = contact.normal;
    let point = (contact.witness_a + contact.witness_b) * 0.5;
    let approach = n.dot(&(b.velocity_at(&point) - a.velocity_at(&point)));
    if approach >= 0.0 {
        return;
    }
    let size = -(1.0 + RESTITUTION) * approach / (a.yielding(&point, &n) + b.yielding(&point, &n));
    a.push(&point, n * -size);
    b.push(&point, n * size);
}

/// Makes a step without continuous collision detection.
fn step_discrete(things: &mut [Thing; 2]) {
    for thing in things.iter_mut() {
        thing.pose = thing.after_step();
    }
    let placed = [&things[0], &things[1]].map(|thing| Posed::new(&thing.shape, &thing.pose));
    let [Ok(a), Ok(b)] = placed else { return };
    if let Proximity::Overlapping(overlap) = proximity(&a, &b) {
        let contact = overlap.contact;
        collide(things, &contact);
    }
}

/// Makes a step with the pass. Returns whether there was something that it could not prove.
fn step_with_pass(things: &mut [Thing; 2]) -> Result<bool, PassError> {
    let mut bodies = [&things[0], &things[1]]
        .map(|thing| Body::new(thing.shape.clone(), thing.pose, thing.after_step()));
    let (mut contact, mut unproven) = (None, false);
    Pass::new()
        .allowed_overlap(SLOP)
        .run(&mut bodies, [[0, 1]], |event| {
            contact = event.kind.contact().copied();
            unproven |= matches!(event.kind, Kind::TooDeep(_) | Kind::Undecided(_));
            event.usual_response()
        })?;
    for (thing, body) in things.iter_mut().zip(&bodies) {
        thing.pose = *body.pose();
    }
    if let Some(contact) = contact {
        collide(things, &contact);
    }
    Ok(unproven)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    println!(
        "passed through, of {}                  no pass   with the pass   unproven steps",
        args.variations
    );
    for scene in &SCENES {
        let (mut passed, mut unproven) = ([0, 0], 0);
        for variation in 0..args.variations {
            for with_pass in [false, true] {
                let mut things = (scene.things)(&mut StdRng::seed_from_u64(variation))?;
                let mut before = (scene.side)(&things);
                for _ in 0..STEPS {
                    if with_pass {
                        unproven += u64::from(step_with_pass(&mut things)?);
                    } else {
                        step_discrete(&mut things);
                    }
                    let after = (scene.side)(&things);
                    if before
                        .zip(after)
                        .is_some_and(|(before, after)| before * after <= 0.0)
                    {
                        passed[usize::from(with_pass)] += 1;
                        break;
                    }
                    before = after;
                }
            }
        }
        println!(
            "{:36} {:13} {:15} {unproven:16}",
            scene.name, passed[0], passed[1]
        );
    }
    Ok(())
}
