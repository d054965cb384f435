//! Vectors of the world, and pairs of vectors of the bodies.

use std::ops::{Add, Mul, Neg, Sub};

use super::Pair;

/// A vector of the world. Each coordinate is held for both bodies, so that it meets vectors of both at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<const D: usize>([Pair; D]);

/// A vector of A and one of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Both<const D: usize>([Pair; D]);

/// Returns what a function gives for each axis. A loop would be unrolled too late: its vectors would stay in memory.
// it is not `each_axis` itself: a support point then takes 8 more instructions
#[inline(always)]
pub(super) fn by_axis<const D: usize>(f: impl Fn(usize) -> Pair) -> [Pair; D] {
    each_axis(f)
}

#[inline(always)]
fn each_axis<X: Copy + Default, const D: usize>(f: impl Fn(usize) -> X) -> [X; D] {
    let mut to = [X::default(); D];
    to[0] = f(0);
    to[1] = f(1);
    if D == 3 {
        to[2] = f(2);
    }
    to
}

#[inline(always)]
fn dots<const D: usize>(x: &[Pair; D], y: &[Pair; D]) -> Pair {
    let sum = x[0] * y[0] + x[1] * y[1];
    if D == 2 { sum } else { sum + x[2] * y[2] }
}

/// A vector of the plane turned to the left by a quarter of a turn, times a number.
#[inline(always)]
fn quarter_turned<const D: usize>(x: &[Pair; D], k: Pair) -> [Pair; D] {
    by_axis(|i| if i == 0 { -x[1] * k } else { x[0] * k })
}

macro_rules! arithmetic {
    ($name:ident) => {
        impl<const D: usize> Default for $name<D> {
            #[inline(always)]
            fn default() -> Self {
                Self([Pair::default(); D])
            }
        }

        impl<const D: usize> Add for $name<D> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(by_axis(|i| self.0[i] + other.0[i]))
            }
        }

        impl<const D: usize> Sub for $name<D> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(by_axis(|i| self.0[i] - other.0[i]))
            }
        }

        impl<const D: usize> Neg for $name<D> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(by_axis(|i| -self.0[i]))
            }
        }

        impl<const D: usize> $name<D> {
            /// The coordinate along an axis.
            #[inline(always)]
            pub fn at(&self, axis: usize) -> Pair {
                self.0[axis]
            }

            /// The dot products.
            #[inline(always)]
            pub fn dots(self, other: Self) -> Pair {
                dots(&self.0, &other.0)
            }

            /// The vectors times a number for each body.
            #[inline(always)]
            #[must_use]
            pub fn scaled(self, k: Pair) -> Self {
                Self(by_axis(|i| self.0[i] * k))
            }

            /// The sizes of all coordinates.
            #[inline(always)]
            #[must_use]
            pub fn abs(self) -> Self {
                Self(by_axis(|i| self.0[i].abs()))
            }

            /// The cross products in space. In the plane they are zero.
            #[inline(always)]
            #[must_use]
            pub fn cross(self, other: Self) -> Self {
                if D == 2 {
                    return Self::default();
                }
                let (x, y) = (self.0, other.0);
                Self(by_axis(|i| {
                    let (j, k) = ([1, 2, 0][i], [2, 0, 1][i]);
                    x[j] * y[k] - x[k] * y[j]
                }))
            }
        }
    };
}

arithmetic!(Vector);
arithmetic!(Both);

impl<const D: usize> Mul<f64> for Vector<D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: f64) -> Self {
        self.scaled(Pair::same(k))
    }
}

impl<const D: usize> Vector<D> {
    /// The vector with these coordinates.
    #[inline(always)]
    pub fn new(x: [f64; D]) -> Self {
        Self(by_axis(|i| Pair::same(x[i])))
    }

    /// The unit vector along an axis.
    #[inline(always)]
    pub fn unit(axis: usize) -> Self {
        Self(by_axis(|i| Pair::same(if i == axis { 1.0 } else { 0.0 })))
    }

    /// The coordinates.
    #[inline(always)]
    pub fn numbers(self) -> [f64; D] {
        each_axis(|i| self.0[i].a())
    }

    /// The dot product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64 {
        self.dots(other).a()
    }

    /// The squared length.
    #[inline(always)]
    pub fn square(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline(always)]
    pub fn length(self) -> f64 {
        self.square().sqrt()
    }

    /// The sum of the sizes of all coordinates, which is no less than the length.
    #[inline(always)]
    pub fn sum_of_sizes(self) -> f64 {
        self.abs().dot(Self([Pair::same(1.0); D]))
    }

    /// The area that two vectors of the plane span, positive if the second is to the left of the first.
    #[inline(always)]
    pub fn area(self, other: Self) -> f64 {
        (self.0[0] * other.0[1] - self.0[1] * other.0[0]).a()
    }

    /// The part of `other` that is square to this vector, times this vector's square.
    #[inline(always)]
    #[must_use]
    pub fn square_part(self, other: Self) -> Self {
        if D == 3 {
            return self.cross(other.cross(self));
        }
        let area = self.0[0] * other.0[1] - self.0[1] * other.0[0];
        Self(quarter_turned(&self.0, area))
    }
}

impl<const D: usize> Both<D> {
    /// A vector of A and one of B.
    #[inline(always)]
    pub fn new(a: [f64; D], b: [f64; D]) -> Self {
        Self(by_axis(|i| Pair::new(a[i], b[i])))
    }

    /// The same vector for both.
    #[inline(always)]
    pub fn same(x: Vector<D>) -> Self {
        Self(x.0)
    }

    /// The vectors with these coordinates.
    #[inline(always)]
    pub(super) fn of(x: [Pair; D]) -> Self {
        Self(x)
    }

    /// The vector of A.
    #[inline(always)]
    pub fn a(self) -> Vector<D> {
        Vector(by_axis(|i| self.0[i].both_a()))
    }

    /// The vector of B.
    #[inline(always)]
    pub fn b(self) -> Vector<D> {
        Vector(by_axis(|i| self.0[i].both_b()))
    }

    /// The coordinates of the vector of A.
    #[inline(always)]
    pub fn numbers_of_a(self) -> [f64; D] {
        each_axis(|i| self.0[i].a())
    }

    /// The coordinates of the vector of B.
    #[inline(always)]
    pub fn numbers_of_b(self) -> [f64; D] {
        each_axis(|i| self.0[i].b())
    }

    /// The sum of both vectors.
    #[inline(always)]
    pub fn sum(self) -> Vector<D> {
        Vector(by_axis(|i| self.0[i].both_sum()))
    }

    /// Vectors whose coordinates have the sizes of these, none of which is negative, and the signs of others.
    #[inline(always)]
    #[must_use]
    pub fn signed(self, signs: Self) -> Self {
        Self(by_axis(|i| self.0[i].signed(signs.0[i])))
    }

    /// The largest coordinate of each vector.
    #[inline(always)]
    pub fn largest(self) -> Pair {
        let most = self.0[0].or_more(self.0[1]);
        if D == 2 {
            most
        } else {
            most.or_more(self.0[2])
        }
    }

    /// The velocities of these points when they turn about the origin at these angular velocities. In the plane only the
    /// third component counts.
    #[inline(always)]
    #[must_use]
    pub fn turning_at(self, w: &[Pair; 3]) -> Self {
        if D == 2 {
            return Self(quarter_turned(&self.0, w[2]));
        }
        Self(by_axis(|i| {
            let (j, k) = ([1, 2, 0][i], [2, 0, 1][i]);
            w[j] * self.0[k] - w[k] * self.0[j]
        }))
    }
}
