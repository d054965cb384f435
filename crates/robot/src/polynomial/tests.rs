//! Values and bounds against exact arithmetic.

use num_rational::BigRational;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

fn given<const N: usize>(values: [f64; N]) -> [Rounded; N] {
    values.map(Rounded::exact)
}

fn exact(value: f64) -> BigRational {
    BigRational::from_float(value).expect("a number")
}

/// Returns the quintic through the given values by Hermite's basis functions, in exact arithmetic.
fn hermite(from: [f64; 3], to: [f64; 3], u: f64) -> BigRational {
    let u = exact(u);
    let of = |coefficients: [f64; 6]| {
        let terms = coefficients.iter().rev();
        terms.fold(exact(0.0), |sum, &c| sum * &u + exact(c))
    };
    of([1.0, 0.0, 0.0, -10.0, 15.0, -6.0]) * exact(from[0])
        + of([0.0, 0.0, 0.0, 10.0, -15.0, 6.0]) * exact(to[0])
        + of([0.0, 1.0, 0.0, -6.0, 8.0, -3.0]) * exact(from[1])
        + of([0.0, 0.0, 0.0, -4.0, 7.0, -3.0]) * exact(to[1])
        + of([0.0, 0.0, 0.5, -1.5, 1.5, -0.5]) * exact(from[2])
        + of([0.0, 0.0, 0.0, 0.5, -1.0, 0.5]) * exact(to[2])
}

/// Asserts that a value is off by no more than the error allowed for it. Returns whether it is off by a share of that.
#[track_caller]
fn held(polynomial: &Polynomial, u: f64, truth: BigRational, share: f64) -> bool {
    let off = exact(polynomial.value(u)) - truth;
    let allowed = exact(polynomial.largest().errors[0]);
    let (off, allowed) = (&off * &off, &allowed * &allowed);
    assert!(
        off <= allowed,
        "{polynomial:?} {u}: the error's square is {off}"
    );
    off >= allowed * exact(share * share)
}

/// The first is a quintic whose value at its end was off by more ulps than were allowed for.
#[test]
fn values_hold_their_error_against_exact_arithmetic() {
    let from = [
        0.07929297150021918,
        -0.10413421165622955,
        0.06090604499311293,
    ];
    let to = [194.686368460567, 964.8662406772141, 3831.4160995631137];
    let mut cases = vec![(from, to, 1.0)];
    cases.extend((0..200u32).map(|step| {
        // shares with few digits, so that 1 - u is exact
        let u = f64::from(step % 65) / 64.0;
        let some = |k: f64| (f64::from(step) * k).sin() * 10f64.powi((step % 7) as i32 - 3);
        let from = [some(1.1), some(2.3), some(3.7)];
        (from, [some(4.1), some(5.9) * 10.0, some(6.7) * 100.0], u)
    }));
    let mut is_near = false;
    for (from, to, u) in cases {
        let quintic = Polynomial::quintic(given(from), given(to));
        let line = Polynomial::linear(from[0], to[0]);
        let [p, q] = [exact(from[0]), exact(to[0])];
        held(&line, u, &p + (&q - &p) * exact(u), 1.0);
        is_near |= held(&quintic, u, hermite(from, to, u), 0.01);
        is_near |= held(&quintic.reversed(), 1.0 - u, hermite(from, to, u), 0.01);
    }
    assert!(is_near, "the bound is a hundred times too large");
}

#[test]
fn bounds_hold_and_are_near_what_they_bound() {
    let quintic = Polynomial::quintic(given([0.3, -1.5, 4.0]), given([-2.0, 0.7, -3.0]));
    for polynomial in [quintic, Polynomial::linear(-1.0, 2.0)] {
        let bounds = polynomial.largest().jet;
        let mut seen = [0.0f64; 4];
        for step in 0..=1000 {
            let jet = polynomial.jet(f64::from(step) / 1000.0);
            for n in 0..4 {
                seen[n] = seen[n].max(jet[n].abs());
            }
        }
        for n in 0..4 {
            let range = seen[n]..=2.5 * seen[n] + 1e-13;
            assert!(range.contains(&bounds[n]), "{n}: {seen:?} {bounds:?}");
        }
    }
}

/// Horner's rule rounds twice for each coefficient, even if the coefficients are exact. No value is off by more than
/// the error allowed for that, and some are off by a sixth of it.
#[test]
fn values_of_exact_coefficients_hold_their_error() {
    let mut dice = StdRng::seed_from_u64(0x486f_726e);
    let mut is_near = false;
    for _ in 0..1000 {
        let c: [f64; 6] = std::array::from_fn(|_| dice.random_range(0.5..1.0));
        let u = dice.random_range(0.9..1.0);
        let terms = c.iter().rev();
        let truth = terms.fold(exact(0.0), |sum, &c| sum * exact(u) + exact(c));
        is_near |= held(&Polynomial(given(c)), u, truth, 1.0 / 6.0);
    }
    assert!(is_near, "the bound is six times too large");
}
