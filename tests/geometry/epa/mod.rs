//! Depths of overlapping bodies.

mod closed_forms;
mod rounding;

use nalgebra::{Isometry2, Isometry3, Vector3, vector};
use photofinish::epa::{Penetration, penetration};
use photofinish::gjk::Termination;
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{Real, SupportMap, resolution, supporting_distance};

/// Returns the overlap after checking what holds for every overlap. Moved by the depth along the normal, the bodies are
/// free. The bounds are in order. The witness points are as far apart as the depth.
fn overlap<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    error: f64,
) -> Penetration<T, D> {
    let found = penetration(a, b).expect("they overlap");
    let error = T::of(error);
    let along = supporting_distance(a, b, &found.contact.normal);
    assert!((along + found.depth).abs() <= error, "{along} {found:?}");
    assert!(found.lower_bound <= found.depth, "{found:?}");
    let rounding = resolution(a, b).norm() * T::of(2.0);
    assert!(
        found.depth - found.lower_bound <= error + rounding,
        "{found:?}"
    );
    let apart =
        found.contact.witness_a - found.contact.witness_b - found.contact.normal * found.depth;
    // an error e of the depth moves the nearest point of a round body sideways by up to sqrt(e * depth)
    let sideways = found.contact.normal * found.contact.normal.dot(&apart) - apart;
    assert!(
        found.contact.normal.dot(&apart).abs() <= error + rounding,
        "{found:?}"
    );
    assert!(
        sideways.norm() <= (error * found.depth).sqrt() + error + rounding,
        "{found:?}"
    );
    assert_ne!(found.termination, Termination::Exhausted);
    found
}

fn plane<S: SupportMap<f64, 2>>(shape: S, x: f64, y: f64, angle: f64) -> Posed<S, f64, 2> {
    Posed::new(shape, &Isometry2::new(vector![x, y], angle)).expect("a pose")
}

fn space<S: SupportMap<f64, 3>>(shape: S, at: [f64; 3], turn: Vector3<f64>) -> Posed<S, f64, 3> {
    Posed::new(shape, &Isometry3::new(Vector3::from(at), turn)).expect("a pose")
}

fn cube<const D: usize>(half: f64) -> Cuboid<f64, D> {
    Cuboid::new(nalgebra::SVector::repeat(half)).expect("a box")
}
