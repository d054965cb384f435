//! Constant velocity and constant angular velocity about any centre.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::ends::{Ends, Given, VelocityError};
use super::law::asked_by_its_law;
use super::rotor::{checked_pose, pose_to_f64};
use super::{Law, Motion, Rotor};
use crate::error::{finite, finite_point};
use crate::to_f64::vector_to_f64;
use crate::{MotionError, Real, Span, ToF64};

/// A body whose centre moves at a constant velocity, and which turns about its centre at a constant angular velocity.
///
/// It may turn any number of times. Screw motions are of this kind, and so is slerp between two poses
/// ([`between`](Self::between)).
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Capsule};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a rod along the y axis flies along x while it turns about z; its centre of mass is the frame's origin
/// let spin = vector![0.0, 0.0, 3.0];
/// let flight = ConstantVelocity::new(Isometry3::translation(-5.0, 0.0, 0.0), vector![10.0, 0.0, 0.0], spin)?;
/// let rod = Moving::new(Capsule::new(1.0, 0.1)?, flight);
/// let ball = Moving::new(Ball::new(0.5)?, AtRest::new(Isometry3::identity())?);
///
/// let solution = time_of_impact(&rod, &ball, 0.0..=1.0)?;
/// let Outcome::Impact(impact) = solution.outcome else {
///     panic!("the rod flies at the ball");
/// };
/// assert!(impact.time < 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` it is written by its velocities. What is read back goes through the second pose of `between`
/// up to rounding.
///
/// # Bounds
/// A point at r from the centre has p' = v + w x r and p'' = w x (w x r) = -|w|^2 r_perp, where _perp is the part
/// square to w. For a unit vector s therefore s . p'' = -|w|^2 s_perp . r <= |w| |w x s| |r|, and
/// s . p' = s . v + (s x w) . r <= s . v + |w x s| |r|. Both are attained.
// the law is last, where a body has it beside its facts
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar, R: super::written::SerialRotor<T, D>",
        into = "super::written::Steady<T, R, D>",
        try_from = "super::written::Steady<T, R, D>"
    )
)]
pub struct ConstantVelocity<T: Real, R: Rotor<T, D>, const D: usize> {
    /// What the velocities were computed from, if it was two poses.
    given: Option<Given<T, R, D>>,
    /// The pose at the epoch.
    start: Isometry<T, R, D>,
    epoch: T,
    linear: SVector<T, D>,
    angular: R::Velocity,
    /// How far both velocities may be off. It is zero unless they were computed from two poses.
    error: VelocityError<T>,
    law: Law<D>,
}

/// Constant velocity in the plane.
pub type ConstantVelocity2<T> = ConstantVelocity<T, UnitComplex<T>, 2>;
/// Constant velocity in space.
pub type ConstantVelocity3<T> = ConstantVelocity<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> ConstantVelocity<T, R, D> {
    /// Returns the motion of a body that is at `pose` at time 0. The origin of its frame moves at `linear`, and the
    /// body turns about it at `angular`, both in the world's frame.
    ///
    /// [`about`](Self::about) chooses another centre, [`starting_at`](Self::starting_at) another time.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] and [`MotionError::Pose`].
    pub fn new(
        pose: Isometry<T, R, D>,
        linear: SVector<T, D>,
        angular: R::Velocity,
    ) -> Result<Self, MotionError> {
        Self::of_pose(
            checked_pose(&pose)?,
            SVector::zeros(),
            (linear, angular),
            T::zero(),
        )
    }

    /// The motion from a pose that is known to be one.
    fn of_pose(
        start: Isometry<T, R, D>,
        center: SVector<T, D>,
        (linear, angular): (SVector<T, D>, R::Velocity),
        epoch: T,
    ) -> Result<Self, MotionError> {
        let motion = Self {
            start,
            epoch,
            linear: finite_point("linear velocity", linear)?,
            angular: R::finite(angular)?,
            error: VelocityError::zero(),
            given: None,
            law: Law::default(),
        };
        Ok(motion.about_known(&center))
    }

    /// Returns this motion with its law, after another part of it has changed.
    fn about_known(self, center: &SVector<T, D>) -> Self {
        let law = self.accelerated(center, &SVector::zeros());
        Self { law, ..self }
    }

    /// Returns the motion from a pose at one time to a pose at a later time, by slerp.
    ///
    /// `center`, a point of the body's frame, moves on a straight line. The body turns about it the shorter way, at a
    /// constant rate.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`], [`MotionError::Pose`] and [`MotionError::NoDuration`].
    pub fn between(
        start: (T, Isometry<T, R, D>),
        end: (T, Isometry<T, R, D>),
        center: SVector<T, D>,
    ) -> Result<Self, MotionError> {
        Self::from_ends(Ends::new(start, end, center)?, start.0)
    }

    fn from_ends(ends: Ends<T, R, D>, epoch: T) -> Result<Self, MotionError> {
        let angular = R::scaled(ends.turn, T::one() / ends.duration);
        let center = ends.given.center;
        let motion = Self {
            error: ends.error,
            given: Some(ends.given),
            ..Self::of_pose(ends.from, center, (ends.linear, angular), epoch)?
        };
        Ok(motion.about_known(&center))
    }

    /// Returns the motion that turns about `center`, a point of the body's frame, instead.
    ///
    /// The pose at the start stays as it is, and so do both velocities: `center` now moves at the linear velocity. A
    /// body that turns then misses the second pose of [`between`](Self::between), which takes a centre of its own.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn about(self, center: SVector<T, D>) -> Result<Self, MotionError> {
        Ok(self.about_known(&finite_point("centre", center)?))
    }

    /// Returns the motion that is at its starting pose at time `epoch` instead of 0.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn starting_at(self, epoch: T) -> Result<Self, MotionError> {
        let epoch = finite("time", epoch)?;
        Ok(Self { epoch, ..self }.about_known(&self.center()))
    }

    /// Returns the pose at the [`epoch`](Self::epoch), which maps the body's frame to the world. The rotation is the
    /// given one, scaled to unit length if it is off by more than the rounding of its numbers.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::ConstantVelocity;
    ///
    /// let motion = ConstantVelocity::new(Isometry2::translation(3.0, 0.0), vector![1.0, 0.0], 0.5)?.starting_at(2.0)?;
    /// assert_eq!((motion.epoch(), motion.starting_pose()), (2.0, Isometry2::translation(3.0, 0.0)));
    /// assert_eq!((*motion.linear_velocity(), motion.angular_velocity()), (vector![1.0, 0.0], 0.5));
    /// # Ok::<(), photofinish::MotionError>(())
    /// ```
    pub fn starting_pose(&self) -> Isometry<T, R, D> {
        self.start
    }

    /// Returns the two poses, each with its time, if the motion was made from two poses by [`between`](Self::between).
    /// The rotations are the given ones, scaled as that of [`starting_pose`](Self::starting_pose).
    ///
    /// These are what `between` was given. A motion that was changed by [`about`](Self::about) or
    /// [`starting_at`](Self::starting_at) since need not go through them.
    pub fn given_poses(&self) -> Option<[(T, Isometry<T, R, D>); 2]> {
        Some(self.given.as_ref()?.timed_poses(&self.start))
    }

    /// Returns the velocity of the centre, in the world's frame.
    pub fn linear_velocity(&self) -> &SVector<T, D> {
        &self.linear
    }

    /// Returns the angular velocity in radians per time, in the world's frame.
    pub fn angular_velocity(&self) -> R::Velocity {
        self.angular
    }

    /// Returns the time of the starting pose.
    pub fn epoch(&self) -> T {
        self.epoch
    }

    /// The law of this motion with its centre accelerated.
    pub(super) fn accelerated(
        &self,
        center: &SVector<T, D>,
        acceleration: &SVector<T, D>,
    ) -> Law<D> {
        let at = (self.epoch, &self.start, center);
        // one that leads to a pose is off by the roundings of the travel, of the duration, and of their quotient
        let rounding = if self.given.is_some() {
            self.linear.abs().sum() * (T::EPSILON * T::of(2.0))
        } else {
            T::zero()
        };
        let errors = [self.error.linear + rounding, self.error.angular];
        Law::steady(at, (&self.linear, self.angular), acceleration, errors)
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for ConstantVelocity<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.law.pose(time, &self.start)
    }

    asked_by_its_law!();
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for ConstantVelocity<f32, R, D> {
    type F64 = ConstantVelocity<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        let epoch = f64::from(self.epoch);
        let wide = match &self.given {
            Some(given) => {
                let ends = given.ends_in_f64(&self.start, self.angular);
                // `about` may have chosen another centre since
                ConstantVelocity::from_ends(ends, epoch)
                    .and_then(|wide| wide.about(vector_to_f64(&self.center())))
            }
            None => {
                let angular = R::velocity_to_f64(self.angular);
                let linear = vector_to_f64(&self.linear);
                let (start, center) = (pose_to_f64(&self.start), vector_to_f64(&self.center()));
                ConstantVelocity::of_pose(start, center, (linear, angular), epoch)
            }
        };
        wide.expect("a motion that is right in single precision")
    }
}
