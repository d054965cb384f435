//! The sweep of Box2D, parry, Rapier and Avian: linear in the position and, before it is normalised, in the rotation.

mod way;

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion, Vector3};

use super::ends::{Ends, Given};
use super::law::asked_by_its_law;
use super::{Law, Motion, Rotor, Turn};
use crate::vector::length_of;
use crate::{MotionError, Real, Span, ToF64};

/// By what a bound is widened for the rounding of some tens of operations, each of which loses 2^-23 at most.
const WIDENED: f64 = 1.0 + 1.0 / 65_536.0;

/// The motion from one pose to another by nlerp, as physics engines sweep bodies over a time step.
///
/// Its centre moves on a straight line at a constant velocity. Its rotation is the normalised linear interpolation
/// (nlerp) of two unit complex numbers or quaternions. The axis is fixed, but the rate is not: it is highest half way.
/// [`ConstantVelocity::between`](super::ConstantVelocity::between) turns at a constant rate. Before and after its two
/// times the motion goes on by the same formulas: ask about times in between.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, Sweep};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a thin plate passes through a wall within one time step of an engine: both poses are clear of it
/// let start = Isometry3::translation(-2.0, 0.0, 0.0);
/// let end = Isometry3::new(vector![2.0, 0.0, 0.0], vector![0.0, 0.0, 1.0]);
/// let step = Sweep::new((0.0, start), (1.0 / 60.0, end), Vector3::zeros())?;
/// let plate = Moving::new(Cuboid::new(vector![0.05, 0.5, 0.5])?, step);
/// let wall = Moving::new(Cuboid::new(vector![0.05, 5.0, 5.0])?, AtRest::new(Isometry3::identity())?);
///
/// let solution = time_of_impact(&plate, &wall, 0.0..=1.0 / 60.0)?;
/// assert!(matches!(solution.outcome, Outcome::Impact(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bounds
/// Let alpha be the angle between the two rotations as unit vectors, and u run from 0 to 1 over the time h. The
/// interpolation is at the angle beta(u) = atan2(u sin alpha, 1 - u + u cos alpha) from the first, so that
/// beta' = sin alpha / L^2 and beta'' = 2 sin alpha (1 - cos alpha) (1 - 2u) / L^4 with
/// L^2 = 1 - 2 u (1-u) (1 - cos alpha), smallest half way. The body turns by k beta, with k = 1 for complex numbers
/// and k = 2 for quaternions. A point at r from the centre has p'' = theta'' w x r - theta'^2 r_perp for the unit
/// axis w and the angle theta = k beta. The vectors w x r and r_perp are square to each other and equally long, hence
/// s . p'' <= |s_perp| |r| sqrt(theta''^2 + theta'^4), and s . p' <= s . v + |s_perp| |r| theta'. The root is bounded
/// by the larger of theta'' and theta'^2 plus half the smaller.
// the law is last, where a body has it beside its facts
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar, R: super::written::SerialRotor<T, D>",
        into = "super::written::Swept<T, R, D>",
        try_from = "super::written::Swept<T, R, D>"
    )
)]
pub struct Sweep<T: Real, R: Rotor<T, D>, const D: usize> {
    /// The pose at the start.
    start: Isometry<T, R, D>,
    /// What the law was computed from, beside that pose.
    given: Given<T, R, D>,
    linear: SVector<T, D>,
    law: Law<D>,
}

/// The sweep in the plane.
pub type Sweep2<T> = Sweep<T, UnitComplex<T>, 2>;
/// The sweep in space.
pub type Sweep3<T> = Sweep<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> Sweep<T, R, D> {
    /// Returns the sweep from a pose at one time to a pose at a later time.
    ///
    /// `center`, a point of the body's frame, moves on a straight line; engines take the centre of mass. The body turns
    /// about it the shorter way.
    ///
    /// # Errors
    /// [`MotionError::NotFinite`], [`MotionError::Pose`], [`MotionError::NoDuration`], and
    /// [`MotionError::OppositeRotations`] for two rotations of the plane that are half a turn apart.
    pub fn new(
        start: (T, Isometry<T, R, D>),
        end: (T, Isometry<T, R, D>),
        center: SVector<T, D>,
    ) -> Result<Self, MotionError> {
        Self::from_ends(Ends::new(start, end, center)?)
    }

    /// Returns the pose at the start and the pose at the end, each with its time. The rotations are the given ones,
    /// scaled to unit length if they are off by more than the rounding of their numbers. [`center`](Motion::center) returns the third argument of [`new`](Self::new).
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2};
    /// use photofinish::motion::Sweep;
    ///
    /// let start = (0.0, Isometry2::identity());
    /// let end = (0.5, Isometry2::translation(2.0, 0.0));
    /// assert_eq!(Sweep::new(start, end, Vector2::zeros())?.given_poses(), [start, end]);
    /// # Ok::<(), photofinish::MotionError>(())
    /// ```
    pub fn given_poses(&self) -> [(T, Isometry<T, R, D>); 2] {
        self.given.timed_poses(&self.start)
    }

    /// Returns the constant velocity of the centre, in the world's frame.
    pub fn linear_velocity(&self) -> &SVector<T, D> {
        &self.linear
    }

    fn from_ends(ends: Ends<T, R, D>) -> Result<Self, MotionError> {
        let Ends {
            from,
            linear,
            turn,
            given,
            ..
        } = ends;
        let (axis, angle) = R::axis_and_speed(turn);
        let arc = angle / T::of(R::ANGLE_PER_ARC);
        if T::pi() - arc <= T::SQRT_EPSILON {
            return Err(MotionError::OppositeRotations);
        }
        let (sine, cosine) = arc.sine_and_cosine();
        Ok(Self {
            law: Law::sweep(
                given.timed_poses(&from),
                &given.center,
                (R::scaled(axis, sine), cosine),
            ),
            start: from,
            given,
            linear,
        })
    }

    /// Returns a bound of the angle between this rotation and that of a new sweep, at any one time from `time` on, if
    /// the new one goes from the pose at `time` to the same rotation at the end.
    ///
    /// Let L be the length of the interpolated vector at `time`, v the share of the time left that has passed, and
    /// alpha' the arc left. This sweep turns as (1 - v) L q + v r does, for the unit vectors q and r at `time` and at
    /// the end, and the new one as (1 - v) q + v r. The vector w q + r rho w is at the arc atan2(rho sin alpha', 1 +
    /// rho cos alpha') from q, whose derivative by ln(rho) is largest for rho = 1: it is tan(alpha' / 2) / 2. The
    /// logarithms differ by -ln(L) <= (1 - L^2) / (2 L). Both arcs lie between zero and alpha', and so does their
    /// difference.
    pub(crate) fn retimed_by(&self, time: T) -> T {
        let Turn::Blend { versine, middle } = self.law.turn else {
            return T::zero();
        };
        let u = ((time.as_f64() - self.law.epoch) * self.law.rate).clamp(0.0, 1.0);
        let half_sine = (0.5 * versine).sqrt();
        let whole_sine = 2.0 * middle * half_sine;
        let off_middle = half_sine * (1.0 - u - u);
        let length = (middle * middle + off_middle * off_middle).sqrt();
        let (sine, cosine) = ((1.0 - u) * whole_sine, 1.0 - (1.0 - u) * versine);
        // both are the tangent of half the arc left; neither cancels
        let tangent = if cosine > 0.0 {
            sine / (length + cosine)
        } else {
            (length - cosine) / sine
        };
        let logarithm = u * (1.0 - u) * versine / length;
        let arc = logarithm * tangent * 0.5;
        let whole = f64::angle_of(1.0 - versine, whole_sine);
        // written so that NaN gives the whole arc
        let arc = if arc < whole { arc } else { whole };
        <T as Real>::above(arc * R::ANGLE_PER_ARC) * T::of(WIDENED)
    }

    /// Returns a bound of how far a point of the body's frame is, at any one time from `time` on, from where it would be
    /// on a straight way at a constant speed to the same end.
    ///
    /// Beside the centre, whose way is straight, it is on a circle of radius r, and accelerates by r (theta'^2 +
    /// theta'') at most. What accelerates by no more than A is within A t^2 / 8 of the straight way, if it takes the
    /// time t. And neither way leaves the circle.
    pub(crate) fn bends_by(&self, time: T, point: &SVector<T, D>) -> T {
        let (time, end) = (time.as_f64(), self.given.end.as_f64());
        let end = if time > end { time } else { end };
        let rates = self.law.rates(time, end);
        let left = end - time;
        let radius = length_of(&(point - self.center()));
        let bent = (rates.fastest * rates.fastest + rates.change) * left * left / 8.0;
        radius * <T as Real>::above(bent.min(2.0)) * T::of(WIDENED)
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for Sweep<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        self.law.pose(time, &self.start)
    }

    asked_by_its_law!();
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Sweep<f32, R, D> {
    type F64 = Sweep<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        let turn = R::velocity_of(Vector3::from(self.law.axis).map(f32::of));
        let wide = Sweep::from_ends(self.given.ends_in_f64(&self.start, turn));
        wide.expect("a sweep that is right in single precision")
    }
}

#[cfg(test)]
mod tests;
