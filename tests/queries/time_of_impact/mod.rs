//! Times of impact against closed forms, and what the settings promise.

mod allowance;
mod answers;
mod contact;
mod kept_contact;
mod moving;
mod once_wrong;

use std::f64::consts::{PI, TAU};

use nalgebra::{
    Isometry2, Isometry3, SVector, Translation3, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::motion::{
    AtRest, AtRest2, AtRest3, Ballistic3, ConstantVelocity, ConstantVelocity2, ConstantVelocity3,
    FromFn, MotionBounds, Piecewise, Sweep3,
};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, Cylinder, PointSet, Segment};
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, Impact, InitialContact, Moving, MovingPoints, Order, Outcome, Query, Real, Solution,
    Span, SupportMap, WarmStart, time_of_impact,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn ball<T: Real>(radius: f64) -> Ball<T> {
    Ball::new(T::of(radius)).expect("a ball")
}

fn cuboid<const D: usize>(half_extents: [f64; D]) -> Cuboid<f64, D> {
    Cuboid::new(SVector::from(half_extents)).expect("a box")
}

fn at(x: f64, y: f64) -> AtRest2<f64> {
    AtRest::new(Isometry2::translation(x, y)).expect("a motion")
}

fn gliding(from: [f64; 2], velocity: [f64; 2]) -> ConstantVelocity2<f64> {
    let pose = Isometry2::translation(from[0], from[1]);
    ConstantVelocity::new(pose, Vector2::from(velocity), 0.0).expect("a motion")
}

fn turning(from: [f64; 2], turns: f64) -> ConstantVelocity2<f64> {
    let pose = Isometry2::translation(from[0], from[1]);
    ConstantVelocity::new(pose, Vector2::zeros(), turns * TAU).expect("a motion")
}

fn impact<T: Real, const D: usize>(solution: Solution<T, D>) -> Impact<T, D> {
    match solution.outcome {
        Outcome::Impact(impact) => impact,
        other => panic!("no impact: {other:?}"),
    }
}

fn is_separated<T: Real, const D: usize>(solution: &Solution<T, D>) -> bool {
    matches!(solution.outcome, Outcome::Separated(_))
}

/// Returns two tumbling boxes that touch, in any scalar, moved away from the origin by `offset`.
fn tumbling<T: Real>(offset: Vector3<T>) -> [Moving<Cuboid<T, 3>, ConstantVelocity3<T>, T, 3>; 2] {
    let vector = |x: f64, y: f64, z: f64| vector![T::of(x), T::of(y), T::of(z)];
    let body = |half: Vector3<T>, pose: Isometry3<T>, linear, angular| {
        let moved = Isometry3::from_parts((pose.translation.vector + offset).into(), pose.rotation);
        let motion = ConstantVelocity3::new(moved, linear, angular).expect("a motion");
        Moving::new(Cuboid::new(half).expect("a box"), motion)
    };
    let turned = UnitQuaternion::from_scaled_axis(vector(0.5, 0.25, -0.75));
    [
        body(
            vector(0.5, 0.25, 1.0),
            Isometry3::identity(),
            vector(0.25, 0.0, 0.0),
            vector(0.5, 1.5, 0.25),
        ),
        body(
            vector(0.75, 0.5, 0.25),
            Isometry3::from_parts(vector(3.0, 0.5, 0.25).into(), turned),
            vector(-2.0, 0.0, 0.125),
            vector(-1.0, 0.5, 2.0),
        ),
    ]
}
