//! Motions given by a function of time.

use nalgebra::{Isometry, SVector};

use super::{Motion, Placement, Rotor};
use crate::{Real, Span};

/// A motion given by a function from time to pose, without bounds: its answers are not certified.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{FromFn, Motion};
///
/// let pendulum = FromFn::new(|t: f64| Isometry2::new(vector![t.sin(), 0.0], 0.5 * t.sin()));
/// assert_eq!(pendulum.pose(0.0), Isometry2::identity());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    pose: F,
}

impl<F> FromFn<F> {
    /// The motion whose pose at any time is what `pose` returns for it.
    ///
    /// The poses are taken as exact up to an ulp of the position and eight of the rotation. Each has a rotation of unit
    /// length, or is taken for no place at all; see [`Placement::of_pose`].
    pub fn new(pose: F) -> Self {
        Self { pose }
    }

    /// The same motion with bounds, which makes its answers certified.
    ///
    /// `bounds` gets a unit direction in the world, a span of time, and a radius. It returns upper bounds, over the
    /// span, of the acceleration and of the speed along that direction of any point of the body's frame within
    /// that radius of its origin.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2, vector};
    /// use photofinish::Span;
    /// use photofinish::motion::{FromFn, MotionBounds};
    ///
    /// // x = sin t, without turning: |x'| and |x''| are at most 1
    /// let pendulum = FromFn::new(|t: f64| Isometry2::translation(t.sin(), 0.0)).with_bounds(
    ///     |along: &Vector2<f64>, _during: Span<f64>, _reach: f64| MotionBounds {
    ///         acceleration: Some(along.x.abs()),
    ///         speed: Some(along.x.abs()),
    ///     },
    /// );
    /// # let _ = pendulum;
    /// ```
    ///
    /// The bounds must hold in spite of [rounding](Motion#rounding-of-bounds).
    /// [`audit_motion`](crate::audit::audit_motion) checks them at sample times.
    pub fn with_bounds<B>(self, bounds: B) -> BoundedFn<F, B> {
        BoundedFn {
            pose: self.pose,
            bounds,
            center: (),
        }
    }

    /// The same, the radius of the bounds measured from `center`, a point of the body's frame, and not from its origin.
    ///
    /// Bounds are tighter about the point that a body turns about.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2, vector};
    /// use photofinish::Span;
    /// use photofinish::audit::audit_motion;
    /// use photofinish::motion::{FromFn, MotionBounds};
    ///
    /// // a door turns by sin t about the hinge at (1, 0): a point at distance r from it has the speed r |cos t|
    /// let door = |t: f64| Isometry2::rotation_wrt_point(
    ///     nalgebra::UnitComplex::new(t.sin()),
    ///     nalgebra::point![1.0, 0.0],
    /// );
    /// let door = FromFn::new(door).with_bounds_about(
    ///     vector![1.0, 0.0],
    ///     |_: &Vector2<f64>, _: Span<f64>, reach: f64| MotionBounds {
    ///         acceleration: None,
    ///         speed: Some(reach),
    ///     },
    /// );
    /// audit_motion(&door, Span::new(0.0, 6.0)?, 2.0)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_bounds_about<B, T, const D: usize>(
        self,
        center: SVector<T, D>,
        bounds: B,
    ) -> BoundedFn<F, B, SVector<T, D>> {
        BoundedFn {
            pose: self.pose,
            bounds,
            center,
        }
    }
}

/// Upper bounds of the acceleration and the speed of points along a direction; `None` where unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionBounds<T> {
    /// An upper bound of s . p''.
    pub acceleration: Option<T>,
    /// An upper bound of s . p'.
    pub speed: Option<T>,
}

/// A motion given by a function from time to pose, with bounds given by another, about the origin or a stated centre.
#[derive(Clone, Copy, Debug)]
pub struct BoundedFn<F, B, C = ()> {
    pose: F,
    bounds: B,
    center: C,
}

/// Where the radius of bounds is measured from: a stated point, or, as `()`, the origin of the frame.
pub trait BoundsCenter<T, const D: usize>: sealed::Sealed {
    /// The point, in the body's frame.
    fn point(&self) -> SVector<T, D>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl<T, const D: usize> Sealed for nalgebra::SVector<T, D> {}
}

impl<T: Real, const D: usize> BoundsCenter<T, D> for () {
    fn point(&self) -> SVector<T, D> {
        SVector::zeros()
    }
}

impl<T: Real, const D: usize> BoundsCenter<T, D> for SVector<T, D> {
    fn point(&self) -> SVector<T, D> {
        *self
    }
}

impl<T, R, F, const D: usize> Motion<T, D> for FromFn<F>
where
    T: Real,
    R: Rotor<T, D>,
    F: Fn(T) -> Isometry<T, R, D>,
{
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        (self.pose)(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        Placement::of_pose(&(self.pose)(time), origin)
    }

    fn center(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }
}

impl<T, R, F, B, C, const D: usize> Motion<T, D> for BoundedFn<F, B, C>
where
    T: Real,
    R: Rotor<T, D>,
    C: BoundsCenter<T, D>,
    F: Fn(T) -> Isometry<T, R, D>,
    B: Fn(&SVector<T, D>, Span<T>, T) -> MotionBounds<T>,
{
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        (self.pose)(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        Placement::of_pose(&(self.pose)(time), origin)
    }

    fn center(&self) -> SVector<T, D> {
        self.center.point()
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        (self.bounds)(along, during, reach).acceleration
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        (self.bounds)(along, during, reach).speed
    }
}
