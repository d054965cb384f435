//! Warnings: content of a file that is no error, but that its author may have meant otherwise.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use super::error::one_line;
use super::{Place, ReadError};

/// A warning: something in a file was ignored or put right, and its author may have meant otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    place: Place,
    message: String,
}

impl Warning {
    /// Returns the place in the file.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the message, in one line without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The warnings so far. Each message is kept once for a file, with its first place.
#[derive(Debug, Default)]
pub(super) struct Warnings(RefCell<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// In their order.
    all: Vec<Warning>,
    /// The files and messages of `all`.
    seen: HashSet<(String, String)>,
}

impl Warnings {
    pub(super) fn push(&self, place: Place, message: impl Into<String>) {
        let message = one_line(&message.into());
        let mut kept = self.0.borrow_mut();
        let key = (place.file_name().to_owned(), message.clone());
        if kept.seen.insert(key) {
            kept.all.push(Warning { place, message });
        }
    }

    /// Checks that there are no warnings.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        match self.to_vec().split_first() {
            None => Ok(()),
            Some((first, others)) => Err(ReadError::Warned {
                warning: first.clone(),
                others: others.len(),
            }),
        }
    }

    pub(super) fn to_vec(&self) -> Vec<Warning> {
        self.0.borrow().all.clone()
    }
}

/// A file that is being read: its name, and the warnings about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) warnings: &'a Warnings,
}

impl<'a> Source<'a> {
    pub(super) fn new(name: &'a str, warnings: &'a Warnings) -> Self {
        Self { name, warnings }
    }

    /// Returns the place of the whole file.
    pub(super) fn place(self) -> Place {
        Place::file(self.name)
    }
}
