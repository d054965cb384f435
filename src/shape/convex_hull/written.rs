//! The serialised form of a convex hull.

use nalgebra::SVector;
use serde::{Deserialize, Serialize};

use super::ConvexHull;
use crate::ShapeError;
use crate::serial::Scalar;

/// The vertices of a hull, the tolerance it was built with, and the deviation by which the given points may be outside.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar")]
pub(super) struct Written<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    #[serde(default = "zero", skip_serializing_if = "T::is_zero")]
    tolerance: T,
    #[serde(default = "zero", skip_serializing_if = "T::is_zero")]
    deviation: T,
}

fn zero<T: Scalar>() -> T {
    T::zero()
}

impl<T: Scalar, const D: usize> TryFrom<Written<T, D>> for ConvexHull<T, D> {
    type Error = ShapeError;

    fn try_from(written: Written<T, D>) -> Result<Self, ShapeError> {
        ConvexHull::deviating(&written.points, written.tolerance, written.deviation)
    }
}

impl<T: Scalar, const D: usize> From<ConvexHull<T, D>> for Written<T, D> {
    fn from(hull: ConvexHull<T, D>) -> Self {
        Self {
            points: hull.vertices.into_vec(),
            tolerance: hull.topology.tolerance,
            deviation: hull.deviation,
        }
    }
}
