//! The place where two bodies touch or are nearest to each other.

use nalgebra::SVector;

use crate::Real;
use crate::support::Feature;

/// The place where two bodies touch or are nearest to each other: a normal, witness points and their features.
///
/// Every answer about a pair carries one: [`Closest`](crate::gjk::Closest),
/// [`Penetration`](crate::epa::Penetration), [`Impact`](crate::Impact) and
/// [`InitialReport`](crate::InitialReport).
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::proximity;
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(3.0, 0.0, 0.0))?;
/// let found = proximity(&crate_, &ball);
/// assert_eq!(found.contact().normal, vector![1.0, 0.0, 0.0]);
/// assert_eq!(found.contact().witness_b.x, 2.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Contact<T, const D: usize> {
    /// The unit vector from A to B that separates the bodies best, in the world's frame. Bodies that overlap are free
    /// of each other soonest if B moves along it, or A against it. For a [rough depth](crate::Query::exact_depth) there
    /// may be a shorter way.
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

impl<T: Real, const D: usize> Contact<T, D> {
    /// Returns the witness points on A and on B, in the world's frame.
    pub fn witnesses(&self) -> [SVector<T, D>; 2] {
        [self.witness_a, self.witness_b]
    }

    /// Returns the features of A and of B on which the witness points lie.
    pub fn features(&self) -> [Feature; 2] {
        [self.feature_a, self.feature_b]
    }

    /// Returns the same place with the bodies swapped.
    pub(crate) fn swapped(self) -> Self {
        Self {
            normal: -self.normal,
            witness_a: self.witness_b,
            witness_b: self.witness_a,
            feature_a: self.feature_b,
            feature_b: self.feature_a,
        }
    }

    /// Returns whether all coordinates are finite.
    pub(crate) fn is_finite(&self) -> bool {
        // a sum is not finite if a term is not, and coordinates are far from overflow
        (self.normal + self.witness_a + self.witness_b)
            .sum()
            .is_finite()
    }
}
