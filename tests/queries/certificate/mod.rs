//! Certificates: what they state, what their check refuses, how they are written, and what an independent checker
//! says of them.

mod checker;
mod damage;
mod file;

use crate::build::*;

/// Returns the claim that bodies keep this distance along one vector.
fn along<const D: usize>(
    direction: SVector<f64, D>,
    frame: Frame,
    distance: f64,
    [start, end]: [f64; 2],
) -> Certificate<f64, D> {
    let interval = CertifiedInterval {
        start,
        end,
        direction,
        frame,
        kept_distance: distance,
        margin: 0.0,
        order: Order::Second,
    };
    Certificate {
        origin: SVector::zeros(),
        intervals: vec![interval],
    }
}
