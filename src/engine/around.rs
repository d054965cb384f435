//! Balls and boxes around bodies on their ways, which tell before what time two bodies overlap by no more than is
//! allowed.
//!
//! Swept boxes of two bodies that fly beside each other overlap, however far apart the bodies stay. A ball and a box
//! around each body's centre know of the relative motion, as the centres move on straight lines: the distance of the
//! balls' centres is the root of a quadratic in time, and along each axis the boxes touch during one span of time. A
//! pair whose balls or boxes never meet needs no query, and another one needs none before they do.
//!
//! Overlap never exceeds that of the containers, along the way between the centres of the balls or along an axis. So
//! where an overlap is allowed, balls and boxes only meet once they overlap by more.
//!
//! Balls are the better ones where bodies pass each other at a corner, and boxes around what is long or flat.

use nalgebra::SVector;

use super::track::Swept;
use crate::body::AnyBody;
use crate::motion::{Rotor, dot_of_numbers};
use crate::pieces::Pieces;
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

/// Ulps of the radii, or of the parts of sides, that their sums may lose. In halves: a share of the time 3 and what is
/// left of it one more. These are parts of the whole time, however little is left. So the growth of a side loses 4 up to
/// a time and 5 after it. Of its whole bulge the steady part loses 9, and what is left of it 10, of which a quarter
/// counts. Then ten sums one each: 31 halves in all.
const SIDE_ULPS: f64 = 16.0;

/// Ulps of the radius by which the box around a body that turns is too large. In halves, of which the radius has 128:
///
/// - The chord of a point: two matrices lose 16 each, their difference, the product with the extents and the norm 7 of
///   up to twice the radius, the extents themselves 2 along each axis, which is 7, the sum with the radius 2, and the
///   squares of both norms 8: 63 in all.
/// - The reach of a body along an axis: the matrix loses 16, the extents 4, their product 3, three sums one each, and
///   the square of a norm 4: 30 in all.
/// - One minus the cosine: the squares of both norms and the dot product lose 4 each, and two sums 2: 14 in all.
const TURNED_ULPS: f64 = 64.0;

/// Ulps of the bulge of a side that is compared with the root of a product, or added: its own quotients, root and products
/// lose 10 halves, and the comparison 6. What a share of the time loses counts among [`SIDE_ULPS`].
const BULGE_ULPS: f64 = 16.0;

/// Ulps of the share of the time at which boxes begin or cease to touch along an axis. In halves: two differences and
/// the quotient one each. That is three halves of each of two shares.
const SHARE_ULPS: f64 = 4.0;

/// A ball and a box that contain a body at all times from `since` to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<T: Real, const D: usize> {
    since: T,
    /// The centre at both ends. In between it moves steadily.
    ends: [SVector<T, D>; 2],
    /// How far the centre may be from there along each axis, and the sides of the box from where they are said to be,
    /// rounding included.
    off: SVector<T, D>,
    radius: T,
    /// The lowest and the highest corner of the box at `since`, from the centre.
    corners: [SVector<T, D>; 2],
    /// How far each side of the box moves outwards until the end. In between it moves steadily.
    growth: SVector<T, D>,
    /// The sides of the box are farther out than that by up to this times u (1 - u), after the share u of the time.
    bulge: SVector<T, D>,
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
    /// may be so far off that line along each axis, and the box around that ball.
    pub(super) fn on_way(
        (ends, off): ([SVector<T, D>; 2], SVector<T, D>),
        radius: T,
        since: T,
    ) -> Self {
        let rounding = (ends[0].abs() + ends[1].abs()) * (T::EPSILON * T::of(WAY_ULPS));
        let half = SVector::repeat(radius);
        let of_sides = radius * (T::EPSILON * T::of(SIDE_ULPS));
        Self {
            since,
            ends,
            off: (off + rounding).add_scalar(of_sides),
            radius,
            corners: [-half, half],
            growth: SVector::zeros(),
            bulge: SVector::zeros(),
        }
    }

    /// Returns its radius.
    pub(super) fn radius(&self) -> T {
        self.radius
    }

    /// Makes the box smaller: that around a body which turns between two rotations, the shorter way, about the origin
    /// of its frame. Its core has these [extents](SupportMap::extents) there, and is rounded by a radius.
    ///
    /// The rotation is the linear interpolation of two unit vectors, scaled to unit length. Let c be their dot product,
    /// u the share of the time, and s = u (1 - u). So the length was L, with L^2 = 1 - 2 s (1 - c) >= (1 + c) / 2. A
    /// point at the distance r from the axis of the turn reaches along a direction, beside what does not change, by h at
    /// the start, by k at the end, and in between by
    ///
    /// ```text
    /// [(1-u)^2 h + 2 s m + u^2 k] / L^2    for quaternions: half way it reaches by m, and h + k = 2 c m
    /// [(1-u) h + u k] / L                  for complex numbers
    /// ```
    ///
    /// All of these are at most r. With g = (1-u) h + u k the first one is g + 2 s (1 - c) (m + g) / L^2, which is
    /// g + 8 s r (1 - c) / (1 + c) at most. The second one is g + g (1 - L^2) / (L + L^2), which is g + 2 s r (1 - c) /
    /// (1 + c) at most. The chord of the point's turn is 2 r times the sine of half the angle, so that r is
    /// chord / (2 sqrt(1 - c^2)) for quaternions, and chord / sqrt(2 - 2 c) for complex numbers. That makes
    ///
    /// ```text
    /// s chord 4 sqrt((1-c)/(1+c)) / (1+c)    for quaternions
    /// s chord 2 sqrt((1-c)/2) / (1+c)        for complex numbers
    /// ```
    ///
    /// and in both cases no more than s chord 2 b sqrt((1-c)/(1+c)) / (1+c), where b is the angle per arc: 2 or 1.
    pub(super) fn turning<R>(
        mut self,
        (core, rounded_by): (&SVector<T, D>, T),
        ends: [&R; 2],
    ) -> Self
    where
        R: Rotor<T, D>,
    {
        let [p, q] = ends.map(R::numbers);
        let cosine = dot_of_numbers(p, q);
        if !(cosine > T::zero()) {
            return self;
        }
        // The sweep scales both rotations to unit length. To first order, if the square of a norm is off by x: the chord
        // is off by 2 x at most, as the matrix of a quaternion grows with that square, the reach of a body by x, and
        // the cosine by x. Where 1 + c is larger by that, which is x / 2 of it, its power 3/2 takes 3 x / 4 of the
        // bulge. Of the 4 x under the root 3 x are left, which add 3 x / 2 to it.
        let [off_p, off_q] = [p, q].map(|numbers| dot_of_numbers(numbers, numbers) - T::one());
        let off_unit = off_p.abs().max(off_q.abs());
        let loose = off_unit * T::of(4.0) + T::EPSILON * T::of(TURNED_ULPS);
        let [first, last] = ends.map(R::matrix);
        let chord = ((last - first).abs() * core).norm() + self.radius * loose;
        let along = T::one() + cosine;
        let bulge = chord * ((T::one() - cosine + loose) / along).sqrt() / along
            * (T::of(2.0 * R::ANGLE_PER_ARC) * (T::one() + T::EPSILON * T::of(BULGE_ULPS)));
        let beside = self.radius * loose + rounded_by;
        let [first, last] = [first, last].map(|matrix| (matrix.abs() * core).add_scalar(beside));
        for axis in 0..D {
            let longest = first[axis].max(last[axis]) + bulge * T::of(0.25);
            // written so that NaN, as of extents that overflow, keeps the ball
            if longest <= self.radius && bulge >= T::zero() {
                self.corners[0][axis] = -first[axis];
                self.corners[1][axis] = first[axis];
                self.growth[axis] = last[axis] - first[axis];
                self.bulge[axis] = bulge;
                let moves = self.growth[axis].abs() + bulge;
                self.off[axis] += moves * (T::EPSILON * T::of(SIDE_ULPS));
            }
        }
        self
    }

    /// Makes the box smaller: this one, of a body that is fixed.
    pub(super) fn in_box(mut self, fixed: &SweptBox<T, D>) -> Self {
        self.corners = [fixed.min, fixed.max].map(|corner| corner - self.ends[0]);
        self.growth = SVector::zeros();
        self.bulge = SVector::zeros();
        self
    }

    /// Returns a box that contains the ball from a time on.
    pub(super) fn box_from(&self, time: T) -> SweptBox<T, D> {
        let (now, end) = (self.center(time), self.ends[1]);
        // what the centre may be off leaves room for the rounding of these sums
        let half = self.off.add_scalar(self.radius);
        SweptBox {
            min: now.inf(&end) - half,
            max: now.sup(&end) + half,
        }
        .grown(T::zero())
    }

    /// Returns cubes that contain a ball which the body is in at a time, and at the end. In between it is between these
    /// balls.
    pub(super) fn cubes_from(&self, time: T) -> [SweptBox<T, D>; 2] {
        let half = self.radius + self.off.sum();
        [self.center(time), self.ends[1]].map(|center| {
            SweptBox {
                min: center.add_scalar(-half),
                max: center.add_scalar(half),
            }
            .grown(T::zero())
        })
    }

    /// Returns the share of its way that has passed at a time.
    fn share(&self, time: T) -> T {
        if time == self.since {
            return T::zero();
        }
        (time - self.since) / (T::one() - self.since)
    }

    /// Returns the centre at a time.
    pub(super) fn center(&self, time: T) -> SVector<T, D> {
        self.ends[0] + (self.ends[1] - self.ends[0]) * self.share(time)
    }

    /// Returns a time before which two bodies overlap by no more than `allowed`, from `from` on, or `None` if they
    /// overlap by no more until the end of the step. Both ways have begun at `from`.
    ///
    /// Bodies that are nearer than that by `tolerance` may count as in touch. What is allowed is less than the sum of
    /// the radii: bodies overlap by less than half the sum of both inner diameters, and a ball around a body is no
    /// smaller than one inside.
    pub(super) fn shallow_until(
        &self,
        other: &Self,
        from: T,
        (allowed, tolerance): (T, T),
    ) -> Option<T> {
        let p = other.center(from) - self.center(from);
        let w = (other.ends[1] - self.ends[1]) - p;
        let radii = self.radius + other.radius;
        let off = self.off + other.off;
        let rounding = off.norm();
        // written so that NaN passes: it lets the bodies meet at once
        debug_assert!(
            !(radii + rounding < allowed),
            "bodies may overlap by no more than balls around them"
        );
        let meet = |room: T| {
            let of_balls = balls_meet((&p, &w), radii + rounding + room)?;
            let of_room = room.abs() * (T::EPSILON * T::of(SIDE_ULPS));
            let of_boxes =
                self.boxes_meet(other, from, (&p, &w), &off.add_scalar(room + of_room))?;
            Some(of_boxes.max(of_balls))
        };
        let share = meet(-allowed)?;
        // with the tolerance they cannot meet earlier
        if share == T::zero() {
            return Some(from);
        }
        let smaller = self.radius.min(other.radius);
        let near = tolerance.max(smaller * (T::SQRT_EPSILON * T::of(NEAR)));
        let share = meet(near - allowed).unwrap_or(share);
        let time = from + share * (T::one() - from) - T::EPSILON * T::of(4.0);
        Some(time.max(from))
    }

    /// Returns the share of the time after which the boxes come as near as `room` along all axes, or `None` if they
    /// never do. `p` is the way from one centre to the other at `from`, and `w` its change until the end.
    ///
    /// Along an axis they do so while each box reaches as far as the other one begins. How far it reaches beyond that
    /// changes steadily, but for the bulge b of the sides. If it is -x at `from` and -y at the end, it is less than zero
    /// all the time for x + y + 2 sqrt(x y) > b: then x (1-u)^2 + (x + y - b) u (1-u) + y u^2 is more than a square, and
    /// that is (1-u) x + u y - b u (1-u). Where this does not tell, the sides are farther out by b / 4 all the time.
    fn boxes_meet(
        &self,
        other: &Self,
        from: T,
        (p, w): (&SVector<T, D>, &SVector<T, D>),
        room: &SVector<T, D>,
    ) -> Option<T> {
        let passed = [self, other].map(|around| around.share(from));
        let left = passed.map(|share| T::one() - share);
        // from here on u (1 - u) is a steady part and a smaller bulge
        let bulges = [self.bulge * left[0], other.bulge * left[1]];
        let steady = bulges[0] * passed[0] + bulges[1] * passed[1];
        let bulge = bulges[0] * left[0] + bulges[1] * left[1];
        let now = self.growth * passed[0] + other.growth * passed[1] + steady + room;
        let change = self.growth * left[0] + other.growth * left[1] - steady;
        let sides = [
            (self.corners[1] - other.corners[0] + now - p, change - w),
            (other.corners[1] - self.corners[0] + now + p, change + w),
        ];
        for (reach, change) in &sides {
            for axis in 0..D {
                let (x, y) = (-reach[axis], -(reach[axis] + change[axis]));
                let least = bulge[axis];
                let is_apart = || x + y > least || x + y + x.sqrt() * y.sqrt() * T::of(2.0) > least;
                if x > T::zero() && y > T::zero() && is_apart() {
                    return None;
                }
            }
        }
        let (mut enters, mut leaves) = (T::zero(), T::one());
        for (reach, change) in &sides {
            for axis in 0..D {
                let (reach, change) = (reach[axis] + bulge[axis] * T::of(0.25), change[axis]);
                // where nothing changes it is infinite, or NaN, which changes nothing
                if change >= T::zero() {
                    enters = enters.max(-reach / change.abs());
                } else {
                    leaves = leaves.min(-reach / change);
                }
            }
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

#[cfg(test)]
mod tests;
