//! The errors of a certificate that does not hold.

use thiserror::Error;

/// A reason why a certificate does not prove a claim.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The intervals do not cover the claimed span.
    #[error("the intervals do not cover the time from {start:?} to {end:?}")]
    Uncovered {
        /// The start of the claimed span.
        start: f64,
        /// The end of the claimed span.
        end: f64,
    },
    /// An interval does not prove more than the claimed distance and its rounding.
    #[error(
        "interval {index} proves a distance of {kept:?}, which must exceed the claimed {claimed:?} by its rounding"
    )]
    KeepsLess {
        /// Which interval.
        index: usize,
        /// The distance that it proves.
        kept: f64,
        /// The claimed distance.
        claimed: f64,
    },
    /// The bodies are so thin that they could pass through each other and still keep the claimed negative distance.
    #[error(
        "bodies only known to be {width:?} thick together could pass through each other at a distance of {distance:?}"
    )]
    PassesThrough {
        /// The claimed distance.
        distance: f64,
        /// The sum of the inner diameters of both bodies.
        width: f64,
    },
    /// A distance is NaN or infinite.
    #[error("a distance must be finite, but is {value:?}")]
    ClaimNotFinite {
        /// The distance.
        value: f64,
    },
    /// An interval does not begin where the one before ends, or ends before it begins.
    #[error("interval {index} covers from {start:?} to {end:?}, but should begin at {expected:?}")]
    Gap {
        /// Which interval.
        index: usize,
        /// The time at which it begins.
        start: f64,
        /// The time at which it ends.
        end: f64,
        /// The time at which it should begin.
        expected: f64,
    },
    /// A separating vector is not of unit length.
    #[error("the vector of interval {index} has length {length:?}, not 1")]
    NotAUnitVector {
        /// Which interval.
        index: usize,
        /// The length of its vector.
        length: f64,
    },
    /// The vector of an interval is not the normal of the half-space: no other vector separates a half-space from a
    /// body.
    #[error("the vector of interval {index} is not the half-space's normal in its frame")]
    NotTheNormal {
        /// Which interval.
        index: usize,
    },
    /// A knot of a motion lies inside an interval, so that the motion's bounds do not hold over it.
    #[error("interval {index} has the knot {knot:?} inside")]
    KnotInside {
        /// Which interval.
        index: usize,
        /// The time of the knot.
        knot: f64,
    },
    /// A motion's [`next_knot`](crate::motion::Motion::next_knot) is not later than the start of an interval.
    #[error(
        "the motion's next knot after the start {after:?} of interval {index} must be later, but is {knot:?}"
    )]
    KnotNotLater {
        /// Which interval.
        index: usize,
        /// The time at which it begins.
        after: f64,
        /// The knot that the motion returned.
        knot: f64,
    },
    /// The inequality of an interval does not hold, so that it proves nothing.
    #[error(
        "interval {index} is not proven free: the gaps at its ends are {gap_start:?} and {gap_end:?}{}",
        hint(*gap_start, *gap_end)
    )]
    NotProven {
        /// Which interval.
        index: usize,
        /// The gap at its start.
        gap_start: f64,
        /// The gap at its end.
        gap_end: f64,
    },
    /// An interval claims a larger margin than it proves.
    #[error("interval {index} claims a margin of {margin:?}, but proves {proven:?}")]
    Overstated {
        /// Which interval.
        index: usize,
        /// The margin that it claims.
        margin: f64,
        /// The margin that is proven.
        proven: f64,
    },
}

/// Vectors point from A to B: along those of swapped bodies, both are too near at either end.
fn hint(gap_start: f64, gap_end: f64) -> &'static str {
    if gap_start < 0.0 && gap_end < 0.0 {
        "; are these the bodies and motions of the certificate, in its order?"
    } else {
        ""
    }
}
