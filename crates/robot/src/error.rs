//! Errors of robots, scenes, paths and rules, and the error of a path that could not be decided.

use std::error::Error;

use photofinish::QueryError;
use photofinish_spelling::{nearest, question};
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::outcome::{BodyPair, ScanStatistics};
use super::proof::PathCertificate;

/// Why a robot, a scene, a path or a checker cannot be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RobotError {
    /// There is no link of this name.
    #[error("there is no link named {name:?}{}", question(near.as_deref()))]
    UnknownLink {
        /// The name.
        name: String,
        /// The link whose name it resembles most, if there is one.
        near: Option<String>,
    },
    /// There is no joint of this name that has a value of its own.
    #[error("there is no joint named {name:?} with a value of its own{}", question(near.as_deref()))]
    UnknownJoint {
        /// The name.
        name: String,
        /// The joint whose name it resembles most, if there is one.
        near: Option<String>,
    },
    /// A rule names something that is neither a link nor an object.
    #[error("there is neither a link nor an object named {name:?}{}", question(near.as_deref()))]
    UnknownBody {
        /// The name.
        name: String,
        /// The link or object whose name it resembles most, if there is one.
        near: Option<String>,
    },
    /// What is to be moved, taken away, held or left again is not there.
    #[error("there is no {kind} named {name:?}{}", question(near.as_deref()))]
    UnknownObject {
        /// What it has to be.
        kind: &'static str,
        /// The name.
        name: String,
        /// The name of such an object that it resembles most, if there is one.
        near: Option<String>,
    },
    /// The coordinates of points are not three for each.
    #[error("{name:?}: {found} coordinates cannot be those of points, which have 3 each")]
    CoordinateCount {
        /// The object.
        name: String,
        /// How many coordinates there are.
        found: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error("{name:?}: a triangle has vertex {vertex}, but there are {vertices}")]
    UnknownVertex {
        /// The surface.
        name: String,
        /// The vertex, from 0.
        vertex: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A scene gives a joint that is fixed or follows another a value that it does not have there.
    #[error(
        "joint {joint:?} has no value of its own: it is at {at:?} in this scene, but the scene sets it to {value:?}"
    )]
    NoOwnValue {
        /// The joint.
        joint: String,
        /// The value that the scene sets.
        value: f64,
        /// The value that it has: 0 if it is fixed, or what follows from the other joint.
        at: f64,
    },
    /// Two links, joints or objects have the same name, or two of another kind.
    #[error("there are two {kind}s named {name:?}")]
    DuplicateName {
        /// Their kind, for instance "link".
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A link hangs on two joints.
    #[error("link {link:?} is the child of two joints")]
    TwoParents {
        /// The link.
        link: String,
    },
    /// No link is a root: there are no links, or they hang on each other in a ring.
    #[error("a robot needs a link that is no joint's child, but has none")]
    NoRoot,
    /// Two links are no joint's child.
    #[error("a robot has one root, but neither {first:?} nor {second:?} is a joint's child")]
    TwoRoots {
        /// One of the roots.
        first: String,
        /// The other.
        second: String,
    },
    /// Links hang on each other in a ring, or joints follow each other in a ring.
    #[error("{name:?} depends on itself")]
    Ring {
        /// One of these links or joints.
        name: String,
    },
    /// The limits of a joint are the wrong way round.
    #[error("the limits of joint {joint:?} are reversed: {least:?} to {largest:?}")]
    ReversedLimits {
        /// The joint.
        joint: String,
        /// The lower limit.
        least: f64,
        /// The upper limit.
        largest: f64,
    },
    /// A number, pose or shape is invalid.
    #[error("{owner:?}: {source}")]
    BadValue {
        /// The link, joint or object that it belongs to.
        owner: String,
        /// What is wrong with it.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A path has no waypoint.
    #[error("a path needs at least one waypoint, but has none")]
    NoWaypoints,
    /// A waypoint has the wrong number of values.
    #[error("waypoint {waypoint} has {found} {quantity}, but should have {expected}")]
    ValueCount {
        /// The index of the waypoint, from 0.
        waypoint: usize,
        /// Positions, velocities or accelerations.
        quantity: &'static str,
        /// How many values it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// The number of times, velocities or accelerations is not the number of waypoints.
    #[error("{waypoints} waypoints cannot have {found} {quantity}")]
    WaypointCount {
        /// How many waypoints there are.
        waypoints: usize,
        /// Times, velocities or accelerations.
        quantity: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A value of a waypoint is not finite, or too large.
    #[error("waypoint {waypoint}: {source}")]
    BadWaypoint {
        /// The index of the waypoint, from 0.
        waypoint: usize,
        /// What is wrong with it.
        source: photofinish::NotFinite,
    },
    /// The times of a path do not increase.
    #[error("times must increase, but waypoint {waypoint} is at {next:?} after {time:?}")]
    TimeOrder {
        /// The index of the waypoint, from 0.
        waypoint: usize,
        /// The time of the waypoint before.
        time: f64,
        /// The time of the waypoint.
        next: f64,
    },
    /// Velocities or accelerations are so large that the joint values after them are not finite, or too large.
    #[error(
        "the joint values after waypoint {waypoint} are too large: its velocities and accelerations lead too far"
    )]
    TooFast {
        /// The index, from 0, of the waypoint that the segment begins with.
        waypoint: usize,
    },
    /// Velocities were given without times, or accelerations without velocities.
    #[error("{quantity} need {needed}, but none were given")]
    Missing {
        /// The quantity that was given.
        quantity: &'static str,
        /// The quantity that is missing.
        needed: &'static str,
    },
    /// No joint moves a body past another that it may not touch, so that there is nothing to check, and no path to call
    /// clear.
    #[error(
        "there is nothing to check: of {links} links {with_shapes} have shapes, there are {objects} objects, \
         and no joint moves one of these bodies past another that it may not touch"
    )]
    NothingToCheck {
        /// How many links the robot has.
        links: usize,
        /// How many of them have convex pieces.
        with_shapes: usize,
        /// How many objects the scene has.
        objects: usize,
    },
    /// A setting of a check is out of its range.
    #[error("{name} must be {requirement}, but is {value:?}")]
    BadSetting {
        /// The name of the setting.
        name: &'static str,
        /// What the value should be.
        requirement: &'static str,
        /// The value.
        value: f64,
    },
}

impl RobotError {
    pub(super) fn unknown_link<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let near = nearest(name, known).map(str::to_owned);
        let name = name.to_owned();
        Self::UnknownLink { name, near }
    }

    pub(super) fn unknown_joint<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let near = nearest(name, known).map(str::to_owned);
        let name = name.to_owned();
        Self::UnknownJoint { name, near }
    }

    /// The error for an object that has the name of a link.
    pub(super) fn two_bodies(name: &str) -> Self {
        Self::DuplicateName {
            kind: "collision object",
            name: name.to_owned(),
        }
    }

    pub(super) fn unknown_body<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let near = nearest(name, known).map(str::to_owned);
        let name = name.to_owned();
        Self::UnknownBody { name, near }
    }

    pub(super) fn unknown_object<'n>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let near = nearest(name, known).map(str::to_owned);
        let name = name.to_owned();
        Self::UnknownObject { kind, name, near }
    }

    pub(super) fn bad(owner: &str, error: impl Error + Send + Sync + 'static) -> Self {
        Self::BadValue {
            owner: owner.to_owned(),
            source: Box::new(error),
        }
    }
}

/// Why there is no answer for a path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PathError {
    /// The path is invalid for this robot.
    #[error(transparent)]
    Invalid(#[from] RobotError),
    /// The path is neither proven clear nor known to touch. This is never a "clear".
    #[error(transparent)]
    Undecided(#[from] Box<PathUndecided>),
}

impl PathError {
    /// Returns where the search stopped, if the path is undecided.
    pub fn undecided(&self) -> Option<&PathUndecided> {
        match self {
            Self::Undecided(undecided) => Some(undecided),
            Self::Invalid(_) => None,
        }
    }
}

/// The place where the search along a path stopped without an answer. From there on the path is neither proven clear
/// nor known to touch.
#[derive(Clone, Debug, Error, PartialEq, Serialize)]
#[error(
    "{between} are proven apart until time {clear_until:?} only, {:.3} % of segment {segment}: {reason}; \
     the joint values are {configuration:?}",
    .share * 100.0
)]
#[non_exhaustive]
pub struct PathUndecided {
    /// The time up to which the path is proven clear, in the path's time. If [all contacts](super::Contacts) were asked
    /// for, it is proven clear but for the contacts in the report.
    pub clear_until: f64,
    /// The index of the segment of the path that this time is in, from 0.
    pub segment: usize,
    /// The share of this segment that has passed at this time, from 0 to 1.
    pub share: f64,
    /// The values of all joints of the robot at this time.
    pub configuration: Vec<f64>,
    /// The two bodies.
    pub between: BodyPair,
    /// The limit that stopped the search, or the error that the bodies' coordinates caused. It is written as text, by
    /// the key `message`.
    #[serde(rename = "message", serialize_with = "as_text")]
    pub reason: QueryError,
    /// The number of pairs of convex pieces that were checked, as in a [`PathSolution`](super::PathSolution).
    pub pairs: usize,
    /// The cost of the search up to here.
    pub statistics: ScanStatistics,
}

fn as_text<S: Serializer>(error: &QueryError, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}

/// The reason why there is no answer for a path, with the proof of what is clear.
#[derive(Debug, Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct PathCertifyError {
    /// Why there is no answer.
    pub error: PathError,
    /// The certificate for the time up to which the path is proven clear. None if the path is invalid.
    pub certificate: Option<Box<PathCertificate>>,
}

impl From<RobotError> for PathCertifyError {
    fn from(error: RobotError) -> Self {
        Self {
            error: error.into(),
            certificate: None,
        }
    }
}
