//! Serialising, and deserialising with the checks that the constructors make. Motions only serialise: what reads them
//! back are the [`cases`](crate::cases), through the constructors.

use nalgebra::SVector;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::shape::{ConvexHull, PointSet};
use crate::{Real, ShapeError, error};

/// A scalar that serialises: what serde's derive needs to know.
pub trait Scalar: Real + Serialize + DeserializeOwned {}

impl<T: Real + Serialize + DeserializeOwned> Scalar for T {}

/// A length: finite, not negative.
pub(crate) fn length<'de, T: Scalar, S: Deserializer<'de>>(source: S) -> Result<T, S::Error> {
    let value = T::deserialize(source)?;
    error::length("length", value).map_err(S::Error::custom)
}

/// A vector of lengths.
pub(crate) fn lengths<'de, T: Scalar, S: Deserializer<'de>, const D: usize>(
    source: S,
) -> Result<SVector<T, D>, S::Error> {
    let value = SVector::<T, D>::deserialize(source)?;
    for &length in value.iter() {
        error::length("length", length).map_err(S::Error::custom)?;
    }
    Ok(value)
}

/// A fixed number of points.
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

/// A point set as it is written.
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

/// A convex hull as it is written: its vertices, as the points of a hull whose own points may be outside by the
/// deviation.
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
