//! The sweep of Box2D, parry, Rapier and Avian: linear in the position and, before it is normalised, in the rotation.

mod way;

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::anchor::Anchor;
use super::ends::{Ends, Given, TURN_BETWEEN_ULPS, VelocityError};
use super::rotor::{ACROSS_AXIS_ULPS, TURNED_ULPS};
use super::turned::Turned;
use super::{FixedAxis, Law, Motion, Placement, Rotor};
use crate::vector::length_of;
use crate::{MotionError, Real, Span, ToF64};

/// Ulps by which a component of the interpolated vector may be off. In halves of an ulp: sin(arc) and 1 - cos(arc) lose
/// 3, the product with u one, and the difference with 1 another. The errors of a pose count twice, which makes eight.
const VECTOR_ULPS: f64 = 4.0;
/// Ulps by which a rate at the ends may be off: four times the error of a length, which is two ulps, and a dozen halves
/// for the products.
const RATE_ULPS: f64 = 32.0;
/// Ulps of 1 / cos(arc / 2) by which a rate half way may be off. The arc is off by up to six ulps, its half by three,
/// and the fourth power of its cosine by four times that over the cosine.
const MIDDLE_ULPS: f64 = 64.0;
/// By what a bound of an angle is widened for the rounding of some tens of operations, each of which loses 2^-23 at
/// most.
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
    anchor: Anchor<T, R, D>,
    linear: SVector<T, D>,
    /// The axis, a velocity of unit length.
    axis: R::Velocity,
    /// The angle between the rotations as unit vectors.
    arc: T,
    /// sin(arc).
    sin: T,
    /// 1 - cos(arc).
    versine: T,
    /// sin(arc / 2).
    half_sin: T,
    /// cos(arc / 2).
    half_cos: T,
    turned: Turned<T, D>,
    /// By how many ulps the rotation may be off between the poses.
    ulps: T,
    /// |theta'| at the ends, where L is 1, rounding included.
    speed: T,
    /// |theta''| at the ends, where L and |1 - 2u| are 1, rounding included.
    acceleration: T,
    /// By what angle the axis may be off, beyond the rounding of its numbers.
    tilt: T,
    /// How far the velocities may be off, beyond what `ulps`, `speed` and `tilt` include.
    velocity_error: VelocityError<T>,
    /// What the velocities were computed from.
    given: Given<T, R, D>,
    start: T,
    duration: T,
    per_duration: T,
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
        Self::from_ends(Ends::new(start, end, center)?, start.0)
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
        self.given.timed_poses(&self.anchor)
    }

    /// Returns the constant velocity of the centre, in the world's frame.
    pub fn linear_velocity(&self) -> &SVector<T, D> {
        &self.linear
    }

    fn from_ends(ends: Ends<T, R, D>, start: T) -> Result<Self, MotionError> {
        let Ends {
            duration,
            from,
            linear,
            turn,
            error,
            given,
        } = ends;
        let (axis, angle) = R::axis_and_speed(turn);
        let arc = angle / T::of(R::ANGLE_PER_ARC);
        if T::pi() - arc <= T::SQRT_EPSILON {
            return Err(MotionError::OppositeRotations);
        }
        // near half a turn all that is left of L half way is cos(arc/2), which must not come from a cancellation
        let (half_sin, half_cos) = (
            (arc * T::of(0.5)).sine_and_cosine().0,
            ((T::pi() - arc) * T::of(0.5)).sine_and_cosine().0,
        );
        let (sin, versine) = (
            T::of(2.0) * half_sin * half_cos,
            T::of(2.0) * half_sin * half_sin,
        );
        // an ulp of u turns the vector by up to 2 tan(arc/2) ulps, its greatest rate; an ulp of a component turns the
        // shortest interpolated vector by its share of that vector's length, cos(arc/2)
        let errors = T::of(2.0) * half_sin / half_cos + T::of(VECTOR_ULPS) / half_cos;
        // L^4 has four times the relative error of L, and L has the error of an angle that is off by some ulps
        let widened = T::one() + T::EPSILON * (T::of(RATE_ULPS) + T::of(MIDDLE_ULPS) / half_cos);
        let angle_per_arc = T::of(R::ANGLE_PER_ARC) * widened;
        let [tilt, speed, acceleration] = rates_at_ends(sin, half_sin);
        // quotients by a long duration underflow
        let underflow = if arc > T::zero() { T::TINY } else { T::zero() };
        let law = Law::sweep(
            given.timed_poses(&from),
            from.center(),
            (R::scaled(axis, sin), T::one() - versine),
        );
        Ok(Self {
            law,
            linear,
            axis,
            arc,
            sin,
            versine,
            half_sin,
            half_cos,
            turned: Turned::new::<R>(axis, from.matrix()),
            ulps: T::of(TURNED_ULPS) + (errors + errors) * T::of(R::ANGLE_PER_ARC),
            anchor: from,
            tilt,
            speed: angle_per_arc * speed / duration + underflow,
            acceleration: angle_per_arc * acceleration / (duration * duration) + underflow,
            given,
            start,
            velocity_error: if sin > T::zero() {
                error.of_travel()
            } else {
                error
            },
            duration,
            per_duration: T::one() / duration,
        })
    }

    /// Returns the sine and cosine of the arc passed by `time`.
    #[inline]
    fn arc_at(&self, time: T) -> (T, T) {
        let u = (time - self.start) * self.per_duration;
        let (sin, cos) = (u * self.sin, T::one() - u * self.versine);
        let scale = T::one() / (sin * sin + cos * cos).sqrt();
        (sin * scale, cos * scale)
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
        if self.arc == T::zero() {
            return T::zero();
        }
        let (one, half) = (T::one(), T::of(0.5));
        let u = ((time - self.start) * self.per_duration)
            .max(T::zero())
            .min(one);
        let off_middle = self.half_sin * (one - u - u);
        let length = (self.half_cos * self.half_cos + off_middle * off_middle).sqrt();
        let (sin, cos) = ((one - u) * self.sin, one - (one - u) * self.versine);
        // both are the tangent of half the arc left; neither cancels
        let tangent = if cos > T::zero() {
            sin / (length + cos)
        } else {
            (length - cos) / sin
        };
        let logarithm = u * (one - u) * self.versine / length;
        let arc = logarithm * tangent * half * T::of(WIDENED);
        // written so that NaN gives the whole arc
        let arc = if arc < self.arc { arc } else { self.arc };
        arc * T::of(R::ANGLE_PER_ARC)
    }

    /// Returns a bound of how far a point of the body's frame is, at any one time from `time` on, from where it would be
    /// on a straight way at a constant speed to the same end.
    ///
    /// Beside the centre, whose way is straight, it is on a circle of radius r, and accelerates by r (theta'^2 +
    /// theta'') at most. What accelerates by no more than A is within A t^2 / 8 of the straight way, if it takes the
    /// time t. And neither way leaves the circle.
    pub(crate) fn bends_by(&self, time: T, point: &SVector<T, D>) -> T {
        let during = Span::known(time, time.max(self.start + self.duration));
        let (speed, acceleration) = self.turning(during);
        let left = during.end() - time;
        let radius = length_of(&(point - self.center()));
        let bent = (speed * speed + acceleration) * (left * left) * T::of(WIDENED / 8.0);
        radius * bent.min(T::of(2.0 * WIDENED))
    }

    /// Returns upper bounds of |theta'| and |theta''| during the span, per time and per squared time.
    #[inline]
    fn turning(&self, during: Span<T>) -> (T, T) {
        let (one, two) = (T::one(), T::of(2.0));
        let u = |time: T| (time - self.start) * self.per_duration;
        let (first, last) = (u(during.start()), u(during.end()));
        let slowest = T::of(0.5).max(first).min(last);
        // L^2 = cos^2(alpha/2) + sin^2(alpha/2) (1 - 2u)^2
        let off_middle = self.half_sin * (one - two * slowest);
        let length_squared = self.half_cos * self.half_cos + off_middle * off_middle;
        let skew = (one - two * first).abs().max((one - two * last).abs());
        let shortening = one / length_squared;
        (
            self.speed * shortening,
            self.acceleration * skew * (shortening * shortening),
        )
    }

    /// Returns a lower bound of |theta'| during the span. The rate is smallest at the time farthest from half way.
    fn slowest(&self, during: Span<T>) -> T {
        let off_middle = |time: T| {
            let u = (time - self.start) * self.per_duration;
            (T::one() - T::of(2.0) * u).abs()
        };
        let farthest = off_middle(during.start()).max(off_middle(during.end()));
        let off_middle = self.half_sin * farthest;
        let length_squared = self.half_cos * self.half_cos + off_middle * off_middle;
        // `speed` includes its own rounding errors upwards, and what underflow takes: subtract them twice, and those of
        // this quotient
        let errors =
            T::EPSILON * (T::of(3.0 * RATE_ULPS) + T::of(2.0 * MIDDLE_ULPS) / self.half_cos);
        let off =
            T::EPSILON * T::of(2.0 * TURN_BETWEEN_ULPS * R::ANGLE_PER_ARC) * self.per_duration;
        ((self.speed - off - T::TINY * T::of(2.0)) / length_squared * (T::one() - errors))
            .max(T::zero())
    }

    /// Returns an upper bound of |s_perp|, rounding included; zero without a turn.
    fn across(&self, along: &SVector<T, D>) -> T {
        if self.arc > T::zero() {
            R::speed_across(self.axis, along) + (T::EPSILON * T::of(ACROSS_AXIS_ULPS) + self.tilt)
        } else {
            T::zero()
        }
    }
}

/// Returns the angle by which the axis may be off, and upper bounds of |beta'| and |beta''| at the ends for unit time.
/// `sin` is sin(arc), and `half_sin` is sin(arc/2).
///
/// The number that turns one rotation into the other has sin(arc) times the axis as a part, which is off by no more
/// than the whole. Hence the axis is off by that error over sin(arc), and sin(arc/2) by no more than the arc is.
fn rates_at_ends<T: Real>(sin: T, half_sin: T) -> [T; 3] {
    if sin == T::zero() {
        return [T::zero(); 3];
    }
    let off = T::EPSILON * T::of(TURN_BETWEEN_ULPS);
    let widest = T::of(2.0) * (half_sin + off) * (half_sin + off);
    [off / sin, sin + off, T::of(2.0) * (sin + off) * widest]
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for Sweep<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        // without a turn the arm of the centre would only add its rounding errors; a placement leaves it out too
        let turn = (self.arc > T::zero()).then(|| R::about(self.axis, self.arc_at(time)));
        let displacement = self.linear * (time - self.start);
        self.anchor.pose(displacement, turn)
    }

    #[inline(always)]
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let displacement = self.linear * (time - self.start);
        let turned = (self.arc > T::zero()).then(|| {
            let angle = R::angle_of_arc(self.arc_at(time));
            // beyond the poses errors grow as the interpolated vector does
            let u = (time - self.start) * self.per_duration;
            let beyond = T::one().max(u.abs()).max((T::one() - u).abs());
            let matrix = self.turned.by(self.anchor.matrix(), angle);
            (matrix, self.ulps * beyond)
        });
        let mut placement = self.anchor.placement(origin, displacement, turned);
        self.velocity_error
            .widen(&mut placement, time - self.start, self.anchor.arm());
        placement
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

    #[inline(always)]
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let (speed, acceleration) = self.turning(during);
        // for 0 <= x <= 1 the root of 1 + x^2 is at most 1 + x/2
        let centripetal = speed * speed + T::TINY;
        let (smaller, larger) = if acceleration < centripetal {
            (acceleration, centripetal)
        } else {
            (centripetal, acceleration)
        };
        let largest = larger + smaller * T::of(0.5);
        let bound = self.across(along) * reach * largest;
        if self.arc == T::zero() && self.velocity_error.is_zero() {
            return Some(bound);
        }
        // the turn of rotations that differ by rounding alone
        let unseen = self.velocity_error.angular;
        let unseen = unseen * unseen + T::TINY;
        Some(bound + reach * unseen * T::of(2.0) + T::TINY)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let (speed, _) = self.turning(during);
        let mut bound = super::dot_bound(along, &self.linear);
        if self.arc > T::zero() {
            bound += self.across(along) * reach * speed + T::TINY;
        }
        Some(bound + self.velocity_error.of_point(reach))
    }

    #[inline]
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let (fastest, angular_acceleration) = self.turning(during);
        Some(FixedAxis {
            axis: R::skew(self.axis),
            // the rate falls with the distance from half way: over the span it is lowest at one of its ends
            slowest: self.slowest(during),
            fastest,
            angular_acceleration,
            acceleration: SVector::zeros(),
        })
    }

    #[inline]
    fn law(&self, _during: Span<T>) -> Option<&Law<D>> {
        Some(&self.law)
    }
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Sweep<f32, R, D> {
    type F64 = Sweep<f64, R::F64, D>;

    fn to_f64(&self) -> Self::F64 {
        let ends = self.given.ends_in_f64(&self.anchor, self.axis);
        let wide = Sweep::from_ends(ends, f64::from(self.start));
        wide.expect("a sweep that is right in single precision")
    }
}

#[cfg(test)]
mod tests;
