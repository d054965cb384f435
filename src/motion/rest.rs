//! Rest.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::anchor::Anchor;
use super::{FixedAxis, Motion, Placement, Rotor};
use crate::{MotionError, Real, Span};

/// A body that stays where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar, R: serde::Serialize")
)]
pub struct AtRest<T: nalgebra::Scalar, R, const D: usize> {
    anchor: Anchor<T, R, D>,
}

/// Rest in the plane.
pub type AtRest2<T> = AtRest<T, UnitComplex<T>, 2>;
/// Rest in space.
pub type AtRest3<T> = AtRest<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> AtRest<T, R, D> {
    /// A body that stays at `pose`.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] and [`MotionError::NotARotation`].
    pub fn new(pose: Isometry<T, R, D>) -> Result<Self, MotionError> {
        Ok(Self {
            anchor: Anchor::new(pose, SVector::zeros())?,
        })
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for AtRest<T, R, D> {
    type Rotation = R;

    fn pose(&self, _time: T) -> Isometry<T, R, D> {
        self.anchor.pose(SVector::zeros(), None)
    }

    #[inline]
    fn placement(&self, _time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.anchor.placement(origin, SVector::zeros(), None)
    }

    fn reference(&self, _time: T) -> SVector<T, D> {
        *self.anchor.position()
    }

    fn center(&self) -> SVector<T, D> {
        *self.anchor.center()
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>, _reach: T) -> Option<T> {
        Some(T::zero())
    }

    fn speed_bound(&self, _along: &SVector<T, D>, _during: Span<T>, _reach: T) -> Option<T> {
        Some(T::zero())
    }

    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(FixedAxis::without_turning())
    }
}
