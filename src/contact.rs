//! Where two bodies touch, or are nearest to each other.

use nalgebra::SVector;

use crate::support::Feature;

/// Where two bodies touch, or are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Contact<T, const D: usize> {
    /// The unit vector from A to B that separates the bodies best, in the world's frame.
    pub normal: SVector<T, D>,
    /// The point of A nearest to B, in the world's frame; of bodies that overlap, the point of A that is deepest in B.
    pub witness_a: SVector<T, D>,
    /// The point of B nearest to A, in the world's frame; of bodies that overlap, the point of B that is deepest in A.
    pub witness_b: SVector<T, D>,
    /// The vertex, edge or face of A on which its witness point lies.
    pub feature_a: Feature,
    /// The vertex, edge or face of B on which its witness point lies.
    pub feature_b: Feature,
}
