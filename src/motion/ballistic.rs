//! Free flight.

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::{ConstantVelocity, FixedAxis, Law, Motion, Placement, Rotor, dot_bound};
use crate::error::finite_point;
use crate::to_f64::vector_to_f64;
use crate::{MotionError, Real, Span, ToF64};

/// Ulps by which the displacement by the acceleration may be off: the elapsed time counts twice, its square and the
/// product with the acceleration once each, at half an ulp. The sums that follow are counted with the translation.
const FALL_ULPS: f64 = 4.0;

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
            law: start.accelerated(&acceleration),
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

    /// The displacement that the acceleration adds by `time`.
    fn fall(&self, time: T) -> SVector<T, D> {
        self.acceleration * self.half_square(time)
    }

    /// Half the square of the time since the epoch.
    fn half_square(&self, time: T) -> T {
        let elapsed = time - self.start.epoch();
        elapsed * elapsed * T::of(0.5)
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for Ballistic<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.start.displaced_pose(time, self.fall(time))
    }

    #[inline(always)]
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let half_square = self.half_square(time);
        let mut placement = (self.start).displaced(time, origin, self.acceleration * half_square);
        // the displacement may be small because velocity and fall cancel in it, but their rounding errors do not
        let lost = half_square * (T::EPSILON * T::of(FALL_ULPS)) + T::TINY;
        placement.translation_error += self.acceleration.abs() * lost;
        placement
    }

    #[inline]
    fn reference(&self, time: T) -> SVector<T, D> {
        self.start.reference(time)
    }

    #[inline]
    fn center(&self) -> SVector<T, D> {
        self.start.center()
    }

    #[inline]
    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    #[inline]
    fn acceleration_bound(&self, along: &SVector<T, D>, _during: Span<T>, reach: T) -> Option<T> {
        Some(dot_bound(along, &self.acceleration) + self.start.centripetal_bound(along, reach))
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let epoch = self.start.epoch();
        let gained = [during.start(), during.end()]
            .map(|time| dot_bound(along, &(self.acceleration * (time - epoch))));
        let gained = gained[0].max(gained[1]) + T::TINY;
        Some(self.start.velocity_bound(along, reach) + gained)
    }

    #[inline]
    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(self.start.turning().accelerated(self.acceleration))
    }

    #[inline]
    fn law(&self, _during: Span<T>) -> Option<&Law<D>> {
        Some(&self.law)
    }
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Ballistic<f32, R, D> {
    type F64 = Ballistic<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        Ballistic::known(self.start.to_f64(), vector_to_f64(&self.acceleration))
    }
}
