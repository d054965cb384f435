//! The functions of scalars against exact arithmetic: series in fractions, cut far below an ulp.

use num_rational::BigRational as Fraction;

use super::*;
use crate::number::{Pair, sines_and_cosines};
use crate::powers::{exponent_of, power_of_two};

/// Fractions are cut here: at 240 binary digits.
fn cut(x: &Fraction) -> Fraction {
    let unit = exact(2f64.powi(240));
    (x * &unit).round() / unit
}

fn exact(x: f64) -> Fraction {
    Fraction::from_float(x).expect("a number")
}

fn size(x: &Fraction) -> Fraction {
    if *x < exact(0.0) { -x } else { x.clone() }
}

/// The sine and cosine: the series for a small part of the angle, doubled as often as it takes.
fn exact_sine_and_cosine(angle: f64) -> (Fraction, Fraction) {
    let doublings = (exponent_of(angle) + 2).max(0);
    let x = exact(angle) / exact(2f64.powi(doublings));
    let one = exact(1.0);
    let (mut sin, mut cos) = (exact(0.0), one.clone());
    let mut term = one.clone();
    for n in 1..36 {
        term = cut(&(&term * &x / exact(f64::from(n))));
        let signed = if n % 4 < 2 { term.clone() } else { -&term };
        if n % 2 == 0 {
            cos += signed;
        } else {
            sin += signed;
        }
    }
    for _ in 0..doublings {
        let two = exact(2.0);
        let double_sin = cut(&(&two * &sin * &cos));
        cos = cut(&(&one - &two * &sin * &sin));
        sin = double_sin;
    }
    (sin, cos)
}

/// By how many ulps of itself a value is off, rounded up.
fn ulps<T: Real>(found: T, exactly: &Fraction) -> f64 {
    let found = found.as_f64();
    let ulp = exact(power_of_two(exponent_of(found))) * exact(T::EPSILON.as_f64());
    let off = size(&(exact(found) - exactly)) / ulp;
    let thousandths: f64 = (off * exact(1e3))
        .ceil()
        .to_integer()
        .to_string()
        .parse()
        .expect("a number");
    1e-3 * thousandths
}

/// Angles of all sizes, among them those nearest to multiples of a quarter of pi.
fn angles() -> Vec<f64> {
    let quarter = std::f64::consts::FRAC_PI_4;
    let near_quarters = (1..12).map(|n| quarter * f64::from(n));
    let sizes = (0..23).map(|n: i32| {
        let share = f64::from((n * 7919) % 1000) / 1000.0;
        (1.0 + share) * 2f64.powi(2 * n - 25)
    });
    let far = [1e6, 3.3e9, 1e15];
    near_quarters
        .chain(sizes)
        .chain(far)
        .enumerate()
        .map(|(n, angle)| if n % 2 == 0 { angle } else { -angle })
        .collect()
}

fn sines_are_within_an_ulp<T: Real>() {
    for angle in angles() {
        let angle = T::of(angle);
        let (sin, cos) = angle.sine_and_cosine();
        let (exact_sin, exact_cos) = exact_sine_and_cosine(angle.as_f64());
        let off = [ulps(sin, &exact_sin), ulps(cos, &exact_cos)];
        assert!(off.iter().all(|off| *off <= 1.0), "{angle}: {off:?} ulps");
    }
}

#[test]
fn sines_and_cosines_are_within_an_ulp() {
    sines_are_within_an_ulp::<f64>();
    sines_are_within_an_ulp::<f32>();
}

/// Those of two angles at once, of which one may need another way than the other.
#[test]
fn sines_and_cosines_of_pairs_are_as_exact_as_they_say() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let beside = (1..26).map(|n| quarter * f64::from(n * n * n) + f64::from(n % 7 - 3) * 0.26);
    // the worst that a search has found, near and far
    let worst = [0.742_715_462_578_740_3, -1_525_060.235_545_773];
    let allowed = exact(1.4 * f64::EPSILON * 0.5);
    let exactly = |angle: f64| (angle, exact_sine_and_cosine(angle));
    let (near, far) = (exactly(-0.3), exactly(-1e9));
    for angle in angles().into_iter().chain(beside).chain(worst) {
        let angle = exactly(angle);
        for (a, b) in [(&angle, &near), (&far, &angle)] {
            let (sines, cosines) = sines_and_cosines(Pair::new(a.0, b.0));
            let found = [(sines.a(), cosines.a()), (sines.b(), cosines.b())];
            for ((angle, (exact_sin, exact_cos)), (sin, cos)) in [a, b].into_iter().zip(found) {
                let off = [exact(sin) - exact_sin, exact(cos) - exact_cos];
                assert!(off.iter().all(|off| size(off) <= allowed), "{angle}");
            }
        }
    }
    let (sines, cosines) = sines_and_cosines(Pair::new(f64::NAN, f64::INFINITY));
    assert!(
        [sines.a(), sines.b(), cosines.a(), cosines.b()]
            .iter()
            .all(|x| x.is_nan())
    );
}

/// Vectors of all directions and lengths.
fn vectors() -> Vec<(f64, f64)> {
    let mut vectors = Vec::new();
    for (n, angle) in angles().into_iter().enumerate() {
        let (sin, cos) = angle.sine_and_cosine();
        let length = power_of_two((n % 40) as i32 - 20);
        vectors.push((cos * length, sin * length));
    }
    vectors
}

fn angles_are_within_two_ulps<T: Real>() {
    for (x, y) in vectors() {
        let (x, y) = (T::of(x), T::of(y));
        let angle = T::angle_of(x, y);
        // the sine of what the angle is off by, times the length; its square is as good
        let (sin, cos) = exact_sine_and_cosine(angle.as_f64());
        let [x, y] = [exact(x.as_f64()), exact(y.as_f64())];
        let across = &sin * &x - &cos * &y;
        let ulp = exact(power_of_two(exponent_of(angle.as_f64()))) * exact(T::EPSILON.as_f64());
        let allowed = exact(2.0) * ulp;
        assert!(
            &across * &across <= &allowed * &allowed * (&x * &x + &y * &y),
            "the angle of ({x}, {y}) is not {angle}"
        );
    }
}

#[test]
fn angles_of_vectors_are_within_two_ulps() {
    angles_are_within_two_ulps::<f64>();
    angles_are_within_two_ulps::<f32>();
    assert_eq!(f64::angle_of(-1.0, 0.0), std::f64::consts::PI);
    assert_eq!(f64::angle_of(0.0, -2.0), -std::f64::consts::FRAC_PI_2);
}

fn lengths_are_within_an_ulp<T: Real>(scale: f64) {
    for (x, y) in vectors() {
        let (x, y) = (T::of(x * scale), T::of(y * scale));
        let length = x.hypotenuse(y);
        let [x, y] = [exact(x.as_f64()), exact(y.as_f64())];
        let squared = &x * &x + &y * &y;
        let length = length.as_f64();
        let ulp = exact(power_of_two(exponent_of(length))) * exact(T::EPSILON.as_f64());
        let (below, above) = (exact(length) - &ulp, exact(length) + &ulp);
        assert!(
            &below * &below <= squared && squared <= &above * &above,
            "the length of ({x}, {y}) is not {length}"
        );
    }
}

#[test]
fn lengths_are_within_an_ulp_where_squares_are_no_numbers_too() {
    for exponent in [0, 500, -400] {
        lengths_are_within_an_ulp::<f64>(power_of_two(exponent));
    }
    for exponent in [0, 90, -70] {
        lengths_are_within_an_ulp::<f32>(power_of_two(exponent));
    }
}

/// The order is that of the values. Zero has one sign, and what is no number comes last.
#[test]
fn numbers_are_in_order() {
    let tiny = f64::MIN_POSITIVE * f64::EPSILON;
    let numbers = [
        f64::NEG_INFINITY,
        -1.5,
        -1.0,
        -tiny,
        0.0,
        tiny,
        1.0,
        1.5,
        f64::INFINITY,
        f64::NAN,
    ];
    assert!(numbers.map(Ordered::of).is_sorted_by(|x, y| x < y));
    assert_eq!(Ordered::of(-0.0), Ordered::of(0.0));
}
