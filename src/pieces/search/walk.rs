//! One walk down both trees, over one span.

use nalgebra::SVector;

use super::{Asks, Search};
use crate::Real;
use crate::pieces::front::Entry;
use crate::pieces::window::Places;
use crate::pieces::{ContactError, split};
use crate::tuning::{AFTER_CONTACT_AT_START, AFTER_FIRST_CONTACT, LEAST_AFTER_FIRST_CONTACT};

/// How a walk down both trees ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walked {
    ToItsEnd,
    TooMuch,
}

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Walks down both trees, and asks about the pieces that no direction separates.
    ///
    /// Gives up when there have been `most` queries about pieces since the search began.
    pub(super) fn walk(
        &mut self,
        start: &Places<T, D>,
        most: Option<u64>,
    ) -> Result<Walked, ContactError> {
        self.statistics.spans += 1;
        let bodies = (self.a, self.b);
        self.log.walk(self.window.during);
        if self.log.proof.is_some() {
            // a proof has the whole walk
            self.front.clear();
        }
        let mut ahead = self.front.take(bodies);
        ahead.reverse();
        while let Some(entry) = ahead.pop() {
            if self.found_another && self.asks == Asks::First {
                self.probe()?;
            }
            if let Some(end) = self.earlier_end() {
                let last = self.places(end);
                self.look_at(start, &last);
                self.log.shortened(end);
            }
            // a look may find a contact at the start: then the walk ends here, as what it would find next depends on
            // its front
            if self.ends_here() {
                ahead.push(entry);
                self.front.push_all(ahead);
                return Ok(Walked::ToItsEnd);
            }
            self.settle(entry, &mut ahead)?;
            if self.ends_here() {
                self.front.push_all(ahead);
                return Ok(Walked::ToItsEnd);
            }
            let met = self
                .first
                .is_some_and(|first| first <= self.window.during.end());
            let too_many = |most| self.statistics.piece_queries >= most;
            if most.is_some_and(too_many) && !(met && self.asks == Asks::First) {
                self.front.push_all(ahead);
                self.log.given_up();
                return Ok(Walked::TooMuch);
            }
        }
        self.log.walked();
        self.front.complete();
        self.front.merge_now_and_then(bodies, &self.window);
        Ok(Walked::ToItsEnd)
    }

    /// Returns whether the walk may end before all pairs are settled: at any contact if no more is asked, else at a
    /// contact at the start. The walk has the same order from any front, and so has the first contact in it.
    fn ends_here(&self) -> bool {
        let at_start = self.first.is_some_and(|first| first <= self.during.start());
        let ends_here = self.asks == Asks::Any || at_start && !self.may_be_explained;
        ends_here && self.is_answered_by(self.window.during.end())
    }

    /// Returns an earlier end for the span, if a contact was found in it since the last time, so that the rest is of no
    /// interest.
    ///
    /// It is somewhat after the first contact, so that others at the same time are found too. Each contact brings it
    /// nearer, so that a walk asks about few pieces that only meet later. After a contact at the start it comes once: if
    /// other pieces explain that contact, the search goes on from there.
    fn earlier_end(&mut self) -> Option<T> {
        if !std::mem::take(&mut self.found_another) {
            return None;
        }
        let first = self.first.filter(|_| self.asks == Asks::First)?;
        let during = self.window.during;
        if first <= self.during.start() {
            let end = first + self.during.length() * T::of(AFTER_CONTACT_AT_START);
            // a later span may have begun after that
            return (during.start() < end && end < during.end()).then_some(end);
        }
        let rest = during.end() - first;
        let shortest = (first - during.start()) * T::of(LEAST_AFTER_FIRST_CONTACT);
        let end = first + rest * T::of(AFTER_FIRST_CONTACT);
        (first > during.start() && rest > shortest && end < during.end()).then_some(end)
    }

    /// Settles a pair of boxes, or splits it.
    #[inline]
    fn settle(&mut self, entry: Entry, ahead: &mut Vec<Entry>) -> Result<(), ContactError> {
        let (a, b) = (self.a.tree().node(entry.a), self.b.tree().node(entry.b));
        self.statistics.box_pairs += 1;
        if let (Some(of_a), Some(of_b)) = (a.piece(), b.piece())
            && self.settle_along_axis(entry, (of_a, of_b))
        {
            return Ok(());
        }
        let claim = (self.window.during, self.query.target_distance);
        let bodies = (self.a, self.b);
        if let Some(passed) = self.window.separates(bodies, (a, b), entry.sight)
            && self.log.settled((self.a, self.b), entry, &passed, claim)
        {
            let sight = passed.sight;
            self.front.push(Entry { sight, ..entry });
            return Ok(());
        }
        if let (Some(of_a), Some(of_b)) = (a.piece(), b.piece()) {
            return self.settle_pieces(entry, (of_a, of_b));
        }
        let [one, other] = split((self.a, self.b), (entry.a, entry.b));
        let of_child = |(a, b)| Entry {
            a,
            b,
            depth: entry.depth + 1,
            ..entry
        };
        ahead.extend([of_child(other), of_child(one)]);
        self.log.split(entry, one.1 == entry.b);
        Ok(())
    }

    /// Settles two pieces by the axis that separated them last, if it still does. Returns whether it did.
    ///
    /// They keep the clear distance then, so that no query would take them for a contact, and the front changes no
    /// answer. Bodies that slide have answers that depend on how many questions there are, and so no axes.
    #[inline]
    fn settle_along_axis(&mut self, entry: Entry, pieces: (u32, u32)) -> bool {
        let axis = self.front.axis(pieces).filter(|_| !self.may_be_explained);
        let Some(axis) = axis else {
            return false;
        };
        let bodies = (self.a, self.b);
        let passed = self.window.separates_along(bodies, pieces, axis);
        let claim = (self.window.during, self.query.target_distance);
        let is_settled = passed.is_some_and(|passed| {
            !self.answered.contains_key(&pieces) && self.log.settled(bodies, entry, &passed, claim)
        });
        if is_settled {
            self.front.push(entry);
        }
        is_settled
    }

    /// Keeps the axis that separated two pieces for the next walk.
    pub(super) fn keep_axis(&mut self, pieces: (u32, u32), axis: &SVector<T, D>) {
        if !self.may_be_explained && self.log.proof.is_none() {
            self.front.keep_axis(pieces, axis);
        }
    }

    /// Settles a pair of boxes with one piece each.
    fn settle_pieces(&mut self, entry: Entry, pieces: (u32, u32)) -> Result<(), ContactError> {
        self.front.push(entry);
        if self.answered.contains_key(&pieces) {
            self.log.refer_to(pieces);
            return Ok(());
        }
        if self.lets_pass(pieces) {
            self.log.let_pass(self.during);
            return Ok(());
        }
        let passed = self.window.separates_pieces((self.a, self.b), pieces);
        let claim = (self.window.during, self.query.target_distance);
        if let Some(passed) = passed
            && self.log.settled((self.a, self.b), entry, &passed, claim)
        {
            self.keep_axis(pieces, &passed.direction);
            return Ok(());
        }
        self.ask(pieces)
    }
}
