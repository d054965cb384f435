//! The limits of velocities and accelerations.

use std::fmt;

use serde::Serialize;

use super::course::Segment;
use super::limits::left_at;
use super::{Checker, Joint, Path, RobotError};

/// The share of its limit by which a rate may be above it. Planners go up to the limits, and times are often in `f32`: 20 s
/// after the beginning they are off by a ten thousandth of a fiftieth of a second. Larger: paths that a robot refuses.
/// Smaller: recorded paths that kept the limits are refused.
const RATE_TOLERANCE: f64 = 1e-3;

/// How fast a joint moves, or how fast that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Rate {
    /// The velocity.
    Velocity,
    /// The acceleration.
    Acceleration,
}

/// A joint that moves faster along a path than its limits let it, or changes its velocity faster.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RateExceeded {
    /// The joint.
    pub joint: String,
    /// What is too large.
    pub quantity: Rate,
    /// The velocity or acceleration, in radians or units of length.
    pub value: f64,
    /// Its largest size.
    pub limit: f64,
    /// The time at which it has the value, in the path's time.
    pub time: f64,
    /// The index of the last waypoint that is passed by then, from 0.
    pub waypoint: usize,
}

impl fmt::Display for RateExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            joint,
            value,
            limit,
            time,
            waypoint,
            ..
        } = self;
        let quantity = match self.quantity {
            Rate::Velocity => "velocity",
            Rate::Acceleration => "acceleration",
        };
        write!(
            f,
            "joint {joint:?} has the {quantity} {value} at time {time}, waypoint {waypoint} or after it: more than its \
             limit {limit}"
        )
    }
}

impl Checker {
    /// Returns where a joint moves faster along a path than its limits let it, in the first segment with such a joint; none
    /// if there is none, or if the path has no times. Of several in the segment it is the one that exceeds its limit most.
    ///
    /// All joints with such limits ([`Joint::velocity_limited`], [`Joint::acceleration_limited`]) and a value of their
    /// own count. Velocities and accelerations are those of the cubics and quintics between waypoints.
    ///
    /// On straight lines the velocity is constant between waypoints and jumps at them. The acceleration at a waypoint is
    /// then the jump over the time between the middles of the segments before and after it. What comes before the first
    /// waypoint and after the last is not known, and no acceleration.
    ///
    /// A rate may be above its limit by a thousandth of it.
    ///
    /// ```
    /// # use nalgebra::{Isometry3, Vector3};
    /// # use photofinish_robot::{Checker, Joint, Link, Path, Rate, Robot, Scene};
    /// # use photofinish::shape::Ball;
    /// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
    /// # let mut scene = Scene::new();
    /// # scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.0, 1.0, 0.0))?;
    /// let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis()).acceleration_limited(2.0);
    /// let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
    /// let checker = Checker::new(&robot, &scene)?;
    /// let path = Path::new(vec![vec![0.0], vec![1.0], vec![0.0]]).times(vec![0.0, 1.0, 1.5]);
    /// let exceeded = checker.exceeded_rates(&path)?.expect("from 1 to -2 in 0.75");
    /// assert_eq!((exceeded.quantity, exceeded.value, exceeded.waypoint), (Rate::Acceleration, -4.0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError`] if the path is invalid for this robot.
    pub fn exceeded_rates(&self, path: &Path) -> Result<Option<RateExceeded>, RobotError> {
        let segments = self.segments(path)?;
        let free = self.robot.joints().iter().filter(|joint| joint.is_free());
        let is_limited = |joint: &Joint| joint.velocity.is_some() || joint.acceleration.is_some();
        let limited = free.enumerate().filter(|(_, joint)| is_limited(joint));
        let limited: Vec<_> = limited.collect();
        if path.times.is_none() || path.positions.len() < 2 {
            return Ok(None);
        }
        let is_straight = path.velocities.is_none();
        for (index, segment) in segments.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| &segments[before]);
            let before = before.filter(|_| is_straight);
            let exceeded = limited.iter().flat_map(|&(value, joint)| {
                let jump = before.and_then(|before| jump([before, segment], (value, joint)));
                let within = rates(segment, (value, joint));
                jump.into_iter().chain(within).map(|mut exceeded| {
                    exceeded.waypoint = index;
                    exceeded
                })
            });
            let excess = |exceeded: &RateExceeded| exceeded.value.abs() / exceeded.limit;
            let most = exceeded.max_by(|one, other| excess(one).total_cmp(&excess(other)));
            if most.is_some() {
                return Ok(most);
            }
        }
        Ok(None)
    }
}

fn largest(limit: f64) -> f64 {
    limit * (1.0 + RATE_TOLERANCE)
}

/// Returns the velocity and the acceleration that a joint has too much of within a segment.
fn rates(segment: &Segment, (value, joint): (usize, &Joint)) -> impl Iterator<Item = RateExceeded> {
    let duration = segment.end - segment.start;
    // by the share of the segment, which passes in its duration
    let velocity = segment.values[value].derivative();
    let rates = [
        (Rate::Velocity, joint.velocity, velocity, duration),
        (
            Rate::Acceleration,
            joint.acceleration,
            velocity.derivative(),
            duration * duration,
        ),
    ];
    rates
        .into_iter()
        .filter_map(|(quantity, limit, rate, unit)| {
            let limit = limit?;
            let most = largest(limit) * unit;
            let (share, value) = left_at(&rate, (-most, most))?;
            Some(RateExceeded {
                joint: joint.name.clone(),
                quantity,
                value: value / unit,
                limit,
                time: segment.time(share),
                waypoint: 0,
            })
        })
}

/// Returns the acceleration from one straight segment to the next, if it is more than a joint may have.
fn jump([before, after]: [&Segment; 2], (value, joint): (usize, &Joint)) -> Option<RateExceeded> {
    let limit = joint.acceleration?;
    let [of_before, of_after] = [before, after].map(|segment| segment.end - segment.start);
    let velocity =
        |segment: &Segment, duration| segment.values[value].derivative().value(0.0) / duration;
    let change = velocity(after, of_after) - velocity(before, of_before);
    let acceleration = change / (0.5 * (of_before + of_after));
    // written so that NaN counts too
    let is_within = acceleration.abs() <= largest(limit);
    (!is_within).then(|| RateExceeded {
        joint: joint.name.clone(),
        quantity: Rate::Acceleration,
        value: acceleration,
        limit,
        time: after.start,
        waypoint: 0,
    })
}
