//! Motions given by a function of time.

use nalgebra::{Isometry, SVector};

use super::{Motion, Rotor};
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
    /// The poses are taken as exact up to an ulp of the position and a few of the rotation.
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
    pub fn with_bounds<B>(self, bounds: B) -> BoundedFn<F, B> {
        BoundedFn {
            pose: self.pose,
            bounds,
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

/// A motion given by a function from time to pose, with bounds given by another.
#[derive(Clone, Copy, Debug)]
pub struct BoundedFn<F, B> {
    pose: F,
    bounds: B,
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
}

impl<T, R, F, B, const D: usize> Motion<T, D> for BoundedFn<F, B>
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

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        (self.bounds)(along, during, reach).acceleration
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        (self.bounds)(along, during, reach).speed
    }
}
