//! Motions given by functions of time.

use nalgebra::{Isometry, SVector};

use super::{Motion, Placement, Rotor};
use crate::error::finite_point;
use crate::{MotionError, Real, Span};

/// A motion given by two functions: one from time to pose, and one that bounds how fast points move.
///
/// You answer for the bounds. If you have none, follow the function through samples: see [`Sampled`](super::Sampled).
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, FromFn, MotionBounds};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a block swings to and fro without turning: x = 2 sin t, so that |x'| and |x''| are at most 2
/// let swing = FromFn::new(
///     |t: f64| Isometry2::translation(2.0 * t.sin(), 0.0),
///     |along, _during, _reach| MotionBounds {
///         acceleration: Some(2.0 * along.x.abs()),
///         speed: Some(2.0 * along.x.abs()),
///     },
/// );
/// let block = Moving::new(Cuboid::new(vector![0.5, 0.5])?, swing);
/// let wall = Moving::new(Cuboid::new(vector![0.5, 2.0])?, AtRest::new(Isometry2::translation(3.1, 0.0))?);
///
/// let solution = time_of_impact(&block, &wall, 0.0..=100.0)?;
/// assert!(matches!(solution.outcome, Outcome::Separated(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The poses are taken as exact to an ulp of the position and eight ulps of the rotation. Rotations must have unit
/// length: a query ends with an error at the first that it meets without; see [`Placement::of_pose`]. If your function
/// is less exact, ask with a target distance above its error, or write a [`Motion`] that states the error.
///
/// The function must have no corner: where the velocity jumps, no finite acceleration bounds it. Over spans that contain
/// a corner return `acceleration: None`, or join the parts with [`Piecewise`](super::Piecewise), whose knots stop a
/// query. Two functions have two types: make each an [`AnyMotion::other`](super::AnyMotion::other).
///
/// The bounds must hold in spite of [rounding](Motion#rounding-of-bounds). The package `photofinish-audit` checks them
/// at sample times.
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F, B, T, const D: usize> {
    pose: F,
    bounds: B,
    center: SVector<T, D>,
}

/// Upper bounds of the acceleration and the speed of points p along a direction s; `None` where unknown. A query needs
/// bounds of one kind for both bodies at all times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionBounds<T> {
    /// An upper bound of s . p''.
    pub acceleration: Option<T>,
    /// An upper bound of s . p'.
    pub speed: Option<T>,
}

impl<F, B, T: Real, const D: usize> FromFn<F, B, T, D> {
    /// Returns the motion whose pose at any time is what `pose` returns for that time.
    ///
    /// `bounds` gets a unit direction in the world's frame, a span of time, and a radius. It returns upper bounds of
    /// the acceleration and of the speed along that direction, over the span, for all points within that radius of
    /// the frame's origin.
    pub fn new<R: Rotor<T, D>>(pose: F, bounds: B) -> Self
    where
        F: Fn(T) -> Isometry<T, R, D>,
        B: Fn(&SVector<T, D>, Span<T>, T) -> MotionBounds<T>,
    {
        Self {
            pose,
            bounds,
            center: SVector::zeros(),
        }
    }

    /// Returns the motion of [`new`](Self::new) with bounds whose radius is measured from `center`, a point of the
    /// body's frame: they are tighter for a body that turns about that point.
    ///
    /// ```
    /// use nalgebra::{Isometry2, UnitComplex, point, vector};
    /// use photofinish::Span;
    /// use photofinish::motion::{FromFn, Motion, MotionBounds};
    ///
    /// // a door turns by sin t about the hinge at (1, 0): a point at distance r from it has the speed r |cos t|
    /// let door = FromFn::about(
    ///     vector![1.0, 0.0],
    ///     |t: f64| Isometry2::rotation_wrt_point(UnitComplex::new(t.sin()), point![1.0, 0.0]),
    ///     |_, _, reach| MotionBounds {
    ///         acceleration: None,
    ///         speed: Some(reach),
    ///     },
    /// )?;
    /// // half a unit from the hinge; measured from the frame's origin it would be one and a half
    /// let during = Span::new(0.0, 1.0)?;
    /// assert_eq!(door.speed_bound(&vector![0.0, 1.0], during, 0.5), Some(0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] for the centre.
    pub fn about<R: Rotor<T, D>>(
        center: SVector<T, D>,
        pose: F,
        bounds: B,
    ) -> Result<Self, MotionError>
    where
        F: Fn(T) -> Isometry<T, R, D>,
        B: Fn(&SVector<T, D>, Span<T>, T) -> MotionBounds<T>,
    {
        let center = finite_point("centre", center)?;
        Ok(Self {
            pose,
            bounds,
            center,
        })
    }
}

impl<T, R, F, B, const D: usize> Motion<T, D> for FromFn<F, B, T, D>
where
    T: Real,
    R: Rotor<T, D>,
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
        self.center
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
