//! Constant velocity and constant angular velocity about any centre.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::anchor::Anchor;
use super::ends::{Ends, Given, VelocityError};
use super::rotor::{ACROSS_AXIS_ULPS, TURNED_ULPS};
use super::turned::Turned;
use super::{FixedAxis, Law, Motion, Placement, Rotor};
use crate::error::{finite, finite_point};
use crate::to_f64::vector_to_f64;
use crate::{MotionError, Real, Span, ToF64};

/// Ulps of its angle by which a turn may be off.
///
/// In halves of an ulp: the speed loses 4, the elapsed time and its product with the speed one each. Together that is 3
/// ulps. The speed is a length: dividing by the largest number moves it by 2/3, squares and sums by 4/3, the root and
/// the product back lose one each.
const ANGLE_ULPS: f64 = 3.0;
/// Ulps by which a speed may be off: it loses 2 as above, and the sum and the product with this bound another one.
const SPEED_ULPS: f64 = 8.0;

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
    angular: R::Velocity,
    anchor: Anchor<T, R, D>,
    /// How far both velocities may be off. It is zero unless they were computed from two poses.
    error: VelocityError<T>,
    linear: SVector<T, D>,
    /// |w|.
    speed: T,
    epoch: T,
    /// The angular velocity scaled to unit length; zero if the body does not turn.
    axis: R::Velocity,
    turned: Turned<T, D>,
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
        let anchor = Anchor::new(pose, SVector::zeros())?;
        Self::from_anchor(anchor, linear, angular, T::zero())
    }

    fn from_anchor(
        anchor: Anchor<T, R, D>,
        linear: SVector<T, D>,
        angular: R::Velocity,
        epoch: T,
    ) -> Result<Self, MotionError> {
        let angular = R::finite(angular)?;
        let (axis, speed) = R::axis_and_speed(angular);
        let motion = Self {
            linear: finite_point("linear velocity", linear)?,
            angular,
            axis,
            speed,
            turned: Turned::new::<R>(axis, anchor.matrix()),
            error: VelocityError::zero(),
            given: None,
            epoch,
            anchor,
            law: Law::default(),
        };
        Ok(motion.with_its_law())
    }

    /// Returns this motion with its law, after another part of it has changed.
    fn with_its_law(self) -> Self {
        let law = self.accelerated(&SVector::zeros());
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
        let motion = Self {
            error: ends.error,
            given: Some(ends.given),
            ..Self::from_anchor(ends.from, ends.linear, angular, epoch)?
        };
        Ok(motion.with_its_law())
    }

    /// Returns the motion that turns about `center`, a point of the body's frame, instead.
    ///
    /// The pose at the start stays as it is, and so do both velocities: `center` now moves at the linear velocity. A
    /// body that turns then misses the second pose of [`between`](Self::between), which takes a centre of its own.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn about(self, center: SVector<T, D>) -> Result<Self, MotionError> {
        let anchor = self.anchor.about(center)?;
        Ok(Self { anchor, ..self }.with_its_law())
    }

    /// Returns the motion that is at its starting pose at time `epoch` instead of 0.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn starting_at(self, epoch: T) -> Result<Self, MotionError> {
        let epoch = finite("time", epoch)?;
        Ok(Self { epoch, ..self }.with_its_law())
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
        self.anchor.pose(SVector::zeros(), None)
    }

    /// Returns the two poses, each with its time, if the motion was made from two poses by [`between`](Self::between).
    /// The rotations are the given ones, scaled as that of [`starting_pose`](Self::starting_pose).
    ///
    /// These are what `between` was given. A motion that was changed by [`about`](Self::about) or
    /// [`starting_at`](Self::starting_at) since need not go through them.
    pub fn given_poses(&self) -> Option<[(T, Isometry<T, R, D>); 2]> {
        Some(self.given.as_ref()?.timed_poses(&self.anchor))
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

    /// Returns the pose at `time` with the centre displaced by `extra` beyond its motion at constant velocity.
    pub(super) fn displaced_pose(&self, time: T, extra: SVector<T, D>) -> Isometry<T, R, D> {
        let elapsed = time - self.epoch;
        let angle = self.speed * elapsed;
        let turn = (angle != T::zero()).then(|| R::turn(self.axis, angle));
        self.anchor.pose(self.linear * elapsed + extra, turn)
    }

    /// Returns the placement of [`displaced_pose`](Self::displaced_pose), measured from `origin`.
    #[inline(always)]
    pub(super) fn displaced(
        &self,
        time: T,
        origin: &SVector<T, D>,
        extra: SVector<T, D>,
    ) -> Placement<T, D> {
        let elapsed = time - self.epoch;
        let angle = self.speed * elapsed;
        let turned = (angle != T::zero()).then(|| {
            let ulps = T::of(TURNED_ULPS) + angle.abs() * T::of(ANGLE_ULPS);
            let turned = &self.turned;
            (
                turned.by(self.anchor.matrix(), angle.sine_and_cosine()),
                ulps,
            )
        });
        let displacement = self.linear * elapsed + extra;
        let mut placement = self.anchor.placement(origin, displacement, turned);
        self.error.widen(&mut placement, elapsed, self.anchor.arm());
        placement
    }

    /// The law of this motion with its centre accelerated.
    pub(super) fn accelerated(&self, acceleration: &SVector<T, D>) -> Law<D> {
        let at = (self.epoch, &self.starting_pose(), self.anchor.center());
        // one that leads to a pose is off by the roundings of the travel, of the duration, and of their quotient
        let rounding = if self.given.is_some() {
            self.linear.abs().sum() * (T::EPSILON * T::of(2.0))
        } else {
            T::zero()
        };
        let errors = [self.error.linear + rounding, self.error.angular];
        Law::steady(at, (&self.linear, self.angular), acceleration, errors)
    }

    /// Returns an upper bound of s . p'' due to the rotation.
    #[inline]
    pub(super) fn centripetal_bound(&self, along: &SVector<T, D>, reach: T) -> T {
        let speed = self.speed + self.error.angular;
        if speed == T::zero() {
            return T::zero();
        }
        // products of slow speeds underflow
        let across = self.speed_across(along) + self.error.angular;
        (speed * across + T::TINY) * reach + T::TINY
    }

    /// Returns an upper bound of s . p' at constant velocity.
    #[inline]
    pub(super) fn velocity_bound(&self, along: &SVector<T, D>, reach: T) -> T {
        let mut bound = dot_bound(along, &self.linear);
        if self.speed != T::zero() {
            bound += (self.speed_across(along) + T::TINY) * reach + T::TINY;
        }
        bound + self.error.of_point(reach)
    }

    /// Returns how the body turns.
    #[inline]
    pub(super) fn turning(&self) -> FixedAxis<T, D> {
        FixedAxis::steady(R::skew(self.axis), self.speed, SPEED_ULPS)
    }

    /// Returns an upper bound of |w x s|, rounding included.
    #[inline]
    fn speed_across(&self, along: &SVector<T, D>) -> T {
        if self.speed == T::zero() {
            return T::zero();
        }
        let of_unit = R::speed_across(self.axis, along) + T::EPSILON * T::of(ACROSS_AXIS_ULPS);
        self.speed * of_unit
    }
}

/// Ulps of its terms that a dot product may lose: in space three halves of an ulp, and the sum with this bound another
/// half.
const DOT_ULPS: f64 = 4.0;

/// Returns an upper bound of the exact dot product, also if products underflow.
#[inline]
pub(crate) fn dot_bound<T: Real, const D: usize>(
    along: &SVector<T, D>,
    vector: &SVector<T, D>,
) -> T {
    let sizes = vector.abs();
    // only zeros have a sum of zero, as sums do not underflow
    if sizes.sum() == T::zero() {
        return T::zero();
    }
    let size = along.abs().dot(&sizes) * (T::EPSILON * T::of(DOT_ULPS));
    along.dot(vector) + (size + T::TINY)
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for ConstantVelocity<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.displaced_pose(time, SVector::zeros())
    }

    #[inline(always)]
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.displaced(time, origin, SVector::zeros())
    }

    #[inline]
    fn reference(&self, _time: T) -> SVector<T, D> {
        *self.anchor.position()
    }

    #[inline]
    fn center(&self) -> SVector<T, D> {
        *self.anchor.center()
    }

    #[inline]
    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    #[inline]
    fn acceleration_bound(&self, along: &SVector<T, D>, _during: Span<T>, reach: T) -> Option<T> {
        Some(self.centripetal_bound(along, reach))
    }

    #[inline]
    fn speed_bound(&self, along: &SVector<T, D>, _during: Span<T>, reach: T) -> Option<T> {
        Some(self.velocity_bound(along, reach))
    }

    #[inline]
    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(self.turning())
    }

    #[inline]
    fn law(&self, _during: Span<T>) -> Option<&Law<D>> {
        Some(&self.law)
    }
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for ConstantVelocity<f32, R, D> {
    type F64 = ConstantVelocity<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        let epoch = f64::from(self.epoch);
        let wide = match &self.given {
            Some(given) => {
                let ends = given.ends_in_f64(&self.anchor, self.angular);
                // `about` may have chosen another centre since
                ConstantVelocity::from_ends(ends, epoch)
                    .and_then(|wide| wide.about(vector_to_f64(self.anchor.center())))
            }
            None => {
                let angular = R::velocity_to_f64(self.angular);
                let linear = vector_to_f64(&self.linear);
                ConstantVelocity::from_anchor(self.anchor.to_f64(), linear, angular, epoch)
            }
        };
        wide.expect("a motion that is right in single precision")
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{UnitComplex, vector};

    use super::*;

    /// Exact products are positive where computed ones are zero.
    #[test]
    fn bounds_hold_where_products_underflow() {
        let least = f64::from_bits(1);
        assert!(dot_bound(&vector![0.4, 0.0], &vector![least, 0.0]) > 0.0);
        assert_eq!(dot_bound(&vector![0.4, 0.0], &vector![0.0, 0.0]), 0.0);
        let slow = ConstantVelocity::<_, UnitComplex<f64>, 2>::new(
            Isometry::identity(),
            SVector::zeros(),
            1e-170,
        );
        let slow = slow.expect("a motion");
        assert!(slow.centripetal_bound(&vector![1.0, 0.0], 1.0) > 0.0);
    }
}
