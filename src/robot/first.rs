//! The first contact of a path.

use std::ops::ControlFlow;

use super::Rules;
use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::proof::PathCertificate;
use super::query::Stretch;
use super::report::{Clear, Undecided, Verdict};
use super::scan::{Ledger, Scan, Sink};
use crate::QueryError;
use crate::certificate::CertifiedInterval;

/// How often a pair is looked at for its least distance before the next question, and how much closer together the times
/// are after each.
const LOOKS: u32 = 16;
const CLOSER: f64 = 0.25;

/// What was found so far.
pub(super) struct First<'c> {
    checker: &'c Checker,
    /// The least margin that proved a pair apart.
    least: Option<(f64, usize)>,
    /// All that was proven, where it is to be kept.
    certificate: Option<PathCertificate>,
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
            certificate: None,
        }
    }

    /// The same, keeping all that is proven.
    pub(super) fn keeping(checker: &'c Checker, certificate: PathCertificate) -> Self {
        Self {
            certificate: Some(certificate),
            ..Self::new(checker)
        }
    }

    /// What was kept.
    pub(super) fn into_certificate(self) -> PathCertificate {
        self.certificate
            .unwrap_or_else(|| PathCertificate::new(self.checker))
    }

    /// Looks at one segment.
    pub(super) fn segment(
        &mut self,
        (index, segment): (usize, &Segment),
        following: &Following,
        scan: &mut Scan<'c>,
    ) -> ControlFlow<Verdict> {
        for pair in self.certificate.iter_mut().flat_map(|all| &mut all.pairs) {
            pair.segments.push(Vec::new());
        }
        let mut sink = FirstOfSegment {
            checker: self.checker,
            certificate: self.certificate.as_mut(),
            following,
            least: &mut self.least,
            found: None,
            proof: Vec::new(),
        };
        scan.run(following, 0..self.checker.cast.pairs.len(), &mut sink);
        let found = sink.found;
        if let Some(certificate) = &mut self.certificate {
            let share = found.as_ref().map_or(1.0, |(_, found)| found.share());
            certificate.until = (index, share);
        }
        let Some((pair, found)) = found else {
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
                between: self.checker.between(pair),
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
                between: Some(self.checker.between(pair)),
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
    certificate: Option<&'s mut PathCertificate>,
    found: Option<(usize, Found)>,
    proof: Vec<CertifiedInterval<f64, 3>>,
}

impl Sink for FirstOfSegment<'_> {
    fn certified(&mut self, pair: usize, interval: &CertifiedInterval<f64, 3>) {
        self.note(pair, interval.margin);
        self.keep(pair, &[*interval]);
    }

    fn suspect(&mut self, pair: usize, (from, to): (f64, f64), ledger: &mut Ledger) -> f64 {
        let mut proof = std::mem::take(&mut self.proof);
        proof.clear();
        let stretch = Stretch {
            from,
            to,
            beyond: 0.0,
        };
        let keep = (&mut proof, &mut ledger.left);
        let answer = self.checker.touch(pair, self.following, stretch, keep);
        let found = match answer {
            Ok(None) => {
                let margins = proof.iter().map(|interval| interval.margin);
                let least = margins.fold(f64::INFINITY, f64::min);
                self.note(pair, self.widened(pair, stretch, least, ledger));
                None
            }
            Ok(Some(touch)) => Some(Found::Touch(touch)),
            Err(error) => Some(Found::Unresolved {
                share: proof.last().map_or(from, |last| last.end),
                error,
            }),
        };
        self.keep(pair, &proof);
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

impl FirstOfSegment<'_> {
    /// Keeps what proves a pair apart in the certificate, if there is one.
    fn keep(&mut self, pair: usize, proof: &[CertifiedInterval<f64, 3>]) {
        if let Some(certificate) = &mut self.certificate {
            let of_segment = certificate.pairs[pair].segments.last_mut();
            of_segment.expect("a segment was begun").extend(proof);
        }
    }

    /// A pair was proven to keep this distance beyond the clearance.
    fn note(&mut self, pair: usize, margin: f64) {
        let moves = self.checker.cast.pairs[pair].moves;
        if moves && self.least.is_none_or(|(least, _)| margin < least) {
            *self.least = Some((margin, pair));
        }
    }

    /// A distance beyond the clearance that a pair keeps in a stretch, at least the one that is known: such a share of the
    /// least distance seen as the rules ask for, if it can be proven.
    ///
    /// The pair is asked whether it comes as near as that share. Where it does, it is looked at some more times after that,
    /// the nearer the more often this happens, so that a few questions are enough.
    fn widened(&self, pair: usize, mut stretch: Stretch, known: f64, ledger: &mut Ledger) -> f64 {
        let Rules {
            accuracy,
            clearance,
            ..
        } = self.checker.rules;
        if !self.checker.cast.pairs[pair].moves {
            return known;
        }
        let look = |share: f64| {
            let near = self.checker.proximity(pair, self.following, share);
            // what is proven is positive: so is what is seen
            (near.distance - clearance).max(known)
        };
        ledger.seen = ledger.seen.min(look(stretch.from)).min(look(stretch.to));
        let mut window = stretch.to - stretch.from;
        let mut widest = f64::INFINITY;
        loop {
            stretch.beyond = (1.0 - accuracy) * ledger.seen;
            if known >= stretch.beyond {
                return known;
            }
            widest = widest.min(stretch.beyond);
            let mut left = ledger.left;
            let keep = (&mut Vec::new(), &mut left);
            let asked = self.checker.touch(pair, self.following, stretch, keep);
            ledger.left = left;
            match asked {
                Ok(None) => return widest,
                Ok(Some(touch)) => {
                    let distance = touch.distance - clearance;
                    let nearer = 1.0 - 0.5 * accuracy;
                    if !(distance < ledger.seen * nearer && distance > known) {
                        return known;
                    }
                    let looks = (1..=LOOKS).map(|step| {
                        let later = touch.share + window * f64::from(step) / f64::from(LOOKS);
                        look(later.min(stretch.to))
                    });
                    ledger.seen = looks.fold(distance, f64::min);
                    window *= CLOSER;
                    stretch.from = touch.share;
                }
                Err(_) => return known,
            }
        }
    }
}
