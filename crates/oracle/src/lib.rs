//! An independent check on every answer of the crate, in `f64`.
//!
//! It shares neither code nor method with the crate. Distances between polytopes come from
//! enumerating pairs of features, distances to cylinders and cones from cutting planes in the space
//! of directions, and motions are followed by conservative advancement. Whatever the method found,
//! the answer is a pair of bounds that can be checked by itself: a direction that separates the
//! bodies by `lower`, and a point of each body, `upper` apart.
//!
//! The plane is treated as z = 0 in space ([`lift`]), so that one code serves both dimensions. Only
//! penetration differs, because a flat body can always be pushed out of its plane.
//!
//! Reading order: [`shape`], [`motion`], [`distance`] (with [`enumerate`] and [`cutting`] behind
//! it), [`advance`], [`generate`].

// Each test binary uses a part of the oracle.
#![allow(dead_code)]

pub mod advance;
pub mod cutting;
pub mod distance;
pub mod enumerate;
pub mod families;
pub mod fastest;
pub mod features;
pub mod generate;
pub mod hull;
pub mod motion;
pub mod penetration;
pub mod planted;
pub mod shape;

use nalgebra::{SVector, Vector3};

/// The vector in space: the plane is z = 0.
pub fn lift<const D: usize>(v: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|i, _| if i < D { v[i] } else { 0.0 })
}

/// The first `D` coordinates of a vector in space.
pub fn lower<const D: usize>(v: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|i, _| v[i])
}
