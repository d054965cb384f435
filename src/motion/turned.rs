//! Rotations about a fixed axis, as a sum of matrices.

use nalgebra::SMatrix;

use super::Rotor;
use crate::Real;

/// The matrix of a rotation R turned by any angle about a fixed unit axis a: R + (cos - 1) (1 - a aᵀ) R + sin [a]ₓ R.
///
/// The matrices are computed once. A pose then takes a weighted sum of them, and no product of matrices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turned<T, const D: usize> {
    of_cosine: SMatrix<T, D, D>,
    of_sine: SMatrix<T, D, D>,
}

impl<T: Real, const D: usize> Turned<T, D> {
    /// Returns the matrices with which [`by`](Self::by) turns a rotation with this matrix about `axis`, a velocity of
    /// unit length. An axis of zero turns nothing.
    pub(super) fn new<R: Rotor<T, D>>(axis: R::Velocity, rotation: &SMatrix<T, D, D>) -> Self {
        let skew = R::skew(axis);
        // [a]ₓ [a]ₓ = a aᵀ - 1
        let of_sine = skew * rotation;
        let of_cosine = -(skew * of_sine);
        Self { of_cosine, of_sine }
    }

    /// Returns the matrix of the rotation after a turn by the angle with this sine and cosine. `rotation` is the matrix
    /// before the turn: that of the rotation that `new` was given.
    #[inline]
    pub(super) fn by(&self, rotation: &SMatrix<T, D, D>, (sin, cos): (T, T)) -> SMatrix<T, D, D> {
        rotation + self.of_cosine * (cos - T::one()) + self.of_sine * sin
    }
}
