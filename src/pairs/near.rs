//! Which bodies are pairs, as the boxes around them tell.

use std::collections::BTreeSet;

use super::Pairs;
use crate::Real;
use crate::broad_phase::{BroadPhase, Workers};
use crate::swept::SweptBox;

/// Boxes around bodies on their ways, floors without boxes, and the pairs that these make.
#[derive(Clone, Debug)]
pub(crate) struct Near<T: Real, M, X, const D: usize> {
    boxes: BroadPhase<T, D>,
    /// Half-spaces, which have no boxes.
    floors: BTreeSet<usize>,
    /// Bodies whose pairs are to be found anew.
    changed: Vec<usize>,
    /// Boxes that were compared with floors.
    beside_floors: u64,
    pub(crate) pairs: Pairs<T, M, X>,
}

impl<T: Real, M, X: Default, const D: usize> Near<T, M, X, D> {
    pub(crate) fn new() -> Self {
        Self {
            boxes: BroadPhase::new(),
            floors: BTreeSet::new(),
            changed: Vec::new(),
            beside_floors: 0,
            pairs: Pairs::new(),
        }
    }

    /// Notes that a body goes another way, with the box around it, or `None` for a floor. Its pairs are to be found
    /// anew.
    pub(crate) fn change(&mut self, body: usize, around: Option<SweptBox<T, D>>) {
        match around {
            Some(around) => {
                self.boxes.set(body, around);
                self.floors.remove(&body);
            }
            None => {
                self.boxes.remove(body);
                self.floors.insert(body);
            }
        }
        self.changed.push(body);
    }

    /// Removes a body with its pairs.
    pub(crate) fn remove(&mut self, body: usize) {
        self.boxes.remove(body);
        self.floors.remove(&body);
        let pairs: Vec<_> = self.pairs.of_body(body).collect();
        pairs.into_iter().for_each(|pair| self.pairs.remove(pair));
    }

    /// Returns the bodies that have changed, and the pairs of these with all others, both in their order.
    ///
    /// `reaches` says of a floor and of one of all `bodies` whether the floor reaches its box, or `None` if it has none
    /// or was removed.
    pub(crate) fn find<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) -> (Vec<usize>, Vec<[usize; 2]>) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        let mut found = self.boxes.update::<W>();
        for &floor in &self.floors {
            let mut add = |other: usize| {
                let reached = reaches(floor, other);
                self.beside_floors += u64::from(reached.is_some());
                if reached == Some(true) {
                    found.push([floor.min(other), floor.max(other)]);
                }
            };
            if changed.binary_search(&floor).is_ok() {
                bodies().for_each(&mut add);
            } else {
                changed.iter().copied().for_each(&mut add);
            }
        }
        found.retain(|&[a, b]| may_meet(a, b));
        if !self.floors.is_empty() {
            found.sort_unstable();
            found.dedup();
        }
        (changed, found)
    }

    /// Finds the pairs of all bodies that have changed, and forgets what was known of them. `reaches` and `may_meet`
    /// are those of [`find`](Self::find).
    pub(crate) fn renew<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) {
        let (changed, found) = self.find::<W, B>(bodies, reaches, may_meet);
        // each of them has a body that has changed, so that those that are pairs already come up here
        let mut is_pair = vec![false; found.len()];
        let mut known = Vec::new();
        for &body in &changed {
            known.extend(self.pairs.of_body(body));
            for pair in known.drain(..) {
                match found.binary_search(&self.pairs.get(pair).bodies) {
                    Ok(place) => {
                        is_pair[place] = true;
                        self.pairs.reopen(pair);
                    }
                    Err(_) => self.pairs.remove(pair),
                }
            }
        }
        for (bodies, is_pair) in found.into_iter().zip(is_pair) {
            if !is_pair {
                self.pairs.add(bodies, X::default());
            }
        }
    }
    /// Returns how many boxes were compared so far, with each other and with floors.
    pub(crate) fn tests(&self) -> u64 {
        self.boxes.tests() + self.beside_floors
    }
}
