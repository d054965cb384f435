//! The front of a search: where it ended, and the directions that passed there.

use super::Bodies;
use crate::Real;
use crate::tuning::WALKS_FROM_FRONT;

/// Where the last query of two bodies ended its search down their trees: pairs of boxes, each with the direction that
/// separated them.
///
/// The next query starts from there. If the bodies have moved only a little, each pair of boxes takes one test. Keep
/// one for each pair of bodies that you ask about again and again. It is empty as long as a first look tells that the
/// bodies pass each other. A front never changes a bit of an answer but its
/// [statistics](super::FirstContact::statistics): one from other bodies, or from bodies that were moved elsewhere, only
/// costs time.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::Query;
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::pieces::{Front, MovingPieces, Polyline};
///
/// // a boat drifts along a shore
/// let shore = Polyline::open((0..100).map(|i| vector![f64::from(i), f64::from(i % 7) * 0.1]).collect())?;
/// let shore = MovingPieces::new(&shore, AtRest::new(Isometry2::identity())?);
/// let hull = Polyline::closed(vec![vector![0.0, -0.3], vector![2.0, 0.0], vector![0.0, 0.3]])?;
/// let mut front = Front::new();
/// for step in 0..50 {
///     let start = Isometry2::translation(f64::from(step), 2.0);
///     let boat = MovingPieces::new(&hull, ConstantVelocity::new(start, vector![1.0, 0.0], 0.01)?);
///     let answer = Query::new().first_contact_from(&boat, &shore, 0.0..=1.0, &mut front)?;
///     assert!(answer.contact.is_none());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Front {
    /// In no order. Every pair of pieces is in one of them.
    entries: Vec<Entry>,
    /// How many pieces either body has: all trees of so many have the same form.
    trees: (usize, usize),
    /// How many walks began here since one began from both roots.
    walks: u32,
    /// Whether a walk has begun and not ended, as one that fails: some pairs are missing then.
    is_partial: bool,
}

/// A pair of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) depth: u8,
    /// The direction that separated them, or the one to try first.
    pub(super) sight: u8,
}

impl Entry {
    /// Both bodies as a whole.
    pub(super) const ROOT: Self = Self {
        a: 0,
        b: 0,
        depth: 0,
        sight: 0,
    };
}

impl Front {
    /// A front for bodies of which nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many pairs of boxes it has.
    pub fn pairs(&self) -> usize {
        self.entries.len()
    }

    /// Takes the pairs out, if they are from trees like these; else that of both roots. So do some walks now and then: of
    /// pairs that came near each other, parents may be apart by now.
    pub(super) fn take<T: Real, const D: usize>(&mut self, (a, b): Bodies<'_, T, D>) -> Vec<Entry> {
        let trees = (a.tree().pieces(), b.tree().pieces());
        let was_partial = std::mem::replace(&mut self.is_partial, true);
        self.walks += 1;
        if self.trees != trees || was_partial || self.walks > WALKS_FROM_FRONT {
            self.trees = trees;
            self.walks = 0;
            self.entries.clear();
        }
        if self.entries.is_empty() {
            return vec![Entry::ROOT];
        }
        std::mem::take(&mut self.entries)
    }

    /// Adds a pair.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Ends the walk with the pairs that it leaves: all are there then.
    pub(super) fn complete(&mut self, left: impl Iterator<Item = Entry>) {
        self.entries.extend(left);
        self.is_partial = false;
    }
}
