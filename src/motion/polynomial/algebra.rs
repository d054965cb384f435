//! Polynomials over the unit interval, products of two, and their Bernstein coefficients.

/// The number of coefficients of a polynomial of degree five.
pub(super) const COEFFICIENTS: usize = 6;
/// The number of coefficients of a product of two.
pub(super) const PRODUCT: usize = 2 * COEFFICIENTS - 1;

/// Units of the sum of the sizes of the coefficients by which a value may be off. In halves of a unit: Horner's rule
/// has five products and five sums. The argument is off by up to a unit of itself, and the derivative by the argument
/// is at most five times that sum. That is 20 halves.
pub(super) const HORNER_UNITS: f64 = 16.0;
/// Units by which a Bernstein coefficient of a sum of four products may be off, of the product of the sums of the sizes
/// of all coefficients. In halves of a unit: the coefficients of derivatives lose 2 each, a product 1, the sums of up
/// to six products and four numbers 9, the ratios of binomials 2, their products 1, the sum of eleven of them 10. That
/// is 27 halves.
pub(super) const BERNSTEIN_UNITS: f64 = 32.0;

/// The coefficients of a polynomial, lowest power first.
pub(super) type Coefficients = [f64; COEFFICIENTS];

/// Returns the coefficients of the derivative.
pub(super) fn derivative(p: &Coefficients) -> Coefficients {
    std::array::from_fn(|i| p.get(i + 1).map_or(0.0, |c| c * (i + 1) as f64))
}

/// Returns the sum of the sizes of the coefficients.
pub(super) fn absolute(p: &Coefficients) -> f64 {
    p.iter().map(|c| c.abs()).sum()
}

/// Adds the product of two polynomials, times a sign.
pub(super) fn add_product(sum: &mut [f64; PRODUCT], sign: f64, p: &Coefficients, q: &Coefficients) {
    for (i, a) in p.iter().enumerate() {
        for (j, b) in q.iter().enumerate() {
            sum[i + j] += sign * a * b;
        }
    }
}

/// Returns the Bernstein coefficients b_k = sum_i C(k, i) / C(10, i) c_i. From 0 to 1 the polynomial lies in their
/// hull.
pub(super) fn bernstein(c: &[f64; PRODUCT]) -> [f64; PRODUCT] {
    std::array::from_fn(|k| (0..=k).map(|i| RATIOS[k][i] * c[i]).sum())
}

/// C(k, i) / C(10, i), each rounded once, as the binomials are exact.
const RATIOS: [[f64; PRODUCT]; PRODUCT] = {
    let mut binomials = [[0.0; PRODUCT]; PRODUCT];
    let mut k = 0;
    while k < PRODUCT {
        binomials[k][0] = 1.0;
        let mut i = 1;
        while i <= k {
            binomials[k][i] = binomials[k - 1][i - 1] + binomials[k - 1][i];
            i += 1;
        }
        k += 1;
    }
    let mut ratios = binomials;
    let mut k = 0;
    while k < PRODUCT {
        let mut i = 0;
        while i <= k {
            ratios[k][i] = binomials[k][i] / binomials[PRODUCT - 1][i];
            i += 1;
        }
        k += 1;
    }
    ratios
};

#[cfg(test)]
mod tests {
    use super::*;

    fn value(p: &Coefficients, u: f64) -> f64 {
        p.iter().rev().fold(0.0, |sum, c| sum * u + c)
    }

    #[test]
    fn a_product_lies_in_its_bernstein_coefficients() {
        let p = [1.0, -2.0, 0.5, 0.0, 3.0, -1.0];
        let q = [-0.25, 1.0, 1.0, -4.0, 0.0, 2.0];
        let mut product = [0.0; PRODUCT];
        add_product(&mut product, -1.0, &p, &q);
        let hull = bernstein(&product);
        let (low, high) = hull.iter().fold((f64::MAX, f64::MIN), |(low, high), b| {
            (low.min(*b), high.max(*b))
        });
        for step in 0..=1000 {
            let u = f64::from(step) / 1000.0;
            let at = -value(&p, u) * value(&q, u);
            assert!(low <= at + 1e-12 && at <= high + 1e-12);
        }
        // the hull begins and ends at the values of the ends
        assert!((hull[0] - 0.25).abs() < 1e-15);
        assert!((hull[PRODUCT - 1] + value(&p, 1.0) * value(&q, 1.0)).abs() < 1e-14);
        assert_eq!(derivative(&p), [-2.0, 1.0, 0.0, 12.0, -5.0, 0.0]);
    }
}
