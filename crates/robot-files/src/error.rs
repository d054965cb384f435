//! Errors in files, with their places.

use std::fmt;

use thiserror::Error;

#[cfg(feature = "decompose")]
use super::DecomposeError;
use super::{Place, Warning};
use photofinish::ShapeError;
use photofinish_meshes::LoadError;
use photofinish_robot::RobotError;

/// Why a file cannot be read. Every message is one line and begins with the place of the error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
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
        /// The message of the parser.
        message: String,
    },
    /// A required part is missing.
    #[error("{place}: {owner} needs {what}, but has none")]
    Missing {
        /// The place of the owner.
        place: Place,
        /// The thing that lacks the part.
        owner: String,
        /// The missing part.
        what: String,
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
    /// A name refers to nothing.
    #[error("{place}: there is no {kind} named {name:?}{}", photofinish_spelling::question(near.as_deref()))]
    Unknown {
        /// The place where the name is used.
        place: Place,
        /// The kind of thing that it should name.
        kind: &'static str,
        /// The name.
        name: String,
        /// The known name that it resembles most, if there is one.
        near: Option<String>,
    },
    /// A word has no meaning in its place.
    #[error("{place}: unknown {kind} `{word}` in {owner}{}", photofinish_spelling::question(near.as_deref()))]
    Unrecognized {
        /// The place of the word.
        place: Place,
        /// Tag, attribute, key or column.
        kind: &'static str,
        /// The word.
        word: String,
        /// The thing that the word is part of.
        owner: String,
        /// The known word that it resembles most, if there is one.
        near: Option<String>,
    },
    /// An element stands twice where one is allowed.
    #[error("{place}: {owner} has more than one <{tag}>")]
    Repeated {
        /// The place of the second element.
        place: Place,
        /// The thing that has the elements.
        owner: String,
        /// The tag of the elements.
        tag: String,
    },
    /// The file must be expanded by xacro first.
    #[error(
        "{place}: {found} is for xacro, which has not expanded this file yet: run \
         `xacro robot.urdf.xacro > robot.urdf` and read the result"
    )]
    Unexpanded {
        /// The place of the sign.
        place: Place,
        /// The sign that the file is for xacro.
        found: String,
    },
    /// A file exceeds one of [the limits](super#limits).
    #[error("{place}: {what} must not be more than {limit}")]
    TooLarge {
        /// The place where the limit is exceeded.
        place: Place,
        /// The quantity that is limited.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The package of a mesh was not found, although a file with the name of the mesh was, in another package or in
    /// none.
    #[error(
        "{place}: the package {package:?} of the mesh {name:?} was not found; {found} may be of another package: \
         say where the package is, or rename its folder to {package:?}"
    )]
    NoPackage {
        /// The place where the mesh is used.
        place: Place,
        /// The name of the package.
        package: String,
        /// The name of the mesh, as given.
        name: String,
        /// The file with the name of the mesh.
        found: String,
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
    /// A mesh file was not found.
    #[error("{place}: the mesh {name:?} was not found; looked for {}", tried.join(", "))]
    NoMesh {
        /// The place where the mesh is used.
        place: Place,
        /// The name of the mesh, as given.
        name: String,
        /// The files that were looked for.
        tried: Vec<String>,
    },
    /// An STL or OBJ file cannot be read.
    #[error(transparent)]
    Mesh(#[from] LoadError),
    /// A mesh of a link cannot be decomposed.
    #[cfg(feature = "decompose")]
    #[error("{place}: the mesh {name:?} of link {link:?} cannot be decomposed: {source}")]
    Decomposition {
        /// The place where the mesh is used.
        place: Place,
        /// The name of the link.
        link: String,
        /// The name of the mesh, as given.
        name: String,
        /// Why it cannot be decomposed.
        source: Box<DecomposeError>,
    },
    /// A shape cannot be built.
    #[error("{place}: {owner}: {source}")]
    Shape {
        /// The place of the shape.
        place: Place,
        /// The thing that has the shape.
        owner: String,
        /// Why the shape cannot be built.
        source: ShapeError,
    },
    /// The file has content that a [`Reader`](super::Reader) passes over or puts right with a warning, although its
    /// author may have meant otherwise. The functions of this module refuse it.
    #[error("{warning}{}; a `Reader` reads the file all the same", and_others(*others))]
    Warned {
        /// The first warning.
        warning: Warning,
        /// The number of warnings after it.
        others: usize,
    },
    /// The file describes a robot, scene or path that cannot be built.
    #[error("{place}: {source}")]
    Robot {
        /// The place of the error.
        place: Place,
        /// Why it cannot be built.
        source: Box<RobotError>,
    },
}

impl ReadError {
    /// Returns the place of the error: `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        match self {
            Self::Unreadable { file, .. } => file.clone(),
            Self::Mesh(error) => error.place(),
            Self::Warned { warning, .. } => warning.place().to_string(),
            #[cfg(feature = "decompose")]
            Self::Decomposition { place, .. } => place.to_string(),
            Self::Syntax { place, .. }
            | Self::Missing { place, .. }
            | Self::Malformed { place, .. }
            | Self::Unknown { place, .. }
            | Self::Unsupported { place, .. }
            | Self::Unrecognized { place, .. }
            | Self::Repeated { place, .. }
            | Self::Unexpanded { place, .. }
            | Self::TooLarge { place, .. }
            | Self::NoPackage { place, .. }
            | Self::NoMesh { place, .. }
            | Self::Shape { place, .. }
            | Self::Robot { place, .. } => place.to_string(),
        }
    }

    /// Returns the message without the place.
    pub(super) fn message(&self) -> String {
        let message = self.to_string();
        let place = self.place() + ": ";
        message.strip_prefix(&place).unwrap_or(&message).to_owned()
    }

    pub(super) fn syntax(place: Place, message: impl fmt::Display) -> Self {
        Self::Syntax {
            place,
            message: one_line(&message.to_string()),
        }
    }

    pub(super) fn missing(place: Place, owner: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Missing {
            place,
            owner: owner.into(),
            what: what.into(),
        }
    }

    /// Returns an error about a value. `found` is its text in the file.
    pub(super) fn malformed(
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

    pub(super) fn unknown<'n>(
        place: Place,
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        Self::Unknown {
            place,
            kind,
            name: name.to_owned(),
            near: photofinish_spelling::nearest(name, known).map(str::to_owned),
        }
    }

    pub(super) fn unrecognized(
        place: Place,
        kind: &'static str,
        word: &str,
        owner: impl Into<String>,
        near: Option<&str>,
    ) -> Self {
        Self::Unrecognized {
            place,
            kind,
            word: one_line(word),
            owner: owner.into(),
            near: near.map(str::to_owned),
        }
    }

    /// Returns an error about a sign that the file is for xacro. `found` is its text in the file, or what it is.
    pub(super) fn unexpanded(place: Place, found: &str) -> Self {
        Self::Unexpanded {
            place,
            found: one_line(found),
        }
    }

    pub(super) fn too_large(place: Place, what: &'static str, limit: usize) -> Self {
        Self::TooLarge { place, what, limit }
    }

    pub(super) fn unsupported(place: Place, what: impl Into<String>, advice: &'static str) -> Self {
        Self::Unsupported {
            place,
            what: what.into(),
            advice,
        }
    }

    pub(super) fn shape(place: Place, owner: impl Into<String>, source: ShapeError) -> Self {
        Self::Shape {
            place,
            owner: owner.into(),
            source,
        }
    }

    pub(super) fn robot(place: Place, source: RobotError) -> Self {
        Self::Robot {
            place,
            source: Box::new(source),
        }
    }
}

/// Returns how many warnings there are beside the first.
fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => " (and another warning)".to_owned(),
        _ => format!(" (and {count} other warnings)"),
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

/// Returns the text with single spaces for line breaks and other white space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
