//! Every kind of bad input gets an error that names it, and no input makes a query panic or hang.

mod any_numbers;
mod bounds;
mod motions;
mod nowhere;
mod queries;
mod sizes;

use photofinish::motion::ConstantVelocity3;

use crate::build::flight3;

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];

fn moving3(x: f64, speed: f64) -> ConstantVelocity3<f64> {
    flight3([x, 0.0, 0.0], [speed, 0.0, 0.0])
}
