//! Bounds of the relative acceleration for bodies that turn about axes of fixed direction: sharper than bounds by
//! reach.

use nalgebra::{SMatrix, SVector};

use super::Instant;
use super::fixed::{Fixed, Setting, gap_of_turned};
use crate::motion::{FixedAxis, dot_bound};
use crate::proof::Frame;
use crate::vector::{length_of, unit};
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// The largest angle turned during a span for which the bounds below hold, in radians.
///
/// It is a little less than half a turn: beyond that, a sinusoid through two values says nothing of the values between.
const MOST_TURNED: f64 = 3.0;
/// Ulps of 1 that a unit vector may lose when the matrix of a unit axis is applied to it once or twice.
///
/// Each time the products and the difference lose 1.4 ulps, and the axis may be off by 6, which is what
/// [`FixedAxis::axis`] allows. Twice that is 14.8.
pub(crate) const ACROSS_ULPS: f64 = 16.0;
/// If each end of an arc is off by e, half their difference and half their sum are together off by at most root 2 e.
const TWO_ENDS_ERRORS: f64 = 1.5;
/// Ulps of its terms that a bound below may lose to rounding: none takes more than thirty operations, which lose half
/// an ulp each. The rates are off by eight ulps, and their square by sixteen. Together that is 31.
const BOUND_ULPS: f64 = 64.0;
/// Ulps of both locations that the height of a body over a centre may lose: half an ulp in their difference, three
/// halves in the dot product, and half in each of two sums.
const HEIGHT_ULPS: f64 = 4.0;
/// Ulps of 1 by which a circle around an axis may be off, beyond what the error of its vector leaves.
///
/// The centre loses 14.8 ulps as the matrix is applied twice, and half an ulp in a sum. The radius loses 7.4 as it is
/// applied once, and 1.25 as a length. Together that is 24. The error of a turned vector has room for four more than it
/// needs, and half of it is added once more, which is eight: together twelve of these.
const AROUND_ULPS: f64 = 16.0;

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

/// Returns an upper bound of s . p'' over the points p of a body, from how far it reaches against s_perp during the
/// span, or by the motion's own bound if that is less.
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
    let moves = ends.body.fixed_axis(during);
    let Some(moves) = moves.filter(|moves| turns_by_less_than_half(moves, during)) else {
        return by_reach;
    };
    let frames = [during.start(), during.end()].map(|time| ends.body.frame(time, ends.origin));
    let [Some(first), Some(last)] = &frames else {
        return by_reach;
    };
    let turned = TurnedEnds {
        moves: &moves,
        slices: ends.slices,
        frames: [first, last],
        during,
    };
    let bound = turned.acceleration(s);
    Some(by_reach.map_or(bound, |by_reach| bound.min(by_reach)))
}

/// Returns whether a body turns during a span, by so little that [`TurnedEnds::acceleration`] bounds its points.
pub(crate) fn turns_by_less_than_half<T: Real, const D: usize>(
    moves: &FixedAxis<T, D>,
    during: Span<T>,
) -> bool {
    let angle = moves.fastest * during.length();
    moves.turns() && angle <= T::of(MOST_TURNED)
}

/// A body at both ends of a span in which it turns about an axis of fixed direction, with its frames there.
pub(crate) struct TurnedEnds<'x, S, T, const D: usize> {
    pub(crate) moves: &'x FixedAxis<T, D>,
    pub(crate) slices: [&'x S; 2],
    pub(crate) frames: [&'x BodyFrame<T, D>; 2],
    pub(crate) during: Span<T>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> TurnedEnds<'_, S, T, D> {
    /// Returns an upper bound of s . p'' over the points p of the body, from how far it reaches against s_perp during
    /// the span. It must [turn by less than half a turn](turns_by_less_than_half).
    ///
    /// Let theta be the angle turned, c the centre, r = p - c, N = \[n\]x for the axis n, and s_perp the part of s
    /// across the axis. Then s . p'' = s . c'' + theta'^2 e . r + theta'' s . N r, where e = N N s = -s_perp.
    ///
    /// As a function of theta, every e . r is a sinusoid of period 2 pi. If both ends are less than pi apart, it lies
    /// below the sinusoid through upper bounds of it at both ends. The support values of the body along e are such
    /// bounds.
    pub(crate) fn acceleration(&self, s: &SVector<T, D>) -> T {
        let (moves, [first, last]) = (self.moves, self.frames);
        let across = moves.axis * s;
        let e = moves.axis * across;
        // where parts of the axis and of s cancel, some ulps of both remain
        let lost = T::EPSILON * T::of(ACROSS_ULPS);
        let largest = (e.norm() + lost) * first.reach;
        let heights = [(0, first), (1, last)]
            .map(|(at, frame)| height(self.slices[at], frame, &e) + lost * first.reach);
        let angle = moves.fastest * self.during.length();
        let highest = highest_between(heights, angle).min(largest);
        let rate = if highest > T::zero() {
            moves.fastest
        } else {
            moves.slowest
        };
        let of_change = moves.angular_acceleration * (across.norm() + lost) * first.reach;
        let size = moves.fastest * moves.fastest * largest + of_change;
        dot_bound(s, &moves.acceleration)
            + rate * rate * highest
            + of_change
            + size * (T::EPSILON * T::of(BOUND_ULPS))
            + underflow(first.reach)
    }
}

/// Returns how far a body reaches along `e` from its centre, rounding included.
pub(crate) fn height<S, T, const D: usize>(
    slice: &S,
    frame: &BodyFrame<T, D>,
    e: &SVector<T, D>,
) -> T
where
    T: Real,
    S: SupportMap<T, D>,
{
    let from_center = slice.location() - frame.center;
    let sizes = slice.location().abs() + frame.center.abs();
    let rounding = slice.rounding() + sizes * (T::EPSILON * T::of(HEIGHT_ULPS));
    let error = e.abs().dot(&rounding) + e.norm() * frame.center_error;
    slice.core_support_value(e) + e.dot(&from_center) + error
}

/// Returns the largest value between its ends of the sinusoid of period 2 pi that has these values `angle` apart.
///
/// It is the larger end, or the amplitude sqrt((h1 - h0)^2 + 4 h0 h1 sin^2(angle / 2)) / sin(angle) if the sinusoid
/// rises from the first end and falls to the second.
fn highest_between<T: Real>([first, last]: [T; 2], angle: T) -> T {
    let (sin, cos) = angle.sine_and_cosine();
    let at_end = first.max(last);
    let rises_and_falls = last > first * cos && first > last * cos;
    if !rises_and_falls || at_end <= T::zero() {
        return at_end;
    }
    let (half, _) = (angle * T::of(0.5)).sine_and_cosine();
    // shares of the larger height: the squares of tiny ones underflow
    let (first, last) = (first / at_end, last / at_end);
    let apart = last - first;
    let squared = apart * apart + T::of(4.0) * first * last * half * half;
    at_end.max(at_end * (squared.max(T::zero()).sqrt() / sin))
}

/// How both bodies move during a span: their frames at both ends, and how they turn in between.
pub(super) struct Turning<T, const D: usize> {
    during: Span<T>,
    /// How A and B move.
    moves: [FixedAxis<T, D>; 2],
    /// The frames of A and of B, each at both ends.
    frames: [[BodyFrame<T, D>; 2]; 2],
}

impl<T: Real, const D: usize> Turning<T, D> {
    /// Takes how A and B move during the span. Returns `None` if a body is not rigid.
    pub(super) fn new<A, B>(
        setting: &Setting<'_, A, B, T, D>,
        moves: [FixedAxis<T, D>; 2],
        during: Span<T>,
    ) -> Option<Self>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let (a, b, origin) = (setting.a, setting.b, &setting.origin);
        let (start, end) = (during.start(), during.end());
        let of_a = [a.frame(start, origin)?, a.frame(end, origin)?];
        let of_b = [b.frame(start, origin)?, b.frame(end, origin)?];
        Some(Self {
            during,
            moves,
            frames: [of_a, of_b],
        })
    }

    /// Returns the vector that has a direction of the world at one end of the span and turns with a body, if the body
    /// turns.
    pub(super) fn vector(
        &self,
        frame: Frame,
        direction: &SVector<T, D>,
        end: End,
    ) -> Option<Fixed<T, D>> {
        let own = own(frame);
        let turned = self.frames[own][end as usize].rotation.tr_mul(direction);
        self.moves[own].turns().then(|| Fixed {
            direction: unit(turned),
            frame,
        })
    }

    /// Returns a vector that turns with a body in the world's frame at both ends, each with the length by which it may
    /// be off.
    pub(super) fn at_ends(&self, vector: &Fixed<T, D>) -> [(SVector<T, D>, T); 2] {
        let [first, last] = &self.frames[own(vector.frame)];
        [vector.turned(first), vector.turned(last)]
    }

    /// Returns where a vector that turns with a body is at both ends, as [`at_ends`](Self::at_ends) does, and its gaps
    /// there.
    pub(super) fn gaps<P, Q>(
        &self,
        vector: &Fixed<T, D>,
        now: &Instant<P, Q, T, D>,
        then: &Instant<P, Q, T, D>,
    ) -> ([(SVector<T, D>, T); 2], [T; 2])
    where
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let ends = self.at_ends(vector);
        let gaps = [gap_of_turned(now, &ends[0]), gap_of_turned(then, &ends[1])];
        (ends, gaps)
    }

    /// Returns an upper bound of (s . u)'' for a vector s that turns with one body, and u from its centre to any point
    /// of the other body. `ends` is where [`at_ends`](Self::at_ends) says that the vector is.
    ///
    /// Let the own body and s turn at w = theta' n with N = \[n\]x, and the other body at w'. Let X lead from the own
    /// centre to the other centre, and r from there to the point, so that u = X + r. With delta = w' - w,
    ///
    /// (s . u)'' = theta'^2 (N N s) . X + 2 theta' (N s) . X' + s . X'' + theta'' (N s) . X
    ///           + s . (delta x (delta x r) + (delta x w) x r + (delta)' x r),
    ///
    /// and the last line is at most (|delta|^2 + |w x w'| + |w'|' + |w|') |r|.
    ///
    /// A vector that turns by less than half a turn stays near the middle of its ends: within half their distance. A
    /// vector that turns by more stays on a circle around its axis. For vectors of B, s changes its sign and the bodies
    /// their roles.
    pub(super) fn acceleration(
        &self,
        vector: &Fixed<T, D>,
        [(first, error), (last, error_at_end)]: &[(SVector<T, D>, T); 2],
    ) -> T {
        let own = own(vector.frame);
        let sign = if own == 0 { T::one() } else { -T::one() };
        let (of_own, of_other) = (&self.frames[own], &self.frames[1 - own]);
        let (own, other) = (&self.moves[own], &self.moves[1 - own]);
        let error = error.max(*error_at_end);
        let s = if own.fastest * self.during.length() > T::of(MOST_TURNED) {
            Middle::around(first * sign, &own.axis, error)
        } else {
            Middle::between(first * sign, last * sign, error)
        };
        let of_centers = centers_apart(&s, (own, other), (of_own, of_other), self.during);
        let differs = own.axis * rate(own) - other.axis * rate(other);
        let delta = skew_norm(&differs) + spread(own) + spread(other);
        let twist = skew_norm(&(own.axis * other.axis - other.axis * own.axis));
        let of_point = delta * delta
            + own.fastest * other.fastest * twist
            + own.angular_acceleration
            + other.angular_acceleration;
        // where rates and axes cancel, some ulps of both remain
        let rates = own.fastest + other.fastest;
        let rounding = (of_point + rates * rates) * (T::EPSILON * T::of(BOUND_ULPS));
        let reach = of_other[0].reach;
        of_centers + (of_point + rounding) * reach + underflow(reach)
    }
}

/// One end of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

/// The place of the body that a vector turns with.
fn own(frame: Frame) -> usize {
    debug_assert!(frame != Frame::World, "the world does not turn");
    usize::from(frame == Frame::B)
}

/// Returns more than the products of rates that a bound multiplies by `length` may lose when they underflow.
fn underflow<T: Real>(length: T) -> T {
    (length + T::one()) * T::TINY
}

/// Returns an upper bound of the part of (s . u)'' that comes from the centres, rounding included.
fn centers_apart<T: Real, const D: usize>(
    s: &Middle<T, D>,
    (own, other): (&FixedAxis<T, D>, &FixedAxis<T, D>),
    (of_own, of_other): (&[BodyFrame<T, D>; 2], &[BodyFrame<T, D>; 2]),
    during: Span<T>,
) -> T {
    let h = during.length();
    let acceleration = other.acceleration - own.acceleration;
    let between = |at: usize| of_other[at].center - of_own[at].center;
    let error_of = |at: usize| {
        let sizes = length_of(&of_other[at].center) + length_of(&of_own[at].center);
        of_other[at].center_error + of_own[at].center_error + sizes * T::EPSILON
    };
    let error = error_of(0).max(error_of(1));
    let (first, last) = (between(0), between(1));
    let change = length_of(&acceleration);
    // a parabola is off its chord by at most |X''| h^2 / 8
    let sag = change * h * h * T::of(0.125);
    let x = Middle::between(first, last, error + sag);
    let velocity = Middle {
        value: (last - first) / h,
        radius: change * h * T::of(0.5) + (error + error) / h + T::TINY,
    };
    let across = s.mapped(&own.axis);
    let inward = across.mapped(&own.axis);
    let (slow, fast) = (own.slowest, own.fastest);
    let times = |value: T, slow: T, fast: T| value * if value > T::zero() { fast } else { slow };
    let centrifugal = times(inward.most_along(&x), slow * slow, fast * fast);
    let coriolis = times(across.most_along(&velocity), slow, fast) * T::of(2.0);
    let own_change = own.angular_acceleration * across.length() * x.length();
    let linear = s.value.dot(&acceleration) + s.radius * change;
    let size =
        fast * fast * x.length() + fast * velocity.length() * T::of(2.0) + own_change + change;
    let lengths = x.length() + velocity.length();
    let rounding = size * (T::EPSILON * T::of(BOUND_ULPS)) + underflow(lengths);
    centrifugal + coriolis + own_change + linear + rounding
}

/// A ball of vectors: all vectors within `radius` of `value`.
struct Middle<T, const D: usize> {
    value: SVector<T, D>,
    radius: T,
}

impl<T: Real, const D: usize> Middle<T, D> {
    /// Returns a ball that contains an arc of less than half a turn, or a chord, between two vectors that are off by
    /// `error`.
    fn between(first: SVector<T, D>, last: SVector<T, D>, error: T) -> Self {
        Self {
            value: (first + last) * T::of(0.5),
            radius: length_of(&(last - first)) * T::of(0.5) + error * T::of(TWO_ENDS_ERRORS),
        }
    }

    /// Returns a ball that contains a unit vector turned by any angle: it stays at |N s| from s + N N s, its part along
    /// the axis.
    fn around(s: SVector<T, D>, axis: &SMatrix<T, D, D>, error: T) -> Self {
        let across = axis * s;
        Self {
            value: s + axis * across,
            radius: across.norm()
                + error * T::of(TWO_ENDS_ERRORS)
                + T::EPSILON * T::of(AROUND_ULPS),
        }
    }

    /// Returns a ball that contains its image under the skew matrix of a unit axis, or under zero.
    fn mapped(&self, axis: &SMatrix<T, D, D>) -> Self {
        Self {
            value: axis * self.value,
            radius: self.radius,
        }
    }

    fn length(&self) -> T {
        length_of(&self.value) + self.radius
    }

    /// Returns an upper bound of the dot product of two vectors, one from each ball.
    fn most_along(&self, other: &Self) -> T {
        let spread = length_of(&self.value) * other.radius + self.radius * other.length();
        self.value.dot(&other.value) + spread
    }
}

/// Returns |w| for the matrix of the map from x to w x x.
pub(super) fn skew_norm<T: Real, const D: usize>(skew: &SMatrix<T, D, D>) -> T {
    skew.norm() * T::of(std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the rate half way between the slowest and the fastest.
fn rate<T: Real, const D: usize>(moves: &FixedAxis<T, D>) -> T {
    (moves.slowest + moves.fastest) * T::of(0.5)
}

/// Returns how far a rate may be from [`rate`].
fn spread<T: Real, const D: usize>(moves: &FixedAxis<T, D>) -> T {
    (moves.fastest - moves.slowest) * T::of(0.5)
}
