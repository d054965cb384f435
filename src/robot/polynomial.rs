//! How one joint value changes over a segment of a path.

/// A polynomial of degree five at most, in the share of the segment that has passed: c0 + c1 u + ... + c5 u^5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Polynomial([f64; 6]);

/// A value and its first three derivatives.
pub(super) type Jet = [f64; 4];

impl Polynomial {
    /// The straight line between two values.
    pub(super) fn linear(from: f64, to: f64) -> Self {
        Self([from, to - from, 0.0, 0.0, 0.0, 0.0])
    }

    /// The cubic with these values and derivatives at both ends.
    pub(super) fn cubic(from: [f64; 2], to: [f64; 2]) -> Self {
        let [p, v] = from;
        let (d, w) = (to[0] - p, to[1]);
        Self([p, v, 3.0 * d - 2.0 * v - w, v + w - 2.0 * d, 0.0, 0.0])
    }

    /// The quintic with these values, first and second derivatives at both ends.
    pub(super) fn quintic(from: [f64; 3], to: [f64; 3]) -> Self {
        let [p, v, a] = from;
        let (d, w, b) = (to[0] - p, to[1], to[2]);
        Self([
            p,
            v,
            0.5 * a,
            10.0 * d - 6.0 * v - 4.0 * w - 1.5 * a + 0.5 * b,
            -15.0 * d + 8.0 * v + 7.0 * w + 1.5 * a - b,
            6.0 * d - 3.0 * (v + w) + 0.5 * (b - a),
        ])
    }

    /// a p + b.
    pub(super) fn scaled(&self, a: f64, b: f64) -> Self {
        let mut c = self.0.map(|c| c * a);
        c[0] += b;
        Self(c)
    }

    /// Its value.
    pub(super) fn value(&self, u: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, c| sum * u + c)
    }

    /// Its value and derivatives.
    pub(super) fn jet(&self, u: f64) -> Jet {
        let [_, c1, c2, c3, c4, c5] = self.0;
        [
            self.value(u),
            c1 + u * (2.0 * c2 + u * (3.0 * c3 + u * (4.0 * c4 + u * 5.0 * c5))),
            2.0 * c2 + u * (6.0 * c3 + u * (12.0 * c4 + u * 20.0 * c5)),
            6.0 * c3 + u * (24.0 * c4 + u * 60.0 * c5),
        ]
    }

    /// The largest absolute value of it and its derivatives over 0 to 1, or bounds on them, rounding included.
    pub(super) fn largest(&self) -> Jet {
        let mut c = self.0;
        let mut largest = [0.0; 4];
        for bound in &mut largest {
            // the curve lies in the hull of its Bernstein coefficients b_k = sum_i C(k, i) / C(5, i) c_i
            let of_bernstein = bernstein(&c)
                .iter()
                .fold(0.0f64, |most, b| most.max(b.abs()));
            let rounding: f64 = c.iter().map(|c| c.abs()).sum::<f64>() * 32.0 * f64::EPSILON;
            *bound = of_bernstein + rounding;
            c = derivative(&c);
        }
        largest
    }

    /// The sum of the sizes of its terms: what its rounding is relative to.
    pub(super) fn terms(&self) -> f64 {
        self.0.iter().map(|c| c.abs()).sum()
    }

    /// The same way back: p(1 - u).
    pub(super) fn reversed(&self) -> Self {
        // Taylor about u = 1, with the odd powers negated
        let mut c = self.0;
        let mut around_end = [0.0; 6];
        let mut factorial = 1.0;
        for (n, coefficient) in around_end.iter_mut().enumerate() {
            if n > 0 {
                factorial *= n as f64;
            }
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            *coefficient = sign * c.iter().sum::<f64>() / factorial;
            c = derivative(&c);
        }
        Self(around_end)
    }
}

fn derivative(c: &[f64; 6]) -> [f64; 6] {
    [c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4], 5.0 * c[5], 0.0]
}

fn bernstein(c: &[f64; 6]) -> [f64; 6] {
    const BINOMIAL: [[f64; 6]; 6] = [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 2.0, 1.0, 0.0, 0.0, 0.0],
        [1.0, 3.0, 3.0, 1.0, 0.0, 0.0],
        [1.0, 4.0, 6.0, 4.0, 1.0, 0.0],
        [1.0, 5.0, 10.0, 10.0, 5.0, 1.0],
    ];
    std::array::from_fn(|k| {
        (0..=k)
            .map(|i| BINOMIAL[k][i] / BINOMIAL[5][i] * c[i])
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * (1.0 + a.abs().max(b.abs()))
    }

    #[test]
    fn values_and_derivatives_at_both_ends_are_those_given() {
        let (from, to) = ([0.3, -1.5, 4.0], [-2.0, 0.7, -3.0]);
        let quintic = Polynomial::quintic(from, to);
        let cubic = Polynomial::cubic([0.3, -1.5], [-2.0, 0.7]);
        for n in 0..3 {
            assert!(close(quintic.jet(0.0)[n], from[n]));
            assert!(close(quintic.jet(1.0)[n], to[n]));
        }
        for n in 0..2 {
            assert!(close(cubic.jet(0.0)[n], from[n]));
            assert!(close(cubic.jet(1.0)[n], to[n]));
        }
        assert_eq!(Polynomial::linear(1.0, 3.0).jet(0.25), [1.5, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn bounds_hold_and_are_near_what_they_bound() {
        let quintic = Polynomial::quintic([0.3, -1.5, 4.0], [-2.0, 0.7, -3.0]);
        let bounds = quintic.largest();
        let mut seen = [0.0f64; 4];
        for step in 0..=1000 {
            let jet = quintic.jet(f64::from(step) / 1000.0);
            for n in 0..4 {
                seen[n] = seen[n].max(jet[n].abs());
            }
        }
        for n in 0..4 {
            assert!(seen[n] <= bounds[n] && bounds[n] <= 2.5 * seen[n], "{n}");
        }
    }

    #[test]
    fn the_way_back_passes_the_same_values() {
        let quintic = Polynomial::quintic([0.3, -1.5, 4.0], [-2.0, 0.7, -3.0]);
        for step in 0..=10 {
            let u = f64::from(step) / 10.0;
            assert!(close(quintic.reversed().value(u), quintic.value(1.0 - u)));
        }
    }
}
