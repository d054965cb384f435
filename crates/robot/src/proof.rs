//! Certificates of whole paths, which anyone can check again.

mod error;
mod format;
mod verify;

pub use error::{PathCertificateError, PathIntervalError};
pub use verify::Proven;

use nalgebra::Vector3;

use self::format::{FormatName, FormatVersion};
use super::bodies::PairId;
use super::checker::Checker;
use super::course::Segment;
use super::outcome::BodyPair;
use photofinish::CertifiedInterval;

/// Proof that every pair of bodies that may not touch keeps its distance, from the beginning of a path up to some time.
///
/// A certificate states what it covers: the time from [`start`](Self::start) to [`end`](Self::end), and the
/// [`pairs`](Self::pairs), each with its target distance. It states what it proves: [`clearance`](Self::clearance) and
/// [`least_distance`](Self::least_distance). For every pair and segment it holds a chain of intervals, each with a
/// vector that separates the bodies throughout the interval, and by how much. [`verify`](Self::verify) checks all of
/// this, with two support values and one inequality for each interval.
///
/// The serialised form has the name and the version of its format. A file of another version, or with an unknown field,
/// is refused.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::{Checker, Joint, Link, Path, Robot, Scene};
/// use photofinish::shape::{Ball, Capsule};
///
/// let bar = Link::new("bar").with(Capsule::new(0.5, 0.05)?, Isometry3::translation(0.0, 0.5, 0.0));
/// let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
/// let robot = Robot::new("barrier", vec![Link::new("base"), bar], vec![hinge])?;
/// let mut scene = Scene::new();
/// scene.add("ball", Ball::new(0.1)?, Isometry3::translation(-0.8, 0.0, 0.0))?;
///
/// let checker = Checker::new(&robot, &scene)?;
/// let path = Path::new(vec![vec![0.0], vec![1.2]]);
/// let (solution, certificate) = checker.certify(&path)?;
/// assert!(solution.is_clear());
/// // later, or on another machine, without a search
/// let proven = certificate.verify(&checker, &path)?;
/// assert!(proven.is_whole && proven.least_distance > Some(0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathCertificate {
    format: FormatName,
    version: FormatVersion,
    /// The least length beyond its target distance that any interval proves for two bodies that move past each other: no
    /// two such bodies come nearer. None if no body moves past another, or no time is covered.
    pub clearance: Option<f64>,
    /// The least distance that any interval proves for two bodies that move past each other: no two such bodies come
    /// nearer. None if no body moves past another, or no time is covered.
    pub least_distance: Option<f64>,
    /// The beginning of the time covered, in the path's time: the first waypoint.
    pub start: f64,
    /// The end of the time covered: the end of the path, its first contact, or where it is undecided. Never later than
    /// the time of `until`.
    pub end: f64,
    /// The end of the time covered, as the index of a segment, from 0, and the share of this segment that has passed.
    pub until: (usize, f64),
    /// The proofs, one for each pair of convex pieces.
    pub pairs: Vec<PairCertificate>,
}

/// Proof that two convex pieces keep their distance.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PairCertificate {
    /// The bodies that the pieces belong to.
    pub between: BodyPair,
    /// The index of the piece in each of the two bodies.
    pub pieces: [usize; 2],
    /// Iff some joint moves one piece past the other.
    pub moves: bool,
    /// The distance that the two must keep, by the [`Rules`](super::Rules): they come no nearer than this.
    pub target_distance: f64,
    /// The intervals of each segment, in shares of the segment. Vectors point from the link to the other body. They are
    /// in the frame of the child link of the last joint that moves both bodies, or in the world if no joint moves both.
    pub segments: Vec<Vec<PathInterval>>,
}

/// A span of a segment over which one vector separates two pieces.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PathInterval {
    /// The beginning of the span, as a share of the segment.
    pub start: f64,
    /// The end of the span, as a share of the segment.
    pub end: f64,
    /// The separating vector, of unit length, in the frame that [`PairCertificate::segments`] names.
    pub direction: Vector3<f64>,
    /// The distance that the vector was tested for: at least the target distance of the pair.
    pub kept_distance: f64,
    /// During the span the pieces are farther apart than `kept_distance` by at least this length.
    pub margin: f64,
}

/// The share of the margin proven in the search that a certificate claims. What is given away covers the length of the
/// separating vector, which is 1 up to rounding only, and files that lose the last digit. A check takes back half of
/// it: `ACCEPTED_IN_CHECK_FACTOR` in `proof/verify.rs`. The product and a file lose one ulp, so that seven are left.
const CLAIMED_BY_SEARCH_FACTOR: f64 = 1.0 - 16.0 * f64::EPSILON;

impl PathInterval {
    /// Returns the claim for an interval that was proven for this distance.
    pub(super) fn claimed(proven: &CertifiedInterval<f64, 3>, kept_distance: f64) -> Self {
        Self {
            start: proven.start,
            end: proven.end,
            direction: proven.direction,
            kept_distance,
            margin: proven.margin * CLAIMED_BY_SEARCH_FACTOR,
        }
    }

    /// Returns the largest distance that the pieces are proven to keep during the span.
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

/// Returns the length that a proven distance is beyond the target distance, rounded down.
pub(super) fn clearance(distance: f64, target_distance: f64) -> f64 {
    if target_distance == 0.0 {
        distance
    } else {
        (distance - target_distance).next_down().max(0.0)
    }
}

impl PathCertificate {
    /// Returns a certificate that covers no time yet.
    pub(super) fn new(checker: &Checker, segments: &[Segment]) -> Self {
        let pair = |pair| PairCertificate {
            between: checker.between(pair),
            pieces: checker.pieces(pair).map(|body| body.piece),
            moves: checker.bodies[pair].moves,
            target_distance: checker.bodies[pair].target_distance,
            segments: Vec::new(),
        };
        let start = segments[0].start;
        Self {
            format: FormatName,
            version: FormatVersion,
            clearance: None,
            least_distance: None,
            start,
            end: start,
            until: (0, 0.0),
            pairs: checker.bodies.pair_ids().map(pair).collect(),
        }
    }

    /// Begins another segment.
    pub(super) fn begin_segment(&mut self) {
        for pair in &mut self.pairs {
            pair.segments.push(Vec::new());
        }
    }

    /// Adds intervals that prove a pair apart to the segment that was begun last.
    pub(super) fn keep(&mut self, pair: PairId, proof: &[PathInterval]) {
        let of_segment = self.pairs[pair.index()].segments.last_mut();
        of_segment.expect("a segment was begun").extend(proof);
    }

    /// Records the share of a segment up to which all pairs are proven apart.
    pub(super) fn end_segment(&mut self, (index, segment): (usize, &Segment), share: f64) {
        self.until = (index, share);
        self.end = segment.time_before(share);
        [self.clearance, self.least_distance] = self.least_of_intervals();
    }

    /// Returns the least clearance and the least distance that any interval of a moving pair proves; none if no time is
    /// covered, as pairs that are apart at the start say nothing of the pair that touches there.
    fn least_of_intervals(&self) -> [Option<f64>; 2] {
        if self.until == (0, 0.0) {
            return [None; 2];
        }
        let moving = self.pairs.iter().filter(|pair| pair.moves);
        let least = moving.filter_map(|pair| {
            let intervals = pair.segments.iter().flatten();
            let least = intervals.map(PathInterval::distance).reduce(f64::min)?;
            Some([clearance(least, pair.target_distance), least])
        });
        let least = least.reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])]);
        least.map_or([None; 2], |least| least.map(Some))
    }

    /// Returns the number of intervals, of all pairs and segments.
    pub fn intervals(&self) -> usize {
        let segments = self.pairs.iter().flat_map(|pair| &pair.segments);
        segments.map(Vec::len).sum()
    }
}
