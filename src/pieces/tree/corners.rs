//! The corners of a box while a tree is built.

use nalgebra::SVector;

use super::BOX_ULPS;
use crate::{Real, SupportMap};

/// The lowest and the highest coordinates of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners<T, const D: usize> {
    pub(crate) low: SVector<T, D>,
    pub(crate) high: SVector<T, D>,
}

impl<T: Real, const D: usize> Corners<T, D> {
    /// Returns the box around some points. There must be one at least.
    pub(crate) fn of_points(points: &[SVector<T, D>]) -> Self {
        let (first, rest) = points.split_first().expect("a piece has a point");
        let start = Self {
            low: *first,
            high: *first,
        };
        rest.iter().fold(start, |corners, point| Self {
            low: corners.low.inf(point),
            high: corners.high.sup(point),
        })
    }

    /// Returns a box around a shape, with room for the rounding of its support points.
    pub(crate) fn of_shape(shape: &impl SupportMap<T, D>) -> Self {
        let rounding = shape.rounding() + shape.extents() * (T::EPSILON * T::of(BOX_ULPS));
        let (location, radius) = (shape.location(), shape.radius());
        let end = |axis: usize, sign: T| {
            let mut along = SVector::zeros();
            along[axis] = sign;
            let reach = shape.core_support_value(&along) + radius + rounding[axis];
            location[axis] + sign * reach
        };
        Self {
            low: SVector::from_fn(|axis, _| end(axis, -T::one())),
            high: SVector::from_fn(|axis, _| end(axis, T::one())),
        }
    }

    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            low: self.low.inf(&other.low),
            high: self.high.sup(&other.high),
        }
    }

    pub(super) fn middle(&self, axis: usize) -> T {
        self.low[axis] * T::of(0.5) + self.high[axis] * T::of(0.5)
    }
}
