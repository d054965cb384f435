//! Both bodies at one time.

use std::cell::Cell;

use nalgebra::SVector;

use super::super::problem::origin;
use crate::epa::Accuracy;
use crate::separation::Instant;
use crate::{Extrusion, Proximity, Real, Tracker};

/// Measures two bodies. No claim of the kernel rests on it.
pub(in super::super) trait AtRest<T: Real, const D: usize> {
    /// The distance of the bodies at a time, or the depth of their overlap.
    fn proximity(&self, time: T, accuracy: Accuracy<T>) -> Proximity<T, D>;

    /// How much rounding may take from their distance along a unit vector at a time, in the bodies' scalar.
    fn error(&self, time: T, along: &SVector<T, D>) -> T;

    /// The largest diameter of a ball that fits into both bodies together.
    fn width(&self) -> T;

    /// The size that sets the default tolerance.
    fn size(&self) -> T;
}

/// Two bodies, and what is remembered of their last measurement.
pub(in super::super) struct Pair<'b, A, B, T: Real, const D: usize> {
    a: &'b A,
    b: &'b B,
    start: T,
    last: Cell<Option<Measured<T, D>>>,
}

#[derive(Clone, Copy)]
struct Measured<T: Real, const D: usize> {
    tracker: Tracker<T, D>,
    asked: (T, Accuracy<T>),
    found: Proximity<T, D>,
}

impl<'b, A, B, T: Real, const D: usize> Pair<'b, A, B, T, D> {
    pub(in super::super) fn new(a: &'b A, b: &'b B, start: T) -> Self {
        let last = Cell::new(None);
        Self { a, b, start, last }
    }
}

impl<A, B, T: Real, const D: usize> AtRest<T, D> for Pair<'_, A, B, T, D>
where
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    fn proximity(&self, time: T, accuracy: Accuracy<T>) -> Proximity<T, D> {
        let last = self.last.get();
        if let Some(last) = last
            && last.asked == (time, accuracy)
        {
            return last.found;
        }
        let mut tracker = last.map_or_else(Tracker::new, |last| last.tracker);
        let origin = origin(self.a, self.b, self.start);
        let slices = (self.a.slice(time, &origin), self.b.slice(time, &origin));
        let found = tracker.proximity_to(&slices.0, &slices.1, accuracy);
        let found = found.moved(&origin);
        self.last.set(Some(Measured {
            tracker,
            asked: (time, accuracy),
            found,
        }));
        found
    }

    fn error(&self, time: T, along: &SVector<T, D>) -> T {
        let origin = origin(self.a, self.b, self.start);
        let slices = (self.a.slice(time, &origin), self.b.slice(time, &origin));
        Instant::new(time, slices.0, slices.1, T::zero()).error(along)
    }

    fn width(&self) -> T {
        self.a.inner_diameter() + self.b.inner_diameter()
    }

    fn size(&self) -> T {
        let (size_a, size_b) = (self.a.size(), self.b.size());
        let smaller = size_a.min(size_b);
        // a point has no size: the other body then sets the scale
        if smaller > T::zero() {
            smaller
        } else {
            size_a.max(size_b)
        }
    }
}
