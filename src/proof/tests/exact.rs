//! How long gaps last, and when balls meet, in fractions.

use num_rational::BigRational as Fraction;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::number::Vector;
use crate::proof::free::after;
use crate::proof::parabola::{self, lasts, lasts_at_speed};
use crate::proof::window::window;

fn exact(x: f64) -> Fraction {
    Fraction::from_float(x).expect("a number")
}

fn zero() -> Fraction {
    exact(0.0)
}

/// A number of any size from 1e-6 to 1e6.
fn any(rng: &mut StdRng) -> f64 {
    rng.random_range(0.1..1.0) * 10f64.powf(rng.random_range(-6.0..6.0))
}

/// Returns the least value over [0, x] of a + b t + c t^2.
fn least_of_quadratic([a, b, c]: [&Fraction; 3], x: &Fraction) -> Fraction {
    let at = |t: &Fraction| a + b * t + c * t * t;
    let mut least = at(&zero()).min(at(x));
    if *c > zero() {
        let bottom = -b / (c * exact(2.0));
        if bottom > zero() && bottom < *x {
            least = least.min(at(&bottom));
        }
    }
    least
}

/// Nowhere in the time that a gap is said to last is its parabola below the aim. In most cases that time is not much
/// shorter than it could be.
#[test]
fn no_gap_lasts_too_long() {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut parts, mut wholes, mut nothing) = (0, 0, 0);
    for _ in 0..500 {
        let (f, h) = (any(&mut rng), any(&mut rng));
        let aim = f * rng.random_range(0.0..1.0) * [0.0, 1e-3, 1.0][rng.random_range(0..3)];
        let g = aim + (f - aim) * rng.random_range(-2.0..4.0);
        // bends around what makes the parabola touch the aim, of either sign
        let touching = 2.0 * ((f - aim).sqrt() + (g - aim).abs().sqrt()).powi(2) / (h * h);
        let near = 1.0 + 10f64.powf(rng.random_range(-15.0..1.0)) * rng.random_range(-1.0..1.0);
        let m = touching * [near, rng.random_range(-3.0..8.0)][rng.random_range(0..2)];
        let x = lasts(f, g, m, h, aim);
        assert!((0.0..=h).contains(&x), "{x} of {h}");
        let (k, slope) = (exact(m) / exact(2.0), (exact(g) - exact(f)) / exact(h));
        let slope = slope - &k * exact(h);
        let least = least_of_quadratic([&exact(f), &slope, &k], &exact(x));
        if x > 0.0 {
            assert!(least >= exact(aim), "{f} {g} {m} {h} {aim}: {x}");
        }
        if x == h {
            let claimed = parabola::least(f, g, m, h);
            assert!(exact(claimed) <= least, "{f} {g} {m} {h}: {claimed}");
        }
        let longer = exact(x) * exact(1.0 + 1e-6) + exact(h * 1e-6);
        let longer = longer.min(exact(h));
        let could = least_of_quadratic([&exact(f), &slope, &k], &longer);
        if x < h && could > exact(aim + (f.abs() + g.abs() + m.abs() * h * h) * 1e-12) {
            panic!("{f} {g} {m} {h} {aim}: only {x}");
        }
        match x {
            _ if x == h => wholes += 1,
            _ if x > 0.0 => parts += 1,
            _ => nothing += 1,
        }
    }
    assert!(
        parts > 60 && wholes > 60 && nothing < 60,
        "{parts} {wholes} {nothing}"
    );
}

/// As above, for the lines that fall from both ends.
#[test]
fn no_gap_lasts_too_long_at_a_speed() {
    let mut rng = StdRng::seed_from_u64(2);
    let (mut parts, mut wholes) = (0, 0);
    for _ in 0..500 {
        let (f, h) = (any(&mut rng), any(&mut rng));
        let aim = f * rng.random_range(0.0..1.0) * [0.0, 1e-3, 1.0][rng.random_range(0..3)];
        let g = aim + (f - aim) * rng.random_range(-1.0..4.0);
        let mut speed = || (f + g.abs()) / h * 10f64.powf(rng.random_range(-1.0..1.0));
        let [mut falling, mut rising] = [speed(), speed()];
        if (g - aim) > 0.0 && rng.random_bool(0.4) {
            // lines that meet at the aim, or near it
            rising = falling * (g - aim) / (falling * h - (f - aim));
            rising *= 1.0 + 10f64.powf(rng.random_range(-16.0..-1.0)) * rng.random_range(-1.0..1.0);
        }
        if rng.random_bool(0.2) {
            falling = -falling.abs() * 0.5;
            rising = rising.abs();
        }
        let x = lasts_at_speed(f, g, [falling, rising], h, aim);
        assert!((0.0..=h).contains(&x), "{x} of {h}");
        if x == 0.0 {
            continue;
        }
        let (v, w, h, last) = (exact(falling), exact(rising), exact(h), exact(x));
        let at = |t: &Fraction| (exact(f) - &v * t).max(exact(g) - &w * (&h - t));
        let mut least = at(&zero()).min(at(&last));
        let crossing = (exact(f) - exact(g) + &w * &h) / (&v + &w);
        if &v + &w > zero() && crossing > zero() && crossing < last {
            least = least.min(at(&crossing));
        }
        assert!(least >= exact(aim), "{f} {g} {falling} {rising} {aim}: {x}");
        if last == h { wholes += 1 } else { parts += 1 }
    }
    assert!(parts > 35 && wholes > 35, "{parts} {wholes}");
    // bounds that contradict each other hold for no motion
    assert_eq!(lasts_at_speed(1.0, 1.0, [-2.0, 1.0], 1.0, 0.0), 0.0);
}

#[test]
fn what_is_no_number_lasts_for_no_time() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for x in bad {
        assert_eq!(lasts(x, 1.0, 1.0, 1.0, 0.0), 0.0);
        assert_eq!(lasts(1.0, 1.0, x, 1.0, 0.0), 0.0);
        for speeds in [[x, 1.0], [1.0, x]] {
            // a bound of minus infinity contradicts any other
            let lasts = lasts_at_speed(1.0, 1.0, speeds, 4.0, 0.0);
            assert!(lasts <= 1.0, "{speeds:?}: {lasts}");
        }
        assert_eq!(lasts_at_speed(x, 1.0, [1.0; 2], 1.0, 0.0), 0.0);
    }
    // a far gap that is no number proves nothing, but a gap does not fall at once
    assert_eq!(lasts(1.0, f64::NAN, 1.0, 1.0, 0.0), 0.0);
    // products that leave the range of numbers: the gap falls below the aim half way, or earlier
    for (size, h) in [(1e110, 1e-100), (1e-165, 1.0), (1e150, 1.0), (1.0, 1e165)] {
        for m in [0.0, 2.0 * size / h / h] {
            assert!(lasts(size, -size, m, h, 0.0) <= 0.5 * h, "{size} {h} {m}");
        }
        let speed = 4.0 * size / h;
        assert!(
            lasts_at_speed(size, size, [speed; 2], h, 0.0) <= 0.5 * h,
            "{size} {h}"
        );
    }
    // nor does one below the aim
    assert_eq!(lasts(1.0, 1.0, 0.0, 1.0, 1.0), 0.0);
}

/// Before and after the window the balls are apart.
#[test]
fn balls_meet_only_in_their_window() {
    let mut rng = StdRng::seed_from_u64(3);
    let (mut met, mut late) = (0, 0);
    for _ in 0..500 {
        let vector = |rng: &mut StdRng, size: f64| -> [f64; 3] {
            std::array::from_fn(|_| rng.random_range(-1.0..1.0) * size)
        };
        let (size, radius) = (any(&mut rng), any(&mut rng));
        let from = vector(&mut rng, size);
        let mut velocity = vector(&mut rng, 1.0);
        if rng.random_bool(0.7) {
            // towards a point of the surface, or near it
            let aside = vector(&mut rng, radius);
            velocity = std::array::from_fn(|k| (aside[k] - from[k]) * 2.0);
        }
        let end = 1.0;
        let found = window(Vector::new(from), Vector::new(velocity), radius, end);
        let dot = |a: [f64; 3], b: [f64; 3]| {
            (0..3).fold(zero(), |sum, k| sum + exact(a[k]) * exact(b[k]))
        };
        // the squared distance beyond the squared radius
        let a = dot(from, from) - exact(radius) * exact(radius);
        let (b, c) = (dot(from, velocity) * exact(2.0), dot(velocity, velocity));
        let apart = |x: f64| least_of_quadratic([&a, &b, &c], &exact(x)) > zero();
        match found {
            Err(left) => {
                // that far apart they stay, and hardly more
                let apart_by = |by: f64| {
                    let radius = exact(radius) + exact(by);
                    let a = dot(from, from) - &radius * &radius;
                    least_of_quadratic([&a, &b, &c], &exact(end)) > zero()
                };
                assert!(apart(end), "{from:?} {velocity:?} {radius}");
                assert!(
                    !(left > 0.0) || apart_by(left),
                    "{from:?} {velocity:?} {radius}"
                );
                let more = (left.abs() + radius + size + 1.0) * 1e-6;
                assert!(!apart_by(left + more), "{from:?} {velocity:?} {radius}");
            }
            Ok((begin, last)) => {
                met += 1;
                assert!(
                    begin == 0.0 || apart(begin),
                    "{from:?} {velocity:?} {radius}"
                );
                if last < end {
                    late += 1;
                    let last = exact(last);
                    let at_last = &a + &b * &last + &c * &last * &last;
                    let rises = &b + &c * &last * exact(2.0);
                    assert!(
                        at_last > zero() && rises > zero(),
                        "{from:?} {velocity:?} {radius}"
                    );
                }
            }
        }
    }
    assert!(met > 120 && late > 60, "{met} {late}");
}

/// Where products leave the range of numbers there is no window: all times are left.
#[test]
fn balls_of_any_size_meet_in_their_window() {
    for exponent in [-150, -100, -85, -60, 0, 60, 80, 100, 110] {
        let size = 10f64.powi(exponent);
        let (from, velocity) = (
            Vector::new([3.0 * size, 0.0]),
            Vector::new([-4.0 * size, 0.0]),
        );
        let (begin, end) = window(from, velocity, size, 0.6).expect("they meet at 1/2");
        assert!(begin <= 0.5 && end >= 0.5, "{exponent}: {begin} {end}");
    }
    let still = Vector::new([0.0, 0.0]);
    assert!(window(still, still, f64::NAN, 1.0).is_ok());
}

#[test]
fn a_time_after_another_is_rounded_down() {
    let mut rng = StdRng::seed_from_u64(4);
    for _ in 0..200 {
        let (from, x) = (any(&mut rng), any(&mut rng));
        assert!(exact(after(from, x)) <= exact(from) + exact(x));
    }
}
