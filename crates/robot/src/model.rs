//! Robots: links that carry shapes, and joints between them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use nalgebra::Isometry3;

use super::drive::Drive;
use super::link::checked_pose;
use super::tree::{Tree, ordered};
use super::written::Written;
use super::{Joint, JointKind, Link, RobotError};
use photofinish::error::finite;

/// A robot: a tree of links, with joints between them.
///
/// The package `photofinish-robot-files` reads one from a URDF file. It can also be built link by link:
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::{Joint, Link, Robot};
/// use photofinish::shape::Capsule;
///
/// let upright = |length: f64| Isometry3::translation(0.0, length / 2.0, 0.0);
/// let arm = Robot::new(
///     "two bars",
///     vec![
///         Link::new("base"),
///         Link::new("upper").with(Capsule::new(0.5, 0.05)?, upright(1.0)),
///         Link::new("lower").with(Capsule::new(0.5, 0.05)?, upright(1.0)),
///     ],
///     vec![
///         Joint::fixed("shoulder", "base", "upper").turning(Vector3::z_axis()),
///         Joint::fixed("elbow", "upper", "lower")
///             .at(Isometry3::translation(0.0, 1.0, 0.0))
///             .turning(Vector3::z_axis()),
///     ],
/// )?;
/// assert_eq!(arm.coordinates().collect::<Vec<_>>(), ["shoulder", "elbow"]);
/// // with the shoulder turned by a quarter, the elbow is at x = -1
/// let poses = arm.poses(&[90f64.to_radians(), 0.0])?;
/// assert!((poses[2].translation.vector + Vector3::x()).norm() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Robot {
    pub(super) name: String,
    pub(super) links: Vec<Link>,
    pub(super) joints: Vec<Joint>,
    /// The parent of each link, and the joint between them, by index; none for the root.
    pub(super) parents: Vec<Option<(usize, usize)>>,
    /// The links from the root outwards, parents before children.
    pub(super) order: Vec<usize>,
    /// The joints with a value of their own, in the order given.
    pub(super) free: Vec<usize>,
    /// The values of joints that a path does not name.
    pub(super) rest: Vec<f64>,
    pub(super) base: Isometry3<f64>,
    /// Pairs of links, and whether they may touch.
    pub(super) pairs: BTreeMap<[usize; 2], bool>,
    /// Links that may touch anything of which no pair says otherwise.
    pub(super) anywhere: BTreeSet<usize>,
}

impl Robot {
    /// Makes a robot of these links and joints, with its root at the origin of the world.
    ///
    /// Links that a joint connects may touch, unless [`forbid`](Self::forbid) says otherwise. Joint values are in the order of `joints`, without joints that
    /// are fixed or follow others.
    ///
    /// # Errors
    /// [`RobotError`] if a name is missing or used twice, if the joints do not make one tree, and for numbers that are
    /// not finite.
    pub fn new(
        name: impl Into<String>,
        links: Vec<Link>,
        joints: Vec<Joint>,
    ) -> Result<Self, RobotError> {
        let tree = Tree::new(&links, &joints)?;
        let joints = joints.into_iter().map(Joint::checked);
        let joints = joints.collect::<Result<Vec<_>, _>>()?;
        let links = links
            .into_iter()
            .map(|Link { name, pieces }| {
                let pieces = pieces.into_iter().map(|piece| piece.checked(&name));
                Ok(Link {
                    pieces: pieces.collect::<Result<_, RobotError>>()?,
                    name: name.clone(),
                })
            })
            .collect::<Result<Vec<_>, RobotError>>()?;
        let free: Vec<_> = (0..joints.len()).filter(|&j| joints[j].is_free()).collect();
        let rest = free
            .iter()
            .map(|&j| {
                joints[j]
                    .limits
                    .map_or(0.0, |(least, largest)| 0.0f64.clamp(least, largest))
            })
            .collect();
        let neighbours = tree.neighbours(&links, &joints);
        let pairs = neighbours.map(|pair| (pair, true)).collect();
        Ok(Self {
            name: name.into(),
            links,
            joints,
            parents: tree.parents,
            order: tree.order,
            free,
            rest,
            base: Isometry3::identity(),
            pairs,
            anywhere: BTreeSet::new(),
        })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the links.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Returns the joints.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Returns the names of the joints whose values make a configuration, in its order.
    pub fn coordinates(&self) -> impl ExactSizeIterator<Item = &str> {
        self.free.iter().map(|&j| self.joints[j].name.as_str())
    }

    /// Returns the configuration at rest: the values of joints that a path does not name. Unless set otherwise, each is
    /// 0, or the limit nearest to 0.
    pub fn rest(&self) -> &[f64] {
        &self.rest
    }

    /// Returns the pose of the root link in the world.
    pub fn base(&self) -> &Isometry3<f64> {
        &self.base
    }

    /// Puts the root link at this pose in the world.
    ///
    /// # Errors
    /// [`RobotError::BadValue`] if the pose is invalid.
    pub fn set_base(&mut self, base: Isometry3<f64>) -> Result<(), RobotError> {
        self.base = checked_pose(base, "base")?;
        Ok(())
    }

    /// Sets the value at rest of a joint, for paths that do not name it.
    ///
    /// # Errors
    /// [`RobotError::UnknownJoint`] if no joint of this name has a value of its own, and [`RobotError::BadValue`] if
    /// the value is not finite.
    pub fn set_rest(&mut self, joint: &str, value: f64) -> Result<(), RobotError> {
        let coordinate = self.coordinate(joint)?;
        self.rest[coordinate] =
            finite("joint value", value).map_err(|error| RobotError::bad(joint, error))?;
        Ok(())
    }

    /// Changes the limits of a joint by this function, which must change nothing else. The value at rest stays.
    ///
    /// ```
    /// # use nalgebra::Vector3;
    /// # use photofinish_robot::{Joint, Link, Robot};
    /// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    /// # let mut robot = Robot::new("slider", vec![Link::new("base"), Link::new("car")], vec![rail])?;
    /// robot.limit("rail", |rail| rail.velocity_limited(0.5).acceleration_limited(2.0))?;
    /// assert_eq!(robot.joints()[0].acceleration_limit(), Some(2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError::UnknownJoint`] if no joint of this name has a value of its own, and as for [`new`](Self::new) for
    /// bad limits.
    pub fn limit(
        &mut self,
        joint: &str,
        change: impl FnOnce(Joint) -> Joint,
    ) -> Result<(), RobotError> {
        let index = self.free[self.coordinate(joint)?];
        let joint = &mut self.joints[index];
        let changed = change(joint.clone()).checked()?;
        joint.limits = changed.limits;
        joint.velocity = changed.velocity;
        joint.acceleration = changed.acceleration;
        Ok(())
    }

    /// Lets two links touch.
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`] if the robot has no link of one of these names.
    pub fn allow(&mut self, first: &str, second: &str) -> Result<(), RobotError> {
        self.set_pair(first, second, true)
    }

    /// Lets two links not touch, although a joint connects them, or one of them
    /// [may touch anything](Self::allow_everywhere).
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`] if the robot has no link of one of these names.
    pub fn forbid(&mut self, first: &str, second: &str) -> Result<(), RobotError> {
        self.set_pair(first, second, false)
    }

    fn set_pair(&mut self, first: &str, second: &str, may: bool) -> Result<(), RobotError> {
        let pair = ordered(self.link(first)?, self.link(second)?);
        self.pairs.insert(pair, may);
        Ok(())
    }

    /// Lets a link touch all other links and all objects, but those of which a pair says otherwise: of the robot
    /// ([`forbid`](Self::forbid)) or of a scene.
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`] if the robot has no link of this name.
    pub fn allow_everywhere(&mut self, link: &str) -> Result<(), RobotError> {
        self.anywhere.insert(self.link(link)?);
        Ok(())
    }

    /// Fixes an object to a link, for instance to a gripper that holds it. The object becomes a link of its own, at
    /// `pose` in the frame of `link`. It may touch `link` and the links named in `touching`.
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`] for an unknown name, [`RobotError::DuplicateName`] if a link or joint has the
    /// object's name, and [`RobotError::BadValue`] if a pose is invalid.
    pub fn attach(
        &mut self,
        link: &str,
        object: Link,
        pose: Isometry3<f64>,
        touching: &[&str],
    ) -> Result<(), RobotError> {
        let name = object.name.clone();
        let joint = Joint::fixed(name.clone(), link, name.clone()).at(pose);
        self.link(link)?;
        // built beside this robot, which stays as it is if there is an error
        let mut links = self.links.clone();
        let mut joints = self.joints.clone();
        links.push(object);
        joints.push(joint);
        let mut extended = self.rebuilt(links, joints)?;
        for link in touching {
            extended.allow(&name, link)?;
        }
        *self = extended;
        Ok(())
    }

    /// Returns the robot with these links and joints. Values at rest, the base and allowed pairs stay: links must keep
    /// their indices, so that new ones come last.
    pub(super) fn rebuilt(&self, links: Vec<Link>, joints: Vec<Joint>) -> Result<Self, RobotError> {
        let mut rebuilt = Self::new(self.name.clone(), links, joints)?;
        let values: HashMap<_, _> = self.coordinates().zip(&self.rest).collect();
        let names: Vec<_> = rebuilt
            .free
            .iter()
            .map(|&j| &rebuilt.joints[j].name)
            .collect();
        for (rest, name) in rebuilt.rest.iter_mut().zip(names) {
            if let Some(&&value) = values.get(name.as_str()) {
                *rest = value;
            }
        }
        rebuilt.base = self.base;
        rebuilt.pairs.extend(&self.pairs);
        rebuilt.anywhere.extend(&self.anywhere);
        Ok(rebuilt)
    }

    /// Returns the link that hangs on no joint.
    pub(super) fn root(&self) -> &Link {
        &self.links[self.order[0]]
    }

    /// Returns the name of the root, the link that hangs on no joint. Its frame is the frame of the robot.
    pub fn root_name(&self) -> &str {
        self.root().name()
    }

    /// Returns whether two links, given by index, may touch; none if no pair says.
    pub(super) fn pair(&self, first: usize, second: usize) -> Option<bool> {
        self.pairs.get(&ordered(first, second)).copied()
    }

    /// Returns whether a link, given by index, may touch what no pair speaks of.
    pub(super) fn may_touch_anything(&self, link: usize) -> bool {
        self.anywhere.contains(&link)
    }

    /// Returns the index of the link with this name.
    pub(super) fn link(&self, name: &str) -> Result<usize, RobotError> {
        let index = self.links.iter().position(|link| link.name == name);
        index.ok_or_else(|| RobotError::unknown_link(name, self.links.iter().map(Link::name)))
    }

    /// Returns the index in a configuration of the joint with this name.
    pub(super) fn coordinate(&self, joint: &str) -> Result<usize, RobotError> {
        let index = self.coordinates().position(|name| name == joint);
        index.ok_or_else(|| RobotError::unknown_joint(joint, self.coordinates()))
    }

    /// Returns the links from the root outwards, each with its parent and the joint between them, all by index.
    pub(super) fn outwards(&self) -> impl Iterator<Item = (usize, Option<(usize, usize)>)> {
        self.order.iter().map(|&link| (link, self.parents[link]))
    }

    /// Returns where the value of each joint comes from; none for fixed joints.
    ///
    /// A chain of joints that follow each other ends at one that follows none: the tree was checked for it. Each chain
    /// is walked once.
    pub(super) fn drives(&self) -> Vec<Option<Drive>> {
        let names = self.joints.iter().enumerate();
        let by_name: HashMap<_, _> = names.map(|(index, joint)| (joint.name(), index)).collect();
        let mut drives = vec![None; self.joints.len()];
        for (coordinate, &joint) in self.free.iter().enumerate() {
            drives[joint] = Some(Drive::direct(coordinate));
        }
        let mut followers = Vec::new();
        for joint in 0..self.joints.len() {
            let mut at = joint;
            while drives[at].is_none() && self.joints[at].kind != JointKind::Fixed {
                let Some(mimic) = &self.joints[at].mimic else {
                    break;
                };
                followers.push((at, mimic));
                at = by_name[mimic.joint.as_str()];
            }
            let mut drive = drives[at];
            while let Some((follower, mimic)) = followers.pop() {
                drive = drive.map(|leader| leader.followed(mimic));
                drives[follower] = drive;
            }
        }
        drives
    }
}
