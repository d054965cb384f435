//! Numbers with bounds of their rounding errors.

use std::ops::{Add, Mul, Sub};

use photofinish::Real;

/// The largest relative error of one operation, rounding to the nearest number.
pub(super) const UNIT: f64 = 0.5 * f64::EPSILON;
/// An error is a computed sum of at most four products of numbers that are not negative. This factor makes it hold in
/// spite of its own rounding. No term is rounded more than five times, the product with this factor included, which is
/// 2.5 ulps.
const ERROR_FACTOR: f64 = 1.0 + 4.0 * f64::EPSILON;

/// A computed number, and how far it may be from the result of exact arithmetic: a running error analysis.
///
/// Let x and y be off by dx and dy, and let u be the unit roundoff. Then
/// |fl(x + y) - exact| <= |dx| + |dy| + u |fl(x + y)| and
/// |fl(x y) - exact| <= |x dy| + |y dx| + |dx dy| + u |fl(x y)|, and a product may also underflow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rounded {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Rounded {
    /// Returns a given number, without an error.
    pub(super) fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }
}

impl Add for Rounded {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let value = self.value + other.value;
        Self {
            value,
            error: (self.error + other.error + UNIT * value.abs()) * ERROR_FACTOR,
        }
    }
}

impl Sub for Rounded {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self {
            value: -other.value,
            ..other
        }
    }
}

impl Mul for Rounded {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let value = self.value * other.value;
        let carried =
            self.value.abs() * other.error + (other.value.abs() + other.error) * self.error;
        Self {
            value,
            error: (carried + UNIT * value.abs()) * ERROR_FACTOR + f64::TINY,
        }
    }
}

impl Mul<f64> for Rounded {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        self * Self::exact(factor)
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;

    fn exact(value: f64) -> BigRational {
        BigRational::from_float(value).expect("a number")
    }

    /// Sums, differences and products of given numbers, and of results, are off by no more than their errors.
    #[test]
    fn errors_are_held_against_exact_arithmetic() {
        let holds = |found: Rounded, truth: &BigRational| {
            let off = exact(found.value) - truth;
            let error = exact(found.error);
            off <= error && -off <= error
        };
        for step in 1..500u32 {
            let some = |k: f64| (f64::from(step) * k).sin() * 10f64.powi((step % 9) as i32 - 4);
            let [a, b, c] = [some(1.3), some(2.9), some(0.7)];
            let ([x, y, z], [p, q, r]) = ([a, b, c].map(Rounded::exact), [a, b, c].map(exact));
            assert!(holds(x + y, &(&p + &q)), "{a} + {b}");
            assert!(holds(x - y, &(&p - &q)), "{a} - {b}");
            assert!(holds(x * y, &(&p * &q)), "{a} * {b}");
            let (far, truth) = ((x + y) * (y - z) + x * z, (&p + &q) * (&q - &r) + &p * &r);
            assert!(holds(far, &truth), "{a} {b} {c}");
            assert!(far.error < 1e-14 * (a.abs() + b.abs() + c.abs()).powi(2) + 1e-300);
        }
    }
}
