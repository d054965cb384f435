//! Constant velocity and constant angular velocity about any centre.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::anchor::Anchor;
use super::ends::{Ends, VelocityError};
use super::rotor::TURNED_ROUNDING;
use super::turned::Turned;
use super::{FixedAxis, Motion, Placement, Rotor};
use crate::error::{finite, finite_point};
use crate::{MotionError, Real, Span};

/// The centre moves at a constant velocity, and the body turns about it at a constant angular velocity.
///
/// This is also the screw motion, and the interpolation between two poses by slerp ([`between`](Self::between)).
/// It may turn any number of times.
///
/// # Bounds
/// A point at r from the centre has p' = v + w x r and p'' = w x (w x r) = -|w|^2 r_perp, where _perp is the part
/// square to w. For a unit vector s therefore s . p'' = -|w|^2 s_perp . r <= |w| |w x s| |r|, and
/// s . p' = s . v + (s x w) . r <= s . v + |w x s| |r|. Both are attained.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar, R: serde::Serialize, R::Velocity: serde::Serialize")
)]
pub struct ConstantVelocity<T: Real, R: Rotor<T, D>, const D: usize> {
    anchor: Anchor<T, R, D>,
    linear: SVector<T, D>,
    angular: R::Velocity,
    /// The angular velocity scaled to unit length, or zero if it is.
    #[cfg_attr(feature = "serde", serde(skip))]
    axis: R::Velocity,
    /// |w|.
    #[cfg_attr(feature = "serde", serde(skip))]
    speed: T,
    #[cfg_attr(feature = "serde", serde(skip))]
    turned: Turned<T, D>,
    /// How far both velocities may be off, where they come from two poses.
    #[cfg_attr(feature = "serde", serde(skip))]
    error: Option<VelocityError<T>>,
    epoch: T,
}

/// Constant velocity in the plane.
pub type ConstantVelocity2<T> = ConstantVelocity<T, UnitComplex<T>, 2>;
/// Constant velocity in space.
pub type ConstantVelocity3<T> = ConstantVelocity<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> ConstantVelocity<T, R, D> {
    /// A body at `pose` at time 0, its origin moving at `linear` and its frame turning at `angular` about it, both
    /// in the world's frame.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] and [`MotionError::NotARotation`].
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
        Ok(Self {
            linear: finite_point("linear velocity", linear)?,
            angular,
            axis,
            speed,
            turned: Turned::new(axis, anchor.rotation()),
            error: None,
            epoch,
            anchor,
        })
    }

    /// From the first pose at the first time to the second at the second, linear in the position of the centre,
    /// slerp in the rotation: the shorter way, at a constant rate. `center` is in the body's frame.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`], [`MotionError::NotARotation`] and [`MotionError::NoDuration`].
    pub fn between(
        start: (T, Isometry<T, R, D>),
        end: (T, Isometry<T, R, D>),
        center: SVector<T, D>,
    ) -> Result<Self, MotionError> {
        let ends = Ends::new(start, end, center)?;
        let angular = R::scaled(ends.turn, T::one() / ends.duration);
        Ok(Self {
            error: ends.error,
            ..Self::from_anchor(ends.from, ends.linear, angular, start.0)?
        })
    }

    /// The same, turning about `center`, a point of the body's frame, which then is what moves at the linear
    /// velocity.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn about(self, center: SVector<T, D>) -> Result<Self, MotionError> {
        Ok(Self {
            anchor: self.anchor.about(center)?,
            ..self
        })
    }

    /// The same, with the starting pose at time `epoch` instead of 0.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`].
    pub fn starting_at(self, epoch: T) -> Result<Self, MotionError> {
        Ok(Self {
            epoch: finite("time", epoch)?,
            ..self
        })
    }

    /// The velocity of the centre, in the world's frame.
    pub fn linear_velocity(&self) -> &SVector<T, D> {
        &self.linear
    }

    /// The angular velocity, in the world's frame.
    pub fn angular_velocity(&self) -> R::Velocity {
        self.angular
    }

    /// The time of the starting pose.
    pub fn epoch(&self) -> T {
        self.epoch
    }

    /// The pose at `time`, the centre displaced by `extra` beyond its motion at constant velocity.
    pub(super) fn displaced_pose(&self, time: T, extra: SVector<T, D>) -> Isometry<T, R, D> {
        let elapsed = time - self.epoch;
        let angle = self.speed * elapsed;
        let turn = (angle != T::zero()).then(|| R::turn(self.axis, angle));
        self.anchor.pose(self.linear * elapsed + extra, turn)
    }

    /// The same as a placement.
    #[inline]
    pub(super) fn displaced(
        &self,
        time: T,
        origin: &SVector<T, D>,
        extra: SVector<T, D>,
    ) -> Placement<T, D> {
        let elapsed = time - self.epoch;
        let angle = self.speed * elapsed;
        let turned = (angle != T::zero()).then(|| {
            // speed, elapsed time and their product are rounded
            let ulps = T::of(TURNED_ROUNDING) + angle.abs() * T::of(3.0);
            (self.turned.by(angle.sine_and_cosine()), ulps)
        });
        let displacement = self.linear * elapsed + extra;
        let mut placement = self.anchor.placement(origin, displacement, turned);
        if let Some(error) = &self.error {
            error.widen(&mut placement, elapsed, self.anchor.arm());
        }
        placement
    }

    /// The largest s . p'' due to the rotation.
    #[inline]
    pub(super) fn centripetal_bound(&self, along: &SVector<T, D>, reach: T) -> T {
        let (mut speed, mut across) = (self.speed, self.speed_across(along));
        if let Some(error) = &self.error {
            speed += error.angular;
            across += error.angular;
        }
        speed * across * reach
    }

    /// The largest s . p' at constant velocity.
    #[inline]
    pub(super) fn velocity_bound(&self, along: &SVector<T, D>, reach: T) -> T {
        let bound = dot_bound(along, &self.linear) + self.speed_across(along) * reach;
        self.error
            .map_or(bound, |error| bound + error.of_point(reach))
    }

    /// How it turns: |w| is a norm of three squares, divided and multiplied again.
    pub(super) fn turning(&self) -> FixedAxis<T, D> {
        FixedAxis::steady(R::skew(self.axis), self.speed, 8.0)
    }

    /// |w x s|, with what rounding may have taken from it.
    #[inline]
    fn speed_across(&self, along: &SVector<T, D>) -> T {
        if self.speed == T::zero() {
            return T::zero();
        }
        let of_unit = R::speed_across(self.axis, along) + T::EPSILON * T::of(16.0);
        self.speed * of_unit
    }
}

/// An upper bound of the exact dot product.
#[inline]
pub(crate) fn dot_bound<T: Real, const D: usize>(
    along: &SVector<T, D>,
    vector: &SVector<T, D>,
) -> T {
    let size = along.abs().dot(&vector.abs());
    along.dot(vector) + size * (T::EPSILON * T::of(4.0))
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for ConstantVelocity<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.displaced_pose(time, SVector::zeros())
    }

    #[inline]
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

    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(self.turning())
    }
}
