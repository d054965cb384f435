//! Which bodies come near each other during a run.

use super::course::{Course, Leg};
use super::dynamics::Dynamics;
use crate::broad_phase::InTurn;
use crate::swept::SweptBox;
use crate::{Real, pairs};

/// For each body, the others whose boxes overlap its own. The box of a body contains all flights of it so far, so that
/// bodies only ever become near.
pub(super) struct Near<T: Real, const D: usize> {
    near: pairs::Near<T, (), (), D>,
    /// What is around all flights of each body, if it has flown.
    around: Vec<Option<Around<T, D>>>,
}

/// A box, or `None` for a floor, which is near all bodies but floors.
type Around<T, const D: usize> = Option<SweptBox<T, D>>;

impl<T: Real, const D: usize> Near<T, D> {
    pub(super) fn new(bodies: usize) -> Self {
        Self {
            near: pairs::Near::new(),
            around: vec![None; bodies],
        }
    }

    /// Makes the box of a body contain a flight.
    pub(super) fn cover<F: Dynamics<T, D>>(&mut self, leg: &Leg<F, T, D>) {
        let old = self.around[leg.body];
        let whole = match (old, leg.around) {
            (Some(Some(old)), Some(around)) => Some(old.merged(&around)),
            // a floor that becomes a shape, or was one, is near all others
            (Some(None), Some(_)) | (Some(Some(_)), None) => Some(SweptBox::everywhere()),
            (_, around) => around,
        };
        if old != Some(whole) {
            self.around[leg.body] = Some(whole);
            self.near.change(leg.body, whole);
        }
    }

    /// Finds the bodies that have become near.
    pub(super) fn update<F: Dynamics<T, D>>(&mut self, course: &Course<'_, F, T>) {
        let around = &self.around;
        let reaches = |_, other: usize| around[other].flatten().map(|_| true);
        let may_meet = |a, b| course.may_meet(a, b);
        self.near
            .renew::<InTurn, _>(|| 0..around.len(), reaches, may_meet);
        self.near.pairs.drop_fresh();
    }

    /// Returns the bodies near one.
    pub(super) fn of(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        self.near.pairs.others(body)
    }

    pub(super) fn tests(&self) -> u64 {
        self.near.tests()
    }
}
