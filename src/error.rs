//! Errors, each with the value that caused it, and the checks of input that give these errors.
//!
//! Constructors check each number with [`finite`], [`finite_point`] or a function made of these. Queries check their
//! settings when they are asked, as chained setters do not fail.
//!
//! The message of an error has that of its cause, if it has one. So the cause is a field, but no `source`: who prints
//! an error and its sources would say it twice.
//!
//! Messages write numbers by `{:?}`, which is short for numbers of any size: `{}` would write 1e300 with 301 digits.

use nalgebra::SVector;
use thiserror::Error;

use crate::Real;

/// A number that is NaN, infinite, or so large that its square overflows.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("{name} must be finite and at most {largest:e} in size, but is {value:?}")]
#[non_exhaustive]
pub struct NotFinite {
    /// Which number.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The largest size allowed.
    pub largest: f64,
}

/// A shape that cannot be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A length is negative.
    #[error("{name} must not be negative, but is {value:?}")]
    Negative {
        /// Which length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A number is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// A point set has no points.
    #[error("a point set needs at least one point, but has none")]
    Empty,
    /// The normal of a half-space is zero.
    #[error("the normal of a half-space must have a direction, but is zero")]
    ZeroNormal,
    /// Moving points do not have as many velocities as points.
    #[error("{points} points cannot have {velocities} velocities")]
    CountMismatch {
        /// How many points.
        points: usize,
        /// How many velocities.
        velocities: usize,
    },
}

/// A pose that places nothing.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A coordinate is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// A complex number or quaternion does not have unit length, and so is not a rotation.
    #[error("a rotation must have unit length, but its norm is {norm:?}")]
    NotARotation {
        /// Its norm.
        norm: f64,
    },
}

/// A motion that cannot be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotionError {
    /// A velocity, an acceleration, a centre or a time is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// The motion starts or ends at an invalid pose.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// A motion between two poses does not end after it starts.
    #[error("the motion must end after it starts, but starts at {start:?} and ends at {end:?}")]
    NoDuration {
        /// The time of the first pose.
        start: f64,
        /// The time of the second pose.
        end: f64,
    },
    /// A motion takes so little time that its velocity or acceleration overflows.
    #[error("the motion takes only {duration:?}: the square of its velocity overflows")]
    TooShort {
        /// How long it takes.
        duration: f64,
    },
    /// Two rotations of the plane are half a turn apart: neither way between them is the shorter one.
    #[error("the rotations are half a turn apart: the shorter way between them is not determined")]
    OppositeRotations,
    /// A polynomial has no coefficients, or too many.
    #[error("a polynomial has 1 to 6 coefficients, but {coefficients} are given")]
    Coefficients {
        /// How many coefficients.
        coefficients: usize,
    },
    /// The polynomial of a rotation may come near zero, which is no rotation.
    #[error(
        "the polynomial of a rotation may come near zero: the square of its norm is only known to be above {least:?}"
    )]
    RotationVanishes {
        /// A lower bound of the square of its norm.
        least: f64,
    },
    /// A sampled motion has fewer than two poses.
    #[error("a motion through samples needs at least two, but has {samples}")]
    SampleCount {
        /// How many samples.
        samples: usize,
    },
    /// A piecewise motion has no pieces.
    #[error("a piecewise motion needs at least one piece, but has none")]
    NoPieces,
    /// A piecewise motion has the wrong number of knots: there must be one more than pieces.
    #[error("{pieces} pieces need {} knots, but there are {knots}", pieces + 1)]
    KnotCount {
        /// How many pieces.
        pieces: usize,
        /// How many knots.
        knots: usize,
    },
    /// The knots of a piecewise motion do not increase.
    #[error("knots must increase, but {next:?} follows {knot:?}")]
    KnotOrder {
        /// A knot.
        knot: f64,
        /// The knot after it, which is not later.
        next: f64,
    },
    /// Two neighbouring pieces have different poses at their common knot.
    #[error("the pieces that meet at time {knot:?} are {gap:?} apart there")]
    Discontinuous {
        /// The time of the knot.
        knot: f64,
        /// How far the poses differ: a length, or radians.
        gap: f64,
    },
}

/// The reason why a query has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// An end of the interval is NaN, infinite or too large.
    #[error("a time must be finite and not too large, but is {value:?}")]
    TimeNotFinite {
        /// Its value.
        value: f64,
    },
    /// The interval ends before it starts.
    #[error("the interval ends at {end:?}, before its start at {start:?}")]
    ReversedInterval {
        /// The time at which it starts.
        start: f64,
        /// The time at which it ends.
        end: f64,
    },
    /// The tolerance is not a positive number.
    #[error("the tolerance must be positive, finite and not too large, but is {value:?}")]
    InvalidTolerance {
        /// Its value.
        value: f64,
    },
    /// The relative tolerance of a [`Tracker`](crate::Tracker) is not between 0 and 1.
    #[error("a relative tolerance must be above 0 and below 1, but is {value:?}")]
    InvalidRelativeTolerance {
        /// Its value.
        value: f64,
    },
    /// The target distance is NaN, infinite or too large.
    #[error("the target distance must be finite and not too large, but is {value:?}")]
    InvalidTargetDistance {
        /// Its value.
        value: f64,
    },
    /// The bodies are so thin that they could pass through each other without ever overlapping by more than the allowed
    /// penetration. Pass a target distance closer to zero.
    #[error(
        "an allowed penetration of {allowed:e} needs bodies that together are more than {needed:e} thick, \
         but they are only known to be {width:e} thick"
    )]
    AllowanceTooLarge {
        /// The allowed penetration: the target distance without its sign.
        allowed: f64,
        /// Twice the sum of the allowance and the tolerance.
        needed: f64,
        /// The sum of the inner diameters of both bodies.
        width: f64,
    },
    /// A body has coordinates that are NaN, infinite or too large at some time. NaN is also what a rotation gives whose
    /// length is not 1.
    #[error(
        "a body's coordinates must be finite, and so must their squares, but at time {time:?} one is {value:?}"
    )]
    CoordinateNotFinite {
        /// The time at which the body has it.
        time: f64,
        /// The value of the coordinate.
        value: f64,
    },
    /// A body or a placement states a negative rounding error.
    #[error("rounding errors must not be negative, but at time {time:?} a body states {value:?}")]
    NegativeRounding {
        /// The time at which the body states it.
        time: f64,
        /// The error, as a length along an axis, with what the body adds to it.
        value: f64,
    },
    /// A motion's [`next_knot`](crate::motion::Motion::next_knot) is not later than the time that was asked about.
    #[error("the motion's next knot after time {after:?} must be later, but is {knot:?}")]
    KnotNotLater {
        /// The time asked about.
        after: f64,
        /// The knot that the motion returned.
        knot: f64,
    },
    /// A half-space moves by no motion of this crate in closed form, or it turns and the body moves by none; see
    /// [`MovingHalfSpace`](crate::MovingHalfSpace). One that does not turn takes any motion of the body.
    #[error(
        "a half-space that turns and its body must move about fixed axes, but one does not from {start:?} to {end:?}"
    )]
    NoFixedAxis {
        /// When the span starts that was asked about.
        start: f64,
        /// When that span ends.
        end: f64,
    },
    /// A body's [`acceleration_bound`](crate::motion::Motion::acceleration_bound) or
    /// [`speed_bound`](crate::motion::Motion::speed_bound) is NaN or infinite, and the other bound proves nothing.
    #[error(
        "a bound of a body's {quantity} must be finite, but is {value:?} from {start:?} to {end:?}"
    )]
    BoundNotFinite {
        /// What it bounds: the acceleration or the speed.
        quantity: &'static str,
        /// The value of the bound.
        value: f64,
        /// When the span starts for which the bound was asked.
        start: f64,
        /// When that span ends.
        end: f64,
    },
    /// A body's speed bounds along a direction and against it cannot both hold, as their sum is negative.
    #[error(
        "a body's speed bounds from {start:?} to {end:?} contradict each other: {along:?} along a direction, and \
         {against:?} against it"
    )]
    SpeedBoundsContradict {
        /// The bound along the direction.
        along: f64,
        /// The bound against the direction.
        against: f64,
        /// When the span starts for which the bounds were asked.
        start: f64,
        /// When that span ends.
        end: f64,
    },
    /// The tolerance is smaller than what the scalar resolves at these coordinates.
    #[error(
        "the tolerance {tolerance:e} is below {resolution:e}, which is what the scalar resolves at these coordinates; \
         proven free until {clear_until:?}"
    )]
    ToleranceTooSmall {
        /// The tolerance asked for.
        tolerance: f64,
        /// The smallest tolerance that would be resolved where the search ended.
        resolution: f64,
        /// Every time before this one is proven free.
        clear_until: f64,
    },
    /// Neither an impact nor its absence could be proven. The bodies are proven free up to `clear_until`.
    #[error("undecided: proven free until {clear_until:?}, then {reason}")]
    Undecided {
        /// Every time before this one is proven free.
        clear_until: f64,
        /// What stopped the search.
        reason: UndecidedReason,
    },
}

/// The reason why a search stopped before it had an answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum UndecidedReason {
    /// The query has spent its work budget.
    #[error("the work budget of {budget} support evaluations was spent")]
    Budget {
        /// The budget, in support evaluations.
        budget: u64,
    },
    /// The remaining gap is below what the scalar resolves at these coordinates, yet above the tolerance.
    #[error("the gap fell below {resolution:e}, which is what the scalar resolves there")]
    Resolution {
        /// The rounding error of a distance there.
        resolution: f64,
    },
    /// The motions do not both state a bound of their acceleration, nor both one of their speed, even over the shortest
    /// span.
    #[error(
        "the motions have no bound of the same kind before {end:?}, so nothing is proven of them"
    )]
    NoBounds {
        /// The next knot, or the end of the interval.
        end: f64,
    },
    /// The bodies are apart, but their bounds prove nothing even over the shortest span that was tried. They move too
    /// fast for times to be told apart, their bounds are far too large, or a motion jumps at a time that is no knot.
    #[error("the bounds of the motions proved nothing even over the shortest span tried, {span:e}")]
    Span {
        /// The length of that span: a time. Most often the scalar has hardly any times in between.
        span: f64,
    },
}

/// Returns `value` if it is finite and not so large that its square overflows.
pub fn finite<T: Real>(name: &'static str, value: T) -> Result<T, NotFinite> {
    if value.is_finite() && value.abs() <= T::LARGEST {
        Ok(value)
    } else {
        Err(NotFinite {
            name,
            value: value.as_f64(),
            largest: T::LARGEST.as_f64(),
        })
    }
}

/// Returns `value` if it is a length: finite, not too large, not negative.
pub(crate) fn length<T: Real>(name: &'static str, value: T) -> Result<T, ShapeError> {
    let value = finite(name, value)?;
    if value < T::zero() {
        Err(ShapeError::Negative {
            name,
            value: value.as_f64(),
        })
    } else {
        Ok(value)
    }
}

/// Returns `value` if it is a tolerance: finite, not too large, and positive.
pub(crate) fn tolerance<T: Real>(value: T) -> Result<T, QueryError> {
    match finite("tolerance", value) {
        Ok(value) if value > T::zero() => Ok(value),
        _ => Err(QueryError::InvalidTolerance {
            value: value.as_f64(),
        }),
    }
}

/// Returns `point` if all its coordinates are finite and not too large.
pub fn finite_point<T: Real, const D: usize>(
    name: &'static str,
    point: SVector<T, D>,
) -> Result<SVector<T, D>, NotFinite> {
    for &coordinate in point.iter() {
        finite(name, coordinate)?;
    }
    Ok(point)
}
