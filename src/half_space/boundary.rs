//! The point on the boundary of a half-space, as the body that the certified test sees.
//!
//! Along its outward normal a half-space reaches as far as any point of its boundary. The test asks for nothing else of
//! it, so that one point of the boundary stands for the half-space. That is right along the normal only: these types
//! are not public, as a search that tries other vectors would take the half-space for a point.

use nalgebra::{SMatrix, SVector};

use crate::motion::{FixedAxis, Placement};
use crate::support::Posed;
use crate::vector::length_of;
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// A point of the boundary, in the half-space's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundaryPoint<T, const D: usize>(pub(super) SVector<T, D>);

impl<T: Real, const D: usize> BoundaryPoint<T, D> {
    /// The point.
    pub(crate) fn point(&self) -> SVector<T, D> {
        self.0
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for BoundaryPoint<T, D> {
    #[inline]
    fn support_point(&self, _direction: &SVector<T, D>) -> SVector<T, D> {
        self.0
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.0.abs()
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.0
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        length_of(&(self.0 - center))
    }

    /// Balls of any size fit into a half-space: no body passes through it.
    fn inner_diameter(&self) -> T {
        T::LARGEST
    }
}

/// A point of the boundary of a half-space that stays where it is, in the world's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundaryAtRest<T, const D: usize>(pub(super) SVector<T, D>);

impl<T: Real, const D: usize> BoundaryAtRest<T, D> {
    fn placement(&self, origin: &SVector<T, D>) -> Placement<T, D> {
        Placement {
            rotation: SMatrix::identity(),
            translation: self.0 - origin,
            translation_error: (self.0.abs() + origin.abs()) * T::EPSILON,
            angle_error: T::zero(),
        }
    }
}

impl<T: Real, const D: usize> Extrusion<T, D> for BoundaryAtRest<T, D> {
    type Slice<'a> = Posed<BoundaryPoint<T, D>, T, D>;

    #[inline]
    fn slice(&self, _time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let at_origin = BoundaryPoint(SVector::zeros());
        Posed::placed(at_origin, T::zero(), self.placement(origin))
    }

    #[inline]
    fn reference(&self, _time: T) -> SVector<T, D> {
        self.0
    }

    fn size(&self) -> T {
        T::zero()
    }

    #[inline]
    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    #[inline]
    fn speed_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    #[inline]
    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    #[inline]
    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(FixedAxis::without_turning())
    }

    fn frame(&self, _time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let placement = self.placement(origin);
        Some(BodyFrame {
            rotation: placement.rotation,
            angle_error: T::zero(),
            center: placement.translation,
            center_error: length_of(&placement.translation_error),
            reach: T::zero(),
        })
    }

    fn inner_diameter(&self) -> T {
        T::LARGEST
    }
}
