//! Certificates for bodies of pieces.

mod check;
mod error;
#[cfg(feature = "serde")]
mod file;
mod thickness;
mod writer;

pub use error::PiecesCertificateError;
pub(super) use writer::Proof;

use std::ops::RangeInclusive;

use nalgebra::SVector;

use self::check::Check;
use self::thickness::Thickness;
use super::{ContactError, MovingPieces, Pieces};
use crate::motion::Motion;
use crate::{Certificate, CertifiedInterval, Real, Span};

/// Proof that two moving bodies of pieces keep a distance over a span of time.
///
/// It has one chapter for every span of the search. A chapter is a walk down both trees: it tells which pairs of boxes
/// are separated over its span, by which vector, and which are split. Whatever it does not separate it must split, down
/// to single pieces; so it leaves out nothing. [`verify`](Self::verify) makes the same walk, with two supporting
/// distances and one inequality for each pair of boxes.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::Query;
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::pieces::{Compound, MovingPieces};
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Posed;
///
/// // a fork with two tines turns around a post between them
/// let tine = Cuboid::new(vector![1.0, 0.1, 0.1])?;
/// let tine = |y: f64| Posed::new(tine, &Isometry3::translation(0.0, y, 0.0));
/// let fork = Compound::new(vec![tine(-0.5)?, tine(0.5)?])?;
/// let post = Compound::new(vec![Cuboid::new(vector![0.1, 0.1, 1.0])?])?;
/// let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), vector![0.0, 0.0, 20.0])?;
/// let fork = MovingPieces::new(&fork, turn);
/// let post = MovingPieces::new(&post, AtRest::new(Isometry3::identity())?);
///
/// let (answer, certificate) = Query::new().certify_first_contact(&fork, &post, 0.0..=1.0)?;
/// assert!(answer.contact.is_none());
/// // you state the claim, here that they never touch; the certificate is only the evidence
/// let clearance = certificate.verify(&fork, &post, 0.0, 0.0..=1.0)?;
/// assert!(clearance > 0.0);
///
/// // moved aside as it turns, the fork hits the post; until then it is proven free
/// let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::y(), vector![0.0, 0.0, 20.0])?;
/// let fork = MovingPieces::new(fork.pieces(), turn);
/// let (answer, certificate) = Query::new().certify_first_contact(&fork, &post, 0.0..=1.0)?;
/// let contact = answer.contact.expect("a tine hits the post");
/// assert_eq!(certificate.covers(), Some(0.0..=contact.time));
/// certificate.verify(&fork, &post, 0.0, 0.0..=contact.time)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It [covers](Self::covers) the whole interval, or the time before the first contact. If pieces started in contact and
/// were [looked past](super::FirstContact::looked_past), they keep the answer's
/// [`kept_distance`](super::FirstContact::kept_distance) all the time, and the target distance from
/// [`clear_from`](super::FirstContact::clear_from) on; [`claims`](Self::claims) tells it too. Verify either.
///
/// With the feature `serde` you can write it to a file and read it back, as a [`Certificate`]. The file names its
/// format and version, but does not contain the bodies: whoever checks it must have them. Read it with a parser that
/// restores every digit of a number, such as serde_json with its feature `float_roundtrip`.
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
pub struct PiecesCertificate<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    /// In the order of time. None begins after the one before has ended.
    pub chapters: Vec<Chapter<T, D>>,
    /// What the chapters refer to: two pieces by their indices, and the certificate for them.
    pub pieces: Vec<((u32, u32), Certificate<T, D>)>,
}

/// The proof for one span of time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", deny_unknown_fields)
)]
pub struct Chapter<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    /// When the span begins.
    pub start: T,
    /// When the span ends.
    pub end: T,
    /// The point from which the coordinates of boxes are measured.
    pub origin: SVector<T, D>,
    /// The walk down both trees, from the roots on. What follows a split is first about the first child, then about the
    /// second.
    pub steps: Vec<ProofStep<T, D>>,
}

/// What is said of a pair of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", rename_all = "snake_case")
)]
pub enum ProofStep<T, const D: usize> {
    /// The steps after it are about the children of the box of A.
    SplitA,
    /// The steps after it are about the children of the box of B.
    SplitB,
    /// A vector separates the boxes over the span, or the two pieces in them.
    Separated(CertifiedInterval<T, D>),
    /// Both have one piece, and the certificate with this number is about these.
    Pieces(u32),
    /// Both have one piece, and over this span of time one of these [lets the other
    /// pass](super#one-sided-surfaces) from behind.
    LetsPass {
        /// When the span begins.
        start: T,
        /// When it ends.
        end: T,
    },
}

/// The error of a query without an answer, and a certificate of what it proved before it gave up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct CertifyContactError<T: Real, const D: usize> {
    /// Why there is no answer.
    pub error: ContactError,
    /// The certificate for the time that was proven free; it may be empty.
    pub certificate: PiecesCertificate<T, D>,
}

impl<T: Real, const D: usize> PiecesCertificate<T, D> {
    /// The certificate that proves nothing.
    pub(super) fn empty() -> Self {
        Self {
            chapters: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Returns the time from the start of the first chapter to the end of the last, or `None` without chapters: up to
    /// the first contact, if there is one.
    ///
    /// [`verify`](Self::verify) checks that there is no gap in between.
    pub fn covers(&self) -> Option<RangeInclusive<T>> {
        let (first, last) = (self.chapters.first()?, self.chapters.last()?);
        Some(first.start..=last.end)
    }

    /// Returns the least distance that any step claims, margin included, or `None` if none claims one: without
    /// chapters, or where all pieces are let pass.
    ///
    /// This is only a claim. [`verify`](Self::verify) returns what is proven.
    pub fn claimed_distance(&self) -> Option<T> {
        let chapters = self.chapters.iter();
        let claims =
            chapters.flat_map(|chapter| chapter.steps.iter().map(move |step| (chapter, step)));
        let claims = claims.filter_map(|(chapter, step)| match step {
            ProofStep::Separated(interval) => Some(interval.claimed_distance()),
            ProofStep::Pieces(number) => {
                let during = Span::new(chapter.start, chapter.end).ok()?;
                self.of_pieces(*number)?.claimed_during(&during)
            }
            ProofStep::SplitA | ProofStep::SplitB | ProofStep::LetsPass { .. } => None,
        });
        claims.reduce(|least, claim| least.min(claim))
    }

    /// Returns the last part of [`covers`](Self::covers) in which every step claims that the bodies keep `distance`, or
    /// `None` if the last chapter claims less.
    ///
    /// For the target distance of the query it begins where all pieces had left the contacts in which they started.
    /// This is only a claim, as [`claimed_distance`](Self::claimed_distance).
    pub fn claims(&self, distance: T) -> Option<RangeInclusive<T>> {
        let (mut start, end) = self.covers()?.into_inner();
        for chapter in &self.chapters {
            for step in &chapter.steps {
                // from when on, within this chapter
                let from = match step {
                    ProofStep::Separated(interval) if interval.claims(distance) => None,
                    ProofStep::SplitA | ProofStep::SplitB | ProofStep::LetsPass { .. } => None,
                    ProofStep::Pieces(number) => {
                        let claims = self
                            .of_pieces(*number)
                            .and_then(|pair| pair.claims(distance));
                        Some(claims.map_or(chapter.end, |claims| *claims.start()))
                    }
                    ProofStep::Separated(_) => Some(chapter.end),
                };
                let later = from.filter(|from| *from > chapter.start);
                start = later.map_or(start, |later| start.max(later.min(chapter.end)));
            }
        }
        (start < end || self.chapters.last()?.start == end).then_some(start..=end)
    }

    fn of_pieces(&self, number: u32) -> Option<&Certificate<T, D>> {
        let (_, certificate) = self.pieces.get(number as usize)?;
        Some(certificate)
    }

    /// Checks that the bodies keep `distance` at all times of `span`, and returns how much farther apart they are
    /// proven to be.
    ///
    /// Pass the target distance of the query, and read the clearance from the result. It is a lower bound, and often a
    /// rough one: boxes that are apart are not looked into.
    ///
    /// The check does not depend on how the certificate was found. The chapters that overlap the span must cover all of
    /// it, and each must tell of all pairs of pieces. The rounding of the check itself is subtracted.
    ///
    /// It speaks of the pairs that count: pieces that a [one-sided surface](super#one-sided-surfaces) lets pass keep no
    /// distance. If no others are left in it, the result is the largest number there is.
    ///
    /// A negative distance claims that no pieces are deeper in each other than that. Two pieces that could pass through
    /// each other at this depth, as it is half of both inner diameters or more, must be proven not to overlap at all.
    ///
    /// # Errors
    /// The [`PiecesCertificateError`] of the first check that fails.
    pub fn verify(
        &self,
        a: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        b: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        distance: T,
        span: RangeInclusive<T>,
    ) -> Result<T, PiecesCertificateError> {
        let (start, end) = (*span.start(), *span.end());
        let uncovered = |time: T| PiecesCertificateError::Uncovered {
            time: time.as_f64(),
        };
        Span::new(start, end).map_err(|_| uncovered(start))?;
        crate::certificate::finite_claim(distance)?;
        let bodies = (&a.body(), &b.body());
        let thickness = Thickness::for_claim(bodies, distance);
        let mut covered = start;
        let mut clearance: Option<T> = None;
        for (number, chapter) in self.chapters.iter().enumerate() {
            // a chapter that only meets an end of the claim does not count, unless the claim is about that time alone
            let meets = chapter.start <= end && chapter.end >= start;
            let overlaps = chapter.start < end && chapter.end > start;
            if !(overlaps || meets && start == end) {
                continue;
            }
            // written so that NaN covers nothing
            if !(chapter.start <= covered && chapter.end >= covered) {
                return Err(uncovered(covered));
            }
            let claimed = (distance, chapter.start.max(start), chapter.end.min(end));
            let check = Check {
                certificate: self,
                chapter,
                number,
                bodies,
                thickness: thickness.as_ref(),
                claimed,
            };
            let proven = check.run()?;
            clearance = Some(clearance.map_or(proven, |least| least.min(proven)));
            covered = chapter.end;
        }
        match clearance {
            Some(clearance) if covered >= end => Ok(clearance),
            _ => Err(uncovered(covered)),
        }
    }
}
