//! One walk down both trees, over one span: the pair of boxes first that may meet first.

use super::{Asks, Search};
use crate::pieces::ahead::{Ahead, Queue};
use crate::pieces::front::Entry;
use crate::pieces::slabs::View;
use crate::pieces::straight::Way;
use crate::pieces::tree::Node;
use crate::pieces::window::{Apart, Window};
use crate::pieces::{ContactError, split};
use crate::{Real, Span};

/// A pair of boxes that may meet in the span.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    entry: Entry,
    /// Whether all directions were tried.
    is_refined: bool,
}

/// Pairs of boxes, each with the time up to which it is proven apart. Of pairs with the same time that with the lowest
/// numbers comes first. So the order is the same from any front: a box comes after those that it lies in.
type Pairs<T> = Queue<T, Waiting>;

/// What tells over a span when boxes and pieces may meet.
pub(super) enum Over<'x, T: Real, const D: usize> {
    /// A body of one piece, past another one that does not turn. The flag tells whether it is A.
    Alone(View<'x, T, D>, bool),
    Both(Window<T, D>),
}

impl<T: Real, const D: usize> Over<'_, T, D> {
    pub(super) fn during(&self) -> Span<T> {
        match self {
            Self::Alone(view, _) => view.during,
            Self::Both(window) => window.during,
        }
    }
}

impl<'x, T: Real, const D: usize> Search<'x, T, D> {
    /// Returns what tells over a span when pieces may meet.
    #[inline]
    pub(super) fn over(&self, during: Span<T>) -> Over<'x, T, D> {
        let (a, b) = (self.a, self.b);
        let view = |still, mover, is_a: bool| {
            let view = View::new((still, mover), during, &self.origin, self.clear_distance)?;
            Some(Over::Alone(view, is_a))
        };
        // an observer is shown which directions separate boxes
        let alone = (!self.log.keeps()).then(|| view(b, a, true).or_else(|| view(a, b, false)));
        alone
            .flatten()
            .unwrap_or_else(|| Over::Both(self.window(during)))
    }

    /// Walks down both trees, and asks about the pieces that no direction separates before the first contact. Returns
    /// the time up to which all is known then.
    pub(super) fn walk(&mut self, over: &Over<'x, T, D>) -> Result<T, ContactError> {
        let during = over.during();
        self.statistics.spans += 1;
        self.log.walk(during);
        let mut pairs = Queue::new();
        let has_front = matches!(over, Over::Both(_));
        if has_front {
            for entry in self.front.take((self.a, self.b)) {
                self.add(over, (during.start(), entry), &mut pairs);
            }
        } else {
            for index in 0..self.nearby.len() {
                let (least, entry) = self.nearby[index];
                if least <= during.end() {
                    self.add(over, (least, entry), &mut pairs);
                }
            }
        }
        let until = self.walk_in_order(over, &mut pairs)?;
        if has_front {
            self.front
                .complete(pairs.into_all().map(|pair| pair.what.entry));
        }
        if until < during.end() {
            self.log.shortened(until);
        }
        Ok(until)
    }

    fn walk_in_order(
        &mut self,
        over: &Over<'x, T, D>,
        pairs: &mut Pairs<T>,
    ) -> Result<T, ContactError> {
        let mut closer = None;
        loop {
            let first = self.first.filter(|_| self.asks == Asks::First);
            let end = first.map_or(over.during().end(), |first| first.min(over.during().end()));
            if let Some(mut next) = pairs.pop_if(|next| next.least <= end) {
                next.what.is_refined &= closer.is_none();
                self.look_into(closer.as_ref().unwrap_or(over), next, pairs)?;
                if self.ends_here() {
                    return Ok(over.during().start());
                }
                if self.first != first {
                    closer = self.closer(over, pairs).or(closer);
                }
            } else if !self.look_past_explained(end)? {
                return Ok(end);
            }
        }
    }

    /// Returns what tells closer when the pairs that wait may meet, once there is a contact. Nothing meets before the
    /// earliest pair may, and what meets after the contact does not count. In the short span between these times a body
    /// that turns hardly leaves its chord.
    fn closer(&self, over: &Over<'x, T, D>, pairs: &Pairs<T>) -> Option<Over<'x, T, D>> {
        let turns = matches!(over, Over::Alone(view, _) if !view.is_straight);
        // what may be explained may end later after all
        if !turns || self.asks != Asks::First || self.may_be_explained {
            return None;
        }
        let (start, end) = (pairs.peek()?.least, self.first?.min(over.during().end()));
        let closer = (start < end).then(|| self.over(Span::known(start, end)))?;
        matches!(closer, Over::Alone(..)).then_some(closer)
    }

    /// Returns whether the walk may end before all pairs are settled: at any contact if no more is asked, else at a
    /// contact at the start. The order of the walk is the same from any front, and so is the first contact in it.
    fn ends_here(&self) -> bool {
        match self.asks {
            Asks::Any => self.touching.is_some(),
            Asks::First => !self.may_be_explained && self.is_answered_by(self.during.start()),
            Asks::All => false,
        }
    }

    /// Adds a pair of boxes that is apart up to a time, unless a direction separates it: the one that did so last, or
    /// one along the boxes of the larger tree.
    #[inline]
    fn add(&mut self, over: &Over<'x, T, D>, (least, entry): (T, Entry), pairs: &mut Pairs<T>) {
        self.statistics.box_pairs += 1;
        let boxes = (self.a.tree().node(entry.a), self.b.tree().node(entry.b));
        let time = match over {
            Over::Alone(view, is_a) => {
                let node = if *is_a { boxes.1 } else { boxes.0 };
                view.meets(node, view.during.end())
            }
            Over::Both(window) => {
                let along_boxes = (0..D as u8).filter(|&sight| sight != entry.sight);
                let sights = std::iter::once(entry.sight).chain(along_boxes);
                let apart = window.apart((self.a, self.b), boxes, sights);
                self.unless_settled(entry, window.during, apart)
            }
        };
        if let Some(time) = time {
            // to split a box of several pieces takes less than to look closely at it
            let is_refined = matches!(over, Over::Alone(_, is_a)
                if (if *is_a { boxes.1 } else { boxes.0 }).piece().is_none());
            pairs.push(Ahead {
                least: least.max(time),
                what: Waiting { entry, is_refined },
            });
        }
    }

    /// Returns up to when boxes or pieces are apart, and `None` for those that are so all the time.
    fn unless_settled(&mut self, entry: Entry, during: Span<T>, apart: Apart<T, D>) -> Option<T> {
        match apart {
            Apart::Until(time) => Some(time),
            Apart::Throughout(passed) => {
                let (sight, target) = (passed.sight, self.query.target_distance);
                self.front.push(Entry { sight, ..entry });
                self.log.settled(entry, || passed.interval(during, target));
                None
            }
        }
    }

    /// Keeps a pair of boxes with one piece each for the next walk.
    fn keep(&mut self, over: &Over<'x, T, D>, entry: Entry) {
        if matches!(over, Over::Both(_)) {
            self.front.push(entry);
        }
    }

    /// Settles a pair of boxes, splits it, asks about the pieces in it, or puts it back.
    fn look_into(
        &mut self,
        over: &Over<'x, T, D>,
        next: Ahead<T, Waiting>,
        pairs: &mut Pairs<T>,
    ) -> Result<(), ContactError> {
        let Waiting { entry, is_refined } = next.what;
        let bodies = (self.a, self.b);
        let boxes = (self.a.tree().node(entry.a), self.b.tree().node(entry.b));
        let pieces = boxes.0.piece().zip(boxes.1.piece());
        let mut least = next.least;
        if !is_refined {
            let Some(time) = self.refined(over, (entry, boxes), pieces) else {
                return Ok(());
            };
            least = least.max(time);
            let is_beyond = self.first.is_some_and(|first| least > first);
            if is_beyond || pairs.peek().is_some_and(|other| other.least < least) {
                let what = Waiting {
                    entry,
                    is_refined: true,
                };
                pairs.push(Ahead { least, what });
                return Ok(());
            }
        }
        if let Some(pieces) = pieces {
            self.keep(over, entry);
            return if self.lets_pass(pieces) {
                Ok(())
            } else {
                self.ask(pieces, over.during().end())
            };
        }
        self.log.split(entry);
        let depth = entry.depth + 1;
        for (a, b) in split(bodies, (entry.a, entry.b)) {
            self.add(
                over,
                (
                    least,
                    Entry {
                        a,
                        b,
                        depth,
                        ..entry
                    },
                ),
                pairs,
            );
        }
        Ok(())
    }

    /// Looks closely at a pair of boxes. Returns up to when they are apart, and `None` if they are settled.
    #[inline]
    fn refined(
        &mut self,
        over: &Over<'x, T, D>,
        (entry, boxes): (Entry, (&Node<T, D>, &Node<T, D>)),
        pieces: Option<(u32, u32)>,
    ) -> Option<T> {
        if pieces.is_some_and(|pieces| self.answered.contains_key(&pieces)) {
            self.keep(over, entry);
            return None;
        }
        match over {
            Over::Alone(view, is_a) => view.meets_closely(if *is_a { boxes.1 } else { boxes.0 }),
            Over::Both(window) => {
                let bodies = (self.a, self.b);
                let apart = match pieces {
                    Some(pieces) => window.pieces_apart(bodies, pieces),
                    None => window.apart(bodies, boxes, window.sights().skip(D)),
                };
                self.unless_settled(entry, window.during, apart)
            }
        }
    }
}
