//! Paths of a robot through the space of its joint values.

/// A path through the space of joint values, as it comes from a planner or a file.
///
/// Waypoints are joined by straight lines, by cubics if their velocities are given, and by quintics if their
/// accelerations are given too. Joint values are taken as they are: a continuous joint that goes from 3 to -3 turns
/// back by 6 radians, and limits of joints are not looked at.
///
/// ```
/// use photofinish_robot::Path;
///
/// let there_and_back = Path::new(vec![vec![0.0, 0.0], vec![1.0, -0.5], vec![0.0, 0.0]])
///     .joints(["shoulder", "elbow"])
///     .times(vec![0.0, 1.5, 3.0]);
/// # let _ = there_and_back;
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Path {
    /// The names of the joints that the values belong to, in their order. Without it there is a value for each
    /// of the robot's joints that has one of its own, in their order.
    #[serde(default)]
    pub joints: Option<Vec<String>>,
    /// When each waypoint is passed. Without it waypoint i is passed at time i.
    #[serde(default)]
    pub times: Option<Vec<f64>>,
    /// The joint values at each waypoint.
    #[serde(rename = "waypoints")]
    pub positions: Vec<Vec<f64>>,
    /// Their rates at each waypoint.
    #[serde(default)]
    pub velocities: Option<Vec<Vec<f64>>>,
    /// The rates of these.
    #[serde(default)]
    pub accelerations: Option<Vec<Vec<f64>>>,
}

impl Path {
    /// Waypoints joined by straight lines in the space of joint values.
    pub fn new(positions: Vec<Vec<f64>>) -> Self {
        Self {
            positions,
            ..Self::default()
        }
    }

    /// The joints that the values belong to, the others being at rest; without this they are all of the robot's.
    #[must_use]
    pub fn joints<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.joints = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// When each waypoint is passed.
    #[must_use]
    pub fn times(mut self, times: Vec<f64>) -> Self {
        self.times = Some(times);
        self
    }

    /// The velocities at each waypoint: with them the waypoints are joined by cubics.
    #[must_use]
    pub fn velocities(mut self, velocities: Vec<Vec<f64>>) -> Self {
        self.velocities = Some(velocities);
        self
    }

    /// The accelerations at each waypoint: with them, and velocities, the waypoints are joined by quintics.
    #[must_use]
    pub fn accelerations(mut self, accelerations: Vec<Vec<f64>>) -> Self {
        self.accelerations = Some(accelerations);
        self
    }
}
