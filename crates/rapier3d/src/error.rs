//! What cannot be converted or swept.

use photofinish::pieces::{MeshError, PiecesError};
use photofinish::{PoseError, ShapeError};
use rapier::parry::shape::ShapeType;
use thiserror::Error;

/// The reason why a shape of parry has no counterpart here.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ConversionError {
    /// A shape of the user's own, or one that photofinish does not know.
    #[error("a shape of type {kind:?} has no counterpart in photofinish")]
    Unknown {
        /// Its type.
        kind: ShapeType,
    },
    /// A shape of photofinish has no counterpart in parry.
    #[error("there is no {name} in parry")]
    NotInParry {
        /// What kind of shape it is.
        name: &'static str,
    },
    /// A piece of a compound is not convex.
    #[error("a piece of a compound must be convex, but one is a {kind:?}")]
    PieceNotConvex {
        /// Its type.
        kind: ShapeType,
    },
    /// A number of a shape is not finite or out of its range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The pose of a piece of a compound is not finite, or its rotation is invalid.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// A compound has no pieces, or one that is not finite.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
    /// A mesh or a chain of segments is not valid.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
