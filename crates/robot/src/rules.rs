//! Settings of a check.

use super::RobotError;
use photofinish::error::finite;

/// Settings of a check: what counts as a contact, and how much work the search may take.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::{Checker, Joint, Link, Path, Robot, Rules, Scene};
/// use photofinish::shape::Ball;
///
/// let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
/// let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
/// let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
/// let mut scene = Scene::new();
/// scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.5, 0.25, 0.0))?;
///
/// // the car passes the post at a distance of 0.05: clear, unless 0.1 must be kept
/// let path = Path::new(vec![vec![0.0], vec![1.0]]);
/// assert!(Checker::new(&robot, &scene)?.check(&path)?.is_clear());
/// let rules = Rules::new().target_distance(0.1);
/// let solution = Checker::with_rules(&robot, &scene, &rules)?.check(&path)?;
/// assert!(solution.impact().is_some_and(|impact| impact.time < 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    target_distance: f64,
    of_links: Option<f64>,
    to_objects: Option<f64>,
    of_pairs: Vec<([String; 2], f64)>,
    pub(super) tolerance: Option<f64>,
    pub(super) resolution: f64,
    pub(super) accuracy: f64,
    pub(super) budget: u64,
    pub(super) with_self: bool,
    pub(super) excluded: Vec<String>,
    pub(super) may_be_nothing: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self::new()
    }
}

impl Rules {
    /// Returns the default rules: links may touch neither objects nor each other, except pairs that the robot or the
    /// scene allows.
    pub fn new() -> Self {
        Self {
            target_distance: 0.0,
            of_links: None,
            to_objects: None,
            of_pairs: Vec::new(),
            tolerance: None,
            resolution: 1e-3,
            accuracy: 0.1,
            budget: 20_000_000,
            with_self: true,
            excluded: Vec::new(),
            may_be_nothing: false,
        }
    }

    /// Sets the distance to be kept, where nothing else is set for the two bodies. Bodies that are nearer are in
    /// contact. 0 by default.
    #[must_use]
    pub fn target_distance(mut self, distance: f64) -> Self {
        self.target_distance = distance;
        self
    }

    /// Sets the distance that links keep from each other: for instance 0, where only objects must be kept away from.
    #[must_use]
    pub fn target_distance_of_links(mut self, distance: f64) -> Self {
        self.of_links = Some(distance);
        self
    }

    /// Sets the distance that links keep from objects of the scene.
    #[must_use]
    pub fn target_distance_to_objects(mut self, distance: f64) -> Self {
        self.to_objects = Some(distance);
        self
    }

    /// Sets the distance that a link keeps from an object, or from another link. The last distance for a pair counts.
    ///
    /// It changes nothing for a pair that may touch, such as links that a joint connects:
    /// [`forbid`](super::Robot::forbid) them to touch first.
    #[must_use]
    pub fn target_distance_between(
        mut self,
        link: impl Into<String>,
        other: impl Into<String>,
        distance: f64,
    ) -> Self {
        let pair = [link.into(), other.into()];
        self.of_pairs.push((pair, distance));
        self
    }

    /// Returns the distance that two bodies must keep.
    pub(super) fn distance_between(&self, names: [&str; 2], with_object: bool) -> f64 {
        let [one, other] = names;
        let mut pairs = self.of_pairs.iter().rev();
        let of_pair = pairs.find(|(pair, _)| *pair == [one, other] || *pair == [other, one]);
        let of_kind = if with_object {
            self.to_objects
        } else {
            self.of_links
        };
        of_pair.map_or(of_kind.unwrap_or(self.target_distance), |(_, distance)| {
            *distance
        })
    }

    /// Keeps the distances of [pairs](Self::target_distance_between) for which this returns true.
    #[must_use]
    pub fn retain_pairs(mut self, mut keep: impl FnMut(&[String; 2]) -> bool) -> Self {
        self.of_pairs.retain(|(pair, _)| keep(pair));
        self
    }

    /// Returns the names of bodies that have distances of their own.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.of_pairs.iter().flat_map(|(pair, _)| pair)
    }

    /// Sets the tolerance, a length. Bodies that are nearer than the target distance plus the tolerance may be reported
    /// as a contact; bodies that touch always are. By default it is 1.5e-8 times the size of the smaller body, plus an
    /// allowance for rounding.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// Sets how far bodies in contact may move between two samples, for
    /// [`Checker::contacts`](super::Checker::contacts). Two contacts of one pair may be reported as one if the bodies
    /// move by less between them. 1e-3 by default: 1 mm if lengths are in metres. A segment has at most ten thousand
    /// samples.
    #[must_use]
    pub fn resolution(mut self, resolution: f64) -> Self {
        self.resolution = resolution;
        self
    }

    /// Sets the share by which the least distance of a clear path may be underestimated: from 1e-6 to 1, and 0.1 by
    /// default. At 1 a check only proves that the path is clear, which takes less time. The share is of the distance
    /// beyond the target distance. On top of it, the distance may be underestimated by the tolerance.
    #[must_use]
    pub fn accuracy(mut self, accuracy: f64) -> Self {
        self.accuracy = accuracy;
        self
    }

    /// Sets the number of evaluations after which a path is given up as undecided. An evaluation takes the support
    /// points of both bodies of a pair along a direction. 20 million by default, which take some seconds. A usual path
    /// takes a few thousand.
    #[must_use]
    pub fn budget(mut self, evaluations: u64) -> Self {
        self.budget = evaluations;
        self
    }

    /// Lets all links touch each other.
    #[must_use]
    pub fn ignore_self(mut self) -> Self {
        self.with_self = false;
        self
    }

    /// Lets this link touch anything.
    #[must_use]
    pub fn exclude(mut self, link: impl Into<String>) -> Self {
        self.excluded.push(link.into());
        self
    }

    /// Lets there be no two bodies that move past each other and may not touch:
    /// [`PathSolution::moving_pairs`](super::PathSolution::moving_pairs) is 0 then, and where a path leads changes no
    /// answer. Without this it is an error, as most likely the shapes of the robot were not read.
    #[must_use]
    pub fn allow_nothing_to_check(mut self) -> Self {
        self.may_be_nothing = true;
        self
    }

    pub(super) fn check(&self) -> Result<(), RobotError> {
        let of_pairs = self.of_pairs.iter().map(|(_, distance)| *distance);
        let distances = [Some(self.target_distance), self.of_links, self.to_objects];
        let distances = distances.into_iter().flatten().chain(of_pairs);
        let distances = distances.map(|distance| ("target distance", distance, distance >= 0.0));
        let settings = [
            (
                "tolerance",
                self.tolerance.unwrap_or(1.0),
                self.tolerance.is_none_or(|tolerance| tolerance > 0.0),
            ),
            ("resolution", self.resolution, self.resolution > 0.0),
            (
                "accuracy",
                self.accuracy,
                self.accuracy >= 1e-6 && self.accuracy <= 1.0,
            ),
        ];
        for (name, value, is_right) in distances.chain(settings) {
            if !is_right || finite(name, value).is_err() {
                return Err(RobotError::BadSetting {
                    name,
                    requirement: match name {
                        "target distance" => "finite and not negative",
                        "accuracy" => "from 1e-6 to 1",
                        _ => "finite and positive",
                    },
                    value,
                });
            }
        }
        Ok(())
    }
}
