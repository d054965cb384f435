//! The pairs of boxes that overlap, among many.
//!
//! [`overlapping_pairs`] finds them, for a broad phase of your own. A scene keeps its boxes in a `BroadPhase`, whose
//! boxes change now and then:
//!
//! Boxes that were set together are in one tree, which does not change any more. A box that is set again moves to a new
//! tree, and leaves a gap in the old one. The new tree is compared with itself and with all others, so that an update
//! costs as much as what changed. An old tree that is not much larger than what changed is merged into the new one. So
//! there are at most as many trees as the logarithm of the number of boxes, and a box moves to a larger tree at most as
//! often.

mod tree;

use crate::Real;
use crate::swept::SweptBox;
use crate::tuning::GROWTH_OF_TREES;
use tree::Tree;

/// Pairs of overlapping boxes, and what it took to find them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoxPairs {
    /// The places of both boxes, the smaller one first, in their order. Each pair is here once.
    pub pairs: Vec<[usize; 2]>,
    /// How many pairs of boxes were compared, those around several boxes included.
    pub tests: u64,
}

/// Returns the pairs of boxes that have a point in common.
///
/// For n boxes it takes about n log n comparisons, and as many more as there are pairs. The boxes may be of very
/// different sizes. One with NaN at both ends of an axis overlaps all others along that axis.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::broad_phase::overlapping_pairs;
/// use photofinish::swept::SweptBox;
///
/// let at = |x: f64| SweptBox { min: vector![x, 0.0], max: vector![x + 1.5, 1.0] };
/// let boxes = [at(3.0), at(0.0), at(1.0), at(2.0)];
/// assert_eq!(overlapping_pairs(&boxes).pairs, [[0, 3], [1, 2], [2, 3]]);
/// ```
pub fn overlapping_pairs<T: Real, const D: usize>(boxes: &[SweptBox<T, D>]) -> BoxPairs {
    let mut phase = BroadPhase::new();
    for (number, swept) in boxes.iter().enumerate() {
        phase.set(number, *swept);
    }
    let pairs = phase.update::<InTurn>();
    BoxPairs {
        pairs,
        tests: phase.tests(),
    }
}

/// Boxes with numbers, which the caller chooses without large gaps.
#[derive(Clone, Debug)]
pub(crate) struct BroadPhase<T: Real, const D: usize> {
    trees: Vec<Option<Tree<T, D>>>,
    /// Where each box is.
    places: Vec<Place>,
    /// Boxes that were set since the last update.
    fresh: Vec<Boxed<T, D>>,
    tests: u64,
}

/// Who does two things that do not depend on each other.
pub(crate) trait Workers {
    fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send)
    -> (A, B);
}

/// The thread that asks, one after the other.
pub(crate) struct InTurn;

impl Workers for InTurn {
    fn both<A: Send, B: Send>(
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (a(), b())
    }
}

/// The threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) struct AtOnce;

#[cfg(feature = "rayon")]
impl Workers for AtOnce {
    fn both<A: Send, B: Send>(
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        rayon::join(a, b)
    }
}

/// A box with its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxed<T: Real, const D: usize> {
    number: usize,
    swept: SweptBox<T, D>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Nowhere,
    /// In the list of fresh boxes, at this place.
    Fresh(usize),
    InTree {
        tree: usize,
        item: usize,
    },
}

impl<T: Real, const D: usize> BroadPhase<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            trees: Vec::new(),
            places: Vec::new(),
            fresh: Vec::new(),
            tests: 0,
        }
    }

    /// Adds a box, or replaces the one with this number. A box with NaN at both ends of an axis overlaps all
    /// others along that axis.
    pub(crate) fn set(&mut self, number: usize, swept: SweptBox<T, D>) {
        if number >= self.places.len() {
            self.places.resize(number + 1, Place::Nowhere);
        }
        if let Place::Fresh(place) = self.places[number] {
            self.fresh[place].swept = swept;
            return;
        }
        self.remove(number);
        self.places[number] = Place::Fresh(self.fresh.len());
        self.fresh.push(Boxed { number, swept });
    }

    /// Removes the box with this number, if there is one.
    pub(crate) fn remove(&mut self, number: usize) {
        let Some(place) = self.places.get_mut(number) else {
            return;
        };
        match std::mem::replace(place, Place::Nowhere) {
            Place::Nowhere => {}
            Place::Fresh(place) => {
                self.fresh.swap_remove(place);
                if let Some(moved) = self.fresh.get(place) {
                    self.places[moved.number] = Place::Fresh(place);
                }
            }
            Place::InTree { tree, item } => {
                let boxes = self.trees[tree].as_mut().expect("a box is in a tree");
                if boxes.remove(item) == 0 {
                    self.trees[tree] = None;
                }
            }
        }
    }

    /// Returns the pairs of overlapping boxes of which at least one was set since the last update. The smaller number
    /// comes first in each, and they are in the order of their numbers.
    pub(crate) fn update<W: Workers>(&mut self) -> Vec<[usize; 2]> {
        let fresh = Tree::new::<W>(std::mem::take(&mut self.fresh));
        let mut found = fresh.join_itself::<W>();
        for tree in self.trees.iter().flatten() {
            fresh.join(tree, &mut found);
        }
        self.tests += found.tests;
        let mut pairs = found.pairs;
        let in_order = || {
            for pair in &mut pairs {
                pair.sort_unstable();
            }
            pairs.sort_unstable();
        };
        W::both(in_order, || self.keep::<W>(fresh));
        pairs
    }

    /// Returns how many boxes were compared so far, those around several boxes included.
    pub(crate) fn tests(&self) -> u64 {
        self.tests
    }

    /// Keeps a tree, in one with those that are not much larger.
    fn keep<W: Workers>(&mut self, tree: Tree<T, D>) {
        let mut merged = Vec::new();
        let mut sizes: Vec<_> = (0..self.trees.len())
            .filter_map(|slot| Some((self.trees[slot].as_ref()?.live(), slot)))
            .collect();
        sizes.sort_unstable();
        for (size, slot) in sizes {
            let other = self.trees[slot].as_ref().expect("it has a size");
            let is_small = size <= GROWTH_OF_TREES * (tree.live() + merged.len());
            if is_small || other.is_sparse() {
                let other = self.trees[slot].take().expect("it has a size");
                merged.extend(other.into_live());
            }
        }
        let tree = if merged.is_empty() {
            tree
        } else {
            merged.extend(tree.into_live());
            Tree::new::<W>(merged)
        };
        if tree.live() == 0 {
            return;
        }
        let slot = match self.trees.iter().position(Option::is_none) {
            Some(slot) => slot,
            None => {
                self.trees.push(None);
                self.trees.len() - 1
            }
        };
        for (item, number) in tree.numbers().enumerate() {
            self.places[number] = Place::InTree { tree: slot, item };
        }
        self.trees[slot] = Some(tree);
    }
}

#[cfg(test)]
mod tests;
