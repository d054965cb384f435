//! A simplex carried from one search to the next (\[3\] 4.3).

/// The most pairs of a seed. In space a simplex with more points contains the origin, and a search from it would end
/// at once.
const ROOM: usize = 3;

/// The simplex of an earlier search, for the tracking of \[3\] 4.3: the indices of the vertices of both bodies.
///
/// It is planted at their present places. An outdated seed, or one of other bodies, only costs time: whatever it names
/// is looked up in the bodies anew.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Seed {
    pairs: [[u32; 2]; ROOM],
    count: usize,
}

impl Default for Seed {
    fn default() -> Self {
        Self {
            pairs: [[0; 2]; ROOM],
            count: 0,
        }
    }
}

impl Seed {
    /// Adds a pair, if there is room.
    #[inline(always)]
    pub(super) fn push(&mut self, pair: [u32; 2]) {
        if let Some(free) = self.pairs.get_mut(self.count) {
            *free = pair;
            self.count += 1;
        }
    }

    pub(super) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs[..self.count]
    }
}
