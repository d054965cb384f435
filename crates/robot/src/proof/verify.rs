//! The verification of a certificate.

use std::fmt;

use nalgebra::Vector3;

use super::{
    PairCertificate, PathCertificate, PathCertificateError, PathInterval, PathIntervalError,
};
use crate::bodies::{Pair, PairId};
use crate::checker::Checker;
use crate::course::Segment;
use crate::following::Following;
use crate::{Path, PathOutcome, PathUndecided};
use photofinish::separation::{Instant, hyperspace_test};
use photofinish::{Extrusion, Span};

/// Ulps by which the computed length of a unit vector may differ from 1. A vector of the search is off by 1.75, and its
/// computed length by another 1.25. A supporting distance is a distance times this length: for the distance kept, a gap
/// already gives that much away.
const LENGTH_ULPS: f64 = 4.0;
/// The share of the margin proven in a check up to which a claim is accepted. What is given away covers the length of
/// the vector. It is off by [`LENGTH_ULPS`], and by the 1.25 ulps that the computed length may hide. The product with
/// this factor loses another half: 5.75.
const ACCEPTED_IN_CHECK_FACTOR: f64 = 1.0 - 8.0 * f64::EPSILON;

/// What a certificate proves about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proven {
    /// No two bodies that move past each other come nearer than their target distance plus this. None if there are no
    /// two such bodies, or no time is covered.
    pub clearance: Option<f64>,
    /// No two bodies that move past each other come nearer than this. None if there are no two such bodies, or no time
    /// is covered.
    pub least_distance: Option<f64>,
    /// The beginning of the time covered, in the path's time.
    pub start: f64,
    /// The end of the time covered, in the path's time.
    pub end: f64,
    /// The end of the time covered, as the index of a segment, from 0, and the share of this segment that has passed.
    pub until: (usize, f64),
    /// Iff the whole path is covered.
    pub is_whole: bool,
    /// Iff no time is covered: the path touches or is undecided at its start.
    pub is_of_no_time: bool,
    /// The number of pairs of convex pieces.
    pub pairs: usize,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            start, end, pairs, ..
        } = self;
        if self.is_of_no_time {
            return write!(
                f,
                "nothing, as the path touches or is undecided at its start, time {start}"
            );
        }
        match self.least_distance {
            Some(distance) => write!(
                f,
                "{pairs} pairs to be {distance} apart from time {start} until {end}"
            ),
            None => write!(
                f,
                "nothing from time {start} until {end}, as no two bodies move past each other"
            ),
        }
    }
}

impl PathCertificate {
    /// Verifies the certificate, and returns what it proves about a path.
    ///
    /// Every interval is checked again. The intervals must leave out no pair, and no time that the certificate claims
    /// to cover, and must prove the distances that it claims. Rounding is accounted for as in a check. A certificate
    /// holds for the checker and the path that it was made with. One of a path that begins in contact holds too, but is
    /// [of no time](Proven::is_of_no_time).
    ///
    /// # Errors
    /// [`PathCertificateError`] with the first claim that does not hold.
    pub fn verify(&self, checker: &Checker, path: &Path) -> Result<Proven, PathCertificateError> {
        let checker = checker.in_pieces();
        let segments = checker.segments(path)?;
        self.verify_head(checker, &segments)?;
        let (last, until) = self.until;
        for (index, segment) in segments.iter().enumerate().take(last + 1) {
            let until = if index < last { 1.0 } else { until };
            let following = Following::new(&checker.kinematics, segment);
            for pair in checker.bodies.pair_ids() {
                self.verify_pair(checker, (pair, index), &following, until)?;
            }
        }
        self.verify_least_distance()?;
        Ok(Proven {
            clearance: self.clearance,
            least_distance: self.least_distance,
            start: self.start,
            end: self.end,
            until: self.until,
            is_whole: self.until == (segments.len() - 1, 1.0),
            is_of_no_time: self.until == (0, 0.0),
            pairs: self.pairs.len(),
        })
    }

    /// Verifies the certificate as [`verify`](Self::verify) does, and that it proves an outcome: that the path is clear
    /// as a whole, with this clearance, or clear up to the impact.
    ///
    /// # Errors
    /// [`PathCertificateError`] with the first claim that does not hold.
    pub fn verify_outcome(
        &self,
        checker: &Checker,
        path: &Path,
        outcome: &PathOutcome,
    ) -> Result<Proven, PathCertificateError> {
        match outcome {
            PathOutcome::Separated(separated) => {
                let proven = self.verify(checker, path)?;
                let kept = proven.clearance.unwrap_or(f64::INFINITY);
                if proven.is_whole && separated.clearance <= kept {
                    return Ok(proven);
                }
                Err(PathCertificateError::LessThanAnswer {
                    until: f64::INFINITY,
                    clearance: separated.clearance,
                    proven,
                })
            }
            PathOutcome::Impact(impact) => {
                let reached = (impact.segment, impact.share, impact.time);
                self.verify_until(checker, path, reached)
            }
        }
    }

    /// Verifies the certificate as [`verify`](Self::verify) does, and that it proves the path clear up to where it is
    /// undecided.
    ///
    /// # Errors
    /// [`PathCertificateError`] with the first claim that does not hold.
    pub fn verify_undecided(
        &self,
        checker: &Checker,
        path: &Path,
        undecided: &PathUndecided,
    ) -> Result<Proven, PathCertificateError> {
        let reached = (undecided.segment, undecided.share, undecided.clear_until);
        self.verify_until(checker, path, reached)
    }

    /// Verifies the certificate, and that it reaches this share of a segment, at which the time is `until`.
    fn verify_until(
        &self,
        checker: &Checker,
        path: &Path,
        (segment, share, until): (usize, f64, f64),
    ) -> Result<Proven, PathCertificateError> {
        let proven = self.verify(checker, path)?;
        let (last, last_share) = proven.until;
        if segment < last || (segment == last && share <= last_share) {
            return Ok(proven);
        }
        Err(PathCertificateError::LessThanAnswer {
            until,
            clearance: 0.0,
            proven,
        })
    }

    /// Checks that the certificate is about these bodies and this path.
    fn verify_head(
        &self,
        checker: &Checker,
        segments: &[Segment],
    ) -> Result<(), PathCertificateError> {
        let expected = checker.bodies.piece_pairs().len();
        if self.pairs.len() != expected {
            return Err(PathCertificateError::OtherBodies {
                found: self.pairs.len(),
                expected,
            });
        }
        for (pair, id) in self.pairs.iter().zip(checker.bodies.pair_ids()) {
            let between = checker.between(id);
            let Pair {
                moves,
                target_distance,
                ..
            } = checker.bodies[id];
            let pieces = checker.pieces(id).map(|body| body.piece);
            if pair.between != between || pair.pieces != pieces || pair.moves != moves {
                return Err(PathCertificateError::OtherPair {
                    index: id.index(),
                    found: pair.between.clone(),
                    expected: between,
                });
            }
            if pair.target_distance != target_distance {
                return Err(PathCertificateError::OtherTargetDistance {
                    between,
                    found: pair.target_distance,
                    expected: target_distance,
                });
            }
        }
        let (last, share) = self.until;
        let Some(segment) = segments.get(last) else {
            return Err(PathCertificateError::OtherPath {
                found: last,
                expected: segments.len(),
            });
        };
        let (expected_start, expected_end) = (segments[0].start, segment.time_before(share));
        // written so that NaN is refused too
        let covers = self.start == expected_start && self.end <= expected_end;
        if !covers || !(0.0..=1.0).contains(&share) {
            return Err(PathCertificateError::OtherTimes {
                start: self.start,
                end: self.end,
                expected_start,
                expected_end,
            });
        }
        Ok(())
    }

    /// Checks that the certificate claims no larger clearance and least distance than its intervals do.
    fn verify_least_distance(&self) -> Result<(), PathCertificateError> {
        let claims = [self.clearance, self.least_distance];
        for (claimed, proven) in claims.into_iter().zip(self.least_of_intervals()) {
            let holds = match (claimed, proven) {
                (Some(claimed), Some(proven)) => claimed <= proven,
                (None, None) => true,
                _ => false,
            };
            if !holds {
                return Err(PathCertificateError::Overstated {
                    claimed: claimed.unwrap_or(f64::INFINITY),
                    proven: proven.unwrap_or(f64::INFINITY),
                });
            }
        }
        Ok(())
    }

    fn verify_pair(
        &self,
        checker: &Checker,
        (pair, index): (PairId, usize),
        following: &Following,
        until: f64,
    ) -> Result<(), PathCertificateError> {
        let PairCertificate {
            between,
            segments,
            target_distance,
            ..
        } = &self.pairs[pair.index()];
        if segments.len() != self.until.0 + 1 {
            return Err(PathCertificateError::SegmentCount {
                between: between.clone(),
                found: segments.len(),
                expected: self.until.0 + 1,
            });
        }
        let [a, b] = checker.moving(pair, following);
        let mut covered = 0.0;
        for (interval, claim) in segments[index].iter().enumerate() {
            claim
                .verify((&a, &b), covered, *target_distance)
                .map_err(|source| PathCertificateError::Wrong {
                    between: between.clone(),
                    segment: index,
                    interval,
                    source,
                })?;
            covered = claim.end;
        }
        // a path of one waypoint takes no time, but needs its interval
        let is_empty = segments[index].is_empty() && until > 0.0;
        if covered >= until && !is_empty {
            return Ok(());
        }
        Err(PathCertificateError::Incomplete {
            between: between.clone(),
            segment: index,
            found: covered,
            expected: until,
        })
    }
}

impl PathInterval {
    /// Checks that the interval begins at `expected`, and that its vector separates the bodies throughout by the
    /// distance that it claims.
    fn verify(
        &self,
        (a, b): (&impl Extrusion<f64, 3>, &impl Extrusion<f64, 3>),
        expected: f64,
        target_distance: f64,
    ) -> Result<(), PathIntervalError> {
        let &Self {
            start,
            end,
            direction: ref s,
            kept_distance,
            margin,
        } = self;
        let span = Span::new(start, end).ok();
        let Some(during) = span.filter(|_| start == expected && end <= 1.0) else {
            return Err(PathIntervalError::Gap {
                start,
                end,
                expected,
            });
        };
        let length = s.norm();
        // written so that NaN is refused too
        if !((length - 1.0).abs() <= LENGTH_ULPS * f64::EPSILON) {
            return Err(PathIntervalError::NotAUnitVector { length });
        }
        let is_distance = margin >= 0.0 && margin.is_finite() && kept_distance.is_finite();
        if !(is_distance && kept_distance >= target_distance) {
            return Err(PathIntervalError::NotADistance {
                kept_distance,
                margin,
            });
        }
        let origin = Vector3::zeros();
        let gap_at = |time| {
            let slices = (a.slice(time, &origin), b.slice(time, &origin));
            Instant::new(time, slices.0, slices.1, kept_distance).gap(s)
        };
        let proven = hyperspace_test((a, b), s, during, (gap_at(start), gap_at(end))).value;
        if proven > 0.0 && margin <= proven * ACCEPTED_IN_CHECK_FACTOR {
            Ok(())
        } else {
            Err(PathIntervalError::NotProven {
                claimed: margin,
                proven,
            })
        }
    }
}
