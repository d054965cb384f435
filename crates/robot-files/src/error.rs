//! What can be wrong with a file, and where.

use std::fmt;

use thiserror::Error;

use super::Place;
use photofinish::ShapeError;
use photofinish_robot::RobotError;

/// A file that does not say what it should. Every message is one line and begins with the place.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read at all.
    #[error("{file}: {source}")]
    Unreadable {
        /// Its name.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not in the format that it should be in.
    #[error("{place}: {message}")]
    Syntax {
        /// Where.
        place: Place,
        /// What the parser of the format says.
        message: String,
    },
    /// Something lacks a part.
    #[error("{place}: {owner} needs {what}, but has none")]
    Missing {
        /// Where.
        place: Place,
        /// What lacks it.
        owner: String,
        /// What it lacks.
        what: String,
    },
    /// Something is not what it should be.
    #[error("{place}: {what} must be {expected}, but is {found}")]
    Malformed {
        /// Where.
        place: Place,
        /// What it is the value of.
        what: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A name that nothing has.
    #[error("{place}: there is no {kind} named {name:?}")]
    Unknown {
        /// Where it is used.
        place: Place,
        /// What it should be the name of.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A word that has no meaning where it stands.
    #[error("{place}: unknown {kind} `{word}` in {owner}{}", crate::spelling::question(near.as_deref()))]
    Unrecognized {
        /// Where.
        place: Place,
        /// Tag, attribute, key or column.
        kind: &'static str,
        /// The word.
        word: String,
        /// What it is part of.
        owner: String,
        /// The known word that it resembles most.
        near: Option<String>,
    },
    /// A part that may be there once is there again.
    #[error("{place}: {owner} has more than one <{tag}>")]
    Repeated {
        /// Where it is there again.
        place: Place,
        /// What has it.
        owner: String,
        /// Its tag.
        tag: String,
    },
    /// A robot that xacro has yet to write.
    #[error(
        "{place}: {found} is for xacro, which has not expanded this file yet: run \
         `xacro robot.urdf.xacro > robot.urdf` and read the result"
    )]
    Unexpanded {
        /// Where.
        place: Place,
        /// What says so.
        found: String,
    },
    /// More of something than is read: see [the limits](super#limits).
    #[error("{place}: {what} must not be more than {limit}")]
    TooLarge {
        /// Where.
        place: Place,
        /// What there is too much of.
        what: &'static str,
        /// The most that is read.
        limit: usize,
    },
    /// A file of a package that is nowhere, though there is a file of that name in no package, or in another.
    #[error(
        "{place}: the package {package:?} of the mesh {name:?} was not found; {found} may be of another package: \
         say where the package is, or rename its folder to {package:?}"
    )]
    NoPackage {
        /// Where it is used.
        place: Place,
        /// The name of the package.
        package: String,
        /// The name of the mesh, as given.
        name: String,
        /// The file that would be it if the package did not matter.
        found: String,
    },
    /// Something that cannot be represented.
    #[error("{place}: {what} is not supported: {advice}")]
    Unsupported {
        /// Where.
        place: Place,
        /// What it is.
        what: String,
        /// What can be done about it.
        advice: &'static str,
    },
    /// A mesh file that is nowhere.
    #[error("{place}: the mesh {name:?} was not found; looked for {}", tried.join(", "))]
    NoMesh {
        /// Where it is used.
        place: Place,
        /// Its name, as given.
        name: String,
        /// The files that it could have been.
        tried: Vec<String>,
    },
    /// A shape that cannot be built.
    #[error("{place}: {owner}: {source}")]
    Shape {
        /// Where.
        place: Place,
        /// What it is the shape of.
        owner: String,
        /// What is wrong with it.
        source: ShapeError,
    },
    /// A robot, scene or path that cannot be built of what the file says.
    #[error("{place}: {source}")]
    Robot {
        /// Where.
        place: Place,
        /// What is wrong with it.
        source: Box<RobotError>,
    },
}

impl ReadError {
    /// Where it is: `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        match self {
            Self::Unreadable { file, .. } => file.clone(),
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

    /// What is wrong, without the place.
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

    /// `found` is the text as it stands in the file.
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

    pub(super) fn unknown(place: Place, kind: &'static str, name: &str) -> Self {
        Self::Unknown {
            place,
            kind,
            name: name.to_owned(),
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
            word: word.to_owned(),
            owner: owner.into(),
            near: near.map(str::to_owned),
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

/// The text in quotation marks, its beginning only if it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST).collect();
    format!("{:?}", beginning + "...")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
