//! The answers of a checker.

use nalgebra::Vector3;

/// The answer for a path, and its cost.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The number of pairs of convex pieces that were checked: all that may not touch. Never 0, unless the rules
    /// [allow it](super::Rules::allow_nothing_to_check).
    pub pairs: usize,
    /// The number of these pairs that some joint moves past each other.
    pub moving_pairs: usize,
    /// The cost of the answer.
    pub statistics: ScanStatistics,
}

impl Report {
    /// Returns whether the path is proven clear.
    pub fn is_clear(&self) -> bool {
        matches!(self.verdict, Verdict::Clear(_))
    }

    /// Returns the first contact, if there is one.
    pub fn contact(&self) -> Option<&Contact> {
        match &self.verdict {
            Verdict::Contact(contact) => Some(contact),
            _ => None,
        }
    }
}

/// The three answers for a path.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// The path is proven clear: at no time do bodies touch that may not.
    Clear(Clear),
    /// Two bodies touch, or come nearer than the target distance. Every time before is proven clear.
    Contact(Contact),
    /// Neither could be proven. This is never a "clear".
    Undecided(Undecided),
}

/// A path that is proven clear.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Clear {
    /// The proven distance: no two bodies that may not touch, and that move past each other, are ever nearer. It is
    /// measured from surface to surface, and includes the [target distance](super::Rules::target_distance). The true
    /// least distance may be larger, by what [`Rules::accuracy`](super::Rules::accuracy) allows. Infinite if there are
    /// no two such bodies.
    ///
    /// (The `clearance` of a [pair's answer](photofinish::Separated) does not include the target distance.)
    pub least_distance: f64,
    /// The pair with the smallest proven distance.
    pub between: Option<BodyPair>,
}

/// Two bodies: a link, and another link or an object of the scene.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(deny_unknown_fields)]
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

/// A time at which two bodies touch, or are within the tolerance of that.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contact {
    /// The time of the contact, in the path's time.
    pub time: f64,
    /// The index of the segment of the path, from 0.
    pub segment: usize,
    /// The share of this segment that has passed at the contact, from 0 to 1.
    pub share: f64,
    /// The values of all joints of the robot at the contact.
    pub configuration: Vec<f64>,
    /// The two bodies.
    pub between: BodyPair,
    /// The distance of the bodies at the contact: at most the target distance plus the tolerance. A negative distance
    /// is the depth by which they overlap, which they can only where the path begins.
    pub distance: f64,
    /// The unit vector from the link to the other body that separates them, in the world.
    pub normal: Vector3<f64>,
    /// The point of the link that is nearest to the other body, in the world.
    pub on_link: Vector3<f64>,
    /// The point of the other body that is nearest to the link, in the world.
    pub on_other: Vector3<f64>,
}

impl std::fmt::Display for Contact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            time,
            segment,
            share,
            between,
            distance,
            on_other,
            configuration,
            ..
        } = self;
        let [x, y, z] = [on_other.x, on_other.y, on_other.z];
        write!(
            f,
            "{between} meet at time {time}, {:.3} % of segment {segment}, at ({x:.6}, {y:.6}, {z:.6}), \
             their distance {distance:.3e}; the joint values are {configuration:?}",
            share * 100.0
        )
    }
}

/// The distance at a configuration of two convex pieces that may not touch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PairDistance {
    /// The bodies that the pieces belong to.
    pub between: BodyPair,
    /// The index of the piece in each of the two bodies.
    pub pieces: [usize; 2],
    /// Iff some joint moves one piece past the other.
    pub moves: bool,
    /// The distance of the pieces. A negative distance is the depth by which they overlap.
    pub distance: f64,
    /// The unit vector from the link to the other body that separates them best, in the world.
    pub normal: Vector3<f64>,
    /// The point of the link that is nearest to the other body, in the world.
    pub on_link: Vector3<f64>,
    /// The point of the other body that is nearest to the link, in the world.
    pub on_other: Vector3<f64>,
}

/// A stretch of a path that is neither proven clear nor known to touch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Undecided {
    /// The beginning of the stretch, in the path's time. Every time before it is proven clear.
    pub clear_until: f64,
    /// The index of the segment of the path that this time is in, from 0.
    pub segment: usize,
    /// The share of this segment that has passed at this time, from 0 to 1.
    pub share: f64,
    /// The values of all joints of the robot at this time.
    pub configuration: Vec<f64>,
    /// The two bodies.
    pub between: BodyPair,
    /// The limit that stopped the search, or the error that the bodies' coordinates caused.
    #[serde(serialize_with = "as_text")]
    pub reason: photofinish::QueryError,
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            clear_until,
            segment,
            share,
            between,
            reason,
            configuration,
        } = self;
        write!(
            f,
            "{between} are proven apart until time {clear_until} only, {:.3} % of segment {segment}: {reason}; \
             the joint values are {configuration:?}",
            share * 100.0
        )
    }
}

fn as_text<S: serde::Serializer>(
    error: &photofinish::QueryError,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}

/// A stretch of a path in which two bodies touch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ContactInterval {
    /// The beginning of the contact. Before it the bodies are proven apart, since the end of their last contact.
    pub first: Contact,
    /// The end of the contact. After it the bodies are proven apart. None if they touch until the end of the path.
    pub last: Option<Contact>,
}

/// All contacts of a path.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contacts {
    /// The contacts, in the order in which they begin.
    pub intervals: Vec<ContactInterval>,
    /// The stretches that are neither proven clear nor known to touch, each given by its beginning.
    pub undecided: Vec<Undecided>,
    /// The cost of the answer.
    pub statistics: ScanStatistics,
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
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
