//! Free flight.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::law::asked_by_its_law;
use super::{ConstantVelocity, Law, Motion, Rotor};
use crate::error::finite_point;
use crate::to_f64::vector_to_f64;
use crate::{MotionError, Real, Span, ToF64};

/// A body in free flight: its centre has a constant acceleration, and it turns about the centre at a constant angular
/// velocity.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::motion::{AtRest, Ballistic, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a ball of radius 0.5 is thrown up at 5 m/s while it spins, and falls back to the ground
/// let spin = vector![0.0, 9.0, 0.0];
/// let start = ConstantVelocity::new(Isometry3::translation(0.0, 0.5, 0.0), vector![2.0, 5.0, 0.0], spin)?;
/// let flight = Ballistic::new(start, vector![0.0, -10.0, 0.0])?;
/// let ball = Moving::new(Ball::new(0.5)?, flight);
/// let ground = AtRest::new(Isometry3::translation(0.0, -1.0, 0.0))?;
/// let ground = Moving::new(Cuboid::new(vector![10.0, 1.0, 10.0])?, ground);
///
/// let Outcome::Impact(impact) = time_of_impact(&ball, &ground, 0.5..=2.0)?.outcome else {
///     panic!("what goes up must come down");
/// };
/// assert!(impact.time <= 1.0 && impact.time > 1.0 - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bounds
/// For the acceleration a of the centre, s . a is added to the acceleration bound of [`ConstantVelocity`], and
/// s . a (t - epoch) to its speed bound. The latter is linear in time, and so largest at an end of the span. Between
/// two bodies with the same a, s . a cancels.
// the law is last, where a body has it beside its facts
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar, R: super::written::SerialRotor<T, D>",
        into = "super::written::Flight<T, R, D>",
        try_from = "super::written::Flight<T, R, D>"
    )
)]
pub struct Ballistic<T: Real, R: Rotor<T, D>, const D: usize> {
    start: ConstantVelocity<T, R, D>,
    acceleration: SVector<T, D>,
    law: Law<D>,
}

/// Free flight in the plane.
pub type Ballistic2<T> = Ballistic<T, UnitComplex<T>, 2>;
/// Free flight in space.
pub type Ballistic3<T> = Ballistic<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> Ballistic<T, R, D> {
    /// Returns the motion `start` with its centre accelerated by `acceleration`, in the world's frame.
    ///
    /// At the epoch of `start` both motions have the same pose and velocities. The acceleration holds before it too.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn new(
        start: ConstantVelocity<T, R, D>,
        acceleration: SVector<T, D>,
    ) -> Result<Self, MotionError> {
        Ok(Self::known(
            start,
            finite_point("acceleration", acceleration)?,
        ))
    }

    /// The motion from numbers that are known to be finite.
    fn known(start: ConstantVelocity<T, R, D>, acceleration: SVector<T, D>) -> Self {
        Self {
            law: start.accelerated(&start.center(), &acceleration),
            start,
            acceleration,
        }
    }

    /// The acceleration of the centre, in the world's frame.
    pub fn acceleration(&self) -> &SVector<T, D> {
        &self.acceleration
    }

    /// The motion without the acceleration.
    pub fn start(&self) -> &ConstantVelocity<T, R, D> {
        &self.start
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for Ballistic<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.law.pose(time, &self.start.starting_pose())
    }

    asked_by_its_law!();
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Ballistic<f32, R, D> {
    type F64 = Ballistic<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        Ballistic::known(self.start.to_f64(), vector_to_f64(&self.acceleration))
    }
}
