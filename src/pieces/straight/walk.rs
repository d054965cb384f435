//! The way down a tree past which a body moves, the nearer box first.

use crate::Real;
use crate::pieces::Tree;
use crate::pieces::tree::Node;

/// The largest number of boxes that wait while a walk goes down: one for each level, and a tree for 2^31 pieces has 32.
const LEVELS: usize = 40;

/// What tells when a moving body may meet a box.
pub(in crate::pieces) trait Way<T: Real, const D: usize> {
    /// Returns a time before which nothing in a box is met, or `None` if nothing in it is met before `end`.
    fn meets(&self, node: &Node<T, D>, end: T) -> Option<T>;
}

impl<W: Way<T, D>, T: Real, const D: usize> Way<T, D> for &W {
    #[inline(always)]
    fn meets(&self, node: &Node<T, D>, end: T) -> Option<T> {
        (**self).meets(node, end)
    }
}

/// A walk down a tree, with the boxes that a moving body meets and that were not looked into yet.
pub(in crate::pieces) struct Walk<'t, W, T: Real, const D: usize> {
    tree: &'t Tree<T, D>,
    pub(in crate::pieces) way: W,
    /// Boxes that are met later than this do not count.
    pub(in crate::pieces) end: T,
    /// Indices of boxes, each with a time before which nothing in it is met; the nearer of two children last.
    waiting: [(u32, T); LEVELS],
    count: usize,
    /// How many boxes were looked at.
    pub(in crate::pieces) boxes: u64,
}

impl<'t, W: Way<T, D>, T: Real, const D: usize> Walk<'t, W, T, D> {
    #[inline]
    pub(in crate::pieces) fn new(tree: &'t Tree<T, D>, way: W, end: T) -> Self {
        let mut waiting = [(0, T::zero()); LEVELS];
        let root = way.meets(tree.node(0), end);
        let is_met = root.is_some();
        waiting[0].1 = root.unwrap_or(end);
        Self {
            tree,
            way,
            end,
            waiting,
            count: usize::from(is_met),
            boxes: 1,
        }
    }

    /// Returns the next piece that may be met, as far as its box tells.
    #[inline]
    pub(in crate::pieces) fn next_piece(&mut self) -> Option<u32> {
        self.next_box()
            .and_then(|next| self.tree.node(next.0).piece())
    }

    /// Returns the box around the next piece that may be met, with its time.
    #[inline]
    pub(in crate::pieces) fn next_box(&mut self) -> Option<(u32, T)> {
        while self.count > 0 {
            self.count -= 1;
            let (index, from) = self.waiting[self.count];
            if from > self.end {
                continue;
            }
            if self.tree.node(index).piece().is_some() {
                return Some((index, from));
            }
            self.look_into(index);
        }
        None
    }

    /// Returns the boxes that were not looked into yet.
    pub(in crate::pieces) fn waiting(&self) -> &[(u32, T)] {
        &self.waiting[..self.count]
    }

    #[inline]
    fn look_into(&mut self, index: u32) {
        let [one, other] = self.tree.children(index);
        self.boxes += 2;
        let of_one = self.way.meets(self.tree.node(one), self.end);
        let of_other = self.way.meets(self.tree.node(other), self.end);
        match (of_one, of_other) {
            (Some(a), Some(b)) if b < a => self.wait([(one, a), (other, b)]),
            (Some(a), Some(b)) => self.wait([(other, b), (one, a)]),
            (Some(a), None) => self.wait([(one, a)]),
            (None, Some(b)) => self.wait([(other, b)]),
            (None, None) => {}
        }
    }

    #[inline]
    fn wait<const N: usize>(&mut self, boxes: [(u32, T); N]) {
        self.waiting[self.count..self.count + N].copy_from_slice(&boxes);
        self.count += N;
    }

    /// Ends the walk: nothing else can be met before.
    pub(in crate::pieces) fn stop(&mut self) {
        self.count = 0;
    }
}
