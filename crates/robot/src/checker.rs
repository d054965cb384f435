//! A robot in a scene, ready to have paths checked. The questions about paths are in `questions`.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::bodies::{Bodies, Body, Owner, Pair, PairId};
use super::course::{Segment, segments};
use super::following::Following;
use super::kinematics::{FrameId, Kinematics, ViewId, WORLD};
use super::outcome::{BodyPair, PathImpact, ScanStatistics};
use super::planner::Parts;
use super::pose::Pose;
use super::touching::Touching;
use super::{Link, Path, PathUndecided, Robot, RobotError, Rules, Scene};
use photofinish::{Contact, QueryError};

/// A robot in a scene, ready to have paths checked.
///
/// Building it costs about as much as one check: build it once, and share it between threads.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, Scene};
/// use photofinish::shape::{Ball, Capsule};
///
/// // a bar of length 1 that turns about its end, and a ball in its way
/// let bar = Link::new("bar").with(Capsule::new(0.5, 0.05)?, Isometry3::translation(0.0, 0.5, 0.0));
/// let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
/// let robot = Robot::new("barrier", vec![Link::new("base"), bar], vec![hinge])?;
/// let mut scene = Scene::new();
/// scene.add("ball", Ball::new(0.1)?, Isometry3::translation(-0.8, 0.0, 0.0))?;
///
/// let checker = Checker::new(&robot, &scene)?;
/// let quarter = 90f64.to_radians();
/// let solution = checker.check(&Path::new(vec![vec![0.0], vec![quarter]]))?;
/// let impact = solution.impact().expect("the ball is where the bar arrives");
/// assert_eq!((impact.between.link.as_str(), impact.between.other.as_str()), ("bar", "ball"));
/// // the bar's axis is 0.05 + 0.1 away from the ball's centre: at an angle whose sine is 0.15 / 0.8 before the end
/// assert!((impact.configuration[0] - (quarter - (0.15f64 / 0.8).asin())).abs() < 1e-7);
///
/// match checker.check(&Path::new(vec![vec![0.0], vec![-quarter]]))?.outcome {
///     PathOutcome::Separated(separated) => assert!(separated.clearance > 0.0),
///     PathOutcome::Impact(impact) => panic!("{impact}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    pub(super) robot: Robot,
    /// The names of objects; none for those that were taken away.
    pub(super) objects: Vec<Option<String>>,
    pub(super) rest: Vec<f64>,
    pub(super) rules: Rules,
    pub(super) kinematics: Kinematics,
    pub(super) bodies: Bodies,
    /// The view from the world of each frame that pairs may be seen from.
    bases: Vec<Option<ViewId>>,
    pub(super) parts: Parts,
    /// The robot and the scene, as they were given.
    pub(super) given: Arc<(Robot, Scene)>,
    /// Iff objects were added, moved or taken away.
    pub(super) is_edited: bool,
    /// The checker that has each point of a cloud as a piece, and all objects where they are now, once it was asked for.
    pub(super) in_pieces: OnceLock<Box<Checker>>,
}

impl Checker {
    /// Returns a checker with the default rules. It checks all links and attached objects against each other and
    /// against the objects of the scene, except allowed pairs.
    ///
    /// # Errors
    /// As for [`with_rules`](Self::with_rules).
    pub fn new(robot: &Robot, scene: &Scene) -> Result<Self, RobotError> {
        Self::with_rules(robot, scene, &Rules::new())
    }

    /// Returns a checker with these rules.
    ///
    /// # Errors
    /// - [`RobotError::NothingToCheck`] if no joint moves a body past another that it may not touch, unless the rules
    ///   [allow that](Rules::allow_nothing_to_check);
    /// - [`RobotError::BadSetting`] and [`RobotError::UnknownLink`] if the rules are invalid;
    /// - [`RobotError::UnknownJoint`] if the scene sets a joint that the robot does not have, [`RobotError::BadValue`]
    ///   if it sets one to a value that is not finite, and [`RobotError::NoOwnValue`] if it sets one that is fixed or
    ///   follows another to a value that is not within 0.001 of what it has then;
    /// - [`RobotError::UnknownBody`] if the scene or the rules name something in a pair that is neither a link nor an
    ///   object;
    /// - [`RobotError::DuplicateName`] if an object of the scene has the name of a link, or of an object that is attached;
    /// - the errors of [`Robot::attach`] for objects that the scene attaches to the robot.
    pub fn with_rules(robot: &Robot, scene: &Scene, rules: &Rules) -> Result<Self, RobotError> {
        rules.check()?;
        let links = robot.links().iter().map(Link::name);
        let held = scene.attached().iter().map(|held| held.object.name());
        check_names(links.chain(held).collect(), scene, rules)?;
        Self::checked(robot, scene, rules)
    }

    /// Returns a checker with rules and names that were checked.
    pub(super) fn checked(robot: &Robot, scene: &Scene, rules: &Rules) -> Result<Self, RobotError> {
        let given = Arc::new((robot.clone(), scene.clone()));
        let mut robot = robot.clone();
        for held in scene.attached() {
            let touching: Vec<_> = held.touching.iter().map(String::as_str).collect();
            robot.attach(&held.link, held.object.clone(), held.pose, &touching)?;
        }
        set_rest(&mut robot, scene)?;
        let mut kinematics = Kinematics::new(&robot);
        let bodies = Bodies::new(&robot, scene, rules, &mut kinematics)?;
        let moves = |pair: &Pair| pair.moves;
        let is_nothing = !bodies.piece_pairs().iter().any(moves) && scene.clouds().is_empty();
        if is_nothing && !rules.may_be_nothing {
            let links = robot.links();
            return Err(RobotError::NothingToCheck {
                links: links.len(),
                with_shapes: links
                    .iter()
                    .filter(|link| !link.pieces().is_empty())
                    .count(),
                objects: scene.objects().len(),
            });
        }
        let frames = 0..=kinematics.frames().len();
        let bases = frames.map(|frame| kinematics.view(WORLD, FrameId(frame)));
        let bases: Vec<_> = bases.collect();
        let parts = parts(&robot, scene, rules, (&bodies, &bases));
        Ok(Self {
            rest: robot.rest().to_vec(),
            objects: scene.names().map(|name| Some(name.to_owned())).collect(),
            rules: rules.clone(),
            robot,
            kinematics,
            bodies,
            bases,
            parts,
            given,
            is_edited: false,
            in_pieces: OnceLock::new(),
        })
    }

    /// Returns the checker that has each point of a cloud as a piece, and all objects where they are now: this one, if
    /// there are no clouds, and nothing was edited.
    pub(super) fn in_pieces(&self) -> &Self {
        let (robot, scene) = &*self.given;
        if scene.clouds().is_empty() && !self.is_edited {
            return self;
        }
        self.in_pieces.get_or_init(|| {
            let rules = self.rules.clone().allow_nothing_to_check();
            let checker = Self::checked(robot, &scene.in_pieces(), &rules);
            Box::new(checker.expect("a robot and a scene that were checked"))
        })
    }

    /// Returns the robot, with the objects that the scene attaches to it as links.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Returns the scene, as it was given.
    pub fn scene(&self) -> &Scene {
        &self.given.1
    }

    /// Returns the times of the waypoints of a path.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn waypoint_times(&self, path: &Path) -> Result<Vec<f64>, RobotError> {
        let segments = self.segments(path)?;
        let end = segments.last().map(|segment| segment.end);
        Ok(segments
            .iter()
            .map(|segment| segment.start)
            .chain(end)
            .collect())
    }

    /// Returns the values of all joints of the robot at a time of a path. Before the path begins and after it ends they
    /// are the values at its ends.
    ///
    /// # Errors
    /// As for [`check`](Self::check), and [`RobotError::BadSetting`] for a time that is not finite.
    pub fn configuration(&self, path: &Path, time: f64) -> Result<Vec<f64>, RobotError> {
        let segments = self.segments(path)?;
        if !time.is_finite() {
            return Err(RobotError::BadSetting {
                name: "time",
                requirement: "finite",
                value: time,
            });
        }
        let next = segments.partition_point(|segment| segment.start <= time);
        let segment = &segments[next.saturating_sub(1)];
        let duration = segment.end - segment.start;
        let share = if duration > 0.0 {
            (time - segment.start) / duration
        } else {
            0.0
        };
        Ok(segment.configuration(share.clamp(0.0, 1.0)))
    }

    pub(super) fn segments(&self, path: &Path) -> Result<Vec<Segment>, RobotError> {
        segments(&self.robot, &self.rest, path)
    }

    /// Returns the names of the bodies of a pair.
    pub(super) fn between(&self, pair: PairId) -> BodyPair {
        let owners = self.pieces(pair).map(|body| body.owner);
        self.owners_between(owners).expect("bodies of this checker")
    }

    /// Returns the names of two bodies, if they are there. A always belongs to a link, as links come before objects.
    pub(super) fn owners_between(&self, [a, b]: [Owner; 2]) -> Option<BodyPair> {
        let name = |owner| match owner {
            Owner::Link(index) => Some(self.robot.links().get(index)?.name().to_owned()),
            Owner::Object(index) => self.objects.get(index)?.clone(),
        };
        Some(BodyPair {
            link: name(a)?,
            other: name(b)?,
            is_object: matches!(b, Owner::Object(_)),
        })
    }

    /// Returns the bodies of a pair.
    pub(super) fn pieces(&self, pair: PairId) -> [&Body; 2] {
        let Pair { a, b, .. } = self.bodies[pair];
        [a, b].map(|index| &self.bodies[self.bodies[index].body])
    }

    /// Returns an impact for an answer. `touch` is in the frame that the pair is seen from.
    pub(super) fn impact(
        &self,
        pair: PairId,
        (index, segment): (usize, &Segment),
        following: &Following,
        touch: &Touch,
    ) -> PathImpact {
        PathImpact {
            time: segment.time(touch.share),
            segment: index,
            share: touch.share,
            configuration: segment.configuration(touch.share),
            between: self.between(pair),
            distance: touch.near.distance,
            tolerance: touch.tolerance,
            contact: self.in_world(pair, following, touch.share, &touch.near.contact),
        }
    }

    /// Returns where a search stopped at a pair without an answer.
    pub(super) fn undecided(
        &self,
        pair: PairId,
        (index, segment): (usize, &Segment),
        share: f64,
        (reason, statistics): (QueryError, ScanStatistics),
    ) -> PathUndecided {
        PathUndecided {
            clear_until: segment.time_before(share),
            segment: index,
            share,
            configuration: segment.configuration(share),
            between: self.between(pair),
            reason,
            pairs: self.bodies.piece_pairs().len(),
            statistics,
        }
    }

    /// Returns a contact in the world that is given in the frame that its pair is seen from.
    pub(super) fn in_world(
        &self,
        pair: PairId,
        following: &Following,
        share: f64,
        contact: &Contact<f64, 3>,
    ) -> Contact<f64, 3> {
        let view = self.bases[self.bodies[pair].base.0];
        let base: Pose = following.pose(&self.kinematics, view, share);
        let mut in_world = *contact;
        in_world.normal = base.rotation * contact.normal;
        in_world.witness_a = base.point(&contact.witness_a);
        in_world.witness_b = base.point(&contact.witness_b);
        in_world
    }
}

/// The largest difference, in radians or units of length, of the value that a scene gives a joint that is fixed or follows
/// another from the value that it has. Larger: a scene may mean another pose of the robot. Smaller: measured values are refused.
const NO_OWN_VALUE_TOLERANCE: f64 = 1e-3;

/// Returns what a planner's search knows of the robot and the scene.
fn parts(
    robot: &Robot,
    scene: &Scene,
    rules: &Rules,
    (bodies, bases): (&Bodies, &[Option<ViewId>]),
) -> Parts {
    let touching = Touching::new(robot, scene);
    let sizes = (robot.links().len(), scene.objects().len());
    Parts::new((bodies, bases), scene.clouds(), sizes, |owners| {
        touching.kept(owners, rules)
    })
}

/// Sets the values of joints that paths do not name to those of the scene.
fn set_rest(robot: &mut Robot, scene: &Scene) -> Result<(), RobotError> {
    let mut others = Vec::new();
    for (joint, value) in scene.joint_values() {
        match robot.joints().iter().position(|own| own.name() == joint) {
            Some(index) if !robot.joints()[index].is_free() => {
                others.push((index, *value));
            }
            _ => robot.set_rest(joint, *value)?,
        }
    }
    let drives = robot.drives();
    for (index, value) in others {
        let at = drives[index].map_or(0.0, |drive| {
            drive.multiplier.value * robot.rest()[drive.coordinate] + drive.offset.value
        });
        // written so that NaN is refused too
        if !((value - at).abs() <= NO_OWN_VALUE_TOLERANCE) {
            return Err(RobotError::NoOwnValue {
                joint: robot.joints()[index].name().to_owned(),
                value,
                at,
            });
        }
    }
    Ok(())
}

/// Checks that no object has the name of a link, so that rules say of whom they are, that the scene allows or forbids to touch
/// only what there is, and that distances are between such bodies.
fn check_names(links: BTreeSet<&str>, scene: &Scene, rules: &Rules) -> Result<(), RobotError> {
    if let Some(taken) = scene.names().find(|name| links.contains(name)) {
        return Err(RobotError::two_bodies(taken));
    }
    let known: BTreeSet<_> = links.into_iter().chain(scene.names()).collect();
    let of_pairs = scene.pairs().iter().flat_map(|(pair, _)| pair);
    let of_defaults = scene.defaults().iter().map(|(name, _)| name);
    let mut names = of_pairs.chain(of_defaults).chain(rules.names());
    match names.find(|name| !known.contains(name.as_str())) {
        Some(unknown) => Err(RobotError::unknown_body(unknown, known)),
        None => Ok(()),
    }
}

/// How near the bodies of a pair are at some time, in the frame that they are seen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) distance: f64,
    pub(super) contact: Contact<f64, 3>,
}

/// A time at which a pair touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The time, as a share of the segment.
    pub(super) share: f64,
    pub(super) near: Near,
    /// The tolerance that applied.
    pub(super) tolerance: f64,
}
