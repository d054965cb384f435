//! A convex body that flies straight past another body, which does not turn.
//!
//! If neither turns, the flight tells which piece comes next. All answers are those about two pieces over the whole
//! interval. What is left out keeps farther apart than a contact. If the flying body turns, the ball around it tells
//! whether it may touch anything: mostly it does not.

use super::clear::clear_distance;
use super::{Asks, Search};
use crate::pieces::straight::Flight;
use crate::pieces::{Body, ContactError};
use crate::{Query, Real, Span};

/// A flight of one of two bodies past the other.
pub(in crate::pieces) struct Flying<T: Real, const D: usize> {
    flight: Flight<T, D>,
    /// Whether body A is the one that flies past the pieces of B.
    is_of_a: bool,
}

impl<T: Real, const D: usize> Flying<T, D> {
    /// Returns the flight, if one body has a single piece, both go straight ahead during the interval, and the other one
    /// does not turn.
    pub(in crate::pieces) fn new<A: Body<T, D>, B: Body<T, D>>(
        query: &Query<T>,
        (a, b): (&A, &B),
        during: Span<T>,
        asks: Asks,
    ) -> Option<Self> {
        let clear = || clear_distance(query, (a, b), during, asks);
        let is_of_a = a.tree().pieces() == 1;
        let flight = if is_of_a {
            Flight::new((b, a), during, clear)
        } else if b.tree().pieces() == 1 {
            Flight::new((a, b), during, clear)
        } else {
            None
        };
        flight.map(|flight| Self { flight, is_of_a })
    }

    /// Returns how many boxes it took to see that no pieces may touch, or `None` if some may.
    pub(in crate::pieces) fn past_all<A: Body<T, D>, B: Body<T, D>>(
        &mut self,
        (a, b): (&A, &B),
    ) -> Option<u64> {
        let is_past_all = if self.is_of_a {
            self.flight.touches_none((b, a))
        } else {
            self.flight.touches_none((a, b))
        };
        is_past_all.then_some(self.flight.boxes)
    }

    /// Returns the flight if neither body turns, so that it tells in which order pieces may touch.
    pub(in crate::pieces) fn without_turning(self) -> Option<Self> {
        self.flight.ball.is_none().then_some(self)
    }

    fn next_pieces<A: Body<T, D>, B: Body<T, D>>(
        &mut self,
        (a, b): (&A, &B),
        until: Option<T>,
    ) -> Option<(u32, u32)> {
        if self.is_of_a {
            self.flight
                .next_piece((b, a), until)
                .map(|piece| (0, piece))
        } else {
            self.flight
                .next_piece((a, b), until)
                .map(|piece| (piece, 0))
        }
    }
}

impl<A, B, T, const D: usize> Search<'_, A, B, T, D>
where
    T: Real,
    A: Body<T, D>,
    B: Body<T, D>,
{
    /// Answers the question about bodies that fly straight ahead. Returns whether it did: not if pieces start in a
    /// contact that others may explain.
    pub(super) fn fly(&mut self, mut flying: Flying<T, D>) -> Result<bool, ContactError> {
        self.statistics.spans += 1;
        let mut is_done = true;
        while let Some(pieces) = flying.next_pieces((self.a, self.b), self.first) {
            if !self.lets_pass(pieces)
                && let Some(done) = self.answer_descending(pieces)?
            {
                is_done = done;
                break;
            }
        }
        self.statistics.box_pairs += flying.flight.boxes;
        if !is_done {
            self.forget();
        }
        Ok(is_done)
    }
}
