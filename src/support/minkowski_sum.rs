//! The sum of two bodies.

use nalgebra::SVector;

use super::SupportMap;
use crate::{Real, ToF64};

/// The Minkowski sum of two bodies: every point of one added to every point of the other.
///
/// The sum of a body and a segment is all that the body passes over when it slides along the segment without turning.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::SupportMap;
/// use photofinish::shape::{Cuboid, Segment};
/// use photofinish::support::MinkowskiSum;
///
/// let block = Cuboid::new(vector![1.0, 0.5])?;
/// let track = Segment::new([vector![0.0, 0.0], vector![4.0, 0.0]])?;
/// let passed_over = MinkowskiSum::new(block, track);
/// assert_eq!(passed_over.support_point(&vector![2.0, 1.0]), vector![5.0, 0.5]);
/// assert_eq!(passed_over.support_point(&vector![-2.0, 1.0]), vector![-1.0, 0.5]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// A sum does not know its faces and edges. It touches other bodies in one point at a time, as far as contact
/// [manifolds](crate::manifold) are concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiSum<A, B> {
    first: A,
    second: B,
}

impl<A, B> MinkowskiSum<A, B> {
    /// The sum of `first` and `second`.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second }
    }

    /// The first body.
    pub fn first(&self) -> &A {
        &self.first
    }

    /// The second body.
    pub fn second(&self) -> &B {
        &self.second
    }
}

impl<T, const D: usize, A, B> SupportMap<T, D> for MinkowskiSum<A, B>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.first.support_point(direction) + self.second.support_point(direction)
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.first.location() + self.second.location()
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.first.core_support_point(direction) + self.second.core_support_point(direction)
    }

    #[inline]
    fn radius(&self) -> T {
        self.first.radius() + self.second.radius()
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.first.interior_point() + self.second.interior_point()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.first.extents() + self.second.extents()
    }

    fn inner_diameter(&self) -> T {
        self.first.inner_diameter() + self.second.inner_diameter()
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        let of_sum = self.extents() * T::EPSILON;
        self.first.rounding() + self.second.rounding() + of_sum
    }
}

impl<A: ToF64, B: ToF64> ToF64 for MinkowskiSum<A, B> {
    type F64 = MinkowskiSum<A::F64, B::F64>;

    fn to_f64(&self) -> Self::F64 {
        MinkowskiSum::new(self.first.to_f64(), self.second.to_f64())
    }
}
