//! The directions that were found along an edge.

use nalgebra::Vector3;

use super::pair::{Candidate, With};

/// The most candidates that are remembered: each is looked for among all of them.
///
/// Without a memory short clear edges of a Panda take a tenth more in the mean. Without a limit an edge of a bar past 16,000
/// balls, all in its box, takes 366 ms in place of 17.
const MOST: usize = 64;

/// Pieces that were seen at some time, with the directions that were found then.
#[derive(Debug, Default)]
pub(in crate::planner) struct Memory(Vec<Candidate>);

impl Memory {
    pub(in crate::planner) fn forget(&mut self) {
        self.0.clear();
    }

    /// Remembers the direction of a candidate, unless it is a point or too many are known.
    pub(in crate::planner) fn keep(&mut self, candidate: &Candidate) {
        if matches!(candidate.with, With::Point { .. }) {
            return;
        }
        match self.place(candidate.part, candidate.with) {
            Some(place) => self.0[place] = *candidate,
            None if self.0.len() < MOST => self.0.push(*candidate),
            None => {}
        }
    }

    /// Returns a candidate with the direction that was found for it before.
    pub(in crate::planner) fn candidate(&self, part: u32, with: With) -> Candidate {
        match self.place(part, with) {
            Some(place) => self.0[place],
            None => Candidate {
                part,
                with,
                axis: Vector3::zeros(),
                meets: false,
                is_tested: false,
            },
        }
    }

    fn place(&self, part: u32, with: With) -> Option<usize> {
        let is_same = |seen: &Candidate| seen.part == part && seen.with == with;
        self.0.iter().position(is_same)
    }
}
