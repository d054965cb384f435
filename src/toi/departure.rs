//! How bodies that start in contact come apart.

use super::InitialContact;
use super::outcome::InitialReport;
use crate::Real;

/// How far the bodies are in leaving a contact that they started in.
pub(super) enum Departure<T, const D: usize> {
    /// They have not been looked at yet.
    AtStart(InitialContact),
    /// They were in contact, and have come apart this far without leaving the tolerance.
    Leaving {
        /// The proven gap when they were last looked at.
        gap: T,
        /// The contact.
        report: InitialReport<T, D>,
    },
    /// They have left the contact.
    Left(InitialReport<T, D>),
    /// They never were in contact.
    Over,
}

impl<T: Real, const D: usize> Departure<T, D> {
    pub(super) fn new(policy: InitialContact) -> Self {
        Self::AtStart(policy)
    }

    /// The bodies were proven free over a piece of the interval: a contact after it is none at the start.
    pub(super) fn leave_start(&mut self) {
        if matches!(self, Self::AtStart(_)) {
            *self = Self::Over;
        }
    }

    /// The bodies were seen outside the tolerance.
    pub(super) fn end(&mut self) {
        *self = match self.report() {
            Some(report) => Self::Left(report),
            None => Self::Over,
        };
    }

    /// The contact that was left aside, if there was one.
    pub(super) fn report(&self) -> Option<InitialReport<T, D>> {
        match self {
            Self::Leaving { report, .. } | Self::Left(report) => Some(*report),
            Self::AtStart(_) | Self::Over => None,
        }
    }
}
