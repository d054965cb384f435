//! A complete game loop in the plane: fast balls bounce between thin walls and off a spinning bar.
//!
//! The loop integrates, lets the pass of `photofinish::engine` stop bodies where they meet, changes velocities there,
//! and goes on. In a frame a ball flies up to thirty times as far as the walls are thick. Without the pass nearly all
//! balls are outside after a few seconds; `--no-pass` shows that.
//!
//!     cargo run --release -p photofinish-examples --example game

use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
use photofinish::engine::{Body, Event2, Pass, PassError, Response, Response2, Then};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const FRAME: f64 = 1.0 / 60.0;
const RESTITUTION: f64 = 0.95;
/// How deep bodies may be in each other.
const SLOP: f64 = 0.002;
const BALLS: usize = 30;

/// A thing of the game. Things without mass are moved by the game alone: walls stay, the bar spins.
struct Thing {
    shape: AnyShape<f64, 2>,
    pose: Isometry2<f64>,
    velocity: Vector2<f64>,
    spin: f64,
    inverse_mass: f64,
}

impl Thing {
    /// Returns where it is after `time`.
    fn after(&self, pose: &Isometry2<f64>, time: f64) -> Isometry2<f64> {
        let position = pose.translation.vector + self.velocity * time;
        let turn = UnitComplex::new(self.spin * time);
        Isometry2::from_parts(position.into(), turn * pose.rotation)
    }

    fn velocity_at(&self, point: &Vector2<f64>, pose: &Isometry2<f64>) -> Vector2<f64> {
        let arm = point - pose.translation.vector;
        self.velocity + self.spin * vector![-arm.y, arm.x]
    }
}

fn arena() -> Result<Vec<Thing>, Box<dyn std::error::Error>> {
    let thing = |shape: AnyShape<f64, 2>, x: f64, y: f64| Thing {
        shape,
        pose: Isometry2::translation(x, y),
        velocity: Vector2::zeros(),
        spin: 0.0,
        inverse_mass: 0.0,
    };
    let (across, upright) = (vector![5.1, 0.05], vector![0.05, 5.1]);
    let mut things = vec![
        thing(Cuboid::new(across)?.into(), 0.0, -5.0),
        thing(Cuboid::new(across)?.into(), 0.0, 5.0),
        thing(Cuboid::new(upright)?.into(), -5.0, 0.0),
        thing(Cuboid::new(upright)?.into(), 5.0, 0.0),
        thing(Capsule::new(1.5, 0.05)?.into(), 0.0, 0.0),
    ];
    things[4].spin = 40.0;
    let mut rng = StdRng::seed_from_u64(2);
    for k in 0..BALLS {
        let (column, row) = ((k % 10) as f64, (k / 10) as f64);
        let side = if k % 2 == 0 { 1.0 } else { -1.0 };
        let ball = thing(Ball::new(0.1)?.into(), column - 4.5, side * (2.0 + row));
        let angle: f64 = rng.random_range(-3.2..3.2);
        things.push(Thing {
            velocity: vector![angle.cos(), angle.sin()] * rng.random_range(10.0..200.0),
            inverse_mass: 1.0,
            ..ball
        });
    }
    Ok(things)
}

/// Changes the velocities of two things that meet, and says where they go in the rest of the frame.
fn bounce(things: &mut [Thing], event: &Event2) -> Response2 {
    let Some(contact) = event.kind.contact() else {
        return event.usual_response();
    };
    let n = contact.normal;
    let point = (contact.witness_a + contact.witness_b) * 0.5;
    let [a, b] = event.pair;
    let [pose_a, pose_b] = &event.poses;
    let relative = things[b].velocity_at(&point, pose_b) - things[a].velocity_at(&point, pose_a);
    let approach = n.dot(&relative).min(0.0);
    let masses = things[a].inverse_mass + things[b].inverse_mass;
    let impulse = -(1.0 + RESTITUTION) * approach / masses;
    let mut then = |number: usize, pose: &Isometry2<f64>, push: f64| {
        let thing: &mut Thing = &mut things[number];
        if thing.inverse_mass == 0.0 {
            return Then::Continue;
        }
        thing.velocity += n * (push * thing.inverse_mass);
        Then::MoveTo(thing.after(pose, FRAME * (1.0 - event.time)))
    };
    Response {
        a: then(a, pose_a, -impulse),
        b: then(b, pose_b, impulse),
    }
}

/// Moves all things by one frame. Returns how many times two of them met.
fn frame(things: &mut [Thing], with_pass: bool) -> Result<usize, PassError> {
    let shapes: Vec<_> = things.iter().map(|thing| thing.shape.clone()).collect();
    let mut bodies: Vec<_> = things
        .iter()
        .zip(&shapes)
        .map(|(thing, shape)| Body::new(shape, thing.pose, thing.after(&thing.pose, FRAME)))
        .collect();
    let mut met = 0;
    if with_pass {
        let pass = Pass::new().allowed_overlap(SLOP).moves(20);
        let pairs = (5..things.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let report = pass.run(&mut bodies, pairs, |event| bounce(things, event))?;
        met = report.events.len();
    }
    for (thing, body) in things.iter_mut().zip(&bodies) {
        thing.pose = *body.pose();
    }
    Ok(met)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let with_pass = !std::env::args().any(|arg| arg == "--no-pass");
    let mut things = arena()?;
    let mut met = 0;
    for second in 1..=10 {
        for _ in 0..60 {
            met += frame(&mut things, with_pass)?;
        }
        let balls = &things[5..];
        let outside = balls
            .iter()
            .filter(|ball| ball.pose.translation.vector.amax() > 5.0)
            .count();
        let fastest = balls
            .iter()
            .map(|ball| ball.velocity.norm())
            .fold(0.0, f64::max);
        println!(
            "{second:2} s: {met:6} impacts, fastest ball {fastest:5.1}/s, {outside:2} of {BALLS} balls outside"
        );
    }
    Ok(())
}
