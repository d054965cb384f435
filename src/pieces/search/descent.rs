//! A convex body that moves past another body which does not turn: boxes in the order in which it may touch them.
//!
//! One that flies straight ahead takes less ([`fly`](super::fly)). The [`View`] tells for each box a time before which
//! nothing in it can be touched. The search looks into the box with the earliest time, and asks about the piece in it
//! when only this piece is left. It ends when no box is left that may be touched before the first contact. So it asks
//! about few pieces but those that are touched first, however fine the surface is.
//!
//! All answers are those about two pieces over the whole interval. What is left out keeps farther apart than a contact.

use super::{Asks, Search};
use crate::Real;
use crate::pieces::ahead::{Ahead, Queue};
use crate::pieces::slabs::View;
use crate::pieces::{Body, ContactError};

/// A box that may be touched, and the view it was last refined in.
type Waiting<T> = Ahead<T, (u32, u32)>;

/// Instead of the number of a view.
const NONE: u32 = 0;

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Answers the question, if one body has one piece and the other one does not turn, and nothing is kept of how the
    /// answer was found. Returns whether it did: not if pieces start in a contact that others may explain. What it has asked
    /// about single pieces is then known.
    pub(super) fn descend(&mut self) -> Result<bool, ContactError> {
        if self.asks != Asks::First || self.log.keeps() {
            return Ok(false);
        }
        let (a, b) = (self.a, self.b);
        let (of_a, of_b) = (a.tree().pieces() == 1, b.tree().pieces() == 1);
        let mut is_done = of_a && self.descend_from(a, b, |piece| (0, piece))?;
        // of two single pieces, either may be the one that does not turn
        if !is_done && of_b {
            self.forget();
            is_done = self.descend_from(b, a, |piece| (piece, 0))?;
        }
        // what was answered holds for the whole interval, and so for a walk too
        self.found_another = self.first.is_some();
        Ok(is_done)
    }

    /// Descends into `still`, of which a piece and that of `mover` are called as `pair` says.
    fn descend_from(
        &mut self,
        mover: &Body<'_, T, D>,
        still: &Body<'_, T, D>,
        pair: impl Fn(u32) -> (u32, u32),
    ) -> Result<bool, ContactError> {
        let mut waiting = Queue::new();
        let mut now = self.during.start();
        let mut number = NONE;
        loop {
            let end = self.pace.end(now)?;
            let mut over = [now, end];
            waiting.clear();
            waiting.push(Ahead {
                least: now,
                what: (0, NONE),
            });
            self.statistics.spans += 1;
            // a contact shortens the span: what it cannot touch before that is of no interest
            while let Some(next) = waiting.peek().map(|next| next.least)
                && self.first.is_none_or(|first| next <= first)
            {
                let first = self.first;
                over = [over[0].max(next), first.map_or(end, |first| first.min(end))];
                let view = View::new((still, mover), over, &self.origin, self.clear_distance);
                let Some(mut view) = view else {
                    return Ok(false);
                };
                number += 1;
                let in_time = |next: &Waiting<T>| first.is_none_or(|first| next.least <= first);
                while self.first == first
                    && let Some(next) = waiting.pop().filter(in_time)
                {
                    let piece = self.look_into(next, number, (still, &mut view), &mut waiting);
                    if let Some(piece) = piece
                        && !self.lets_pass(pair(piece))
                        && let Some(is_done) = self.answer_descending(pair(piece))?
                    {
                        return Ok(is_done);
                    }
                }
            }
            if self.is_answered_by(end) || end >= self.during.end() {
                return Ok(true);
            }
            now = end;
        }
    }

    /// Looks into a box. Returns the piece in it, if it is time to ask about this piece.
    fn look_into(
        &mut self,
        next: Waiting<T>,
        number: u32,
        (still, view): (&Body<'_, T, D>, &mut View<'_, T, D>),
        waiting: &mut Queue<T, (u32, u32)>,
    ) -> Option<u32> {
        let (index, refined_in) = next.what;
        let node = still.tree().node(index);
        if refined_in != number {
            let mut meeting = view.meets(node);
            view.cut_by_own_axes(&mut meeting, node);
            if let Some(piece) = node.piece() {
                view.cut_by_normal(&mut meeting, piece);
            }
            if !meeting.is_possible() {
                return None;
            }
            let time = view.begins(&meeting);
            if waiting.peek().is_some_and(|other| other.least < time) {
                let what = (index, number);
                waiting.push(Ahead { least: time, what });
                return None;
            }
        }
        if node.piece().is_some() {
            return node.piece();
        }
        for child in still.tree().children(index) {
            self.statistics.box_pairs += 1;
            let meeting = view.meets(still.tree().node(child));
            if meeting.is_possible() {
                waiting.push(Ahead {
                    least: view.begins(&meeting),
                    what: (child, NONE),
                });
            }
        }
        None
    }

    /// Asks about two pieces. Returns whether this answers the question, if they start in contact: it does not if the
    /// contact may be explained by others.
    pub(super) fn answer_descending(
        &mut self,
        pieces: (u32, u32),
    ) -> Result<Option<bool>, ContactError> {
        if self.answered.contains_key(&pieces) {
            return Ok(None);
        }
        self.answer(pieces)?;
        let answered = &self.answered[&pieces];
        let start = self.during.start();
        let touches = answered.contact.is_some_and(|time| time <= start);
        let starts_in_contact = touches || !answered.followed.spans.is_empty();
        Ok(if self.may_be_explained {
            starts_in_contact.then_some(false)
        } else {
            touches.then_some(true)
        })
    }

    /// Forgets all that was found, but for what it cost.
    pub(super) fn forget(&mut self) {
        self.answered.clear();
        (self.first, self.normal) = (None, None);
        self.found_another = false;
        self.touching = None;
    }
}
