//! Vectors and poses of rapier as those of nalgebra, and back. All are copied number by number, so nothing is rounded.

use nalgebra::{Isometry, SVector, Translation};
use rapier::math::{DIM, Pose, Real, Rotation, Vector};

/// A rotation, as photofinish has it.
#[cfg(feature = "dim2")]
pub type Rotor = nalgebra::UnitComplex<Real>;
/// A rotation, as photofinish has it.
#[cfg(feature = "dim3")]
pub type Rotor = nalgebra::UnitQuaternion<Real>;

/// Returns a point or a vector as one of nalgebra.
pub fn vector(vector: Vector) -> SVector<Real, DIM> {
    SVector::from(vector.to_array())
}

/// Returns a point or a vector as one of rapier.
pub fn to_vector(vector: &SVector<Real, DIM>) -> Vector {
    Vector::from_array((*vector).into())
}

/// Returns a pose as one of nalgebra.
pub fn isometry(pose: &Pose) -> Isometry<Real, Rotor, DIM> {
    Isometry::from_parts(
        Translation::from(vector(pose.translation)),
        rotor(pose.rotation),
    )
}

/// Returns a pose as one of rapier.
pub fn to_pose(isometry: &Isometry<Real, Rotor, DIM>) -> Pose {
    Pose::from_parts(
        to_vector(&isometry.translation.vector),
        to_rotation(&isometry.rotation),
    )
}

#[cfg(feature = "dim2")]
fn rotor(rotation: Rotation) -> Rotor {
    Rotor::from_cos_sin_unchecked(rotation.re, rotation.im)
}

#[cfg(feature = "dim2")]
fn to_rotation(rotor: &Rotor) -> Rotation {
    Rotation::from_cos_sin_unchecked(rotor.re, rotor.im)
}

#[cfg(feature = "dim3")]
fn rotor(rotation: Rotation) -> Rotor {
    let [x, y, z, w] = rotation.to_array();
    Rotor::new_unchecked(nalgebra::Quaternion::new(w, x, y, z))
}

#[cfg(feature = "dim3")]
fn to_rotation(rotor: &Rotor) -> Rotation {
    Rotation::from_xyzw(rotor.i, rotor.j, rotor.k, rotor.w)
}
