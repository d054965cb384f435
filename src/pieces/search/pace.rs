//! How long spans are.

use nalgebra::SVector;

use crate::pieces::{Bodies, Body, ContactError};
use crate::tuning::{LEAST_SPAN_OF_PIECES, PIECES_IN_SPAN, SPAN_IN_BENDS};
use crate::{QueryError, Real, Span};

/// Cuts the interval into spans.
///
/// In a span no motion has a knot, and the bodies bend little. Over a long span bodies sweep over much of each other,
/// and many pieces have to be asked about; over short ones most of these are settled by boxes.
pub(super) struct Pace<'x, T: Real, const D: usize> {
    bodies: Bodies<'x, T, D>,
    during: Span<T>,
    /// How long the next span may be.
    length: T,
    /// How many queries about pieces there may be in a span, before it is halved.
    most: u64,
}

impl<'x, T: Real, const D: usize> Pace<'x, T, D> {
    pub(super) fn new(bodies: Bodies<'x, T, D>, during: Span<T>) -> Self {
        Self {
            bodies,
            during,
            length: during.length(),
            most: PIECES_IN_SPAN,
        }
    }

    /// Returns how many queries about pieces there may be in a span, if it may be halved.
    pub(super) fn most_queries(&self, length: T) -> Option<u64> {
        (length * T::of(0.5) >= self.shortest()).then_some(self.most)
    }

    /// Halves a span in which there was too much to ask. Each time more is allowed, as pieces that stay near each other
    /// are as many in the shortest span.
    pub(super) fn slow_down(&mut self, length: T) {
        self.length = length * T::of(0.5);
        self.most *= 2;
    }

    /// Doubles the next span, if there was little to ask in this one. A knot may have cut this one short: then the next
    /// one is as long as it would have been.
    pub(super) fn speed_up(&mut self, length: T, queries: u64) {
        if queries <= self.most / 4 {
            self.length = self.length.max(length * T::of(2.0));
            self.most = (self.most / 2).max(PIECES_IN_SPAN);
        }
    }

    fn shortest(&self) -> T {
        self.during.length() * T::of(LEAST_SPAN_OF_PIECES)
    }

    /// Returns the end of the next span.
    pub(super) fn end(&self, now: T) -> Result<T, ContactError> {
        let limit = self.before_knot(now)?;
        let rest = Span::known(now, limit);
        let length = self.length_for(self.bodies.0, rest);
        let length = length.min(self.length_for(self.bodies.1, rest));
        let spans = (rest.length() / length).ceil();
        let length = (rest.length() / spans.max(T::one())).min(self.length);
        let next = now + length;
        // written so that NaN and times too near to tell apart end the span, and rounding leaves no rest of an ulp
        let is_shorter = length < rest.length() && next > now && next < limit;
        Ok(if is_shorter { next } else { limit })
    }

    /// Returns the first knot of a motion after `now`, or the end of the interval if that is earlier.
    fn before_knot(&self, now: T) -> Result<T, ContactError> {
        let mut end = self.during.end();
        let (a, b) = (self.bodies.0.motion(), self.bodies.1.motion());
        for knot in [a.next_knot(now), b.next_knot(now)].into_iter().flatten() {
            // written so that NaN is refused too
            if !(knot > now) {
                let (after, knot) = (now.as_f64(), knot.as_f64());
                return Err(QueryError::KnotNotLater { after, knot }.into());
            }
            end = end.min(knot);
        }
        Ok(end)
    }

    /// Returns a length of time in which a body bends little: the paths of its points leave their chords by a share of
    /// its reach.
    fn length_for(&self, body: &Body<'_, T, D>, rest: Span<T>) -> T {
        let (motion, reach) = (body.motion(), body.reach());
        let mut largest = T::zero();
        for axis in 0..D {
            for sign in [T::one(), -T::one()] {
                let mut along = SVector::zeros();
                along[axis] = sign;
                if let Some(bound) = motion.acceleration_bound(&along, rest, reach) {
                    largest = largest.max(bound);
                }
            }
        }
        if largest > T::zero() {
            let length = (reach * T::of(SPAN_IN_BENDS) / largest).sqrt();
            length.max(self.shortest())
        } else {
            self.during.length()
        }
    }
}
