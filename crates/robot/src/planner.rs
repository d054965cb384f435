//! A planner's questions: are postures, edges and paths clear, yes or no?

mod cloud;
mod memory;
mod middle;
mod pair;
mod parts;
mod reach;
mod search;
mod side;
mod stance;
mod tree;

pub(super) use parts::Parts;

use super::bodies::Owner;
use super::checker::Checker;
use super::course::named;
use super::polynomial::Polynomial;
use super::{BodyPair, RobotError};
use photofinish::error::finite;
use search::{Ended, Search};

/// Answers a planner's questions about postures and edges, one after the other. What it allocates for one question it uses
/// for the next ones.
///
/// Postures are slices of joint values, in the order of the joints that the planner was made for. All other joints are
/// at rest. Many postures lie one after the other in one slice. Limits of joints are not heeded, and continuous joints go
/// straight from one value to the other, not the shorter way round.
///
/// A planner is for one thread. Make one for each of them: [`Checker::planner`].
///
/// ```
/// # use nalgebra::{Isometry3, Vector3};
/// # use photofinish_robot::{Checker, Joint, Link, Robot, Scene};
/// # use photofinish::shape::Ball;
/// # let car = Link::new("car").with(Ball::new(0.1)?, Isometry3::identity());
/// # let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
/// # let robot = Robot::new("slider", vec![Link::new("base"), car], vec![rail])?;
/// # let mut scene = Scene::new();
/// // the car, a ball of radius 0.1, moves along x, and a ball of radius 0.1 is at x = 0.5
/// scene.add("post", Ball::new(0.1)?, Isometry3::translation(0.5, 0.0, 0.0))?;
/// let checker = Checker::new(&robot, &scene)?;
/// let mut planner = checker.planner(&["rail"])?;
/// assert!(planner.posture(&[0.0])?.is_clear());
/// assert!(planner.edge(&[0.0], &[0.29])?.is_clear());
/// assert!(planner.edge(&[0.0], &[1.0])?.is_contact());
/// // one start, many ends
/// let mut answers = Vec::new();
/// planner.edges(&[0.0], &[-1.0, 0.2, 1.0], &mut answers)?;
/// let clear: Vec<_> = answers.iter().map(|answer| answer.is_clear()).collect();
/// assert_eq!(clear, [true, true, false]);
/// // how far can the planner go?
/// assert!((planner.clear_until(&[0.0], &[1.0])? - 0.3).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Planner<'c> {
    checker: &'c Checker,
    /// The index in a configuration of each joint.
    coordinates: Vec<usize>,
    /// All joint values along the edge that is asked for.
    joints: Vec<Polynomial>,
    search: Search<'c>,
}

/// The answer to a planner's question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It is proven that bodies that may not touch stay farther apart than their target distance, throughout.
    Clear,
    /// Two bodies touch, or come within the tolerance of their target distance. It is one contact of perhaps many, and
    /// need not be the first.
    Contact(Meeting),
    /// It is neither proven clear nor known to touch.
    Undecided(Meeting),
}

impl Verdict {
    /// Returns whether it is proven clear.
    pub fn is_clear(&self) -> bool {
        matches!(self, Self::Clear)
    }

    /// Returns whether two bodies touch.
    pub fn is_contact(&self) -> bool {
        matches!(self, Self::Contact(_))
    }

    /// Returns where two bodies touch, or where it is undecided; none if it is clear.
    pub fn meeting(&self) -> Option<&Meeting> {
        match self {
            Self::Clear => None,
            Self::Contact(meeting) | Self::Undecided(meeting) => Some(meeting),
        }
    }
}

/// Where two bodies touch, or may touch. [`Planner::between`] has their names.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Meeting {
    /// The index of the segment of the path, from 0. An edge and a posture have one segment.
    pub segment: usize,
    /// The share of the segment that has passed, from 0 to 1.
    pub share: f64,
    pub(super) owners: [Owner; 2],
}

impl Checker {
    /// Returns a planner's questions about this robot in this scene. Postures have a value for each of these joints, in
    /// this order.
    ///
    /// # Errors
    /// [`RobotError::UnknownJoint`] if a joint does not have a value of its own, and [`RobotError::DuplicateName`] if
    /// it is named twice.
    pub fn planner<N: AsRef<str>>(&self, joints: &[N]) -> Result<Planner<'_>, RobotError> {
        Ok(Planner {
            checker: self,
            coordinates: named(&self.robot, joints)?,
            joints: self
                .rest
                .iter()
                .map(|&q| Polynomial::linear(q, q))
                .collect(),
            search: Search::new(self),
        })
    }
}

impl Planner<'_> {
    /// Returns the number of joint values of a posture.
    pub fn width(&self) -> usize {
        self.coordinates.len()
    }

    /// Returns the names of the bodies of a meeting that this planner found. They may be missing, or others, for one that
    /// another planner found.
    pub fn between(&self, meeting: &Meeting) -> Option<BodyPair> {
        self.checker.owners_between(meeting.owners)
    }

    /// Returns whether a posture is clear.
    ///
    /// # Errors
    /// [`RobotError::ValueCount`] and [`RobotError::BadWaypoint`] if the posture is invalid.
    pub fn posture(&mut self, posture: &[f64]) -> Result<Verdict, RobotError> {
        self.follow([posture, posture])?;
        let ended = self.search.posture(&self.joints);
        Ok(Verdict::of(ended))
    }

    /// Returns whether the straight line between two postures is clear.
    ///
    /// # Errors
    /// As for [`posture`](Self::posture).
    pub fn edge(&mut self, from: &[f64], to: &[f64]) -> Result<Verdict, RobotError> {
        self.follow([from, to])?;
        let ended = self.search.edge(&self.joints, false);
        Ok(Verdict::of(ended))
    }

    /// Returns the share of the straight line between two postures that is proven clear, from 0 to 1. It ends at the first
    /// contact, or where nothing more is proven. The end itself does not belong to it: one who stops there touches.
    ///
    /// # Errors
    /// As for [`posture`](Self::posture).
    pub fn clear_until(&mut self, from: &[f64], to: &[f64]) -> Result<f64, RobotError> {
        self.follow([from, to])?;
        let ended = self.search.edge(&self.joints, true);
        Ok(ended.map_or(1.0, |ended| ended.share))
    }

    /// Returns whether the straight lines between waypoints are clear. The waypoints lie one after the other.
    ///
    /// # Errors
    /// As for [`posture`](Self::posture), and [`RobotError::NoWaypoints`].
    pub fn path(&mut self, waypoints: &[f64]) -> Result<Verdict, RobotError> {
        let width = self.checked_rows(waypoints)?;
        let rows: Vec<_> = waypoints.chunks_exact(width).collect();
        match rows[..] {
            [] => return Err(RobotError::NoWaypoints),
            [only] => return self.posture(only),
            _ => {}
        }
        for (segment, ends) in rows.windows(2).enumerate() {
            let verdict = self.edge(ends[0], ends[1])?;
            if !verdict.is_clear() {
                return Ok(verdict.in_segment(segment));
            }
        }
        Ok(Verdict::Clear)
    }

    /// Answers for many edges. The ends lie one after the other in `to`, and there are as many starts in `from`, or one
    /// for all. `answers` gets an answer for each end, and none if there is an error.
    ///
    /// # Errors
    /// As for [`posture`](Self::posture). [`RobotError::WaypointCount`] if there are neither one start nor as many as
    /// ends.
    pub fn edges(
        &mut self,
        from: &[f64],
        to: &[f64],
        answers: &mut Vec<Verdict>,
    ) -> Result<(), RobotError> {
        answers.clear();
        let width = self.checked_rows(to)?;
        self.checked_rows(from)?;
        let shared = from.len() == width;
        if !shared && from.len() != to.len() {
            return Err(RobotError::WaypointCount {
                waypoints: to.len() / width,
                quantity: "starts",
                found: from.len() / width,
            });
        }
        for (index, end) in to.chunks_exact(width).enumerate() {
            let start = if shared { 0 } else { index * width };
            answers.push(self.edge(&from[start..start + width], end)?);
        }
        Ok(())
    }

    /// Answers for many postures, which lie one after the other. `answers` gets an answer for each.
    ///
    /// # Errors
    /// As for [`posture`](Self::posture).
    pub fn postures(
        &mut self,
        postures: &[f64],
        answers: &mut Vec<Verdict>,
    ) -> Result<(), RobotError> {
        answers.clear();
        let width = self.checked_rows(postures)?;
        for posture in postures.chunks_exact(width) {
            answers.push(self.posture(posture)?);
        }
        Ok(())
    }

    /// Returns the number of values of a row of these. There must be whole rows of finite numbers.
    fn checked_rows(&self, values: &[f64]) -> Result<usize, RobotError> {
        let width = self.width().max(1);
        for (waypoint, row) in values.chunks(width).enumerate() {
            self.check(waypoint, row)?;
        }
        Ok(width)
    }

    fn check(&self, waypoint: usize, row: &[f64]) -> Result<(), RobotError> {
        if row.len() != self.width() {
            return Err(RobotError::ValueCount {
                waypoint,
                quantity: "positions",
                found: row.len(),
                expected: self.width(),
            });
        }
        for &value in row {
            finite("value", value)
                .map_err(|source| RobotError::BadWaypoint { waypoint, source })?;
        }
        Ok(())
    }

    /// Follows the straight line between two postures.
    fn follow(&mut self, ends: [&[f64]; 2]) -> Result<(), RobotError> {
        for (waypoint, end) in ends.into_iter().enumerate() {
            self.check(waypoint, end)?;
        }
        for (place, &coordinate) in self.coordinates.iter().enumerate() {
            self.joints[coordinate] = Polynomial::linear(ends[0][place], ends[1][place]);
        }
        Ok(())
    }
}

impl Verdict {
    fn of(ended: Option<Ended>) -> Self {
        let Some(Ended {
            share,
            owners,
            is_contact,
        }) = ended
        else {
            return Self::Clear;
        };
        let meeting = Meeting {
            segment: 0,
            share,
            owners,
        };
        match is_contact {
            true => Self::Contact(meeting),
            false => Self::Undecided(meeting),
        }
    }

    /// Returns the answer for a segment of a path.
    fn in_segment(self, segment: usize) -> Self {
        match self {
            Self::Clear => self,
            Self::Contact(meeting) => Self::Contact(Meeting { segment, ..meeting }),
            Self::Undecided(meeting) => Self::Undecided(Meeting { segment, ..meeting }),
        }
    }
}
