//! What a check answers.

use nalgebra::Vector3;

/// The answer for a path, with what it cost.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// How many pairs of convex pieces it is about: all that may not touch. Never 0, unless the rules allow it (see
    /// [`Rules::allow_nothing_to_check`](super::Rules::allow_nothing_to_check)).
    pub pairs: usize,
    /// How many of these some joint moves past each other.
    pub moving_pairs: usize,
    /// What it cost.
    pub statistics: ScanStatistics,
}

impl Report {
    /// Whether the path is proven clear.
    pub fn is_clear(&self) -> bool {
        matches!(self.verdict, Verdict::Clear(_))
    }

    /// The first contact, if there is one.
    pub fn contact(&self) -> Option<&Contact> {
        match &self.verdict {
            Verdict::Contact(contact) => Some(contact),
            _ => None,
        }
    }
}

/// The three answers.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// No two bodies that may not touch do, at any time of the path: this is proven.
    Clear(Clear),
    /// Two bodies touch, or come nearer than the target distance. Every time before is proven clear.
    Contact(Contact),
    /// Neither could be proven.
    Undecided(Undecided),
}

/// A path that is proven clear.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Clear {
    /// No two bodies that may not touch, and of which one moves past the other, are ever nearer than this: the distance
    /// from surface to surface, the [target distance](super::Rules::target_distance) included. Infinite if there are no
    /// two such bodies. They may keep a larger distance: see [`Rules::accuracy`](super::Rules::accuracy).
    ///
    /// (The `clearance` of a [pair's answer](photofinish::Separated) is what exceeds the target distance.)
    pub least_distance: f64,
    /// The two bodies of which no more than that is proven.
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
    /// Iff the other one is an object of the scene.
    pub is_object: bool,
}

impl std::fmt::Display for BodyPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = if self.is_object { "object" } else { "link" };
        write!(f, "link {:?} and {kind} {:?}", self.link, self.other)
    }
}

/// A time at which two bodies touch, or are within the tolerance of it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contact {
    /// When, in the path's time.
    pub time: f64,
    /// In which segment of the path, from 0, and the share of it that has passed then.
    pub segment: usize,
    /// See `segment`.
    pub share: f64,
    /// The values of all joints of the robot then.
    pub configuration: Vec<f64>,
    /// Which bodies.
    pub between: BodyPair,
    /// How far they are apart then: at most the target distance plus the tolerance. Negative is the depth by which
    /// they overlap, which they can only where the path begins.
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
            "{between} meet at time {time}, {:.3} % of segment {segment}, at ({x:.6}, {y:.6}, {z:.6}), their distance {distance:.3e}; the joint values are {configuration:?}",
            share * 100.0
        )
    }
}

/// How near two convex pieces that may not touch are at a configuration.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PairDistance {
    /// Whose pieces they are.
    pub between: BodyPair,
    /// Which of the pieces of each.
    pub pieces: [usize; 2],
    /// Iff some joint moves one past the other.
    pub moves: bool,
    /// Their distance; negative is the depth by which they overlap.
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
    /// Every time before this one is proven clear.
    pub clear_until: f64,
    /// In which segment that is, from 0, and the share of it that has passed then.
    pub segment: usize,
    /// See `segment`.
    pub share: f64,
    /// The values of all joints of the robot then.
    pub configuration: Vec<f64>,
    /// Which bodies.
    pub between: BodyPair,
    /// What stopped the search, or the error that the bodies' coordinates caused.
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
            "{between} are proven apart until time {clear_until} only, {:.3} % of segment {segment}: {reason}; the joint values are {configuration:?}",
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
    /// Where it begins: the bodies are proven apart before it, since the end of their last contact.
    pub first: Contact,
    /// Where it ends: from here on they are proven apart. None if they touch until the end of the path.
    pub last: Option<Contact>,
}

/// All contacts of a path.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contacts {
    /// In the order in which they begin.
    pub intervals: Vec<ContactInterval>,
    /// Stretches that are neither proven clear nor known to touch, each by where it begins.
    pub undecided: Vec<Undecided>,
    /// What the answer cost.
    pub statistics: ScanStatistics,
}

/// What a check cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ScanStatistics {
    /// Configurations at which the links were placed.
    pub configurations: u64,
    /// Tests of a separating vector over a span.
    pub tests: u64,
    /// Runs of GJK.
    pub searches: u64,
    /// Queries of a single pair over a short span.
    pub queries: u64,
}
