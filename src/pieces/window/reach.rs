//! A piece along a direction.

use nalgebra::SVector;

use crate::{Real, SupportMap};

/// Ulps of its terms that a support value of a piece may lose, beyond what the piece states itself. In halves of an
/// ulp: a direction turned into the body's frame loses 3, and may so be longer than a unit vector by as much, which
/// counts for the radius. The product with the location loses 3, and four sums 4. Together that is 10, and the sum for
/// the rounding itself is of second order.
const PIECE_ULPS: f64 = 8.0;

/// What a piece is measured with, whatever the direction.
#[derive(Debug)]
pub(in crate::pieces) struct Reach<T, const D: usize> {
    location: SVector<T, D>,
    radius: T,
    /// How far rounding may move a support value, along each axis.
    rounding: SVector<T, D>,
}

impl<T: Real, const D: usize> Reach<T, D> {
    pub(in crate::pieces) fn of(shape: &dyn SupportMap<T, D>) -> Self {
        let (location, radius) = (shape.location(), shape.radius());
        let size = (shape.extents() + location.abs()).add_scalar(radius);
        Self {
            location,
            radius,
            rounding: shape.rounding() + size * (T::EPSILON * T::of(PIECE_ULPS)),
        }
    }

    /// Returns from where to where the piece reaches along a direction, at most.
    #[inline]
    pub(in crate::pieces) fn both_ways(
        &self,
        shape: &dyn SupportMap<T, D>,
        along: &SVector<T, D>,
    ) -> (T, T) {
        let across = along.abs();
        let value = |along: &SVector<T, D>| self.value(shape, along, &across);
        (-value(&-along), value(along))
    }

    /// Returns how far the piece reaches along a direction: an upper bound.
    #[inline]
    pub(in crate::pieces) fn value(
        &self,
        shape: &dyn SupportMap<T, D>,
        along: &SVector<T, D>,
        across: &SVector<T, D>,
    ) -> T {
        let core = shape.core_support_value(along);
        let length_error = T::one() + T::EPSILON * T::of(PIECE_ULPS);
        core + along.dot(&self.location) + self.radius * length_error + across.dot(&self.rounding)
    }
}
