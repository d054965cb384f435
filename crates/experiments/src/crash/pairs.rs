//! The pairs of bodies whose boxes overlap, with what is known of each.

use std::collections::BTreeMap;

use photofinish::Real;
use photofinish::pieces::Front;
use photofinish::swept::SweptBox;

use crate::impulse::Contact;

/// The time up to which a pair is proven free, and the contact there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T> {
    pub(super) time: T,
    /// `None` if nothing is known of it: the bodies must not go on.
    pub(super) contact: Option<Contact<T>>,
    /// Whether the bodies stay in contact, as far as is known. If they part at the contact anyway, nothing need happen.
    pub(super) stays: bool,
}

/// What is known of a pair.
#[derive(Clone, Debug)]
pub(super) struct Pair<T> {
    pub(super) front: Front,
    pub(super) next: Option<Event<T>>,
}

impl<T> Pair<T> {
    pub(super) fn new() -> Self {
        Self {
            front: Front::new(),
            next: None,
        }
    }
}

/// All pairs, in the order of their bodies. The first body is the one with the smaller index.
pub(super) type Pairs<T> = BTreeMap<[usize; 2], Pair<T>>;

/// Returns the first event of all; of those at one time, the one of the first bodies.
pub(super) fn first<T: Real>(pairs: &Pairs<T>) -> Option<([usize; 2], Event<T>)> {
    let events = pairs
        .iter()
        .filter_map(|(bodies, pair)| Some((*bodies, pair.next?)));
    events.min_by(|(_, one), (_, other)| one.time.as_f64().total_cmp(&other.time.as_f64()))
}

/// Returns whether two boxes come within a distance of each other.
pub(super) fn near<T: Real>(a: &SweptBox<T, 3>, b: &SweptBox<T, 3>, distance: T) -> bool {
    (0..3)
        .all(|axis| a.min[axis] <= b.max[axis] + distance && b.min[axis] <= a.max[axis] + distance)
}
