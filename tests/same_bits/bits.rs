//! Hashes of answers.

use std::fmt::Debug;

/// A row of the table: a name and the answers behind it.
pub struct Row {
    pub name: String,
    hash: u64,
}

impl Row {
    pub fn new(name: String) -> Self {
        Self {
            name,
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }

    /// Adds an answer with all of its fields. Numbers are written with enough digits to tell them from their
    /// neighbours, so no bit is lost.
    pub fn add(&mut self, answer: &impl Debug) {
        // FNV-1a, with a zero byte after each answer
        for byte in format!("{answer:?}").bytes().chain([0]) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash)
    }
}
