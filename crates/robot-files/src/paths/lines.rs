//! Paths as lines of JSON.

use std::io::{BufRead, Read};

use super::{PathRecord, json};
use crate::warning::{Source, Warnings};
use crate::{Place, ReadError, files, limits};

/// The paths in lines of JSON, read one line after the other.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    name: String,
    /// The number of the line that was read last.
    line: usize,
    /// Iff a line was too long, so that no more lines are read.
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, name: String) -> Self {
        Self {
            reader,
            name,
            line: 0,
            ended: false,
        }
    }

    /// Returns the path on the next line that is not empty.
    pub(super) fn next(&mut self, warnings: &Warnings) -> Option<Result<PathRecord, ReadError>> {
        match self.next_line() {
            Ok(Some(text)) => {
                let source = Source::new(&self.name, warnings);
                Some(json::record(text.trim_end(), source, self.line))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }

    fn next_line(&mut self) -> Result<Option<String>, ReadError> {
        while !self.ended {
            let mut bytes = Vec::new();
            let mut beginning = self.reader.by_ref().take(limits::LINE_BYTES as u64 + 1);
            let read = beginning.read_until(b'\n', &mut bytes);
            read.map_err(|source| ReadError::Unreadable {
                file: self.name.clone(),
                source,
            })?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            let place = Place::line(&self.name, self.line);
            if bytes.len() > limits::LINE_BYTES {
                self.ended = true;
                let what = "the bytes of a line";
                return Err(ReadError::too_large(place, what, limits::LINE_BYTES));
            }
            let text =
                String::from_utf8(bytes).map_err(|_| ReadError::syntax(place, files::NOT_TEXT))?;
            if !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }
}
