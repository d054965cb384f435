//! The first contact of a path.

use std::ops::ControlFlow;

use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::report::{Clear, Undecided, Verdict};
use super::scan::{Scan, Sink};
use crate::QueryError;
use crate::certificate::CertifiedInterval;

/// What was found so far.
pub(super) struct First<'c> {
    checker: &'c Checker,
    /// The least margin that proved a pair apart.
    least: Option<(f64, usize)>,
}

/// What ended a segment: the pair, and what it did.
enum Found {
    Touch(Touch),
    Unresolved { share: f64, error: QueryError },
}

impl Found {
    fn share(&self) -> f64 {
        match self {
            Self::Touch(touch) => touch.share,
            Self::Unresolved { share, .. } => *share,
        }
    }
}

impl<'c> First<'c> {
    pub(super) fn new(checker: &'c Checker) -> Self {
        Self {
            checker,
            least: None,
        }
    }

    /// Looks at one segment.
    pub(super) fn segment(
        &mut self,
        (index, segment): (usize, &Segment),
        following: &Following,
        scan: &mut Scan<'c>,
    ) -> ControlFlow<Verdict> {
        let mut sink = FirstOfSegment {
            checker: self.checker,
            following,
            least: &mut self.least,
            found: None,
            proof: Vec::new(),
        };
        scan.run(following, 0..self.checker.cast.pairs.len(), &mut sink);
        let Some((pair, found)) = sink.found else {
            return ControlFlow::Continue(());
        };
        ControlFlow::Break(match found {
            Found::Touch(touch) => {
                Verdict::Contact(
                    self.checker
                        .contact(pair, (index, segment), following, &touch),
                )
            }
            Found::Unresolved { share, error } => Verdict::Undecided(Undecided {
                clear_until: segment.time(share),
                segment: index,
                share,
                configuration: segment.configuration(share),
                between: self.checker.between(pair).0,
                reason: error,
            }),
        })
    }

    /// The verdict when no segment had a contact.
    pub(super) fn clear(&self) -> Verdict {
        let clearance = self.checker.rules.clearance;
        Verdict::Clear(match self.least {
            Some((margin, pair)) => Clear {
                clearance: clearance + margin,
                between: Some(self.checker.between(pair).0),
            },
            None => Clear {
                clearance: f64::INFINITY,
                between: None,
            },
        })
    }
}

/// The search for the first contact in one segment.
struct FirstOfSegment<'s> {
    checker: &'s Checker,
    following: &'s Following,
    least: &'s mut Option<(f64, usize)>,
    found: Option<(usize, Found)>,
    proof: Vec<CertifiedInterval<f64, 3>>,
}

impl Sink for FirstOfSegment<'_> {
    fn certified(&mut self, pair: usize, interval: &CertifiedInterval<f64, 3>) {
        if self.least.is_none_or(|(least, _)| interval.margin < least) {
            *self.least = Some((interval.margin, pair));
        }
    }

    fn suspect(&mut self, pair: usize, from: f64, to: f64) -> f64 {
        self.proof.clear();
        let mut proof = std::mem::take(&mut self.proof);
        let answer = self
            .checker
            .touch(pair, self.following, (from, to), &mut proof);
        for interval in &proof {
            self.certified(pair, interval);
        }
        let found = match answer {
            Ok(touch) => touch.map(Found::Touch),
            Err(error) => Some(Found::Unresolved {
                share: proof.last().map_or(from, |last| last.end),
                error,
            }),
        };
        self.proof = proof;
        if let Some(found) = found
            && self
                .found
                .as_ref()
                .is_none_or(|(_, other)| found.share() < other.share())
        {
            self.found = Some((pair, found));
        }
        self.found.as_ref().map_or(1.0, |(_, found)| found.share())
    }
}
