//! Why a certificate does not hold.

use thiserror::Error;

/// Why a certificate does not hold.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The intervals do not reach over the span that is claimed.
    #[error("the intervals do not cover the time from {start} to {end}")]
    Uncovered {
        /// Where the claimed span begins.
        start: f64,
        /// Where it ends.
        end: f64,
    },
    /// An interval proves less than the distance that is claimed.
    #[error("interval {index} proves a distance of {kept}, less than the claimed {claimed}")]
    KeepsLess {
        /// Which interval.
        index: usize,
        /// What it proves.
        kept: f64,
        /// What is claimed.
        claimed: f64,
    },
    /// Bodies so thin could pass through each other and still keep the negative distance that is claimed.
    #[error(
        "a distance of {distance} says little of bodies that together are only known to be {width} thick"
    )]
    PassesThrough {
        /// The claimed distance.
        distance: f64,
        /// The sum of the inner diameters of both bodies.
        width: f64,
    },
    /// A distance is not a number, or infinite.
    #[error("a distance must be finite, but is {value}")]
    ClaimNotFinite {
        /// The distance.
        value: f64,
    },
    /// An interval does not begin where the one before ends, or ends before it begins.
    #[error("interval {index} covers from {start} to {end}, but should begin at {expected}")]
    Gap {
        /// Which interval.
        index: usize,
        /// Where it begins.
        start: f64,
        /// Where it ends.
        end: f64,
        /// Where it should begin.
        expected: f64,
    },
    /// A separating vector is not of unit length.
    #[error("the vector of interval {index} has length {length}, not 1")]
    NotAUnitVector {
        /// Which interval.
        index: usize,
        /// The length of its vector.
        length: f64,
    },
    /// A knot of a motion lies inside an interval, so that the motion's bounds do not hold over it.
    #[error("interval {index} has the knot {knot} inside")]
    KnotInside {
        /// Which interval.
        index: usize,
        /// The knot.
        knot: f64,
    },
    /// The motions have no bounds, so that nothing is certified.
    #[error("interval {index} rests on no bound")]
    Uncertified {
        /// Which interval.
        index: usize,
    },
    /// The inequality does not hold.
    #[error(
        "interval {index} is not proven free: the gaps at its ends are {gap_start:e} and {gap_end:e}"
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
    #[error("interval {index} claims a margin of {margin:e}, but proves {proven:e}")]
    Overstated {
        /// Which interval.
        index: usize,
        /// The margin that it claims.
        margin: f64,
        /// The margin that is proven.
        proven: f64,
    },
}
