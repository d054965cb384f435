//! Boxes with their sides along the axes of the world.

use nalgebra::SVector;

use crate::Real;

/// Ulps of its terms that a side may lose when it is moved: half an ulp in the sum with the distance, half an ulp in
/// the sum with this allowance, and a little of the second order.
const GROWN_ULPS: f64 = 2.0;

/// A box with its sides along the axes of the world. It contains a moving body at all times of a span.
///
/// Its corners are in the world's frame, and were rounded outward. Both bodies of a pair whose boxes do not overlap
/// are apart throughout the span.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::swept::SweptBox;
///
/// let left = SweptBox { min: vector![0.0, 0.0], max: vector![2.0, 1.0] };
/// let right = SweptBox { min: vector![3.0, 0.0], max: vector![4.0, 1.0] };
/// assert!(!left.overlaps(&right));
/// // bodies that must keep a distance of 1 between them
/// assert!(left.grown(1.0).overlaps(&right));
/// assert!(left.merged(&right).contains(&vector![2.5, 0.5]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct SweptBox<T: nalgebra::Scalar, const D: usize> {
    /// The smallest coordinates.
    pub min: SVector<T, D>,
    /// The largest coordinates.
    pub max: SVector<T, D>,
}

impl<T: Real, const D: usize> SweptBox<T, D> {
    /// Returns a box around all points.
    pub(crate) fn everywhere() -> Self {
        let far = SVector::repeat(T::of(f64::INFINITY));
        Self {
            min: -far,
            max: far,
        }
    }

    /// Returns whether the boxes have a point in common. Boxes that touch do. A box with NaN at both ends of an axis
    /// proves nothing: along that axis it overlaps any other.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        let apart = |axis| self.max[axis] < other.min[axis] || other.max[axis] < self.min[axis];
        !(0..D).any(apart)
    }

    /// Returns whether the point, in the world's frame, lies in the box or on its surface.
    #[inline]
    pub fn contains(&self, point: &SVector<T, D>) -> bool {
        (0..D).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// Returns the smallest box that contains both.
    #[inline]
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            min: -largest(&-self.min, &-other.min),
            max: largest(&self.max, &other.max),
        }
    }

    /// Returns the box with all its sides moved outward by `distance`, and rounded outward. A negative distance moves
    /// them inward.
    #[inline]
    pub fn grown(&self, distance: T) -> Self {
        let terms = |x: T| x.abs() + distance.abs();
        let moved = |x: T| x + distance + terms(x) * (T::EPSILON * T::of(GROWN_ULPS));
        Self {
            min: self.min.map(|x| -moved(-x)),
            max: self.max.map(moved),
        }
    }
}

/// Returns the larger coordinate along each axis, or NaN where one is.
fn largest<T: Real, const D: usize>(
    first: &SVector<T, D>,
    second: &SVector<T, D>,
) -> SVector<T, D> {
    first.zip_map(second, |x, y| {
        // a maximum would hide NaN
        if x <= y {
            y
        } else if y < x {
            x
        } else {
            T::of(f64::NAN)
        }
    })
}
