//! How fast a rotation turns that is a polynomial scaled to unit length. The formulas stand in the docs of
//! [`Polynomial`](super::Polynomial).

use nalgebra::{SVector, Vector3};

use super::algebra::{
    BERNSTEIN_UNITS, COEFFICIENTS, Coefficients, HORNER_UNITS, PRODUCT, absolute, add_product,
    bernstein, derivative,
};
use crate::MotionError;

/// The factor by which an exact bound may exceed the computed one: some 24 products, sums, quotients and roots of
/// numbers that are not negative, at half a unit each.
const BOUND_FACTOR: f64 = 1.0 + 16.0 * f64::EPSILON;
/// The share of its largest value above which the square of the norm must stay.
const LEAST_SHARE: f64 = 0.1;
/// An arc exceeds its sine by less than this factor where the sine is below 0.1. Errors of rounding are.
const ARC_OVER_SINE: f64 = 1.01;

type Numbers = [Coefficients; 4];

/// Bounds that hold over the whole time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spin {
    /// k, the angle that the body turns per radian of arc of the unit vector, over the duration.
    factor: f64,
    /// The time from start to end.
    duration: f64,
    /// A bound of |w|.
    fastest: f64,
    /// A bound of |w'|.
    pub(super) change: f64,
    /// How far rounding may turn a computed rotation, before it is scaled.
    pub(super) angle_error: f64,
    /// How far a computed w may be off.
    velocity_error: f64,
    in_plane: bool,
    /// The coefficients of the four numbers and of their derivatives, power by power: so they are found together.
    numbers: [[f64; 4]; COEFFICIENTS],
    rates: [[f64; 4]; COEFFICIENTS - 1],
}

impl Spin {
    /// Returns the bounds for the polynomials of the numbers of a rotation.
    pub(super) fn new(
        numbers: &Numbers,
        dimension: usize,
        duration: f64,
    ) -> Result<Self, MotionError> {
        let in_plane = dimension == 2;
        let first = numbers.each_ref().map(derivative);
        let second = first.each_ref().map(derivative);
        let [size, size_first, size_second] =
            [numbers, &first, &second].map(|p| p.iter().map(absolute).sum::<f64>());
        let unit = f64::EPSILON * BERNSTEIN_UNITS;
        // |q|^2, from below and from above
        let squares = bernstein(&dot(numbers, numbers));
        let error = unit * size * size;
        let least = squares.iter().copied().fold(f64::INFINITY, f64::min) - error;
        let most = squares.iter().copied().fold(0.0, f64::max) + error;
        if !(least > LEAST_SHARE * most) {
            return Err(MotionError::RotationVanishes { least });
        }
        let c = largest(&vector_part(&first, numbers, in_plane)) + unit * size * size_first * 2.0;
        let a = largest(&vector_part(&second, numbers, in_plane)) + unit * size * size_second * 2.0;
        let b = bernstein(&dot(numbers, &first))
            .iter()
            .fold(0.0f64, |most, b| most.max(b.abs()))
            + unit * size * size_first;
        let k = if in_plane { 1.0 } else { 2.0 };
        let by_norm = (a + 2.0 * b * c / least) / least;
        // the values of q and q' in the middle of a span are off by Horner's rule each; their product counts both, and
        // the quotient by N once more
        let values = f64::EPSILON * (4.0 * HORNER_UNITS) * size * size_first / least;
        let of_norm = f64::EPSILON * (4.0 * HORNER_UNITS) * size * size * c / (least * least);
        Ok(Self {
            factor: k / duration,
            duration,
            fastest: k * c / least / duration * BOUND_FACTOR,
            change: k * by_norm / (duration * duration) * BOUND_FACTOR,
            angle_error: f64::EPSILON * HORNER_UNITS * size / least.sqrt()
                * (k * ARC_OVER_SINE * BOUND_FACTOR),
            velocity_error: k * (values + of_norm) / duration * BOUND_FACTOR,
            in_plane,
            numbers: by_power(numbers),
            rates: by_power(&first),
        })
    }

    /// Returns the numbers of the rotation at a share of the time, before they are scaled.
    pub(super) fn numbers(&self, share: f64) -> [f64; 4] {
        values(&self.numbers, share)
    }

    /// Returns the angular velocity at a share of the time; in the plane it is the third number.
    pub(super) fn velocity(&self, share: f64) -> Vector3<f64> {
        let q = self.numbers(share);
        let rate = values(&self.rates, share);
        let square: f64 = q.iter().map(|x| x * x).sum();
        let part = if self.in_plane {
            [0.0, 0.0, rate[1] * q[0] - rate[0] * q[1]]
        } else {
            let [x, y, z, w] = q;
            let [a, b, c, d] = rate;
            [
                a * w - d * x - (b * z - c * y),
                b * w - d * y - (c * x - a * z),
                c * w - d * z - (a * y - b * x),
            ]
        };
        Vector3::from(part) * (self.factor / square)
    }

    /// Returns bounds of |w| and of |w x s| over a span with this middle and half length.
    pub(super) fn during<const D: usize>(
        &self,
        s: &SVector<f64, D>,
        (middle, half): (f64, f64),
    ) -> [f64; 2] {
        if self.fastest == 0.0 {
            return [0.0; 2];
        }
        let w = self.velocity(middle);
        let off = half * self.duration * self.change + self.velocity_error;
        let speed = w.norm() * BOUND_FACTOR;
        // three products and two sums of numbers up to |w| |s| lose a few units of it
        let across = if D == 2 {
            speed
        } else {
            let s = Vector3::from_fn(|axis, _| s[axis]);
            w.cross(&s).norm() + speed * (8.0 * f64::EPSILON)
        };
        let fastest = (speed + off).min(self.fastest);
        [fastest, ((across + off).min(self.fastest)) * BOUND_FACTOR]
    }
}

/// Returns the first coefficients of four polynomials, power by power.
fn by_power<const N: usize>(numbers: &Numbers) -> [[f64; 4]; N] {
    std::array::from_fn(|power| numbers.each_ref().map(|number| number[power]))
}

/// Returns the values of four polynomials at u (Horner's rule).
fn values(by_power: &[[f64; 4]], u: f64) -> [f64; 4] {
    let next = |sum: [f64; 4], c: &[f64; 4]| std::array::from_fn(|i| sum[i] * u + c[i]);
    by_power.iter().rev().fold([0.0; 4], next)
}

/// Returns the coefficients of p . q.
fn dot(p: &Numbers, q: &Numbers) -> [f64; PRODUCT] {
    let mut sum = [0.0; PRODUCT];
    for (p, q) in p.iter().zip(q) {
        add_product(&mut sum, 1.0, p, q);
    }
    sum
}

/// Returns the coefficients of the vector part of p q*: for quaternions p_v q_w - p_w q_v - p_v x q_v, for complex
/// numbers the imaginary part.
fn vector_part(p: &Numbers, q: &Numbers, in_plane: bool) -> [[f64; PRODUCT]; 3] {
    let mut part = [[0.0; PRODUCT]; 3];
    if in_plane {
        add_product(&mut part[2], 1.0, &p[1], &q[0]);
        add_product(&mut part[2], -1.0, &p[0], &q[1]);
        return part;
    }
    for axis in 0..3 {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        add_product(&mut part[axis], 1.0, &p[axis], &q[3]);
        add_product(&mut part[axis], -1.0, &p[3], &q[axis]);
        add_product(&mut part[axis], -1.0, &p[next], &q[last]);
        add_product(&mut part[axis], 1.0, &p[last], &q[next]);
    }
    part
}

/// Returns the largest norm of the Bernstein coefficients, whose hull the vector stays in.
fn largest(part: &[[f64; PRODUCT]; 3]) -> f64 {
    let [x, y, z] = part.each_ref().map(bernstein);
    let norms = (0..PRODUCT).map(|k| Vector3::new(x[k], y[k], z[k]).norm());
    norms.fold(0.0, f64::max)
}

const _: () = assert!(COEFFICIENTS == 6, "the units above count six coefficients");
