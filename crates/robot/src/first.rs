//! The first impact of a path: goes through the segments, through what the scan finds in each, and queries the pairs
//! that the scan leaves.

use super::bodies::{Owner, Pair, PairId};
use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::outcome::{PathImpact, PathOutcome, PathSeparated, PathSolution};
use super::proof::{PathCertificate, PathInterval, clearance};
use super::query::Stretch;
use super::scan::{Finding, Findings, Ledger, Scan};
use super::tuning::{CLOSER, NEARER_IN_ACCURACY, SAMPLES};
use super::{PathError, Rules};
use photofinish::QueryError;

/// The search for the first impact of a path, and what it found so far.
pub(super) struct First<'c> {
    checker: &'c Checker,
    /// The least distance beyond its target distance that any moving pair is proven to keep, and this pair.
    least: Option<(f64, PairId)>,
    /// The proof so far, if it is to be kept.
    certificate: Option<&'c mut PathCertificate>,
    /// The two owners whose pairs alone are searched; none for all pairs.
    only: Option<[Owner; 2]>,
    /// Whether the search shall go on.
    go_on: &'c dyn Fn() -> bool,
}

/// The reason why the search ends in a segment.
enum Stop {
    Touch(Touch),
    Unresolved { share: f64, error: QueryError },
}

impl Stop {
    fn share(&self) -> f64 {
        match self {
            Self::Touch(touch) => touch.share,
            Self::Unresolved { share, .. } => *share,
        }
    }
}

impl<'c> First<'c> {
    /// Returns a search that keeps its proof in `certificate`, if there is one.
    pub(super) fn new(
        checker: &'c Checker,
        certificate: Option<&'c mut PathCertificate>,
        go_on: &'c dyn Fn() -> bool,
    ) -> Self {
        Self {
            checker,
            least: None,
            certificate,
            only: None,
            go_on,
        }
    }

    /// Searches the pairs of two owners alone.
    pub(super) fn only(mut self, owners: [Owner; 2]) -> Self {
        self.only = Some(owners);
        self
    }

    /// Searches a path, one segment after the other.
    ///
    /// # Errors
    /// [`PathError::Undecided`] if the path is undecided before any impact.
    pub(super) fn path(mut self, segments: &[Segment]) -> Result<PathSolution, PathError> {
        let checker = self.checker;
        let each = self.certificate.is_some();
        let (kinematics, rules) = (&checker.kinematics, &checker.rules);
        let mut scan = Scan::new(kinematics, &checker.bodies, rules, each, self.go_on);
        scan.only = self.only;
        let mut impact = None;
        for (index, segment) in segments.iter().enumerate() {
            let following = Following::new(&checker.kinematics, segment);
            impact = self.segment((index, segment), &following, &mut scan)?;
            if impact.is_some() {
                break;
            }
        }
        let pairs = checker.bodies.piece_pairs();
        Ok(PathSolution {
            outcome: match impact {
                Some(impact) => PathOutcome::Impact(impact),
                None => PathOutcome::Separated(self.separated(scan.ledger.nearest)),
            },
            pairs: pairs.len(),
            moving_pairs: pairs.iter().filter(|pair| pair.moves).count(),
            statistics: scan.statistics,
        })
    }

    /// Searches one segment. Returns the first impact in it, if there is one.
    fn segment(
        &mut self,
        at: (usize, &Segment),
        following: &Following,
        scan: &mut Scan<'c>,
    ) -> Result<Option<PathImpact>, PathError> {
        if let Some(certificate) = &mut self.certificate {
            certificate.begin_segment();
        }
        let stop = self.first_stop(following, scan.over(following));
        if let Some(certificate) = &mut self.certificate {
            let share = stop.as_ref().map_or(1.0, |(_, stop)| stop.share());
            certificate.end_segment(at, share);
        }
        match stop {
            None => Ok(None),
            Some((pair, Stop::Touch(touch))) => {
                Ok(Some(self.checker.impact(pair, at, following, &touch)))
            }
            Some((pair, Stop::Unresolved { share, error })) => {
                let why = (error, scan.statistics);
                let undecided = self.checker.undecided(pair, at, share, why);
                Err(Box::new(undecided).into())
            }
        }
    }

    /// Goes through what the scan finds in a segment, and queries the pairs that it leaves. Returns the earliest reason
    /// to end the search, and its pair.
    fn first_stop(
        &mut self,
        following: &Following,
        mut findings: Findings<'_, 'c>,
    ) -> Option<(PairId, Stop)> {
        let mut first: Option<(PairId, Stop)> = None;
        while let Some(finding) = findings.next() {
            match finding {
                Finding::Apart { pair, interval } => {
                    let kept = self.checker.bodies[pair].target_distance;
                    self.claim(pair, &[PathInterval::claimed(&interval, kept)]);
                }
                Finding::Near { pair, from, to } => {
                    let beyond = 0.0;
                    let stretch = Stretch { from, to, beyond };
                    let stop = self.query(pair, following, stretch, findings.ledger());
                    let earliest = first
                        .as_ref()
                        .map_or(f64::INFINITY, |(_, stop)| stop.share());
                    if let Some(stop) = stop.filter(|stop| stop.share() < earliest) {
                        findings.stop_at(stop.share());
                        first = Some((pair, stop));
                    }
                }
            }
        }
        first
    }

    /// Queries a pair over a stretch. Notes what is proven, and returns what ends the search if something does.
    fn query(
        &mut self,
        pair: PairId,
        following: &Following,
        stretch: Stretch,
        ledger: &mut Ledger,
    ) -> Option<Stop> {
        let kept = self.checker.bodies[pair].target_distance;
        let mut proof = Vec::new();
        let keep = (&mut proof, &mut ledger.left);
        let answer = self.checker.touch(pair, following, stretch, keep);
        let mut claims = Vec::new();
        claims.extend(
            proof
                .iter()
                .map(|proven| PathInterval::claimed(proven, kept)),
        );
        let stop = match answer {
            Ok(None) => {
                let known = least(&claims);
                if let Some(wider) = self.widened((pair, following), stretch, known, ledger) {
                    claims = wider;
                }
                None
            }
            Ok(Some(touch)) => Some(Stop::Touch(touch)),
            Err(error) => Some(Stop::Unresolved {
                share: proof.last().map_or(stretch.from, |last| last.end),
                error,
            }),
        };
        self.claim(pair, &claims);
        stop
    }

    /// Returns what is proven of a path of which no segment ended the search. `nearest` is the pair that was seen at the
    /// least distance.
    fn separated(&self, nearest: Option<PairId>) -> PathSeparated {
        let nearest = nearest.or(self.least.map(|(_, pair)| pair));
        PathSeparated {
            clearance: self.least.map_or(f64::INFINITY, |(distance, _)| distance),
            between: nearest.map(|pair| self.checker.between(pair)),
        }
    }

    /// Lowers the least distance to one that a pair is proven to keep.
    fn note(&mut self, pair: PairId, distance: f64) {
        let Pair {
            moves,
            target_distance,
            ..
        } = self.checker.bodies[pair];
        let distance = clearance(distance, target_distance);
        if moves && self.least.is_none_or(|(least, _)| distance < least) {
            self.least = Some((distance, pair));
        }
    }

    /// Notes the distances that these claims of a pair prove, and adds the claims to the certificate if there is one.
    fn claim(&mut self, pair: PairId, claims: &[PathInterval]) {
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
    /// The larger distance is the least distance seen, less the share that the rules' accuracy gives away, and less the
    /// tolerance of a query where that is larger than the share. A query asks whether the pair comes nearer than that.
    /// Where it does, distances are sampled after that time, and more closely
    /// after each query, so that a few queries are enough.
    fn widened(
        &self,
        (pair, following): (PairId, &Following),
        mut stretch: Stretch,
        known: f64,
        ledger: &mut Ledger,
    ) -> Option<Vec<PathInterval>> {
        let Rules { accuracy, .. } = self.checker.rules;
        let Pair {
            moves,
            target_distance,
            ..
        } = self.checker.bodies[pair];
        if !moves {
            return None;
        }
        let known = known - target_distance;
        let look = |share: f64| {
            let near = self.checker.proximity(pair, following, share);
            // a distance seen is no less than the distance proven, whatever its rounding
            (near.distance - target_distance).max(known)
        };
        ledger.see(pair, look(stretch.from).min(look(stretch.to)));
        let mut window = stretch.to - stretch.from;
        let mut given = 0.0;
        let mut claims = Vec::new();
        let mut proof = Vec::new();
        loop {
            stretch.beyond = (1.0 - accuracy) * ledger.seen - given;
            if known >= stretch.beyond {
                return None;
            }
            proof.clear();
            let keep = (&mut proof, &mut ledger.left);
            let asked = self.checker.touch(pair, following, stretch, keep).ok()?;
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
            let nearer = 1.0 - NEARER_IN_ACCURACY * accuracy;
            if !(distance > known) {
                return None;
            } else if distance < ledger.seen * nearer {
                let looks = (1..=SAMPLES).map(|step| {
                    let later = touch.share + window * f64::from(step) / f64::from(SAMPLES);
                    look(later.min(stretch.to))
                });
                ledger.see(pair, looks.fold(distance, f64::min));
                window *= CLOSER;
            } else if given < touch.tolerance {
                // the pair is no nearer than was seen: it is the tolerance that lets the query end here
                given = touch.tolerance;
            } else {
                return None;
            }
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
