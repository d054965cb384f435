//! The scalar, and the functions of it that are the same bits on every machine.
//!
//! Sums, products, quotients and square roots are exact to the last digit wherever IEEE 754 is. Sines and the like are
//! not: each platform has its own. They are therefore taken from `libm`, which is Rust alone, by the methods below and
//! nowhere else; clippy refuses the platform's (`clippy.toml`).

use nalgebra::RealField;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// The scalars that bodies, motions and queries are made of: `f32` and `f64`.
pub trait Real: RealField + Copy + sealed::Sealed {
    /// The distance from 1 to the next larger number.
    const EPSILON: Self;
    /// The square root of [`EPSILON`](Self::EPSILON): the collision tolerance of \[2\] 6, relative to the body.
    const SQRT_EPSILON: Self;
    /// About the power 2/3 of [`EPSILON`](Self::EPSILON): the relative gap between its bounds at which a search for the
    /// distance of smooth bodies ends (\[1\] 5). They gain a digit every few iterations, and none below the rounding of
    /// a squared distance.
    const RELATIVE_TOLERANCE: Self;
    /// The largest length, speed or acceleration that a body may have: its square is still far from overflow.
    const LARGEST: Self;

    /// The scalar nearest to `value`.
    fn of(value: f64) -> Self;

    /// The value in double precision, exact.
    fn as_f64(self) -> f64;

    /// The sine and cosine of an angle in radians, each within an ulp, the same bits on every machine.
    ///
    /// `libm` computes them as FreeBSD's msun does: the angle less its multiple of half pi in two numbers, of which a
    /// polynomial is off by less than 2^-58 of the sine and 2^-60 of the cosine. The last rounding is half an ulp.
    fn sine_and_cosine(self) -> (Self, Self);

    /// The angle of the vector (x, y) from the x axis, from -pi to pi, within two ulps, the same bits on every machine.
    fn angle_of(x: Self, y: Self) -> Self;

    /// The length of the vector (`self`, `other`), within an ulp, the same bits on every machine. Its square need not be
    /// a number.
    fn hypotenuse(self, other: Self) -> Self;
}

impl Real for f32 {
    const EPSILON: Self = f32::EPSILON;
    const SQRT_EPSILON: Self = 3.452_67e-4;
    const RELATIVE_TOLERANCE: Self = 2.5e-5;
    const LARGEST: Self = 1e15;

    #[inline]
    fn of(value: f64) -> Self {
        value as f32
    }

    #[inline]
    fn as_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn sine_and_cosine(self) -> (Self, Self) {
        libm::sincosf(self)
    }

    #[inline]
    fn angle_of(x: Self, y: Self) -> Self {
        libm::atan2f(y, x)
    }

    #[inline]
    fn hypotenuse(self, other: Self) -> Self {
        // squares of single numbers are exact in double precision, and neither over- nor underflow
        let (x, y) = (self.as_f64(), other.as_f64());
        Self::of((x * x + y * y).sqrt())
    }
}

impl Real for f64 {
    const EPSILON: Self = f64::EPSILON;
    const SQRT_EPSILON: Self = 1.490_116_119_384_765_6e-8;
    const RELATIVE_TOLERANCE: Self = 4e-11;
    const LARGEST: Self = 1e120;

    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn as_f64(self) -> f64 {
        self
    }

    #[inline]
    fn sine_and_cosine(self) -> (Self, Self) {
        libm::sincos(self)
    }

    #[inline]
    fn angle_of(x: Self, y: Self) -> Self {
        libm::atan2(y, x)
    }

    #[inline]
    fn hypotenuse(self, other: Self) -> Self {
        libm::hypot(self, other)
    }
}

#[cfg(test)]
mod tests;
