//! Paths of a robot through the space of its joint values.

/// A path through the space of joint values, as it comes from a planner or a file.
///
/// Straight lines join the waypoints, or cubics if velocities are given, or quintics if accelerations are given too.
/// Joint values are taken literally: a continuous joint that goes from 3 to -3 turns back by 6 radians. Angles
/// are in radians. Limits of joints do not change an answer; [`Checker::outside_limits`](super::Checker::outside_limits)
/// tells whether a path leaves them.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::{Checker, Joint, Link, Path, Robot, Scene};
/// use photofinish::shape::Ball;
///
/// let there_and_back = Path::new(vec![vec![0.0], vec![1.0], vec![0.0]])
///     .joints(["rail"])
///     .times(vec![0.0, 1.5, 3.0]);
///
/// let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
/// let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
/// let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
/// let mut scene = Scene::new();
/// scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.0, 1.0, 0.0))?;
/// let checker = Checker::new(&robot, &scene)?;
/// assert!(checker.check(&there_and_back)?.is_clear());
/// assert_eq!(checker.configuration(&there_and_back, 0.75)?, [0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Path {
    /// The names of the joints that the values belong to, in order. Without names, the values are those of all joints
    /// that have a value of their own ([`Robot::coordinates`](super::Robot::coordinates)), in order.
    #[serde(default)]
    pub joints: Option<Vec<String>>,
    /// The time of each waypoint. Without times, waypoint i is passed at time i.
    #[serde(default)]
    pub times: Option<Vec<f64>>,
    /// The joint values at each waypoint.
    #[serde(rename = "waypoints")]
    pub positions: Vec<Vec<f64>>,
    /// The rates of the joint values at each waypoint, per unit of time.
    #[serde(default)]
    pub velocities: Option<Vec<Vec<f64>>>,
    /// The rates of the velocities at each waypoint.
    #[serde(default)]
    pub accelerations: Option<Vec<Vec<f64>>>,
}

impl Path {
    /// Returns a path of waypoints, joined by straight lines in the space of joint values.
    pub fn new(positions: Vec<Vec<f64>>) -> Self {
        Self {
            positions,
            ..Self::default()
        }
    }

    /// Names the joints that the values belong to; all others are at rest. Without this, there is a value for every
    /// joint that has one of its own.
    #[must_use]
    pub fn joints<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.joints = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the time of each waypoint. Times must increase.
    #[must_use]
    pub fn times(mut self, times: Vec<f64>) -> Self {
        self.times = Some(times);
        self
    }

    /// Sets the velocities at each waypoint, so that cubics join the waypoints. Needs times.
    #[must_use]
    pub fn velocities(mut self, velocities: Vec<Vec<f64>>) -> Self {
        self.velocities = Some(velocities);
        self
    }

    /// Sets the accelerations at each waypoint, so that quintics join the waypoints. Needs times and velocities.
    #[must_use]
    pub fn accelerations(mut self, accelerations: Vec<Vec<f64>>) -> Self {
        self.accelerations = Some(accelerations);
        self
    }
}
