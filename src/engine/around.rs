//! Balls around bodies on their ways, which tell before what time two bodies cannot meet.
//!
//! Swept boxes of two bodies that fly beside each other overlap, however far apart the bodies stay. Balls around them,
//! each about the body's centre, know of the relative motion: the centres move on straight lines, so that their distance
//! is the root of a quadratic in time. A pair whose balls never meet needs no query, and another one needs none before
//! they do.
//!
//! Walls and grounds are far thinner than balls around them. So a fixed body is in a box, too.

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

/// By what share of the radii, in square roots of the scalar's rounding, bodies count as near before the balls meet. A
/// query may find bodies in touch that are apart by its tolerance, which is such a share of the smaller body at least.
/// So its answer is seldom earlier than the time at which it is asked.
const NEAR: f64 = 16.0;

/// A ball that contains a body at all times from `since` to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<T: Real, const D: usize> {
    since: T,
    /// The centre at both ends. In between it moves steadily.
    ends: [SVector<T, D>; 2],
    radius: T,
    /// A box around the body, if it is fixed.
    fixed: Option<SweptBox<T, D>>,
}

impl<T: Real, const D: usize> Around<T, D> {
    /// Returns the ball around a body that moves on its way from `since` to the end of the step, or `None` for a floor.
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

    /// Returns the ball of this radius around the centre of a body, which goes straight from one point to another, and
    /// may be so far off that line.
    pub(super) fn on_way((ends, off): ([SVector<T, D>; 2], T), radius: T, since: T) -> Self {
        let rounding = (ends[0].norm() + ends[1].norm()) * (T::EPSILON * T::of(WAY_ULPS));
        Self {
            since,
            ends,
            radius: radius + off + rounding,
            fixed: None,
        }
    }

    /// Returns its radius.
    pub(super) fn radius(&self) -> T {
        self.radius
    }

    /// Adds a box around a body that is fixed.
    pub(super) fn in_box(self, fixed: Option<SweptBox<T, D>>) -> Self {
        Self { fixed, ..self }
    }

    /// Returns the centre at a time.
    fn center(&self, time: T) -> SVector<T, D> {
        let share = (time - self.since) / (T::one() - self.since);
        self.ends[0] + (self.ends[1] - self.ends[0]) * share
    }

    /// Returns whether a ball on its way from `from` on stays farther from a box than `tolerance`.
    ///
    /// Its centre stays between both ends of the way along each axis. The room is a share of the radius that is far more
    /// than the half ulp that is lost in the difference of the coordinates.
    fn stays_beside(&self, fixed: &SweptBox<T, D>, from: T, tolerance: T) -> bool {
        let ends = [self.center(from), self.ends[1]];
        let reach = self.radius + room(self.radius, tolerance);
        (0..D).any(|axis| {
            let [first, last] = ends.map(|end| end[axis]);
            fixed.min[axis] - first.max(last) > reach || first.min(last) - fixed.max[axis] > reach
        })
    }

    /// Returns a time before which two bodies do not touch, from `from` on, or `None` if they do not until the end of the
    /// step. Both ways have begun at `from`.
    ///
    /// With the way p from one centre to the other at `from`, its change w until the end, and the sum R of the radii, the
    /// balls touch at the least share u of the time with |p + u w|^2 = R^2. That is u = c / (-b + sqrt(b^2 - a c)) for
    /// a = w . w, b = p . w < 0 and c = p . p - R^2. All roundings make it earlier.
    ///
    /// Bodies that are nearer than `tolerance` may count as in touch.
    pub(super) fn apart_until(&self, other: &Self, from: T, tolerance: T) -> Option<T> {
        for (one, other) in [(self, other), (other, self)] {
            if let Some(fixed) = &one.fixed
                && other.stays_beside(fixed, from, tolerance)
            {
                return None;
            }
        }
        let p = other.center(from) - self.center(from);
        let w = (other.ends[1] - self.ends[1]) - p;
        let radii = self.radius + other.radius;
        let radii = radii + room(radii, tolerance);
        let (a, b) = (w.norm_squared(), p.dot(&w));
        let lost = (p.norm_squared() + radii * radii) * (T::EPSILON * T::of(SQUARE_ULPS)) + T::TINY;
        let c = p.norm_squared() - radii * radii - lost;
        if !(c > T::zero()) {
            return Some(from);
        }
        let discriminant = b * b - a * c + a * lost;
        // written so that NaN lets the bodies meet at once
        if b > T::zero() || discriminant < T::zero() {
            return None;
        }
        let share = c / (discriminant.sqrt() - b);
        if share > T::one() {
            return None;
        }
        let time = from + share * (T::one() - from) - T::EPSILON * T::of(4.0);
        Some(time.max(from))
    }
}

/// Returns how far apart bodies in balls of these radii must be so that no query takes them to be in touch.
fn room<T: Real>(radii: T, tolerance: T) -> T {
    tolerance.max(radii * (T::SQRT_EPSILON * T::of(NEAR)))
}
