//! Balls and boxes around bodies on their ways, which tell before what time two bodies cannot meet.
//!
//! Swept boxes of two bodies that fly beside each other overlap, however far apart the bodies stay. A ball and a box
//! around each body's centre know of the relative motion, as the centres move on straight lines: the distance of the
//! balls' centres is the root of a quadratic in time, and along each axis the boxes touch during one span of time. A
//! pair whose balls or boxes never meet needs no query, and another one needs none before they do.
//!
//! Balls are the better ones where bodies pass each other at a corner, and boxes around what is long or flat.

use nalgebra::SVector;

use super::track::Swept;
use crate::body::AnyBody;
use crate::motion::Rotor;
use crate::pieces::{Body as _, Pieces};
use crate::swept::SweptBox;
use crate::{Real, SupportMap};

/// Ulps of the centres' coordinates by which the way between two of them may be off. In halves: the share of the time
/// 3, the way of a centre, its product with the share and the sum one each, and the difference of two centres one. That
/// is 7 halves, of up to twice the coordinates.
const WAY_ULPS: f64 = 8.0;

/// Ulps of the squared distance of the centres that the terms of the quadratic may lose. In halves of |p|^2 or R^2: a
/// product of three terms 3, the other square 2, their difference one, and the same again for the product with |w|^2:
/// 13 halves in all, and 7 of the square of p . w.
const SQUARE_ULPS: f64 = 16.0;

/// By what share of the smaller radius, in square roots of the scalar's rounding, bodies count as near before the balls
/// and boxes meet. A query may find bodies in touch that are apart by its tolerance, which is such a share of the
/// smaller body at least. So its answer is seldom earlier than the time at which it is asked.
const NEAR: f64 = 32.0;

/// Ulps of the radii that sums of radii and of sides may lose: half an ulp in each of five.
const SIDE_ULPS: f64 = 4.0;

/// Ulps of the radius by which the box around a body that turns is too large. In halves: the squares of two norms and a
/// dot product lose 4 each, the matrix 16, its product with the extents 5, and three sums one each.
const TURNED_ULPS: f64 = 32.0;

/// Ulps of the share of the time at which boxes begin or cease to touch along an axis. In halves: a difference one, and
/// the quotient one. That is one ulp of each of two shares.
const SHARE_ULPS: f64 = 4.0;

/// A ball and a box that contain a body at all times from `since` to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<T: Real, const D: usize> {
    since: T,
    /// The centre at both ends. In between it moves steadily.
    ends: [SVector<T, D>; 2],
    /// How far the centre may be from there, rounding included.
    off: T,
    radius: T,
    /// The lowest and the highest corner of the box, from the centre.
    corners: [SVector<T, D>; 2],
}

impl<T: Real, const D: usize> Around<T, D> {
    /// Returns the ball around a body that moves on its way from `since` to the end of the step, and the box around
    /// that ball, or `None` for a floor.
    pub(super) fn of<S, P, R>(body: &Swept<'_, S, P, T, R, D>, since: T) -> Option<Self>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        match body {
            AnyBody::Shape(body) => {
                let radius = body.reach() + body.shape().radius();
                let way = body.motion().way_of_center([since, T::one()]);
                Some(Self::on_way(way, radius, since))
            }
            AnyBody::Pieces(body) => {
                let way = body.motion().way_of_center([since, T::one()]);
                Some(Self::on_way(way, body.moving_box(0).reach(), since))
            }
            AnyBody::Floor(_) | AnyBody::MovingFloor(_) => None,
        }
    }

    /// Returns the ball of this radius around the centre of a body, which goes straight from one point to another and
    /// may be so far off that line, and the box around that ball.
    pub(super) fn on_way((ends, off): ([SVector<T, D>; 2], T), radius: T, since: T) -> Self {
        let rounding = (ends[0].norm() + ends[1].norm()) * (T::EPSILON * T::of(WAY_ULPS));
        let half = SVector::repeat(radius);
        Self {
            since,
            ends,
            off: off + rounding,
            radius,
            corners: [-half, half],
        }
    }

    /// Returns its radius.
    pub(super) fn radius(&self) -> T {
        self.radius
    }

    /// Makes the box smaller: that around a body which turns between two rotations, the shorter way, about the origin
    /// of its frame, and has these [extents](SupportMap::extents) there.
    ///
    /// Let theta be the angle. In between, a point at the distance r from the axis of the turn reaches farther along
    /// any direction than at both ends by r (1 - cos(theta / 2)) at most: by the rise of an arc. For quaternions that
    /// cosine is their dot product, and for complex numbers the dot product is cos(theta), which is less.
    pub(super) fn turning<R>(mut self, extents: &SVector<T, D>, ends: [&R; 2]) -> Self
    where
        R: Rotor<T, D>,
    {
        let [p, q] = ends.map(R::numbers);
        let dot = |p: [T; 4], q: [T; 4]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
        // the matrix grows with the square of the norm, and the dot product with both norms
        let off_unit = (dot(p, p) - T::one())
            .abs()
            .max((dot(q, q) - T::one()).abs());
        let loose = off_unit * T::of(4.0) + T::EPSILON * T::of(TURNED_ULPS);
        let rise = self.radius * (T::one() - dot(p, q) + loose);
        let [first, last] = ends.map(|rotation| rotation.matrix().abs() * extents);
        // a minimum hides NaN, as of extents that overflow
        let half = first.zip_map(&last, |x, y| self.radius.min(x.max(y) + rise));
        self.corners = [-half, half];
        self
    }

    /// Makes the box smaller: this one, of a body that is fixed.
    pub(super) fn in_box(mut self, fixed: &SweptBox<T, D>) -> Self {
        self.corners = [fixed.min, fixed.max].map(|corner| corner - self.ends[0]);
        self
    }

    /// Returns the centre at a time.
    fn center(&self, time: T) -> SVector<T, D> {
        if time == self.since {
            return self.ends[0];
        }
        let share = (time - self.since) / (T::one() - self.since);
        self.ends[0] + (self.ends[1] - self.ends[0]) * share
    }

    /// Returns a time before which two bodies do not touch, from `from` on, or `None` if they do not until the end of
    /// the step. Both ways have begun at `from`.
    ///
    /// Bodies that are nearer than `tolerance` may count as in touch.
    pub(super) fn apart_until(&self, other: &Self, from: T, tolerance: T) -> Option<T> {
        let p = other.center(from) - self.center(from);
        let w = (other.ends[1] - self.ends[1]) - p;
        let radii = self.radius + other.radius;
        let smaller = self.radius.min(other.radius);
        let room = tolerance.max(smaller * (T::SQRT_EPSILON * T::of(NEAR)))
            + radii * (T::EPSILON * T::of(SIDE_ULPS))
            + self.off
            + other.off;
        let of_balls = balls_meet((&p, &w), radii + room)?;
        let of_boxes = self.boxes_meet(other, (&p, &w), room)?;
        let share = of_boxes.max(of_balls);
        let time = from + share * (T::one() - from) - T::EPSILON * T::of(4.0);
        Some(time.max(from))
    }

    /// Returns the share of the time after which the boxes come as near as `room` along all axes, or `None` if they
    /// never do. `p` is the way from one centre to the other, and `w` its change until the end.
    ///
    /// Along an axis they do so while p + u w is between two numbers.
    fn boxes_meet(
        &self,
        other: &Self,
        (p, w): (&SVector<T, D>, &SVector<T, D>),
        room: T,
    ) -> Option<T> {
        let (mut enters, mut leaves) = (T::zero(), T::one());
        for axis in 0..D {
            let lowest = self.corners[0][axis] - other.corners[1][axis] - room;
            let highest = self.corners[1][axis] - other.corners[0][axis] + room;
            let one = (lowest - p[axis]) / w[axis];
            let two = (highest - p[axis]) / w[axis];
            // where nothing changes both are infinite, of different signs if the boxes touch; NaN changes nothing
            enters = enters.max(one.min(two));
            leaves = leaves.min(one.max(two));
        }
        let meet = !(enters > leaves + T::EPSILON * T::of(SHARE_ULPS));
        meet.then_some(enters)
    }
}

/// Returns the share of the time after which two balls are so near that the sum of their radii is the distance of their
/// centres, or `None` if they never are.
///
/// With the way p from one centre to the other, its change w until the end, and the sum R of the radii, that is the
/// least share u with |p + u w|^2 = R^2: u = c / (-b + sqrt(b^2 - a c)) for a = w . w, b = p . w < 0 and c = p . p -
/// R^2. All roundings make it earlier.
fn balls_meet<T: Real, const D: usize>(
    (p, w): (&SVector<T, D>, &SVector<T, D>),
    radii: T,
) -> Option<T> {
    let (a, b) = (w.norm_squared(), p.dot(w));
    let lost = (p.norm_squared() + radii * radii) * (T::EPSILON * T::of(SQUARE_ULPS)) + T::TINY;
    let c = p.norm_squared() - radii * radii - lost;
    if !(c > T::zero()) {
        return Some(T::zero());
    }
    let discriminant = b * b - a * c + a * lost;
    // written so that NaN lets the bodies meet at once
    if b > T::zero() || discriminant < T::zero() {
        return None;
    }
    let share = c / (discriminant.sqrt() - b);
    (!(share > T::one())).then_some(share)
}
