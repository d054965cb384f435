//! All pairs of bodies, with what is known of each, and the queue of what comes next.
//!
//! A pair is proven free as long as its bodies are farther apart than they can have moved towards each other. Only when
//! that is used up, it is measured again, and if that does not help, asked about.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use photofinish::Real;
use photofinish::pieces::Front;

use crate::impulse::Contact;

/// The time up to which a pair is proven free, and the contact there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T> {
    pub(super) time: T,
    /// `None` if nothing is known of it: the bodies must not go on.
    pub(super) contact: Option<Contact<T>>,
    /// If the bodies stay in contact, as far as is known: until when. If they part at the contact anyway, nothing need
    /// happen.
    pub(super) stays_until: Option<T>,
}

/// What comes next for a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<T> {
    /// It is proven free up to this time. Then it is to be looked at.
    Look(T),
    /// It comes into contact.
    Meet(Event<T>),
}

impl<T: Real> Next<T> {
    fn time(&self) -> T {
        match self {
            Self::Look(time) => *time,
            Self::Meet(event) => event.time,
        }
    }
}

/// How far two bodies are apart, and how fast they may come nearer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// A lower bound of the distance, in metres, at a time of the frame.
    least: f64,
    at: f64,
    /// A bound of the speed at which any two points of them approach from then on.
    speed: f64,
}

/// By how much poses may differ where a body is sent another way, for rounding, in metres.
const JOLT: f64 = 2e-6;

impl Gap {
    /// Returns the distance that is kept at a time.
    pub(super) fn least(&self, time: f64) -> f64 {
        self.least - self.speed * (time - self.at)
    }

    /// Says that a body is sent another way, so that they come nearer at another speed from then on.
    pub(super) fn change_speed(&mut self, time: f64, speed: f64) {
        self.least = self.least(time) - JOLT;
        self.at = time;
        self.speed = speed;
    }

    /// Says what was measured.
    pub(super) fn measured(&mut self, time: f64, distance: f64) {
        self.least = self.least(time).max(distance);
        self.at = time;
    }

    /// Returns the distance that is enough at a time to keep another one up to a later time.
    pub(super) fn enough(&self, kept: f64, from: f64, to: f64) -> f64 {
        kept + self.speed * (to - from)
    }

    /// Returns the time up to which they keep a distance.
    pub(super) fn keeps_until(&self, distance: f64) -> f64 {
        if self.speed > 0.0 {
            self.at + (self.least - distance) / self.speed
        } else {
            f64::INFINITY
        }
    }

    /// Says that the time which was `end` is now 0.
    fn begin_frame(&mut self, end: f64) {
        self.at -= end;
    }
}

/// What is known of a pair.
#[derive(Clone, Debug)]
pub(super) struct Pair<T> {
    pub(super) front: Front,
    pub(super) gap: Gap,
    /// How long the next question about it looks ahead, in seconds.
    pub(super) ahead: f64,
    next: Option<Next<T>>,
    /// How often something else became known of what comes next. What the queue says of earlier times does not hold
    /// any more.
    turn: u64,
}

/// All pairs.
#[derive(Clone, Debug)]
pub(super) struct Pairs<T> {
    /// The pairs of each body with those before it, one body after the other.
    pairs: Vec<Pair<T>>,
    queue: BinaryHeap<Reverse<Place>>,
}

impl<T: Real> Pairs<T> {
    /// Returns the pairs of this many bodies. Nothing is known of them.
    pub(super) fn of(bodies: usize) -> Self {
        let pair = Pair {
            front: Front::new(),
            gap: Gap {
                least: 0.0,
                at: 0.0,
                speed: 0.0,
            },
            ahead: 0.0,
            next: None,
            turn: 0,
        };
        Self {
            pairs: vec![pair; bodies * (bodies - 1) / 2],
            queue: BinaryHeap::new(),
        }
    }

    /// Returns a pair, by its bodies in their order.
    pub(super) fn get(&mut self, [a, b]: [usize; 2]) -> &mut Pair<T> {
        &mut self.pairs[b * (b - 1) / 2 + a]
    }

    /// Says what comes next for a pair.
    pub(super) fn set(&mut self, bodies: [usize; 2], next: Option<Next<T>>) {
        let pair = self.get(bodies);
        pair.turn += 1;
        pair.next = next;
        let turn = pair.turn;
        if let Some(next) = next {
            let time = next.time().as_f64();
            self.queue.push(Reverse(Place { time, bodies, turn }));
        }
    }

    /// Takes what comes next of all; at one time, that of the first bodies.
    pub(super) fn take_first(&mut self) -> Option<([usize; 2], Next<T>)> {
        while let Some(Reverse(place)) = self.queue.pop() {
            let pair = self.get(place.bodies);
            if pair.turn == place.turn
                && let Some(next) = pair.next.take()
            {
                return Some((place.bodies, next));
            }
        }
        None
    }

    /// Begins a frame, the last one having ended at a time. Nothing comes next in it yet.
    pub(super) fn begin_frame(&mut self, end: T) {
        self.queue.clear();
        for pair in &mut self.pairs {
            pair.next = None;
            pair.gap.begin_frame(end.as_f64());
        }
    }
}

/// Where a pair is in the queue: by time, and then by the bodies.
#[derive(Clone, Copy, Debug)]
struct Place {
    time: f64,
    bodies: [usize; 2],
    turn: u64,
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = self.time.total_cmp(&other.time);
        by_time
            .then(self.bodies.cmp(&other.bodies))
            .then(self.turn.cmp(&other.turn))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Place {}
