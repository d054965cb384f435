//! Certificates for bodies of pieces.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use nalgebra::SVector;
use thiserror::Error;

use super::window::Passed;
use super::{Body, MovingPieces, Pieces};
use crate::motion::Motion;
use crate::separation::{Frame, Setting};
use crate::{
    Certificate, CertificateError, CertifiedInterval, Extrusion, Query, QueryError, Real, Solution,
    Span,
};

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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It covers the time before the first contact. If pieces started in contact and were looked past, it covers the time
/// after they have left it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct PiecesCertificate<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    /// In the order of time. Each begins where the one before ends.
    pub chapters: Vec<Chapter<T, D>>,
    /// What the chapters refer to: two pieces by their indices, and the certificate for them.
    pub pieces: Vec<((u32, u32), Certificate<T, D>)>,
}

/// The proof for one span of time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
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

/// The check of a chapter.
struct Check<'x, A, B, T: Real, const D: usize> {
    certificate: &'x PiecesCertificate<T, D>,
    chapter: &'x Chapter<T, D>,
    number: usize,
    bodies: (&'x A, &'x B),
    /// The distance, and the part of the chapter's span that the claim is about.
    claimed: (T, T, T),
}

impl<A: Body<T, D>, B: Body<T, D>, T: Real, const D: usize> Check<'_, A, B, T, D> {
    /// Checks the steps about a pair of boxes, from one on. Returns the number of the step after these.
    fn walk(&self, (a, b): (u32, u32), step: usize) -> Result<usize, PiecesCertificateError> {
        let chapter = self.number;
        let (tree_a, tree_b) = (self.bodies.0.tree(), self.bodies.1.tree());
        let of_trees = (tree_a.node(a).piece(), tree_b.node(b).piece());
        let refused = |error| PiecesCertificateError::Step {
            chapter,
            step,
            error,
        };
        match self.chapter.steps.get(step) {
            None => return Err(self.incomplete()),
            Some(ProofStep::Separated(interval)) => {
                self.check(interval, (a, b)).map_err(refused)?;
            }
            Some(ProofStep::SplitA) if of_trees.0.is_none() => {
                let [one, other] = tree_a.children(a);
                let next = self.walk((one, b), step + 1)?;
                return self.walk((other, b), next);
            }
            Some(ProofStep::SplitB) if of_trees.1.is_none() => {
                let [one, other] = tree_b.children(b);
                let next = self.walk((a, one), step + 1)?;
                return self.walk((a, other), next);
            }
            Some(ProofStep::Pieces(number)) if let (Some(of_a), Some(of_b)) = of_trees => {
                let certificate = match self.certificate.pieces.get(*number as usize) {
                    Some((pieces, certificate)) if *pieces == (of_a, of_b) => certificate,
                    _ => return Err(PiecesCertificateError::OtherPieces { chapter, step }),
                };
                let (a, b) = (
                    self.bodies.0.moving_piece(of_a),
                    self.bodies.1.moving_piece(of_b),
                );
                let (distance, start, end) = self.claimed;
                certificate
                    .verify(&a, &b, distance, start..=end)
                    .map_err(refused)?;
            }
            Some(_) => return Err(PiecesCertificateError::OtherTrees { chapter, step }),
        }
        Ok(step + 1)
    }

    /// Checks that a vector separates two boxes over the span of the chapter.
    fn check(
        &self,
        interval: &CertifiedInterval<T, D>,
        (a, b): (u32, u32),
    ) -> Result<(), CertificateError> {
        let (a, b) = (self.bodies.0.moving_box(a), self.bodies.1.moving_box(b));
        // written so that NaN covers nothing
        if !(interval.start <= self.chapter.start && interval.end >= self.chapter.end) {
            let (start, end) = (self.chapter.start.as_f64(), self.chapter.end.as_f64());
            return Err(CertificateError::Uncovered { start, end });
        }
        let (origin, distance) = (self.chapter.origin, self.claimed.0);
        interval.proves((&a, &b), origin, distance)
    }

    fn incomplete(&self) -> PiecesCertificateError {
        PiecesCertificateError::Incomplete {
            chapter: self.number,
        }
    }
}

/// A certificate while it is written.
pub(super) struct Proof<T: Real, const D: usize> {
    pub(super) certificate: PiecesCertificate<T, D>,
    origin: SVector<T, D>,
    /// The number of the latest certificate for each pair of pieces.
    latest: BTreeMap<(u32, u32), u32>,
}

impl<T: Real, const D: usize> Proof<T, D> {
    pub(super) fn new(origin: SVector<T, D>) -> Self {
        Self {
            certificate: PiecesCertificate {
                chapters: Vec::new(),
                pieces: Vec::new(),
            },
            origin,
            latest: BTreeMap::new(),
        }
    }

    /// Adds the time in which the boxes around both bodies are apart.
    pub(super) fn add_apart(&mut self, apart: Certificate<T, D>) {
        let origin = apart.origin;
        let chapters = apart.intervals.into_iter().map(|interval| Chapter {
            start: interval.start,
            end: interval.end,
            origin,
            steps: vec![ProofStep::Separated(interval)],
        });
        self.certificate.chapters.extend(chapters);
    }

    /// Begins a chapter.
    pub(super) fn begin(&mut self, during: Span<T>) {
        self.certificate.chapters.push(Chapter {
            start: during.start(),
            end: during.end(),
            origin: self.origin,
            steps: Vec::new(),
        });
    }

    /// Ends the latest chapter earlier. What it says of a longer span holds for this one too.
    pub(super) fn end_chapter_at(&mut self, end: T) {
        self.chapter().end = end;
    }

    /// Takes the latest chapter back. The certificates of pieces are kept, as some may be referred to again.
    pub(super) fn give_up_chapter(&mut self) {
        self.certificate.chapters.pop();
    }

    fn chapter(&mut self) -> &mut Chapter<T, D> {
        let latest = self.certificate.chapters.last_mut();
        latest.expect("a walk begins with its chapter")
    }

    pub(super) fn add(&mut self, step: ProofStep<T, D>) {
        self.chapter().steps.push(step);
    }

    /// Adds a pair of boxes that a direction separates, if the check agrees. It counts rounding in another way than the
    /// search, so now and then it does not.
    pub(super) fn add_separated<A: Extrusion<T, D>, B: Extrusion<T, D>>(
        &mut self,
        boxes: (&A, &B),
        passed: &Passed<T, D>,
        kept_distance: T,
    ) -> bool {
        let chapter = self.chapter();
        let interval = CertifiedInterval {
            start: chapter.start,
            end: chapter.end,
            direction: passed.direction,
            frame: Frame::World,
            kept_distance,
            margin: passed.margin.value,
            order: passed.margin.order,
        };
        let setting = Setting {
            a: boxes.0,
            b: boxes.1,
            origin: chapter.origin,
        };
        let proven = match interval.check(0, None, &setting) {
            Ok(proven) => proven,
            // said to be uncertified, and to be found as such
            Err(CertificateError::Uncertified { .. }) => passed.margin.value,
            Err(_) => return false,
        };
        let margin = proven.min(interval.margin);
        chapter.steps.push(ProofStep::Separated(CertifiedInterval {
            margin,
            ..interval
        }));
        true
    }

    /// Asks about two pieces, and keeps the certificate.
    pub(super) fn certify<A: Extrusion<T, D>, B: Extrusion<T, D>>(
        &mut self,
        query: &Query<T>,
        (a, b): (&A, &B),
        pieces: (u32, u32),
        interval: RangeInclusive<T>,
    ) -> Result<Solution<T, D>, QueryError> {
        let (answer, certificate) = match query.certify(a, b, interval) {
            Ok((solution, certificate)) => (Ok(solution), certificate),
            Err(error) => (Err(error.error), error.certificate),
        };
        let number = self.certificate.pieces.len() as u32;
        self.latest.insert(pieces, number);
        self.certificate.pieces.push((pieces, certificate));
        answer
    }

    /// Refers to the latest certificate of two pieces.
    pub(super) fn refer_to(&mut self, pieces: (u32, u32)) {
        let number = self.latest[&pieces];
        self.add(ProofStep::Pieces(number));
    }

    /// Takes back the certificate that was kept last, as another one will take its place.
    pub(super) fn forget(&mut self, pieces: (u32, u32)) {
        self.certificate.pieces.pop();
        self.latest.remove(&pieces);
    }
}
