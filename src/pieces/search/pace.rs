//! How long spans are.

use nalgebra::SVector;

use super::Search;
use crate::pieces::moving::before_knot;
use crate::pieces::{Body, ContactError};
use crate::tuning::{LEAST_SPAN_OF_PIECES, SPAN_IN_BENDS};
use crate::{Real, Span};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Returns the span from a time on in which no motion has a knot.
    pub(super) fn up_to_knot(&self, now: T) -> Result<Span<T>, ContactError> {
        let motions = (self.a.motion(), self.b.motion());
        let limit = before_knot(motions, now, self.during.end())?;
        Ok(Span::known(now, limit))
    }

    /// Returns the beginning of a span without a knot, in which the bodies bend little.
    pub(super) fn beginning(&self, rest: Span<T>) -> Span<T> {
        let (now, limit) = (rest.start(), rest.end());
        let length = self.length_for(self.a, rest);
        let length = length.min(self.length_for(self.b, rest));
        let spans = (rest.length() / length).ceil();
        let length = rest.length() / spans.max(T::one());
        let next = now + length;
        // written so that NaN and times too near to tell apart end the span, and rounding leaves no rest of an ulp
        let is_shorter = length < rest.length() && next > now && next < limit;
        Span::known(now, if is_shorter { next } else { limit })
    }

    /// Returns a length of time in which a body bends little: the paths of its points leave their chords by a share of
    /// its reach.
    fn length_for(&self, body: &Body<'_, T, D>, rest: Span<T>) -> T {
        let (motion, reach) = (body.motion(), body.reach());
        // the commonest answer takes one call
        if motion
            .fixed_axis(rest)
            .is_some_and(|axis| axis.is_straight())
        {
            return self.during.length();
        }
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
            length.max(self.during.length() * T::of(LEAST_SPAN_OF_PIECES))
        } else {
            self.during.length()
        }
    }
}
