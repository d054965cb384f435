//! The velocities of a motion between two timed poses, and their rounding errors.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry, SVector, Translation, Vector3};

use super::Rotor;
use super::rotor::{checked_pose, pose_to_f64};
use crate::error::{finite, finite_point};
use crate::to_f64::vector_to_f64;
use crate::vector::length_of;
use crate::{MotionError, Real};

/// By how many ulps of its arm the travel of a centre may be off.
///
/// At either end the turned centre is off by eight ulps for its rotation, and by up to three for the product with the
/// matrix. The travel is the difference of the turned centres plus the difference of the positions. These sums are at
/// most as long as the travel and both arms together, and lose half an ulp each.
const TRAVEL_OF_ARM_ULPS: f64 = 25.0;
/// By how many ulps of its own length the travel of a centre may be off, for these sums.
const TRAVEL_ULPS: f64 = 2.0;
/// By how many ulps of 1 the turn between two rotations may be off.
///
/// It comes from the quaternion (or complex number) that turns one rotation into the other. As a vector that is off by
/// half an ulp for either rotation, whose numbers were scaled, and by two ulps in each of four sums of four products:
/// five ulps in all. Let h be the half angle, up to a right one and rounding. An error square to the axis is h / sin h
/// times as large in the vector of the turn: up to pi / 2 times.
const TURN_BETWEEN_ULPS: f64 = 8.0;

/// The start of a motion between two poses, and the velocities that lead to its end.
pub(super) struct Ends<T: Real, R: Rotor<T, D>, const D: usize> {
    pub(super) duration: T,
    pub(super) from: Isometry<T, R, D>,
    /// The velocity of the centre, which is constant.
    pub(super) linear: SVector<T, D>,
    /// The constant angular velocity that turns the first rotation into the second in unit time.
    pub(super) turn: R::Velocity,
    pub(super) error: VelocityError<T>,
    pub(super) given: Given<T, R, D>,
}

/// What the velocities of a motion between two poses were computed from, beside its first pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Given<T: Real, R: Rotor<T, D>, const D: usize> {
    pub(super) start: T,
    pub(super) end: T,
    rotation: R,
    position: SVector<T, D>,
    /// The point of the body's frame that moves on a straight line.
    pub(super) center: SVector<T, D>,
}

/// How far the velocities of a motion between two poses may be from those that lead exactly from one to the other,
/// beyond the ulps of their own numbers.
///
/// It is zero for a motion that is made from velocities, and for one between poses that loses nothing, as between equal
/// rotations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VelocityError<T> {
    /// The error of the centre's velocity, a length per time.
    pub(super) linear: T,
    /// The error of the angular velocity, an angle per time.
    pub(super) angular: T,
}

impl<T: Real> VelocityError<T> {
    pub(super) fn zero() -> Self {
        Self {
            linear: T::zero(),
            angular: T::zero(),
        }
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Given<T, R, D> {
    /// Returns both poses with their times. `from` is the first pose.
    pub(super) fn timed_poses(&self, from: &Isometry<T, R, D>) -> [(T, Isometry<T, R, D>); 2] {
        let end = Isometry::from_parts(Translation::from(self.position), self.rotation);
        [(self.start, *from), (self.end, end)]
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Ends<T, R, D> {
    /// Returns the velocities that lead from a pose at one time to a pose at a later time, the shorter way round.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`], [`MotionError::Pose`] and [`MotionError::NoDuration`].
    pub(super) fn new(
        start: (T, Isometry<T, R, D>),
        end: (T, Isometry<T, R, D>),
        center: SVector<T, D>,
    ) -> Result<Self, MotionError> {
        for time in [start.0, end.0] {
            finite("time", time)?;
        }
        let duration = end.0 - start.0;
        if duration <= T::zero() {
            return Err(MotionError::NoDuration {
                start: start.0.as_f64(),
                end: end.0.as_f64(),
            });
        }
        // the reciprocal of a tiny duration would be infinite
        finite(
            "rate of a motion of so short a duration",
            T::one() / duration,
        )?;
        let from = checked_pose(&start.1)?;
        let center = finite_point("centre", center)?;
        let arm = length_of(&center);
        let to = checked_pose(&end.1)?;
        let turns = from.rotation != to.rotation;
        let mut travel = to.translation.vector - from.translation.vector;
        if turns && arm > T::zero() {
            travel += to.rotation.matrix() * center - from.rotation.matrix() * center;
        }
        let linear = finite_point("linear velocity", travel / duration)?;
        let error = Self::error((arm, turns), [&travel, &linear], duration);
        // between equal rotations rounding may leave a tiny turn
        let turn = if turns {
            R::turn_between(&from.rotation, &to.rotation)
        } else {
            R::velocity_of(Vector3::zeros())
        };
        Ok(Self {
            linear,
            turn,
            duration,
            from,
            error,
            given: Given {
                start: start.0,
                end: end.0,
                rotation: to.rotation,
                position: to.translation.vector,
                center,
            },
        })
    }

    /// Returns how far the velocities may be off that come from this travel of a centre at this distance from the origin
    /// of its frame, and from a turn if there is one.
    fn error(
        (arm, turns): (T, bool),
        [travel, linear]: [&SVector<T, D>; 2],
        duration: T,
    ) -> VelocityError<T> {
        let (zero, per_duration) = (T::zero(), T::EPSILON / duration);
        // a quotient that underflows is off by more than half an ulp of itself, though by less than this
        let underflows = (0..D).any(|i| linear[i].abs() < T::MIN_POSITIVE && travel[i] != zero);
        let underflow = if underflows {
            T::MIN_POSITIVE * T::EPSILON * T::of(2.0)
        } else {
            zero
        };
        if !(turns || underflows) {
            return VelocityError::zero();
        }
        let of_travel = arm * T::of(TRAVEL_OF_ARM_ULPS) + length_of(travel) * T::of(TRAVEL_ULPS);
        VelocityError {
            // without an arm the travel is the difference of the positions, exact to half an ulp of itself
            linear: underflow
                + if arm > zero {
                    of_travel * per_duration + underflow
                } else {
                    zero
                },
            angular: if turns {
                per_duration * T::of(TURN_BETWEEN_ULPS * R::ANGLE_PER_ARC)
            } else {
                zero
            },
        }
    }
}

impl<const D: usize, R: Rotor<f32, D>> Given<f32, R, D> {
    /// Returns the velocities between the same poses in double precision. `from` is the first pose, and `turn` an
    /// angular velocity of the motion in single precision.
    pub(super) fn ends_in_f64(
        &self,
        from: &Isometry<f32, R, D>,
        turn: R::Velocity,
    ) -> Ends<f64, R::F64, D> {
        let [start, end] =
            (self.timed_poses(from)).map(|(time, pose)| (f64::from(time), pose_to_f64(&pose)));
        let ends = Ends::new(start, end, vector_to_f64(&self.center));
        let ends = ends.expect("poses that are right in single precision");
        ends.turning_like(R::velocity_to_f64(turn))
    }
}

impl<const D: usize, R: Rotor<f64, D>> Ends<f64, R, D> {
    /// Returns the velocities that lead round the same way as `turn`, an angular velocity.
    ///
    /// Two ways of half a turn are equally short, and rounding decides between them. The way round may then be longer
    /// than half a turn, but only by rounding.
    fn turning_like(self, turn: R::Velocity) -> Self {
        let is_against = R::skew(self.turn).dot(&R::skew(turn)) < 0.0;
        // the axis of a tiny turn is rounding, and tells nothing
        if is_against && R::speed(self.turn) > FRAC_PI_2 {
            let turn = R::turn_the_longer_way(&self.from.rotation, &self.given.rotation);
            Self { turn, ..self }
        } else {
            self
        }
    }
}
