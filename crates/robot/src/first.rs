//! The first contact of a path.

use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::outcome::{PathImpact, PathSeparated};
use super::proof::{PathCertificate, PathInterval, clearance};
use super::query::Stretch;
use super::scan::{Ledger, Scan, Sink};
use super::{PathError, Rules};
use photofinish::CertifiedInterval;
use photofinish::QueryError;

/// How many distances of a pair are sampled before the next query for a wider clearance.
const LOOKS: u32 = 16;
/// The factor by which these samples move closer together after each query.
const CLOSER: f64 = 0.25;

/// The search for the first contact of a path, and what it found so far.
pub(super) struct First<'c> {
    checker: &'c Checker,
    /// The least distance that any moving pair is proven to keep, and this pair.
    least: Option<(f64, usize)>,
    /// The proof so far, if it is to be kept.
    certificate: Option<&'c mut PathCertificate>,
}

/// The reason why the search ends in a segment.
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

    /// Returns a search that keeps its proof in `certificate`.
    pub(super) fn keeping(checker: &'c Checker, certificate: &'c mut PathCertificate) -> Self {
        Self {
            certificate: Some(certificate),
            ..Self::new(checker)
        }
    }

    /// Searches one segment. Returns the first impact in it, if there is one.
    ///
    /// # Errors
    /// [`PathError::Undecided`] if the segment is undecided before any impact.
    pub(super) fn segment(
        &mut self,
        (index, segment): (usize, &Segment),
        following: &Following,
        scan: &mut Scan<'c>,
    ) -> Result<Option<PathImpact>, PathError> {
        if let Some(certificate) = &mut self.certificate {
            certificate.begin_segment();
        }
        let mut sink = FirstOfSegment {
            checker: self.checker,
            certificate: self.certificate.as_deref_mut(),
            following,
            least: &mut self.least,
            found: None,
            proof: Vec::new(),
        };
        scan.run(following, 0..self.checker.cast.pairs.len(), &mut sink);
        let found = sink.found;
        if let Some(certificate) = &mut self.certificate {
            let share = found.as_ref().map_or(1.0, |(_, found)| found.share());
            certificate.end_segment((index, segment), share);
        }
        let Some((pair, found)) = found else {
            return Ok(None);
        };
        let at = (index, segment);
        match found {
            Found::Touch(touch) => Ok(Some(self.checker.impact(pair, at, following, &touch))),
            Found::Unresolved { share, error } => {
                let undecided = self.checker.undecided(pair, at, share, error);
                Err(Box::new(undecided).into())
            }
        }
    }

    /// Returns what is proven of a path of which no segment ended the search.
    pub(super) fn separated(&self) -> PathSeparated {
        let target_distance = self.checker.rules.target_distance;
        PathSeparated {
            clearance: self.least.map_or(f64::INFINITY, |(distance, _)| {
                clearance(distance, target_distance)
            }),
            between: self.least.map(|(_, pair)| self.checker.between(pair)),
        }
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
        let claim = PathInterval::claimed(interval, self.checker.rules.target_distance);
        self.note(pair, claim.distance());
        if let Some(certificate) = &mut self.certificate {
            certificate.keep(pair, &[claim]);
        }
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
        let kept = self.checker.rules.target_distance;
        let claims = proof
            .iter()
            .map(|proven| PathInterval::claimed(proven, kept));
        let mut claims: Vec<_> = claims.collect();
        let found = match answer {
            Ok(None) => {
                if let Some(wider) = self.widened(pair, stretch, least(&claims), ledger) {
                    claims = wider;
                }
                None
            }
            Ok(Some(touch)) => Some(Found::Touch(touch)),
            Err(error) => Some(Found::Unresolved {
                share: proof.last().map_or(from, |last| last.end),
                error,
            }),
        };
        self.claim(pair, &claims);
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
    /// Lowers the least distance to one that a pair is proven to keep.
    fn note(&mut self, pair: usize, distance: f64) {
        let moves = self.checker.cast.pairs[pair].moves;
        if moves && self.least.is_none_or(|(least, _)| distance < least) {
            *self.least = Some((distance, pair));
        }
    }

    /// Notes the distances that these claims of a pair prove, and adds the claims to the certificate if there is one.
    fn claim(&mut self, pair: usize, claims: &[PathInterval]) {
        if claims.is_empty() {
            return;
        }
        self.note(pair, least(claims));
        if let Some(certificate) = &mut self.certificate {
            certificate.keep(pair, claims);
        }
    }

    /// Returns proof that a pair keeps a larger distance than `known` in a stretch, or none if that cannot be proven.
    ///
    /// The larger distance is the least distance seen, less the share that the rules' accuracy gives away. A query asks
    /// whether the pair comes nearer than that. Where it does, distances are sampled after that time, and more closely
    /// after each query, so that a few queries are enough.
    fn widened(
        &self,
        pair: usize,
        mut stretch: Stretch,
        known: f64,
        ledger: &mut Ledger,
    ) -> Option<Vec<PathInterval>> {
        let Rules {
            accuracy,
            target_distance,
            ..
        } = self.checker.rules;
        if !self.checker.cast.pairs[pair].moves {
            return None;
        }
        let known = known - target_distance;
        let look = |share: f64| {
            let near = self.checker.proximity(pair, self.following, share);
            // a distance seen is no less than the distance proven, whatever its rounding
            (near.distance - target_distance).max(known)
        };
        ledger.seen = ledger.seen.min(look(stretch.from)).min(look(stretch.to));
        let mut window = stretch.to - stretch.from;
        let mut claims = Vec::new();
        let mut proof = Vec::new();
        loop {
            stretch.beyond = (1.0 - accuracy) * ledger.seen;
            if known >= stretch.beyond {
                return None;
            }
            proof.clear();
            let keep = (&mut proof, &mut ledger.left);
            let asked = self
                .checker
                .touch(pair, self.following, stretch, keep)
                .ok()?;
            let kept = target_distance + stretch.beyond;
            claims.extend(
                proof
                    .iter()
                    .map(|proven| PathInterval::claimed(proven, kept)),
            );
            let Some(touch) = asked else {
                return Some(claims);
            };
            let distance = touch.near.distance - target_distance;
            let nearer = 1.0 - 0.5 * accuracy;
            if !(distance < ledger.seen * nearer && distance > known) {
                return None;
            }
            let looks = (1..=LOOKS).map(|step| {
                let later = touch.share + window * f64::from(step) / f64::from(LOOKS);
                look(later.min(stretch.to))
            });
            ledger.seen = looks.fold(distance, f64::min);
            window *= CLOSER;
            // the next query begins where this proof ends
            stretch.from = proof.last().map_or(stretch.from, |last| last.end);
        }
    }
}

/// Returns the least distance that intervals of a pair prove; infinite if there are no intervals.
fn least(claims: &[PathInterval]) -> f64 {
    let distances = claims.iter().map(PathInterval::distance);
    distances.fold(f64::INFINITY, f64::min)
}
