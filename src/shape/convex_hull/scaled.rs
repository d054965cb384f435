//! Points as the construction of hulls needs them: in space, of a size near 1, and distinct.

use nalgebra::{SVector, Vector3};

use crate::Real;
use crate::polytope::LEAST_COORDINATE;
use crate::powers::{exponent_of, power_of_two};
use crate::tuning::{ROUNDED_UP_BY, SORTED_ALONG};

/// A length above any distance between points with coordinates below 2, which is 4 sqrt 3 at most. A larger tolerance
/// would merge no more points, and may overflow when it is scaled.
const FARTHEST: f64 = 8.0;

/// How far the difference of two places along [`SORTED_ALONG`] may be off.
///
/// With coordinates below 2 the terms of a place add up to 3.46. Two of them are rounded three times and one twice,
/// which is 4.6 ulps of 1 for a place and 9.2 for two. Their difference is exact if they are near each other. So this
/// is too small for the worst of pairs: two points that are apart by the tolerance to the last ulp may both stay. They
/// are vertices of a hull that is right all the same.
const PLACE_SLACK: f64 = 8.0 * f64::EPSILON;

/// Points in space, times a power of two that brings their largest coordinate between 1 and 2. Points of the plane
/// have z = 0.
pub(super) struct Scaled {
    pub(super) points: Vec<Vector3<f64>>,
    exponent: i32,
    /// True iff small coordinates were set to zero.
    pub(super) snapped: bool,
}

impl Scaled {
    pub(super) fn new<T: Real, const D: usize>(points: &[SVector<T, D>]) -> Self {
        let largest = points
            .iter()
            .flat_map(|point| point.iter())
            .fold(0.0, |largest: f64, x| largest.max(x.as_f64().abs()));
        let exponent = -exponent(largest);
        let mut snapped = false;
        let mut scale = |x: T| {
            let scaled = times_power(x.as_f64(), exponent);
            let keep = scaled.abs() >= LEAST_COORDINATE;
            snapped |= !keep && x != T::zero();
            if keep { scaled } else { 0.0 }
        };
        let lift = |point: &SVector<T, D>| {
            Vector3::from_fn(|axis, _| if axis < D { scale(point[axis]) } else { 0.0 })
        };
        Self {
            points: points.iter().map(lift).collect(),
            exponent,
            snapped,
        }
    }

    /// Converts a tolerance from the units of the given points, limited to [`FARTHEST`].
    pub(super) fn tolerance_here<T: Real>(&self, tolerance: T) -> f64 {
        self.length_here(tolerance).min(FARTHEST)
    }

    /// Converts a length from the units of the given points.
    fn length_here<T: Real>(&self, length: T) -> f64 {
        times_power(length.as_f64(), self.exponent)
    }

    /// Converts a length back to the units of the given points, rounded up.
    pub(super) fn length_there<T: Real>(&self, length: f64) -> T {
        let mut factor = 1.0 + ROUNDED_UP_BY;
        loop {
            let there = T::of(times_power(length * factor, -self.exponent));
            // subnormal numbers are so far apart that the factor may be lost
            if !(self.length_here(there) < length) {
                return there;
            }
            factor *= 2.0;
        }
    }

    /// A bound on how far points moved when small coordinates were set to zero.
    pub(super) fn displacement(&self) -> f64 {
        if self.snapped {
            2.0 * LEAST_COORDINATE
        } else {
            0.0
        }
    }
}

/// The exponent of the largest power of two that is at most `value`, which is not negative; 0 for zero.
fn exponent(value: f64) -> i32 {
    const SUBNORMAL_SHIFT: i32 = 64;
    if value == 0.0 {
        0
    } else if value.is_normal() {
        exponent_of(value)
    } else {
        exponent_of(times_power(value, SUBNORMAL_SHIFT)) - SUBNORMAL_SHIFT
    }
}

/// Returns `value` times two to the power `exponent`. It takes two steps, as the power itself may overflow.
fn times_power(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * power_of_two(half) * power_of_two(exponent - half)
}

/// The points that remain, and the largest distance from a merged point to the nearest of them.
pub(super) struct Welded {
    pub(super) kept: Vec<u32>,
    pub(super) displacement: f64,
}

/// Merges points that are at most `tolerance` apart, so that those that remain are farther apart than that.
pub(super) fn weld(points: &[Vector3<f64>], tolerance: f64) -> Welded {
    let sweep = Vector3::from(SORTED_ALONG);
    let mut order: Vec<(f64, u32)> = points
        .iter()
        .zip(0..)
        .map(|(point, index)| (sweep.dot(point), index))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));

    let window = tolerance + PLACE_SLACK;
    let mut kept: Vec<(f64, u32)> = Vec::new();
    let mut displacement: f64 = 0.0;
    for (along, index) in order {
        let nearest = kept
            .iter()
            .rev()
            .take_while(|(place, _)| along - place <= window)
            .map(|&(_, other)| (points[other as usize] - points[index as usize]).norm())
            .fold(f64::INFINITY, f64::min);
        if nearest <= tolerance {
            displacement = displacement.max(nearest);
        } else {
            kept.push((along, index));
        }
    }
    let mut kept: Vec<u32> = kept.into_iter().map(|(_, index)| index).collect();
    kept.sort_unstable();
    Welded { kept, displacement }
}
