//! Serialisation, and deserialisation with the checks of the constructors. Motions only serialise: the module
//! [`cases`](crate::cases) reads them back, through their constructors.

use nalgebra::SVector;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::shape::{ConvexHull, PointSet};
use crate::{Real, ShapeError, error};

/// A scalar that serialises and deserialises. Serde's derive needs it as one bound.
pub trait Scalar: Real + Serialize + DeserializeOwned {}

impl<T: Real + Serialize + DeserializeOwned> Scalar for T {}

/// Reads a length, which must be finite and not negative.
pub(crate) fn length<'de, T: Scalar, S: Deserializer<'de>>(source: S) -> Result<T, S::Error> {
    let value = T::deserialize(source)?;
    error::length("length", value).map_err(S::Error::custom)
}

/// Reads a vector of lengths.
pub(crate) fn lengths<'de, T: Scalar, S: Deserializer<'de>, const D: usize>(
    source: S,
) -> Result<SVector<T, D>, S::Error> {
    let value = SVector::<T, D>::deserialize(source)?;
    for &length in value.iter() {
        error::length("length", length).map_err(S::Error::custom)?;
    }
    Ok(value)
}

/// Reads a fixed number of points, which must be finite.
pub(crate) fn points<'de, T, S, P, const D: usize>(source: S) -> Result<P, S::Error>
where
    T: Scalar,
    S: Deserializer<'de>,
    P: Deserialize<'de> + AsRef<[SVector<T, D>]>,
{
    let points = P::deserialize(source)?;
    for &point in points.as_ref() {
        error::finite_point("point", point).map_err(S::Error::custom)?;
    }
    Ok(points)
}

/// The serialised form of a point set.
#[derive(Deserialize)]
#[serde(bound = "T: Scalar")]
pub(crate) struct Points<T, const D: usize> {
    points: Vec<SVector<T, D>>,
}

impl<T: Scalar, const D: usize> TryFrom<Points<T, D>> for PointSet<T, D> {
    type Error = ShapeError;

    fn try_from(written: Points<T, D>) -> Result<Self, ShapeError> {
        PointSet::new(written.points)
    }
}

/// The serialised form of a convex hull: its vertices, with the tolerance it was built with and the deviation by which
/// the original points may be outside.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar")]
pub(crate) struct Hull<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    #[serde(default = "zero", skip_serializing_if = "T::is_zero")]
    tolerance: T,
    #[serde(default = "zero", skip_serializing_if = "T::is_zero")]
    deviation: T,
}

fn zero<T: Scalar>() -> T {
    T::zero()
}

impl<T: Scalar, const D: usize> TryFrom<Hull<T, D>> for ConvexHull<T, D> {
    type Error = ShapeError;

    fn try_from(written: Hull<T, D>) -> Result<Self, ShapeError> {
        ConvexHull::deviating(&written.points, written.tolerance, written.deviation)
    }
}

impl<T: Scalar, const D: usize> From<ConvexHull<T, D>> for Hull<T, D> {
    fn from(hull: ConvexHull<T, D>) -> Self {
        Self {
            points: hull.vertices().to_vec(),
            tolerance: hull.tolerance(),
            deviation: hull.deviation(),
        }
    }
}
