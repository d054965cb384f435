//! Separating vectors that are fixed in the world or turn with one of the bodies, and the bounds that go with them.
//!
//! A vector of the world never separates bodies in contact that turn together for long: it tilts against their faces. A
//! vector that turns with one of them does. The certified test stays the same, with another bound M of the relative
//! acceleration along the vector.

use nalgebra::SVector;

use super::turning::{BodyEnd, End, Turning, acceleration_by_support, skew_norm};
use super::{Instant, Margin, Order, hyperspace_test, relative_acceleration, second_order_margin};
use crate::extrusion::BodyFrame;
use crate::motion::FixedAxis;
use crate::proof::Frame;
use crate::tuning::{DIP_OF_TURNING, GAP_OF_TURNED, LONGER_IF_TURNED, NEAR_TO_TURN};
use crate::vector::length_of;
use crate::{Extrusion, Real, Span, SupportMap};

/// Ulps by which a unit vector turned by a matrix may be off in length and direction, beside the error of the matrix.
///
/// The product of a row with the vector loses three halves of an ulp, all three rows 2.6 ulps. The length of the vector
/// itself is off by up to 9.25: see [`UNIT_VECTOR_ULPS`](super::UNIT_VECTOR_ULPS). Together that is 11.9.
const TURNED_VECTOR_ULPS: f64 = 16.0;

/// A unit vector from A to B that is fixed in a frame, and has its coordinates there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fixed<T, const D: usize> {
    pub(crate) direction: SVector<T, D>,
    pub(crate) frame: Frame,
}

impl<T: Real, const D: usize> Fixed<T, D> {
    pub(crate) fn in_world(direction: SVector<T, D>) -> Self {
        Self {
            direction,
            frame: Frame::World,
        }
    }

    /// Returns the vector in the world's frame at `time`, and the length by which it may be off.
    #[inline(always)]
    pub(crate) fn at<A, B>(
        &self,
        setting: &Setting<'_, A, B, T, D>,
        time: T,
    ) -> Option<(SVector<T, D>, T)>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        match self.frame {
            Frame::World => Some((self.direction, T::zero())),
            Frame::A => Some(self.turned(&setting.a.frame(time, &setting.origin)?)),
            Frame::B => Some(self.turned(&setting.b.frame(time, &setting.origin)?)),
        }
    }

    pub(super) fn turned(&self, body: &BodyFrame<T, D>) -> (SVector<T, D>, T) {
        let error = body.angle_error + T::EPSILON * T::of(TURNED_VECTOR_ULPS);
        (body.rotation * self.direction, error)
    }

    /// Returns the proven gap along the vector at one time.
    #[inline(always)]
    pub(crate) fn gap<A, B, P, Q>(
        &self,
        setting: &Setting<'_, A, B, T, D>,
        at: &Instant<P, Q, T, D>,
    ) -> T
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        if self.frame == Frame::World {
            return at.gap(&self.direction);
        }
        self.gap_in_body(setting, at)
    }

    fn gap_in_body<A, B, P, Q>(
        &self,
        setting: &Setting<'_, A, B, T, D>,
        at: &Instant<P, Q, T, D>,
    ) -> T
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let turned = self.at(setting, at.time);
        turned.map_or(-T::LARGEST, |turned| gap_of_turned(at, &turned))
    }

    /// Runs the certified test along the vector over the span between two times, from its gaps at these times.
    ///
    /// The bounds are those for vectors that turn with a body, or else the sharper of what the motions state and what
    /// follows from the bodies' support over the span. These cost more than those of a
    /// [`hyperspace_test`](super::hyperspace_test) alone.
    pub(crate) fn test<A, B, P, Q>(
        &self,
        setting: &Setting<'_, A, B, T, D>,
        (now, gap_now): (&Instant<P, Q, T, D>, T),
        (then, gap_then): (&Instant<P, Q, T, D>, T),
    ) -> Tested<T>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let during = Span::known(now.time, then.time);
        let duration = during.length_at_most();
        let second = |acceleration: T| {
            let margin = second_order_margin(gap_now, gap_then, acceleration, duration);
            Tested::second(margin, acceleration)
        };
        if self.frame != Frame::World {
            let moves = setting.moves(during);
            let turning = moves.and_then(|moves| Turning::new(setting, moves, during));
            return turning.map_or(Tested::nothing(), |turning| {
                second(turning.acceleration(self, &turning.at_ends(self)))
            });
        }
        let s = &self.direction;
        let gaps = (gap_now, gap_then);
        let plain = Tested {
            margin: hyperspace_test((setting.a, setting.b), s, during, gaps),
            acceleration: None,
        };
        if gap_now.min(gap_then) <= T::zero() {
            return plain;
        }
        let plain = Tested {
            margin: super::better_order((setting.a, setting.b), s, during, gaps, plain.margin),
            ..plain
        };
        let ends_a = [&now.bodies.a, &then.bodies.a];
        let ends_b = [&now.bodies.b, &then.bodies.b];
        let origin = &setting.origin;
        let of_a = acceleration_by_support(&BodyEnd::new(setting.a, ends_a, during, origin), &-s);
        let of_b = acceleration_by_support(&BodyEnd::new(setting.b, ends_b, during, origin), s);
        let sharp = of_a
            .zip(of_b)
            .map(|(of_a, of_b)| second(super::sum_of_bounds(of_b, of_a)));
        sharp
            .filter(|sharp| sharp.margin.value > plain.margin.value)
            .unwrap_or(plain)
    }
}

/// Returns the proven gap along a vector that turns with a body, from where it is in the world and the length by which
/// it may be off.
pub(super) fn gap_of_turned<P, Q, T, const D: usize>(
    at: &Instant<P, Q, T, D>,
    (s, error): &(SVector<T, D>, T),
) -> T
where
    T: Real,
    P: SupportMap<T, D>,
    Q: SupportMap<T, D>,
{
    // the true vector differs from s by the error, and changes s . (q - p) by no more than the error times |q - p|
    let farthest = length_of(&at.bodies.a.extents()) + length_of(&at.bodies.b.extents());
    at.gap(s) - *error * farthest
}

/// Both bodies, and the point from which their coordinates are measured.
#[derive(Debug)]
pub(crate) struct Setting<'x, A, B, T, const D: usize> {
    pub(crate) a: &'x A,
    pub(crate) b: &'x B,
    pub(crate) origin: SVector<T, D>,
}

impl<A, B, T: Real, const D: usize> Setting<'_, A, B, T, D>
where
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns how both bodies move during a span, if both are known to turn about axes of fixed direction.
    pub(crate) fn moves(&self, during: Span<T>) -> Option<[FixedAxis<T, D>; 2]> {
        Some([self.a.fixed_axis(during)?, self.b.fixed_axis(during)?])
    }

    /// Returns the vector with this direction at the start of a span, fixed in the frame that gives its test over the
    /// span the largest margin.
    pub(crate) fn best_frame<P, Q>(
        &self,
        direction: &SVector<T, D>,
        now: &Instant<P, Q, T, D>,
        then: &Instant<P, Q, T, D>,
    ) -> Candidate<T, D>
    where
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let mut best = self.in_world(direction, now, then);
        if best.tested.margin.value > T::zero() {
            return best;
        }
        let during = Span::known(now.time, then.time);
        let Some(turning) = self
            .moves(during)
            .filter(|moves| moves.iter().any(FixedAxis::turns))
            .and_then(|moves| Turning::new(self, moves, during))
        else {
            return best;
        };
        for frame in [Frame::A, Frame::B] {
            let Some(vector) = turning.vector(frame, direction, End::First) else {
                continue;
            };
            let (ends, gaps) = turning.gaps(&vector, now, then);
            let acceleration = turning.acceleration(&vector, &ends);
            let duration = during.length_at_most();
            let margin = second_order_margin(gaps[0], gaps[1], acceleration, duration);
            let passes = margin > T::zero();
            // where rounding takes most of its gap, no step along it leads anywhere
            let may_step = gaps[0] >= best.gap * T::of(GAP_OF_TURNED);
            if (passes || may_step) && margin > best.tested.margin.value {
                best = Candidate {
                    vector,
                    gap: gaps[0],
                    gap_at_end: gaps[1],
                    tested: Tested::second(margin, acceleration),
                };
            }
            if passes {
                break;
            }
        }
        best
    }

    /// Tests a vector of the world over a span.
    fn in_world<P, Q>(
        &self,
        direction: &SVector<T, D>,
        now: &Instant<P, Q, T, D>,
        then: &Instant<P, Q, T, D>,
    ) -> Candidate<T, D>
    where
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let vector = Fixed::in_world(*direction);
        let [gap, gap_at_end] = [now, then].map(|at| at.gap(direction));
        let mut tested = vector.test(self, (now, gap), (then, gap_at_end));
        if tested.acceleration.is_none() {
            let during = Span::known(now.time, then.time);
            tested.acceleration = relative_acceleration(self.a, self.b, direction, during);
        }
        Candidate {
            vector,
            gap,
            gap_at_end,
            tested,
        }
    }

    /// Returns the vector that has a direction at one end of a span and turns with the body for which its test has the
    /// larger margin. `gap` is that of the bodies at the start.
    ///
    /// Returns `None` if a vector of the world is likely to be better, or if a body is not known to turn about a fixed
    /// axis.
    #[inline(never)]
    pub(crate) fn turning_with_a_body<P, Q>(
        &self,
        (direction, end): (&SVector<T, D>, End),
        gap: T,
        now: &Instant<P, Q, T, D>,
        then: &Instant<P, Q, T, D>,
    ) -> Option<(Fixed<T, D>, Margin<T>)>
    where
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let moves = self.turning_notably(gap, now, then)?;
        let during = Span::known(now.time, then.time);
        let duration = during.length_at_most();
        let turning = Turning::new(self, moves, during)?;
        let tested = |frame: Frame| {
            let vector = turning.vector(frame, direction, end)?;
            let (ends, gaps) = turning.gaps(&vector, now, then);
            let value = if gaps[0] > T::zero() && gaps[1] > T::zero() {
                second_order_margin(
                    gaps[0],
                    gaps[1],
                    turning.acceleration(&vector, &ends),
                    duration,
                )
            } else {
                -T::LARGEST
            };
            let order = Order::Second;
            Some((vector, Margin { value, order }))
        };
        match (tested(Frame::A), tested(Frame::B)) {
            (Some(of_a), Some(of_b)) if of_b.1.value > of_a.1.value => Some(of_b),
            (of_a, of_b) => of_a.or(of_b),
        }
    }

    /// Returns how both bodies move, if a vector that turns with one of them is likely to last longer than one of the
    /// world.
    ///
    /// Let the bodies have the size L, turn at w and travel at v, with a gap f. A vector of the world tilts against
    /// them, and lasts about f / (w L). One that turns with a body is curved by 2 w v, and lasts about sqrt(f / (w v)).
    /// That is longer if w L > v f / L. But if the angular velocities differ by delta, the other body curves the gap by
    /// at least |delta|^2 L, so that over a time h it may dip by |delta h|^2 L / 8. Either body may be the other one,
    /// so L is the smaller size. Bodies that are farther apart than a share of both sizes are not worth the test.
    fn turning_notably<P, Q>(
        &self,
        gap: T,
        now: &Instant<P, Q, T, D>,
        then: &Instant<P, Q, T, D>,
    ) -> Option<[FixedAxis<T, D>; 2]>
    where
        P: SupportMap<T, D>,
        Q: SupportMap<T, D>,
    {
        let during = Span::known(now.time, then.time);
        let h = during.length();
        let [of_a, of_b] = self.moves(during)?;
        let (size_a, size_b) = (self.a.size(), self.b.size());
        if gap > (size_a + size_b) * T::of(NEAR_TO_TURN) {
            return None;
        }
        let turned = of_a.fastest * size_a + of_b.fastest * size_b;
        let traveled = length_of(&(then.bodies.offset - now.bodies.offset));
        let share = gap / (size_a + size_b) * T::of(LONGER_IF_TURNED);
        if !(turned * h > traveled * share) {
            return None;
        }
        let delta = skew_norm(&(of_a.axis * of_a.fastest - of_b.axis * of_b.fastest));
        let relative_turn = delta * h;
        let dip = relative_turn * relative_turn * size_a.min(size_b) * T::of(0.125);
        (dip <= gap * T::of(DIP_OF_TURNING)).then_some([of_a, of_b])
    }

    /// Returns the time at which the faster body has made half a turn about a fixed axis, if it is before the end of
    /// the span.
    pub(crate) fn half_turn(&self, during: Span<T>) -> Option<T> {
        let turning = [self.a.fixed_axis(during), self.b.fixed_axis(during)];
        let fastest = turning
            .into_iter()
            .flatten()
            .fold(T::zero(), |fastest, moves| fastest.max(moves.fastest));
        let time = during.start() + T::pi() / fastest;
        (time > during.start() && time < during.end()).then_some(time)
    }
}

/// The result of a test, and the bound of the relative acceleration on which it rests.
///
/// The bound is `None` if the test used the plain bound along a vector of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tested<T> {
    pub(crate) margin: Margin<T>,
    pub(crate) acceleration: Option<T>,
}

impl<T: Real> Tested<T> {
    /// The result of a test of the second order with this bound.
    fn second(margin: T, acceleration: T) -> Self {
        Self {
            margin: Margin {
                value: margin,
                order: Order::Second,
            },
            acceleration: Some(acceleration),
        }
    }

    /// The result of a test without a bound, which proves nothing.
    fn nothing() -> Self {
        Self {
            margin: Margin {
                value: -T::LARGEST,
                order: Order::Second,
            },
            acceleration: None,
        }
    }
}

/// A vector that may separate the bodies at the start of a span, and the result of its test over the span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<T, const D: usize> {
    pub(crate) vector: Fixed<T, D>,
    pub(crate) gap: T,
    pub(crate) gap_at_end: T,
    pub(crate) tested: Tested<T>,
}
