//! How a body moves: its pose at any time, and bounds on where its points go from there.
//!
//! Every motion turns the body about a *centre*, a point of the body, while the centre moves. Take a point of the body
//! at offset r from the centre (world frame, at time t). At time t + h its coordinate along a fixed vector s is
//! `s.c(t + h) + s.R(h) r`. By Taylor's theorem this is at most
//!
//! `s.c + s.v h + s.a h^2/2 + r.(s + h (s x w)) + slack h + bend h^2/2`,
//!
//! where v, a and w are velocity, acceleration and angular velocity at t. The reason is that `s.(w x r) = r.(s x w)` is
//! the first derivative of `s.R(h) r` at h = 0, and `bend` bounds the second. The largest `r.(s + h (s x w))` over a
//! body is a support value along `s + h (s x w)`. [`Forecast`] holds these numbers. A motion whose derivatives are not
//! known has only the `slack`.

use super::{lift, lower};
use nalgebra::{Matrix3, Quaternion, SVector, UnitQuaternion, Vector3};
use std::fmt;
use std::sync::Arc;

/// The pose of a body: `world = rotation * body + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub rotation: Matrix3<f64>,
    pub translation: Vector3<f64>,
}

/// The rotation of a body. A quaternion need not have unit length: it stands for the unit quaternion in its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    /// A rotation of the plane, in radians.
    Angle(f64),
    /// A rotation of space, as x, y, z, w.
    Quaternion([f64; 4]),
}

/// The motion of a body whose centre has constant acceleration and that turns at constant angular velocity.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballistic<const D: usize> {
    /// The centre of rotation, in the body frame.
    pub center: SVector<f64, D>,
    /// The origin of the body frame in the world, at time 0.
    pub position: SVector<f64, D>,
    pub orientation: Orientation,
    /// Velocity of the centre in the world, at time 0.
    pub linvel: SVector<f64, D>,
    /// Acceleration of the centre, in the world.
    pub acc: SVector<f64, D>,
    /// Angular velocity, in the world. In the plane x and y are zero.
    pub angvel: Vector3<f64>,
}

/// The motion of a body between two poses, at times 0 and 1. The centre moves along a straight line. The unit
/// quaternion (in the plane the unit complex number) is interpolated linearly along the shorter arc and normalised. The
/// forecasts hold only between times 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep<const D: usize> {
    /// The centre of rotation, in the body frame.
    pub center: SVector<f64, D>,
    /// The origin of the body frame in the world, at both times.
    pub positions: [SVector<f64, D>; 2],
    pub orientations: [Orientation; 2],
}

/// Any motion, with bounds of its speed.
#[derive(Clone)]
pub struct Path {
    pub pose: Arc<dyn Fn(f64) -> Pose + Send + Sync>,
    /// An upper bound of the speed of the body frame's origin.
    pub speed: f64,
    /// An upper bound of the angular speed, in radians per unit of time.
    pub spin: f64,
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Path")
            .field("speed", &self.speed)
            .field("spin", &self.spin)
            .finish_non_exhaustive()
    }
}

/// A motion of one of these kinds.
#[derive(Clone, Debug)]
pub enum Motion<const D: usize> {
    Ballistic(Ballistic<D>),
    Sweep(Sweep<D>),
    Path(Path),
}

/// Bounds how the points of a body move along a vector s after a time. The head of this file has the formula.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// Position of the centre, in the world.
    pub center: Vector3<f64>,
    /// Velocity of the centre.
    pub velocity: Vector3<f64>,
    /// Acceleration of the centre, which stays constant.
    pub acceleration: Vector3<f64>,
    /// s x w: how fast s turns as seen from the body.
    pub tilt: Vector3<f64>,
    /// Bounds the remaining terms of first order, per unit of distance from the centre.
    pub slack_per_reach: f64,
    /// Bounds the remaining terms of first order, for every point.
    pub slack: f64,
    /// Bounds the remaining terms of second order, per unit of distance from the centre.
    pub bend_per_reach: f64,
}

impl Pose {
    pub fn apply(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.translation
    }
}

impl Orientation {
    pub fn matrix(&self) -> Matrix3<f64> {
        match *self {
            Orientation::Angle(angle) => turn(&Vector3::z(), angle),
            Orientation::Quaternion(_) => self.quaternion().to_rotation_matrix().into_inner(),
        }
    }

    fn quaternion(&self) -> UnitQuaternion<f64> {
        match *self {
            Orientation::Angle(angle) => UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle),
            Orientation::Quaternion([x, y, z, w]) => {
                UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
            }
        }
    }
}

/// Returns the rotation about a unit vector (Rodrigues).
fn turn(axis: &Vector3<f64>, angle: f64) -> Matrix3<f64> {
    let cross = axis.cross_matrix();
    Matrix3::identity() + cross * angle.sin() + cross * cross * (2.0 * (angle / 2.0).sin().powi(2))
}

impl<const D: usize> Ballistic<D> {
    /// Returns the motion of a body at rest.
    pub fn at_rest(position: SVector<f64, D>, orientation: Orientation) -> Self {
        Self {
            center: SVector::zeros(),
            position,
            orientation,
            linvel: SVector::zeros(),
            acc: SVector::zeros(),
            angvel: Vector3::zeros(),
        }
    }

    fn rotation(&self, t: f64) -> Matrix3<f64> {
        let start = self.orientation.matrix();
        let rate = self.angvel.norm();
        if rate > 0.0 {
            turn(&(self.angvel / rate), rate * t) * start
        } else {
            start
        }
    }

    fn center_at(&self, t: f64, origin: &Vector3<f64>) -> Vector3<f64> {
        let start = lift(&self.position) - origin;
        start
            + self.orientation.matrix() * lift(&self.center)
            + lift(&self.linvel) * t
            + lift(&self.acc) * (t * t / 2.0)
    }
}

impl<const D: usize> Sweep<D> {
    /// Returns the axis of the turn and the angle between the two numbers that are interpolated.
    ///
    /// In space the body turns by twice the angle between its unit quaternions.
    pub(super) fn arc(&self) -> (Vector3<f64>, f64) {
        let [from, to] = self.orientations.map(|o| o.quaternion());
        let (axis, angle) = (to * from.inverse())
            .axis_angle()
            .map_or((Vector3::z(), 0.0), |(axis, angle)| {
                (axis.into_inner(), angle)
            });
        (axis, if D == 2 { angle } else { angle / 2.0 })
    }

    pub(super) fn turns_per_arc() -> f64 {
        if D == 2 { 1.0 } else { 2.0 }
    }

    /// Returns the rotation at a time. Its angle is that of the point `(1-t) + t e^(i arc)` on the chord.
    fn rotation(&self, t: f64) -> Matrix3<f64> {
        let (axis, arc) = self.arc();
        let angle = (t * arc.sin()).atan2(1.0 - t + t * arc.cos());
        turn(&axis, angle * Self::turns_per_arc()) * self.orientations[0].matrix()
    }

    /// Returns the centre at both ends, relative to `origin`. The origin is subtracted first, before anything is added.
    pub(super) fn centers(&self, origin: &Vector3<f64>) -> [Vector3<f64>; 2] {
        [0, 1].map(|i: usize| {
            let position = lift(&self.positions[i]) - origin;
            position + self.orientations[i].matrix() * lift(&self.center)
        })
    }
}

impl<const D: usize> Motion<D> {
    /// Returns the pose at a time.
    pub fn pose(&self, t: f64) -> Pose {
        self.pose_about(t, &Vector3::zeros())
    }

    /// Returns the pose at a time in a world frame moved to `origin`. Bodies far from the world's origin stay exact
    /// this way.
    pub fn pose_about(&self, t: f64, origin: &Vector3<f64>) -> Pose {
        let (rotation, center) = match self {
            Motion::Ballistic(motion) => (motion.rotation(t), motion.center_at(t, origin)),
            Motion::Sweep(sweep) => {
                let [from, to] = sweep.centers(origin);
                (sweep.rotation(t), from + (to - from) * t)
            }
            Motion::Path(path) => {
                let pose = (path.pose)(t);
                (pose.rotation, pose.translation - origin)
            }
        };
        Pose {
            rotation,
            translation: center - rotation * self.center(),
        }
    }

    /// Returns the centre of rotation in the body frame, as a vector in space.
    pub fn center(&self) -> Vector3<f64> {
        match self {
            Motion::Ballistic(motion) => lift(&motion.center),
            Motion::Sweep(sweep) => lift(&sweep.center),
            Motion::Path(_) => Vector3::zeros(),
        }
    }

    /// Returns where a point of the body frame is in the world at a time.
    pub fn point_at(&self, t: f64, point: &SVector<f64, D>) -> SVector<f64, D> {
        lower(&self.pose(t).apply(&lift(point)))
    }

    /// Bounds how the points of the body move along `s` from time `t` on.
    pub fn forecast(&self, t: f64, origin: &Vector3<f64>, s: &Vector3<f64>) -> Forecast {
        let pose = self.pose_about(t, origin);
        let mut forecast = Forecast {
            center: pose.apply(&self.center()),
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            tilt: Vector3::zeros(),
            slack_per_reach: 0.0,
            slack: 0.0,
            bend_per_reach: 0.0,
        };
        match self {
            Motion::Ballistic(motion) => {
                forecast.velocity = lift(&motion.linvel) + lift(&motion.acc) * t;
                forecast.acceleration = lift(&motion.acc);
                forecast.tilt = s.cross(&motion.angvel);
                // (R r)'' = w x (w x r) has length |w|^2 |part of r normal to w| and is normal to w.
                forecast.bend_per_reach = forecast.tilt.norm() * motion.angvel.norm();
            }
            Motion::Sweep(sweep) => {
                let [from, to] = sweep.centers(origin);
                forecast.velocity = to - from;
                let (axis, arc) = sweep.arc();
                let turns = Sweep::<D>::turns_per_arc();
                // This is the squared distance of the chord point at t from the origin, which is at least cos^2(arc/2).
                // Near half a turn only that small term is left, so it must not come from a difference.
                let (sin, cos) = (arc / 2.0).sin_cos();
                let square = cos * cos + (sin * (1.0 - 2.0 * t)).powi(2);
                let across = s.cross(&axis);
                forecast.tilt = across * (turns * arc.sin() / square);
                // The rate is sin(arc)/square, at most 2 tan(arc/2). Its derivative is at most 8 tan^3(arc/2).
                let tan = (arc / 2.0).tan();
                let rate = turns * 2.0 * tan;
                forecast.bend_per_reach = across.norm() * (rate * rate + turns * 8.0 * tan.powi(3));
            }
            Motion::Path(path) => {
                forecast.slack = path.speed * s.norm();
                forecast.slack_per_reach = path.spin * s.norm();
            }
        }
        forecast
    }
}
