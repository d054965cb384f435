//! Times of impact against closed forms, and what the settings promise.

mod allowance;
mod answers;
mod contact;
mod kept_contact;
mod moving;
mod once_wrong;
mod properties;

use nalgebra::Translation3;

use crate::build::*;

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
