//! Extrusions: convex bodies through time. The only place where shapes meet motions.

mod moving;
mod moving_points;

pub use moving::Moving;
pub use moving_points::{MovingPoints, MovingPointsSlice};

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::{SMatrix, SVector};

use crate::forward::pass_on;
use crate::motion::FixedAxis;
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
    fn next_knot(&self, after: T) -> Option<T>;

    /// How the body's frame moves during the span; see [`Motion::fixed_axis`](crate::motion::Motion::fixed_axis). `None`
    /// for a body that is not rigid.
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let _ = during;
        None
    }

    /// Where the body's frame is at `time`, measured from `origin`; `None` for a body that is not rigid.
    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let _ = (time, origin);
        None
    }

    /// The diameter of a ball that the body contains at all times, or a lower bound of it; see
    /// [`SupportMap::inner_diameter`].
    fn inner_diameter(&self) -> T {
        T::zero()
    }
}

/// The frame of a rigid body at one time, with the centre that it turns about.
#[derive(Clone, Copy, Debug)]
pub struct BodyFrame<T, const D: usize> {
    /// Maps directions of the body's frame to the world.
    pub rotation: SMatrix<T, D, D>,
    /// By what angle, in radians, the rotation may be off.
    pub angle_error: T,
    /// Where the centre is, from the origin asked for.
    pub center: SVector<T, D>,
    /// How far the centre may be off.
    pub center_error: T,
    /// The largest distance of a point of the body's core from the centre.
    pub reach: T,
}

/// A pointer to an extrusion is that extrusion: one body may be shared among many queries.
macro_rules! forward_extrusion {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, E: Extrusion<T, D> + ?Sized> Extrusion<T, D> for $pointer {
            type Slice<'a>
                = E::Slice<'a>
            where
                Self: 'a;

            pass_on! {
                fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_>;
                fn reference(&self, time: T) -> SVector<T, D>;
                fn size(&self) -> T;
                fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;
                fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;
                fn next_knot(&self, after: T) -> Option<T>;
                fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>>;
                fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>>;
                fn inner_diameter(&self) -> T;
            }
        }
    )*};
}

forward_extrusion!(&E, &mut E, Box<E>, Rc<E>, Arc<E>);
