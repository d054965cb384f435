//! The motion of a link along a segment, with its bounds.

use nalgebra::{Isometry3, SVector, UnitQuaternion, Vector3};

use super::following::{Following, Limits, Moves};
use super::kinematics::{Kinematics, ViewId};
use super::pose::{PRODUCT_ULPS, Pose, PoseError, RoundedPose};
use photofinish::Span;
use photofinish::motion::{Motion, Placement};

/// A rigid body on a frame of a robot: its pose in the frame, and the point that its reach is measured from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mount {
    /// The pose of the body's own frame in the robot's.
    pub(super) pose: Pose,
    /// Iff the pose is the identity.
    pub(super) is_identity: bool,
    /// How far the body's origin is from the frame's.
    arm: f64,
    /// A point of the body's own frame.
    pub(super) center: Vector3<f64>,
    /// The centre in the robot's frame.
    pub(super) center_in_frame: Vector3<f64>,
    /// How far rounding may have moved the body in the frame.
    error: PoseError,
    /// How far the centre may be off in the robot's frame.
    center_error: f64,
}

/// Ulps of its length by which a vector is off that is turned and then added to another: 2.6 for the turn, half for the
/// sum.
const POINT_ULPS: f64 = 4.0;

impl Mount {
    /// Returns a body at a pose in the frame.
    pub(super) fn new(at: &RoundedPose, center: Vector3<f64>) -> Self {
        let RoundedPose { pose, error } = *at;
        let arm = pose.translation.norm();
        let of_sum = POINT_ULPS * f64::EPSILON * (center.norm() + arm);
        Self {
            arm,
            is_identity: pose == Pose::identity(),
            center,
            center_in_frame: pose.point(&center),
            center_error: error.length + error.angle * center.norm() + of_sum,
            pose,
            error,
        }
    }

    /// Returns the body with another centre.
    pub(super) fn centered(self, center: Vector3<f64>) -> Self {
        let at = RoundedPose {
            pose: self.pose,
            error: self.error,
        };
        Self::new(&at, center)
    }

    /// Returns the body's place, given the pose of its frame and how far that may be off.
    #[inline]
    pub(super) fn placement(&self, frame: &Pose, limits: &Limits) -> Placement<f64, 3> {
        let (pose, mut error) = if self.is_identity {
            (*frame, limits.translation_error)
        } else {
            let sizes = frame.translation.norm() + self.arm;
            let error = limits.translation_error
                + limits.angle_error * self.arm
                + POINT_ULPS * f64::EPSILON * sizes;
            (frame.then(&self.pose), error)
        };
        error += self.error.length + f64::EPSILON * pose.translation.amax();
        Placement {
            rotation: pose.rotation,
            translation: pose.translation,
            translation_error: Vector3::repeat(error),
            angle_error: limits.angle_error + self.error.angle + PRODUCT_ULPS * f64::EPSILON,
        }
    }

    /// Returns how fast the body's origin moves at most, and how fast the body turns at most.
    pub(super) fn speeds(&self, limits: &Limits) -> (f64, f64) {
        let arm = self.arm + self.error.length;
        (limits.of_points(arm)[0], limits.turns())
    }
}

/// The factor by which half a span is rounded up. The middle is rounded by half an ulp of 1, and the way to the farther
/// end is measured from there: for times as near each other as that, the difference is exact or loses half an ulp.
const HALF_SPAN_FACTOR: f64 = 1.0 + 1e-12;

/// Returns the middle of a span, and how far it is from the farther end at most.
pub(super) fn middle_of(start: f64, end: f64) -> (f64, f64) {
    let middle = 0.5 * (start + end);
    let away = (end - middle).max(middle - start);
    (middle, away * HALF_SPAN_FACTOR)
}

/// Bounds of how the points of a body move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// How far the points may be from the mount's centre.
    reach: f64,
    /// Bounds of the first three derivatives of any point over the whole segment.
    limits: [f64; 3],
    /// How far the computed speed and acceleration of any point may be off.
    errors: [f64; 2],
}

/// The share of a bound by which the computed speed or acceleration may be off, without the errors that each joint
/// adds: a few dozen roundings for the point on its frame, which are less than 1e-14.
const ARITHMETIC_SLACK: f64 = 1e-13;
/// The error that each joint adds, as a multiple of what it adds to the angle error, which is 64 u at least. Up to
/// three vectors of every product are turned by that angle, and a step from one frame to the next takes some 30
/// roundings, which is half of it. Together that is 3.5.
const ANGLE_ERRORS: f64 = 8.0;

impl Bounds {
    pub(super) fn new(limits: &Limits, mount: &Mount, reach: f64) -> Self {
        let from_origin = mount.center_in_frame.norm() + mount.center_error + reach;
        let of_points = limits.of_points(from_origin);
        let share = ARITHMETIC_SLACK + ANGLE_ERRORS * limits.angle_error;
        let of_values = limits.errors_of_points(from_origin, mount.center_error);
        Self {
            reach,
            limits: of_points,
            errors: std::array::from_fn(|n| of_points[n] * share + of_values[n]),
        }
    }

    /// Returns an upper bound of the acceleration of any point in any direction, over the whole segment.
    pub(super) fn anywhere(&self) -> f64 {
        self.limits[1]
    }

    /// Returns an upper bound of the acceleration along s of any point, at times at most `away` from a given one.
    /// `moves` and `of_center` are the motion of the frame and the acceleration of the centre at the given time.
    ///
    /// At that time the acceleration is linear in the place of the point: over a ball its largest value is
    /// s . a(centre) + reach |A^T s|. From there it changes no faster than the third derivative allows.
    #[inline]
    pub(super) fn acceleration(
        &self,
        moves: &Moves,
        of_center: &Vector3<f64>,
        (s, away): (&Vector3<f64>, f64),
    ) -> f64 {
        let [_, anywhere, third] = self.limits;
        let here = s.dot(of_center) + self.reach * moves.acceleration_along(s).norm();
        (here + self.errors[1] + third * away).min(anywhere)
    }

    /// Returns an upper bound of the speed along s, likewise. `of_center` is the velocity of the centre.
    pub(super) fn speed(
        &self,
        moves: &Moves,
        of_center: &Vector3<f64>,
        (s, away): (&Vector3<f64>, f64),
    ) -> f64 {
        let [anywhere, second, _] = self.limits;
        let here = s.dot(of_center) + self.reach * moves.omega.cross(s).norm();
        (here + self.errors[0] + second * away).min(anywhere)
    }
}

/// The motion of a body on a frame of a robot along a segment, seen from another frame. Times are shares of the
/// segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnFrame<'f> {
    pub(super) kinematics: &'f Kinematics,
    pub(super) following: &'f Following,
    pub(super) view: Option<ViewId>,
    pub(super) mount: &'f Mount,
}

impl OnFrame<'_> {
    /// Returns how fast the body's origin moves at most over the segment, and how fast the body turns at most.
    pub(super) fn speeds(&self) -> (f64, f64) {
        self.mount.speeds(self.following.limits(self.view))
    }

    /// Returns how the frame moves in the middle of a span, the vector from its origin to the body's centre, the
    /// bounds, and half the length of the span.
    fn bounds(&self, during: Span<f64>, reach: f64) -> (Moves, Vector3<f64>, Bounds, f64) {
        // the bounds must hold as far as both ends
        let (middle, away) = middle_of(during.start(), during.end());
        let moves = self.following.moves(self.kinematics, self.view, middle);
        let arm = moves.pose.rotation * self.mount.center_in_frame;
        let limits = self.following.limits(self.view);
        let bounds = Bounds::new(limits, self.mount, reach);
        (moves, arm, bounds, away)
    }
}

impl Motion<f64, 3> for OnFrame<'_> {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        let frame = self.following.pose(self.kinematics, self.view, time);
        frame.then(&self.mount.pose).isometry()
    }

    fn placement(&self, time: f64, origin: &SVector<f64, 3>) -> Placement<f64, 3> {
        let frame = self.following.pose(self.kinematics, self.view, time);
        let limits = self.following.limits(self.view);
        let mut placement = self.mount.placement(&frame, limits);
        if *origin != Vector3::zeros() {
            let sizes = placement.translation.abs() + origin.abs();
            placement.translation -= origin;
            placement.translation_error += sizes * f64::EPSILON;
        }
        placement
    }

    /// Returns the origin of the frame that the body is seen from: robots are near it.
    fn reference(&self, _time: f64) -> SVector<f64, 3> {
        Vector3::zeros()
    }

    fn center(&self) -> SVector<f64, 3> {
        self.mount.center
    }

    /// Returns none, as a segment is smooth inside.
    fn next_knot(&self, _after: f64) -> Option<f64> {
        None
    }

    fn acceleration_bound(
        &self,
        along: &SVector<f64, 3>,
        during: Span<f64>,
        reach: f64,
    ) -> Option<f64> {
        if self.view.is_none() {
            return Some(0.0);
        }
        let (moves, arm, bounds, away) = self.bounds(during, reach);
        Some(bounds.acceleration(&moves, &moves.point_acceleration(&arm), (along, away)))
    }

    fn speed_bound(&self, along: &SVector<f64, 3>, during: Span<f64>, reach: f64) -> Option<f64> {
        if self.view.is_none() {
            return Some(0.0);
        }
        let (moves, arm, bounds, away) = self.bounds(during, reach);
        Some(bounds.speed(&moves, &moves.point_velocity(&arm), (along, away)))
    }
}
