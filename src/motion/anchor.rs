//! The pose that a motion starts from, and the centre that it turns about.

use nalgebra::{Isometry, SVector, Translation};

use super::rotor::ROTATION_ROUNDING;
use super::{Placement, Rotor};
use crate::error::finite_point;
use crate::{MotionError, Real};

/// A pose and a point of the body's frame. Every motion about a centre is a displacement of that centre and a turn
/// about it, both counted from here.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar, R: serde::Serialize")
)]
pub(super) struct Anchor<T, R, const D: usize>
where
    T: nalgebra::Scalar,
{
    rotation: R,
    position: SVector<T, D>,
    center: SVector<T, D>,
}

/// An anchor displaced and turned, the position measured from some origin.
pub(super) struct Moved<T, R, const D: usize> {
    rotation: R,
    translation: SVector<T, D>,
    translation_error: SVector<T, D>,
    angle_error: T,
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Anchor<T, R, D> {
    pub(super) fn new(pose: Isometry<T, R, D>, center: SVector<T, D>) -> Result<Self, MotionError> {
        Ok(Self {
            rotation: pose.rotation.normalized()?,
            position: finite_point("position", pose.translation.vector)?,
            center: finite_point("centre", center)?,
        })
    }

    pub(super) fn center(&self) -> &SVector<T, D> {
        &self.center
    }

    pub(super) fn position(&self) -> &SVector<T, D> {
        &self.position
    }

    pub(super) fn rotation(&self) -> &R {
        &self.rotation
    }

    /// Where the centre is at the anchor's pose, from `origin`.
    pub(super) fn center_position(&self, origin: &SVector<T, D>) -> SVector<T, D> {
        let position = self.position - origin;
        if self.center == SVector::<T, D>::zeros() {
            position
        } else {
            position + self.rotation.transform_vector(&self.center)
        }
    }

    /// The anchor with its centre displaced by `displacement` and turned by `turn`, which is an angle of `angle`.
    #[inline]
    pub(super) fn moved(
        &self,
        origin: &SVector<T, D>,
        displacement: SVector<T, D>,
        turn: Option<R>,
        angle: T,
    ) -> Moved<T, R, D> {
        let ulps = if turn.is_some() {
            T::of(ROTATION_ROUNDING) + angle.abs() + angle.abs()
        } else if self.rotation == R::identity() {
            T::zero()
        } else {
            T::of(ROTATION_ROUNDING)
        };
        let rotation = turn.map_or(self.rotation, |turn| turn * self.rotation);
        let mut translation = self.position - origin;
        let mut passed = translation.abs() + displacement.abs();
        let mut translation_error = SVector::<T, D>::zeros();
        if turn.is_some() && self.center != SVector::<T, D>::zeros() {
            // the centre goes with the displacement, and the origin of the frame around it
            translation += self.rotation.transform_vector(&self.center);
            translation += displacement;
            translation -= rotation.transform_vector(&self.center);
            let arm = self.center.norm();
            passed.add_scalar_mut(arm + arm);
            translation_error.fill(arm * ulps * T::EPSILON);
        } else {
            translation += displacement;
        }
        Moved {
            rotation,
            translation,
            translation_error: translation_error + passed * (T::EPSILON * T::of(4.0)),
            angle_error: ulps * T::EPSILON,
        }
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Moved<T, R, D> {
    pub(super) fn pose(self) -> Isometry<T, R, D> {
        Isometry::from_parts(Translation::from(self.translation), self.rotation)
    }

    #[inline]
    pub(super) fn placement(self) -> Placement<T, D> {
        Placement {
            rotation: self.rotation.matrix(),
            translation: self.translation,
            translation_error: self.translation_error,
            angle_error: self.angle_error,
        }
    }
}
