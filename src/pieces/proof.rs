//! Certificates for bodies of pieces.

mod check;
#[cfg(feature = "serde")]
mod file;
mod writer;

pub(super) use writer::Proof;

use std::ops::RangeInclusive;

use nalgebra::SVector;
use thiserror::Error;

use self::check::Check;
use super::{Body, MovingPieces, Pieces};
use crate::motion::Motion;
use crate::{Certificate, CertificateError, CertifiedInterval, Real, Span};

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
/// certificate.verify(&fork, &post, 0.0, 0.0..=1.0)?;
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
/// It [covers](Self::covers) the time before the first contact. If pieces started in contact and were
/// [looked past](super::FirstContact::looked_past), it keeps the target distance from the latest
/// [`resumed_at`](crate::InitialReport::resumed_at) of these on: verify it from there.
///
/// With the feature `serde` you can write it to a file and read it back, as a [`Certificate`]. The file names its
/// format and version, but does not contain the bodies.
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
    /// A vector separates the boxes over the span.
    Separated(CertifiedInterval<T, D>),
    /// Both have one piece, and the certificate with this number is about these.
    Pieces(u32),
}

/// The reason why a certificate for bodies of pieces is not a proof.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PiecesCertificateError {
    /// Some time of the claim is not covered by the chapters, or they are not in the order of time.
    #[error("the chapters do not cover {time:?}")]
    Uncovered {
        /// The first such time.
        time: f64,
    },
    /// A chapter does not tell of all pairs of boxes, or goes on after it has told of all.
    #[error("chapter {chapter} does not tell of all pairs of pieces, or tells more than that")]
    Incomplete {
        /// Its number.
        chapter: usize,
    },
    /// A box with a single piece is split, or a box with several is said to have one.
    #[error("step {step} of chapter {chapter} does not fit the trees")]
    OtherTrees {
        /// The number of the chapter.
        chapter: usize,
        /// The number of the step.
        step: usize,
    },
    /// Nothing, or another pair of pieces, is where a step refers to.
    #[error(
        "step {step} of chapter {chapter} refers to the certificate of other pieces, or to none"
    )]
    OtherPieces {
        /// The number of the chapter.
        chapter: usize,
        /// The number of the step.
        step: usize,
    },
    /// What a step claims is not proven.
    #[error("step {step} of chapter {chapter}: {error}")]
    Step {
        /// The number of the chapter.
        chapter: usize,
        /// The number of the step.
        step: usize,
        /// Why not.
        #[source]
        error: CertificateError,
    },
    /// The claim itself is invalid, or bodies so thin could pass through each other.
    #[error(transparent)]
    Claim(#[from] CertificateError),
}

impl<T: Real, const D: usize> PiecesCertificate<T, D> {
    /// Returns the time from the start of the first chapter to the end of the last, or `None` without chapters: up to
    /// the first contact, if there is one.
    ///
    /// [`verify`](Self::verify) checks that there is no gap in between.
    pub fn covers(&self) -> Option<RangeInclusive<T>> {
        let (first, last) = (self.chapters.first()?, self.chapters.last()?);
        Some(first.start..=last.end)
    }

    /// Checks that the bodies keep `distance` at all times of `span`.
    ///
    /// The check does not depend on how the certificate was found, and its own rounding is subtracted.
    ///
    /// # Errors
    /// The [`PiecesCertificateError`] of the first check that fails.
    pub fn verify<P, M, Q, N>(
        &self,
        a: &MovingPieces<P, M, T, D>,
        b: &MovingPieces<Q, N, T, D>,
        distance: T,
        span: RangeInclusive<T>,
    ) -> Result<(), PiecesCertificateError>
    where
        P: Pieces<T, D>,
        M: Motion<T, D>,
        Q: Pieces<T, D>,
        N: Motion<T, D>,
    {
        let (start, end) = (*span.start(), *span.end());
        let uncovered = |time: T| PiecesCertificateError::Uncovered {
            time: time.as_f64(),
        };
        Span::new(start, end).map_err(|_| uncovered(start))?;
        crate::certificate::finite_claim(distance)?;
        let width = a.tree().thinnest() + b.tree().thinnest();
        if distance < T::zero() && !(width > distance * T::of(-2.0)) {
            let (distance, width) = (distance.as_f64(), width.as_f64());
            return Err(CertificateError::PassesThrough { distance, width }.into());
        }
        let mut covered = start;
        let mut is_covered = false;
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
                bodies: (a, b),
                claimed,
            };
            let last = check.walk((0, 0), 0)?;
            if last != chapter.steps.len() {
                return Err(check.incomplete());
            }
            covered = chapter.end;
            is_covered = true;
        }
        if is_covered && covered >= end {
            Ok(())
        } else {
            Err(uncovered(covered))
        }
    }
}
