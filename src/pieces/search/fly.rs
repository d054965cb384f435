//! A convex body that flies straight past another body, which does not turn.
//!
//! If neither turns, the flight tells which piece comes next. All answers are those about two pieces over the whole
//! interval. What is left out keeps farther apart than a contact. If the flying body turns, the ball around it tells
//! whether it may touch anything: mostly it does not.

use super::clear::clear_distance;
use super::{Asks, Search};
use crate::pieces::straight::Flight;
use crate::pieces::{Bodies, ContactError};
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
    pub(in crate::pieces) fn new(
        query: &Query<T>,
        (a, b): Bodies<'_, T, D>,
        during: Span<T>,
        asks: Asks,
    ) -> Option<Self> {
        let clear = || clear_distance(query, (a, b), during, asks);
        if a.tree().pieces() == 1
            && let Some(flight) = Flight::new((b, a), during, clear)
        {
            let is_of_a = true;
            return Some(Self { flight, is_of_a });
        }
        if b.tree().pieces() == 1
            && let Some(flight) = Flight::new((a, b), during, clear)
        {
            let is_of_a = false;
            return Some(Self { flight, is_of_a });
        }
        None
    }

    /// Returns how many boxes were looked at.
    pub(in crate::pieces) fn boxes(&self) -> u64 {
        self.flight.boxes
    }

    /// Returns how many boxes it took to see that no pieces may touch, or `None` if some may.
    pub(in crate::pieces) fn past_all(&mut self, (a, b): Bodies<'_, T, D>) -> Option<u64> {
        let is_past_all = if self.is_of_a {
            self.flight.touches_none((b, a))
        } else {
            self.flight.touches_none((a, b))
        };
        is_past_all.then_some(self.flight.boxes)
    }

    fn next_pieces(&mut self, (a, b): Bodies<'_, T, D>, until: Option<T>) -> Option<(u32, u32)> {
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

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Takes up a flight that was not past all pieces: the boxes that it looked at, and if neither body turns, the flight.
    pub(in crate::pieces) fn take_up(&mut self, flying: Flying<T, D>) {
        if flying.flight.ball_radius.is_some() {
            self.statistics.box_pairs += flying.boxes();
        } else {
            self.flying = Some(flying);
        }
    }

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
        self.statistics.box_pairs += flying.boxes();
        if !is_done {
            self.forget();
        }
        Ok(is_done)
    }
}
