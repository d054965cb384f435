//! A motion that states no more than a user's motion must.

use nalgebra::{Isometry, SVector};
use photofinish::motion::{Motion, Placement};
use photofinish::{Real, Span};

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
