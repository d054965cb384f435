//! A body placed in the world.

use nalgebra::{Isometry, SMatrix, SVector};

use super::{Feature, SUPPORT_ROUNDING, SupportMap, Vertex, rounded_support_point};
use crate::error::finite_point;
use crate::motion::{Placement, Rotor};
use crate::{MotionError, Real};

/// A body rotated, then translated: a support mapping of its image (\[1\] theorem 1 with an orthogonal matrix).
#[derive(Clone, Copy, Debug)]
pub struct Posed<S, T, const D: usize> {
    shape: S,
    rotation: SMatrix<T, D, D>,
    location: SVector<T, D>,
    rounding: SVector<T, D>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> Posed<S, T, D> {
    /// `shape` placed by `pose`, which maps its frame to the world.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] and [`MotionError::NotARotation`].
    pub fn new<R: Rotor<T, D>>(shape: S, pose: &Isometry<T, R, D>) -> Result<Self, MotionError> {
        let position = finite_point("position", pose.translation.vector)?;
        let pose = Isometry::from_parts(position.into(), pose.rotation.normalized()?);
        let reach = shape.reach(&SVector::zeros());
        Ok(Self::placed(shape, reach, Placement::exact(&pose)))
    }

    /// `shape`, whose points are at most `reach` from its origin, at a placement that is itself rounded.
    #[inline]
    pub(crate) fn placed(shape: S, reach: T, placement: Placement<T, D>) -> Self {
        let mut rounding = placement.rotation.abs() * shape.rounding()
            + placement
                .translation_error
                .add_scalar(placement.angle_error * reach);
        let mut location = placement.translation;
        let inner = shape.location();
        if inner != SVector::<T, D>::zeros() {
            let moved = placement.rotation * inner;
            rounding += (moved.abs() + location.abs()) * (T::EPSILON * T::of(SUPPORT_ROUNDING));
            location += moved;
        }
        Self {
            shape,
            rotation: placement.rotation,
            location,
            rounding,
        }
    }
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> SupportMap<T, D> for Posed<S, T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let core = self.core_support_point(direction) + self.location;
        rounded_support_point(core, self.shape.radius(), direction)
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.location
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.rotation.tr_mul(direction);
        self.rotation * self.shape.core_support_point(&local)
    }

    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let local = self.rotation.tr_mul(direction);
        let vertex = self.shape.core_support_vertex(&local, near);
        Vertex {
            point: self.rotation * vertex.point,
            ..vertex
        }
    }

    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.shape.core_vertex(index).map(|v| self.rotation * v)
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let local = self.rotation.tr_mul(direction);
        self.shape.core_feature(vertices, &local)
    }

    #[inline]
    fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>> {
        let local = self.rotation.tr_mul(point);
        let normal = self.shape.core_normal_toward(&local)?;
        Some(self.rotation * normal)
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let local = self.rotation.tr_mul(direction);
        self.shape.core_support_value(&local)
    }

    #[inline]
    fn radius(&self) -> T {
        self.shape.radius()
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.rotation * self.shape.interior_point()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.rotation.abs() * self.shape.extents() + self.location.abs()
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        self.rounding
    }
}
