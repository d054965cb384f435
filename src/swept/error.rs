//! The reasons why nothing is proven of a body over a span.

use thiserror::Error;

/// The reason why there is no bound of a body over a span.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SweptError {
    /// The motion has no bounds of speed or acceleration that could prove anything.
    #[error("the motion has no bounds from {start:?} to {end:?}, so nothing is proven of it")]
    NoBounds {
        /// When the span starts for which bounds were asked.
        start: f64,
        /// When that span ends.
        end: f64,
    },
    /// A bound of the motion's speed or acceleration is NaN or infinite, and no other bound proves anything.
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
    /// The motion's speed bounds along a direction and against it cannot both hold, as their sum is negative.
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
    /// The bounds of the motion let the body get farther than a length may be.
    #[error(
        "from {start:?} to {end:?} the body may get farther than {largest:e}, as far as its bounds tell"
    )]
    TooFar {
        /// The largest length that a body may have.
        largest: f64,
        /// When the span starts for which bounds were asked.
        start: f64,
        /// When that span ends.
        end: f64,
    },
    /// The body has coordinates that are NaN, infinite or too large at some time.
    #[error("a body's coordinates must be finite, but at time {time:?} one is {value:?}")]
    CoordinateNotFinite {
        /// The time at which the body has it.
        time: f64,
        /// The value of the coordinate.
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
    /// The motion has so many knots that their number is taken for a mistake.
    #[error(
        "the motion has more than {most} knots in the span, of which the last seen is at {reached:?}"
    )]
    TooManyKnots {
        /// The largest number of knots in a span.
        most: usize,
        /// The time of the last knot seen.
        reached: f64,
    },
    /// A direction is not of unit length.
    #[error("a direction must be a unit vector, but its length is {length:?}")]
    NotAUnitVector {
        /// Its length.
        length: f64,
    },
    /// A length that was asked for is NaN, infinite, too large or negative.
    #[error("{name} must be finite and not negative, but is {value:?}")]
    InvalidLength {
        /// Which length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}
