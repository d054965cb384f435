//! Motions that turn about an axis of fixed direction, for which sharper bounds are known.

use nalgebra::{SMatrix, SVector};

use crate::Real;

/// How a frame moves during a span in which it turns about an axis of fixed direction, and its centre has a constant
/// acceleration.
///
/// Let N be the skew matrix of the unit axis n, the map from x to the cross product of n and x; in the plane it turns
/// by a quarter turn to the left. Let theta be the angle turned, and c the [centre](super::Motion::center) in the
/// world. A point at r from the centre has p' = c' + theta' N r and p'' = c'' + theta'^2 N N r + theta'' N r.
///
/// There is no such claim for a span in which the frame turns one way and then the other.
///
/// ```
/// use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
/// use photofinish::Span;
/// use photofinish::motion::{FixedAxis, Motion, Placement, Rotor};
///
/// /// A wheel of radius 1/2 that rolls along the x axis at a speed of 1: it turns clockwise at 2 radians per time.
/// struct Wheel;
///
/// impl Motion<f64, 2> for Wheel {
///     type Rotation = UnitComplex<f64>;
///
///     fn pose(&self, time: f64) -> Isometry2<f64> {
///         Isometry2::new(vector![time, 0.5], -2.0 * time)
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
///     // theta'^2 r, and some ulps for rounding
///     fn acceleration_bound(&self, along: &Vector2<f64>, _: Span<f64>, reach: f64) -> Option<f64> {
///         Some(4.0 * reach * along.norm() * (1.0 + 8.0 * f64::EPSILON))
///     }
///
///     fn fixed_axis(&self, _: Span<f64>) -> Option<FixedAxis<f64, 2>> {
///         Some(FixedAxis {
///             // clockwise
///             axis: UnitComplex::skew(-1.0),
///             slowest: 2.0,
///             fastest: 2.0,
///             ..FixedAxis::without_turning()
///         })
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedAxis<T, const D: usize> {
    /// The matrix N of the unit axis, in the world's frame; zero for a frame that does not turn. [`Rotor::skew`] makes
    /// it from the axis. The axis may be off by up to 6 ulps of 1, in length and direction together: `photofinish-audit`
    /// accepts that much.
    ///
    /// [`Rotor::skew`]: super::Rotor::skew
    pub axis: SMatrix<T, D, D>,
    /// The smallest theta' during the span, in radians per time, rounded down. It is never negative: a frame that turns
    /// the other way has the opposite axis.
    pub slowest: T,
    /// The largest theta' during the span, in radians per time, rounded up.
    pub fastest: T,
    /// The largest |theta''| during the span, in radians per squared time, rounded up.
    pub angular_acceleration: T,
    /// The acceleration of the centre, in the world's frame. It is taken as exact: if the centre deviates from the path
    /// that it leads to, the placements must state the deviation as an error.
    pub acceleration: SVector<T, D>,
}

impl<T: Real, const D: usize> FixedAxis<T, D> {
    /// Returns the motion of a frame that does not turn, with its centre at a constant velocity.
    #[inline]
    pub fn without_turning() -> Self {
        Self {
            axis: SMatrix::zeros(),
            slowest: T::zero(),
            fastest: T::zero(),
            angular_acceleration: T::zero(),
            acceleration: SVector::zeros(),
        }
    }

    /// Returns whether the frame may turn at all.
    #[inline]
    pub fn turns(&self) -> bool {
        self.fastest > T::zero()
    }

    /// Returns whether the frame moves at a constant velocity and does not turn.
    #[inline]
    pub(crate) fn is_straight(&self) -> bool {
        self.fastest == T::zero()
            && self.angular_acceleration == T::zero()
            && self.acceleration == SVector::<T, D>::zeros()
    }
}
