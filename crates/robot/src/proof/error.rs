//! Why a certificate of a path does not hold.

use thiserror::Error;

use crate::RobotError;
use crate::report::BodyPair;

/// Why a certificate of a path does not hold.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PathCertificateError {
    /// The path is none for this robot.
    #[error(transparent)]
    Path(#[from] RobotError),
    /// It is of fewer or more bodies than the checker's.
    #[error("the certificate is of {found} pairs of bodies, but there are {expected}")]
    OtherBodies {
        /// How many pairs it speaks of.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// A pair is of other bodies, or other pieces of them, than the checker's pair of this number.
    #[error("pair {index} of the certificate is of {found}, but should be of {expected}")]
    OtherPair {
        /// Which pair, from 0.
        index: usize,
        /// The bodies that it speaks of.
        found: BodyPair,
        /// Those that it should speak of.
        expected: BodyPair,
    },
    /// It ends in a segment that the path does not have.
    #[error("the certificate ends in segment {found}, but the path has {expected}")]
    OtherPath {
        /// The segment in which it ends, from 0.
        found: usize,
        /// How many segments the path has.
        expected: usize,
    },
    /// It was made for another distance to be kept.
    #[error("the certificate is for a target distance of {found}, not {expected}")]
    OtherTargetDistance {
        /// Its target distance.
        found: f64,
        /// That of the checker.
        expected: f64,
    },
    /// The times that it says it covers are not those of the path.
    #[error(
        "the certificate says that it covers the times {start} to {end}, but in this path \
         these are {expected_start} to {expected_end}"
    )]
    OtherTimes {
        /// When it says that it begins.
        start: f64,
        /// When it says that it ends.
        end: f64,
        /// When the path begins.
        expected_start: f64,
        /// When the last share of a segment that it covers has passed.
        expected_end: f64,
    },
    /// A pair has intervals of fewer or more segments than the certificate says it covers.
    #[error("{between}: {found} segments are certified, but {expected} were claimed")]
    SegmentCount {
        /// Which bodies.
        between: BodyPair,
        /// How many segments it has intervals of.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A pair is not certified as far as the certificate says.
    #[error(
        "{between}: segment {segment} is certified up to {found} of it only, but {expected} was claimed"
    )]
    Incomplete {
        /// Which bodies.
        between: BodyPair,
        /// Which segment, from 0.
        segment: usize,
        /// The share of it that is certified.
        found: f64,
        /// The share that should be.
        expected: f64,
    },
    /// An interval does not hold.
    #[error("{between}: segment {segment}, interval {interval}: {source}")]
    Wrong {
        /// Which bodies.
        between: BodyPair,
        /// Which segment, from 0.
        segment: usize,
        /// Which interval of it, from 0.
        interval: usize,
        /// What is wrong.
        source: PathIntervalError,
    },
    /// It claims a larger distance than its intervals prove.
    #[error(
        "the certificate claims a least distance of {claimed}, but its intervals prove {proven}"
    )]
    Overstated {
        /// The distance claimed; infinite where no pair was to move.
        claimed: f64,
        /// The distance proven; infinite where no pair moves.
        proven: f64,
    },
    /// A verdict says more than the certificate proves.
    #[error(
        "the verdict says clear until {until} with a least distance of {least_distance}, but the certificate proves {proven}"
    )]
    LessThanVerdict {
        /// Up to when the verdict says that the path is clear.
        until: f64,
        /// The least distance that it states.
        least_distance: f64,
        /// What the certificate proves.
        proven: super::Proven,
    },
}

/// Why one interval of a certificate does not hold.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PathIntervalError {
    /// It does not begin where the one before ends, ends before it begins, or ends after the segment.
    #[error("it covers from {start} to {end}, but should begin at {expected}")]
    Gap {
        /// Where it begins.
        start: f64,
        /// Where it ends.
        end: f64,
        /// Where it should begin.
        expected: f64,
    },
    /// The separating vector is not of unit length.
    #[error("its vector has length {length}, not 1")]
    NotAUnitVector {
        /// The length.
        length: f64,
    },
    /// Its distance is less than the target distance, or its margin negative, or one of them no number.
    #[error(
        "it keeps a distance of {kept_distance} with a margin of {margin}, which is less than \
         the target distance or no number"
    )]
    NotADistance {
        /// The distance that it says it was tested for.
        kept_distance: f64,
        /// The margin.
        margin: f64,
    },
    /// The inequality does not hold for the margin claimed.
    #[error("its margin is {claimed:e}, but {proven:e} is proven")]
    NotProven {
        /// The margin claimed.
        claimed: f64,
        /// What is proven; negative where the bodies may be nearer than the distance kept.
        proven: f64,
    },
}
