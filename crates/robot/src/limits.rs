//! The limits of joints.

use std::f64::consts::TAU;
use std::fmt;

use serde::Serialize;

use super::course::Segment;
use super::polynomial::Polynomial;
use super::{Checker, Joint, JointKind, Path, RobotError};

/// How far, in radians or units of length, a joint value may be outside of its limits. Planners go up to the limits,
/// and files carry few digits. Larger: paths that a robot refuses. Smaller: paths whose values are rounded are refused.
pub(super) const LIMIT_TOLERANCE: f64 = 1e-6;

/// A joint that a path takes out of its limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OutsideLimits {
    /// The joint.
    pub joint: String,
    /// Its value, outside of its limits: an angle in radians, or a length.
    pub value: f64,
    /// Its least value.
    pub least: f64,
    /// Its largest value.
    pub largest: f64,
    /// The time at which it has the value, in the path's time.
    pub time: f64,
    /// The index of the segment of the path, from 0. In all segments before, the joints are within their limits.
    pub segment: usize,
    /// Iff the value is an angle of more than a turn that would be within the limits in degrees.
    pub may_be_degrees: bool,
}

impl fmt::Display for OutsideLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            joint,
            value,
            least,
            largest,
            time,
            ..
        } = self;
        write!(
            f,
            "joint {joint:?} is at {value} at time {time}, outside of its limits {least} to {largest}"
        )?;
        if self.may_be_degrees {
            f.write_str(": is it in degrees? Angles are in radians")?;
        }
        Ok(())
    }
}

impl Checker {
    /// Returns where a path takes a joint out of its limits, in the first segment that does; none if it takes no joint
    /// out. The answers about contacts are for paths as they are, whatever the limits.
    ///
    /// All joints with [limits](Joint::limited) and a value of their own count, also those that the path does not name.
    /// Joints that follow others do not: in published robots their limits often contradict those of the joint that they
    /// follow. Between waypoints, cubics and quintics may leave limits that the waypoints keep. A value may
    /// be outside by 1e-6 radians or units of length.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Path, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let mut scene = Scene::new();
    /// # scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.0, 1.0, 0.0))?;
    /// let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis()).limited(0.0, 0.5);
    /// let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// let checker = Checker::new(&robot, &scene)?;
    /// let path = Path::new(vec![vec![0.0], vec![1.0]]);
    /// assert!(checker.check(&path)?.is_clear());
    /// let outside = checker.outside_limits(&path)?.expect("the rail ends at 0.5");
    /// assert_eq!((outside.joint.as_str(), outside.value, outside.time), ("rail", 1.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError`] if the path is invalid for this robot.
    pub fn outside_limits(&self, path: &Path) -> Result<Option<OutsideLimits>, RobotError> {
        let free = self.robot.joints().iter().filter(|joint| joint.is_free());
        let limited = free.enumerate();
        let limited = limited.filter_map(|(value, joint)| Some((value, joint, joint.limits()?)));
        let limited: Vec<_> = limited.collect();
        for (index, segment) in self.segments(path)?.iter().enumerate() {
            let left = limited.iter().filter_map(|&(value, joint, limits)| {
                let (least, largest) = limits;
                let within = (least - LIMIT_TOLERANCE, largest + LIMIT_TOLERANCE);
                let at = left_at(&segment.values[value], within)?;
                Some(outside((joint, limits), (segment, index), at))
            });
            if let Some(first) = left.min_by(|one, other| one.time.total_cmp(&other.time)) {
                return Ok(Some(first));
            }
        }
        Ok(None)
    }
}

fn outside(
    (joint, (least, largest)): (&Joint, (f64, f64)),
    (segment, index): (&Segment, usize),
    (share, value): (f64, f64),
) -> OutsideLimits {
    let is_angle = matches!(joint.kind(), JointKind::Revolute(_));
    let may_be_degrees = value.abs() > TAU && (least..=largest).contains(&value.to_radians());
    OutsideLimits {
        joint: joint.name().to_owned(),
        value,
        least,
        largest,
        time: segment.time(share),
        segment: index,
        may_be_degrees: is_angle && may_be_degrees,
    }
}

/// Returns the share of a segment at which a value is outside of its limits, and the value there; none if it stays
/// within. Of the ends and the place where it first leaves its limits, it is where the value is farthest outside, and the
/// first of such.
pub(super) fn left_at(value: &Polynomial, (least, largest): (f64, f64)) -> Option<(f64, f64)> {
    let first = value.first_outside(least, largest)?;
    // the last of equals is taken
    let places = [1.0, first, 0.0].map(|share| (share, value.value(share)));
    let beyond = |value: f64| (least - value).max(value - largest);
    let farthest = places.into_iter();
    farthest.max_by(|one, other| beyond(one.1).total_cmp(&beyond(other.1)))
}
