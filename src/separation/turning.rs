//! Bounds of the relative acceleration for bodies that turn about axes of fixed direction: sharper than those by reach.

use nalgebra::{SMatrix, SVector};

use super::fixed::{Fixed, Frame, Setting};
use crate::motion::{FixedAxis, dot_bound};
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// The largest angle turned during a span for which the bounds below are made, in radians: a little less than half a
/// turn, beyond which a sinusoid through two values says nothing of those between.
const MOST_TURNED: f64 = 3.0;
/// Ulps of 1 that the product of a unit axis, or of its matrix twice, with a unit vector may lose.
const ACROSS_ROUNDING: f64 = 16.0;
/// Of the two ends of an arc, each off by e, half the difference and half the sum are off by root 2 e together.
const OF_TWO_ENDS: f64 = 1.5;
/// Ulps of its terms that a bound below may lose: none is the result of more than thirty operations.
const BOUND_ROUNDING: f64 = 64.0;

/// A body at both ends of a span.
pub(super) struct BodyEnd<'x, E, S, T, const D: usize> {
    body: &'x E,
    slices: [&'x S; 2],
    during: Span<T>,
    origin: &'x SVector<T, D>,
}

impl<'x, E, S, T, const D: usize> BodyEnd<'x, E, S, T, D> {
    pub(super) fn new(
        body: &'x E,
        slices: [&'x S; 2],
        during: Span<T>,
        origin: &'x SVector<T, D>,
    ) -> Self {
        Self {
            body,
            slices,
            during,
            origin,
        }
    }
}

/// An upper bound of s . p'' over the points of a body, from how far it reaches against s_perp during the span.
///
/// With the angle theta turned, s . p'' = s . c'' + theta'^2 e . r + theta'' s . N r, where e = N N s = -s_perp. As a
/// function of theta every e . r is a sinusoid of period 2 pi, and so below the sinusoid through upper bounds of it at
/// both ends, if these are less than pi apart: the support values of the body along e are such bounds.
pub(super) fn acceleration_by_support<E, S, T, const D: usize>(
    ends: &BodyEnd<'_, E, S, T, D>,
    s: &SVector<T, D>,
) -> Option<T>
where
    T: Real,
    E: Extrusion<T, D>,
    S: SupportMap<T, D>,
{
    let during = ends.during;
    let by_reach = ends.body.acceleration_bound(s, during);
    let Some(moves) = ends.body.fixed_axis(during) else {
        return by_reach;
    };
    let angle = moves.fastest * during.length();
    if !moves.turns() || angle > T::of(MOST_TURNED) {
        return by_reach;
    }
    let across = moves.axis * s;
    let e = moves.axis * across;
    let frames = [during.start(), during.end()].map(|time| ends.body.frame(time, ends.origin));
    let [Some(first), Some(last)] = frames else {
        return by_reach;
    };
    // parts of the axis and of s that cancel leave some ulps of both
    let lost = T::EPSILON * T::of(ACROSS_ROUNDING);
    let largest = (e.norm() + lost) * first.reach;
    let heights = [(0, &first), (1, &last)]
        .map(|(at, frame)| height(ends.slices[at], frame, &e) + lost * first.reach);
    let highest = highest_between(heights, angle).min(largest);
    let rate = if highest > T::zero() {
        moves.fastest
    } else {
        moves.slowest
    };
    let of_change = moves.angular_acceleration * (across.norm() + lost) * first.reach;
    let size = moves.fastest * moves.fastest * largest + of_change;
    let bound = dot_bound(s, &moves.acceleration)
        + rate * rate * highest
        + of_change
        + size * (T::EPSILON * T::of(BOUND_ROUNDING));
    Some(by_reach.map_or(bound, |by_reach| bound.min(by_reach)))
}

/// How far a body reaches along `e` from its centre, rounding included.
fn height<S, T, const D: usize>(slice: &S, frame: &BodyFrame<T, D>, e: &SVector<T, D>) -> T
where
    T: Real,
    S: SupportMap<T, D>,
{
    let from_center = slice.location() - frame.center;
    let sizes = slice.location().abs() + frame.center.abs();
    let rounding = slice.rounding() + sizes * (T::EPSILON * T::of(4.0));
    let error = e.abs().dot(&rounding) + e.norm() * frame.center_error;
    slice.core_support_value(e) + e.dot(&from_center) + error
}

/// The largest value between its ends of the sinusoid of period 2 pi with these values `angle` apart.
///
/// It is one of the ends, or, where it rises from the first and falls to the second, its amplitude
/// sqrt((h1 - h0)^2 + 4 h0 h1 sin^2(angle / 2)) / sin(angle).
fn highest_between<T: Real>([first, last]: [T; 2], angle: T) -> T {
    let (sin, cos) = angle.sine_and_cosine();
    let at_end = first.max(last);
    let rises_and_falls = last > first * cos && first > last * cos;
    if !rises_and_falls || at_end <= T::zero() {
        return at_end;
    }
    let (half, _) = (angle * T::of(0.5)).sine_and_cosine();
    let apart = last - first;
    let squared = apart * apart + T::of(4.0) * first * last * half * half;
    at_end.max(squared.max(T::zero()).sqrt() / sin)
}

/// An upper bound of (s . u)'' for a vector s that turns with one body, and u from its centre to any point of the other.
///
/// Let s turn with the body at w = theta' n, N = \[n\]x, and the other one at w'; X leads from its centre to the other's,
/// and r from there to the point. With delta = w' - w
///
/// (s . u)'' = theta'^2 (N N s) . X + 2 theta' (N s) . X' + s . X'' + theta'' (N s) . X
///           + s . (delta x (delta x r) + (delta x w) x r + (delta)' x r),
///
/// and the last line is at most (|delta|^2 + |w x w'| + |w'|' + |w|') |r|. A vector that turns by less than half a turn
/// stays within half the distance of its ends of the middle between them. One that turns by more stays on a circle around
/// its axis. For vectors of B, s and the roles of the bodies change sides.
pub(super) fn acceleration_in_body<A, B, T, const D: usize>(
    vector: &Fixed<T, D>,
    setting: &Setting<'_, A, B, T, D>,
    during: Span<T>,
) -> Option<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let (start, end, origin) = (during.start(), during.end(), &setting.origin);
    let of_a = setting.a.fixed_axis(during)?;
    let of_b = setting.b.fixed_axis(during)?;
    let frames_a = [
        setting.a.frame(start, origin)?,
        setting.a.frame(end, origin)?,
    ];
    let frames_b = [
        setting.b.frame(start, origin)?,
        setting.b.frame(end, origin)?,
    ];
    let (first, error) = vector.at(setting, start)?;
    let (last, error_at_end) = vector.at(setting, end)?;
    let (own, other, frames, sign) = match vector.frame {
        Frame::B => (of_b, of_a, [frames_b, frames_a], -T::one()),
        _ => (of_a, of_b, [frames_a, frames_b], T::one()),
    };
    let error = error.max(error_at_end);
    let s = if own.fastest * during.length() > T::of(MOST_TURNED) {
        Middle::around(first * sign, &own.axis, error)
    } else {
        Middle::between(first * sign, last * sign, error)
    };
    let of_centers = centers_apart(&s, (&own, &other), &frames, during);
    let differs = own.axis * rate(&own) - other.axis * rate(&other);
    let delta = skew_norm(&differs) + spread(&own) + spread(&other);
    let twist = skew_norm(&(own.axis * other.axis - other.axis * own.axis));
    let of_point = delta * delta
        + own.fastest * other.fastest * twist
        + own.angular_acceleration
        + other.angular_acceleration;
    // differences of rates and axes that cancel leave some ulps of both
    let rates = own.fastest + other.fastest;
    let rounding = (of_point + rates * rates) * (T::EPSILON * T::of(BOUND_ROUNDING));
    Some(of_centers + (of_point + rounding) * frames[1][0].reach)
}

/// The part of (s . u)'' that comes from the centres, rounding included.
fn centers_apart<T: Real, const D: usize>(
    s: &Middle<T, D>,
    (own, other): (&FixedAxis<T, D>, &FixedAxis<T, D>),
    [of_own, of_other]: &[[BodyFrame<T, D>; 2]; 2],
    during: Span<T>,
) -> T {
    let h = during.length();
    let acceleration = other.acceleration - own.acceleration;
    let between = |at: usize| of_other[at].center - of_own[at].center;
    let error_of = |at: usize| {
        let sizes = of_other[at].center.norm() + of_own[at].center.norm();
        of_other[at].center_error + of_own[at].center_error + sizes * T::EPSILON
    };
    let error = error_of(0).max(error_of(1));
    let (first, last) = (between(0), between(1));
    // a parabola leaves its chord by |X''| h^2 / 8
    let sag = acceleration.norm() * h * h * T::of(0.125);
    let x = Middle::between(first, last, error + sag);
    let velocity = Middle {
        value: (last - first) / h,
        radius: acceleration.norm() * h * T::of(0.5) + (error + error) / h,
    };
    let across = s.mapped(&own.axis);
    let inward = across.mapped(&own.axis);
    let (slow, fast) = (own.slowest, own.fastest);
    let times = |value: T, slow: T, fast: T| value * if value > T::zero() { fast } else { slow };
    let centrifugal = times(inward.most_along(&x), slow * slow, fast * fast);
    let coriolis = times(across.most_along(&velocity), slow, fast) * T::of(2.0);
    let own_change = own.angular_acceleration * across.length() * x.length();
    let linear = s.value.dot(&acceleration) + s.radius * acceleration.norm();
    let size = fast * fast * x.length()
        + fast * velocity.length() * T::of(2.0)
        + own_change
        + acceleration.norm();
    centrifugal + coriolis + own_change + linear + size * (T::EPSILON * T::of(BOUND_ROUNDING))
}

/// All vectors within a radius of one.
struct Middle<T, const D: usize> {
    value: SVector<T, D>,
    radius: T,
}

impl<T: Real, const D: usize> Middle<T, D> {
    /// What a vector passes on an arc of less than half a turn, or a chord, between two of its values that are off by
    /// `error`.
    fn between(first: SVector<T, D>, last: SVector<T, D>, error: T) -> Self {
        Self {
            value: (first + last) * T::of(0.5),
            radius: (last - first).norm() * T::of(0.5) + error * T::of(OF_TWO_ENDS),
        }
    }

    /// What a unit vector passes that turns by any angle: it is at |N s| from s + N N s, its part along the axis.
    fn around(s: SVector<T, D>, axis: &SMatrix<T, D, D>, error: T) -> Self {
        let across = axis * s;
        Self {
            value: s + axis * across,
            radius: across.norm() + error * T::of(OF_TWO_ENDS) + T::EPSILON * T::of(4.0),
        }
    }

    /// What the skew matrix of a unit axis, or zero, makes of it.
    fn mapped(&self, axis: &SMatrix<T, D, D>) -> Self {
        Self {
            value: axis * self.value,
            radius: self.radius,
        }
    }

    fn length(&self) -> T {
        self.value.norm() + self.radius
    }

    /// The largest dot product of a vector of both.
    fn most_along(&self, other: &Self) -> T {
        let spread = self.value.norm() * other.radius + self.radius * other.length();
        self.value.dot(&other.value) + spread
    }
}

/// |w| of the matrix of x -> w x x.
fn skew_norm<T: Real, const D: usize>(skew: &SMatrix<T, D, D>) -> T {
    skew.norm() * T::of(std::f64::consts::FRAC_1_SQRT_2)
}

/// The rate half way between the least and the largest one.
fn rate<T: Real, const D: usize>(moves: &FixedAxis<T, D>) -> T {
    (moves.slowest + moves.fastest) * T::of(0.5)
}

/// How far a rate may be from that.
fn spread<T: Real, const D: usize>(moves: &FixedAxis<T, D>) -> T {
    (moves.fastest - moves.slowest) * T::of(0.5)
}
