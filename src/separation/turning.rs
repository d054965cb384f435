//! Bounds of the relative acceleration for bodies that turn about axes of fixed direction: sharper than bounds by
//! reach.

use nalgebra::SVector;

use crate::motion::FixedAxis;
use crate::vector::dot_bound;
use crate::{BodyFrame, Real, Span, SupportMap};

/// The largest angle turned during a span for which the bounds below hold, in radians.
///
/// It is a little less than half a turn: beyond that, a sinusoid through two values says nothing of the values between.
const MOST_TURNED: f64 = 3.0;
/// Ulps of 1 that a unit vector may lose when the matrix of a unit axis is applied to it once or twice.
///
/// Each time the products and the difference lose 1.4 ulps, and the axis may be off by 6, which is what
/// [`FixedAxis::axis`] allows. Twice that is 14.8.
pub(crate) const ACROSS_ULPS: f64 = 16.0;
/// Ulps of its terms that a bound below may lose to rounding: none takes more than thirty operations, which lose half
/// an ulp each. The rates are off by eight ulps, and their square by sixteen. Together that is 31.
const BOUND_ULPS: f64 = 64.0;
/// Ulps of both locations that the height of a body over a centre may lose: half an ulp in their difference, three
/// halves in the dot product, and half in each of two sums.
const HEIGHT_ULPS: f64 = 4.0;
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

/// Returns more than the products of rates that a bound multiplies by `length` may lose when they underflow.
fn underflow<T: Real>(length: T) -> T {
    (length + T::one()) * T::TINY
}
