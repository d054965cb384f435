//! Why there is no manifold.

use thiserror::Error;

use crate::pieces::PiecesError;
use crate::{NotFinite, ShapeError};

/// The reason why a manifold has no points.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ManifoldError {
    /// A coordinate of a body or of the contact is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// The normal of the contact is zero.
    #[error("a contact needs a normal, but it is zero")]
    NoNormal,
    /// A length among the settings is negative, NaN, infinite or too large.
    #[error("{name} must be a finite length, not negative, but is {value:?}")]
    InvalidLength {
        /// Which length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// Both bodies are half-spaces: these have no contact points.
    #[error("both bodies are half-spaces, of which none touches another in points")]
    TwoHalfSpaces,
    /// A shape is not finite, or too large.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
    /// A half-space has moved too far.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A manifold is to have no points at all.
    #[error("a manifold has at least one point, but max_points is 0")]
    NoPoints,
}
