//! Motions: where a body is at any time, and bounds on the speed and acceleration of its points.
//!
//! A shape with a motion is a [`Moving`](crate::Moving) body, which is what a query takes.
//!
//! # Which motion do I need?
//! | the body | motion | what it assumes or costs |
//! |---|---|---|
//! | stays where it is | [`AtRest`] | nothing |
//! | moves straight without turning | [`ConstantVelocity::new`] with a spin of zero | a constant velocity; impacts take least work |
//! | moves and turns steadily | [`ConstantVelocity::new`] | constant velocities, any number of turns |
//! | goes from pose to pose by slerp | [`ConstantVelocity::between`] | constant velocities, the shorter turn |
//! | goes from pose to pose by nlerp | [`Sweep`] | the shorter turn, fastest half way; in the plane no half turn |
//! | flies freely | [`Ballistic`] | constant acceleration and angular velocity |
//! | follows polynomials in time | [`Polynomial`] | degree five at most; rests before and after; a query stops at both times |
//! | does one motion after another | [`Piecewise`] | pieces of one type; a query stops at each knot |
//! | starts late, or is stopped early | [`Clamped`] | rests before and after; a query stops at both times |
//! | follows your function, with bounds | [`FromFn`] | smooth; you answer for the bounds |
//! | is known at some times only | [`Sampled`] | a chain of sweeps, of which proofs speak; goes on before and after; a query stops at each knot |
//! | moves in one of these ways | [`AnyMotion`] | one type for a scene that mixes motions |
//! | moves in any other way | your own [`Motion`] | you write its poses and bounds |
//! | changes its shape | [`MovingPoints`](crate::MovingPoints) | every point on a straight line, at constant velocity |
//!
//! If an engine gives you the poses at both ends of a time step, choose the motion that interpolates as the engine
//! does: slerp and nlerp agree at both ends and half way, and differ elsewhere.

mod any;
mod ballistic;
mod clamped;
mod constant_velocity;
mod ends;
mod fixed_axis;
mod from_fn;
mod law;
mod piecewise;
mod polynomial;
mod rest;
mod rotor;
mod sampled;
mod sweep;
#[cfg(feature = "serde")]
mod written;

#[cfg(feature = "serde")]
pub use written::SerialRotor;

pub use any::{AnyMotion, AnyMotion2, AnyMotion3};
pub use ballistic::{Ballistic, Ballistic2, Ballistic3};
pub use clamped::Clamped;
pub use constant_velocity::{ConstantVelocity, ConstantVelocity2, ConstantVelocity3};
pub use fixed_axis::FixedAxis;
pub use from_fn::{FromFn, MotionBounds};
#[doc(hidden)]
pub use law::Law;
pub(crate) use law::Turn;
pub use piecewise::Piecewise;
pub use polynomial::{Polynomial, Polynomial2, Polynomial3};
pub use rest::{AtRest, AtRest2, AtRest3};
pub use rotor::Rotor;
pub(crate) use rotor::{checked_pose, dot_of_numbers, matrix_and_ulps, matrix_of_numbers};
pub use sampled::{Sampled, Sampled2, Sampled3};
pub use sweep::{Sweep, Sweep2, Sweep3};

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::{Isometry, SMatrix, SVector};

use crate::forward::pass_on;
use crate::{Real, Span};

/// A motion: where a body's frame is at any time, and bounds on the speed and acceleration of points fixed in it.
///
/// The bounds are what answers are proven by (see the [crate] docs). A motion of which only poses are known is followed
/// through samples of it: see [`Sampled`].
///
/// Times are in whatever unit you use; speeds and accelerations follow from it. Directions are in the world's frame.
///
/// # A motion of your own
/// The [module](self) lists the motions that exist. If none fits, write one. `audit_motion` of the package
/// `photofinish-audit` looks for mistakes in it.
///
/// ```
/// use nalgebra::{Isometry2, UnitComplex, Vector2};
/// use photofinish::Span;
/// use photofinish::motion::{Motion, Placement};
///
/// /// Swings along the x axis without turning: x = sin t.
/// struct Swing;
///
/// impl Motion<f64, 2> for Swing {
///     type Rotation = UnitComplex<f64>;
///
///     fn pose(&self, time: f64) -> Isometry2<f64> {
///         Isometry2::translation(time.sin(), 0.0)
///     }
///
///     fn placement(&self, time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
///         Placement::of_pose(&self.pose(time), origin)
///     }
///
///     fn center(&self) -> Vector2<f64> {
///         Vector2::zeros()
///     }
///
///     fn next_knot(&self, _after: f64) -> Option<f64> {
///         None
///     }
///
///     // |x''| = |sin t| is at most 1
///     fn acceleration_bound(&self, along: &Vector2<f64>, _: Span<f64>, _reach: f64) -> Option<f64> {
///         Some(along.x.abs())
///     }
/// }
/// ```
///
/// A motion that wraps another one must pass on every method, since a default knows nothing of the motion inside.
/// Answers rely on every method but `reference`, which only makes them more accurate. Give at least one of the two bounds:
/// a query ends undecided unless both bodies have a bound of the same kind. With both, more spans pass.
///
/// # Rounding of bounds
/// A bound is a computed number, and rounding may leave it a little too small. To make up for that, for every operation
/// add `T::EPSILON` times the sum of the absolute values of the terms. Here there are three, two products and a sum:
///
/// ```
/// use nalgebra::Vector2;
///
/// /// The speed along a direction of a body that moves at `velocity` and does not turn.
/// fn speed(along: &Vector2<f64>, velocity: &Vector2<f64>) -> f64 {
///     let terms = along.component_mul(velocity);
///     terms.sum() + terms.abs().sum() * (3.0 * f64::EPSILON)
/// }
/// ```
///
/// A bound that already has this much to spare needs nothing.
///
/// Products of very small numbers underflow, and lose more. If your numbers may be as small as
/// [`T::MIN_POSITIVE`](Real::MIN_POSITIVE), also add [`T::TINY`](Real::TINY) times 1 plus the reach.
pub trait Motion<T: Real, const D: usize> {
    /// The rotations: `UnitQuaternion<T>` in space, `UnitComplex<T>` in the plane.
    type Rotation: Rotor<T, D>;

    /// Returns the pose at `time`, which maps the body's frame to the world.
    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D>;

    /// Returns the pose at `time` with its rounding errors, its translation measured from `origin`.
    ///
    /// Bodies far from the world's origin keep their accuracy if `origin` is subtracted before anything is added. If
    /// the pose is as exact as the scalar permits, return `Placement::of_pose(&self.pose(time), origin)`. An angle that
    /// is computed is not, once it is larger than 1: add its error to the placement's `angle_error`.
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D>;

    /// Returns a point near the path of the body's frame around `time`, in the world's frame.
    ///
    /// A query measures coordinates from half way between the reference points of both bodies.
    fn reference(&self, time: T) -> SVector<T, D> {
        self.pose(time).translation.vector
    }

    /// Returns the point from which the `reach` of the bounds is measured, in the body's frame.
    ///
    /// The zero vector is the frame's origin. There is no default: a motion that forwards the bounds of another one,
    /// and forgets from where these measure, would prove what is false. So this does not compile:
    ///
    /// ```compile_fail,E0046
    /// use nalgebra::{Isometry2, UnitComplex, Vector2};
    /// use photofinish::Span;
    /// use photofinish::motion::{ConstantVelocity2, Motion, Placement};
    ///
    /// struct Forwards(ConstantVelocity2<f64>);
    ///
    /// impl Motion<f64, 2> for Forwards {
    ///     type Rotation = UnitComplex<f64>;
    ///
    ///     fn pose(&self, time: f64) -> Isometry2<f64> {
    ///         self.0.pose(time)
    ///     }
    ///
    ///     fn placement(&self, time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
    ///         self.0.placement(time, origin)
    ///     }
    ///
    ///     fn next_knot(&self, after: f64) -> Option<f64> {
    ///         self.0.next_knot(after)
    ///     }
    ///
    ///     fn acceleration_bound(&self, along: &Vector2<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
    ///         self.0.acceleration_bound(along, during, reach)
    ///     }
    ///
    ///     fn speed_bound(&self, along: &Vector2<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
    ///         self.0.speed_bound(along, during, reach)
    ///     }
    /// }
    /// ```
    fn center(&self) -> SVector<T, D>;

    /// Returns the first time after `after` at which a bound may stop holding, or `None` if there is no such time.
    ///
    /// Such a knot is a corner in the path or a jump of the velocity. A query splits its interval there, so that no
    /// span given to the bounds has a knot inside. A knot that is not later than `after` ends the query with
    /// [`KnotNotLater`](crate::QueryError::KnotNotLater).
    fn next_knot(&self, after: T) -> Option<T>;

    /// Returns an upper bound of the acceleration along the unit vector `along` of all points within `reach` of the
    /// centre, or `None` if no bound is known.
    ///
    /// For each such point p, `along . p''(t)` is at most this at all times `during` the span. The bound is negative
    /// if all points accelerate against `along`. It must hold in spite of [rounding](Motion#rounding-of-bounds).
    ///
    /// An answer relies on the bound: one that is too small may let bodies pass through each other. Queries refuse only
    /// what is not finite. The package `photofinish-audit` looks for the rest.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// Returns an upper bound of the speed along the unit vector `along` of all points within `reach` of the centre, or
    /// `None` if no bound is known.
    ///
    /// For each such point p, `along . p'(t)` is at most this at all times `during` the span. It must hold in spite of
    /// [rounding](Motion#rounding-of-bounds).
    ///
    /// An answer relies on the bound: one that is too small may let bodies pass through each other. Queries do not use
    /// bounds that are not finite, nor bounds along a direction and against it whose sum is negative, as such bounds
    /// cannot both hold. The package `photofinish-audit` looks for the rest.
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// Returns how the frame moves during the span, if it turns about an axis of fixed direction and its centre has a
    /// constant acceleration. Returns `None` if it does not, or if that is not known.
    ///
    /// Queries then need fewer steps for bodies that turn, free or in contact. Bodies that do not turn mostly need one
    /// run of GJK. [`FixedAxis`] has an example.
    ///
    /// Proofs of free pairs and of contacts rest on what is returned: a false claim may let bodies pass through each
    /// other. The package `photofinish-audit` looks for mistakes in it.
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let _ = during;
        None
    }

    /// Returns whether the motion may have laws that do not turn about its [centre](Self::center). If it wrongly says that it
    /// has none, the reach of a body is taken from the wrong point.
    #[doc(hidden)]
    fn has_pieces(&self) -> bool {
        false
    }

    /// Returns the motion in closed form, if it has one during the span.
    #[doc(hidden)]
    fn law(&self, during: Span<T>) -> Option<&Law<D>> {
        let _ = during;
        None
    }
}

/// A pose as a matrix and a translation, with bounds of its rounding errors.
#[derive(Clone, Copy, Debug)]
pub struct Placement<T, const D: usize> {
    /// Maps directions of the body's frame to the world.
    pub rotation: SMatrix<T, D, D>,
    /// From the origin asked for to the origin of the body's frame, in the world's axes.
    pub translation: SVector<T, D>,
    /// By how much each coordinate of the translation may be off.
    pub translation_error: SVector<T, D>,
    /// How far the rotation may move a point at distance one; for small errors, the angle in radians.
    pub angle_error: T,
}

impl<T: Real, const D: usize> Placement<T, D> {
    /// Returns the placement of a pose that is exact to an ulp of its position and eight ulps of its rotation, measured
    /// from `origin`.
    ///
    /// The rotation is scaled to unit length. If its norm differs from 1 by more than 3.5e-4, it is invalid: the
    /// placement is then NaN, and a query ends with [`CoordinateNotFinite`](crate::QueryError::CoordinateNotFinite).
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::Placement;
    ///
    /// // a body far from the world's origin, measured from a point near it
    /// let pose = Isometry2::translation(1e6 + 0.5, 2.0);
    /// let placement = Placement::of_pose(&pose, &vector![1e6, 0.0]);
    /// assert_eq!(placement.translation, vector![0.5, 2.0]);
    /// // its own coordinate was rounded far out
    /// assert!(placement.translation_error.x < 1e-9);
    /// ```
    pub fn of_pose<R: Rotor<T, D>>(pose: &Isometry<T, R, D>, origin: &SVector<T, D>) -> Self {
        let position = pose.translation.vector;
        let rotation = pose.rotation.normalized().map(|rotation| rotation.matrix());
        Self {
            rotation: rotation.unwrap_or_else(|_| SMatrix::repeat(T::of(f64::NAN))),
            translation: position - origin,
            translation_error: (position.abs() + origin.abs()) * T::EPSILON,
            // twice: once for the pose itself, once for scaling it and making it a matrix
            angle_error: T::EPSILON * T::of(2.0 * rotor::ROTATION_ULPS),
        }
    }
}

/// Makes a pointer to a motion a motion: motions may be shared, and `Box<dyn Motion<T, D, Rotation = R>>` mixes them.
macro_rules! forward_motion {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, M: Motion<T, D> + ?Sized> Motion<T, D> for $pointer {
            type Rotation = M::Rotation;

            pass_on! {
                fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D>;
                fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D>;
                fn reference(&self, time: T) -> SVector<T, D>;
                fn center(&self) -> SVector<T, D>;
                fn next_knot(&self, after: T) -> Option<T>;
                fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T>;
                fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T>;
                fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>>;
                fn has_pieces(&self) -> bool;
                fn law(&self, during: Span<T>) -> Option<&Law<D>>;
            }
        }
    )*};
}

forward_motion!(&M, &mut M, Box<M>, Rc<M>, Arc<M>);
