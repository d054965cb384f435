//! Rotations of the plane and of space behind one trait.

use std::fmt::Debug;

use nalgebra::{
    AbstractRotation, Complex, Isometry, Quaternion, SMatrix, Translation, Unit, UnitComplex,
    UnitQuaternion, Vector3,
};

use crate::error::{finite, finite_point};
use crate::to_f64::vector_to_f64;
use crate::{NotFinite, PoseError, Real};

/// By how many ulps a point at distance one may move when a rotation is scaled to unit length and made a matrix.
///
/// In halves of an ulp: the sum of four squares loses 4, its root half of that and 1 more, and the division of each
/// component 1. Entries of the matrix are products of two components, which doubles these 4 to 8. On its diagonal the
/// matrix of a quaternion has four squares and three sums, elsewhere two products and one sum. Given the sizes of the
/// entries these lose at most 6.9, near (0.94, 0.2, 0.2, 0.2). Together that is 14.9 halves, less than 8 ulps. A
/// complex number loses less. A rotation that [keeps its bits](has_unit_length) is off by 1.5 halves in length, and in
/// double precision by 3 more that its computed length loses: doubled that is 9 instead of 8.
pub(crate) const ROTATION_ULPS: f64 = 8.0;

mod sealed {
    use nalgebra::{UnitComplex, UnitQuaternion};

    pub trait Sealed {}
    impl<T: crate::Real> Sealed for UnitComplex<T> {}
    impl<T: crate::Real> Sealed for UnitQuaternion<T> {}
}

/// A rotation that can turn at a constant angular velocity: `UnitComplex` in the plane, `UnitQuaternion` in space.
///
/// The trait is sealed: there are no others.
pub trait Rotor<T: Real, const D: usize>:
    AbstractRotation<T, D> + Copy + Debug + PartialEq + Send + Sync + sealed::Sealed + 'static
{
    /// An angular velocity in radians per time. In the plane it is a number, positive counter-clockwise. In space it is
    /// a vector along the axis, in the world's frame.
    type Velocity: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The same rotations in double precision.
    type F64: Rotor<f64, D>;

    /// The angle that a body turns per radian of arc between two rotations as unit vectors: 1 for complex numbers, 2
    /// for quaternions.
    const ANGLE_PER_ARC: f64;

    /// Returns the rotation as a matrix.
    fn matrix(&self) -> SMatrix<T, D, D>;

    /// Returns the rotation about `axis`, a velocity of unit length, by the arc with this sine and cosine.
    fn about(axis: Self::Velocity, arc: (T, T)) -> Self;

    /// Returns the rotation by `angle` about `axis`, a velocity of unit length. More than a full turn is fine.
    #[inline]
    fn turn(axis: Self::Velocity, angle: T) -> Self {
        Self::about(
            axis,
            (angle * T::of(1.0 / Self::ANGLE_PER_ARC)).sine_and_cosine(),
        )
    }

    /// Returns the constant angular velocity that turns `from` into `to` in unit time, the shorter way.
    fn turn_between(from: &Self, to: &Self) -> Self::Velocity;

    /// Returns the constant angular velocity that turns `from` into `to` in unit time, the longer way.
    fn turn_the_longer_way(from: &Self, to: &Self) -> Self::Velocity;

    /// Returns the velocity about the same axis that is `factor` times as fast.
    fn scaled(velocity: Self::Velocity, factor: T) -> Self::Velocity;

    /// Returns |w|, in radians per time.
    fn speed(velocity: Self::Velocity) -> T;

    /// Returns the velocity scaled to unit length, and |w|. Both are zero for a velocity of zero.
    fn axis_and_speed(velocity: Self::Velocity) -> (Self::Velocity, T);

    /// Returns the matrix of x -> w x x.
    fn skew(velocity: Self::Velocity) -> SMatrix<T, D, D>;

    /// Returns the velocity if all its components are finite and not too large.
    fn finite(velocity: Self::Velocity) -> Result<Self::Velocity, NotFinite>;

    /// Returns the numbers of the rotation: in the plane its cosine and sine and two zeros, in space the x, y, z and w
    /// of the quaternion.
    fn numbers(&self) -> [T; 4];

    /// Returns the rotation with these [numbers](Self::numbers), scaled to unit length. They must not all be zero.
    fn of_numbers(numbers: [T; 4]) -> Self;

    /// Returns the angular velocity with these components; in the plane the last one alone counts.
    fn velocity_of(components: Vector3<T>) -> Self::Velocity;

    /// Returns the components of an angular velocity; in the plane the first two are zero.
    fn components(velocity: Self::Velocity) -> Vector3<T>;

    /// Returns the rotation scaled to unit length, which is the nearest true rotation. One that is off unit length by no
    /// more than the rounding of its numbers keeps its bits: scaled again it would be another rotation.
    ///
    /// # Errors
    /// [`PoseError::NotARotation`] if its norm differs from 1 by more than 3.5e-4.
    fn normalized(&self) -> Result<Self, PoseError>;

    /// Returns the rotation in double precision. Its numbers are copied: it is not scaled to unit length.
    fn to_f64(&self) -> Self::F64;

    /// Returns an angular velocity in double precision.
    fn velocity_to_f64(velocity: Self::Velocity) -> <Self::F64 as Rotor<f64, D>>::Velocity;
}

impl<T: Real> Rotor<T, 2> for UnitComplex<T> {
    type Velocity = T;
    type F64 = UnitComplex<f64>;
    const ANGLE_PER_ARC: f64 = 1.0;

    #[inline]
    fn matrix(&self) -> SMatrix<T, 2, 2> {
        self.to_rotation_matrix().into_inner()
    }

    #[inline]
    fn about(axis: T, (sin, cos): (T, T)) -> Self {
        Self::new_unchecked(Complex::new(cos, axis * sin))
    }

    fn turn_between(from: &Self, to: &Self) -> T {
        let turn = from.rotation_to(to);
        T::angle_of(turn.re, turn.im)
    }

    fn turn_the_longer_way(from: &Self, to: &Self) -> T {
        let turn = from.rotation_to(to);
        (T::pi() + T::angle_of(-turn.re, turn.im.abs())).copysign(-turn.im)
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

    fn finite(velocity: T) -> Result<T, NotFinite> {
        finite("angular velocity", velocity)
    }

    fn normalized(&self) -> Result<Self, PoseError> {
        unit_length((self.re * self.re + self.im * self.im).sqrt())?;
        if has_unit_length(Rotor::<T, 2>::numbers(self)) {
            return Ok(*self);
        }
        Ok(Unit::new_normalize(self.into_inner()))
    }

    fn numbers(&self) -> [T; 4] {
        [self.re, self.im, T::zero(), T::zero()]
    }

    fn of_numbers([re, im, ..]: [T; 4]) -> Self {
        Unit::new_normalize(Complex::new(re, im))
    }

    fn velocity_of(components: Vector3<T>) -> T {
        components.z
    }

    fn components(velocity: T) -> Vector3<T> {
        Vector3::new(T::zero(), T::zero(), velocity)
    }

    fn to_f64(&self) -> UnitComplex<f64> {
        Unit::new_unchecked(Complex::new(self.re.as_f64(), self.im.as_f64()))
    }

    fn velocity_to_f64(velocity: T) -> f64 {
        velocity.as_f64()
    }
}

impl<T: Real> Rotor<T, 3> for UnitQuaternion<T> {
    type Velocity = Vector3<T>;
    type F64 = UnitQuaternion<f64>;
    const ANGLE_PER_ARC: f64 = 2.0;

    #[inline]
    fn matrix(&self) -> SMatrix<T, 3, 3> {
        self.to_rotation_matrix().into_inner()
    }

    #[inline]
    fn about(axis: Vector3<T>, (sin, cos): (T, T)) -> Self {
        let vector = axis * sin;
        Self::new_unchecked(Quaternion::new(cos, vector.x, vector.y, vector.z))
    }

    fn turn_between(from: &Self, to: &Self) -> Vector3<T> {
        let turn = to * from.inverse();
        let (axis, sin) = Self::axis_and_speed(turn.imag());
        // a quaternion and its negative are the same rotation; the one with the positive cosine turns the shorter way
        let half_angle = T::angle_of(turn.w.abs(), sin);
        axis * (T::of(2.0) * half_angle).copysign(turn.w)
    }

    fn turn_the_longer_way(from: &Self, to: &Self) -> Vector3<T> {
        let turn = to * from.inverse();
        let (axis, sin) = Self::axis_and_speed(turn.imag());
        let half_angle = T::angle_of(-turn.w.abs(), sin);
        axis * (T::of(2.0) * half_angle).copysign(-turn.w)
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

    fn finite(velocity: Vector3<T>) -> Result<Vector3<T>, NotFinite> {
        finite_point("angular velocity", velocity)
    }

    fn normalized(&self) -> Result<Self, PoseError> {
        unit_length(self.as_ref().norm())?;
        if has_unit_length(Rotor::<T, 3>::numbers(self)) {
            return Ok(*self);
        }
        Ok(Self::new_normalize(self.into_inner()))
    }

    fn numbers(&self) -> [T; 4] {
        [self.i, self.j, self.k, self.w]
    }

    fn of_numbers([i, j, k, w]: [T; 4]) -> Self {
        Unit::new_normalize(Quaternion::new(w, i, j, k))
    }

    fn velocity_of(components: Vector3<T>) -> Vector3<T> {
        components
    }

    fn components(velocity: Vector3<T>) -> Vector3<T> {
        velocity
    }

    fn to_f64(&self) -> UnitQuaternion<f64> {
        let [i, j, k, w] = [self.i, self.j, self.k, self.w].map(T::as_f64);
        Unit::new_unchecked(Quaternion::new(w, i, j, k))
    }

    fn velocity_to_f64(velocity: Vector3<T>) -> Vector3<f64> {
        velocity.map(T::as_f64)
    }
}

/// Returns a pose with its rotation scaled to unit length, if it is one.
pub(crate) fn checked_pose<T: Real, const D: usize, R: Rotor<T, D>>(
    pose: &Isometry<T, R, D>,
) -> Result<Isometry<T, R, D>, PoseError> {
    let rotation = pose.rotation.normalized()?;
    let position = finite_point("position", pose.translation.vector)?;
    Ok(Isometry::from_parts(Translation::from(position), rotation))
}

/// Returns the same pose in double precision, where its rotation is scaled to unit length again.
pub(super) fn pose_to_f64<const D: usize, R: Rotor<f32, D>>(
    pose: &Isometry<f32, R, D>,
) -> Isometry<f64, R::F64, D> {
    let position = Translation::from(vector_to_f64(&pose.translation.vector));
    checked_pose(&Isometry::from_parts(position, pose.rotation.to_f64()))
        .expect("a pose that is right in single precision")
}

/// Returns the matrix of a rotation that was [`normalized`](Rotor::normalized), and by how many ulps these two steps
/// may move a point at distance one. The identity loses none.
pub(crate) fn matrix_and_ulps<T: Real, const D: usize, R: Rotor<T, D>>(
    rotation: &R,
) -> (SMatrix<T, D, D>, T) {
    let ulps = if *rotation == R::identity() {
        T::zero()
    } else {
        T::of(ROTATION_ULPS)
    };
    (rotation.matrix(), ulps)
}

/// Returns the dot product of two rotations as vectors of their [numbers](Rotor::numbers).
pub(crate) fn dot_of_numbers<T: Real>(p: [T; 4], q: [T; 4]) -> T {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
}

/// Returns the matrix of the rotation with these [numbers](Rotor::numbers) and its ulps, as [`matrix_and_ulps`] does
/// after the rotation was scaled to unit length.
///
/// # Errors
/// [`PoseError::NotARotation`].
pub(crate) fn matrix_of_numbers<T: Real, const D: usize>(
    numbers: [T; 4],
) -> Result<(SMatrix<T, D, D>, T), PoseError> {
    let [x, y, z, w] = numbers;
    let norm = Quaternion::new(w, x, y, z).norm();
    unit_length(norm)?;
    match D {
        2 => {
            let rotation = Unit::new_unchecked(Complex::new(x, y));
            let (matrix, ulps) = matrix_and_ulps::<T, 2, _>(&rotation.normalized()?);
            Ok((SMatrix::from_fn(|i, j| matrix[(i, j)]), ulps))
        }
        3 => {
            let rotation = Unit::new_unchecked(Quaternion::new(w, x, y, z));
            let (matrix, ulps) = matrix_and_ulps::<T, 3, _>(&rotation.normalized()?);
            Ok((SMatrix::from_fn(|i, j| matrix[(i, j)]), ulps))
        }
        _ => Err(PoseError::NotARotation {
            norm: norm.as_f64(),
        }),
    }
}

/// Returns whether numbers of a rotation are off unit length by three quarters of an ulp at most. The rounding of exact
/// numbers takes half an ulp.
fn has_unit_length<T: Real>(numbers: [T; 4]) -> bool {
    let squares = numbers.map(|x| x.as_f64() * x.as_f64());
    let length = squares.iter().sum::<f64>().sqrt();
    (length - 1.0).abs() <= 0.75 * T::EPSILON.as_f64()
}

/// Checks that a norm is 1 up to the rounding of a few thousand compositions in single precision. The allowance is one
/// for both scalars, so that a rotation that passes in `f32` also passes in `f64`.
fn unit_length<T: Real>(norm: T) -> Result<(), PoseError> {
    if (norm - T::one()).abs() <= T::of(f64::from(f32::SQRT_EPSILON)) {
        Ok(())
    } else {
        Err(PoseError::NotARotation {
            norm: norm.as_f64(),
        })
    }
}
