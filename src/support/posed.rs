//! A body placed in the world.

use nalgebra::{Isometry, SMatrix, SVector};

use super::{SUPPORT_ROUNDING, SupportMap};
use crate::Real;
use crate::motion::{Placement, Rotor};

/// A body rotated, then translated: a support mapping of its image (\[1\] theorem 1 with an orthogonal matrix).
#[derive(Clone, Copy, Debug)]
pub struct Posed<S, T, const D: usize> {
    shape: S,
    rotation: SMatrix<T, D, D>,
    translation: SVector<T, D>,
    rounding: SVector<T, D>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> Posed<S, T, D> {
    /// `shape` placed by `pose`, which maps its frame to the world.
    pub fn new<R: Rotor<T, D>>(shape: S, pose: &Isometry<T, R, D>) -> Self {
        let reach = shape.reach(&SVector::zeros());
        Self::placed(shape, reach, Placement::exact(pose))
    }

    /// `shape`, whose points are at most `reach` from its origin, at a placement that is itself rounded.
    #[inline]
    pub(crate) fn placed(shape: S, reach: T, placement: Placement<T, D>) -> Self {
        let rounding = placement.rotation.abs() * shape.rounding()
            + placement.translation.abs() * (T::EPSILON * T::of(SUPPORT_ROUNDING))
            + placement
                .translation_error
                .add_scalar(placement.angle_error * reach);
        Self {
            shape,
            rotation: placement.rotation,
            translation: placement.translation,
            rounding,
        }
    }

    /// Where the origin of the body's frame is.
    #[inline]
    pub fn translation(&self) -> &SVector<T, D> {
        &self.translation
    }
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> SupportMap<T, D> for Posed<S, T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.rotation.tr_mul(direction);
        self.rotation * self.shape.support_point(&local) + self.translation
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.rotation.tr_mul(direction);
        self.rotation * self.shape.core_support_point(&local) + self.translation
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let local = self.rotation.tr_mul(direction);
        self.shape.core_support_value(&local) + direction.dot(&self.translation)
    }

    #[inline]
    fn radius(&self) -> T {
        self.shape.radius()
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.rotation * self.shape.interior_point() + self.translation
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.rotation.abs() * self.shape.extents() + self.translation.abs()
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        self.rounding
    }
}
