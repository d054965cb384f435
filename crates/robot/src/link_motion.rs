//! The motion of a link along a whole path, for queries of your own.

use nalgebra::{Isometry3, SVector, UnitQuaternion, Vector3};

use super::course::segments;
use super::following::Following;
use super::kinematics::{Fixed, Kinematics, ViewId, WORLD};
use super::motion::{Mount, OnFrame};
use super::pose::Pose;
use super::{Path, Robot, RobotError};
use photofinish::motion::{Motion, Placement};
use photofinish::{Real, Span};

/// The motion of a link while its robot follows a path, in the world and in the path's time.
///
/// It is a [`Motion`] with proven bounds, for queries against bodies that a scene cannot hold, such as other robots.
/// Before the path begins and after it ends the link is at rest.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{ConstantVelocity, Motion};
/// use photofinish_robot::{Joint, Link, Path, Robot};
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
/// assert!(matches!(answer.outcome, Outcome::Separated(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinkMotion {
    kinematics: Kinematics,
    view: Option<ViewId>,
    mount: Mount,
    segments: Vec<Timed>,
}

/// A segment in the path's time.
#[derive(Clone, Debug)]
struct Timed {
    start: f64,
    end: f64,
    following: Following,
}

/// How far the share of a segment at a time may be off. It is at most 1. Two differences and a quotient lose half an
/// ulp each, which is 1.5 ulps.
const SHARE_SLACK: f64 = 2.0 * f64::EPSILON;

/// Ulps that a bound may lose when it is scaled to the path's time. The duration counts twice, its square, the quotient
/// and the sum with this once each, at half an ulp: 2.5 ulps.
const SCALED_ULPS: f64 = 8.0;

impl Timed {
    /// Returns the share of the segment that has passed at a time.
    fn share(&self, time: f64) -> f64 {
        if time >= self.end {
            1.0
        } else {
            ((time - self.start) / (self.end - self.start)).clamp(0.0, 1.0)
        }
    }

    /// Returns a span in shares of the segment. It is widened by their rounding.
    fn shares(&self, during: Span<f64>) -> Span<f64> {
        let [from, to] = [during.start(), during.end()].map(|time| self.share(time));
        let wider = ((from - SHARE_SLACK).max(0.0), (to + SHARE_SLACK).min(1.0));
        Span::new(wider.0, wider.1).expect("shares of a segment are finite and in order")
    }
}

impl Robot {
    /// Returns how a link moves along a path.
    ///
    /// # Errors
    /// [`RobotError::UnknownLink`] if there is no such link, and the errors of an invalid path.
    pub fn motion(&self, link: &str, path: &Path) -> Result<LinkMotion, RobotError> {
        let mut kinematics = Kinematics::new(self);
        let Fixed { frame, at } = *kinematics.link(self.link(link)?);
        let view = kinematics.view(WORLD, frame);
        let segments = segments(self, self.rest(), path)?;
        let segments = segments.iter().map(|segment| Timed {
            start: segment.start,
            end: segment.end,
            following: Following::new(&kinematics, segment),
        });
        Ok(LinkMotion {
            segments: segments.collect(),
            view,
            mount: Mount::new(&at, Vector3::zeros()),
            kinematics,
        })
    }

    /// Returns the poses of all links at a configuration, in their order, in the world.
    ///
    /// # Errors
    /// [`RobotError::ValueCount`] and [`RobotError::BadWaypoint`] if the configuration is invalid.
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
        let frames = following.all_poses(&kinematics, 0.0);
        let poses = links.iter().zip(views).map(|(link, view)| {
            let frame = view.map_or(Pose::identity(), |view| frames[view.index()]);
            frame.then(&link.at.pose).isometry()
        });
        Ok(poses.collect())
    }
}

impl LinkMotion {
    /// Sets the point of the link's frame that the bounds are measured from. They are sharpest if it is in the middle
    /// of the body that moves.
    #[must_use]
    pub fn centered(mut self, center: Vector3<f64>) -> Self {
        self.mount = self.mount.centered(center);
        self
    }

    /// Returns the segment that a time is in: at a waypoint the later one, before the path the first, after it the
    /// last.
    fn segment(&self, time: f64) -> &Timed {
        let begun = self
            .segments
            .partition_point(|segment| segment.start <= time);
        &self.segments[begun.saturating_sub(1)]
    }

    fn on_frame<'f>(&'f self, following: &'f Following) -> OnFrame<'f> {
        OnFrame {
            kinematics: &self.kinematics,
            following,
            view: self.view,
            mount: &self.mount,
        }
    }

    /// Returns the motion in the segment that a time is in, and the share of this segment that has passed then.
    fn at(&self, time: f64) -> (OnFrame<'_>, f64) {
        let segment = self.segment(time);
        (self.on_frame(&segment.following), segment.share(time))
    }

    /// Returns a bound over a span within one segment, from the bound in shares of the segment.
    ///
    /// The start of the span tells the segment. Its middle would not do: in a span of one ulp it may be the end.
    fn bound(
        &self,
        during: Span<f64>,
        of_shares: impl Fn(OnFrame<'_>, Span<f64>) -> Option<f64>,
        power: impl Fn(f64) -> f64,
    ) -> Option<f64> {
        let segment = self.segment(during.start());
        let at_rest = during.start() < segment.start || during.start() >= segment.end;
        if at_rest {
            return Some(0.0);
        }
        let bound = of_shares(self.on_frame(&segment.following), segment.shares(during))?;
        let scaled = bound / power(segment.end - segment.start);
        // a quotient by a long duration underflows
        Some(scaled + scaled.abs() * (SCALED_ULPS * f64::EPSILON) + f64::TINY)
    }
}

impl Motion<f64, 3> for LinkMotion {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        let (motion, share) = self.at(time);
        motion.pose(share)
    }

    fn placement(&self, time: f64, origin: &SVector<f64, 3>) -> Placement<f64, 3> {
        let segment = self.segment(time);
        let motion = self.on_frame(&segment.following);
        let mut placement = motion.placement(segment.share(time), origin);
        // the share is rounded, and the body moves
        let (speed, turns) = motion.speeds();
        placement
            .translation_error
            .add_scalar_mut(speed * SHARE_SLACK);
        placement.angle_error += turns * SHARE_SLACK;
        placement
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
        self.bound(during, of_shares, |duration| duration * duration)
    }

    fn speed_bound(&self, along: &SVector<f64, 3>, during: Span<f64>, reach: f64) -> Option<f64> {
        let of_shares = |motion: OnFrame<'_>, shares| motion.speed_bound(along, shares, reach);
        self.bound(during, of_shares, |duration| duration)
    }

    /// Returns the next waypoint's time.
    fn next_knot(&self, after: f64) -> Option<f64> {
        let begun = self
            .segments
            .partition_point(|segment| segment.start <= after);
        let end = self.segments[self.segments.len() - 1].end;
        match self.segments.get(begun) {
            Some(next) => Some(next.start),
            None => Some(end).filter(|&end| end > after),
        }
    }
}
