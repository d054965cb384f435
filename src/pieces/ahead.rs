//! What is still to be looked into, the earliest or the nearest first.

use std::cmp::Ordering;

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
