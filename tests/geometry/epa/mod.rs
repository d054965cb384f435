//! Depths of overlapping bodies.

mod closed_forms;
mod rounding;

use crate::bodies::*;

/// Checks that bodies overlap by a depth, up to an error, and what holds for every overlap: moved by the depth along the
/// normal, the bodies are free; the bounds are in order; the witness points are as far apart as the depth.
fn overlap<const D: usize>(
    a: &impl SupportMap<f64, D>,
    b: &impl SupportMap<f64, D>,
    (depth, error): (f64, f64),
) -> Penetration<f64, D> {
    let found = penetration(a, b).expect("they overlap");
    assert!(
        (found.depth - depth).abs() <= error,
        "{found:?}, not {depth}"
    );
    let normal = found.contact.normal;
    let along = supporting_distance(a, b, &normal);
    assert!((along + found.depth).abs() <= error, "{along} {found:?}");
    let loss = error + 2.0 * resolution(a, b).norm();
    assert!(found.lower_bound <= found.depth, "{found:?}");
    assert!(found.depth - found.lower_bound <= loss, "{found:?}");
    let [on_a, on_b] = found.contact.witnesses();
    let off = on_a - on_b - normal * found.depth;
    assert!(normal.dot(&off).abs() <= loss, "{found:?}");
    // an error e of the depth moves the nearest point of a round body sideways by up to sqrt(e * depth)
    let sideways = normal * normal.dot(&off) - off;
    assert!(
        sideways.norm() <= (error * found.depth).sqrt() + loss,
        "{found:?}"
    );
    assert_ne!(found.termination, Termination::Exhausted);
    found
}

fn in_plane<S: SupportMap<f64, 2>>(shape: S, [x, y]: [f64; 2], angle: f64) -> Posed<S, f64, 2> {
    posed(shape, &Isometry2::new(vector![x, y], angle))
}

fn cube<const D: usize>(half: f64) -> Cuboid<f64, D> {
    cuboid([half; D])
}
