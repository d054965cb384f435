//! What a search along a path has shown so far.

use crate::bodies::PairId;

/// The account of a search along a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ledger {
    /// The least distance of any moving pair that was seen, beyond its target distance.
    pub(crate) seen: f64,
    /// The pair, or group, that was seen there.
    pub(crate) nearest: Option<PairId>,
    /// The number of evaluations of both bodies of a pair that may still be made.
    pub(crate) left: u64,
}

impl Ledger {
    /// Notes that a moving pair was seen at a distance beyond its target distance.
    pub(crate) fn see(&mut self, pair: PairId, distance: f64) {
        if distance < self.seen {
            self.seen = distance;
            self.nearest = Some(pair);
        }
    }
}
