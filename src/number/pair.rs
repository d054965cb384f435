//! Two numbers in one register.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use wide::f64x2;

/// A number of A and one of B in one register. Arithmetic is done to each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair(f64x2);

impl Pair {
    /// A number of A and one of B.
    #[inline(always)]
    pub fn new(a: f64, b: f64) -> Self {
        Self(f64x2::new([a, b]))
    }

    /// The same number for both.
    #[inline(always)]
    pub fn same(x: f64) -> Self {
        Self(f64x2::splat(x))
    }

    /// The number of A.
    #[inline(always)]
    pub fn a(self) -> f64 {
        self.0.to_array()[0]
    }

    /// The number of B.
    #[inline(always)]
    pub fn b(self) -> f64 {
        self.0.to_array()[1]
    }

    /// The number of A for both.
    #[inline(always)]
    pub fn both_a(self) -> Self {
        Self::same(self.a())
    }

    /// The number of B for both.
    #[inline(always)]
    pub fn both_b(self) -> Self {
        Self::same(self.b())
    }

    /// The sum of both numbers.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        self.a() + self.b()
    }

    /// The sum of both numbers, for both.
    #[inline(always)]
    pub fn both_sum(self) -> Self {
        self + Self::new(self.b(), self.a())
    }

    /// The square roots, rounded to the nearest numbers.
    #[inline(always)]
    #[must_use]
    pub fn root(self) -> Self {
        Self(self.0.sqrt())
    }

    /// The sizes.
    #[inline(always)]
    #[must_use]
    pub fn abs(self) -> Self {
        Self(self.0 & f64x2::splat(f64::from_bits(!(1 << 63))))
    }

    /// The larger numbers; those of `other` where these are not numbers.
    #[inline(always)]
    #[must_use]
    pub fn or_more(self, other: Self) -> Self {
        Self(self.0.simd_gt(other.0).select(self.0, other.0))
    }

    /// These numbers, none of them negative, with the signs of others.
    #[inline(always)]
    #[must_use]
    pub fn signed(self, signs: Self) -> Self {
        Self(self.0 | (signs.0 & f64x2::splat(-0.0)))
    }
}

macro_rules! arithmetic {
    ($($operator:ident: $method:ident),*) => {$(
        impl $operator for Pair {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }
    )*};
}

arithmetic!(Add: add, Sub: sub, Mul: mul, Div: div);

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: f64) -> Self {
        self * Self::same(k)
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
