//! Motions: where a body is at any time, and how fast its points may accelerate.

mod anchor;
mod ballistic;
mod closure;
mod constant_velocity;
mod ends;
mod fixed_axis;
mod piecewise;
mod rest;
mod rotor;
mod sweep;
mod turned;

pub use ballistic::{Ballistic, Ballistic2, Ballistic3};
pub use closure::{BoundedFn, BoundsCenter, FromFn, MotionBounds};
pub(crate) use constant_velocity::dot_bound;
pub use constant_velocity::{ConstantVelocity, ConstantVelocity2, ConstantVelocity3};
pub use fixed_axis::FixedAxis;
pub use piecewise::Piecewise;
pub use rest::{AtRest, AtRest2, AtRest3};
pub use rotor::Rotor;
pub(crate) use rotor::matrix_and_ulps;
pub use sweep::{Sweep, Sweep2, Sweep3};

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::{Isometry, SMatrix, SVector};

use crate::forward::pass_on;
use crate::{Real, Span};

/// Where a body's frame is at any time, and bounds on how the points that move with it do.
///
/// The bounds are what makes an answer certified (see the [crate] docs). A motion without them still works: it is
/// sub-stepped as in \[2\], and its answer says that it is not certified.
///
/// A motion that wraps another one passes on every method: what it leaves out would be that of another motion. The
/// compiler asks for all that an answer would be wrong without. Of the others, a bound that is left out makes answers
/// uncertified, and a `reference` less accurate. [`audit_motion`](crate::audit::audit_motion) finds mistakes in a
/// motion that you write yourself.
///
/// Times are in whatever unit you use; speeds and accelerations follow from it. Directions are in the world.
///
/// # Rounding of bounds
/// A bound is a computed number, and rounding may leave it a little too small. To make up for that, add the sum of the
/// sizes of its terms times `T::EPSILON` for every operation. Here there are three, two products and a sum:
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
pub trait Motion<T: Real, const D: usize> {
    /// The rotations: `UnitQuaternion<T>` in space, `UnitComplex<T>` in the plane.
    type Rotation: Rotor<T, D>;

    /// The pose at `time`: it maps the body's frame to the world.
    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D>;

    /// The pose at `time`, its translation measured from `origin`, with its rounding errors.
    ///
    /// Bodies far from the world's origin keep their accuracy if `origin` is subtracted before anything is added. Where
    /// the pose is as exact as the scalar permits, this is `Placement::of_pose(&self.pose(time), origin)`.
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D>;

    /// A point near the path of the body's frame around `time`: coordinates of a pair of bodies are measured from half
    /// way between the points of both.
    fn reference(&self, time: T) -> SVector<T, D> {
        self.pose(time).translation.vector
    }

    /// The point of the body's frame from which the `reach` of the bounds is measured: the zero vector if they count
    /// from the frame's origin.
    fn center(&self) -> SVector<T, D>;

    /// The first time after `after` at which a bound may break: a corner in the path, a jump of the velocity. `None` if
    /// there is none.
    ///
    /// A query splits its interval there, so that no span given to the bounds has a knot inside.
    fn next_knot(&self, after: T) -> Option<T>;

    /// The largest acceleration along `along` that any point within `reach` of the centre has `during` the span:
    /// an upper bound of `along . p''(t)`, negative where all points accelerate backwards. It must hold in spite of
    /// [rounding](Motion#rounding-of-bounds).
    ///
    /// `None` where no bound is known.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// The largest speed along `along` that any point within `reach` of the centre has `during` the span:
    /// an upper bound of `along . p'(t)`. It must hold in spite of [rounding](Motion#rounding-of-bounds).
    ///
    /// `None` where no bound is known.
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// How the frame moves during the span, if it turns about an axis of fixed direction and its centre has a constant
    /// acceleration; `None` if it does not, or where that is not known.
    ///
    /// Bodies in contact are followed in fewer and longer steps with it. What it says must be true.
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let _ = during;
        None
    }
}

/// A pose as a matrix and a translation, with what rounding may have done to it.
#[derive(Clone, Copy, Debug)]
pub struct Placement<T, const D: usize> {
    /// Maps directions of the body's frame to the world.
    pub rotation: SMatrix<T, D, D>,
    /// Where the origin of the body's frame is, from the origin asked for.
    pub translation: SVector<T, D>,
    /// How far each coordinate of the translation may be off.
    pub translation_error: SVector<T, D>,
    /// By what angle, in radians, the rotation may be off: how far it may move a point at distance one.
    pub angle_error: T,
}

impl<T: Real, const D: usize> Placement<T, D> {
    /// The placement of a pose that is exact up to an ulp of its position and eight of its rotation, measured from
    /// `origin`.
    ///
    /// The rotation is scaled to unit length. One whose norm is off from 1 by more than 3.5e-4 is none: then the
    /// placement is not a number, and a query ends with
    /// [`CoordinateNotFinite`](crate::QueryError::CoordinateNotFinite).
    pub fn of_pose<R: Rotor<T, D>>(pose: &Isometry<T, R, D>, origin: &SVector<T, D>) -> Self {
        let position = pose.translation.vector;
        let rotation = pose.rotation.normalized().map(|rotation| rotation.matrix());
        Self {
            rotation: rotation.unwrap_or_else(|_| SMatrix::repeat(T::of(f64::NAN))),
            translation: position - origin,
            translation_error: (position.abs() + origin.abs()) * T::EPSILON,
            // the pose's own, and what is lost by scaling it and by its change to a matrix
            angle_error: T::EPSILON * T::of(2.0 * rotor::ROTATION_ROUNDING),
        }
    }
}

/// A pointer to a motion is that motion: motions may be shared, and `Box<dyn Motion<T, D, Rotation = R>>` mixes them.
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
            }
        }
    )*};
}

forward_motion!(&M, &mut M, Box<M>, Rc<M>, Arc<M>);
