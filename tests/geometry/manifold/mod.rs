//! Contact manifolds: face to face against exact clipping, other features by closed forms, and the deepest point of any
//! bodies. Bodies of any form, all pieces together, and names that last.

mod bodies;
mod clipping;
mod deepest;
mod faces;
mod features;
mod refused;

/// The area of a polygon.
fn area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let twice = corners
        .iter()
        .zip(next)
        .map(|(p, q)| p[0] * q[1] - p[1] * q[0]);
    twice.sum::<f64>().abs() * 0.5
}
