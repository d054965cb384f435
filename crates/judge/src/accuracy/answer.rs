//! The crate's answers, in double precision.

use nalgebra::{SVector, Vector3};
use photofinish::gjk::Termination;
use photofinish::support::Feature;
use photofinish::{Proximity, Real};

use photofinish_oracle::lift;

/// The crate's answer about a pair.
pub struct Answer {
    pub overlapping: bool,
    pub signed_distance: f64,
    /// The lower bound of the distance or of the depth.
    pub lower_bound: f64,
    pub normal: Vector3<f64>,
    /// The witness points on A and on B, measured from the location of A.
    pub witnesses: [Vector3<f64>; 2],
    pub features: [Feature; 2],
    pub termination: Termination,
}

impl Answer {
    pub fn new<T: Real, const D: usize>(found: &Proximity<T, D>, location: &Vector3<f64>) -> Self {
        let double = |v: &SVector<T, D>| lift(&v.map(T::as_f64));
        let (lower_bound, termination) = match found {
            Proximity::Disjoint(found) => (found.lower_bound, found.termination),
            Proximity::Overlapping(found) => (found.lower_bound, found.termination),
        };
        let contact = found.contact();
        Self {
            overlapping: matches!(found, Proximity::Overlapping(_)),
            signed_distance: found.signed_distance().as_f64(),
            lower_bound: lower_bound.as_f64(),
            normal: double(&contact.normal),
            witnesses: contact
                .witnesses()
                .map(|witness| double(&witness) - location),
            features: contact.features(),
            termination,
        }
    }

    pub fn is_finite(&self) -> bool {
        let [on_a, on_b] = self.witnesses;
        let sum = self.normal + on_a + on_b;
        (sum.sum() + self.signed_distance + self.lower_bound).is_finite()
    }
}
