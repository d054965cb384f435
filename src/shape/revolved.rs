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
    let aside = scaled_to(&across_axis(direction), radius);
    beside_axis(aside, height)
}

/// The largest dot product of `direction` with a point of the circle of this radius around the y axis at height zero.
#[inline]
pub(super) fn rim_value<T: Real, const D: usize>(direction: &SVector<T, D>, radius: T) -> T {
    distance_from_axis(direction) * radius
}

/// The distance of a point from the y axis.
#[inline]
pub(super) fn distance_from_axis<T: Real, const D: usize>(point: &SVector<T, D>) -> T {
    if D == 2 {
        point[0].abs()
    } else {
        length_of(&across_axis(point))
    }
}

/// The point that is farthest along `direction` on the circle of this radius around the y axis at `height`, and how it
/// slides when the direction turns. In space only.
#[inline]
pub(super) fn on_rim<T: Real, const D: usize>(
    direction: &SVector<T, D>,
    radius: T,
    height: T,
) -> CurvePoint<T, D> {
    let aside = across_axis(direction);
    let across = length_of(&aside);
    let size = (radius / across).sqrt() / across;
    // along the axis, and so near to it that a slide would be no number, every point of the rim is farthest
    let slide = if size.is_finite() {
        SVector::from([-aside[1] * size, aside[0] * size])
    } else {
        SVector::zeros()
    };
    CurvePoint {
        point: rim_point(direction, radius, height),
        slide: beside_axis(slide, T::zero()),
    }
}

/// The part of a vector across the y axis: its x and z. In space only.
#[inline]
fn across_axis<T: Real, const D: usize>(vector: &SVector<T, D>) -> SVector<T, 2> {
    SVector::from([vector[0], vector[D - 1]])
}

/// The point at `height` on the y axis, moved aside. In space only.
#[inline]
fn beside_axis<T: Real, const D: usize>(aside: SVector<T, 2>, height: T) -> SVector<T, D> {
    SVector::from_fn(|row, _| [aside[0], height, aside[1]][row])
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
    (distance_from_axis(center) + radius).hypotenuse(center[1].abs() + half_height)
}
