//! The supporting distance and the certified separating hyperspace test (\[2\] 2.3 and 3).
//!
//! `instant` has the gap of a vector at one time, and `turning` sharp bounds of the acceleration of a body that turns.

mod instant;
mod turning;

pub use crate::proof::Frame;
pub use instant::Instant;
pub(crate) use turning::{ACROSS_ULPS, TurnedEnds, height, turns_by_less_than_half};

use nalgebra::SVector;

use crate::support::Difference;
use crate::{Extrusion, Real, Span, SupportMap};

/// Returns how far a unit vector `s` separates two bodies: a lower bound of their distance.
///
/// It is SD(s) = min over q in B of s . q - max over p in A of s . p. If it is positive, s separates A from B. Its
/// largest value over all s is the distance, if the bodies are disjoint. Rounding is not subtracted: see
/// [`resolution`].
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Posed;
/// use photofinish::supporting_distance;
///
/// let a = Cuboid::new(vector![1.0, 1.0])?;
/// let b = Posed::new(Cuboid::new(vector![1.0, 1.0])?, &Isometry2::translation(5.0, 0.0))?;
/// assert_eq!(supporting_distance(&a, &b, &vector![1.0, 0.0]), 3.0);
/// // another vector separates them too, but by less
/// assert!((supporting_distance(&a, &b, &vector![0.8, 0.6]) - 1.2f64).abs() < 1e-12);
/// // this one does not
/// assert_eq!(supporting_distance(&a, &b, &vector![0.0, 1.0]), -2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: \[2\] 2.3.
#[inline]
pub fn supporting_distance<T, const D: usize, A, B>(a: &A, b: &B, s: &SVector<T, D>) -> T
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    Difference::new(a, b).supporting_distance(s)
}

/// Returns how far rounding may have moved two placed bodies towards each other, along each axis.
///
/// Along a direction s, the error of their distance is at most the sum over the axes of |s_i| times the coordinate i of
/// this vector.
pub fn resolution<T, const D: usize, A, B>(a: &A, b: &B) -> SVector<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    Difference::new(a, b).rounding_by_axis()
}

/// Ulps by which the computed length of a unit vector may differ from 1. Vectors of a search are off by 1.75: the root
/// of the square loses 2.5 halves of an ulp, and the division one. A computed length is itself off by 1.25.
pub(crate) const UNIT_VECTOR_ULPS: f64 = 8.0;

/// The inequality on which a hyperspace test rests.
// as wide as a number beside it: padding is copied in parts, which a processor has to wait for
#[repr(usize)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Order {
    /// The first-order test, from bounds of the relative speed.
    First,
    /// The second-order test, from a bound of the relative acceleration.
    Second,
}

/// The result of a hyperspace test: over the whole span, the gap along the vector is proven to be no less than this.
///
/// The vector passes, and separates the bodies throughout, iff the margin is positive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Margin<T> {
    /// The margin, a length.
    pub value: T,
    /// The inequality that proves it.
    pub order: Order,
}

impl<T: Real> Margin<T> {
    /// The margin over a span of which the motions state no bounds: nothing is proven.
    pub(crate) fn without_bounds() -> Self {
        Self {
            value: -T::LARGEST,
            order: Order::First,
        }
    }
}

/// Tests whether `s` separates the bodies throughout a span, from its gaps `start` and `end` at the ends of the span.
///
/// The test passes iff the margin is positive. The [crate] docs derive it. It is a proof if
/// - `s` is a unit vector in the world's axes;
/// - both gaps are [`Instant::gap`]s of these bodies at the ends of the span, with one target distance;
/// - no [knot](Extrusion::next_knot) lies inside the span.
///
/// ```
/// use nalgebra::{Isometry2, Vector2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::separation::{Instant, hyperspace_test};
/// use photofinish::shape::Ball;
/// use photofinish::{Extrusion, Moving, Span};
///
/// let flight = ConstantVelocity::new(Isometry2::identity(), vector![4.0, 0.0], 0.0)?;
/// let a = Moving::new(Ball::new(0.5)?, flight);
/// let b = Moving::new(Ball::new(0.5)?, AtRest::new(Isometry2::translation(2.0, 2.0))?);
///
/// // does the ball pass below the other one, farther than 0.25 away?
/// let (up, origin, during) = (Vector2::y(), Vector2::zeros(), Span::new(0.0, 1.0)?);
/// let gap = |time| Instant::new(time, a.slice(time, &origin), b.slice(time, &origin), 0.25).gap(&up);
/// let margin = hyperspace_test((&a, &b), &up, during, (gap(0.0), gap(1.0)));
/// assert!((margin.value - 0.75f64).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn hyperspace_test<T, const D: usize, A, B>(
    (a, b): (&A, &B),
    s: &SVector<T, D>,
    during: Span<T>,
    (start, end): (T, T),
) -> Margin<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let gaps = (start, end);
    match second_order((a, b), s, during, gaps) {
        // the first order is not needed if this passes, and cannot pass if a gap at an end is not positive
        Some(second) if second.value > T::zero() || smaller(start, end) <= T::zero() => second,
        Some(second) => better_order((a, b), s, during, gaps, second),
        None => first_order((a, b), s, during, gaps).unwrap_or(Margin::without_bounds()),
    }
}

/// Returns the first-order margin if it is larger than the known margin, or else the known one.
///
/// A hyperspace test whose second order just passes does not look at the first, whose margin may be far larger. A
/// search that found this order just failing states the larger margin, and a check must find it again.
pub(crate) fn better_order<T, const D: usize, A, B>(
    bodies: (&A, &B),
    s: &SVector<T, D>,
    during: Span<T>,
    gaps: (T, T),
    known: Margin<T>,
) -> Margin<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    match first_order(bodies, s, during, gaps) {
        Some(first) if first.value > known.value => first,
        _ => known,
    }
}

/// Returns the margin of the second order, or `None` if a motion has no bound of its acceleration.
#[inline(always)]
pub(crate) fn second_order<T, const D: usize, A, B>(
    (a, b): (&A, &B),
    s: &SVector<T, D>,
    during: Span<T>,
    (start, end): (T, T),
) -> Option<Margin<T>>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let acceleration = relative_acceleration(a, b, s, during)?;
    Some(Margin {
        value: second_order_margin(start, end, acceleration, during.length_at_most()),
        order: Order::Second,
    })
}

/// Returns the margin of the first order, or `None` if a motion has no bound of its speed.
#[inline(always)]
pub(crate) fn first_order<T, const D: usize, A, B>(
    (a, b): (&A, &B),
    s: &SVector<T, D>,
    during: Span<T>,
    (start, end): (T, T),
) -> Option<Margin<T>>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let (closing, opening) = relative_speeds(a, b, s, during)?;
    Some(Margin {
        value: first_order_margin(start, end, closing, opening, during.length_at_most()),
        order: Order::First,
    })
}

/// Returns M = A_B(s) + A_A(-s), an upper bound of s . (q'' - p''), where A_X bounds the acceleration of body X.
#[inline(always)]
pub(crate) fn relative_acceleration<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    s: &SVector<T, D>,
    during: Span<T>,
) -> Option<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let of_b = b.acceleration_bound(s, during)?;
    let of_a = a.acceleration_bound(&-s, during)?;
    Some(sum_of_bounds(of_b, of_a))
}

/// Returns the sum of bounds of both bodies. It is NaN, which proves nothing, if a bound is infinite.
#[inline]
pub(crate) fn sum_of_bounds<T: Real>(of_b: T, of_a: T) -> T {
    let sum = of_b + of_a;
    // zero is added to a finite sum, and NaN to an infinite one
    sum + sum * T::zero()
}

/// Returns upper bounds of the closing speed -s . (q' - p') and of the opening speed s . (q' - p').
///
/// They are NaN, which proves nothing, if the bounds of a body [cannot both hold](can_both_hold).
#[inline(always)]
fn relative_speeds<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    s: &SVector<T, D>,
    during: Span<T>,
) -> Option<(T, T)>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    relative_bounds_of_speed(
        |along| a.speed_bound(along, during),
        |along| b.speed_bound(along, during),
        s,
    )
}

/// Returns the bounds of [`relative_speeds`] from bounds of the speed of either body along any direction.
#[inline(always)]
pub(crate) fn relative_bounds_of_speed<T: Real, const D: usize>(
    a: impl Fn(&SVector<T, D>) -> Option<T>,
    b: impl Fn(&SVector<T, D>) -> Option<T>,
    s: &SVector<T, D>,
) -> Option<(T, T)> {
    let back = -s;
    let of_a = (a(s)?, a(&back)?);
    let of_b = (b(s)?, b(&back)?);
    if can_both_hold(of_a) && can_both_hold(of_b) {
        Some((of_a.0 + of_b.1, of_b.0 + of_a.1))
    } else {
        Some((T::of(f64::NAN), T::of(f64::NAN)))
    }
}

/// Ulps by which the bounds of a speed along a direction and against it may contradict each other: right bounds of a
/// speed that does not change may do so by rounding.
const CONTRADICTION_ULPS: f64 = 16.0;

/// Returns whether bounds of a speed along a direction and against it can both hold: their sum is then not negative.
pub(crate) fn can_both_hold<T: Real>((along, against): (T, T)) -> bool {
    let sum = along + against;
    let rounding = (along.abs() + against.abs()) * (T::EPSILON * T::of(CONTRADICTION_ULPS));
    // written so that NaN and minus infinity cannot
    sum >= T::zero() || sum > -rounding
}

/// Returns the smaller of two gaps. A gap that is NaN or infinite proves nothing, and gives the lowest number.
fn smaller<T: Real>(first: T, second: T) -> T {
    if (first + second).is_finite() {
        first.min(second)
    } else {
        -T::LARGEST
    }
}

/// Ulps of its terms that a margin may lose to rounding. In halves of an ulp:
/// - Second order: K loses 3, of which the dip takes a quarter, as its derivative by K is r (2 - r) / 4 for
///   r = (K - D) / K. The errors of D and of K - D move the dip by up to 3 K, the quotient and the product by 2 K. Two
///   differences lose one K and two of either gap. Together that is 7 of K, or 3.5 ulps.
/// - First order: the sums V and W, their quotient, the sum with 1, the next quotient and a product lose 6 of the
///   share.
///   A product with the gaps and three sums make 10 of these, two products and two differences make 10 of the fall: 5
///   ulps.
const MARGIN_ULPS: f64 = 8.0;

/// Returns the least value of the quadratic with these ends and the second derivative M over a span of length h.
///
/// With K = M h^2 / 2 and D = f(b) - f(a) it is f(a) - (K - D)^2 / (4 K) if |D| < K, else the smaller end. Rounding is
/// subtracted.
pub fn second_order_margin<T: Real>(start: T, end: T, acceleration: T, duration: T) -> T {
    let ends = smaller(start, end);
    let k = acceleration * duration * duration * T::of(0.5);
    let d = end - start;
    // K and D are off by 2 ulps together; written so that an infinite or undefined bound proves nothing
    if acceleration <= T::zero() || d.abs() >= k * (T::one() + T::EPSILON * T::of(4.0)) {
        return ends;
    }
    let rounding = (k + start.abs() + end.abs()) * (T::EPSILON * T::of(MARGIN_ULPS));
    let dip = (k - d) * ((k - d) / (T::of(4.0) * k));
    let value = start - dip - rounding;
    if value.is_finite() {
        value.min(ends)
    } else {
        -T::LARGEST
    }
}

/// Returns the height at which the lines that fall from both ends at the greatest speeds meet, but never above an end.
///
/// With the closing speed V and the opening speed W it is (W f(a) + V f(b) - V W h) / (V + W). Rounding is subtracted.
pub(crate) fn first_order_margin<T: Real>(
    start: T,
    end: T,
    closing: T,
    opening: T,
    duration: T,
) -> T {
    let ends = smaller(start, end);
    if closing <= T::zero() || opening <= T::zero() {
        return ends;
    }
    // V / (V + W) and V W / (V + W), written so that no sum overflows, and that no speed vanishes beside the other
    let (slower, faster) = if closing < opening {
        (closing, opening)
    } else {
        (opening, closing)
    };
    let ratio = slower / faster;
    let of_faster = T::one() / (T::one() + ratio);
    let share = if closing < opening {
        ratio * of_faster
    } else {
        of_faster
    };
    let fall = slower * of_faster * duration;
    let value = start + (end - start) * share - fall;
    let rounding = (fall.abs() + start.abs() + end.abs()) * (T::EPSILON * T::of(MARGIN_ULPS));
    let value = value - rounding;
    if value.is_finite() {
        value.min(ends)
    } else {
        -T::LARGEST
    }
}

#[cfg(test)]
mod tests;
