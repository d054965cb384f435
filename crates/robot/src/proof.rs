//! Certificates of whole paths, which anyone can check again.

mod error;
mod format;
mod verify;

pub use error::{PathCertificateError, PathIntervalError};
pub use verify::Proven;

use nalgebra::Vector3;

use self::format::{FormatName, FormatVersion};
use super::checker::Checker;
use super::course::Segment;
use super::report::BodyPair;
use photofinish::CertifiedInterval;

/// Proof that every pair of bodies that may not touch keeps its distance, from the beginning of a path up to some time.
///
/// It says what it covers, [`start`](Self::start) to [`end`](Self::end) and [`pairs`](Self::pairs), and what it proves:
/// [`target_distance`](Self::target_distance) and [`least_distance`](Self::least_distance). For every pair and segment
/// there is a chain of intervals, each with a vector that separates the bodies throughout, and by how much.
/// [`verify`](Self::verify) checks all of it with two support values and one inequality for each interval.
///
/// It serialises with the name and version of its format. Read back, a file of another version or with a field that is
/// not known is refused.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathCertificate {
    format: FormatName,
    version: FormatVersion,
    /// The distance that no two bodies come nearer than: that of the [`Rules`](super::Rules).
    pub target_distance: f64,
    /// The distance that no two bodies come nearer than of which one moves past the other: the least of any interval.
    /// None if no body moves past another, or no time is covered.
    pub least_distance: Option<f64>,
    /// When it begins, in the path's time: at the first waypoint.
    pub start: f64,
    /// When it ends: with the path, with its first contact, or where it is undecided. Never later than `until` is.
    pub end: f64,
    /// The same end as a segment, from 0, and the share of it that has passed then.
    pub until: (usize, f64),
    /// By pair of convex pieces.
    pub pairs: Vec<PairCertificate>,
}

/// Proof that two convex pieces keep their distance.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCertificate {
    /// Whose pieces they are.
    pub between: BodyPair,
    /// Which of the pieces of each.
    pub pieces: [usize; 2],
    /// Iff some joint moves one past the other.
    pub moves: bool,
    /// By segment, the intervals, in shares of the segment. Vectors point from the link to the other body, in the frame
    /// of the last joint that moves both: the frame of its child link. If none does they are in the world.
    pub segments: Vec<Vec<PathInterval>>,
}

/// A span of a segment over which one vector separates two pieces.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathInterval {
    /// Where the span begins, as a share of the segment.
    pub start: f64,
    /// Where it ends.
    pub end: f64,
    /// The separating vector, of unit length.
    pub direction: Vector3<f64>,
    /// The distance that it was tested for: the target distance at least.
    pub kept_distance: f64,
    /// During the span the pieces are at least this much farther apart than that.
    pub margin: f64,
}

/// The share of a margin that its claim gives away, for the length of the separating vector and for files that do not
/// keep the last digit; a check takes back half of it at most.
const CLAIMED: f64 = 1.0 - 16.0 * f64::EPSILON;

impl PathInterval {
    /// What is claimed of an interval that was proven for this distance.
    pub(super) fn claimed(proven: &CertifiedInterval<f64, 3>, kept_distance: f64) -> Self {
        Self {
            start: proven.start,
            end: proven.end,
            direction: proven.direction,
            kept_distance,
            margin: proven.margin * CLAIMED,
        }
    }

    /// The distance that the pieces keep during the span, beyond which nothing is proven.
    pub fn distance(&self) -> f64 {
        if self.kept_distance == 0.0 {
            self.margin
        } else {
            // a sum may be rounded up
            (self.kept_distance + self.margin)
                .next_down()
                .max(self.kept_distance)
        }
    }
}

impl PathCertificate {
    /// Of nothing yet.
    pub(super) fn new(checker: &Checker, segments: &[Segment]) -> Self {
        let pairs = 0..checker.cast.pairs.len();
        let pair = |pair| PairCertificate {
            between: checker.between(pair),
            pieces: checker.pieces(pair).map(|body| body.piece),
            moves: checker.cast.pairs[pair].moves,
            segments: Vec::new(),
        };
        let start = segments[0].start;
        Self {
            format: FormatName,
            version: FormatVersion,
            target_distance: checker.rules.target_distance,
            least_distance: None,
            start,
            end: start,
            until: (0, 0.0),
            pairs: pairs.map(pair).collect(),
        }
    }

    /// Begins another segment.
    pub(super) fn begin_segment(&mut self) {
        for pair in &mut self.pairs {
            pair.segments.push(Vec::new());
        }
    }

    /// Keeps what proves a pair apart in the segment that was begun last.
    pub(super) fn keep(&mut self, pair: usize, proof: &[PathInterval]) {
        let of_segment = self.pairs[pair].segments.last_mut();
        of_segment.expect("a segment was begun").extend(proof);
    }

    /// Says up to which share of a segment all pairs were proven apart.
    pub(super) fn end_segment(&mut self, (index, segment): (usize, &Segment), share: f64) {
        self.until = (index, share);
        self.end = segment.time_before(share);
        self.least_distance = self.least_of_intervals();
    }

    /// The least distance that intervals of pairs that move prove.
    fn least_of_intervals(&self) -> Option<f64> {
        let moving = self.pairs.iter().filter(|pair| pair.moves);
        let intervals = moving.flat_map(|pair| pair.segments.iter().flatten());
        intervals.map(PathInterval::distance).reduce(f64::min)
    }

    /// How many intervals it has.
    pub fn intervals(&self) -> usize {
        let segments = self.pairs.iter().flat_map(|pair| &pair.segments);
        segments.map(Vec::len).sum()
    }
}
