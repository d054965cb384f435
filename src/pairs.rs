//! Pairs of bodies with what is known of each, and what comes first of all.
//!
//! Scenes and passes of engines go the same way. Boxes tell which bodies are pairs ([`Near`]). Of a new pair nothing is
//! known, so that it is asked about, or put off until a time up to which it is surely free. What comes first is handled: a
//! pair that was put off is asked about, and a pair that meets is answered. When a body goes another way, nothing is known
//! of its pairs any more. (Runs of impacts have pairs of flights. A flight never changes, and its pairs are not queued.)

mod near;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Real;
use crate::scalar::Ordered;
pub(crate) use near::Near;

/// The number of no pair.
const NONE: usize = usize::MAX;

/// What is known of a pair whose bodies stay on their ways.
#[derive(Clone, Debug)]
pub(crate) enum Known<T, M> {
    Nothing,
    /// That it is free before this time. It may meet at that time.
    FreeBefore(T),
    /// That it is free up to this time, and at it.
    FreeThrough(T),
    /// That it is free until the end, or is of no interest any more.
    Free,
    /// That it meets at this time, and how.
    Meets(T, M),
}

/// Two bodies, with what is known of them and what the user of the pairs keeps.
#[derive(Clone, Debug)]
pub(crate) struct Pair<T, M, X> {
    /// The smaller number first.
    pub(crate) bodies: [usize; 2],
    pub(crate) known: Known<T, M>,
    pub(crate) kept: X,
    /// The places before and after it in the list of each of its bodies.
    before: [usize; 2],
    after: [usize; 2],
    /// How often something else became known of it. What the queue says of earlier times does not hold any more.
    turn: u64,
    is_used: bool,
}

/// Where a pair is in a queue: by time, then by what is to be done, and then by the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    time: Ordered,
    rank: u8,
    bodies: [usize; 2],
    number: usize,
    turn: u64,
}

/// A queue has the place of each pair that belongs there, and others that do not hold any more.
type Queue = BinaryHeap<Reverse<Place>>;

/// Pairs by number, with the pairs of each body and queues of what comes next.
#[derive(Clone, Debug)]
pub(crate) struct Pairs<T, M, X> {
    pairs: Vec<Pair<T, M, X>>,
    unused: Vec<usize>,
    /// The first pair in the list of each body.
    of_bodies: Vec<usize>,
    /// Pairs of which nothing is known. Those that were removed since, or are known by now, may be in it too.
    fresh: Vec<usize>,
    met: Queue,
    /// Pairs that are free up to a time.
    put_off: Queue,
}

impl<T: Real, M, X> Pairs<T, M, X> {
    pub(crate) fn new() -> Self {
        Self {
            pairs: Vec::new(),
            unused: Vec::new(),
            of_bodies: Vec::new(),
            fresh: Vec::new(),
            met: Queue::new(),
            put_off: Queue::new(),
        }
    }

    /// Makes room for this many more pairs.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.pairs.reserve(more);
        self.fresh.reserve(more);
    }

    /// Adds a pair of two different bodies, the smaller number first, which must not be one yet. Nothing is known of
    /// it.
    pub(crate) fn add(&mut self, bodies: [usize; 2], kept: X) -> usize {
        let pair = Pair {
            bodies,
            known: Known::Nothing,
            kept,
            before: [NONE; 2],
            after: [NONE; 2],
            turn: 0,
            is_used: true,
        };
        let number = match self.unused.pop() {
            Some(number) => {
                let turn = self.pairs[number].turn + 1;
                self.pairs[number] = Pair { turn, ..pair };
                number
            }
            None => {
                self.pairs.push(pair);
                self.pairs.len() - 1
            }
        };
        if bodies[1] >= self.of_bodies.len() {
            self.of_bodies.resize(bodies[1] + 1, NONE);
        }
        for (side, body) in bodies.into_iter().enumerate() {
            let next = std::mem::replace(&mut self.of_bodies[body], number);
            self.pairs[number].after[side] = next;
            if let Some(next) = self.pairs.get_mut(next) {
                let side = next.side_of(body);
                next.before[side] = number;
            }
        }
        self.fresh.push(number);
        number
    }

    pub(crate) fn remove(&mut self, number: usize) {
        let pair = &mut self.pairs[number];
        pair.turn += 1;
        pair.is_used = false;
        pair.known = Known::Free;
        let (bodies, before, after) = (pair.bodies, pair.before, pair.after);
        for (side, body) in bodies.into_iter().enumerate() {
            match self.pairs.get_mut(before[side]) {
                None => self.of_bodies[body] = after[side],
                Some(before) => {
                    let place = before.side_of(body);
                    before.after[place] = after[side];
                }
            }
            if let Some(after) = self.pairs.get_mut(after[side]) {
                let place = after.side_of(body);
                after.before[place] = before[side];
            }
        }
        self.unused.push(number);
    }

    /// Returns the numbers of the pairs of a body.
    pub(crate) fn of_body(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.of_bodies.get(body).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let pair = self.pairs.get(next)?;
            let number = next;
            next = pair.after[pair.side_of(body)];
            Some(number)
        })
    }

    /// Returns the number of the pair of two bodies, if they are one.
    pub(crate) fn find(&self, bodies: [usize; 2]) -> Option<usize> {
        // one of them may have many pairs and the other one few
        let [mut one, mut other] = bodies.map(|body| self.of_body(body));
        loop {
            let (one, other) = (one.next()?, other.next()?);
            for number in [one, other] {
                if self.pairs[number].bodies == bodies {
                    return Some(number);
                }
            }
        }
    }

    pub(crate) fn get(&self, number: usize) -> &Pair<T, M, X> {
        &self.pairs[number]
    }

    pub(crate) fn kept_mut(&mut self, number: usize) -> &mut X {
        &mut self.pairs[number].kept
    }

    /// Forgets what is known of a pair, but not what is kept.
    pub(crate) fn reopen(&mut self, number: usize) {
        let pair = &mut self.pairs[number];
        if !matches!(pair.known, Known::Nothing) {
            self.set(number, Known::Nothing);
        }
    }

    /// Forgets what is known of all pairs of a body.
    pub(crate) fn reopen_all(&mut self, body: usize) {
        let mut next = self.of_bodies.get(body).copied().unwrap_or(NONE);
        while let Some(pair) = self.pairs.get(next) {
            let after = pair.after[pair.side_of(body)];
            self.reopen(next);
            next = after;
        }
    }

    /// Says what is known of a pair from now on. Returns what was known before.
    pub(crate) fn set(&mut self, number: usize, known: Known<T, M>) -> Known<T, M> {
        let pair = &mut self.pairs[number];
        let is_free = matches!(known, Known::Free);
        let before = std::mem::replace(&mut pair.known, known);
        // a pair that was in no queue need not be taken out of one
        if !(is_free && matches!(before, Known::Nothing | Known::Free)) {
            self.file(number);
        }
        before
    }

    /// Puts a pair where it belongs by what is known of it.
    pub(crate) fn file(&mut self, number: usize) {
        let pair = &mut self.pairs[number];
        pair.turn += 1;
        let (time, rank, queue) = match pair.known {
            Known::Nothing => {
                self.fresh.push(number);
                return;
            }
            Known::Free => return,
            Known::FreeBefore(time) => (time, 0, &mut self.put_off),
            Known::Meets(time, _) => (time, 1, &mut self.met),
            Known::FreeThrough(time) => (time, 2, &mut self.put_off),
        };
        queue.push(Reverse(Place {
            time: Ordered::of(time),
            rank,
            bodies: pair.bodies,
            number,
            turn: pair.turn,
        }));
        if queue.len() > 2 * self.pairs.len() {
            let pairs = &self.pairs;
            queue.retain(|Reverse(place)| place.holds(pairs));
        }
    }

    /// Returns the numbers of all pairs of which nothing is known, in the order of their bodies, and forgets them.
    pub(crate) fn take_fresh(&mut self) -> Vec<usize> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.retain(|&number| self.is_fresh(number));
        // mostly they are in order
        let bodies = |number: &usize| self.pairs[*number].bodies;
        if !fresh.is_sorted_by_key(bodies) {
            fresh.sort_unstable_by_key(bodies);
        }
        fresh.dedup();
        fresh
    }

    /// Returns the pair that meets first, as far as is known.
    pub(crate) fn first_met(&mut self) -> Option<usize> {
        first(&mut self.met, &self.pairs).map(|place| place.number)
    }

    /// Returns the pair that comes first: one that meets, or that was put off.
    pub(crate) fn first(&mut self) -> Option<usize> {
        let met = first(&mut self.met, &self.pairs);
        let put_off = first(&mut self.put_off, &self.pairs);
        met.into_iter()
            .chain(put_off)
            .min()
            .map(|place| place.number)
    }

    /// Takes up to `most` pairs that were put off, in their order, and stops at a pair that meets.
    pub(crate) fn take_due(&mut self, most: usize) -> Vec<usize> {
        let mut due = Vec::new();
        while due.len() < most
            && let Some(first) = self.first()
            && !matches!(self.pairs[first].known, Known::Meets(..))
        {
            self.put_off.pop();
            due.push(first);
        }
        due
    }

    /// Takes all pairs of which nothing is known, and those that were put off, in the order of their numbers.
    pub(crate) fn take_open(&mut self) -> Vec<usize> {
        let mut open = std::mem::take(&mut self.fresh);
        open.retain(|&number| self.is_fresh(number));
        let put_off = std::mem::take(&mut self.put_off).into_iter();
        let put_off = put_off.filter(|Reverse(place)| place.holds(&self.pairs));
        open.extend(put_off.map(|Reverse(place)| place.number));
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Returns whether a pair that was fresh still is.
    fn is_fresh(&self, number: usize) -> bool {
        let pair = &self.pairs[number];
        pair.is_used && matches!(pair.known, Known::Nothing)
    }

    /// Returns the pairs that meet, in their order.
    pub(crate) fn met(&self) -> impl Iterator<Item = &Pair<T, M, X>> {
        let places = self.met.iter().map(|Reverse(place)| *place);
        let mut places: Vec<_> = places.filter(|place| place.holds(&self.pairs)).collect();
        places.sort_unstable();
        places.into_iter().map(|place| &self.pairs[place.number])
    }

    /// Returns several pairs at once, in the order of their numbers, each once. What becomes known of them is to be
    /// [filed](Self::file).
    pub(crate) fn some_mut(&mut self, numbers: &mut [usize]) -> Vec<&mut Pair<T, M, X>> {
        numbers.sort_unstable();
        let mut rest = &mut self.pairs[..];
        let mut passed = 0;
        let mut some = Vec::with_capacity(numbers.len());
        for &number in &*numbers {
            let (pair, after) = rest[number - passed..]
                .split_first_mut()
                .expect("a pair has a number");
            (rest, passed) = (after, number + 1);
            some.push(pair);
        }
        some
    }
}

impl<T, M, X> Pair<T, M, X> {
    /// Returns which of its bodies a body is.
    fn side_of(&self, body: usize) -> usize {
        usize::from(self.bodies[0] != body)
    }
}

impl Place {
    /// Returns whether nothing else became known of its pair since.
    fn holds<T, M, X>(&self, pairs: &[Pair<T, M, X>]) -> bool {
        pairs[self.number].turn == self.turn
    }
}

/// Returns the first place in a queue that holds, and drops those before it.
fn first<T, M, X>(queue: &mut Queue, pairs: &[Pair<T, M, X>]) -> Option<Place> {
    loop {
        let Reverse(place) = queue.peek()?;
        if place.holds(pairs) {
            return Some(*place);
        }
        queue.pop();
    }
}

#[cfg(test)]
mod tests;
