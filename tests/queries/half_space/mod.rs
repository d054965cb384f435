//! Half-spaces: closed forms, bad input, contacts at the start, and random bodies against the oracle.

mod answers;
mod contacts;
mod input;
mod rests;

use crate::build::*;

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn floor() -> HalfSpace<f64, 3> {
    HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal")
}

/// A ball of radius 1/2 that slides over the floor as it rises or falls.
fn ball(height: f64, velocity: f64) -> AnyMoving<f64, UnitQuaternion<f64>, 3> {
    let start = Isometry3::translation(0.0, height, 0.0);
    let throw = steady(start, vector![1.0, velocity, 0.0], Vector3::z());
    let motion = Ballistic::new(throw, Vector3::zeros()).expect("finite");
    moving(crate::build::ball(0.5), motion)
}
