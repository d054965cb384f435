//! Every kind of bad input gets an error that names it, and no input makes a query panic or hang.

mod any_numbers;
mod bounds;
mod motions;
mod nowhere;
mod queries;
mod sizes;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, AtRest3, ConstantVelocity3};

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];

fn rest3(x: f64) -> AtRest3<f64> {
    AtRest::new(Isometry3::translation(x, 0.0, 0.0)).expect("a motion")
}

fn moving3(x: f64, speed: f64) -> ConstantVelocity3<f64> {
    let velocity = vector![speed, 0.0, 0.0];
    ConstantVelocity3::new(
        Isometry3::translation(x, 0.0, 0.0),
        velocity,
        Vector3::zeros(),
    )
    .expect("a motion")
}
