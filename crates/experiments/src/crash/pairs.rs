//! All pairs of bodies, with what is known of each, and the queue of what comes next.
//!
//! A pair is proven free as long as its bodies are farther apart than they can have moved towards each other. Only when
//! that is used up, it is measured again, and if that does not help, asked about.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use photofinish::Real;

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

/// How far two bodies are apart, and how fast they may come nearer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// A lower bound of the distance, in metres, at a time of the frame.
    least: f64,
    at: f64,
    /// A bound of the speed at which any two points of them approach from then on.
    speed: f64,
}

/// By how much poses may differ where bodies are sent another way, for rounding, in metres.
///
/// In single precision and within 8 m of the plant's foot, a coordinate is off by 2.4e-7 m at most. A place is off by
/// the square root of three of that, 4.2e-7 m, and a rotation by 1.2e-7, which moves points by 4e-8 m at the largest
/// reach of 0.35 m. A body's pose is rounded where its motion ends, and where the next one begins: together by 9.2e-7
/// m. For two bodies that is 1.84e-6 m.
const JOLT: f64 = 2e-6;

impl Gap {
    /// Returns the distance that is kept at a time.
    pub(super) fn least(&self, time: f64) -> f64 {
        self.least - self.speed * (time - self.at)
    }

    /// Says that a body is sent another way, so that they come nearer at another speed from then on, and by what is lost
    /// at knots.
    pub(super) fn change_speed(&mut self, time: f64, speed: f64, lost: f64) {
        self.least = self.least(time) - JOLT - lost;
        self.at = time;
        self.speed = speed;
    }

    /// Says what was measured.
    pub(super) fn measured(&mut self, time: f64, distance: f64) {
        self.least = self.least(time).max(distance);
        self.at = time;
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
pub(super) struct Pair<T: Real> {
    pub(super) warm_starts: WarmStarts<T>,
    pub(super) gap: Gap,
    /// A distance that they are proven to keep up to now, in metres: [`SKIN`], or less if they were in contact. The
    /// next contact is where they come as near as that.
    pub(super) kept: f64,
    /// Whether they were free for a while, so that they may keep more again.
    pub(super) may_have_parted: bool,
    pub(super) known: KnownContacts<T>,
    /// How long the next question about it looks ahead, in seconds.
    pub(super) ahead: f64,
    /// Whether they were in contact in this frame.
    pub(super) has_met: bool,
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

/// All pairs.
#[derive(Clone, Debug)]
pub(super) struct Pairs<T: Real> {
    /// The pairs of each body with those before it, one body after the other.
    pairs: Vec<Pair<T>>,
    queue: BinaryHeap<Reverse<Place>>,
}

impl<T: Real> Pairs<T> {
    /// Returns the pairs of this many bodies. Nothing is known of them.
    pub(super) fn of(bodies: usize) -> Self {
        let pair = Pair {
            warm_starts: WarmStarts::new(),
            gap: Gap {
                least: 0.0,
                at: 0.0,
                speed: 0.0,
            },
            kept: SKIN,
            may_have_parted: false,
            known: KnownContacts::default(),
            ahead: 0.0,
            has_met: false,
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
        let (turn, has_met) = (pair.turn, pair.has_met);
        if let Some(next) = next {
            self.queue.push(Reverse(Place {
                // plus zero, so that zero has no sign
                time: (next.time().as_f64() + 0.0).to_bits(),
                rank: match next {
                    Next::Meet(_) => 0,
                    Next::Look(_) if has_met => 1,
                    Next::Look(_) => 2,
                },
                bodies,
                turn,
            }));
        }
    }

    /// Takes what comes next of all.
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
            pair.has_met = false;
            pair.gap.begin_frame(end.as_f64());
        }
    }
}

/// Where a pair is in the queue: by time, then by rank, then by its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The bits of the time, which is not negative, so that these are in the same order.
    time: u64,
    /// Contacts come first. Next are pairs that were in contact in this frame, as they may be again, and then send
    /// bodies another way. Last are all others.
    rank: u8,
    bodies: [usize; 2],
    turn: u64,
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
