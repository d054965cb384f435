//! The motion of a link along a whole path, for queries of one's own.

use nalgebra::{Isometry3, SVector, UnitQuaternion, Vector3};

use super::course::segments;
use super::following::Following;
use super::kinematics::{Fixed, Kinematics, WORLD};
use super::motion::{Mount, OnFrame};
use super::{Path, Robot, RobotError};
use crate::Span;
use crate::motion::{Motion, Placement};

/// How a link moves while its robot follows a path, in the world and in the path's time: a [`Motion`] with proven bounds,
/// for queries against bodies that a scene cannot hold, such as other robots. Before the path begins and after it ends the
/// link is at rest.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{ConstantVelocity, Motion};
/// use photofinish::robot::{Joint, Link, Path, Robot};
/// use photofinish::shape::{Ball, Capsule};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
/// let robot = Robot::new("barrier", vec![Link::new("base"), Link::new("bar")], vec![hinge])?;
/// let quarter_turn = Path::new(vec![vec![0.0], vec![1.5]]);
/// let bar = Moving::new(Capsule::new(0.5, 0.05)?, robot.motion("bar", &quarter_turn)?);
/// let ball = Moving::new(Ball::new(0.1)?, ConstantVelocity::new(
///     Isometry3::translation(0.0, 2.0, 0.0), vector![0.0, -1.5, 0.0], Vector3::zeros(),
/// )?);
/// let answer = time_of_impact(&bar, &ball, 0.0..=1.0)?;
/// assert!(answer.certified && matches!(answer.outcome, Outcome::Separated(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinkMotion {
    kinematics: Kinematics,
    view: Option<usize>,
    mount: Mount,
    /// When each segment begins, how long it takes, and how it is followed.
    segments: Vec<(f64, f64, Following)>,
}

impl Robot {
    /// How a link moves along a path.
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`], and what is wrong with the path.
    pub fn motion(&self, link: &str, path: &Path) -> Result<LinkMotion, RobotError> {
        let mut kinematics = Kinematics::new(self);
        let Fixed {
            frame,
            pose,
            joints,
        } = *kinematics.link(self.link(link)?);
        let view = kinematics.view(WORLD, frame);
        let segments = segments(self, self.rest(), path)?;
        let segments = segments.iter().map(|segment| {
            let duration = segment.end - segment.start;
            (
                segment.start,
                duration,
                Following::new(&kinematics, segment),
            )
        });
        Ok(LinkMotion {
            segments: segments.collect(),
            view,
            mount: Mount::new(pose, Vector3::zeros(), joints),
            kinematics,
        })
    }

    /// Where all links are at a configuration, in their order, in the world. A configuration may leave out the last joints,
    /// which then are at rest.
    ///
    /// # Errors
    /// [`RobotError::ValueCount`] and [`RobotError::BadWaypoint`] for a configuration that is none.
    pub fn poses(&self, configuration: &[f64]) -> Result<Vec<Isometry3<f64>>, RobotError> {
        let path = Path::new(vec![configuration.to_vec()]);
        let segment = &segments(self, self.rest(), &path)?[0];
        let mut kinematics = Kinematics::new(self);
        let links = 0..self.links().len();
        let links: Vec<_> = links.map(|link| *kinematics.link(link)).collect();
        let views: Vec<_> = links
            .iter()
            .map(|link| kinematics.view(WORLD, link.frame))
            .collect();
        let following = Following::new(&kinematics, segment);
        let poses = links.iter().zip(views).map(|(link, view)| {
            let frame = following.pose(&kinematics, view, 0.0);
            frame.then(&link.pose).isometry()
        });
        Ok(poses.collect())
    }
}

impl LinkMotion {
    /// The same motion with its bounds measured from this point of the link's frame: the nearer it is to the middle of the
    /// body that moves, the sharper they are.
    #[must_use]
    pub fn centered(mut self, center: Vector3<f64>) -> Self {
        self.mount = self.mount.centered(center);
        self
    }

    /// The segment that a time is in, and the share of it that has passed then. None where the link is at rest.
    fn segment(&self, time: f64) -> Option<(&(f64, f64, Following), f64)> {
        let next = self.segments.partition_point(|(start, ..)| *start <= time);
        let segment = &self.segments[next.checked_sub(1)?];
        let (start, duration, _) = segment;
        let share = (time - start) / duration;
        (share <= 1.0).then_some((segment, share))
    }

    fn on_frame<'f>(&'f self, following: &'f Following) -> OnFrame<'f> {
        OnFrame {
            kinematics: &self.kinematics,
            following,
            view: self.view,
            mount: &self.mount,
        }
    }

    /// The motion in the segment that a time is in, and the share of it that has passed then.
    fn at(&self, time: f64) -> (OnFrame<'_>, f64) {
        let ((_, _, following), share) = self.segment(time).unwrap_or_else(|| {
            let (first, last) = (&self.segments[0], &self.segments[self.segments.len() - 1]);
            if time < first.0 {
                (first, 0.0)
            } else {
                (last, 1.0)
            }
        });
        (self.on_frame(following), share)
    }

    /// A bound over a span, which lies in one segment, from that in shares of the segment.
    fn bound(
        &self,
        during: Span<f64>,
        of_shares: impl Fn(OnFrame<'_>, Span<f64>) -> Option<f64>,
        order: i32,
    ) -> Option<f64> {
        let middle = 0.5 * (during.start() + during.end());
        let Some(((start, duration, following), _)) = self.segment(middle) else {
            return Some(0.0);
        };
        let share = |time: f64| ((time - start) / duration).clamp(0.0, 1.0);
        let shares = Span::known(share(during.start()), share(during.end()));
        let bound = of_shares(self.on_frame(following), shares)?;
        // the division rounds, to either side
        let scaled = bound / duration.powi(order);
        Some(scaled + scaled.abs() * 1e-12)
    }
}

impl Motion<f64, 3> for LinkMotion {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        let (motion, share) = self.at(time);
        motion.pose(share)
    }

    fn placement(&self, time: f64, origin: &SVector<f64, 3>) -> Placement<f64, 3> {
        let (motion, share) = self.at(time);
        motion.placement(share, origin)
    }

    fn center(&self) -> SVector<f64, 3> {
        self.mount.center
    }

    fn acceleration_bound(
        &self,
        along: &SVector<f64, 3>,
        during: Span<f64>,
        reach: f64,
    ) -> Option<f64> {
        let of_shares =
            |motion: OnFrame<'_>, shares| motion.acceleration_bound(along, shares, reach);
        self.bound(during, of_shares, 2)
    }

    fn speed_bound(&self, along: &SVector<f64, 3>, during: Span<f64>, reach: f64) -> Option<f64> {
        let of_shares = |motion: OnFrame<'_>, shares| motion.speed_bound(along, shares, reach);
        self.bound(during, of_shares, 1)
    }

    /// The waypoints.
    fn next_knot(&self, after: f64) -> Option<f64> {
        let (start, duration, _) = &self.segments[self.segments.len() - 1];
        let starts = self.segments.iter().map(|(start, ..)| *start);
        starts.chain([start + duration]).find(|&knot| knot > after)
    }
}
