//! All frames of a robot along one segment of a path: where they are, how they move, and bounds of their motion.
//!
//! Times here are shares of the segment, from 0 to 1.

use nalgebra::{Matrix3, Vector3};

use super::course::Segment;
use super::drive::Drive;
use super::kinematics::{Action, Frame, Kinematics, View, ViewId};
use super::polynomial::{Jet, Largest, Polynomial};
use super::pose::Pose;

/// Ulps by which rounding at one joint may turn a frame, on top of the error of the joint value.
///
/// Errors are in units of u, as norms of matrices of nine entries. The axis a is off by 4, R a a^T by 8 + 5.2 + 1, and
/// R \[a\] by 9.2. The rotation is R cos q + R a a^T (1 - cos q) + R \[a\] sin q, which these errors change by at most
/// 31. The difference R - R a a^T adds 1.4, sine and cosine with their products 4.2 each, the two sums 3.5, and the
/// product with the parent's rotation 9. Together that is 54 u, or 27 ulps.
const JOINT_ULPS: f64 = 32.0;
/// Ulps of its length by which the arm from one frame to the next is off, in the frame that it is seen from. Its axis
/// is off by 9.2 u, the product with the joint value and the sum with the offset by 1 u each, and turning it by 5.2 u.
/// Together that is 16.4 u, or 8.2 ulps.
/// The sum with the arms before it is rounded too, which is counted apart.
const ARM_ULPS: f64 = 10.0;
/// The factor that covers the rounding of bounds over a single joint: they are sums and products of positive terms, of
/// which each joint takes part in a dozen. Every further joint adds at most four roundings to any bound, which is less
/// than what it adds to the angle error.
const BOUND_FACTOR: f64 = 1.0 + 1e-12;

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

    /// Returns A x with A = [omega]^2 + [alpha]: how much a point at x from the frame's origin is accelerated more than
    /// the origin.
    fn accelerates(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.alpha.cross(x) + self.omega.cross(&self.omega.cross(x))
    }

    /// Returns A^T s: the gradient, over the place of a point, of its acceleration along s.
    pub(super) fn acceleration_along(&self, s: &Vector3<f64>) -> Vector3<f64> {
        self.omega * self.omega.dot(s) - s * self.omega.norm_squared() - self.alpha.cross(s)
    }

    /// Returns the acceleration of the point x, which is measured from the frame's origin in the axes that it is seen
    /// from.
    pub(super) fn point_acceleration(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.acceleration + self.accelerates(x)
    }

    /// Returns the velocity of the point x, which is measured likewise.
    pub(super) fn point_velocity(&self, x: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.omega.cross(x)
    }
}

/// Bounds of the derivatives of a frame's position and rotation over a segment, and bounds of its rounding.
///
/// A rotation by the joint values q_1, q_2, ... is a product of exponentials. Each of its derivatives is at most the
/// same derivative of exp(phi), where phi has the derivatives sum |q_i'|, sum |q_i''|, ... The value of phi does not
/// matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bounds of the first three derivatives of phi.
    phi: [f64; 3],
    /// Bounds of the first three derivatives of the origin's position.
    origin: [f64; 3],
    /// How far errors of the joint values and their derivatives may move the computed first two derivatives of phi, and
    /// of the origin. These errors do not shrink with the derivatives: where values cancel, little but rounding is
    /// left.
    phi_error: [f64; 2],
    origin_error: [f64; 2],
    /// The angle by which the frame may be off, and how far each coordinate of its origin may be off.
    pub(super) angle_error: f64,
    pub(super) translation_error: f64,
    /// How far the origin may be from the origin of the frame that it is seen from.
    distance: f64,
}

impl Limits {
    /// The limits of a frame that does not move.
    pub(super) const AT_REST: Self = Self {
        phi: [0.0; 3],
        origin: [0.0; 3],
        phi_error: [0.0; 2],
        origin_error: [0.0; 2],
        angle_error: 0.0,
        translation_error: 0.0,
        distance: 0.0,
    };

    /// Returns bounds of the first three derivatives of exp(phi) at phi = 0.
    fn rotation(&self) -> [f64; 3] {
        let [a, b, c] = self.phi;
        [a, b + a * a, c + 3.0 * a * b + a * a * a]
    }

    /// Returns how far the first two of these may be off.
    fn rotation_error(&self) -> [f64; 2] {
        let [a, ..] = self.phi;
        let [da, db] = self.phi_error;
        [da, db + (2.0 * a + da) * da]
    }

    /// Returns a bound of how fast the frame turns: the speeds of all joints, added.
    pub(super) fn turns(&self) -> f64 {
        self.phi[0]
    }

    /// Returns bounds of the first three derivatives of points at most `reach` from the origin.
    pub(super) fn of_points(&self, reach: f64) -> [f64; 3] {
        let rotation = self.rotation();
        let rounding = BOUND_FACTOR + self.angle_error;
        std::array::from_fn(|n| (self.origin[n] + reach * rotation[n]) * rounding)
    }

    /// Returns how far errors of joint values may move the computed first two derivatives of such points. Their places
    /// in the frame are off by `of_reach`.
    pub(super) fn errors_of_points(&self, reach: f64, of_reach: f64) -> [f64; 2] {
        let (rotation, error) = (self.rotation(), self.rotation_error());
        std::array::from_fn(|n| {
            let turned = reach * error[n] + of_reach * (rotation[n] + error[n]);
            (self.origin_error[n] + turned) * BOUND_FACTOR
        })
    }

    /// Returns the limits of a frame that a joint moves in this one.
    pub(super) fn then(&self, frame: &Frame, value: &Largest) -> Self {
        let turns = matches!(frame.action, Action::Turn { .. });
        let [q, q1, q2, q3] = value.jet;
        let [of_value, e1, e2] = value.errors;
        let e = self.rotation();
        let de = self.rotation_error();
        let offset = frame.offset.norm() + frame.error.length;
        let mut next = *self;
        let (length, of_length, slid, of_slid) = if turns {
            (offset, frame.error.length, [0.0; 3], [0.0; 2])
        } else {
            let of_length = frame.error.length + of_value;
            (offset + q, of_length, [q1, q2, q3], [e1, e2])
        };
        next.origin[0] += length * e[0] + slid[0];
        next.origin[1] += length * e[1] + 2.0 * slid[0] * e[0] + slid[1];
        next.origin[2] += length * e[2] + 3.0 * (slid[0] * e[1] + slid[1] * e[0]) + slid[2];
        let of_arm: [f64; 2] =
            std::array::from_fn(|n| length * de[n] + of_length * (e[n] + de[n]) + of_slid[n]);
        next.origin_error[0] += of_arm[0];
        next.origin_error[1] += of_arm[1] + 2.0 * (of_slid[0] * (e[0] + de[0]) + slid[0] * de[0]);
        next.distance += length;
        next.translation_error += (self.angle_error + ARM_ULPS * f64::EPSILON) * length
            + f64::EPSILON * next.distance
            + frame.error.length;
        next.angle_error += frame.error.angle + JOINT_ULPS * f64::EPSILON;
        if turns {
            for (phi, q) in next.phi.iter_mut().zip([q1, q2, q3]) {
                *phi += q;
            }
            next.phi_error[0] += e1;
            next.phi_error[1] += e2;
            next.angle_error += of_value;
        } else {
            // the axis is off by an angle too
            next.translation_error += of_value + frame.error.angle * length;
        }
        next
    }
}

/// The motion of all frames of a robot along a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    /// The value of the joint that moves each frame, and its bounds.
    values: Vec<Polynomial>,
    largest: Vec<Largest>,
    /// The limits of each view that is known.
    limits: Vec<Option<Limits>>,
}

impl Following {
    pub(super) fn new(kinematics: &Kinematics, segment: &Segment) -> Self {
        let mut following = Self::default();
        following.follow(kinematics, &segment.values);
        kinematics
            .view_ids()
            .for_each(|view| following.know_next(kinematics, view));
        following
    }

    /// Follows other joint values, in the same memory. No view is known then.
    pub(super) fn follow(&mut self, kinematics: &Kinematics, joints: &[Polynomial]) {
        let frames = kinematics.frames();
        self.values.clear();
        self.largest.clear();
        for frame in frames {
            let Drive {
                coordinate,
                multiplier,
                offset,
            } = frame.drive;
            let value = joints[coordinate].scaled(multiplier, offset);
            self.largest.push(value.largest());
            self.values.push(value);
        }
        self.limits.resize(kinematics.views().len(), None);
        self.limits.iter_mut().for_each(|known| *known = None);
    }

    /// Computes the limits of a view, and of those that lead to it.
    pub(super) fn know(&mut self, kinematics: &Kinematics, view: Option<ViewId>) {
        if view.is_some_and(|view| self.limits[view.index()].is_none()) {
            for view in kinematics.chain(view).outwards() {
                self.know_next(kinematics, view);
            }
        }
    }

    /// Computes the limits of a view, if those that lead to it are known.
    pub(super) fn know_next(&mut self, kinematics: &Kinematics, view: ViewId) {
        if self.limits[view.index()].is_none() {
            let View { frame, parent } = kinematics.views()[view.index()];
            let index = frame.moving();
            let parent = self.limits(parent);
            let next = parent.then(&kinematics.frames()[index], &self.largest[index]);
            self.limits[view.index()] = Some(next);
        }
    }

    /// Returns the value of the joint that moves a frame.
    pub(super) fn value(&self, frame: usize, u: f64) -> f64 {
        self.values[frame].value(u)
    }

    /// Returns the limits of a view that is known. Without a view, the frame is the one that others are seen from, and at
    /// rest.
    pub(super) fn limits(&self, view: Option<ViewId>) -> &Limits {
        let of = |view: ViewId| self.limits[view.index()].as_ref();
        view.map_or(&Limits::AT_REST, |view| of(view).expect("a known view"))
    }

    /// Returns the pose of a view's frame.
    pub(super) fn pose(&self, kinematics: &Kinematics, view: Option<ViewId>, u: f64) -> Pose {
        let chain = kinematics.chain(view);
        let inner = |view: ViewId| {
            let index = kinematics.views()[view.index()].frame.moving();
            kinematics.frames()[index].pose(self.values[index].value(u))
        };
        let mut poses = chain.outwards().map(inner);
        let Some(first) = poses.next() else {
            return Pose::identity();
        };
        poses.fold(first, |outer, inner| outer.then(&inner))
    }

    /// Returns the poses of all frames, one for each view.
    pub(super) fn all_poses(&self, kinematics: &Kinematics, u: f64) -> Vec<Pose> {
        let mut poses: Vec<Pose> = Vec::with_capacity(kinematics.views().len());
        for view in kinematics.views() {
            let index = view.frame.moving();
            let inner = kinematics.frames()[index].pose(self.values[index].value(u));
            poses.push(match view.parent {
                Some(parent) => poses[parent.index()].then(&inner),
                None => inner,
            });
        }
        poses
    }

    /// Returns how a view's frame moves.
    pub(super) fn moves(&self, kinematics: &Kinematics, view: Option<ViewId>, u: f64) -> Moves {
        let mut moves = Moves::at_rest();
        for view in kinematics.chain(view).outwards() {
            let index = kinematics.views()[view.index()].frame.moving();
            let frame = &kinematics.frames()[index];
            moves = carried(&moves, frame, &self.inner(frame, index, u));
        }
        moves
    }

    /// Returns where a frame is in its parent, and how its joint moves.
    pub(super) fn inner(&self, frame: &Frame, index: usize, u: f64) -> (Pose, Jet) {
        let jet = self.values[index].jet(u);
        (frame.pose(jet[0]), jet)
    }

    /// Computes how all frames move. `moves` gets one entry for each view.
    pub(super) fn all_moves(&self, kinematics: &Kinematics, u: f64, moves: &mut Vec<Moves>) {
        moves.clear();
        let frames = kinematics.frames();
        let all = frames.iter().enumerate();
        let local: Vec<_> = all
            .map(|(index, frame)| self.inner(frame, index, u))
            .collect();
        let at_rest = Moves::at_rest();
        for view in kinematics.views() {
            let index = view.frame.moving();
            let parent = view.parent.map_or(&at_rest, |v| &moves[v.index()]);
            let next = carried(parent, &frames[index], &local[index]);
            moves.push(next);
        }
    }
}

/// Returns how a frame moves that hangs on a moving joint of a moving parent.
pub(super) fn carried(parent: &Moves, frame: &Frame, (inner, jet): &(Pose, Jet)) -> Moves {
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

#[cfg(test)]
mod tests;
