//! Poses from matrices.

use nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};
use numpy::{PyReadonlyArray2, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::invalid;

/// How far the columns of a rotation may be from unit length and from right angles. Single precision is off by 1e-7;
/// larger values are scales and shears.
const NOT_A_ROTATION: f64 = 1e-5;

/// Returns the pose of a matrix of four rows.
pub fn pose(rows: &[f64]) -> PyResult<Isometry3<f64>> {
    let at = |row: usize, column: usize| rows[4 * row + column];
    if (0..4).any(|column| at(3, column) != f64::from(u8::from(column == 3))) {
        return Err(invalid("the last row of a pose must be 0, 0, 0, 1"));
    }
    if !rows.iter().all(|number| number.is_finite()) {
        return Err(invalid("a pose has a number that is not finite"));
    }
    let turn = Matrix3::from_fn(at);
    let error = (turn.transpose() * turn - Matrix3::identity()).amax();
    if error > NOT_A_ROTATION || turn.determinant() < 0.0 {
        return Err(invalid(
            "the upper left 3 x 3 numbers of a pose must be a rotation: without scale, shear or mirror",
        ));
    }
    let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
    let position = Vector3::from_fn(|row, _| at(row, 3));
    Ok(Isometry3::from_parts(
        Translation3::from(position),
        rotation,
    ))
}

/// Returns one pose of an array (4, 4).
pub fn one(array: &PyReadonlyArray2<'_, f64>) -> PyResult<Isometry3<f64>> {
    if array.shape() != [4, 4] {
        return Err(invalid("a pose must have the shape (4, 4)"));
    }
    pose(array.as_slice()?)
}

/// Returns the poses of an array (N, 4, 4).
pub fn many(array: &PyReadonlyArray3<'_, f64>) -> PyResult<Vec<Isometry3<f64>>> {
    if array.shape()[1..] != [4, 4] {
        return Err(invalid("poses must have the shape (N, 4, 4)"));
    }
    array.as_slice()?.chunks_exact(16).map(pose).collect()
}

/// Returns the poses of all links of a robot as matrices, by rows.
pub fn matrices(
    robot: &photofinish_robot::Robot,
    configuration: &[f64],
) -> PyResult<Vec<[[f64; 4]; 4]>> {
    let poses = robot.poses(configuration).map_err(invalid)?;
    let rows = |pose: Isometry3<f64>| {
        let matrix = pose.to_homogeneous();
        std::array::from_fn(|row| std::array::from_fn(|column| matrix[(row, column)]))
    };
    Ok(poses.into_iter().map(rows).collect())
}
