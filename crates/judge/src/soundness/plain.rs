//! A motion and an extrusion that state no more than those of a user must.

use nalgebra::{Isometry, SVector};
use photofinish::motion::{Motion, Placement};
use photofinish::{Extrusion, Real, Span};

/// A motion without its law.
pub struct Plain<M>(pub M);

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Plain<M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, M::Rotation, D> {
        self.0.pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.0.placement(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.0.reference(time)
    }

    fn center(&self) -> SVector<T, D> {
        self.0.center()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.0.next_knot(after)
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        self.0.acceleration_bound(along, during, reach)
    }
}

/// A body that does not say that it is rigid. Every other one states speeds alone.
pub struct Loose<E> {
    pub body: E,
    pub is_of_first_order: bool,
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for Loose<E> {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        self.body.slice(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.body.reference(time)
    }

    fn size(&self) -> T {
        self.body.size()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        let bound = self.body.acceleration_bound(along, during);
        bound.filter(|_| !self.is_of_first_order)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.body.speed_bound(along, during)
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.body.next_knot(after)
    }
}
