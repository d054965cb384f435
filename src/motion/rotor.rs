//! What plane and space rotations have in common.

use std::fmt::Debug;

use nalgebra::{AbstractRotation, SMatrix, SVector, Unit, UnitComplex, UnitQuaternion, Vector3};

use crate::error::finite;
use crate::{MotionError, NotFinite, Real};

/// Ulps by which one composition of rotations and the change to a matrix may turn a point at distance one.
pub(crate) const ROTATION_ROUNDING: f64 = 8.0;
/// The same for a matrix turned about an axis: each of its parts is made of two products of three terms.
pub(super) const TURNED_ROUNDING: f64 = 16.0;

/// A rotation that can turn at a constant angular velocity: `UnitComplex` in the plane, `UnitQuaternion` in space.
pub trait Rotor<T: Real, const D: usize>:
    AbstractRotation<T, D> + Copy + Debug + PartialEq + Send + Sync + 'static
{
    /// An angular velocity in radians per time: a number in the plane (counter-clockwise), in space a vector
    /// along the axis, in the world's frame.
    type Velocity: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The angle turned per radian of arc between two rotations as unit vectors: 1 for complex numbers, 2 for
    /// quaternions.
    const ANGLE_PER_ARC: f64;

    /// The rotation as a matrix.
    fn matrix(&self) -> SMatrix<T, D, D>;

    /// The rotation about an axis, a velocity of unit length, by the arc with this sine and cosine: a unit vector.
    fn about(axis: Self::Velocity, arc: (T, T)) -> Self;

    /// The sine and cosine of the angle turned by an arc with this sine and cosine.
    fn angle_of_arc(arc: (T, T)) -> (T, T);

    /// The rotation by `angle` about an axis: a velocity of unit length. More than a full turn is fine.
    #[inline]
    fn turn(axis: Self::Velocity, angle: T) -> Self {
        Self::about(axis, (angle * T::of(1.0 / Self::ANGLE_PER_ARC)).sin_cos())
    }

    /// The constant velocity that turns `from` into `to` in unit time, the shorter way.
    fn turn_between(from: &Self, to: &Self) -> Self::Velocity;

    /// The same axis, `factor` times as fast.
    fn scaled(velocity: Self::Velocity, factor: T) -> Self::Velocity;

    /// |w|, in radians per time.
    fn speed(velocity: Self::Velocity) -> T;

    /// The velocity scaled to unit length, and |w|; both are zero if it is.
    fn axis_and_speed(velocity: Self::Velocity) -> (Self::Velocity, T);

    /// The matrix of x -> w x x.
    fn skew(velocity: Self::Velocity) -> SMatrix<T, D, D>;

    /// |w x s|: the speed along s of the fastest point at distance one from the centre.
    fn speed_across(velocity: Self::Velocity, along: &SVector<T, D>) -> T;

    /// Checks every component.
    fn finite(velocity: Self::Velocity) -> Result<Self::Velocity, NotFinite>;

    /// The rotation scaled to unit length.
    ///
    /// # Errors
    /// [`MotionError::NotARotation`] if it was not a rotation up to rounding.
    fn normalized(&self) -> Result<Self, MotionError>;
}

impl<T: Real> Rotor<T, 2> for UnitComplex<T> {
    type Velocity = T;
    const ANGLE_PER_ARC: f64 = 1.0;

    #[inline]
    fn matrix(&self) -> SMatrix<T, 2, 2> {
        self.to_rotation_matrix().into_inner()
    }

    #[inline]
    fn about(axis: T, (sin, cos): (T, T)) -> Self {
        Self::new_unchecked(nalgebra::Complex::new(cos, axis * sin))
    }

    #[inline]
    fn angle_of_arc(arc: (T, T)) -> (T, T) {
        arc
    }

    fn turn_between(from: &Self, to: &Self) -> T {
        from.angle_to(to)
    }

    fn scaled(velocity: T, factor: T) -> T {
        velocity * factor
    }

    #[inline]
    fn speed(velocity: T) -> T {
        velocity.abs()
    }

    fn axis_and_speed(velocity: T) -> (T, T) {
        let axis = if velocity == T::zero() {
            T::zero()
        } else {
            T::one().copysign(velocity)
        };
        (axis, velocity.abs())
    }

    fn skew(velocity: T) -> SMatrix<T, 2, 2> {
        SMatrix::<T, 2, 2>::new(T::zero(), -velocity, velocity, T::zero())
    }

    #[inline]
    fn speed_across(velocity: T, along: &SVector<T, 2>) -> T {
        velocity.abs() * along.norm()
    }

    fn finite(velocity: T) -> Result<T, NotFinite> {
        finite("angular velocity", velocity)
    }

    fn normalized(&self) -> Result<Self, MotionError> {
        unit_length(self.re.hypot(self.im))?;
        Ok(Unit::new_normalize(self.into_inner()))
    }
}

impl<T: Real> Rotor<T, 3> for UnitQuaternion<T> {
    type Velocity = Vector3<T>;
    const ANGLE_PER_ARC: f64 = 2.0;

    #[inline]
    fn matrix(&self) -> SMatrix<T, 3, 3> {
        self.to_rotation_matrix().into_inner()
    }

    #[inline]
    fn about(axis: Vector3<T>, (sin, cos): (T, T)) -> Self {
        let vector = axis * sin;
        Self::new_unchecked(nalgebra::Quaternion::new(cos, vector.x, vector.y, vector.z))
    }

    #[inline]
    fn angle_of_arc((sin, cos): (T, T)) -> (T, T) {
        let twice = sin + sin;
        (twice * cos, T::one() - twice * sin)
    }

    fn turn_between(from: &Self, to: &Self) -> Vector3<T> {
        (to * from.inverse()).scaled_axis()
    }

    fn scaled(velocity: Vector3<T>, factor: T) -> Vector3<T> {
        velocity * factor
    }

    #[inline]
    fn speed(velocity: Vector3<T>) -> T {
        velocity.norm()
    }

    fn axis_and_speed(velocity: Vector3<T>) -> (Vector3<T>, T) {
        // the squares of a tiny velocity would underflow
        let largest = velocity.amax();
        if largest == T::zero() {
            return (velocity, T::zero());
        }
        let scaled = velocity / largest;
        let length = scaled.norm();
        (scaled / length, length * largest)
    }

    fn skew(velocity: Vector3<T>) -> SMatrix<T, 3, 3> {
        velocity.cross_matrix()
    }

    #[inline]
    fn speed_across(velocity: Vector3<T>, along: &SVector<T, 3>) -> T {
        velocity.cross(along).norm()
    }

    fn finite(velocity: Vector3<T>) -> Result<Vector3<T>, NotFinite> {
        crate::error::finite_point("angular velocity", velocity)
    }

    fn normalized(&self) -> Result<Self, MotionError> {
        unit_length(self.as_ref().norm())?;
        Ok(Self::new_normalize(self.into_inner()))
    }
}

/// Checks that a norm is 1 up to rounding that a few thousand compositions could have caused.
fn unit_length<T: Real>(norm: T) -> Result<(), MotionError> {
    if (norm - T::one()).abs() <= T::SQRT_EPSILON {
        Ok(())
    } else {
        Err(MotionError::NotARotation {
            norm: norm.as_f64(),
        })
    }
}
