//! Every kind of bad input gets an error that names it.

mod bounds;
mod motions;
mod nowhere;
mod queries;
mod sizes;

use crate::build::*;

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];

fn moving3(x: f64, speed: f64) -> ConstantVelocity3<f64> {
    flight3([x, 0.0, 0.0], [speed, 0.0, 0.0])
}

/// Returns the answers for a ball with this motion and a ball at rest, in both orders.
fn answers(motion: impl Motion<f64, 3>) -> [Result<Solution<f64, 3>, QueryError>; 2] {
    let still = moving(ball(0.5), rest3([0.0; 3]));
    let moves = Moving::new(ball(0.5), motion);
    [
        time_of_impact(&still, &moves, 0.0..=2.0),
        time_of_impact(&moves, &still, 0.0..=2.0),
    ]
}
