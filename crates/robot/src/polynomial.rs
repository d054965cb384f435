//! Polynomials: a joint value over a segment of a path.

use super::rounded::{Rounded, UNIT};
use photofinish::Real;
use photofinish::error::finite;

/// A polynomial of degree five at most, c0 + c1 u + ... + c5 u^5. Its argument u is the share of the segment that has
/// passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Polynomial([Rounded; 6]);

/// A value and its first three derivatives.
pub(super) type Jet = [f64; 4];

/// Bounds of a polynomial over 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Largest {
    /// The largest sizes of its value and derivatives, rounding included.
    pub(super) jet: Jet,
    /// How far its computed value and first two derivatives may be from those of the exact polynomial through the given
    /// values.
    pub(super) errors: [f64; 3],
}

impl Polynomial {
    /// The straight line between two values.
    pub(super) fn linear(from: f64, to: f64) -> Self {
        let [p, q] = [from, to].map(Rounded::exact);
        let mut c = [Rounded::default(); 6];
        (c[0], c[1]) = (p, q - p);
        Self(c)
    }

    /// The cubic with these values and derivatives at both ends.
    pub(super) fn cubic([p, v]: [Rounded; 2], [q, w]: [Rounded; 2]) -> Self {
        let d = q - p;
        let none = Rounded::default();
        Self([p, v, d * 3.0 - v * 2.0 - w, v + w - d * 2.0, none, none])
    }

    /// The quintic with these values, first and second derivatives at both ends.
    pub(super) fn quintic([p, v, a]: [Rounded; 3], [q, w, b]: [Rounded; 3]) -> Self {
        let d = q - p;
        Self([
            p,
            v,
            a * 0.5,
            d * 10.0 - v * 6.0 - w * 4.0 - a * 1.5 + b * 0.5,
            d * -15.0 + v * 8.0 + w * 7.0 + a * 1.5 - b,
            d * 6.0 - (v + w) * 3.0 + (b - a) * 0.5,
        ])
    }

    /// Returns whether all coefficients are finite, and so small that their squares are finite too.
    pub(super) fn is_finite(&self) -> bool {
        self.0
            .iter()
            .all(|c| finite("coefficient", c.value).is_ok())
    }

    /// Returns a p + b.
    pub(super) fn scaled(&self, a: Rounded, b: Rounded) -> Self {
        let mut c = self.0;
        if a != Rounded::exact(1.0) {
            c = c.map(|c| c * a);
        }
        if b != Rounded::exact(0.0) {
            c[0] = c[0] + b;
        }
        Self(c)
    }

    /// Returns the value at u.
    pub(super) fn value(&self, u: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, c| sum * u + c.value)
    }

    /// Returns the value and the first three derivatives at u.
    pub(super) fn jet(&self, u: f64) -> Jet {
        let [_, c1, c2, c3, c4, c5] = self.0.each_ref().map(|c| c.value);
        [
            self.value(u),
            c1 + u * (2.0 * c2 + u * (3.0 * c3 + u * (4.0 * c4 + u * 5.0 * c5))),
            2.0 * c2 + u * (6.0 * c3 + u * (12.0 * c4 + u * 20.0 * c5)),
            6.0 * c3 + u * (24.0 * c4 + u * 60.0 * c5),
        ]
    }

    /// Returns bounds of the polynomial and its derivatives over 0 to 1, and the errors of computed values.
    pub(super) fn largest(&self) -> Largest {
        let [first, slope, curved @ ..] = &self.0;
        if *curved == [Rounded::default(); 4] {
            return largest_of_line(*first, *slope);
        }
        let mut c = self.0;
        let mut jet = [0.0; 4];
        let mut errors = [0.0; 3];
        for (n, bound) in jet.iter_mut().enumerate() {
            // the curve lies in the hull of its Bernstein coefficients b_k = sum_i C(k, i) / C(5, i) c_i
            let of_bernstein = bernstein(&c)
                .iter()
                .fold(0.0f64, |most, b| most.max(b.abs()));
            let error = evaluation_error(&c);
            *bound = bounded(of_bernstein, error, &c);
            if let Some(of_order) = errors.get_mut(n) {
                *of_order = error;
            }
            c = derivative(&c);
        }
        Largest { jet, errors }
    }

    /// Returns the first u from 0 to 1 at which the value is below `least` or above `largest`, up to 1e-12; none if there
    /// is none.
    pub(super) fn first_outside(&self, least: f64, largest: f64) -> Option<f64> {
        const SHORTEST: f64 = 1e-12;
        let is_outside = |value: &f64| !(least..=largest).contains(value);
        // the parts of 0 to 1 that are still to be looked at, the first of them last, each with its Bernstein form
        let mut parts = vec![(0.0, 1.0, bernstein(&self.0))];
        while let Some((from, to, form)) = parts.pop() {
            if is_outside(&form[0]) {
                return Some(from);
            }
            // the curve lies in the hull of these numbers
            if !form.iter().any(is_outside) {
                continue;
            }
            if to - from <= SHORTEST {
                if is_outside(&form[5]) {
                    return Some(to);
                }
                continue;
            }
            let middle = 0.5 * (from + to);
            let (first, second) = halves(form);
            parts.extend([(middle, to, second), (from, middle, first)]);
        }
        None
    }

    /// Returns the derivative by u.
    pub(super) fn derivative(&self) -> Self {
        Self(derivative(&self.0))
    }

    /// Returns p(1 - u), which takes the same values backwards.
    pub(super) fn reversed(&self) -> Self {
        // Taylor about u = 1, with the odd powers negated: (-1)^n sum_i C(i, n) c_i
        let around_end = |n: usize| {
            let sign = if n.is_multiple_of(2) { 1.0 } else { -1.0 };
            (n..6).fold(Rounded::default(), |sum, i| {
                sum + self.0[i] * (sign * BINOMIAL[i][n])
            })
        };
        Self(std::array::from_fn(around_end))
    }
}

/// Units of its terms that a Bernstein coefficient may lose. The ratio and the product are rounded once each, and the
/// sum of six terms five times: 7 of each term.
const BERNSTEIN_UNITS: f64 = 8.0;
/// The factor by which the exact sum of some ten numbers that are not negative may exceed the computed one. Ten sums
/// and twelve products lose half an ulp each, which is 11 ulps.
const BOUND_FACTOR: f64 = 1.0 + 16.0 * f64::EPSILON;

/// Returns a bound of a polynomial that is at most this large, but for rounding.
fn bounded(most: f64, error: f64, c: &[Rounded]) -> f64 {
    let terms: f64 = c.iter().map(|c| c.value.abs()).sum();
    (most + error + BERNSTEIN_UNITS * UNIT * terms) * BOUND_FACTOR
}

/// Returns the bounds of a straight line: it is largest at one of its ends, and has one slope.
fn largest_of_line(first: Rounded, slope: Rounded) -> Largest {
    let ends = first.value.abs().max((first.value + slope.value).abs());
    let (line, slope) = ([first, slope], [slope]);
    let errors = [evaluation_error(&line), evaluation_error(&slope)];
    let of_slope = bounded(slope[0].value.abs(), errors[1], &slope);
    Largest {
        jet: [bounded(ends, errors[0], &line), of_slope, 0.0, 0.0],
        errors: [errors[0], errors[1], 0.0],
    }
}

/// Returns how far a value computed by Horner's rule may be off anywhere from 0 to 1.
///
/// Each product and each sum on the way is rounded, and is at most the sum of the sizes of the coefficients so far. The
/// errors of the coefficients come on top.
fn evaluation_error(c: &[Rounded]) -> f64 {
    let (mut size, mut error) = (0.0, 0.0);
    for c in c.iter().rev() {
        error += UNIT * size + f64::TINY;
        size += c.value.abs();
        error += UNIT * size + c.error;
    }
    error * BOUND_FACTOR
}

const BINOMIAL: [[f64; 6]; 6] = [
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 2.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 3.0, 3.0, 1.0, 0.0, 0.0],
    [1.0, 4.0, 6.0, 4.0, 1.0, 0.0],
    [1.0, 5.0, 10.0, 10.0, 5.0, 1.0],
];

fn derivative(c: &[Rounded; 6]) -> [Rounded; 6] {
    std::array::from_fn(|i| match c.get(i + 1) {
        Some(&next) => next * (i + 1) as f64,
        None => Rounded::default(),
    })
}

fn bernstein(c: &[Rounded; 6]) -> [f64; 6] {
    std::array::from_fn(|k| {
        (0..=k)
            .map(|i| BINOMIAL[k][i] / BINOMIAL[5][i] * c[i].value)
            .sum()
    })
}

/// Divides a Bernstein form in the middle, by the algorithm of de Casteljau.
fn halves(mut form: [f64; 6]) -> ([f64; 6], [f64; 6]) {
    let (mut first, mut second) = (form, form);
    for (step, of_first) in first.iter_mut().enumerate().skip(1) {
        let last = 5 - step;
        for k in 0..=last {
            form[k] = 0.5 * (form[k] + form[k + 1]);
        }
        *of_first = form[0];
        second[last] = form[last];
    }
    (first, second)
}

#[cfg(test)]
mod tests;
