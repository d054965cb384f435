//! The scalar, with functions that return the same bits on every machine.
//!
//! IEEE 754 fixes every bit of a sum, product, quotient or square root. It does not fix sines and the like, and every
//! platform has its own. The methods below therefore take these from `libm`, which is pure Rust. All other code calls
//! them: clippy refuses the platform's functions (`clippy.toml`).

use nalgebra::RealField;

use crate::SupportMap;
use crate::proof::Asked;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A scalar that bodies, motions and queries are made of: `f32` or `f64`.
pub trait Real: RealField + Copy + sealed::Sealed {
    /// Whether this is `f32`.
    #[doc(hidden)]
    const IS_SINGLE: bool = size_of::<Self>() == size_of::<f32>();
    /// The distance from 1 to the next larger number.
    const EPSILON: Self;
    /// The square root of [`EPSILON`](Self::EPSILON): the default tolerance relative to the size of the body, as in
    /// \[2\] 6.
    const SQRT_EPSILON: Self;
    /// About [`EPSILON`](Self::EPSILON) to the power 2/3: the search for the distance of smooth bodies ends at this
    /// relative gap between its bounds (\[1\] 5). The bounds gain a digit every few iterations, and none below the
    /// rounding of a squared distance.
    const RELATIVE_TOLERANCE: Self;
    /// The smallest number with all its digits. A product below it is off by up to half of [`EPSILON`](Self::EPSILON)
    /// times this number, however small the product is.
    const MIN_POSITIVE: Self;
    /// Added to an upper bound where products may underflow: 1.2e-35 in `f32`, 2.2e-296 in `f64`. A product loses at
    /// most half of [`EPSILON`](Self::EPSILON) times [`MIN_POSITIVE`](Self::MIN_POSITIVE) by that, 7e-46 in `f32`.
    ///
    /// Larger: fewer queries about bodies of 1e-28 in `f32` are decided; the margin of a span loses an eighth of this
    /// acceleration times its squared duration. Smaller: its products with lengths have fewer digits, below 1e-3 in
    /// `f32` and 1e-12 in `f64`. Many processors take a hundred times as long to calculate with such numbers.
    const TINY: Self;
    /// The largest length, speed or acceleration that a body may have. Its square is far from overflow.
    const LARGEST: Self;

    /// Returns the scalar nearest to `value`.
    fn of(value: f64) -> Self;

    /// Returns a shape in this scalar as the kernel asks it.
    #[doc(hidden)]
    fn asked<const D: usize>(shape: &dyn SupportMap<Self, D>) -> Asked<'_, D>;

    /// Returns a scalar that is no less than `value`, and no farther from it than a few ulps.
    #[doc(hidden)]
    fn above(value: f64) -> Self;

    /// Returns the value in double precision, which is exact.
    fn as_f64(self) -> f64;

    /// Returns the sine and cosine of an angle in radians, each within an ulp, the same bits on every machine.
    ///
    /// `libm` computes them as FreeBSD's msun does. It subtracts a multiple of half pi from the angle, keeps the rest
    /// in two numbers, and puts it into a polynomial, which is off by less than 2^-58 of the sine and 2^-60 of the
    /// cosine. The last rounding adds half an ulp.
    fn sine_and_cosine(self) -> (Self, Self);

    /// Returns the angle from the x axis to the vector (x, y), from -pi to pi, within two ulps, the same bits on every
    /// machine.
    fn angle_of(x: Self, y: Self) -> Self;

    /// Returns the length of the vector (`self`, `other`), within an ulp, the same bits on every machine. The square of
    /// the length may overflow or underflow.
    fn hypotenuse(self, other: Self) -> Self;
}

/// Writes what both scalars have in common, and then the rest.
macro_rules! real {
    ($scalar:ident, $asked:ident, $sine_and_cosine:ident, $angle_of:ident: $($rest:tt)*) => {
        impl Real for $scalar {
            const EPSILON: Self = $scalar::EPSILON;
            const MIN_POSITIVE: Self = $scalar::MIN_POSITIVE;

            fn asked<const D: usize>(shape: &dyn SupportMap<Self, D>) -> Asked<'_, D> {
                Asked::$asked(shape)
            }

            #[inline]
            fn of(value: f64) -> Self {
                value as $scalar
            }

            #[inline]
            fn as_f64(self) -> f64 {
                f64::from(self)
            }

            fn above(value: f64) -> Self {
                let nearest = Self::of(value);
                if nearest.as_f64() < value { nearest.next_up() } else { nearest }
            }

            #[inline]
            fn sine_and_cosine(self) -> (Self, Self) {
                libm::$sine_and_cosine(self)
            }

            #[inline]
            fn angle_of(x: Self, y: Self) -> Self {
                libm::$angle_of(y, x)
            }

            $($rest)*
        }
    };
}

real! { f32, Single, sincosf, atan2f:
    const SQRT_EPSILON: Self = 3.452_67e-4;
    const RELATIVE_TOLERANCE: Self = 2.5e-5;
    const TINY: Self = f32::MIN_POSITIVE * 1024.0;
    const LARGEST: Self = 1e15;

    #[inline]
    fn hypotenuse(self, other: Self) -> Self {
        // squares of `f32` numbers are exact in double precision, and neither overflow nor underflow
        let (x, y) = (self.as_f64(), other.as_f64());
        Self::of((x * x + y * y).sqrt())
    }
}

real! { f64, Double, sincos, atan2:
    const SQRT_EPSILON: Self = 1.490_116_119_384_765_6e-8;
    const RELATIVE_TOLERANCE: Self = 4e-11;
    const TINY: Self = f64::MIN_POSITIVE * 1e12;
    const LARGEST: Self = 1e120;

    #[inline]
    fn hypotenuse(self, other: Self) -> Self {
        libm::hypot(self, other)
    }
}

/// A number with its order, such as a time. NaN comes before or after all numbers, as its sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ordered(i64);

impl Ordered {
    /// Of two negative numbers the one with the larger bits is the smaller one: these bits are turned around.
    pub(crate) fn of<T: Real>(number: T) -> Self {
        // zero has one sign here
        let bits = (number.as_f64() + 0.0).to_bits().cast_signed();
        Self(if bits < 0 { bits ^ i64::MAX } else { bits })
    }
}

#[cfg(test)]
mod tests;
