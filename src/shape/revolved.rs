//! What cylinders and cones share.

use nalgebra::SVector;

use crate::Real;
use crate::vector::{length_of, scaled_to};

/// The point that is farthest along `direction` on the circle of this radius around the y axis at `height`.
#[inline]
pub(super) fn rim_point<T: Real, const D: usize>(
    direction: &SVector<T, D>,
    radius: T,
    height: T,
) -> SVector<T, D> {
    if D == 2 {
        return flat_point(radius.copysign(direction[0]), height);
    }
    let mut point = *direction;
    point[1] = T::zero();
    point = scaled_to(&point, radius);
    point[1] = height;
    point
}

/// A point of the plane.
pub(super) fn flat_point<T: Real, const D: usize>(x: T, y: T) -> SVector<T, D> {
    let mut point = SVector::zeros();
    (point[0], point[1]) = (x, y);
    point
}

/// The extents of an upright cylinder or cone.
#[inline]
pub(super) fn upright_extents<T: Real, const D: usize>(half_height: T, radius: T) -> SVector<T, D> {
    let mut extents = SVector::repeat(radius);
    extents[1] = half_height;
    extents
}

/// The distance from `center` to the farthest point of an upright cylinder, which is on a rim, opposite to it.
#[inline]
pub(super) fn upright_reach<T: Real, const D: usize>(
    center: &SVector<T, D>,
    half_height: T,
    radius: T,
) -> T {
    let mut aside = *center;
    aside[1] = T::zero();
    (length_of(&aside) + radius).hypotenuse(center[1].abs() + half_height)
}
