//! Certificates: proofs that two moving bodies keep a distance, for anyone to check.
//!
//! A certificate lists intervals of time, each with a vector that separates the bodies throughout. Finding the
//! intervals takes a search. Checking one takes two supporting distances and an inequality: the page
//! `docs/certificate.md` has the formulas.

mod error;
#[cfg(feature = "serde")]
mod file;
#[cfg(feature = "serde")]
mod proof;

pub use error::CertificateError;
#[cfg(feature = "serde")]
pub(crate) use file::{FormatError, VERSION, check_head, file, known_version};
#[cfg(feature = "serde")]
pub use proof::{Proof, Proof2, Proof3, ProofBody};

use std::ops::RangeInclusive;

use nalgebra::SVector;

use crate::error::finite;
use crate::extrusion::Side;
use crate::proof::{Frame, Question, Subject, check};
use crate::separation::{Order, UNIT_VECTOR_ULPS};
use crate::{Extrusion, QueryError, Real, Span};

/// A span of time over which one vector separates the bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", deny_unknown_fields)
)]
pub struct CertifiedInterval<T, const D: usize> {
    /// The time at which the span begins.
    pub start: T,
    /// The time at which the span ends.
    pub end: T,
    /// The separating vector: a unit vector from A to B, in the axes of `frame`.
    pub direction: SVector<T, D>,
    /// The frame in which the vector is fixed: the world's, or the frame of a body with which it turns.
    pub frame: Frame,
    /// The signed distance that the bodies keep: the target distance of the query, or less while they are still in the
    /// contact in which they started. If it is negative, they may overlap by that much.
    pub kept_distance: T,
    /// The bodies are at least this much farther apart than `kept_distance` during the whole span.
    pub margin: T,
    /// The inequality that proved it. A check does not need it.
    pub order: Order,
}

/// Proof that two moving bodies keep a distance over a span of time.
///
/// [`verify`](Self::verify) checks it without GJK and without a root solver: each interval takes two supporting
/// distances and one inequality.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Query};
///
/// let spin = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), vector![0.0, 0.0, 50.0])?;
/// let bar = Moving::new(Cuboid::new(vector![2.0, 0.1, 0.1])?, spin);
/// let post = Moving::new(Cuboid::new(vector![0.1, 0.1, 1.0])?, AtRest::new(Isometry3::translation(2.5, 0.0, 0.0))?);
/// let (_, certificate) = Query::new().certify(&bar, &post, 0.0..=1.0)?;
/// assert_eq!(certificate.covers(), Some(0.0..=1.0));
/// // you state the claim, here that they never touch; the certificate is only the evidence
/// let clearance = certificate.verify(&bar, &post, 0.0, 0.0..=1.0)?;
/// assert!(clearance > 0.0);
/// assert!(certificate.verify(&bar, &post, 0.5, 0.0..=1.0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A certificate covers the whole interval if the bodies stay apart, and the time before the impact if there is one. If
/// bodies start in contact and leave it, it covers the time in contact too: check `start..=kept_until` for the report's
/// `kept_distance`, and `resumed_at..=end` for the target distance.
///
/// With the feature `serde` you can write a certificate to a file and read it back. The file names its format and
/// version, but does not contain the bodies: whoever checks it must have them. A `Proof` contains them, and the claim.
/// `docs/certificate.md` describes both files, and the check as formulas. A file of another version is refused when it is
/// read, and the error says what to do: version 1 had another check, so that its certificates have to be made anew. Read
/// files with a parser that restores every digit of a number, such as serde_json with its feature `float_roundtrip`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar",
        into = "file::File<T, D>",
        try_from = "file::File<T, D>"
    )
)]
pub struct Certificate<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    /// The point from which the bodies' coordinates are measured.
    pub origin: SVector<T, D>,
    /// The intervals in order. Each begins where the one before ends.
    pub intervals: Vec<CertifiedInterval<T, D>>,
}

/// The error of a query without an answer, and a certificate of what it proved before it gave up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct CertifyError<T: Real, const D: usize> {
    /// Why there is no answer.
    pub error: QueryError,
    /// The certificate for the time that was proven free; it may be empty.
    pub certificate: Certificate<T, D>,
}

/// Ulps of its terms that the clearance of an interval may lose: half an ulp in each of three sums.
const CLEARANCE_ULPS: f64 = 2.0;

/// Ulps of its terms by which the margin of a certificate may exceed that of the check: files may lose half an ulp of the
/// vector and of the times, and gaps lose as much with them. A smaller value refuses true claims; what is proven is never
/// more than the margin of the check.
const REWRITTEN_ULPS: f64 = 16.0;

impl<T: Real, const D: usize> Certificate<T, D> {
    /// Returns an answer with the certificate of what was proven for it.
    pub(crate) fn with<X>(
        self,
        answer: Result<X, QueryError>,
    ) -> Result<(X, Self), CertifyError<T, D>> {
        match answer {
            Ok(answer) => Ok((answer, self)),
            Err(error) => Err(CertifyError {
                error,
                certificate: self,
            }),
        }
    }

    /// Returns the time from the start of the first interval to the end of the last, or `None` without intervals.
    ///
    /// [`verify`](Self::verify) checks that there is no gap in between.
    pub fn covers(&self) -> Option<RangeInclusive<T>> {
        let (first, last) = (self.intervals.first()?, self.intervals.last()?);
        Some(first.start..=last.end)
    }

    /// Returns the least distance that any interval claims, margin included, or `None` without intervals.
    ///
    /// This is only a claim. [`verify`](Self::verify) returns what is proven.
    pub fn claimed_distance(&self) -> Option<T> {
        least_claim(self.intervals.iter())
    }

    /// Returns the least distance claimed by an interval on which a claim about this span rests.
    pub(crate) fn claimed_during(&self, span: &Span<T>) -> Option<T> {
        least_claim(
            self.intervals
                .iter()
                .filter(|interval| interval.counts_for(span)),
        )
    }

    /// Returns the last part of [`covers`](Self::covers) in which every interval claims that the bodies keep
    /// `distance`, or `None` if the last interval claims less.
    ///
    /// For the target distance of the query it begins where the bodies had left the contacts in which they started.
    /// This is only a claim, as [`claimed_distance`](Self::claimed_distance).
    pub fn claims(&self, distance: T) -> Option<RangeInclusive<T>> {
        let less = self
            .intervals
            .iter()
            .rposition(|interval| !interval.claims(distance));
        let first = self.intervals.get(less.map_or(0, |index| index + 1))?;
        Some(first.start..=self.intervals.last()?.end)
    }

    /// Checks that the bodies keep `distance` at all times of `span`, and returns how much farther apart they are
    /// proven to be.
    ///
    /// Pass the target distance of the query, and read the clearance from the result. The clearance of the answer is a
    /// little too much to claim, as the rounding of the check counts once more.
    ///
    /// The check does not depend on how the certificate was found. The intervals that overlap the span must cover all
    /// of it, and each must prove the margin that it states and keep `distance`. The margin of an interval follows from
    /// the supporting distances along its vector at both ends, and from bounds of the bodies' accelerations or speeds
    /// in between; the [crate] docs have the proof. The rounding of the check itself is subtracted.
    ///
    /// # Errors
    /// The [`CertificateError`] of the first check that fails.
    pub fn verify<A, B>(
        &self,
        a: &A,
        b: &B,
        distance: T,
        span: RangeInclusive<T>,
    ) -> Result<T, CertificateError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        Side::both(a, b, |bodies| self.verify_of(bodies, distance, span))
    }

    /// As [`verify`](Self::verify), for bodies that the kernel knows by more than their extrusions.
    pub(crate) fn verify_of(
        &self,
        bodies: [Side<'_, T, D>; 2],
        distance: T,
        span: RangeInclusive<T>,
    ) -> Result<T, CertificateError> {
        finite_claim(distance)?;
        let (start, end) = (*span.start(), *span.end());
        let uncovered = CertificateError::Uncovered {
            start: start.as_f64(),
            end: end.as_f64(),
        };
        let claimed = Span::new(start, end).map_err(|_| uncovered)?;
        let width = bodies[0].body.inner_diameter() + bodies[1].body.inner_diameter();
        if distance < T::zero() && !(width > distance * T::of(-2.0)) {
            return Err(CertificateError::PassesThrough {
                distance: distance.as_f64(),
                width: width.as_f64(),
            });
        }
        let mut covered = None;
        let mut clearance: Option<T> = None;
        let at_instant = self.best_at_instant(&claimed);
        for (index, interval) in self.intervals.iter().enumerate() {
            let speaks = at_instant.is_none_or(|best| best == index);
            if !(speaks && interval.counts_for(&claimed)) {
                continue;
            }
            // written so that NaN covers nothing
            if covered.is_none() && !(interval.start <= start) {
                return Err(uncovered);
            }
            let proven = interval.check(index, covered, bodies)?;
            covered = Some(interval.end);
            let beyond = interval.beyond(index, proven, distance)?;
            clearance = Some(clearance.map_or(beyond, |least| least.min(beyond)));
        }
        match clearance {
            Some(clearance) if covered.is_some_and(|covered| covered >= end) => Ok(clearance),
            _ => Err(uncovered),
        }
    }
}

impl<T: Real, const D: usize> Certificate<T, D> {
    /// Returns the index of the interval without length that keeps most, if the claim is about a single time.
    ///
    /// Bodies that were seen apart only at the end of the query have such an interval there, and only it proves the
    /// target distance.
    fn best_at_instant(&self, claimed: &Span<T>) -> Option<usize> {
        let (start, end) = (claimed.start(), claimed.end());
        let instants = (self.intervals.iter().enumerate())
            .filter(|(_, at)| start == end && at.start == start && at.end == end);
        let most = instants.reduce(|best, other| {
            let is_more = other.1.kept_distance > best.1.kept_distance;
            if is_more { other } else { best }
        });
        most.map(|(index, _)| index)
    }
}

impl<T: Real, const D: usize> CertifiedInterval<T, D> {
    /// Returns whether the claim about a span rests on this interval.
    ///
    /// An interval that only meets an end of the span does not count, as its neighbour covers that end too.
    fn counts_for(&self, claimed: &Span<T>) -> bool {
        if claimed.start() == claimed.end() {
            self.start <= claimed.start() && claimed.start() <= self.end
        } else {
            // written so that an interval with NaN counts, and is then refused
            !(self.start >= claimed.end() || claimed.start() >= self.end)
        }
    }

    /// Returns whether it claims that the bodies keep `distance`.
    pub(crate) fn claims(&self, distance: T) -> bool {
        self.kept_distance >= distance || self.claimed_distance() >= distance
    }

    pub(crate) fn claimed_distance(&self) -> T {
        self.kept_distance + self.margin
    }

    /// Checks that two bodies keep `distance` during the interval. Returns how much farther
    /// apart they are proven to be.
    pub(crate) fn proves(
        &self,
        bodies: [Side<'_, T, D>; 2],
        distance: T,
    ) -> Result<T, CertificateError> {
        let proven = self.check(0, None, bodies)?;
        self.beyond(0, proven, distance)
    }

    /// Returns how much farther apart than `distance` bodies are that have this margin.
    fn beyond(&self, index: usize, proven: T, distance: T) -> Result<T, CertificateError> {
        let rounding = (self.kept_distance.abs() + distance.abs() + proven)
            * (T::EPSILON * T::of(CLEARANCE_ULPS));
        let beyond = (self.kept_distance - distance) + proven - rounding;
        // for equal distances the positive margin is proof enough, however small it is against the rounding
        if beyond > T::zero() || self.kept_distance == distance {
            return Ok(beyond.max(T::zero()));
        }
        Err(CertificateError::KeepsLess {
            index,
            kept: (self.kept_distance + proven).as_f64(),
            claimed: distance.as_f64(),
        })
    }

    /// Returns the proven margin, if the interval begins where the covered time ends and proves what it claims.
    pub(crate) fn check(
        &self,
        index: usize,
        covered: Option<T>,
        bodies: [Side<'_, T, D>; 2],
    ) -> Result<T, CertificateError> {
        let expected = covered.unwrap_or(self.start);
        let span = Span::new(self.start, self.end).ok();
        if span.is_none() || self.start != expected {
            return Err(CertificateError::Gap {
                index,
                start: self.start.as_f64(),
                end: self.end.as_f64(),
                expected: expected.as_f64(),
            });
        };
        self.check_vector(index)?;
        for knot in bodies
            .iter()
            .filter_map(|side| side.body.next_knot(self.start))
        {
            // written so that NaN is refused too
            if !(knot > self.start) {
                return Err(CertificateError::KnotNotLater {
                    index,
                    after: self.start.as_f64(),
                    knot: knot.as_f64(),
                });
            }
            if knot < self.end {
                return Err(CertificateError::KnotInside {
                    index,
                    knot: knot.as_f64(),
                });
            }
        }
        self.check_margin(index, bodies.map(|side| side.subject))
    }

    fn check_vector(&self, index: usize) -> Result<(), CertificateError> {
        let length = self.direction.norm();
        // written so that NaN is refused too
        if !((length - T::one()).abs() <= T::EPSILON * T::of(UNIT_VECTOR_ULPS)) {
            return Err(CertificateError::NotAUnitVector {
                index,
                length: length.as_f64(),
            });
        }
        finite_claim(self.kept_distance)
    }

    fn check_margin(
        &self,
        index: usize,
        [a, b]: [&dyn Subject<D>; 2],
    ) -> Result<T, CertificateError> {
        let question = Question {
            a,
            b,
            start: self.start.as_f64(),
            end: self.end.as_f64(),
            target: self.kept_distance.as_f64(),
            tolerance: None,
            in_single: T::IS_SINGLE,
            by_vectors: true,
            // the whole span is checked for that
            may_pass: true,
        };
        let found = check(&question, self.frame, self.direction.map(T::as_f64).into());
        let [gap_start, gap_end] = found.gaps;
        let Some(proven) = found.margin.filter(|&margin| margin > 0.0) else {
            return Err(CertificateError::NotProven {
                index,
                gap_start,
                gap_end,
            });
        };
        let size = gap_start.abs() + gap_end.abs() + question.target.abs();
        let allowed = size * (T::EPSILON.as_f64() * REWRITTEN_ULPS);
        if !(self.margin.as_f64() <= proven + allowed) {
            return Err(CertificateError::Overstated {
                index,
                margin: self.margin.as_f64(),
                proven,
            });
        }
        Ok(-T::above(-proven))
    }
}

fn least_claim<'x, T: Real, const D: usize>(
    intervals: impl Iterator<Item = &'x CertifiedInterval<T, D>>,
) -> Option<T> {
    let claims = intervals.map(CertifiedInterval::claimed_distance);
    claims.reduce(|least, claim| least.min(claim))
}

/// Checks that a distance that is claimed or kept is finite and not too large.
pub(crate) fn finite_claim<T: Real>(distance: T) -> Result<(), CertificateError> {
    match finite("distance", distance) {
        Ok(_) => Ok(()),
        Err(bad) => Err(CertificateError::ClaimNotFinite { value: bad.value }),
    }
}
