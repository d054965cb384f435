//! Errors in meshes, with their places.

use std::fmt;

use thiserror::Error;

use crate::Place;
use photofinish::ShapeError;
use photofinish::pieces::{MeshError, PiecesError};

/// Why a mesh cannot be read, or is no body. Every message is one line that begins with the name of the mesh.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("{file}: {source}")]
    Unreadable {
        /// The name of the file.
        file: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is not in the format that it should be in.
    #[error("{place}: {message}")]
    Syntax {
        /// The place of the error.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// A required part is missing.
    #[error("{place}: {owner} needs {what}, but has none")]
    Missing {
        /// The place of the owner.
        place: Place,
        /// The thing that lacks the part.
        owner: &'static str,
        /// The missing part.
        what: &'static str,
    },
    /// A value is invalid.
    #[error("{place}: {what} must be {expected}, but is {found}")]
    Malformed {
        /// The place of the value.
        place: Place,
        /// The name of the value.
        what: String,
        /// What the value should be.
        expected: &'static str,
        /// What the value is.
        found: String,
    },
    /// A corner of a face is a vertex that the file does not have.
    #[error("{place}: {what} is vertex {vertex}, but there are only {vertices} vertices")]
    NoSuchVertex {
        /// The place of the face.
        place: Place,
        /// Which corner.
        what: String,
        /// The number of the vertex as the file gives it.
        vertex: i64,
        /// How many vertices there are; for a negative number, how many come before it.
        vertices: usize,
    },
    /// A word has no meaning in its place.
    #[error("{place}: unknown keyword `{word}` in an OBJ file{}", photofinish_spelling::question(near.as_deref()))]
    Unrecognized {
        /// The place of the word.
        place: Place,
        /// The word.
        word: String,
        /// The known word that it resembles most, if there is one.
        near: Option<String>,
    },
    /// The mesh exceeds one of [the limits](crate#limits).
    #[error("{place}: {what} must not be more than {limit}")]
    TooLarge {
        /// The place where the limit is exceeded.
        place: Place,
        /// The quantity that is limited.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The content is valid, but not supported.
    #[error("{place}: {what} is not supported: {advice}")]
    Unsupported {
        /// The place of the content.
        place: Place,
        /// The content.
        what: String,
        /// What the author of the file can do about it.
        advice: &'static str,
    },
    /// The triangles are no surface.
    #[error("{place}: {source}")]
    Surface {
        /// The mesh.
        place: Place,
        /// Why not.
        source: MeshError,
    },
    /// The points of an object have no hull.
    #[error("{place}: object {object}: {source}")]
    Hull {
        /// The mesh.
        place: Place,
        /// The index of the object.
        object: usize,
        /// Why they have none.
        source: ShapeError,
    },
    /// The hulls of the objects are no body.
    #[error("{place}: {source}")]
    Pieces {
        /// The mesh.
        place: Place,
        /// Why not.
        source: PiecesError,
    },
}

impl LoadError {
    /// Returns the place of the error: `FILE` or `FILE:LINE`.
    pub fn place(&self) -> String {
        match self {
            Self::Unreadable { file, .. } => file.clone(),
            Self::Syntax { place, .. }
            | Self::Missing { place, .. }
            | Self::Malformed { place, .. }
            | Self::NoSuchVertex { place, .. }
            | Self::Unrecognized { place, .. }
            | Self::TooLarge { place, .. }
            | Self::Unsupported { place, .. }
            | Self::Surface { place, .. }
            | Self::Hull { place, .. }
            | Self::Pieces { place, .. } => place.to_string(),
        }
    }

    pub(crate) fn syntax(place: Place, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        let words: Vec<_> = message.split_whitespace().collect();
        let message = words.join(" ");
        Self::Syntax { place, message }
    }

    /// Returns an error about a value. `found` is its text in the file.
    pub(crate) fn malformed(
        place: Place,
        what: impl Into<String>,
        expected: &'static str,
        found: &str,
    ) -> Self {
        Self::Malformed {
            place,
            what: what.into(),
            expected,
            found: quoted(found),
        }
    }
}

/// Returns the text in quotation marks, cut off if it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST).collect();
    format!("{:?}", beginning + "...")
}
