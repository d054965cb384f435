//! What two timed poses say of the motion between them, and what rounding may have taken from that.

use nalgebra::{Isometry, SVector};

use super::anchor::Anchor;
use super::{Placement, Rotor};
use crate::error::{finite, finite_point};
use crate::support::length_of;
use crate::{MotionError, Real};

/// Ulps of the arm of a centre that its travel may be off. Either image of the centre is off by eight for its rotation,
/// and by up to three for the product with the matrix; their difference and its sum with that of the positions, which
/// are as long as the travel and both arms together, lose half of one each.
const TRAVEL_OF_ARM: f64 = 25.0;
/// The same of the travel itself, for these sums.
const TRAVEL_OF_ITSELF: f64 = 2.0;
/// Ulps of one by which the number that turns one rotation into another may be off, as a vector: half of one for either
/// rotation, whose numbers were scaled, and two in each of four sums of four products, which makes five. Off square to the
/// axis, with a half angle h up to a right one, the vector of the turn is off by h / sin h times as much: up to pi / 2.
pub(super) const TURN_BETWEEN: f64 = 8.0;

/// A motion's start, and how it gets to its end: its centre at a constant velocity.
pub(super) struct Ends<T: Real, R: Rotor<T, D>, const D: usize> {
    pub(super) duration: T,
    pub(super) from: Anchor<T, R, D>,
    /// The velocity of the centre.
    pub(super) linear: SVector<T, D>,
    /// The constant velocity that turns one rotation into the other in unit time.
    pub(super) turn: R::Velocity,
    pub(super) error: Option<VelocityError<T>>,
}

/// How far the velocities of a motion between two poses are off from those that lead from one to the other exactly,
/// beyond the ulps of their own numbers.
///
/// Placements and the bounds of speed and acceleration have room for it. What is said of a fixed axis is that of the
/// velocities as they are: from that motion no placement is farther than it states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VelocityError<T> {
    /// A length per time.
    pub(super) linear: T,
    /// An angle per time. For a rotation whose rate is not constant it is its mean.
    pub(super) angular: T,
}

impl<T: Real> VelocityError<T> {
    /// Adds it to a placement so much time after the start, of a centre this far from the origin of the frame.
    pub(super) fn widen<const D: usize>(
        &self,
        placement: &mut Placement<T, D>,
        elapsed: T,
        arm: T,
    ) {
        let elapsed = elapsed.abs();
        let by = (self.linear + self.angular * arm) * elapsed;
        placement.translation_error.add_scalar_mut(by);
        placement.angle_error += self.angular * elapsed;
    }

    /// What is left of it for a motion whose rates and placements have room for the error of its turn.
    pub(super) fn of_travel(self) -> Self {
        Self {
            angular: T::zero(),
            ..self
        }
    }

    /// How much faster a point within reach of the centre may be.
    pub(super) fn of_point(&self, reach: T) -> T {
        self.linear + self.angular * reach
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Ends<T, R, D> {
    /// # Errors
    /// [`MotionError::NotFinite`], [`MotionError::NotARotation`] and [`MotionError::NoDuration`].
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
        let from = Anchor::new(start.1, center)?;
        let to = Anchor::new(end.1, center)?;
        let turns = from.rotation() != to.rotation();
        let mut travel = to.position() - from.position();
        if turns {
            travel += to.turned_center() - from.turned_center();
        }
        let error = turns.then(|| {
            let arm = from.arm();
            let of_travel =
                arm * T::of(TRAVEL_OF_ARM) + length_of(&travel) * T::of(TRAVEL_OF_ITSELF);
            let per_duration = T::EPSILON / duration;
            VelocityError {
                linear: if arm > T::zero() {
                    of_travel * per_duration
                } else {
                    T::zero()
                },
                angular: per_duration * T::of(TURN_BETWEEN * R::ANGLE_PER_ARC),
            }
        });
        // from a rotation to itself there is no turn, whatever rounding makes of it
        let turn = R::turn_between(from.rotation(), to.rotation());
        let share = if turns { T::one() } else { T::zero() };
        Ok(Self {
            linear: finite_point("linear velocity", travel / duration)?,
            turn: R::scaled(turn, share),
            duration,
            from,
            error,
        })
    }
}
