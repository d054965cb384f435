//! Extrusions: convex bodies through time.
//!
//! This is the only place where shapes meet motions.

mod moving;
mod moving_points;
mod untyped;

pub use moving::{Moving, Moving2, Moving3};
pub use moving_points::{MovingPoints, MovingPointsSlice};
pub(crate) use untyped::{Side, Stated, slices};

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::{SMatrix, SVector};

use crate::forward::pass_on;
use crate::motion::FixedAxis;
use crate::proof::Body;
use crate::{Real, Span, SupportMap};

/// A convex body through time: a body at any time, with bounds on how its points move in between.
///
/// [`Moving`] makes one from a shape and a motion, [`MovingPoints`] from points on straight lines. The idea comes
/// from \[2\] 3.
///
/// Proofs rest on what an extrusion states of itself: a false claim may let bodies pass through each other.
/// `audit_extrusion` of the package `photofinish-audit` looks for mistakes in one that you write yourself.
/// [`frame`](Self::frame) has an example.
pub trait Extrusion<T: Real, const D: usize> {
    /// The body at one time.
    type Slice<'a>: SupportMap<T, D>
    where
        Self: 'a + Sized;

    /// Returns the body at `time`, in the world's axes, with its coordinates measured from `origin`.
    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_>
    where
        Self: Sized;

    /// Returns a point near the body's path around `time`, in the world's frame, as
    /// [`Motion::reference`](crate::motion::Motion::reference) does.
    fn reference(&self, time: T) -> SVector<T, D>;

    /// Returns about how large the body is. The default tolerance scales with this length.
    fn size(&self) -> T;

    /// Returns an upper bound of the acceleration along the unit vector `along` of all points of the body during the
    /// span, or `None` if no bound is known.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;

    /// Returns an upper bound of the speed along the unit vector `along` of all points of the body during the span, or
    /// `None` if no bound is known.
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T>;

    /// Returns the first time after `after` at which a bound may break, as
    /// [`Motion::next_knot`](crate::motion::Motion::next_knot) does. Bounds hold for spans without such a knot inside.
    fn next_knot(&self, after: T) -> Option<T>;

    /// Returns how the body's frame moves during the span, as
    /// [`Motion::fixed_axis`](crate::motion::Motion::fixed_axis) does. Returns `None` for a body that is not rigid.
    ///
    /// A body that claims a fixed axis must have a [`frame`](Self::frame) at all times of the span.
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let _ = during;
        None
    }

    /// Returns the body's frame at `time`, measured from `origin`, or `None` for a body that is not rigid.
    ///
    /// The slices at all times with a frame must be one body, which moves as its frame does. If several frames fit, as
    /// for a ball, any will do: the frame of a ball need not turn.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2, vector};
    /// use photofinish::motion::{FixedAxis, Placement};
    /// use photofinish::shape::Ball;
    /// use photofinish::support::Posed;
    /// use photofinish::{BodyFrame, Extrusion, Span};
    ///
    /// /// A ball that gathers speed along the x axis: x = t^2 / 2.
    /// struct Rolling(Ball<f64>);
    ///
    /// impl Rolling {
    ///     fn placement(time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
    ///         Placement::of_pose(&Isometry2::translation(0.5 * time * time, 0.0), origin)
    ///     }
    /// }
    ///
    /// impl Extrusion<f64, 2> for Rolling {
    ///     type Slice<'a> = Posed<&'a Ball<f64>, f64, 2>;
    ///
    ///     fn slice(&self, time: f64, origin: &Vector2<f64>) -> Self::Slice<'_> {
    ///         // the core of a ball is its centre, and reaches nowhere
    ///         Posed::placed(&self.0, 0.0, Self::placement(time, origin))
    ///     }
    ///
    ///     fn reference(&self, time: f64) -> Vector2<f64> {
    ///         vector![0.5 * time * time, 0.0]
    ///     }
    ///
    ///     fn size(&self) -> f64 {
    ///         1.0
    ///     }
    ///
    ///     fn acceleration_bound(&self, along: &Vector2<f64>, _: Span<f64>) -> Option<f64> {
    ///         Some(along.x)
    ///     }
    ///
    ///     fn speed_bound(&self, along: &Vector2<f64>, during: Span<f64>) -> Option<f64> {
    ///         let fastest = (along.x * during.start()).max(along.x * during.end());
    ///         Some(fastest + fastest.abs() * f64::EPSILON)
    ///     }
    ///
    ///     fn next_knot(&self, _after: f64) -> Option<f64> {
    ///         None
    ///     }
    ///
    ///     fn fixed_axis(&self, _: Span<f64>) -> Option<FixedAxis<f64, 2>> {
    ///         Some(FixedAxis {
    ///             acceleration: vector![1.0, 0.0],
    ///             ..FixedAxis::without_turning()
    ///         })
    ///     }
    ///
    ///     fn frame(&self, time: f64, origin: &Vector2<f64>) -> Option<BodyFrame<f64, 2>> {
    ///         let placement = Self::placement(time, origin);
    ///         Some(BodyFrame {
    ///             rotation: placement.rotation,
    ///             angle_error: placement.angle_error,
    ///             center: placement.translation,
    ///             center_error: placement.translation_error.norm(),
    ///             reach: 0.0,
    ///         })
    ///     }
    /// }
    /// ```
    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let _ = (time, origin);
        None
    }

    /// Returns the diameter of a ball that the body contains at all times, or a lower bound of it; see
    /// [`SupportMap::inner_diameter`].
    fn inner_diameter(&self) -> T {
        T::zero()
    }

    /// Returns the body as a rigid shape with a motion from a time on, and until when it is that, if it is one. The end
    /// is `end` or earlier, but never later than the next knot.
    #[doc(hidden)]
    #[inline]
    fn rigid(&self, from: f64, end: f64) -> Option<(Body<'_, D>, f64)> {
        let _ = (from, end);
        None
    }
}

/// The frame of a rigid body at one time, and the centre that the body turns about.
#[derive(Clone, Copy, Debug)]
pub struct BodyFrame<T, const D: usize> {
    /// Maps directions of the body's frame to the world.
    pub rotation: SMatrix<T, D, D>,
    /// How far the rotation may move a point at distance one; for small errors, the angle in radians.
    pub angle_error: T,
    /// The vector from the origin asked for to the centre, in the world's axes.
    pub center: SVector<T, D>,
    /// The distance by which the centre may be off.
    pub center_error: T,
    /// The largest distance of a point of the body's core from the centre, rounded up. A larger length is right too. As
    /// the body is rigid, the reach of one frame bounds it at all times at which it turns about this centre.
    pub reach: T,
}

/// Makes a pointer to an extrusion an extrusion: one body may be shared among many queries.
macro_rules! forward_extrusion {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for $pointer {
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
                fn rigid(&self, from: f64, end: f64) -> Option<(Body<'_, D>, f64)>;
            }
        }
    )*};
}

forward_extrusion!(&E, &mut E, Box<E>, Rc<E>, Arc<E>);
