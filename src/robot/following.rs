//! All frames of a robot along one segment of a path: where they are, how they move, and what bounds it.
//!
//! Times here are shares of the segment, from 0 to 1.

use nalgebra::{Matrix3, Vector3};

use super::course::Segment;
use super::kinematics::{Action, Frame, Kinematics, Pose};
use super::polynomial::{Jet, Polynomial};

/// Ulps by which turning about one more joint may turn a frame, beside what the joint value itself is off by: a sum of
/// three matrices of two factors each, and a product of matrices.
const JOINT_ROUNDING: f64 = 24.0;
/// Ulps of the terms of a polynomial that its value may be off by.
const VALUE_ROUNDING: f64 = 16.0;
/// Bounds are sums and products of a few dozen positive terms: this much larger they hold in spite of rounding.
const BOUND_ROUNDING: f64 = 1.0 + 1e-12;

/// How a frame moves at one time, in the frame that it is seen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    pub(super) pose: Pose,
    /// Velocity and acceleration of its origin.
    pub(super) velocity: Vector3<f64>,
    pub(super) acceleration: Vector3<f64>,
    /// Angular velocity and acceleration.
    pub(super) omega: Vector3<f64>,
    pub(super) alpha: Vector3<f64>,
}

impl Moves {
    pub(super) fn at_rest() -> Self {
        Self {
            pose: Pose::identity(),
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            omega: Vector3::zeros(),
            alpha: Vector3::zeros(),
        }
    }

    /// A x with A = [omega]^2 + [alpha]: what accelerates a point at x from the frame's origin.
    fn accelerates(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.alpha.cross(x) + self.omega.cross(&self.omega.cross(x))
    }

    /// A^T s: the acceleration along s grows by this with the place of the point.
    pub(super) fn acceleration_along(&self, s: &Vector3<f64>) -> Vector3<f64> {
        self.omega * self.omega.dot(s) - s * self.omega.norm_squared() - self.alpha.cross(s)
    }

    /// The acceleration of the point x, measured from the frame's origin in the axes looked from.
    pub(super) fn point_acceleration(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.acceleration + self.accelerates(x)
    }

    /// The velocity of the same point.
    pub(super) fn point_velocity(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.omega.cross(x)
    }
}

/// Bounds of the derivatives of a frame's position and rotation over a segment, and of its rounding.
///
/// A rotation by the joint values q_1, q_2, ... is a product of exponentials. Each of its derivatives is at most that
/// of exp(phi) where phi has the derivatives sum |q_i'|, sum |q_i''|, ...; of phi itself nothing but these matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// Of the first three derivatives of phi.
    phi: [f64; 3],
    /// Of the first three derivatives of the origin's position.
    origin: [f64; 3],
    /// By what angle the frame may be off, and by how much each coordinate of its origin.
    pub(super) angle_error: f64,
    pub(super) translation_error: f64,
    /// How far the origin may be from that of the frame looked from.
    distance: f64,
}

impl Limits {
    /// Of the first three derivatives of exp(phi) at phi = 0.
    fn rotation(&self) -> [f64; 3] {
        let [a, b, c] = self.phi;
        [a, b + a * a, c + 3.0 * a * b + a * a * a]
    }

    /// How fast joints turn the frame, all of them added.
    pub(super) fn turns(&self) -> f64 {
        self.phi[0]
    }

    /// Of the first three derivatives of points at most `reach` from the origin.
    pub(super) fn of_points(&self, reach: f64) -> [f64; 3] {
        let rotation = self.rotation();
        std::array::from_fn(|n| (self.origin[n] + reach * rotation[n]) * BOUND_ROUNDING)
    }

    /// Those of a frame that a joint moves in this one: its value, and derivatives of it, are at most `largest`.
    fn then(&self, frame: &Frame, largest: &Jet, terms: f64) -> Self {
        let offset = frame.offset.norm();
        let turns = matches!(frame.action, Action::Turn { .. });
        let joints = f64::from(frame.joints);
        let e = self.rotation();
        let mut next = *self;
        let [q, q1, q2, q3] = *largest;
        let length = if turns { offset } else { offset + q };
        let slid = if turns { [0.0; 3] } else { [q1, q2, q3] };
        next.origin[0] += length * e[0] + slid[0];
        next.origin[1] += length * e[1] + 2.0 * slid[0] * e[0] + slid[1];
        next.origin[2] += length * e[2] + 3.0 * (slid[0] * e[1] + slid[1] * e[0]) + slid[2];
        next.distance += length;
        let of_value = terms * VALUE_ROUNDING * f64::EPSILON;
        next.translation_error +=
            self.angle_error * length + (next.distance + length) * 8.0 * joints * f64::EPSILON;
        next.angle_error += JOINT_ROUNDING * joints * f64::EPSILON;
        if turns {
            for (phi, q) in next.phi.iter_mut().zip([q1, q2, q3]) {
                *phi += q;
            }
            next.angle_error += of_value;
        } else {
            next.translation_error += of_value;
        }
        next
    }
}

/// A segment followed by all frames of a robot.
#[derive(Clone, Debug)]
pub(super) struct Following {
    /// The value of the joint that moves each frame.
    values: Vec<Polynomial>,
    /// By view.
    limits: Vec<Limits>,
}

impl Following {
    pub(super) fn new(kinematics: &Kinematics, segment: &Segment) -> Self {
        let frames = kinematics.frames();
        let values: Vec<_> = frames
            .iter()
            .map(|frame| {
                let (coordinate, multiplier, offset) = frame.drive;
                segment.values[coordinate].scaled(multiplier, offset)
            })
            .collect();
        let largest: Vec<_> = values.iter().map(Polynomial::largest).collect();
        let terms = |frame: &Frame| {
            // a factor and an offset may cancel: what they are made of counts
            let (coordinate, multiplier, offset) = frame.drive;
            segment.values[coordinate].terms() * multiplier.abs() + offset.abs()
        };
        let mut limits: Vec<Limits> = Vec::with_capacity(kinematics.views().len());
        for view in kinematics.views() {
            let frame = &frames[view.frame - 1];
            let parent = view.parent.map_or(Limits::default(), |v| limits[v]);
            limits.push(parent.then(frame, &largest[view.frame - 1], terms(frame)));
        }
        Self { values, limits }
    }

    /// The bounds of a view; those of the frame looked from are zero.
    pub(super) fn limits(&self, view: Option<usize>) -> Limits {
        view.map_or(Limits::default(), |view| self.limits[view])
    }

    /// Where a view's frame is.
    pub(super) fn pose(&self, kinematics: &Kinematics, view: Option<usize>, u: f64) -> Pose {
        let Some(view) = view.map(|view| kinematics.views()[view]) else {
            return Pose::identity();
        };
        let index = view.frame - 1;
        let inner = kinematics.frames()[index].pose(self.values[index].value(u));
        match view.parent {
            None => inner,
            parent => self.pose(kinematics, parent, u).then(&inner),
        }
    }

    /// How a view's frame moves.
    pub(super) fn moves(&self, kinematics: &Kinematics, view: Option<usize>, u: f64) -> Moves {
        let Some(view) = view.map(|view| kinematics.views()[view]) else {
            return Moves::at_rest();
        };
        let index = view.frame - 1;
        let frame = &kinematics.frames()[index];
        let jet = self.values[index].jet(u);
        let parent = self.moves(kinematics, view.parent, u);
        carried(&parent, &frame.pose(jet[0]), frame, &jet)
    }

    /// How all frames move: `moves` gets one entry for each view.
    pub(super) fn all_moves(&self, kinematics: &Kinematics, u: f64, moves: &mut Vec<Moves>) {
        moves.clear();
        let jets = self.values.iter().map(|value| value.jet(u));
        let frames = kinematics.frames();
        let local: Vec<(Pose, Jet)> = frames
            .iter()
            .zip(jets)
            .map(|(frame, jet)| (frame.pose(jet[0]), jet))
            .collect();
        for view in kinematics.views() {
            let index = view.frame - 1;
            let parent = view.parent.map_or(Moves::at_rest(), |v| moves[v]);
            let (pose, jet) = &local[index];
            moves.push(carried(&parent, pose, &frames[index], jet));
        }
    }
}

/// How a frame moves that a joint moves in a moving parent.
fn carried(parent: &Moves, inner: &Pose, frame: &Frame, jet: &Jet) -> Moves {
    let rotation: &Matrix3<f64> = &parent.pose.rotation;
    let arm = rotation * inner.translation;
    let axis = rotation * frame.axis;
    let mut moves = Moves {
        pose: Pose {
            rotation: rotation * inner.rotation,
            translation: parent.pose.translation + arm,
        },
        velocity: parent.velocity + parent.omega.cross(&arm),
        acceleration: parent.acceleration + parent.accelerates(&arm),
        ..*parent
    };
    let (rate, second) = (axis * jet[1], axis * jet[2]);
    match frame.action {
        Action::Turn { .. } => {
            moves.omega += rate;
            moves.alpha += second + parent.omega.cross(&rate);
        }
        Action::Slide { .. } => {
            moves.velocity += rate;
            moves.acceleration += second + parent.omega.cross(&rate) * 2.0;
        }
    }
    moves
}
