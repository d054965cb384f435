//! The pose that a motion starts from, and the centre that it turns about.

use nalgebra::{Isometry, SMatrix, SVector, Translation};

use super::rotor::{ROTATION_ULPS, checked_pose, matrix_and_ulps};
use super::{Placement, Rotor};
use crate::error::finite_point;
use crate::to_f64::vector_to_f64;
use crate::vector::length_of;
use crate::{MotionError, Real, ToF64};

/// Ulps of the way to the start and of the displacement that a translation may lose. A displacement is a product of a
/// velocity with a rounded time and a sum, which lose 3 halves of an ulp. The way to the start loses one half, and both
/// lose one in each of three sums: 6 halves, or 3 ulps.
pub(super) const TRANSLATION_ULPS: f64 = 4.0;

/// The pose at the start of a motion, and the centre that the body turns about, in the body's frame.
///
/// Every motion about a centre displaces the centre from here and turns the body about it.
// what every query reads lies together at the end, and takes few lines of the cache
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor<T, R, const D: usize>
where
    T: nalgebra::Scalar,
{
    rotation: R,
    center: SVector<T, D>,
    /// The distance of the centre from the origin of the frame.
    arm: T,
    position: SVector<T, D>,
    /// The rotation as a matrix.
    matrix: SMatrix<T, D, D>,
    /// How many ulps the rotation may be off, as the distance by which it moves a point at distance one.
    ulps: T,
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Anchor<T, R, D> {
    pub(super) fn new(pose: Isometry<T, R, D>, center: SVector<T, D>) -> Result<Self, MotionError> {
        let pose = checked_pose(&pose)?;
        let (matrix, ulps) = matrix_and_ulps(&pose.rotation);
        let anchor = Self {
            rotation: pose.rotation,
            position: pose.translation.vector,
            center: SVector::zeros(),
            matrix,
            ulps,
            arm: T::zero(),
        };
        anchor.about(center)
    }

    /// Returns this pose with another centre. The rotation is kept as it is: scaling it again would round it again.
    pub(super) fn about(self, center: SVector<T, D>) -> Result<Self, MotionError> {
        Ok(Self {
            center: finite_point("centre", center)?,
            arm: length_of(&center),
            ..self
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

    /// The rotation as a matrix.
    pub(super) fn matrix(&self) -> &SMatrix<T, D, D> {
        &self.matrix
    }

    /// The vector from the origin of the frame to the centre at the anchor's pose, in the world's axes.
    pub(super) fn turned_center(&self) -> SVector<T, D> {
        self.matrix * self.center
    }

    /// The length of that vector: the distance of the centre from the origin of the frame.
    pub(super) fn arm(&self) -> T {
        self.arm
    }

    /// How many ulps the rotation may be off.
    pub(super) fn ulps(&self) -> T {
        self.ulps
    }

    /// Returns the pose after the centre was displaced by `displacement` and the body turned about it by `turn`.
    pub(super) fn pose(&self, displacement: SVector<T, D>, turn: Option<R>) -> Isometry<T, R, D> {
        let rotation = turn.map_or(self.rotation, |turn| turn * self.rotation);
        let mut position = self.position + displacement;
        if turn.is_some() && self.center != SVector::<T, D>::zeros() {
            // the displacement is that of the centre: the origin of the frame turns about it
            position += self.rotation.transform_vector(&self.center);
            position -= rotation.transform_vector(&self.center);
        }
        Isometry::from_parts(Translation::from(position), rotation)
    }

    /// Returns the placement after the centre was displaced by `displacement`, measured from `origin`.
    ///
    /// `turned` is the rotation reached, and how many ulps it may be off; `None` for the anchor's own rotation.
    #[inline(always)]
    pub(super) fn placement(
        &self,
        origin: &SVector<T, D>,
        displacement: SVector<T, D>,
        turned: Option<(SMatrix<T, D, D>, T)>,
    ) -> Placement<T, D> {
        let start = self.position - origin;
        let mut placement = Placement {
            rotation: self.matrix,
            translation: start + displacement,
            translation_error: (start.abs() + displacement.abs())
                * (T::EPSILON * T::of(TRANSLATION_ULPS)),
            angle_error: self.ulps * T::EPSILON,
        };
        if let Some((rotation, ulps)) = turned {
            placement.rotation = rotation;
            placement.angle_error = ulps * T::EPSILON;
            // an arm of zero: the centre is the origin of the frame
            if self.arm != T::zero() {
                placement.translation += self.matrix * self.center;
                placement.translation -= rotation * self.center;
                let error = self.arm * T::EPSILON * (ulps + T::of(ROTATION_ULPS));
                placement.translation_error.add_scalar_mut(error);
            }
        }
        placement
    }
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Anchor<f32, R, D> {
    type F64 = Anchor<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        let position = Translation::from(vector_to_f64(&self.position));
        let pose = Isometry::from_parts(position, self.rotation.to_f64());
        Anchor::new(pose, vector_to_f64(&self.center))
            .expect("a pose that is right in single precision")
    }
}
