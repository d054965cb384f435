//! Bodies at rest.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion, Vector3};

use super::law::asked_by_its_law;
use super::rotor::{checked_pose, pose_to_f64};
use super::{Law, Motion, Rotor};
use crate::{MotionError, Real, Span, ToF64};

/// A body that stays where it is.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a wall tilted by 45 degrees, and a ball that rolls past it
/// let tilted = Isometry2::new(vector![0.0, 3.0], std::f64::consts::FRAC_PI_4);
/// let wall = Moving::new(Cuboid::new(vector![1.0, 1.0])?, AtRest::new(tilted)?);
/// let roll = ConstantVelocity::new(Isometry2::translation(-5.0, 0.0), vector![10.0, 0.0], -10.0)?;
/// let ball = Moving::new(Ball::new(1.0)?, roll);
///
/// let solution = time_of_impact(&ball, &wall, 0.0..=1.0)?;
/// assert!(matches!(solution.outcome, Outcome::Separated(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// the law is last, where a body has it beside its facts
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar, R: super::written::SerialRotor<T, D>",
        into = "super::written::Resting<T, R, D>",
        try_from = "super::written::Resting<T, R, D>"
    )
)]
pub struct AtRest<T: Real, R: Rotor<T, D>, const D: usize> {
    pose: Isometry<T, R, D>,
    law: Law<D>,
}

/// Rest in the plane.
pub type AtRest2<T> = AtRest<T, UnitComplex<T>, 2>;
/// Rest in space.
pub type AtRest3<T> = AtRest<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> AtRest<T, R, D> {
    /// Returns the motion of a body that stays at `pose`.
    ///
    /// # Errors
    /// [`MotionError::Pose`].
    pub fn new(pose: Isometry<T, R, D>) -> Result<Self, MotionError> {
        Ok(Self::known(checked_pose(&pose)?))
    }

    /// Rest at a pose that is known to be one.
    fn known(pose: Isometry<T, R, D>) -> Self {
        let still = (&SVector::zeros(), R::velocity_of(Vector3::zeros()));
        let at = (T::zero(), &pose, &SVector::zeros());
        let law = Law::steady(at, still, &SVector::zeros(), [T::zero(); 2]);
        Self { pose, law }
    }

    /// Returns the pose at which the body stays, which maps its frame to the world. The rotation is the given one,
    /// scaled to unit length if it is off by more than the rounding of its numbers.
    pub fn resting_pose(&self) -> Isometry<T, R, D> {
        self.pose
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for AtRest<T, R, D> {
    type Rotation = R;

    fn pose(&self, _time: T) -> Isometry<T, R, D> {
        self.pose
    }

    asked_by_its_law!();
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for AtRest<f32, R, D> {
    type F64 = AtRest<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        AtRest::known(pose_to_f64(&self.pose))
    }
}
