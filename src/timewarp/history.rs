//! The past of each body: its flights, what has happened to them, and the pairs of them that were asked about.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::course::{Course, Done, Leg};
use super::dynamics::Dynamics;
use super::event::{Event, Fixed, Key};
use super::report::Impact;
use crate::Real;
use crate::broad_phase::InTurn;
use crate::pairs::Near;
use crate::tuning::MOST_AHEAD;

/// A flight that is not forgotten yet.
pub(super) struct Past<F: Dynamics<T, D>, T: Real, const D: usize> {
    pub(super) leg: Leg<F, T, D>,
    /// The event that ended it, if one has.
    pub(super) cut: Option<Key>,
    /// The event that it ends by itself, unless another one comes before.
    pub(super) end: Option<Arc<Event<T, D>>>,
}

impl<F: Dynamics<T, D>, T: Real, const D: usize> Past<F, T, D> {
    /// Returns whether both are flown at the same time, as far as is known.
    fn is_together_with(&self, other: &Self) -> bool {
        let begins_in_time =
            |one: &Self, other: &Self| other.cut.is_none_or(|cut| one.leg.begin.key < cut);
        begins_in_time(self, other) && begins_in_time(other, self)
    }
}

/// An event that was handled.
pub(super) struct Handled<N, T: Real, const D: usize> {
    event: Arc<Event<T, D>>,
    /// The bodies whose flights it has ended, with these flights and those that it began.
    sent: Vec<(usize, [usize; 2])>,
    impact: Option<Impact<N, T, D>>,
}

/// What was undone.
pub(super) struct Undone<T: Real, const D: usize> {
    /// The events, of which some may happen again.
    pub(super) events: Vec<Arc<Event<T, D>>>,
    /// What the flights that go on would have met later.
    pub(super) later: Vec<Arc<Event<T, D>>>,
    /// The events of flights that have never begun.
    pub(super) gone: Vec<Arc<Event<T, D>>>,
}

/// The past of all bodies, since the time that is certain.
pub(super) struct History<F: Dynamics<T, D>, T: Real, const D: usize> {
    /// By number. The numbers of those that are forgotten are given again.
    flights: Vec<Option<Past<F, T, D>>>,
    unused: Vec<usize>,
    of_body: Vec<Track>,
    handled: BTreeMap<Key, Handled<F::Note, T, D>>,
    fixed: Fixed,
    /// The pairs of flights, each with what would happen if both went on. Each is asked about once, as nothing is ever said
    /// to be known of it.
    near: Near<T, (), Option<Arc<Event<T, D>>>, D>,
}

#[derive(Clone, Debug, Default)]
struct Track {
    /// Its flights in their order. The last one has no cut.
    flights: VecDeque<usize>,
    /// The events that may have sent it another way, in their order.
    handled: VecDeque<Key>,
}

impl<F: Dynamics<T, D>, T: Real, const D: usize> History<F, T, D> {
    pub(super) fn new(bodies: usize, fixed: Fixed) -> Self {
        Self {
            fixed,
            flights: Vec::new(),
            unused: Vec::new(),
            of_body: vec![Track::default(); bodies],
            handled: BTreeMap::new(),
            near: Near::new(),
        }
    }

    /// Returns a flight that was neither undone nor forgotten.
    pub(super) fn at(&self, flight: usize) -> &Past<F, T, D> {
        self.get(flight).expect("it was not removed")
    }

    fn at_mut(&mut self, flight: usize) -> &mut Past<F, T, D> {
        self.flights[flight].as_mut().expect("it was not removed")
    }

    fn get(&self, flight: usize) -> Option<&Past<F, T, D>> {
        self.flights.get(flight)?.as_ref()
    }

    /// Returns all events of a flight, those that come after its end included.
    fn events_of(&self, flight: usize) -> impl Iterator<Item = &Arc<Event<T, D>>> {
        let pairs = self.near.pairs.of_body(flight);
        let met = pairs.filter_map(|pair| self.near.pairs.get(pair).kept.as_ref());
        met.chain(&self.at(flight).end)
    }

    /// Finds the pairs of flights that may meet, of those that have begun or go on with all others, and returns the
    /// numbers of those that were not asked about.
    pub(super) fn take_pairs(&mut self, course: &Course<'_, F, T>) -> Vec<usize> {
        let flights = &self.flights;
        let flight = |number: usize| flights[number].as_ref();
        let numbers = || (0..flights.len()).filter(|&number| flights[number].is_some());
        let reaches = |floor: usize, other: usize| {
            let (floor, other) = (&flight(floor)?.leg, &flight(other)?.leg);
            let distance = course.query.target_distance;
            other
                .around
                .map(|_| floor.stretch.reaches(&other.stretch, distance))
        };
        let may_meet = |a: usize, b: usize| {
            let both = flight(a).zip(flight(b));
            both.is_some_and(|(a, b)| course.may_meet(&a.leg, &b.leg) && a.is_together_with(b))
        };
        self.near.add_found::<InTurn, _>(numbers, reaches, may_meet);
        self.near.pairs.take_fresh()
    }

    /// Returns the flights of a pair, that of the smaller body first.
    pub(super) fn sides(&self, pair: usize) -> [(usize, &Leg<F, T, D>); 2] {
        let flights = self.near.pairs.get(pair).bodies;
        let mut sides = flights.map(|flight| (flight, &self.at(flight).leg));
        sides.sort_unstable_by_key(|(_, leg)| leg.body);
        sides
    }

    /// Keeps what happens to a pair of flights.
    pub(super) fn keep(&mut self, pair: usize, event: Arc<Event<T, D>>) {
        *self.near.pairs.kept_mut(pair) = Some(event);
    }

    /// Returns how many boxes were compared so far.
    pub(super) fn tests(&self) -> u64 {
        self.near.tests()
    }

    /// Returns whether a body that an event may send another way has gone past it.
    pub(super) fn is_past(&self, event: &Key) -> bool {
        let mut bodies = self.fixed.sent_by(event);
        bodies.any(|body| self.of_body[body].handled.back() > Some(event))
    }

    /// Returns whether a body that an event may send another way is many events ahead.
    pub(super) fn is_far(&self, event: &Key) -> bool {
        let mut bodies = self.fixed.sent_by(event);
        bodies.any(|body| self.of_body[body].handled.len() >= MOST_AHEAD)
    }

    /// Returns whether the flights of an event are still those of their bodies when it would happen.
    pub(super) fn holds(&self, event: &Event<T, D>) -> bool {
        event.flights.iter().all(|flight| {
            let past = self.get(*flight);
            past.is_some_and(|past| past.cut.is_none_or(|cut| event.key < cut))
        })
    }

    /// Adds the next flight of a body, with the event that it ends by itself. Returns its number.
    pub(super) fn add(&mut self, leg: Leg<F, T, D>, last: T) -> usize {
        let number = self.unused.pop().unwrap_or(self.flights.len());
        if number == self.flights.len() {
            self.flights.push(None);
        }
        self.of_body[leg.body].flights.push_back(number);
        self.near.change(number, leg.around);
        let end = leg.end(number, last);
        let cut = None;
        self.flights[number] = Some(Past { leg, cut, end });
        number
    }

    fn remove(&mut self, flight: usize) {
        self.near.remove(flight);
        self.flights[flight] = None;
        self.unused.push(flight);
    }

    /// Returns what a flight would meet after the event that has ended it, if it went on.
    pub(super) fn after_end(&self, flight: usize) -> impl Iterator<Item = &Arc<Event<T, D>>> {
        let cut = self.at(flight).cut;
        self.events_of(flight)
            .filter(move |event| cut.is_some_and(|cut| event.key > cut))
    }

    /// Adds an event, which comes after all others of its bodies. Returns the flights that it ends, each with that which
    /// it begins.
    pub(super) fn happen(
        &mut self,
        event: Arc<Event<T, D>>,
        done: Done<F, T, D>,
        last: T,
    ) -> Vec<[usize; 2]> {
        let key = event.key;
        let mut sent = Vec::new();
        for (old, leg) in event.flights.into_iter().zip(done.legs) {
            if let Some(leg) = leg {
                let body = leg.body;
                self.at_mut(old).cut = Some(key);
                sent.push((body, [old, self.add(leg, last)]));
            }
        }
        for body in self.fixed.sent_by(&key) {
            self.of_body[body].handled.push_back(key);
        }
        let flights = sent.iter().map(|(_, flights)| *flights).collect();
        self.handled.insert(
            key,
            Handled {
                event,
                sent,
                impact: done.impact,
            },
        );
        flights
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
            later: Vec::new(),
            gone: Vec::new(),
        };
        let mut reopened = Vec::new();
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
                result.gone.extend(self.events_of(new).cloned());
                self.remove(new);
                self.at_mut(old).cut = None;
                reopened.push((old, key));
            }
            result.events.push(handled.event);
        }
        for (flight, cut) in reopened {
            // others may be in its way by now
            if let Some(past) = self.get(flight) {
                let around = past.leg.around;
                let later = self.events_of(flight).filter(|event| event.key >= cut);
                result.later.extend(later.cloned());
                self.near.change(flight, around);
            }
        }
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
            self.remove(old);
        }
        handled.impact
    }

    /// Returns the flights of all bodies at the time that is certain.
    pub(super) fn certain(&self) -> impl Iterator<Item = &Leg<F, T, D>> {
        let first = self
            .of_body
            .iter()
            .filter_map(|track| track.flights.front());
        first.map(|&flight| &self.at(flight).leg)
    }
}
