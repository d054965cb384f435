//! All pairs of bodies, with what is known of each, and the queue of what comes next.
//!
//! A pair is proven free as long as its bodies are farther apart than they can have moved towards each other. Only when
//! that is used up, it is measured again, and if that does not help, asked about.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use photofinish::Real;

use super::front::Front;
use super::known::KnownContacts;
use super::search::WarmStarts;
use super::world::SKIN;
use crate::impulse::Contact;

/// The time up to which a pair is proven free, and the contact there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T> {
    pub(super) time: T,
    /// `None` if nothing is known of it: the bodies must not go on.
    pub(super) contact: Option<Contact<T>>,
    /// Whether they came as near as they may. If not, they are at a contact that was known before.
    pub(super) is_nearer: bool,
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

/// What is often asked of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// Whether something is known of it, or comes next.
    pub(super) is_near: bool,
    /// Whether its bodies were in contact in this frame.
    pub(super) has_met: bool,
}

/// How far two bodies are apart, and how fast they may come nearer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// What is proven of them: their distance at a time, and how far they had come by then. By as much they were apart
    /// before they could touch.
    budget: f64,
    /// A bound of how far any two points of them have come nearer, in metres, up to a time of the frame.
    come: f64,
    at: f64,
    /// A bound of the speed at which any two points of them approach from then on.
    pub(super) speed: f64,
}

/// By how much poses may differ where bodies are sent another way, for rounding, in metres.
///
/// In single precision and within 8 m of the plant's foot, a coordinate is off by 2.4e-7 m at most. A place is off by
/// the square root of three of that, 4.2e-7 m, and a rotation by 1.2e-7, which moves points by 4e-8 m at the largest
/// reach of 0.35 m. A body's pose is rounded where its motion ends, and where the next one begins: together by 9.2e-7
/// m. For two bodies that is 1.84e-6 m.
const JOLT: f64 = 2e-6;

impl Gap {
    /// Returns a bound of how far any two points of them have come nearer, up to a time.
    pub(super) fn come(&self, time: f64) -> f64 {
        self.come + self.speed * (time - self.at)
    }

    /// Says that a body is sent another way, so that they come nearer at another speed from then on.
    pub(super) fn change_speed(&mut self, time: f64, speed: f64) {
        self.come = self.come(time) + JOLT;
        self.at = time;
        self.speed = speed;
    }

    /// Says what was measured.
    pub(super) fn measured(&mut self, time: f64, distance: f64) {
        self.budget = self.budget.max(distance + self.come(time));
    }

    /// Returns the time up to which they keep a distance.
    pub(super) fn keeps_until(&self, distance: f64) -> f64 {
        if self.speed > 0.0 {
            self.at + (self.budget - self.come - distance) / self.speed
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
pub(super) struct Pair<T: Real> {
    pub(super) warm_starts: WarmStarts<T>,
    pub(super) gap: Gap,
    /// A distance that they are proven to keep up to now, in metres: [`SKIN`], or less if they were in contact. The
    /// next contact is where they come as near as that.
    pub(super) kept: f64,
    /// Whether they were free for a while, so that they may keep more again.
    pub(super) may_have_parted: bool,
    pub(super) known: KnownContacts<T>,
    /// The parts of them that were apart last.
    pub(super) front: Front,
    /// How long the next question about it looks ahead, in seconds.
    pub(super) ahead: f64,
    next: Option<Next<T>>,
    /// How often something else became known of what comes next. What the queue says of earlier times does not hold
    /// any more.
    turn: u64,
}

/// After a contact bodies keep this share of the distance that they kept up to it: they may come nearer elsewhere
/// before they part there. So no question starts in contact, which would take longer.
pub(super) const SHARE_KEPT: f64 = 0.5;
/// The least distance that bodies keep, in metres. Those that would keep less are wedged.
pub const LEAST_KEPT: f64 = 5e-5;

impl<T: Real> Pair<T> {
    /// Lets the bodies come nearer than they were up to now. Returns whether they may.
    pub(super) fn may_come_nearer(&mut self) -> bool {
        let nearer = self.kept * SHARE_KEPT;
        let may = nearer >= LEAST_KEPT;
        if may {
            self.kept = nearer;
        }
        may
    }
}

/// The first of what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) enum First<T> {
    /// The flight of a body ends.
    End(usize, T),
    /// A pair is to be looked at, or comes into contact.
    Pair([usize; 2], Next<T>),
}

/// All pairs, and what comes next of them and of bodies.
#[derive(Clone, Debug)]
pub(super) struct Pairs<T: Real> {
    /// The pairs of each body with those before it, one body after the other.
    pairs: Vec<Pair<T>>,
    /// What is often asked of them.
    marks: Vec<Marks>,
    queue: BinaryHeap<Reverse<Place>>,
}

impl<T: Real> Pairs<T> {
    /// Returns the pairs of this many bodies. Nothing is known of them.
    pub(super) fn of(bodies: usize) -> Self {
        let pair = Pair {
            warm_starts: WarmStarts::new(),
            gap: Gap {
                budget: f64::NEG_INFINITY,
                come: 0.0,
                at: 0.0,
                speed: 0.0,
            },
            kept: SKIN,
            may_have_parted: false,
            known: KnownContacts::default(),
            front: Front::default(),
            ahead: 0.0,
            next: None,
            turn: 0,
        };
        Self {
            pairs: vec![pair; bodies * (bodies - 1) / 2],
            marks: vec![Marks::default(); bodies * (bodies - 1) / 2],
            queue: BinaryHeap::new(),
        }
    }

    /// Returns a pair, by its bodies in their order.
    pub(super) fn get(&mut self, [a, b]: [usize; 2]) -> &mut Pair<T> {
        &mut self.pairs[b * (b - 1) / 2 + a]
    }

    /// Returns what is often asked of a pair.
    pub(super) fn marks(&mut self, [a, b]: [usize; 2]) -> &mut Marks {
        &mut self.marks[b * (b - 1) / 2 + a]
    }

    /// Says that a pair is farther apart than bodies touch, so that nothing comes next for it before one of its bodies goes another way.
    pub(super) fn set_far(&mut self, bodies: [usize; 2]) {
        if self.marks(bodies).is_near {
            self.marks(bodies).is_near = false;
            let pair = self.get(bodies);
            pair.gap.budget = f64::NEG_INFINITY;
            pair.front.clear();
            pair.kept = SKIN;
            self.set(bodies, None);
        }
    }

    /// Says what comes next for a pair.
    pub(super) fn set(&mut self, bodies: [usize; 2], next: Option<Next<T>>) {
        let pair = self.get(bodies);
        pair.turn += 1;
        pair.next = next;
        let turn = pair.turn;
        if let Some(next) = next {
            self.queue.push(Reverse(Place {
                time: ordered(next.time()),
                of: match next {
                    Next::Meet(_) => Of::Meeting(bodies),
                    Next::Look(_) => Of::Look(bodies),
                },
                turn,
            }));
        }
    }

    /// Says when the flight of a body ends.
    pub(super) fn ends(&mut self, body: usize, time: T) {
        self.queue.push(Reverse(Place {
            time: ordered(time),
            of: Of::End(body),
            turn: 0,
        }));
    }

    /// Takes what comes next of all. It is said of a flight even if the body was sent another way meanwhile.
    pub(super) fn take_first(&mut self) -> Option<First<T>> {
        while let Some(Reverse(place)) = self.queue.pop() {
            let bodies = match place.of {
                Of::End(body) => return Some(First::End(body, T::of(f64::from_bits(place.time)))),
                Of::Meeting(bodies) | Of::Look(bodies) => bodies,
            };
            let pair = self.get(bodies);
            if pair.turn == place.turn
                && let Some(next) = pair.next.take()
            {
                return Some(First::Pair(bodies, next));
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
        for marks in &mut self.marks {
            marks.has_met = false;
        }
    }
}

/// A place in the queue: by time, then by what comes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    time: u64,
    of: Of,
    turn: u64,
}

/// What comes at a place in the queue. Contacts come first, as they send bodies another way. Pairs are looked at once
/// the flights of their bodies go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Meeting([usize; 2]),
    End(usize),
    Look([usize; 2]),
}

/// Returns the bits of a time, which is not negative, so that these are in the same order.
fn ordered<T: Real>(time: T) -> u64 {
    // plus zero, so that zero has no sign
    (time.as_f64() + 0.0).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies that are pressed together come nearer and nearer, but never nearer than the least distance.
    #[test]
    fn wedged_bodies_come_no_nearer() {
        let mut pairs = Pairs::<f32>::of(2);
        let pair = pairs.get([0, 1]);
        let mut times = 0;
        while pair.may_come_nearer() {
            times += 1;
        }
        assert_eq!(times, 5);
        assert!(!pair.may_come_nearer() && pair.kept >= LEAST_KEPT);
    }
}
