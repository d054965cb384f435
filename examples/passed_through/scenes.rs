//! The scenes: two things each, and how to tell that one has passed through the other.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::body::AnyForm;
use photofinish::pieces::{Compound, TriMesh};
use photofinish::shape::{AnyShape, Ball, Cuboid, Cylinder, PosedShape};
use rand::RngExt;
use rand::rngs::StdRng;

use super::{Form, STEP, Thing};

type Error = Box<dyn std::error::Error>;

/// Two things, and on which side of each other they are.
pub struct Scene {
    pub name: &'static str,
    pub things: fn(&mut StdRng) -> Result<[Thing; 2], Error>,
    /// Returns a number whose sign says on which side of the first thing the second one is. `None` if it is so far
    /// beside it that it may change sides.
    pub side: fn(&[Thing; 2]) -> Option<f32>,
}

fn random_rotation(rng: &mut StdRng) -> UnitQuaternion<f32> {
    let mut number = || rng.random_range(-2.0..2.0);
    UnitQuaternion::from_scaled_axis(vector![number(), number(), number()])
}

/// A thing that tumbles towards a wall 1 cm thick.
fn at_wall(rng: &mut StdRng, form: Form) -> Result<[Thing; 2], Error> {
    let wall = Thing::fixed(
        shape(Cuboid::new(vector![0.005, 5.0, 5.0])?),
        Vector3::zeros(),
    );
    let mut number = |size: f32| rng.random_range(-size..size);
    let start = vector![-2.0 + number(0.5), number(1.0), number(1.0)];
    let velocity = vector![60.0 + number(40.0), number(10.0), number(10.0)];
    let spin = vector![number(50.0), number(50.0), number(50.0)];
    let mut thing = Thing::flying(form, start, velocity);
    (thing.spin, thing.inverse_inertia) = (spin, Vector3::repeat(100.0));
    thing.pose.rotation = random_rotation(rng);
    Ok([wall, thing])
}

/// Two things that fly into each other.
fn head_on(rng: &mut StdRng, form: Form) -> Result<[Thing; 2], Error> {
    let mut number = |size: f32| rng.random_range(-size..size);
    let mut bullet = |side: f32| {
        let start = vector![side * (2.0 + number(0.9)), number(0.01), number(0.01)];
        Thing::flying(
            form.clone(),
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

/// A bar on a pivot that turns by about this many degrees a step, and a post at the end of its way.
fn past_post(rng: &mut StdRng, degrees: f32) -> Result<[Thing; 2], Error> {
    let angle = rng.random_range(1.0..2.5f32);
    let place = vector![angle.cos(), angle.sin(), 0.0] * rng.random_range(0.4..0.9f32);
    let post = Thing::fixed(shape(Cylinder::new(0.5, 0.01)?), place);
    let upright = UnitQuaternion::from_scaled_axis(Vector3::x() * std::f32::consts::FRAC_PI_2);
    let bar = Thing {
        spin: Vector3::z() * (degrees.to_radians() / STEP * rng.random_range(0.9..1.1f32)),
        inverse_inertia: Vector3::z() * 3.0,
        ..Thing::fixed(
            shape(Cuboid::new(vector![1.0, 0.01, 0.1])?),
            Vector3::zeros(),
        )
    };
    let pose = Isometry3::from_parts(place.into(), upright);
    Ok([Thing { pose, ..post }, bar])
}

/// A body of two crossed bars and a ball, which is thick in its middle.
fn jack() -> Result<Form, Error> {
    let bar = Cuboid::new(vector![0.15, 0.02, 0.02])?;
    let turned = UnitQuaternion::from_scaled_axis(Vector3::z() * std::f32::consts::FRAC_PI_2);
    let across = Isometry3::from_parts(Translation3::identity(), turned);
    let across = PosedShape::new(bar, &across)?;
    let pieces = vec![bar.into(), across.into(), Ball::new(0.05)?.into()];
    Ok(Compound::new(pieces)?.into())
}

/// How far apart the ridges of the ground are, and how high.
const RIDGES: [f32; 2] = [0.5, 0.3];

/// A thing that tumbles down on a mesh of ridges and valleys, without any thickness.
fn at_ground(rng: &mut StdRng, form: Form) -> Result<[Thing; 2], Error> {
    let [apart, high] = RIDGES;
    let heights: Vec<f32> = (0..900)
        .map(|k| if k % 2 == 0 { 0.0 } else { high })
        .collect();
    // 30 points in a row: ridges go along z
    let ground = TriMesh::height_field(&heights, 30, [apart; 2])?;
    let corner = vector![-14.0 * apart, 0.0, -14.0 * apart];
    let mut number = |size: f32| rng.random_range(-size..size);
    let start = vector![number(1.0), 2.0 + number(0.5), number(1.0)];
    let velocity = vector![number(10.0), -60.0 + number(40.0), number(10.0)];
    let mut thing = Thing::flying(form, start, velocity);
    thing.spin = vector![number(50.0), number(50.0), number(50.0)];
    thing.inverse_inertia = Vector3::repeat(100.0);
    thing.pose.rotation = random_rotation(rng);
    Ok([Thing::fixed(ground, corner), thing])
}

/// Returns how high the second thing is above the mesh, while it is over it.
fn above_ground([ground, thing]: &[Thing; 2]) -> Option<f32> {
    let [apart, high] = RIDGES;
    let place = thing.pose.translation.vector - ground.pose.translation.vector;
    let is_over = [place.x, place.z]
        .iter()
        .all(|x| (0.0..29.0 * apart).contains(x));
    let across = (place.x / apart).rem_euclid(2.0);
    is_over.then_some(place.y - high * (1.0 - (1.0 - across).abs()))
}

fn shape(shape: impl Into<AnyShape<f32, 3>>) -> Form {
    AnyForm::Shape(shape.into())
}

pub const SCENES: [Scene; 12] = [
    Scene {
        name: "ball at a wall of 1 cm",
        things: |rng| at_wall(rng, shape(Ball::new(0.1)?)),
        side: |[_, ball]| Some(ball.pose.translation.x),
    },
    Scene {
        name: "tumbling cuboid at the wall",
        things: |rng| at_wall(rng, shape(Cuboid::new(vector![0.02, 0.1, 0.2])?)),
        side: |[_, thing]| Some(thing.pose.translation.x),
    },
    Scene {
        name: "tumbling cylinder at the wall",
        things: |rng| at_wall(rng, shape(Cylinder::new(0.2, 0.03)?)),
        side: |[_, thing]| Some(thing.pose.translation.x),
    },
    Scene {
        name: "two balls head on",
        things: |rng| head_on(rng, shape(Ball::new(0.05)?)),
        side: side_of_bullet,
    },
    Scene {
        name: "two cubes head on",
        things: |rng| head_on(rng, shape(Cuboid::new(Vector3::repeat(0.05))?)),
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
    Scene {
        name: "ball at a mesh",
        things: |rng| at_ground(rng, shape(Ball::new(0.1)?)),
        side: above_ground,
    },
    Scene {
        name: "tumbling cuboid at the mesh",
        things: |rng| at_ground(rng, shape(Cuboid::new(vector![0.02, 0.1, 0.2])?)),
        side: above_ground,
    },
    Scene {
        name: "tumbling compound at the mesh",
        things: |rng| at_ground(rng, jack()?),
        side: above_ground,
    },
    Scene {
        name: "two compounds head on",
        things: |rng| head_on(rng, jack()?),
        side: side_of_bullet,
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
