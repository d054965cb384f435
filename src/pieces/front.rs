//! The front of a walk down both trees: where it ended, and the directions that passed there.

use std::collections::BTreeMap;

use nalgebra::SVector;

use super::Bodies;
use super::window::Window;
use crate::Real;
use crate::tuning::WALKS_TO_MERGE;
use crate::vector::unit;

/// Where the last query of two bodies ended its walk down their trees: pairs of boxes, each with the direction that
/// separated them.
///
/// The next query starts from there. If the bodies have moved only a little, each pair of boxes takes one test. Keep
/// one for each pair of bodies that you ask about again and again. A front never changes a bit of an answer but its
/// [statistics](super::FirstContact::statistics): one from other bodies, or from bodies that were moved elsewhere, only
/// costs time.
///
/// Most queries about a convex body and one that does not turn need no front and leave it as it is.
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
    /// In the order of the walk, so that the pairs of boxes make a full binary tree, of which each has its depth.
    entries: Vec<Entry>,
    /// A number for either tree, which trees share that are walked down in the same order.
    ///
    /// In another order the walk could find another pair of pieces in contact at the start first.
    trees: (u64, u64),
    /// How many walks ended here since pairs were last merged.
    walks: u32,
    /// Whether a walk has begun and not ended, as one that fails: some pairs are missing then.
    is_partial: bool,
    /// The vectors that separated pieces last whose boxes nothing separated, in the world's frame. They need not be
    /// exact, and so are the same for all scalars and dimensions.
    axes: BTreeMap<(u32, u32), [f32; 3]>,
}

/// A pair of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Takes the pairs out, if they are from trees like these; else that of both roots.
    pub(super) fn take<T: Real, const D: usize>(&mut self, (a, b): Bodies<'_, T, D>) -> Vec<Entry> {
        let trees = (a.tree().radii(), b.tree().radii());
        let was_partial = std::mem::replace(&mut self.is_partial, true);
        if self.trees != trees || self.entries.is_empty() || was_partial {
            self.trees = trees;
            self.walks = 0;
            self.clear();
            return vec![Entry::ROOT];
        }
        std::mem::take(&mut self.entries)
    }

    /// Adds the next pair of the walk.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Adds the pairs that a walk which ends early has still ahead, the next one last.
    pub(super) fn push_all(&mut self, ahead: Vec<Entry>) {
        self.entries.extend(ahead.into_iter().rev());
        self.complete();
    }

    /// Ends the walk: all pairs are there.
    pub(super) fn complete(&mut self) {
        self.is_partial = false;
    }

    /// Forgets all pairs, and all axes.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.axes.clear();
    }

    /// Returns the axis that separated two pieces last, if one is known.
    #[inline]
    pub(super) fn axis<T: Real, const D: usize>(
        &self,
        pieces: (u32, u32),
    ) -> Option<SVector<T, D>> {
        let axis = self.axes.get(&pieces)?;
        Some(unit(SVector::from_fn(|row, _| T::of(axis[row].into()))))
    }

    /// Keeps the axis that separated two pieces.
    pub(super) fn keep_axis<T: Real, const D: usize>(
        &mut self,
        pieces: (u32, u32),
        axis: &SVector<T, D>,
    ) {
        let row = |row: usize| axis.get(row).map_or(0.0, |x| x.as_f64() as f32);
        self.axes.insert(pieces, std::array::from_fn(row));
    }

    /// Puts pairs of parents in the place of their children, after some walks that began from this front.
    pub(super) fn merge_now_and_then<T: Real, const D: usize>(
        &mut self,
        bodies: Bodies<'_, T, D>,
        window: &Window<T, D>,
    ) {
        self.walks += 1;
        if self.walks == WALKS_TO_MERGE {
            self.walks = 0;
            self.merge(bodies, window);
            // pieces whose boxes are apart by now need no axes
            self.axes.clear();
        }
    }

    /// Puts the pair of two parents in the place of their children, wherever a direction passes for the parents too.
    fn merge<T: Real, const D: usize>(&mut self, (a, b): Bodies<'_, T, D>, window: &Window<T, D>) {
        // the pairs of a subtree are a block: with its depth, and how many there are
        let mut blocks: Vec<(u8, usize)> = Vec::new();
        let mut kept = 0;
        for index in 0..self.entries.len() {
            self.entries[kept] = self.entries[index];
            kept += 1;
            let mut block = (self.entries[kept - 1].depth, 1);
            // neighbours of equal depth are siblings, as in a prefix code
            while let Some(&(depth, pairs)) = blocks.last()
                && depth == block.0
            {
                blocks.pop();
                let both = pairs + block.1;
                block = (depth - 1, both);
                if both == 2
                    && let [.., one, other] = self.entries[..kept]
                    && let parent = parent(one, other)
                    && let nodes = (a.tree().node(parent.a), b.tree().node(parent.b))
                    && let Some(passed) = window.separates((a, b), nodes, parent.sight)
                {
                    kept -= 1;
                    self.entries[kept - 1] = Entry {
                        sight: passed.sight,
                        ..parent
                    };
                    block.1 = 1;
                }
            }
            blocks.push(block);
        }
        self.entries.truncate(kept);
    }
}

/// Returns the pair of the parents of two siblings.
fn parent(one: Entry, other: Entry) -> Entry {
    // the first child of a box follows it in its tree
    let (a, b) = if one.b == other.b {
        (one.a - 1, one.b)
    } else {
        (one.a, one.b - 1)
    };
    let depth = one.depth - 1;
    Entry { a, b, depth, ..one }
}
