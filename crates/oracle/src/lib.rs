//! An independent check of every answer of photofinish, in `f64`.
//!
//! The oracle shares neither code nor method with the library. It computes distances between polytopes by enumerating
//! pairs of features, and distances to cylinders and cones by cutting planes in the space of directions. It follows
//! motions by conservative advancement. Every answer is a pair of bounds that can be checked without knowing the
//! method: a direction that separates the bodies by `lower`, and a point of each body, `upper` apart.
//!
//! The plane is treated as z = 0 in space ([`lift`]), so that both dimensions share their code. Only the depth is
//! computed differently in the plane, because a flat body can always be pushed out of its plane.
//!
//! Reading order: [`shape`], [`motion`], [`distance`] (which calls [`enumerate`] and [`cutting`]), [`advance`],
//! [`generate`].

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

/// Returns the vector in space, with z = 0 for a vector of the plane.
pub fn lift<const D: usize>(v: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|i, _| if i < D { v[i] } else { 0.0 })
}

/// Returns the first `D` coordinates of a vector in space.
pub fn lower<const D: usize>(v: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|i, _| v[i])
}
