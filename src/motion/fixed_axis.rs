//! Motions that turn about an axis of fixed direction: what sharper bounds need to know of them.

use nalgebra::{SMatrix, SVector};

use crate::Real;

/// How a frame moves during a span in which it turns about an axis whose direction stays the same, and its centre
/// has a constant acceleration.
///
/// With the skew matrix N of the unit axis, N x = n x x, and the angle theta turned, a point at r from the centre has
/// p' = c' + theta' N r and p'' = c'' + theta'^2 N N r + theta'' N r.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedAxis<T, const D: usize> {
    /// The matrix N of the unit axis, in the world's frame; zero for a frame that does not turn.
    pub axis: SMatrix<T, D, D>,
    /// The least theta' during the span, in radians per time, rounded down. theta' is never negative: a frame that turns
    /// the other way has the opposite axis.
    pub slowest: T,
    /// The largest theta' during the span, rounded up.
    pub fastest: T,
    /// The largest |theta''| during the span, rounded up.
    pub angular_acceleration: T,
    /// The acceleration of the centre, in the world's frame.
    pub acceleration: SVector<T, D>,
}

impl<T: Real, const D: usize> FixedAxis<T, D> {
    /// A frame that does not turn, its centre at a constant velocity.
    pub fn without_turning() -> Self {
        Self {
            axis: SMatrix::zeros(),
            slowest: T::zero(),
            fastest: T::zero(),
            angular_acceleration: T::zero(),
            acceleration: SVector::zeros(),
        }
    }

    /// A frame that turns at this constant speed, its centre at a constant velocity.
    ///
    /// `ulps` bounds the rounding error of the speed.
    pub(crate) fn steady(axis: SMatrix<T, D, D>, speed: T, ulps: f64) -> Self {
        let error = T::EPSILON * T::of(ulps);
        Self {
            axis,
            slowest: speed * (T::one() - error),
            fastest: speed * (T::one() + error),
            ..Self::without_turning()
        }
    }

    /// Whether the frame turns at all.
    pub fn turns(&self) -> bool {
        self.fastest > T::zero()
    }

    /// The same, the centre accelerated.
    pub(crate) fn accelerated(self, acceleration: SVector<T, D>) -> Self {
        Self {
            acceleration,
            ..self
        }
    }
}
