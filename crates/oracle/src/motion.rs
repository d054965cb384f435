//! How a body moves: its pose at any time, and bounds on where its points go from there.
//!
//! Every motion here turns the body about a *centre*, a material point, while the centre moves. A
//! material point at offset r from the centre (world frame, at time t) is seen along a fixed vector s
//! at `s.c(t + h) + s.R(h) r`. By Taylor's theorem this is at most
//!
//! `s.c + s.v h + s.a h^2/2 + r.(s + h (s x w)) + slack h + bend h^2/2`,
//!
//! where v, a and w are velocity, acceleration and angular velocity at t, since `s.(w x r) = r.(s x w)`
//! is the first derivative of the last term, and `bend` bounds its second. The middle term is a
//! support value along `s + h (s x w)`. [`Forecast`] holds these numbers; a motion without known
//! derivatives has only the `slack`.

use super::{lift, lower};
use nalgebra::{Matrix3, Quaternion, SVector, UnitQuaternion, Vector3};
use std::fmt;
use std::sync::Arc;

/// Where a body is: `world = rotation * body + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub rotation: Matrix3<f64>,
    pub translation: Vector3<f64>,
}

/// How a body is turned. Not necessarily exact: a quaternion need not have unit length, and stands
/// for the rotation of the unit quaternion on its ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    /// In the plane, in radians.
    Angle(f64),
    /// In space, as x, y, z, w.
    Quaternion([f64; 4]),
}

/// A body whose centre moves with constant acceleration while it turns at constant angular velocity.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballistic<const D: usize> {
    /// The centre of rotation, in the body frame.
    pub center: SVector<f64, D>,
    /// The origin of the body frame at time 0, in the world.
    pub position: SVector<f64, D>,
    pub orientation: Orientation,
    /// Velocity of the centre at time 0, in the world.
    pub linvel: SVector<f64, D>,
    /// Acceleration of the centre, in the world.
    pub acc: SVector<f64, D>,
    /// Angular velocity, in the world. In the plane only z is not zero.
    pub angvel: Vector3<f64>,
}

/// A body between two poses, at times 0 and 1: the centre moves straight, and the unit quaternion (in
/// the plane the unit complex number) is interpolated linearly on the shorter arc and normalised. The
/// forecasts hold between times 0 and 1 only.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep<const D: usize> {
    /// The centre of rotation, in the body frame.
    pub center: SVector<f64, D>,
    /// The origin of the body frame at both times, in the world.
    pub positions: [SVector<f64, D>; 2],
    pub orientations: [Orientation; 2],
}

/// Any path, with a bound on its speed.
#[derive(Clone)]
pub struct Path {
    pub pose: Arc<dyn Fn(f64) -> Pose + Send + Sync>,
    /// The origin of the body frame is never faster than this.
    pub speed: f64,
    /// The body never turns faster than this, in radians per unit of time.
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

/// Bounds what the points of a body do along a vector s after a time, as the head of the file has it.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// The centre, in the world.
    pub center: Vector3<f64>,
    /// Its velocity.
    pub velocity: Vector3<f64>,
    /// Its acceleration, constant from here on.
    pub acceleration: Vector3<f64>,
    /// s x w: how the body sees s turn.
    pub tilt: Vector3<f64>,
    /// Bounds the rest at first order, per unit of distance from the centre.
    pub slack_per_reach: f64,
    /// Bounds the rest at first order, for every point.
    pub slack: f64,
    /// Bounds the rest at second order, per unit of distance from the centre.
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

/// The rotation about a unit vector (Rodrigues).
fn turn(axis: &Vector3<f64>, angle: f64) -> Matrix3<f64> {
    let cross = axis.cross_matrix();
    Matrix3::identity() + cross * angle.sin() + cross * cross * (2.0 * (angle / 2.0).sin().powi(2))
}

impl<const D: usize> Ballistic<D> {
    /// A body that does not move.
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
    /// The axis of the turn and the angle between the two numbers that are interpolated.
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

    /// The angle of the normalised interpolation is that of the chord point `(1-t) + t e^(i arc)`.
    fn rotation(&self, t: f64) -> Matrix3<f64> {
        let (axis, arc) = self.arc();
        let angle = (t * arc.sin()).atan2(1.0 - t + t * arc.cos());
        turn(&axis, angle * Self::turns_per_arc()) * self.orientations[0].matrix()
    }

    /// Where the centre is at both ends, from `origin`, which is subtracted before anything is added.
    pub(super) fn centers(&self, origin: &Vector3<f64>) -> [Vector3<f64>; 2] {
        [0, 1].map(|i: usize| {
            let position = lift(&self.positions[i]) - origin;
            position + self.orientations[i].matrix() * lift(&self.center)
        })
    }
}

impl<const D: usize> Motion<D> {
    /// The pose at a time.
    pub fn pose(&self, t: f64) -> Pose {
        self.pose_about(t, &Vector3::zeros())
    }

    /// The pose at a time in a world frame moved to `origin`, so that bodies far out keep all digits.
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

    /// The centre of rotation in the body frame, in space.
    pub fn center(&self) -> Vector3<f64> {
        match self {
            Motion::Ballistic(motion) => lift(&motion.center),
            Motion::Sweep(sweep) => lift(&sweep.center),
            Motion::Path(_) => Vector3::zeros(),
        }
    }

    /// Where a point of the body frame is at a time.
    pub fn point_at(&self, t: f64, point: &SVector<f64, D>) -> SVector<f64, D> {
        lower(&self.pose(t).apply(&lift(point)))
    }

    /// What the points of the body do along `s` from time `t` on.
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
                // (R r)'' = w x (w x r) has length |w|^2 |r across w| and is across w.
                forecast.bend_per_reach = forecast.tilt.norm() * motion.angvel.norm();
            }
            Motion::Sweep(sweep) => {
                let [from, to] = sweep.centers(origin);
                forecast.velocity = to - from;
                let (axis, arc) = sweep.arc();
                let turns = Sweep::<D>::turns_per_arc();
                // The chord point at t lies this far from the origin, squared; at least cos^2(arc/2). Near half a turn
                // that is all that is left, so it must not be a difference.
                let (sin, cos) = (arc / 2.0).sin_cos();
                let square = cos * cos + (sin * (1.0 - 2.0 * t)).powi(2);
                let across = s.cross(&axis);
                forecast.tilt = across * (turns * arc.sin() / square);
                // The rate is sin(arc)/square <= 2 tan(arc/2), its derivative <= 8 tan^3(arc/2).
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

    /// What [`Motion::forecast`] says, without the second order: each point may move along `s` as fast as any point
    /// of the body ever does relative to the centre.
    pub fn forecast_by_speed(&self, t: f64, origin: &Vector3<f64>, s: &Vector3<f64>) -> Forecast {
        let exact = self.forecast(t, origin, s);
        let spin_across = match self {
            Motion::Sweep(sweep) => {
                let (axis, arc) = sweep.arc();
                s.cross(&axis).norm() * Sweep::<D>::turns_per_arc() * 2.0 * (arc / 2.0).tan()
            }
            _ => exact.tilt.norm(),
        };
        Forecast {
            tilt: Vector3::zeros(),
            slack_per_reach: exact.slack_per_reach + spin_across,
            bend_per_reach: 0.0,
            ..exact
        }
    }
}
