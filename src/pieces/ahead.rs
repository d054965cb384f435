//! What is still to be looked into, the earliest first.

use std::cmp::Ordering;

use crate::Real;

/// What waits in a heap until its time.
pub(super) struct Ahead<T, K> {
    pub(super) time: T,
    pub(super) what: K,
}

impl<T: Real, K: Ord> Ord for Ahead<T, K> {
    /// The earliest is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let times = other.time.as_f64().total_cmp(&self.time.as_f64());
        times.then_with(|| other.what.cmp(&self.what))
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
