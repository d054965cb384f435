//! Which bodies come near each other during a run.

use std::collections::BTreeSet;

use super::course::Leg;
use super::dynamics::Dynamics;
use super::event::Fixed;
use crate::Real;
use crate::broad_phase::BroadPhase;
use crate::scene::Groups;
use crate::swept::SweptBox;

/// For each body, the others whose boxes overlap its own. The box of a body contains all flights of it so far, so that
/// bodies only ever become near.
pub(super) struct Near<T: Real, const D: usize> {
    boxes: BroadPhase<T, D>,
    around: Vec<Option<SweptBox<T, D>>>,
    is_floor: Vec<bool>,
    fixed: Fixed,
    groups: Vec<Groups>,
    near: Vec<BTreeSet<usize>>,
}

impl<T: Real, const D: usize> Near<T, D> {
    pub(super) fn new(groups: Vec<Groups>, fixed: Fixed) -> Self {
        Self {
            fixed,
            boxes: BroadPhase::new(),
            around: vec![None; groups.len()],
            is_floor: vec![false; groups.len()],
            near: vec![BTreeSet::new(); groups.len()],
            groups,
        }
    }

    /// Makes the box of a body contain a flight. A floor is near all others.
    pub(super) fn cover<F: Dynamics<T, D>>(&mut self, leg: &Leg<F, T, D>) {
        let body = leg.body;
        let Some(around) = &leg.around else {
            if !std::mem::replace(&mut self.is_floor[body], true) {
                (0..self.groups.len()).for_each(|other| self.pair(body, other));
            }
            return;
        };
        let old = self.around[body];
        let whole = old.map_or(*around, |old| old.merged(around));
        if old != Some(whole) {
            self.around[body] = Some(whole);
            self.boxes.set(body, whole);
        }
    }

    /// Finds the bodies that have become near.
    pub(super) fn update(&mut self) {
        for [a, b] in self.boxes.update() {
            self.pair(a, b);
        }
    }

    /// Returns the bodies near one.
    pub(super) fn of(&self, body: usize) -> &BTreeSet<usize> {
        &self.near[body]
    }

    pub(super) fn tests(&self) -> u64 {
        self.boxes.tests()
    }

    fn pair(&mut self, a: usize, b: usize) {
        let both_fixed = self.fixed.is_fixed(a) && self.fixed.is_fixed(b);
        if a != b && !both_fixed && self.groups[a].meet(&self.groups[b]) {
            self.near[a].insert(b);
            self.near[b].insert(a);
        }
    }
}
