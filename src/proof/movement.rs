//! Motions as the kernel asks them: in closed form, or by their placements and bounds.

use nalgebra::SVector;

use super::kernel::VECTOR_ERROR;
use crate::motion::{Law, Placement};
use crate::number::UNIT;
use crate::vector::numbers;
use crate::{Real, Span};

/// Units of 2^-53 of a place that a gap may lose: eight for its sums and products, and the length of the vector.
const PLACE_ERROR: f64 = 8.0 * UNIT + VECTOR_ERROR;

/// The motion of a body over a span without knots.
#[derive(Clone, Copy)]
pub enum Movement<'b, const D: usize> {
    /// In closed form.
    Law(&'b Law<D>),
    /// Known by placements and bounds.
    Bounded(&'b dyn Bounded<D>),
}

/// A body of which the kernel knows placements and bounds. It is asked in its own scalar.
#[allow(missing_docs)]
pub trait Bounded<const D: usize> {
    fn placed(&self, time: f64, origin: &[f64; D]) -> Placed<D>;
    fn acceleration(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64>;
    fn speed(&self, along: &[f64; D], during: (f64, f64)) -> Option<f64>;
}

/// Where a body is at a time.
pub struct Placed<const D: usize> {
    /// The rows of its rotation; `None` if the motion is in closed form.
    pub(super) rotation: Option<[[f64; D]; D]>,
    /// Its pivot, measured from the origin asked for.
    pub(super) center: [f64; D],
    /// How far any of its points may be off: infinitely far, if the motion states no place.
    pub(super) error: f64,
    /// Its radius, if that is not one of the facts of the body.
    pub(super) radius: f64,
    /// No less than the distance of any of its points from the pivot, if that is not one of the facts either.
    pub(super) size: f64,
}

impl<const D: usize> Movement<'_, D> {
    /// The motion, if it is in closed form.
    #[inline(always)]
    pub(super) fn law(&self) -> Option<&Law<D>> {
        match self {
            Self::Law(law) => Some(law),
            _ => None,
        }
    }

    /// Returns where the body is at a time.
    pub(super) fn placed(&self, time: f64, origin: &[f64; D]) -> Placed<D> {
        match self {
            Self::Law(law) => {
                let center = law.center_at(time);
                let sizes: f64 = origin.iter().map(|x| x.abs()).sum();
                Placed {
                    rotation: None,
                    center: std::array::from_fn(|k| center[k] - origin[k]),
                    error: PLACE_ERROR * (sizes + law.sizes_at(time))
                        + law.center_error((time - law.epoch).abs()),
                    radius: 0.0,
                    size: 0.0,
                }
            }
            Self::Bounded(body) => body.placed(time, origin),
        }
    }

    /// Returns a bound of the acceleration along a unit vector of all points of a body with this reach, between two
    /// times, if one is known.
    pub(super) fn acceleration(
        &self,
        along: &[f64; D],
        (from, until): (f64, f64),
        reach: f64,
    ) -> Option<f64> {
        match self {
            Self::Law(law) => Some(law.acceleration_along(along, (from, until), reach)),
            Self::Bounded(body) => body.acceleration(along, (from, until)),
        }
    }

    /// As [`acceleration`](Self::acceleration), of the speed.
    pub(super) fn speed(
        &self,
        along: &[f64; D],
        (from, until): (f64, f64),
        reach: f64,
    ) -> Option<f64> {
        match self {
            Self::Law(law) => Some(law.speed_along(along, (from, until), reach)),
            Self::Bounded(body) => body.speed(along, (from, until)),
        }
    }
}

/// What a motion states along a vector over a span.
type Bound<'m, T, const D: usize> = dyn Fn(&SVector<T, D>, Span<T>) -> Option<T> + 'm;

/// Returns a bound that a motion states in its scalar, along a vector that may have more digits: that of the rounded
/// vector, and what the rest can add, which is half an ulp of each coordinate times the bound along its axis.
pub(super) fn stated<T: Real, const D: usize>(
    along: &[f64; D],
    (from, until): (f64, f64),
    of: &Bound<'_, T, D>,
) -> Option<f64> {
    let during = Span::known(T::of(from), T::of(until));
    let of = |s: &SVector<T, D>| of(s, during).map(T::as_f64);
    let rounded: SVector<T, D> = SVector::from_fn(|k, _| T::of(along[k]));
    let mut bound = of(&rounded)?;
    let mut size = bound.abs();
    for k in 0..D {
        let rest = along[k] - rounded[k].as_f64();
        if rest != 0.0 {
            let sign = 1f64.copysign(rest);
            let axis = SVector::from_fn(|i, _| T::of(if i == k { sign } else { 0.0 }));
            let most = of(&axis)?;
            // written so that what is no number leaves no bound
            let added = if most <= 0.0 { 0.0 } else { most * rest.abs() };
            bound += added;
            size += added;
        }
    }
    // what is added may take away almost all of a bound below zero
    Some(bound + 8.0 * UNIT * size)
}

/// Returns where a body with this reach is by the placement of its motion, which turns it about the end of an arm.
pub(super) fn placed<T: Real, const D: usize>(
    placement: &Placement<T, D>,
    arm: [f64; D],
    reach: f64,
) -> Placed<D> {
    let rows = placement.rotation.transpose();
    let rotation: [[f64; D]; D] = rows.map(T::as_f64).into();
    let translation = numbers(&placement.translation);
    let turned = |i: usize| -> f64 { (0..D).map(|k| rotation[i][k] * arm[k]).sum() };
    let center = std::array::from_fn(|i| translation[i] + turned(i));
    let sum = |v: [f64; D]| v.iter().map(|x| x.abs()).sum::<f64>();
    let (errors, angle_error) = (
        numbers(&placement.translation_error),
        placement.angle_error.as_f64(),
    );
    // written so that what is no number is refused too
    let is_valid = angle_error >= 0.0
        && errors.iter().all(|error| *error >= 0.0)
        && translation.iter().all(|x| x.abs() <= T::LARGEST.as_f64());
    let error = sum(errors)
        + angle_error * (reach + sum(arm))
        + PLACE_ERROR * (sum(translation) + 2.0 * sum(arm));
    Placed {
        rotation: Some(rotation),
        center,
        error: if is_valid { error } else { f64::INFINITY },
        radius: 0.0,
        size: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// A bound of -1 along the rounded vector, of which the other digits take away almost all: the sums lose more than their
    /// share of what is left.
    #[test]
    fn a_bound_that_cancels_is_no_less_than_its_parts() {
        let along = [0.1 + 1e-9, 0.3 - 1e-9];
        let rests = along.map(|x| x - f64::from(x as f32));
        let first = 3.0_f32;
        let parts = f64::from(first) * rests[0].abs();
        let second = ((1.0 - parts) / rests[1].abs()) as f32;
        let of = |s: &Vector2<f32>, _: Span<f32>| match s.as_slice() {
            [_, 0.0] => Some(first),
            [0.0, _] => Some(second),
            _ => Some(-1.0),
        };
        let bound = stated(&along, (0.0, 1.0), &of).unwrap();
        // both products are exact, and so is what each sum loses
        let products = [parts, f64::from(second) * rests[1].abs()];
        let sum = products[0] - 1.0;
        let lost = products[0] - (sum + 1.0);
        assert!(lost > 0.0 && (sum + products[1]).abs() < 1e-6);
        assert!(bound >= sum + products[1] + lost, "{bound:e} {lost:e}");
    }

    /// A bound along an axis that is no number is not taken for zero.
    #[test]
    fn what_is_no_number_is_no_bound() {
        let of = |s: &Vector2<f32>, _: Span<f32>| match s.as_slice() {
            [_, 0.0] => Some(f32::NAN),
            _ => Some(1.0),
        };
        let bound = stated(&[0.1, 0.3], (0.0, 1.0), &of);
        assert!(bound.unwrap().is_nan());
    }
}
