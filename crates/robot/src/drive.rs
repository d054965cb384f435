//! Where the value of a joint comes from.

use super::Mimic;
use super::rounded::Rounded;

/// Where the value of a joint comes from: it is `multiplier * coordinate + offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive {
    /// The index in a configuration.
    pub(super) coordinate: usize,
    pub(super) multiplier: Rounded,
    pub(super) offset: Rounded,
}

impl Drive {
    /// Returns the drive of a joint with a value of its own.
    pub(super) fn direct(coordinate: usize) -> Self {
        Self {
            coordinate,
            multiplier: Rounded::exact(1.0),
            offset: Rounded::exact(0.0),
        }
    }

    /// Returns the drive of a joint that follows this one.
    pub(super) fn followed(self, mimic: &Mimic) -> Self {
        Self {
            multiplier: self.multiplier * mimic.multiplier,
            offset: self.offset * mimic.multiplier + Rounded::exact(mimic.offset),
            ..self
        }
    }
}
