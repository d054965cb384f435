//! Which bodies are pairs, as the boxes around them tell.

use std::collections::BTreeSet;

use super::Pairs;
use crate::Real;
use crate::broad_phase::{BroadPhase, Workers};
use crate::swept::SweptBox;
use crate::tuning::BODIES_AT_ONCE;

/// Boxes around bodies on their ways, floors without boxes, and the pairs that these make.
#[derive(Clone, Debug)]
pub(crate) struct Near<T: Real, M, X, const D: usize> {
    boxes: BroadPhase<T, D>,
    /// Half-spaces, which have no boxes.
    floors: BTreeSet<usize>,
    /// Bodies whose pairs are to be found anew, each once.
    changed: Vec<usize>,
    /// True iff the body with this number is among these.
    is_changed: Vec<bool>,
    /// Boxes that were compared with floors.
    beside_floors: u64,
    pub(crate) pairs: Pairs<T, M, X>,
}

impl<T: Real, M: Sync, X: Default + Sync, const D: usize> Near<T, M, X, D> {
    pub(crate) fn new() -> Self {
        Self {
            boxes: BroadPhase::new(),
            floors: BTreeSet::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
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
        if body >= self.is_changed.len() {
            self.is_changed.resize(body + 1, false);
        }
        if !std::mem::replace(&mut self.is_changed[body], true) {
            self.changed.push(body);
        }
    }

    /// Removes a body with its pairs.
    pub(crate) fn remove(&mut self, body: usize) {
        self.boxes.remove(body);
        self.floors.remove(&body);
        let pairs: Vec<_> = self.pairs.of_body(body).collect();
        pairs.into_iter().for_each(|pair| self.pairs.remove(pair));
    }

    /// Returns the pairs of all bodies that have changed with all others, in their order.
    ///
    /// `reaches` says of a floor and of one of all `bodies` whether the floor reaches its box, or `None` if it has none
    /// or was removed.
    pub(crate) fn find<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) -> Vec<[usize; 2]> {
        let found = self.around_changed::<W, B>(bodies, reaches, may_meet);
        self.forget_changed();
        found
    }

    /// Finds what [`find`](Self::find) does, and brings the bodies that have changed into their order.
    fn around_changed<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) -> Vec<[usize; 2]> {
        self.changed.sort_unstable();
        let mut found = self.boxes.update::<W>();
        for &floor in &self.floors {
            let mut add = |other: usize| {
                let reached = reaches(floor, other);
                self.beside_floors += u64::from(reached.is_some());
                if reached == Some(true) {
                    found.push([floor.min(other), floor.max(other)]);
                }
            };
            if self.is_changed[floor] {
                bodies().for_each(&mut add);
            } else {
                self.changed.iter().copied().for_each(&mut add);
            }
        }
        found.retain(|&[a, b]| may_meet(a, b));
        if !self.floors.is_empty() {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    fn forget_changed(&mut self) {
        for body in self.changed.drain(..) {
            self.is_changed[body] = false;
        }
    }

    /// Finds the pairs of all bodies that have changed, and forgets what was known of them. `reaches` and `may_meet`
    /// are those of [`find`](Self::find).
    pub(crate) fn renew<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) {
        let found = self.around_changed::<W, B>(bodies, reaches, may_meet);
        // each of them has a body that has changed, so that those that are pairs already come up here
        let places = self.places_of_pairs::<W>(&self.changed, &found);
        for &(pair, place) in &places {
            match place {
                Some(_) => self.pairs.reopen(pair),
                None => self.pairs.remove(pair),
            }
        }
        self.add_others(found, &places);
    }

    /// Adds the pairs of all bodies that have changed, and leaves those that there are as they are. `reaches` and
    /// `may_meet` are those of [`find`](Self::find).
    pub(crate) fn add_found<W: Workers, B: Iterator<Item = usize>>(
        &mut self,
        bodies: impl Fn() -> B,
        reaches: impl Fn(usize, usize) -> Option<bool>,
        may_meet: impl Fn(usize, usize) -> bool,
    ) {
        let found = self.around_changed::<W, B>(bodies, reaches, may_meet);
        let places = self.places_of_pairs::<W>(&self.changed, &found);
        self.add_others(found, &places);
    }

    /// Adds those that were found and are not at the place of a pair.
    fn add_others(&mut self, found: Vec<[usize; 2]>, places: &[(usize, Option<usize>)]) {
        let mut is_pair = vec![false; found.len()];
        for place in places.iter().filter_map(|(_, place)| *place) {
            is_pair[place] = true;
        }
        self.forget_changed();
        for (bodies, is_pair) in found.into_iter().zip(is_pair) {
            if !is_pair {
                self.pairs.add(bodies, X::default());
            }
        }
    }

    /// Returns the pairs of bodies that have changed, each once, and where they are among those that were found.
    fn places_of_pairs<W: Workers>(
        &self,
        changed: &[usize],
        found: &[[usize; 2]],
    ) -> Vec<(usize, Option<usize>)> {
        if changed.len() > BODIES_AT_ONCE {
            let (low, high) = changed.split_at(changed.len() / 2);
            let (mut places, mut others) = W::both(
                || self.places_of_pairs::<W>(low, found),
                || self.places_of_pairs::<W>(high, found),
            );
            places.append(&mut others);
            return places;
        }
        let mut places = Vec::new();
        // the pairs before this place have no smaller body from here on
        let mut from = changed.first().map_or(0, |first| {
            found.partition_point(|&[smaller, _]| smaller < *first)
        });
        for &body in changed {
            let passed = found[from..].iter().take_while(|pair| pair[0] < body);
            from += passed.count();
            let own = found[from..].iter().take_while(|pair| pair[0] == body);
            let end = from + own.count();
            for pair in self.pairs.of_body(body) {
                let bodies = self.pairs.get(pair).bodies;
                let place = if bodies[0] == body {
                    let place = found[from..end].binary_search(&bodies);
                    place.map(|place| from + place)
                } else if self.is_changed[bodies[0]] {
                    // it comes up with its smaller body
                    continue;
                } else {
                    found.binary_search(&bodies)
                };
                places.push((pair, place.ok()));
            }
            from = end;
        }
        places
    }

    /// Returns how many boxes were compared so far, with each other and with floors.
    pub(crate) fn tests(&self) -> u64 {
        self.boxes.tests() + self.beside_floors
    }
}
