//! Half-spaces: closed forms, bad input, contacts at the start, and random bodies against the oracle.

mod answers;
mod contacts;
mod input;
mod rests;

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::shape::Ball;
use photofinish::{HalfSpace, Moving};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

type Ballistic3 = Ballistic<f64, UnitQuaternion<f64>, 3>;

fn floor() -> HalfSpace<f64, 3> {
    HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal")
}

fn ball(height: f64, velocity: f64) -> Moving<Ball<f64>, Ballistic3, f64, 3> {
    let start = Isometry3::translation(0.0, height, 0.0);
    let throw = ConstantVelocity::new(start, vector![1.0, velocity, 0.0], Vector3::z());
    let motion = Ballistic::new(throw.expect("finite"), Vector3::zeros());
    Moving::new(Ball::new(0.5).expect("a radius"), motion.expect("finite"))
}
