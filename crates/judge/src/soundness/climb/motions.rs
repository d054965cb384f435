//! Bounds of motions against closed forms of the fastest point.

use nalgebra::SVector;
use photofinish::{Real, Span};

use super::claims::Claim;
use crate::soundness::convert::{AnyBody, FromOracle};
use crate::soundness::excess::Excess;
use photofinish_oracle::lift;
use photofinish_oracle::motion::Motion;

/// The times within the span that are checked, as shares of it.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns how far the fastest point of a body exceeds the bounds of its motion, along the axes and a diagonal.
pub fn of_motion<T: Real, R: FromOracle<T, D>, const D: usize>(
    body: &AnyBody<T, R, D>,
    motion: &Motion<D>,
    until: f64,
) -> Vec<Excess<Claim>> {
    let moves = body.motion();
    let reach = T::one();
    let end = T::of(until);
    let Ok(during) = Span::new(T::zero(), end) else {
        return Vec::new();
    };
    let axis = |axis| SVector::<f64, D>::from_fn(|i, _| if i == axis { 1.0 } else { 0.0 });
    let mut found = Vec::new();
    for s in (0..D)
        .map(axis)
        .chain([SVector::repeat((D as f64).sqrt().recip())])
    {
        let along: SVector<T, D> = s.map(T::of);
        let exact = lift(&along.map(T::as_f64));
        for share in SHARES {
            let [speed, acceleration] = motion.fastest(end.as_f64() * share, &exact, 1.0);
            let bounds = [
                (
                    Claim::Speed,
                    speed,
                    moves.speed_bound(&along, during, reach),
                ),
                (
                    Claim::Acceleration,
                    acceleration,
                    moves.acceleration_bound(&along, during, reach),
                ),
            ];
            for (claim, truth, bound) in bounds {
                let Some(bound) = bound.map(T::as_f64) else {
                    continue;
                };
                // the closed forms add a few products, whose terms may cancel, and round each
                let terms = truth.abs() + bound.abs() + motion.largest_term();
                found.push(Excess {
                    claim,
                    over: truth - bound,
                    allowed: 16.0 * f64::EPSILON * terms,
                    unit: T::EPSILON.as_f64() * terms + f64::MIN_POSITIVE,
                    share: f64::NAN,
                });
            }
        }
    }
    found
}
