//! Cylinders and cones.

use nalgebra::SVector;

use crate::error::length;
use crate::support::{Feature, Vertex, length_of, scaled_to};
use crate::{Real, ShapeError, SupportMap};

/// A cylinder around the y axis; in two dimensions a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Cylinder<T> {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::length"))]
    half_height: T,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::length"))]
    radius: T,
}

impl<T: Real> Cylinder<T> {
    /// A cylinder from `-half_height` to `half_height` on the y axis.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            half_height: length("half height", half_height)?,
            radius: length("radius", radius)?,
        })
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cylinder<T> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rim_point(
            direction,
            self.radius,
            self.half_height.copysign(direction[1]),
        )
    }

    /// In the plane the index has a bit for each axis, set on the positive side.
    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let bit = |axis: usize| u32::from(point[axis] > T::zero()) << axis;
        Vertex {
            point,
            index: (D == 2).then(|| bit(0) | bit(1)),
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let side = |axis: u32, half: T| if index >> axis & 1 == 1 { half } else { -half };
        (D == 2 && index < 4).then(|| flat_point(side(0, self.radius), side(1, self.half_height)))
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        match Feature::spanned(vertices) {
            Some(Feature::Edge([v, w])) if (v ^ w).count_ones() != 1 => Feature::Curved,
            Some(feature) => feature,
            None => Feature::Curved,
        }
    }

    #[inline]
    fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>> {
        let mut across = *point;
        across[1] = T::zero();
        let length = length_of(&across);
        if point[1].abs() - self.half_height > length - self.radius {
            let mut cap = SVector::zeros();
            cap[1] = T::one().copysign(point[1]);
            Some(cap)
        } else {
            across.try_normalize(T::zero())
        }
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        upright_extents(self.half_height, self.radius)
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        upright_reach(center, self.half_height, self.radius)
    }

    fn inner_diameter(&self) -> T {
        self.half_height.min(self.radius) * T::of(2.0)
    }
}

/// A cone around the y axis, its apex up, its origin at half its height; in two dimensions an isosceles triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Cone<T> {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::length"))]
    half_height: T,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::length"))]
    radius: T,
}

impl<T: Real> Cone<T> {
    /// A cone with its apex at `half_height` and its base, of this radius, at `-half_height` on the y axis.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            half_height: length("half height", half_height)?,
            radius: length("radius", radius)?,
        })
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cone<T> {
    /// Differs from \[1\] 3, which compares y with |v| sin(alpha): comparing the heights of apex and base along v
    /// says the same, without a square root of the whole, and is right for a flat cone too.
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let base = rim_point(direction, self.radius, -self.half_height);
        let mut apex = SVector::zeros();
        apex[1] = self.half_height;
        if direction.dot(&(apex - base)) > T::zero() {
            apex
        } else {
            base
        }
    }

    /// In the plane 0 and 1 are the base at negative and positive x, 2 is the apex.
    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let of_base = || u32::from(point[0] > T::zero());
        let is_apex = point[1] > T::zero() || point[1] == self.half_height && point[0] == T::zero();
        Vertex {
            point,
            index: (D == 2).then(|| if is_apex { 2 } else { of_base() }),
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        if D != 2 {
            return None;
        }
        match index {
            0 => Some(flat_point(-self.radius, -self.half_height)),
            1 => Some(flat_point(self.radius, -self.half_height)),
            2 => Some(flat_point(T::zero(), self.half_height)),
            _ => None,
        }
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::spanned(vertices).unwrap_or(Feature::Curved)
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        upright_extents(self.half_height, self.radius)
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        upright_reach(center, self.half_height, self.radius)
    }

    /// The diameter of a ball inside: with the height h and the slant length l <= r + h the largest one has the radius
    /// r h / (r + l).
    fn inner_diameter(&self) -> T {
        let height = self.half_height * T::of(2.0);
        let around = self.radius * T::of(2.0) + height;
        if around > T::zero() {
            let diameter = T::of(2.0) * height * (self.radius / around);
            diameter * (T::one() - T::of(8.0) * T::EPSILON)
        } else {
            T::zero()
        }
    }
}

/// The point farthest along `direction` on the circle of this radius around the y axis at `height`.
#[inline]
fn rim_point<T: Real, const D: usize>(
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
fn flat_point<T: Real, const D: usize>(x: T, y: T) -> SVector<T, D> {
    let mut point = SVector::zeros();
    (point[0], point[1]) = (x, y);
    point
}

#[inline]
fn upright_extents<T: Real, const D: usize>(half_height: T, radius: T) -> SVector<T, D> {
    let mut extents = SVector::repeat(radius);
    extents[1] = half_height;
    extents
}

/// The farthest point of an upright cylinder from `center` lies on a rim, opposite to it.
#[inline]
fn upright_reach<T: Real, const D: usize>(center: &SVector<T, D>, half_height: T, radius: T) -> T {
    let mut aside = *center;
    aside[1] = T::zero();
    (length_of(&aside) + radius).hypotenuse(center[1].abs() + half_height)
}
