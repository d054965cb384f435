//! What can be wrong with a file, and where.

use std::fmt;

use thiserror::Error;

use crate::ShapeError;
use crate::robot::RobotError;

/// Where something stands: a file, and the line and column, counted from 1, if the format tells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: String,
    /// 0 if unknown.
    line: u32,
    /// 0 if unknown.
    column: u32,
}

impl Place {
    /// Somewhere in this file.
    pub(super) fn file(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 0,
            column: 0,
        }
    }

    /// On this line of the file.
    pub(super) fn line(file: impl Into<String>, line: usize) -> Self {
        Self::at(file, line, 0)
    }

    /// At this line and column.
    pub(super) fn at(file: impl Into<String>, line: usize, column: usize) -> Self {
        Self {
            file: file.into(),
            line: u32::try_from(line).unwrap_or(0),
            column: u32::try_from(column).unwrap_or(0),
        }
    }

    /// The name of the file.
    pub fn file_name(&self) -> &str {
        &self.file
    }

    /// The line, from 1.
    pub fn line_number(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
    }

    /// The column, from 1.
    pub fn column_number(&self) -> Option<u32> {
        (self.column > 0).then_some(self.column)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

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
            | Self::NoMesh { place, .. }
            | Self::Shape { place, .. }
            | Self::Robot { place, .. } => place.to_string(),
        }
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
