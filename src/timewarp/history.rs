//! The past of each body: its flights, and what has happened to them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::course::{Done, Leg};
use super::dynamics::Dynamics;
use super::event::{Event, Fixed, Key};
use super::report::Impact;
use crate::Real;

/// A flight that is not forgotten yet.
pub(super) struct Past<F: Dynamics<T, D>, T: Real, const D: usize> {
    pub(super) leg: Leg<F, T, D>,
    /// The event that ended it, if one has.
    pub(super) cut: Option<Key>,
    /// What would happen to it if it went on: all its events, those of the future that it no longer has included.
    pub(super) events: Vec<Arc<Event<T, D>>>,
    /// Flights with larger numbers that it was asked about with.
    pub(super) asked: BTreeSet<u64>,
}

/// An event that was handled.
pub(super) struct Handled<N, T: Real, const D: usize> {
    event: Arc<Event<T, D>>,
    /// The bodies whose flights it has ended, with these flights and those that it began.
    sent: Vec<(usize, [u64; 2])>,
    impact: Option<Impact<N, T, D>>,
}

/// What was undone.
pub(super) struct Undone<T: Real, const D: usize> {
    /// The events, of which some may happen again.
    pub(super) events: Vec<Arc<Event<T, D>>>,
    /// The flights that go on, with what had ended them.
    pub(super) reopened: Vec<(u64, Key)>,
    /// The events of flights that have never begun.
    pub(super) gone: Vec<Arc<Event<T, D>>>,
}

/// The past of all bodies, since the time that is certain.
pub(super) struct History<F: Dynamics<T, D>, T: Real, const D: usize> {
    flights: BTreeMap<u64, Past<F, T, D>>,
    of_body: Vec<Track>,
    handled: BTreeMap<Key, Handled<F::Note, T, D>>,
    fixed: Fixed,
    next: u64,
}

#[derive(Clone, Debug, Default)]
struct Track {
    /// Its flights in their order. The last one has no cut.
    flights: VecDeque<u64>,
    /// The events that may have sent it another way, in their order.
    handled: VecDeque<Key>,
}

impl<F: Dynamics<T, D>, T: Real, const D: usize> History<F, T, D> {
    pub(super) fn new(bodies: usize, fixed: Fixed) -> Self {
        Self {
            fixed,
            flights: BTreeMap::new(),
            of_body: vec![Track::default(); bodies],
            handled: BTreeMap::new(),
            next: 0,
        }
    }

    /// Returns a flight, unless it was undone or forgotten.
    pub(super) fn get(&self, flight: u64) -> Option<&Past<F, T, D>> {
        self.flights.get(&flight)
    }

    pub(super) fn get_mut(&mut self, flight: u64) -> Option<&mut Past<F, T, D>> {
        self.flights.get_mut(&flight)
    }

    /// Returns the flights of a body, the latest first.
    pub(super) fn flights_of(&self, body: usize) -> impl Iterator<Item = (u64, &Past<F, T, D>)> {
        let flights = self.of_body[body].flights.iter().rev();
        flights.map(|flight| (*flight, &self.flights[flight]))
    }

    /// Returns whether a body that an event may send another way has gone past it.
    pub(super) fn is_past(&self, event: &Key) -> bool {
        let mut bodies = self.fixed.sent_by(event);
        bodies.any(|body| self.of_body[body].handled.back() > Some(event))
    }

    /// Returns whether the flights of an event are still those of their bodies when it would happen.
    pub(super) fn holds(&self, event: &Event<T, D>) -> bool {
        event.flights.iter().all(|flight| {
            let past = self.flights.get(flight);
            past.is_some_and(|past| past.cut.is_none_or(|cut| event.key < cut))
        })
    }

    /// Adds the next flight of a body, and returns its number.
    pub(super) fn add(&mut self, leg: Leg<F, T, D>) -> u64 {
        let number = self.next;
        self.next += 1;
        self.of_body[leg.body].flights.push_back(number);
        let past = Past {
            leg,
            cut: None,
            events: Vec::new(),
            asked: BTreeSet::new(),
        };
        self.flights.insert(number, past);
        number
    }

    /// Adds an event, which comes after all others of its bodies. Returns the flights that it begins.
    pub(super) fn happen(&mut self, event: Arc<Event<T, D>>, done: Done<F, T, D>) -> Vec<u64> {
        let key = event.key;
        let mut sent = Vec::new();
        for (old, leg) in event.flights.into_iter().zip(done.legs) {
            if let Some(leg) = leg {
                let body = leg.body;
                if let Some(past) = self.flights.get_mut(&old) {
                    past.cut = Some(key);
                }
                sent.push((body, [old, self.add(leg)]));
            }
        }
        for body in self.fixed.sent_by(&key) {
            self.of_body[body].handled.push_back(key);
        }
        let begun = sent.iter().map(|(_, [_, new])| *new).collect();
        self.handled.insert(
            key,
            Handled {
                event,
                sent,
                impact: done.impact,
            },
        );
        begun
    }

    /// Undoes what the bodies of an event have done after it, and what others have done since they met them after it.
    pub(super) fn roll_back(&mut self, event: &Key) -> Undone<T, D> {
        let mut undone = BTreeSet::new();
        let bodies = self.fixed.sent_by(event);
        let mut open: Vec<_> = bodies.map(|body| (body, *event)).collect();
        while let Some((body, after)) = open.pop() {
            let later = self.of_body[body].handled.iter().rev();
            for &key in later.take_while(|key| **key > after) {
                if undone.insert(key) {
                    open.extend(self.fixed.sent_by(&key).map(|other| (other, key)));
                }
            }
        }
        let mut result = Undone {
            events: Vec::new(),
            reopened: Vec::new(),
            gone: Vec::new(),
        };
        // the latest first: each is the last of its bodies then
        for key in undone.into_iter().rev() {
            let handled = self.handled.remove(&key).expect("it was handled");
            for body in self.fixed.sent_by(&key) {
                let last = self.of_body[body].handled.pop_back();
                debug_assert_eq!(last, Some(key), "the latest event is undone first");
            }
            for (body, [old, new]) in handled.sent {
                let last = self.of_body[body].flights.pop_back();
                debug_assert_eq!(last, Some(new), "the latest flight is undone first");
                let gone = self.flights.remove(&new);
                result
                    .gone
                    .extend(gone.into_iter().flat_map(|past| past.events));
                if let Some(past) = self.flights.get_mut(&old) {
                    past.cut = None;
                }
                result.reopened.push((old, key));
            }
            result.events.push(handled.event);
        }
        result
            .reopened
            .retain(|(flight, _)| self.flights.contains_key(flight));
        result
    }

    /// Returns the first event that is not forgotten.
    pub(super) fn first(&self) -> Option<(&Key, T)> {
        let first = self.handled.first_key_value();
        first.map(|(key, handled)| (key, handled.event.time))
    }

    /// Forgets the first event, as nothing can undo it any more. Returns the impact that it was.
    pub(super) fn settle(&mut self) -> Option<Impact<F::Note, T, D>> {
        let (key, handled) = self.handled.pop_first()?;
        for body in self.fixed.sent_by(&key) {
            let first = self.of_body[body].handled.pop_front();
            debug_assert_eq!(first, Some(key), "the earliest event is forgotten first");
        }
        for (body, [old, _]) in handled.sent {
            let first = self.of_body[body].flights.pop_front();
            debug_assert_eq!(first, Some(old), "the earliest flight is forgotten first");
            self.flights.remove(&old);
        }
        handled.impact
    }

    /// Returns the flights of all bodies at the time that is certain.
    pub(super) fn certain(&self) -> impl Iterator<Item = &Leg<F, T, D>> {
        let first = self
            .of_body
            .iter()
            .filter_map(|track| track.flights.front());
        first.map(|flight| &self.flights[flight].leg)
    }
}
