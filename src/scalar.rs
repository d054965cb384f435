//! The scalar.

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
}
