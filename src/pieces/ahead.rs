//! What is still to be looked into, the earliest or the nearest first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::Real;
use crate::scalar::Ordered;

/// What waits in a heap for its turn.
pub(super) struct Ahead<T, K> {
    /// A lower bound of the time, or of the distance, that it is about.
    pub(super) least: T,
    pub(super) what: K,
}

impl<T: Real, K: Ord> Ord for Ahead<T, K> {
    /// The one with the lowest bound comes first out of a heap.
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = Ordered::of(other.least).cmp(&Ordered::of(self.least));
        bounds.then_with(|| other.what.cmp(&self.what))
    }
}

impl<T: Real, K: Ord> PartialOrd for Ahead<T, K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real, K: Ord> PartialEq for Ahead<T, K> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Real, K: Ord> Eq for Ahead<T, K> {}

/// A heap that keeps what comes next beside it: what is added and taken at once never goes through the heap.
pub(super) struct Queue<T: Real, K: Ord> {
    /// What comes next, if that is known. It comes before all that is in the heap.
    next: Option<Ahead<T, K>>,
    heap: BinaryHeap<Ahead<T, K>>,
}

impl<T: Real, K: Ord> Queue<T, K> {
    pub(super) fn new() -> Self {
        Self {
            next: None,
            heap: BinaryHeap::new(),
        }
    }

    /// Takes all out, in no order.
    pub(super) fn into_all(self) -> impl Iterator<Item = Ahead<T, K>> {
        self.next.into_iter().chain(self.heap)
    }

    #[inline]
    pub(super) fn push(&mut self, added: Ahead<T, K>) {
        // the largest comes first out of a heap
        if self.peek().is_none_or(|next| added > *next) {
            let later = self.next.replace(added);
            self.heap.extend(later);
        } else {
            self.heap.push(added);
        }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<&Ahead<T, K>> {
        self.next.as_ref().or_else(|| self.heap.peek())
    }

    #[inline]
    pub(super) fn pop_if(
        &mut self,
        is_due: impl FnOnce(&Ahead<T, K>) -> bool,
    ) -> Option<Ahead<T, K>> {
        self.peek().is_some_and(is_due).then(|| self.pop())?
    }

    #[inline]
    fn pop(&mut self) -> Option<Ahead<T, K>> {
        self.next.take().or_else(|| self.heap.pop())
    }
}
