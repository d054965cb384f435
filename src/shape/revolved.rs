//! What cylinders and cones share.

use nalgebra::SVector;

use crate::Real;
use crate::number::{UNIT, Vector};
use crate::support::{Feature, Touching};
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

/// How much farther another point of a rim, or the apex of a cone, may be than [`farthest_of_rim`], in the sum of height
/// and radius: the point loses 4 units of 2^-53 of its own size, a height of it 3, and two heights are compared.
pub(super) const RIM_ERROR: f64 = 16.0 * UNIT;

/// The point of [`rim_point`] in double precision. The direction need not have unit length.
#[inline(always)]
pub(super) fn farthest_of_rim<const D: usize>(
    direction: Vector<D>,
    radius: f64,
    height: f64,
) -> [f64; D] {
    let d = direction.numbers();
    if D == 2 {
        return std::array::from_fn(|axis| {
            if axis == 0 {
                radius.copysign(d[0])
            } else {
                height
            }
        });
    }
    let across = (d[0] * d[0] + d[D - 1] * d[D - 1]).sqrt();
    // below, squares underflow, and the vector is along the axis but for less than rounding
    let scale = if across > 1e-140 {
        radius / across
    } else {
        0.0
    };
    std::array::from_fn(|axis| if axis == 1 { height } else { d[axis] * scale })
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

/// The number of corners of the polygon that stands for the disc in a rim. A regular octagon has 90 % of the disc's
/// area.
pub(super) const RIM_CORNERS: u32 = 8;

/// Returns whether the whole disc around the y axis is within the depth of its farthest point along `direction`.
pub(super) fn rim_is_flat<T: Real, const D: usize>(
    direction: &SVector<T, D>,
    radius: T,
    depth: T,
) -> bool {
    rim_value(direction, radius) * T::of(2.0) <= depth
}

/// Adds the regular polygon inscribed in a rim, with its vertices numbered from `first` on, and the first one on the x
/// axis.
pub(super) fn add_rim<T: Real, const D: usize>(
    feature: Feature,
    first: u32,
    radius: T,
    height: T,
    touching: &mut Touching<T, D>,
) {
    let slant = T::of(std::f64::consts::FRAC_1_SQRT_2);
    let (zero, one) = (T::zero(), T::one());
    let around = [
        [one, zero],
        [slant, slant],
        [zero, one],
        [-slant, slant],
        [-one, zero],
        [-slant, -slant],
        [zero, -one],
        [slant, -slant],
    ];
    let corners = around.map(|[x, z]| beside_axis(SVector::from([x * radius, z * radius]), height));
    touching.add_face(feature, (first..).zip(corners));
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
