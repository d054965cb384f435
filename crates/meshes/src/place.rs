//! Places in files.

use std::fmt;

/// A place in a file: the file, and the line and column, counted from 1, if the format tells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: String,
    /// 0 if unknown.
    line: u32,
    /// 0 if unknown.
    column: u32,
}

impl Place {
    /// Returns the place of a whole file.
    pub fn file(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 0,
            column: 0,
        }
    }

    /// Returns the place of a line.
    pub fn line(file: impl Into<String>, line: usize) -> Self {
        Self::at(file, line, 0)
    }

    /// Returns the place of a line and column.
    pub fn at(file: impl Into<String>, line: usize, column: usize) -> Self {
        Self {
            file: file.into(),
            line: u32::try_from(line).unwrap_or(0),
            column: u32::try_from(column).unwrap_or(0),
        }
    }

    /// Returns the name of the file.
    pub fn file_name(&self) -> &str {
        &self.file
    }

    /// Returns the line, counted from 1, if it is known.
    pub fn line_number(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
    }

    /// Returns the column, counted from 1, if it is known.
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
