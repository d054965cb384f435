//! Extrusions: convex bodies through time. The only place where shapes meet motions.

mod moving;
mod moving_points;

pub use moving::Moving;
pub use moving_points::{MovingPoints, MovingPointsSlice};

use nalgebra::SVector;

use crate::{Real, Span, SupportMap};

/// A convex body through time (\[2\] 3): at any time a body, with bounds on how its points move in between.
///
/// [`Moving`] makes one from a shape and a motion, [`MovingPoints`] from points on straight lines.
pub trait Extrusion<T: Real, const D: usize> {
    /// The body at one time.
    type Slice<'a>: SupportMap<T, D>
    where
        Self: 'a;

    /// The body at `time`, in the world's axes, its coordinates measured from `origin`.
    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_>;

    /// A point near the body's path around `time`, in the world; see
    /// [`Motion::reference`](crate::motion::Motion::reference).
    fn reference(&self, time: T) -> SVector<T, D>;

    /// About how large the body is: the scale of the default tolerance.
    fn size(&self) -> T;

    /// An upper bound of the acceleration along `along` of any point of the body during the span, or `None`.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;

    /// An upper bound of the speed along `along` of any point of the body during the span, or `None`.
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;

    /// The first time after `after` inside which no span may have for the bounds to hold; see
    /// [`Motion::next_knot`](crate::motion::Motion::next_knot).
    fn next_knot(&self, after: T) -> Option<T> {
        let _ = after;
        None
    }
}

impl<T: Real, const D: usize, E: Extrusion<T, D> + ?Sized> Extrusion<T, D> for &E {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        (**self).slice(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        (**self).reference(time)
    }

    fn size(&self) -> T {
        (**self).size()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        (**self).acceleration_bound(along, during)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        (**self).speed_bound(along, during)
    }

    fn next_knot(&self, after: T) -> Option<T> {
        (**self).next_knot(after)
    }
}
