//! Certificates of whole paths, which anyone can check again.

use thiserror::Error;

use super::checker::Checker;
use super::following::Following;
use super::report::BodyPair;
use super::{Path, RobotError};
use crate::certificate::{Certificate, CertificateError, CertifiedInterval};

/// Proof that a path is clear, for every pair of bodies that may not touch, up to some time.
///
/// For every pair and segment there is a chain of intervals, each with a vector that separates the bodies throughout. It is
/// checked with two support values and one inequality for each interval ([`verify`](Self::verify)).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PathCertificate {
    /// The distance that is kept.
    pub clearance: f64,
    /// Up to which segment, from 0, and which share of it the path is certified: the end, or the first contact.
    pub until: (usize, f64),
    /// By pair of convex pieces.
    pub pairs: Vec<PairCertificate>,
}

/// Proof that two convex pieces keep their distance.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PairCertificate {
    /// Whose pieces they are.
    pub between: BodyPair,
    /// Which of the pieces of each.
    pub pieces: [usize; 2],
    /// Iff some joint moves one past the other.
    pub moves: bool,
    /// By segment, the intervals, in shares of the segment. Vectors point from the link to the other body, in the frame of
    /// the last joint that moves both: the frame of its child link. If none does they are in the world.
    pub segments: Vec<Vec<CertifiedInterval<f64, 3>>>,
}

/// Why a certificate of a path does not hold.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PathCertificateError {
    /// The path is none for this robot.
    #[error(transparent)]
    Path(#[from] RobotError),
    /// It is of other bodies than the checker's.
    #[error("the certificate is of {found} pairs of bodies, but there are {expected}")]
    OtherBodies {
        /// How many pairs it speaks of.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// It ends in a segment that the path does not have.
    #[error("the certificate ends in segment {found}, but the path has {expected}")]
    OtherPath {
        /// The segment in which it ends, from 0.
        found: usize,
        /// How many segments the path has.
        expected: usize,
    },
    /// It was made for another clearance.
    #[error("the certificate is for a clearance of {found}, not {expected}")]
    OtherClearance {
        /// Its clearance.
        found: f64,
        /// That of the checker.
        expected: f64,
    },
    /// A pair is not certified far enough.
    #[error("{between}: segment {segment} is certified up to {found} of it only")]
    Incomplete {
        /// Which bodies.
        between: BodyPair,
        /// Which segment, from 0.
        segment: usize,
        /// The share of it that is certified.
        found: f64,
    },
    /// An interval does not hold.
    #[error("{between}: segment {segment}: {source}")]
    Wrong {
        /// Which bodies.
        between: BodyPair,
        /// Which segment, from 0.
        segment: usize,
        /// What is wrong.
        source: CertificateError,
    },
}

impl PathCertificate {
    pub(super) fn new(checker: &Checker) -> Self {
        let pairs = 0..checker.cast.pairs.len();
        let pair = |pair| PairCertificate {
            between: checker.between(pair),
            pieces: checker.pieces(pair).map(|body| body.piece),
            moves: checker.cast.pairs[pair].moves,
            segments: Vec::new(),
        };
        Self {
            clearance: checker.rules.clearance,
            until: (0, 0.0),
            pairs: pairs.map(pair).collect(),
        }
    }

    /// How many intervals it has.
    pub fn intervals(&self) -> usize {
        let segments = self.pairs.iter().flat_map(|pair| &pair.segments);
        segments.map(Vec::len).sum()
    }

    /// Checks every interval again, and that they leave out no time up to [`until`](Self::until), and no pair of bodies.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn verify(&self, checker: &Checker, path: &Path) -> Result<(), PathCertificateError> {
        let segments = checker.segments(path)?;
        let expected = checker.cast.pairs.len();
        if self.pairs.len() != expected {
            return Err(PathCertificateError::OtherBodies {
                found: self.pairs.len(),
                expected,
            });
        }
        let of_path = segments.len();
        if self.until.0 >= of_path {
            return Err(PathCertificateError::OtherPath {
                found: self.until.0,
                expected: of_path,
            });
        }
        if self.clearance != checker.rules.clearance {
            return Err(PathCertificateError::OtherClearance {
                found: self.clearance,
                expected: checker.rules.clearance,
            });
        }
        for (index, segment) in segments.iter().enumerate().take(self.until.0 + 1) {
            let until = if index < self.until.0 {
                1.0
            } else {
                self.until.1
            };
            let following = Following::new(&checker.kinematics, segment);
            for pair in 0..expected {
                self.verify_pair(checker, (pair, index), &following, until)?;
            }
        }
        Ok(())
    }

    fn verify_pair(
        &self,
        checker: &Checker,
        (pair, segment): (usize, usize),
        following: &Following,
        until: f64,
    ) -> Result<(), PathCertificateError> {
        let PairCertificate {
            between, segments, ..
        } = &self.pairs[pair];
        let certificate = Certificate {
            start: 0.0,
            origin: nalgebra::Vector3::zeros(),
            target_distance: self.clearance,
            intervals: segments.get(segment).cloned().unwrap_or_default(),
        };
        let [a, b] = checker.moving(pair, following);
        let wrong = |source| PathCertificateError::Wrong {
            between: between.clone(),
            segment,
            source,
        };
        certificate.verify(&a, &b).map_err(wrong)?;
        let found = certificate.clear_until();
        if found >= until {
            Ok(())
        } else {
            Err(PathCertificateError::Incomplete {
                between: between.clone(),
                segment,
                found,
            })
        }
    }
}
