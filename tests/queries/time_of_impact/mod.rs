//! Times of impact against closed forms, and what the settings promise.

mod allowance;
mod answers;
mod contact;
mod kept_contact;
mod moving;
mod once_wrong;

use nalgebra::{
    Isometry2, Isometry3, SVector, Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3,
    vector,
};
use photofinish::motion::{Ballistic3, ConstantVelocity, FromFn, Rotor, Sweep3};
use photofinish::shape::{Capsule, Cuboid, Triangle};
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, InitialContact, InitialReport, Moving, Outcome, Query, Real, Solution,
    time_of_impact,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{
    at, ball, bounds, cuboid, flight, flight3, gliding, impact, is_separated, moving, overlap,
    path, rest, rest3, steady, tumbling, turning,
};

const PAST: InitialContact = InitialContact::IgnoreSeparating;

/// Asks with the default settings from time 0 on.
fn ask<T: Real, const D: usize>(
    a: &impl Extrusion<T, D>,
    b: &impl Extrusion<T, D>,
    end: f64,
) -> Solution<T, D> {
    time_of_impact(a, b, T::zero()..=T::of(end)).expect("an answer")
}

fn drives_in<T: Real, const D: usize>(solution: &Solution<T, D>) -> InitialReport<T, D> {
    match solution.outcome {
        Outcome::DrivesIn(report) => report,
        other => panic!("not driven in: {other:?}"),
    }
}
