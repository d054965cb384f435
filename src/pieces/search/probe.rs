//! A look for an earlier contact, once there is one.
//!
//! A walk meets pieces in the order of the trees. Over a fine surface each would be met a little earlier than the one
//! before, and all of them would be asked about. So after a contact, a few pairs that are likely to meet before it are
//! asked about first: those whose boxes meet first, as far as the gaps at both ends of the span tell. The walk then
//! goes on with a shorter span. It proves the answer, so the probe may be wrong.

use std::collections::BinaryHeap;

use super::Search;
use crate::Real;
use crate::pieces::ahead::Ahead;
use crate::pieces::{ContactError, split};
use crate::tuning::{BOXES_IN_PROBE, QUERIES_IN_PROBE};

/// A pair of boxes, and when they are likely to meet.
type Waiting<T> = Ahead<T, (u32, u32)>;

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Asks about pieces that are likely to meet before the first contact found so far.
    ///
    /// It begins from both roots, so that what it finds does not depend on the front of the walk.
    pub(super) fn probe(&mut self) -> Result<(), ContactError> {
        let mut heap = BinaryHeap::new();
        self.add((0, 0), &mut heap);
        let mut in_vain = 0;
        for _ in 0..BOXES_IN_PROBE {
            let earlier = |next: &Waiting<T>| self.first.is_none_or(|first| next.least < first);
            let Some(Ahead { what: boxes, .. }) = heap.pop().filter(earlier) else {
                return Ok(());
            };
            let (a, b) = (self.a.tree().node(boxes.0), self.b.tree().node(boxes.1));
            let (Some(of_a), Some(of_b)) = (a.piece(), b.piece()) else {
                for children in split((self.a, self.b), boxes) {
                    self.add(children, &mut heap);
                }
                continue;
            };
            if self.answered.contains_key(&(of_a, of_b)) || self.lets_pass((of_a, of_b)) {
                continue;
            }
            let before = self.first;
            self.answer((of_a, of_b))?;
            in_vain += u32::from(self.first == before);
            if in_vain == QUERIES_IN_PROBE {
                return Ok(());
            }
        }
        Ok(())
    }

    fn add(&mut self, boxes: (u32, u32), heap: &mut BinaryHeap<Waiting<T>>) {
        self.statistics.box_pairs += 1;
        let nodes = (self.a.tree().node(boxes.0), self.b.tree().node(boxes.1));
        if let Some(time) = self.window.likely_to_meet((self.a, self.b), nodes) {
            heap.push(Ahead {
                least: time,
                what: boxes,
            });
        }
    }
}
