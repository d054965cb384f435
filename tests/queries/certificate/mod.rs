//! Certificates: what they state, what their check refuses, how they are written, and what an independent checker
//! says of them.

mod checker;
mod damage;
mod file;
mod random;

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::ConstantVelocity3;
use photofinish::shape::{Cuboid, PointSet};
use photofinish::{Moving, Outcome, Query};

type Body<S> = Moving<S, ConstantVelocity3<f64>, f64, 3>;

/// Returns two tumbling boxes that touch after a while.
fn tumbling() -> [Body<Cuboid<f64, 3>>; 2] {
    let body = |half, at: Vector3<f64>, turn, linear, angular| {
        let pose = Isometry3::from_parts(at.into(), UnitQuaternion::from_scaled_axis(turn));
        let motion = ConstantVelocity3::new(pose, linear, angular).expect("a motion");
        Moving::new(Cuboid::new(half).expect("a box"), motion)
    };
    [
        body(
            vector![0.5, 0.25, 1.0],
            Vector3::zeros(),
            Vector3::zeros(),
            vector![0.25, 0.0, 0.0],
            vector![0.5, 1.5, 0.25],
        ),
        body(
            vector![0.75, 0.5, 0.25],
            vector![3.0, 0.5, 0.25],
            vector![0.5, 0.25, -0.75],
            vector![-2.0, 0.0, 0.125],
            vector![-1.0, 0.5, 2.0],
        ),
    ]
}
