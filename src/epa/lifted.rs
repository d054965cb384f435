//! The Minkowski difference of two bodies as the expansion sees it, and the depth of the bodies.

use nalgebra::{SVector, Vector3};

use super::expansion::Depth;
use super::support::{Minkowski, Sample};
use super::{Accuracy, Penetration};
use crate::gjk::Search;
use crate::number::Vector;
use crate::polytope::LEAST_COORDINATE;
use crate::simplex::{nearest_part, power_of_two_scale};
use crate::support::{SupportPair, Untyped};
use crate::tuning::ENOUGH_OF_ALLOWANCE;
use crate::vector::length_of;
use crate::{Contact, Real};

/// Ulps of a lower bound of the depth of whole bodies: the division by a power of two is exact, the sum with the radii
/// and the conversion to the scalar lose half an ulp each.
const WHOLE_ULPS: f64 = 2.0;

/// The Minkowski difference of two cores, scaled by a power of two to a size near 1 and lifted to space.
pub(super) struct Lifted<'x, T, const D: usize> {
    bodies: &'x Untyped<'x, T, D>,
    relative_tolerance: f64,
    /// The length to which the depth is wanted, and the depth that is allowed, both scaled.
    length: f64,
    allowed: f64,
    pub(super) scale: f64,
    offset: SVector<f64, D>,
    last: [Option<u32>; 2],
    /// True iff all points so far were vertices of polytopes.
    is_of_polytopes: bool,
    /// How far rounding may have moved a point along each axis, scaled.
    rounding: Vector3<f64>,
    /// How far rounded rotations may have moved all points, in any direction, scaled.
    turn_rounding: f64,
    /// The largest coordinate that was too small for the expansion, and larger than its rounding; 0 if there was none.
    pub(super) lost: f64,
    /// True iff a point had a coordinate that is not finite.
    pub(super) is_nowhere: bool,
}

impl<'x, T: Real, const D: usize> Lifted<'x, T, D> {
    pub(super) fn new(bodies: &'x Untyped<'x, T, D>, accuracy: Accuracy<T>) -> Self {
        let scale = power_of_two_scale(bodies.size().as_f64());
        Self {
            bodies,
            relative_tolerance: accuracy.relative.as_f64(),
            length: accuracy.length.as_f64() * scale,
            allowed: accuracy.allowed.as_f64() * scale,
            scale,
            offset: bodies.offset.map(T::as_f64) * scale,
            last: [None; 2],
            is_of_polytopes: true,
            rounding: lift(&(bodies.rounding.map(T::as_f64) * scale)),
            turn_rounding: bodies.turn_rounding.as_f64() * scale,
            lost: 0.0,
            is_nowhere: false,
        }
    }

    pub(super) fn sample(&mut self, pair: [SVector<f64, D>; 2], names: [Option<u32>; 2]) -> Sample {
        let pair = pair.map(|point| lift(&(point * self.scale)));
        let mut y = (pair[1] - pair[0]) + lift(&self.offset);
        self.is_nowhere |= !y.sum().is_finite();
        for (x, rounding) in y.iter_mut().zip(self.rounding.iter()) {
            // exact arithmetic would underflow on smaller numbers
            if x.abs() < LEAST_COORDINATE {
                if x.abs() > *rounding {
                    self.lost = self.lost.max(x.abs());
                }
                *x = 0.0;
            }
        }
        Sample { y, pair, names }
    }

    pub(super) fn penetration(&self, depth: &Depth, found: &Search<D>) -> Penetration<T, D> {
        let bodies = self.bodies;
        let normal = lower::<D>(&-depth.reach.along).map(T::of);
        let nearest = &depth.nearest;
        let mut points = [Vector::default(); 4];
        for (point, sample) in points.iter_mut().zip(nearest) {
            *point = vector(&sample.y);
        }
        let weights = nearest_part(&points[..nearest.len()]).weights;
        let sum: f64 = weights.iter().sum();
        let mut on_cores = [Vector3::zeros(); 2];
        for (sample, weight) in nearest.iter().zip(weights) {
            for (point, of) in on_cores.iter_mut().zip(sample.pair) {
                *point += of * (weight / sum);
            }
        }
        let on_cores = on_cores.map(|point| lower::<D>(&(point / self.scale)));
        let [witness_a, witness_b] = bodies.on_surfaces(on_cores, &normal);
        let of_part = nearest
            .iter()
            .zip(weights)
            .filter(|(_, weight)| *weight > 0.0);
        let names = of_part.map(|(sample, _)| sample.names);
        let [feature_a, feature_b] = bodies.features(names, &normal);
        let whole = |length: f64| length / self.scale + bodies.radius.as_f64();
        let depth_of_bodies = T::of(whole(depth.reach.value)).max(T::zero());
        let lower_bound = if depth.lower_bound > 0.0 && depth.reach.value > 0.0 {
            whole(depth.lower_bound)
        } else {
            // no polytope contains the origin: the cores may be as far apart as the points that the search found
            bodies.radius.as_f64() - found.upper
        };
        let in_scalar = |bound: f64| T::of(bound - bound.abs() * WHOLE_ULPS * T::EPSILON.as_f64());
        // rounding may have moved any facet outwards, along its own normal
        let plain = in_scalar(lower_bound) - length_of(&bodies.rounding);
        let lower_bound = if depth.proven > 0.0 {
            plain.max(in_scalar(whole(depth.proven)))
        } else {
            plain
        };
        Penetration {
            depth: depth_of_bodies,
            lower_bound: (lower_bound - bodies.turn_rounding)
                .max(T::zero())
                .min(depth_of_bodies),
            contact: Contact {
                normal,
                witness_a,
                witness_b,
                feature_a,
                feature_b,
            },
            termination: depth.termination,
            iterations: found.iterations + depth.evaluations,
        }
    }
}

impl<T: Real, const D: usize> Minkowski for Lifted<'_, T, D> {
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>) {
        let s = lower::<D>(&-along).map(T::of);
        let pair: SupportPair<T, D> = self.bodies.support(&s, self.last);
        self.last = pair.names();
        self.is_of_polytopes &= pair.is_of_polytopes();
        let sample = self.sample(pair.points(), self.last);
        (sample, lift(&-s.map(T::as_f64)))
    }

    fn error(&self, along: &Vector3<f64>) -> f64 {
        along.abs().dot(&self.rounding) + self.turn_rounding
    }

    fn rounding(&self) -> Vector3<f64> {
        self.rounding
    }

    fn tolerance(&self, depth: f64, along: &Vector3<f64>) -> f64 {
        let whole = depth + self.bodies.radius.as_f64() * self.scale;
        let lacks = (self.allowed - whole) * ENOUGH_OF_ALLOWANCE;
        let enough = self.error(along).max(lacks);
        // the expansion of polytopes ends at the exact depth
        if self.is_of_polytopes {
            return enough;
        }
        enough.max(self.length).max(self.relative_tolerance * whole)
    }
}

/// The vector as the subalgorithm takes it.
pub(super) fn vector(v: &Vector3<f64>) -> Vector<3> {
    Vector::new([v.x, v.y, v.z])
}

pub(super) fn lift<const D: usize>(vector: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|row, _| if row < D { vector[row] } else { 0.0 })
}

pub(super) fn lower<const D: usize>(vector: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|row, _| vector[row])
}
