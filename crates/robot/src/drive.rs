//! What drives a joint.

use super::Mimic;
use super::rounded::Rounded;

/// What drives a joint: its value is `multiplier * coordinate + offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive {
    /// The place in a configuration.
    pub(super) coordinate: usize,
    pub(super) multiplier: Rounded,
    pub(super) offset: Rounded,
}

impl Drive {
    /// A joint with a value of its own.
    pub(super) fn direct(coordinate: usize) -> Self {
        Self {
            coordinate,
            multiplier: Rounded::exact(1.0),
            offset: Rounded::exact(0.0),
        }
    }

    /// A joint that follows this one.
    pub(super) fn followed(self, mimic: &Mimic) -> Self {
        Self {
            multiplier: self.multiplier * mimic.multiplier,
            offset: self.offset * mimic.multiplier + Rounded::exact(mimic.offset),
            ..self
        }
    }
}
