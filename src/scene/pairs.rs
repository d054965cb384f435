//! The pairs of a scene, with what is known of each.

use std::collections::BTreeSet;

use crate::Real;
use crate::body::PairMemory;
use crate::pieces::PieceContact;
use crate::scalar::Ordered;

/// A pair of bodies whose boxes overlap.
#[derive(Clone, Debug)]
pub(super) struct Pair<T: Real, const D: usize> {
    /// The places of both bodies, the smaller one first.
    pub(super) bodies: [usize; 2],
    pub(super) known: Known<T, D>,
    /// True iff the last answer is proven.
    pub(super) certified: bool,
    /// What the last question has left.
    pub(super) memory: PairMemory<T, D>,
    /// Whether that question ended with the pair free, so that the next one may too.
    pub(super) was_free: bool,
}

/// What is known of a pair.
#[derive(Clone, Debug)]
pub(super) enum Known<T, const D: usize> {
    Nothing,
    /// That it is free up to this time.
    FreeUntil(T),
    /// That it is free until the end.
    Free,
    Meets(Box<PieceContact<T, D>>),
}

/// Where a pair is in a queue: by time, and at one time by the bodies. The last is its number.
type Place = (Ordered, [usize; 2], usize);

/// All pairs by number. Of each, its number is in the list of fresh ones, in a queue, or in none if it is free.
#[derive(Clone, Debug)]
pub(super) struct Pairs<T: Real, const D: usize> {
    pairs: Vec<Option<Pair<T, D>>>,
    unused: Vec<usize>,
    /// Pairs of which nothing is known. Numbers of pairs that were removed since are in it too.
    fresh: Vec<usize>,
    /// Pairs that are free up to a time.
    put_off: BTreeSet<Place>,
    met: BTreeSet<Place>,
}

impl<T: Real, const D: usize> Pairs<T, D> {
    pub(super) fn new() -> Self {
        Self {
            pairs: Vec::new(),
            unused: Vec::new(),
            fresh: Vec::new(),
            put_off: BTreeSet::new(),
            met: BTreeSet::new(),
        }
    }

    /// Adds a pair of which nothing is known, and returns its number.
    pub(super) fn add(&mut self, bodies: [usize; 2]) -> usize {
        let number = self.unused.pop().unwrap_or_else(|| {
            self.pairs.push(None);
            self.pairs.len() - 1
        });
        let pair = Pair {
            bodies,
            known: Known::Nothing,
            certified: true,
            memory: PairMemory::new(),
            was_free: false,
        };
        self.put_back(number, pair);
        number
    }

    /// Takes a pair out, to ask about it or for good.
    pub(super) fn take(&mut self, number: usize) -> Pair<T, D> {
        let pair = self.pairs[number].take().expect("a pair has a number");
        match &pair.known {
            Known::Nothing | Known::Free => {}
            Known::FreeUntil(time) => {
                self.put_off
                    .remove(&(Ordered::of(*time), pair.bodies, number));
            }
            Known::Meets(contact) => {
                self.met
                    .remove(&(Ordered::of(contact.time), pair.bodies, number));
            }
        }
        pair
    }

    /// Puts a pair back that was taken out.
    pub(super) fn put_back(&mut self, number: usize, pair: Pair<T, D>) {
        match &pair.known {
            Known::Nothing => self.fresh.push(number),
            Known::Free => {}
            Known::FreeUntil(time) => {
                self.put_off
                    .insert((Ordered::of(*time), pair.bodies, number));
            }
            Known::Meets(contact) => {
                self.met
                    .insert((Ordered::of(contact.time), pair.bodies, number));
            }
        }
        self.pairs[number] = Some(pair);
    }

    pub(super) fn remove(&mut self, number: usize) {
        self.take(number);
        self.unused.push(number);
    }

    /// Forgets what is known of a pair, but not what its next question may begin with.
    pub(super) fn reopen(&mut self, number: usize) {
        let mut pair = self.take(number);
        pair.known = Known::Nothing;
        self.put_back(number, pair);
    }

    /// Returns the numbers of all pairs of which nothing is known, in the order of their bodies, and forgets them.
    pub(super) fn take_fresh(&mut self) -> Vec<usize> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        fresh.dedup();
        let is_fresh = |number: &usize| {
            let pair = self.pairs[*number].as_ref();
            pair.is_some_and(|pair| matches!(pair.known, Known::Nothing))
        };
        fresh.retain(is_fresh);
        fresh.sort_unstable_by_key(|&number| self.get(number).bodies);
        fresh
    }

    /// Lists pairs again of which still nothing is known.
    pub(super) fn list(&mut self, fresh: &[usize]) {
        self.fresh.extend_from_slice(fresh);
    }

    /// Returns the numbers of up to `most` pairs that were put off, and may meet no later than the first meeting.
    pub(super) fn due(&self, most: usize) -> Vec<usize> {
        let first = self.met.first().map(|&(time, ..)| time);
        let is_due = |&&(until, ..): &&Place| first.is_none_or(|first| until < first);
        let due = self.put_off.iter().take_while(is_due).take(most);
        due.map(|&(.., number)| number).collect()
    }

    /// Returns the numbers of all pairs that were put off.
    pub(super) fn put_off(&self) -> Vec<usize> {
        self.put_off.iter().map(|&(.., number)| number).collect()
    }

    /// Returns the pairs that are known to meet, in the order of time, and at one time of their bodies.
    pub(super) fn met(&self) -> impl Iterator<Item = (&Pair<T, D>, &PieceContact<T, D>)> {
        self.met.iter().filter_map(|&(.., number)| {
            let pair = self.get(number);
            match &pair.known {
                Known::Meets(contact) => Some((pair, contact.as_ref())),
                _ => None,
            }
        })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Pair<T, D>> {
        self.pairs.iter().flatten()
    }

    fn get(&self, number: usize) -> &Pair<T, D> {
        self.pairs[number].as_ref().expect("a pair has a number")
    }
}
