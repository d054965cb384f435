//! What lies ahead, in an order that does not depend on when it was found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Real;
use crate::pieces::{ContactError, PieceContact};
use crate::scalar::Ordered;

/// The place of an event in the order of all.
///
/// Events at one time are in the order of their depth: one that follows from others at the same time is one deeper than
/// these. So no event comes before what it follows from, and the order is known of each event alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    time: Ordered,
    pub(super) depth: u32,
    /// The bodies that meet, the smaller number first, or twice the body whose flight ends.
    pub(super) bodies: [usize; 2],
}

/// When a flight begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<T> {
    pub(super) time: T,
    /// The event that it follows from.
    pub(super) key: Key,
}

impl<T: Real> Moment<T> {
    /// When the first flight of a body begins.
    pub(super) fn first(time: T, body: usize) -> Self {
        Self {
            time,
            key: Key {
                time: Ordered::of(time),
                depth: 0,
                bodies: [body; 2],
            },
        }
    }
}

impl Key {
    /// Returns the place of an event of two flights, which begin at these moments.
    pub(super) fn new<T: Real>(time: T, bodies: [usize; 2], begin: [Moment<T>; 2]) -> Self {
        let at_once = begin.iter().filter(|moment| moment.time >= time);
        let depth = at_once
            .map(|moment| moment.key.depth.saturating_add(1))
            .max();
        Self {
            time: Ordered::of(time),
            depth: depth.unwrap_or(0),
            bodies,
        }
    }
}

/// Which bodies no impact changes.
#[derive(Clone, Debug)]
pub(super) struct Fixed(Arc<[bool]>);

impl Fixed {
    pub(super) fn new(bodies: impl Iterator<Item = bool>) -> Self {
        Self(bodies.collect())
    }

    pub(super) fn is_fixed(&self, body: usize) -> bool {
        self.0[body]
    }

    /// Returns the bodies that an event may send another way, each once. Only these need its order among their events.
    pub(super) fn sent_by(&self, key: &Key) -> impl Iterator<Item = usize> {
        let [a, b] = key.bodies;
        let first = (a == b || !self.0[a]).then_some(a);
        let second = (a != b && !self.0[b]).then_some(b);
        first.into_iter().chain(second)
    }
}

/// Something that happens to flights if nothing happens to them before.
#[derive(Clone, Debug)]
pub(super) struct Event<T: Real, const D: usize> {
    pub(super) key: Key,
    pub(super) time: T,
    /// The numbers of the flights, in the order of the bodies, or twice the flight that ends.
    pub(super) flights: [usize; 2],
    pub(super) what: What<T, D>,
}

#[derive(Clone, Debug)]
pub(super) enum What<T: Real, const D: usize> {
    FlightEnds,
    Meet(PieceContact<T, D>),
    /// It is not known whether they meet.
    Fails(ContactError),
}

/// The events ahead, in their order: all of them, and those that may send each body another way.
#[derive(Clone, Debug)]
pub(super) struct Ahead<T: Real, const D: usize> {
    all: BTreeMap<Key, Arc<Event<T, D>>>,
    of_body: Vec<BTreeSet<Key>>,
    fixed: Fixed,
    /// Bodies whose events have changed since this was last asked.
    changed: BTreeSet<usize>,
}

impl<T: Real, const D: usize> Ahead<T, D> {
    pub(super) fn new(bodies: usize, fixed: Fixed) -> Self {
        Self {
            fixed,
            all: BTreeMap::new(),
            of_body: vec![BTreeSet::new(); bodies],
            changed: BTreeSet::new(),
        }
    }

    pub(super) fn insert(&mut self, event: Arc<Event<T, D>>) {
        for body in self.fixed.sent_by(&event.key) {
            self.of_body[body].insert(event.key);
            self.changed.insert(body);
        }
        self.all.insert(event.key, event);
    }

    pub(super) fn remove(&mut self, key: &Key) {
        if self.all.remove(key).is_some() {
            for body in self.fixed.sent_by(key) {
                self.of_body[body].remove(key);
                self.changed.insert(body);
            }
        }
    }

    pub(super) fn first(&self) -> Option<&Arc<Event<T, D>>> {
        self.all.values().next()
    }

    /// Returns those events that have become the first of all their bodies since this was last asked, and perhaps
    /// others that are too.
    pub(super) fn take_next(&mut self) -> Vec<Key> {
        let changed = std::mem::take(&mut self.changed);
        let firsts = changed
            .iter()
            .filter_map(|&body| self.of_body[body].first());
        firsts.copied().filter(|key| self.is_next(key)).collect()
    }

    /// Returns whether an event is ahead, and the first of all bodies that it may send another way.
    pub(super) fn is_next(&self, key: &Key) -> bool {
        let mut bodies = self.fixed.sent_by(key);
        bodies.all(|body| self.of_body[body].first() == Some(key))
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Arc<Event<T, D>>> {
        self.all.get(key)
    }
    /// Returns whether this very event is ahead.
    pub(super) fn holds(&self, event: &Arc<Event<T, D>>) -> bool {
        let ahead = self.all.get(&event.key);
        ahead.is_some_and(|ahead| Arc::ptr_eq(ahead, event))
    }
}
