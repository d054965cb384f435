//! Why a certificate of a path does not hold.

use thiserror::Error;

use crate::RobotError;
use crate::outcome::BodyPair;

/// Why a certificate of a path does not hold.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PathCertificateError {
    /// The path is invalid for this robot.
    #[error(transparent)]
    Path(#[from] RobotError),
    /// The certificate has more or fewer pairs of bodies than the checker.
    #[error("the certificate has {found} pairs of bodies, but there are {expected}")]
    OtherBodies {
        /// The number of pairs of the certificate.
        found: usize,
        /// The number of pairs of the checker.
        expected: usize,
    },
    /// A pair has other bodies, or other pieces of them, than the checker's pair with this index.
    #[error("pair {index} of the certificate is {found}, but should be {expected}")]
    OtherPair {
        /// The index of the pair, from 0.
        index: usize,
        /// The bodies of the certificate's pair.
        found: BodyPair,
        /// The bodies of the checker's pair.
        expected: BodyPair,
    },
    /// The certificate ends in a segment that the path does not have.
    #[error(
        "the certificate ends in segment {found}, counted from 0, but the path has only {expected}"
    )]
    OtherPath {
        /// The index of the segment in which it ends, from 0.
        found: usize,
        /// The number of segments of the path.
        expected: usize,
    },
    /// The certificate was made for another target distance of a pair.
    #[error("{between}: the certificate is for a target distance of {found}, not {expected}")]
    OtherTargetDistance {
        /// The two bodies.
        between: BodyPair,
        /// The target distance of the certificate.
        found: f64,
        /// The target distance of the checker.
        expected: f64,
    },
    /// The certificate claims to cover times that are not the times of the path.
    #[error(
        "the certificate says that it covers the times {start} to {end}, but in this path \
         these are {expected_start} to {expected_end}"
    )]
    OtherTimes {
        /// The beginning that it claims.
        start: f64,
        /// The end that it claims.
        end: f64,
        /// The beginning of the path.
        expected_start: f64,
        /// The time when the last share of a segment that it covers has passed.
        expected_end: f64,
    },
    /// A pair has intervals for more or fewer segments than the certificate claims to cover.
    #[error("{between}: {found} segments are certified, but {expected} were claimed")]
    SegmentCount {
        /// The two bodies.
        between: BodyPair,
        /// The number of segments that have intervals.
        found: usize,
        /// The number of segments claimed.
        expected: usize,
    },
    /// A pair is certified less far than the certificate claims.
    #[error(
        "{between}: segment {segment} is certified up to {found} of it only, but {expected} was claimed"
    )]
    Incomplete {
        /// The two bodies.
        between: BodyPair,
        /// The index of the segment, from 0.
        segment: usize,
        /// The share of the segment that is certified.
        found: f64,
        /// The share that is claimed.
        expected: f64,
    },
    /// An interval does not hold.
    #[error("{between}: segment {segment}, interval {interval}: {source}")]
    Wrong {
        /// The two bodies.
        between: BodyPair,
        /// The index of the segment, from 0.
        segment: usize,
        /// The index of the interval in the segment, from 0.
        interval: usize,
        /// Why the interval does not hold.
        source: PathIntervalError,
    },
    /// The certificate claims a larger distance than its intervals prove.
    #[error("the certificate claims a distance of {claimed}, but its intervals prove {proven}")]
    Overstated {
        /// The distance claimed, of the two that it states; infinite if it claims that no pair moves.
        claimed: f64,
        /// The distance proven; infinite if no pair moves, or no time is covered.
        proven: f64,
    },
    /// An answer says more than the certificate proves.
    #[error(
        "the answer says clear until {until} with a clearance of {clearance}, but the certificate proves {proven}"
    )]
    LessThanAnswer {
        /// The time up to which the path is clear according to the answer.
        until: f64,
        /// The clearance that it states, beyond the target distance.
        clearance: f64,
        /// What the certificate proves.
        proven: super::Proven,
    },
}

/// Why one interval of a certificate does not hold.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PathIntervalError {
    /// The interval does not begin where the one before ends, ends before it begins, or ends after the segment.
    #[error("it covers from {start} to {end}, but should begin at {expected}")]
    Gap {
        /// Its beginning, as a share of the segment.
        start: f64,
        /// Its end, as a share of the segment.
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
    /// The interval's distance is less than the target distance, or its margin is negative, or one of them is not
    /// finite.
    #[error(
        "it keeps a distance of {kept_distance} with a margin of {margin}: the distance must be finite and not less \
         than the target distance, the margin finite and not negative"
    )]
    NotADistance {
        /// The distance that the interval claims to be tested for.
        kept_distance: f64,
        /// The margin.
        margin: f64,
    },
    /// The inequality does not hold for the margin claimed.
    #[error("its margin is {claimed:e}, but {proven:e} is proven")]
    NotProven {
        /// The margin claimed.
        claimed: f64,
        /// The margin that is proven; negative if the bodies may be nearer than the distance kept.
        proven: f64,
    },
}
