//! Boxes.

use nalgebra::SVector;

use crate::error::length;
use crate::{Real, ShapeError, SupportMap};

/// A box around the origin, its faces square to the axes; in two dimensions a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Cuboid<T, const D: usize> {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::lengths"))]
    half_extents: SVector<T, D>,
}

impl<T: Real, const D: usize> Cuboid<T, D> {
    /// A box that reaches from `-half_extents` to `half_extents`. An extent of zero makes it flat.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_extents: SVector<T, D>) -> Result<Self, ShapeError> {
        for &half_extent in half_extents.iter() {
            length("half extent", half_extent)?;
        }
        Ok(Self { half_extents })
    }

    /// Half the size along each axis.
    pub fn half_extents(&self) -> &SVector<T, D> {
        &self.half_extents
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cuboid<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.half_extents
            .zip_map(direction, |half, along| half.copysign(along))
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        self.half_extents.dot(&direction.abs())
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.half_extents
    }
}
