//! Motions: where a body is at any time, and how fast its points may accelerate.

mod anchor;
mod ballistic;
mod closure;
mod constant_velocity;
mod piecewise;
mod rest;
mod rotor;
mod sweep;
mod turned;

pub use ballistic::{Ballistic, Ballistic2, Ballistic3};
pub use closure::{BoundedFn, FromFn, MotionBounds};
pub(crate) use constant_velocity::dot_bound;
pub use constant_velocity::{ConstantVelocity, ConstantVelocity2, ConstantVelocity3};
pub use piecewise::Piecewise;
pub use rest::{AtRest, AtRest2, AtRest3};
pub use rotor::Rotor;
pub use sweep::{Sweep, Sweep2, Sweep3};

use nalgebra::{Isometry, SMatrix, SVector};

use crate::{Real, Span};

/// Where a body's frame is at any time, and bounds on how the points that move with it do.
///
/// The bounds are what makes an answer certified (see the [crate] docs). A motion without them still works: it is
/// sub-stepped as in \[2\], and its answer says that it is not certified.
///
/// Times are in the unit of one's choice; speeds and accelerations follow from it. Directions are in the world.
pub trait Motion<T: Real, const D: usize> {
    /// The rotations: `UnitQuaternion<T>` in space, `UnitComplex<T>` in the plane.
    type Rotation: Rotor<T, D>;

    /// The pose at `time`: it maps the body's frame to the world.
    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D>;

    /// The pose at `time`, its translation measured from `origin`, with its rounding errors.
    ///
    /// Bodies far from the world's origin keep their accuracy if `origin` is subtracted before anything is added.
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let pose = self.pose(time);
        let position = pose.translation.vector;
        Placement {
            rotation: pose.rotation.matrix(),
            translation: position - origin,
            translation_error: (position.abs() + origin.abs()) * T::EPSILON,
            angle_error: T::EPSILON * T::of(rotor::ROTATION_ROUNDING),
        }
    }

    /// A point near the path of the body's frame around `time`: coordinates of a pair of bodies are measured from half
    /// way between the points of both.
    fn reference(&self, time: T) -> SVector<T, D> {
        self.pose(time).translation.vector
    }

    /// The point of the body's frame from which the `reach` of the bounds is measured.
    fn center(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    /// The largest acceleration along `along` that any point within `reach` of the centre has `during` the span:
    /// an upper bound of `along . p''(t)`, negative where all points accelerate backwards, rounding included.
    ///
    /// `None` where no bound is known.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// The largest speed along `along` that any point within `reach` of the centre has `during` the span:
    /// an upper bound of `along . p'(t)`, rounding included.
    ///
    /// `None` where no bound is known.
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let _ = (along, during, reach);
        None
    }

    /// The first time after `after` at which a bound may break: a corner in the path, a jump of the velocity.
    ///
    /// A query splits its interval there, so that no span given to the bounds has a knot inside.
    fn next_knot(&self, after: T) -> Option<T> {
        let _ = after;
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
    /// By what angle, in radians, the rotation may be off.
    pub angle_error: T,
}

impl<T: Real, const D: usize> Placement<T, D> {
    /// A pose taken as it is.
    pub(crate) fn exact<R: Rotor<T, D>>(pose: &Isometry<T, R, D>) -> Self {
        Self {
            rotation: pose.rotation.matrix(),
            translation: pose.translation.vector,
            translation_error: SVector::zeros(),
            angle_error: T::zero(),
        }
    }
}

/// A reference to a motion, or a boxed one, moves as the motion does.
macro_rules! forward_motion {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, M: Motion<T, D> + ?Sized> Motion<T, D> for $pointer {
            type Rotation = M::Rotation;

            fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
                (**self).pose(time)
            }

            fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
                (**self).placement(time, origin)
            }

            fn reference(&self, time: T) -> SVector<T, D> {
                (**self).reference(time)
            }

            fn center(&self) -> SVector<T, D> {
                (**self).center()
            }

            fn acceleration_bound(
                &self,
                along: &SVector<T, D>,
                during: Span<T>,
                reach: T,
            ) -> Option<T> {
                (**self).acceleration_bound(along, during, reach)
            }

            fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
                (**self).speed_bound(along, during, reach)
            }

            fn next_knot(&self, after: T) -> Option<T> {
                (**self).next_knot(after)
            }
        }
    )*};
}

forward_motion!(&M, Box<M>);
