//! What a search over one segment finds, for the caller to pull.

use super::{Ledger, Pending, Scan};
use crate::ScanStatistics;
use crate::bodies::PairId;
use crate::following::Following;
use photofinish::CertifiedInterval;

/// What a scan finds of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Finding {
    /// The pair is proven apart over the interval.
    Apart {
        pair: PairId,
        interval: CertifiedInterval<f64, 3>,
    },
    /// The pair may touch in the span from `from` to `to`. The scan proves no more of it there: it needs a query of its
    /// own.
    Near { pair: PairId, from: f64, to: f64 },
}

/// What a scan finds over one segment, in the order in which it is found. The caller pulls one finding after the other,
/// and may tell the scan in between what need not be searched any more.
pub(crate) struct Findings<'s, 'c> {
    scan: &'s mut Scan<'c>,
    following: &'s Following,
    /// The time from which on nothing is searched.
    limit: f64,
    /// The span that is being tested.
    span: Option<Pending>,
}

impl<'s, 'c> Findings<'s, 'c> {
    /// The findings of a scan that has just begun with a segment.
    pub(super) fn new(scan: &'s mut Scan<'c>, following: &'s Following) -> Self {
        Self {
            scan,
            following,
            limit: 1.0,
            span: None,
        }
    }

    /// Returns the account of the search, on which queries of pairs are booked too.
    pub(crate) fn ledger(&mut self) -> &mut Ledger {
        &mut self.scan.ledger
    }

    /// Returns the cost of the search so far.
    pub(crate) fn statistics(&self) -> ScanStatistics {
        self.scan.statistics
    }

    /// Ends the search at a time, unless it already ends earlier.
    pub(crate) fn stop_at(&mut self, limit: f64) {
        self.limit = self.limit.min(limit);
    }

    /// Searches a pair only after this time.
    pub(crate) fn settle(&mut self, pair: PairId, until: f64) {
        let settled = &mut self.scan.settled[pair.index()];
        *settled = settled.max(until);
    }
}

impl Iterator for Findings<'_, '_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        loop {
            let span = match &mut self.span {
                Some(span) => span,
                none => none.insert(self.scan.next_span(self.following, self.limit)?),
            };
            while let Some(pair) = self.scan.next_pair(&mut span.pairs) {
                let found = self
                    .scan
                    .test_pair(self.following, (pair, span.halves), self.limit);
                if found.is_some() {
                    return found;
                }
            }
            self.scan.halve(span);
            self.span = None;
        }
    }
}
