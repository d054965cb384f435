//! Motions given by functions of time.

use nalgebra::{Isometry, SVector};

use super::{Motion, Placement, Rotor};
use crate::error::finite_point;
use crate::{MotionError, Real, Span};

/// A motion given by a function from time to pose, without bounds. Answers about it are not certified.
///
/// A query cuts its interval into [`substeps`](crate::Query::substeps) and may miss a contact within one.
/// [`with_bounds`](Self::with_bounds) makes the answers certified.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, FromFn};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a block swings to and fro, and hits a wall whose face is at x = 1.5
/// let swing = FromFn::new(|t: f64| Isometry2::new(vector![2.0 * t.sin(), 0.0], 0.0));
/// let block = Moving::new(Cuboid::new(vector![0.5, 0.5])?, swing);
/// let wall = Moving::new(Cuboid::new(vector![0.5, 2.0])?, AtRest::new(Isometry2::translation(2.0, 0.0))?);
///
/// let solution = time_of_impact(&block, &wall, 0.0..=3.0)?;
/// let Outcome::Impact(impact) = solution.outcome else {
///     panic!("the block reaches x = 2.5");
/// };
/// assert!((impact.time - 0.5f64.asin()).abs() < 1e-6);
/// assert!(!solution.certified);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    pose: F,
}

impl<F> FromFn<F> {
    /// Returns the motion whose pose at any time is what `pose` returns for that time.
    ///
    /// The poses are taken as exact to an ulp of the position and eight ulps of the rotation. Rotations must have unit
    /// length: a query ends with an error at the first that it meets without; see [`Placement::of_pose`]. If your
    /// function is less exact, ask with a target distance above its error, or write a [`Motion`] that states the error.
    pub fn new(pose: F) -> Self {
        Self { pose }
    }

    /// Returns this motion with bounds, which make its answers certified.
    ///
    /// `bounds` gets a unit direction in the world's frame, a span of time, and a radius. It returns upper bounds of
    /// the acceleration and of the speed along that direction, over the span, for all points within that radius of
    /// the frame's origin.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2};
    /// use photofinish::Span;
    /// use photofinish::audit::audit_motion;
    /// use photofinish::motion::{FromFn, MotionBounds};
    ///
    /// // x = sin t, without turning: |x'| and |x''| are at most 1
    /// let swing = FromFn::new(|t: f64| Isometry2::translation(t.sin(), 0.0)).with_bounds(
    ///     |along: &Vector2<f64>, _during: Span<f64>, _reach: f64| MotionBounds {
    ///         acceleration: Some(along.x.abs()),
    ///         speed: Some(along.x.abs()),
    ///     },
    /// );
    /// audit_motion(&swing, Span::new(0.0, 6.0)?, 1.0)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The function must have no corner: where the velocity jumps, no finite acceleration bounds it. Over spans that
    /// contain a corner return `acceleration: None`, or join the parts with [`Piecewise`](super::Piecewise), whose
    /// knots stop a query. Write out the types of the arguments of `bounds`, as above: the compiler does not find them.
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

    /// Returns this motion with bounds whose radius is measured from `center`, a point of the body's frame.
    ///
    /// Use it instead of [`with_bounds`](Self::with_bounds) for a body that turns about a point other than its frame's
    /// origin: the bounds are tighter about that point.
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
    /// )?;
    /// audit_motion(&door, Span::new(0.0, 6.0)?, 2.0)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MotionError::NotFinite`] for the centre.
    pub fn with_bounds_about<B, T: Real, const D: usize>(
        self,
        center: SVector<T, D>,
        bounds: B,
    ) -> Result<BoundedFn<F, B, SVector<T, D>>, MotionError> {
        Ok(BoundedFn {
            pose: self.pose,
            bounds,
            center: finite_point("centre", center)?,
        })
    }
}

/// Upper bounds of the acceleration and the speed of points p along a direction s; `None` where unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionBounds<T> {
    /// An upper bound of s . p''.
    pub acceleration: Option<T>,
    /// An upper bound of s . p'.
    pub speed: Option<T>,
}

/// A motion given by two functions: one from time to pose, and one for the bounds.
///
/// Answers about it are certified if the second function always knows at least one of the two bounds.
///
/// [`FromFn::with_bounds`] makes one whose bounds are measured from the frame's origin,
/// [`FromFn::with_bounds_about`] one whose bounds are measured from a stated centre.
///
/// ```
/// use nalgebra::{Isometry2, Vector2};
/// use photofinish::motion::{AtRest, FromFn, MotionBounds};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, Span, time_of_impact};
///
/// // a block swings to and fro without turning: x = 2 sin t, so that |x'| and |x''| are at most 2
/// let swing = FromFn::new(|t: f64| Isometry2::translation(2.0 * t.sin(), 0.0)).with_bounds(
///     |along: &Vector2<f64>, _during: Span<f64>, _reach: f64| MotionBounds {
///         acceleration: Some(2.0 * along.x.abs()),
///         speed: Some(2.0 * along.x.abs()),
///     },
/// );
/// let block = Moving::new(Cuboid::new(Vector2::new(0.5, 0.5))?, swing);
/// let wall = Moving::new(Cuboid::new(Vector2::new(0.5, 2.0))?, AtRest::new(Isometry2::translation(3.1, 0.0))?);
///
/// let solution = time_of_impact(&block, &wall, 0.0..=100.0)?;
/// assert!(matches!(solution.outcome, Outcome::Separated(_)) && solution.certified);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoundedFn<F, B, C = ()> {
    pose: F,
    bounds: B,
    center: C,
}

/// The point from which the radius of bounds is measured: a stated one, or the origin of the frame for `()`.
pub trait BoundsCenter<T, const D: usize>: sealed::Sealed {
    /// Returns the point, in the body's frame.
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
