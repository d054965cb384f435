//! Poses of frames in other frames, and how far rounding may have moved them.

use nalgebra::{Isometry3, Matrix3, Vector3};

/// A rotation matrix and a translation: where one frame is in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    pub(super) rotation: Matrix3<f64>,
    pub(super) translation: Vector3<f64>,
}

impl Pose {
    pub(super) fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            translation: Vector3::zeros(),
        }
    }

    /// Maps a point of the inner frame to the outer one.
    pub(super) fn point(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.translation
    }

    /// Maps a pose in the inner frame to the outer one.
    pub(super) fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            translation: self.point(&inner.translation),
        }
    }

    pub(super) fn isometry(&self) -> Isometry3<f64> {
        let rotation = nalgebra::Rotation3::from_matrix_unchecked(self.rotation);
        Isometry3::from_parts(self.translation.into(), rotation.into())
    }
}

impl From<&Isometry3<f64>> for Pose {
    fn from(pose: &Isometry3<f64>) -> Self {
        Self {
            rotation: pose.rotation.to_rotation_matrix().into_inner(),
            translation: pose.translation.vector,
        }
    }
}

/// Ulps by which a rotation given as a quaternion may be off as a matrix. A quaternion scaled to unit length is off by
/// 4 u in each component. An entry of the matrix, four products of these, is off by 12 u, and the matrix of nine
/// entries by 3 times that: 18 ulps.
const MATRIX_ULPS: f64 = 24.0;
/// Ulps by which a product of two rotation matrices is off. Each entry, three products, is off by 3 u times the lengths
/// of a row and a column, and the matrix of nine entries by 3 times that: 4.5 ulps.
pub(super) const PRODUCT_ULPS: f64 = 6.0;
/// Ulps of its length by which a turned vector is off: each coordinate by 3 u of it, all three by 5.2 u, or 2.6 ulps.
const TURNED_ULPS: f64 = 3.0;

/// How far rounding may have moved a pose from the given one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PoseError {
    /// The angle by which it is turned, in radians.
    pub(super) angle: f64,
    /// How far its origin is moved.
    pub(super) length: f64,
}

/// A pose with its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundedPose {
    pub(super) pose: Pose,
    pub(super) error: PoseError,
}

impl RoundedPose {
    pub(super) fn identity() -> Self {
        Self {
            pose: Pose::identity(),
            error: PoseError::default(),
        }
    }

    /// Maps a pose in the inner frame to the outer one. If the outer pose is the identity, nothing is rounded.
    pub(super) fn then(&self, inner: &Self) -> Self {
        if self.pose == Pose::identity() {
            return Self {
                error: PoseError {
                    angle: self.error.angle + inner.error.angle,
                    length: self.error.length
                        + inner.error.length
                        + self.error.angle * inner.pose.translation.norm(),
                },
                ..*inner
            };
        }
        let pose = self.pose.then(&inner.pose);
        let arm = inner.pose.translation.norm();
        Self {
            pose,
            error: PoseError {
                angle: self.error.angle + inner.error.angle + PRODUCT_ULPS * f64::EPSILON,
                length: self.error.length
                    + inner.error.length
                    + self.error.angle * arm
                    + f64::EPSILON * (TURNED_ULPS * arm + pose.translation.norm()),
            },
        }
    }
}

impl From<&Isometry3<f64>> for RoundedPose {
    fn from(pose: &Isometry3<f64>) -> Self {
        let is_exact = pose.rotation == nalgebra::UnitQuaternion::identity();
        let ulps = if is_exact { 0.0 } else { MATRIX_ULPS };
        Self {
            pose: Pose::from(pose),
            error: PoseError {
                angle: ulps * f64::EPSILON,
                length: 0.0,
            },
        }
    }
}
