//! Why a certificate for bodies of pieces is not a proof.

use thiserror::Error;

use crate::CertificateError;

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
    #[error(
        "step {step} of chapter {chapter} does not fit the trees: were the bodies given in the other order?"
    )]
    OtherTrees {
        /// The number of the chapter.
        chapter: usize,
        /// The number of the step.
        step: usize,
    },
    /// Nothing, or another pair of pieces, is where a step refers to.
    #[error(
        "step {step} of chapter {chapter} refers to the certificate of other pieces, or to none: were the bodies given in \
         the other order?"
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
        error: CertificateError,
    },
    /// A piece is said to let another one pass, but it does not, or not over all of the chapter.
    #[error("step {step} of chapter {chapter} lets pieces pass that may meet at the front")]
    NotLetPass {
        /// The number of the chapter.
        chapter: usize,
        /// The number of the step.
        step: usize,
    },
    /// The claim itself is invalid.
    #[error(transparent)]
    Claim(#[from] CertificateError),
}
