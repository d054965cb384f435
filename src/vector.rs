//! Coordinates of vectors, and lengths and directions of vectors of any size. Squares of tiny or huge coordinates would
//! leave the range of the scalar.

use nalgebra::SVector;

use crate::Real;

/// Returns the coordinates of a vector of the plane or of space, with z = 0 in the plane.
///
/// Functions that are called often and not inlined take these numbers, which are passed in registers. A vector is passed
/// in memory: it is written in parts and read at once as other parts, which a processor has to wait for, as long as for
/// some twenty instructions.
#[inline(always)]
pub(crate) fn coordinates<T: Real, const D: usize>(vector: &SVector<T, D>) -> [T; 3] {
    std::array::from_fn(|axis| if axis < D { vector[axis] } else { T::zero() })
}

/// Returns the vector with these [`coordinates`].
#[inline(always)]
pub(crate) fn of_coordinates<T: Real, const D: usize>(x: T, y: T, z: T) -> SVector<T, D> {
    SVector::from_fn(|axis, _| [x, y, z][axis])
}

/// Returns a vector's coordinates in double precision.
pub(crate) fn numbers<T: Real, const D: usize>(v: &SVector<T, D>) -> [f64; D] {
    std::array::from_fn(|k| v[k].as_f64())
}

/// Ulps of its terms that a dot product may lose: in space three halves of an ulp, and the sum with this bound another
/// half.
const DOT_ULPS: f64 = 4.0;

/// Returns an upper bound of the exact dot product, also if products underflow.
#[inline]
pub(crate) fn dot_bound<T: Real, const D: usize>(
    along: &SVector<T, D>,
    vector: &SVector<T, D>,
) -> T {
    let sizes = vector.abs();
    // only zeros have a sum of zero, as sums do not underflow
    if sizes.sum() == T::zero() {
        return T::zero();
    }
    let size = along.abs().dot(&sizes) * (T::EPSILON * T::of(DOT_ULPS));
    along.dot(vector) + (size + T::TINY)
}

/// Returns `axis` scaled to unit length, or the x axis if `axis` has no direction.
#[inline]
pub fn unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let square = axis.norm_squared();
    if square >= least_length::<T>() && square.is_finite() {
        axis / square.sqrt()
    } else {
        extreme_unit(axis)
    }
}

/// Ulps by which the computed length of a vector that was scaled to unit length may differ from 1. Such a vector is off
/// by 1.75, and its computed length by another 1.25: see [`UNIT_VECTOR_ULPS`](crate::separation::UNIT_VECTOR_ULPS).
const SCALED_ULPS: f64 = 4.0;

/// Returns a vector with a direction, scaled to unit length. One that was scaled before keeps its bits.
pub(crate) fn unit_unless_it_is<T: Real, const D: usize>(vector: SVector<T, D>) -> SVector<T, D> {
    if (vector.norm() - T::one()).abs() <= T::EPSILON * T::of(SCALED_ULPS) {
        vector
    } else {
        unit(vector)
    }
}

#[cold]
fn extreme_unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let largest = axis.amax();
    if largest > T::zero() && largest.is_finite() {
        let axis = axis / largest;
        let length = axis.norm();
        // the largest coordinate may hide that another one is NaN
        if length.is_finite() {
            return axis / length;
        }
    }
    SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() })
}

/// Scales a vector of any size to a length. The zero vector stays as it is.
#[inline]
pub(crate) fn scaled_to<T: Real, const D: usize>(
    vector: &SVector<T, D>,
    length: T,
) -> SVector<T, D> {
    let square = vector.norm_squared();
    let factor = length / square.sqrt();
    // written so that NaN takes the slow path
    if square >= least_length::<T>() && factor >= least_length::<T>() && factor.is_finite() {
        vector * factor
    } else {
        extreme_scaled_to(vector, length)
    }
}

#[cold]
fn extreme_scaled_to<T: Real, const D: usize>(vector: &SVector<T, D>, length: T) -> SVector<T, D> {
    let largest = vector.amax();
    if largest == T::zero() {
        return *vector;
    }
    let scaled = vector / largest;
    (scaled / scaled.norm()) * length
}

/// The length of a vector of any size.
#[inline]
pub(crate) fn length_of<T: Real, const D: usize>(vector: &SVector<T, D>) -> T {
    let square = vector.norm_squared();
    if square >= least_length::<T>() && square.is_finite() {
        square.sqrt()
    } else {
        length_of_scaled(vector)
    }
}

#[cold]
fn length_of_scaled<T: Real, const D: usize>(vector: &SVector<T, D>) -> T {
    let largest = vector.amax();
    if largest == T::zero() || !largest.is_finite() {
        return largest;
    }
    (vector / largest).norm() * largest
}

/// A length below which nothing is resolved, and a bound above which a square is free of underflow: 1e-30 in `f32`,
/// 1e-240 in `f64`.
///
/// A product that underflows is off by half the smallest number, which is 1e-45 in `f32` and 5e-324 in `f64`. This
/// length is larger by a factor that leaves room for coordinates of the largest size.
#[inline]
pub(crate) fn least_length<T: Real>() -> T {
    T::one() / (T::LARGEST * T::LARGEST)
}

#[cfg(test)]
mod tests {
    use nalgebra::vector;

    use super::dot_bound;

    /// An exact product is positive where the computed one is zero.
    #[test]
    fn a_dot_product_is_bounded_where_it_underflows() {
        let least = f64::from_bits(1);
        assert!(dot_bound(&vector![0.4, 0.0], &vector![least, 0.0]) > 0.0);
        assert_eq!(dot_bound(&vector![0.4, 0.0], &vector![0.0, 0.0]), 0.0);
    }
}
