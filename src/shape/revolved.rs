//! What cylinders and cones share.

use nalgebra::SVector;

use crate::Real;
use crate::support::CurvePoint;
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

/// The point of that circle, and how it slides when the direction turns. In space only.
#[inline]
pub(super) fn on_rim<T: Real, const D: usize>(
    direction: &SVector<T, D>,
    radius: T,
    height: T,
) -> CurvePoint<T, D> {
    let mut aside = *direction;
    aside[1] = T::zero();
    let across = length_of(&aside);
    let mut slide = SVector::zeros();
    if across > T::zero() {
        let size = (radius / across).sqrt() / across;
        (slide[0], slide[2]) = (-aside[2] * size, aside[0] * size);
    }
    CurvePoint {
        point: rim_point(direction, radius, height),
        slide,
    }
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
