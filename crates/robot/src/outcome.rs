//! The answers of a checker. They have the form of the answers for a pair of bodies.

use nalgebra::Vector3;
use photofinish::Contact;
use photofinish::support::Feature;
use serde::{Serialize, Serializer};

use super::PathUndecided;

/// The answer for a path, and its cost. The answer for a pair of bodies is a [`Solution`](photofinish::Solution).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PathSolution {
    /// The answer.
    pub outcome: PathOutcome,
    /// The number of pairs of convex pieces that were checked: all that may not touch. Never 0, unless the rules
    /// [allow it](super::Rules::allow_nothing_to_check).
    pub pairs: usize,
    /// The number of these pairs that some joint moves past each other.
    pub moving_pairs: usize,
    /// The cost of the answer.
    pub statistics: ScanStatistics,
}

impl PathSolution {
    /// Returns whether the path is proven clear.
    pub fn is_clear(&self) -> bool {
        matches!(self.outcome, PathOutcome::Separated(_))
    }

    /// Returns the first impact, if there is one.
    pub fn impact(&self) -> Option<&PathImpact> {
        match &self.outcome {
            PathOutcome::Impact(impact) => Some(impact),
            PathOutcome::Separated(_) => None,
        }
    }
}

/// The two answers for a path. A path that is not decided is an error: [`PathError`](super::PathError).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum PathOutcome {
    /// The path is proven clear: bodies that may not touch stay farther apart than the target distance throughout.
    Separated(PathSeparated),
    /// Two bodies touch, or come within the tolerance of the target distance. Every time before is proven clear.
    Impact(PathImpact),
}

/// A path that is proven clear.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PathSeparated {
    /// Two bodies that may not touch, and that move past each other, are proven never to be nearer than their
    /// [target distance](super::Rules::target_distance) plus this length. It is never negative, and infinite if there
    /// are no two such bodies.
    ///
    /// The true least distance may be larger, by what [`Rules::accuracy`](super::Rules::accuracy) allows.
    pub clearance: f64,
    /// The pair that was seen nearest, beyond its target distance. At
    /// [`Rules::accuracy`](super::Rules::accuracy) a, no other pair comes nearer than 1 - a times that. None if there are
    /// no two such bodies.
    ///
    /// At an accuracy of 1 pairs are proven apart before they are seen, and it is the pair that the clearance is of.
    pub between: Option<BodyPair>,
}

/// Two bodies: a link, and another link or an object of the scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BodyPair {
    /// The name of a link of the robot.
    pub link: String,
    /// The name of another link, or of an object.
    pub other: String,
    /// Iff the other body is an object of the scene.
    pub is_object: bool,
}

impl std::fmt::Display for BodyPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = if self.is_object { "object" } else { "link" };
        write!(f, "link {:?} and {kind} {:?}", self.link, self.other)
    }
}

/// A time at which two bodies of a path are within the tolerance of touching.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PathImpact {
    /// The time of the impact, in the path's time.
    pub time: f64,
    /// The index of the segment of the path, from 0.
    pub segment: usize,
    /// The share of this segment that has passed at the impact, from 0 to 1.
    pub share: f64,
    /// The values of all joints of the robot at the impact.
    pub configuration: Vec<f64>,
    /// The two bodies. The link is body A, and the other is body B.
    pub between: BodyPair,
    /// The distance of the bodies at the impact: at most the target distance plus the tolerance. A negative distance
    /// is the depth by which they overlap, which they can only where the path begins.
    pub distance: f64,
    /// The tolerance that applied: that of the rules, or the default for these bodies, which includes what rounding
    /// hides of their distance.
    pub tolerance: f64,
    /// Where the bodies touch, or are nearest to each other, in the world. The normal points from the link to the other
    /// body.
    #[serde(flatten, serialize_with = "contact_keys")]
    pub contact: Contact<f64, 3>,
}

impl std::fmt::Display for PathImpact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            time,
            segment,
            share,
            between,
            distance,
            contact,
            configuration,
            ..
        } = self;
        let [x, y, z] = contact.witness_b.into();
        write!(
            f,
            "{between} meet at time {time}, {:.3} % of segment {segment}, at ({x:.6}, {y:.6}, {z:.6}), \
             their distance {distance:.3e}; the joint values are {configuration:?}",
            share * 100.0
        )
    }
}

/// The distance at a configuration of two convex pieces that may not touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PairDistance {
    /// The bodies that the pieces belong to. The link is body A, and the other is body B.
    pub between: BodyPair,
    /// The index of the piece in each of the two bodies.
    pub pieces: [usize; 2],
    /// Iff some joint moves one piece past the other.
    pub moves: bool,
    /// The distance that the two must keep.
    pub target_distance: f64,
    /// The distance of the pieces. A negative distance is the depth by which they overlap.
    pub distance: f64,
    /// Where the pieces are nearest to each other, in the world. The normal points from the link to the other body.
    #[serde(flatten, serialize_with = "contact_keys")]
    pub contact: Contact<f64, 3>,
}

/// Writes a contact by the keys that answers for pairs of bodies have.
fn contact_keys<S: Serializer>(
    contact: &Contact<f64, 3>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Keys<'a> {
        normal: &'a Vector3<f64>,
        witness_a: &'a Vector3<f64>,
        witness_b: &'a Vector3<f64>,
        feature_a: Feature,
        feature_b: Feature,
    }
    let keys = Keys {
        normal: &contact.normal,
        witness_a: &contact.witness_a,
        witness_b: &contact.witness_b,
        feature_a: contact.feature_a,
        feature_b: contact.feature_b,
    };
    keys.serialize(serializer)
}

/// A stretch of a path in which two bodies touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContactInterval {
    /// The beginning of the contact. Before it the bodies are proven apart, since the end of their last contact.
    pub first: PathImpact,
    /// The end of the contact. After it the bodies are proven apart. None if they touch until the end of the path.
    pub last: Option<PathImpact>,
}

/// All contacts of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Contacts {
    /// The contacts, in the order in which they begin.
    pub intervals: Vec<ContactInterval>,
    /// The stretches that are neither proven clear nor known to touch, each given by its beginning.
    pub undecided: Vec<PathUndecided>,
    /// The cost of the answer.
    pub statistics: ScanStatistics,
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScanStatistics {
    /// The number of configurations at which the links were placed.
    pub configurations: u64,
    /// The number of tests of a separating vector over a span.
    pub tests: u64,
    /// The number of runs of GJK, without those within queries.
    pub searches: u64,
    /// The number of queries of a single pair over a short span.
    pub queries: u64,
}
