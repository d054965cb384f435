//! Margins and gaps against exact arithmetic: fractions, or double precision for numbers in single precision.

mod turning;

use nalgebra::{Vector3, vector};
use num_rational::BigRational as Fraction;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::Moving;
use crate::motion::{Ballistic3, ConstantVelocity};
use crate::shape::PointSet;

fn exact(x: f64) -> Fraction {
    Fraction::from_float(x).expect("a number")
}

/// A number of any size from 1e-4 to 1e4.
fn any<T: Real>(rng: &mut StdRng) -> T {
    let size = 10f64.powf(rng.random_range(-4.0..4.0));
    T::of(rng.random_range(0.1..1.0) * size)
}

/// Returns how much less than the exact value a margin may be: some ulps of its terms.
fn allowance<T: Real>(terms: &[f64]) -> f64 {
    16.0 * T::EPSILON.as_f64() * terms.iter().map(|term| term.abs()).sum::<f64>()
}

/// Returns the least value over [0, h] of the quadratic with these ends and this second derivative.
fn least_of_parabola([start, end, acceleration, h]: [f64; 4]) -> Fraction {
    let (f, g) = (exact(start), exact(end));
    let smaller = f.clone().min(g.clone());
    let k = exact(acceleration) * exact(h) * exact(h) / exact(2.0);
    let d = g - &f;
    let size = d.clone().max(-&d);
    if size >= k {
        return smaller;
    }
    let below = (&k - &d) * (&k - &d) / (exact(4.0) * k);
    f - below
}

fn parabolas<T: Real>() {
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..500 {
        let [start, end, h]: [T; 3] = std::array::from_fn(|_| any(&mut rng));
        // most parabolas dip inside the span
        let share = T::of(rng.random_range(0.5..8.0));
        check_parabola([start, end, (start + end) * share / (h * h), h]);
    }
}

fn check_parabola<T: Real>(numbers: [T; 4]) {
    let [start, end, acceleration, h] = numbers;
    let margin = exact(second_order_margin(start, end, acceleration, h).as_f64());
    let numbers = numbers.map(T::as_f64);
    let least = least_of_parabola(numbers);
    let [f, g, m, h] = numbers;
    let below = allowance::<T>(&[f, g, m * h * h]);
    assert!(
        margin <= least,
        "{margin} is above the least of {numbers:?}"
    );
    assert!(
        margin + exact(below) >= least,
        "far below the least of {numbers:?}"
    );
}

#[test]
fn no_margin_is_above_the_least_value_of_its_parabola() {
    parabolas::<f64>();
    parabolas::<f32>();
}

/// K is 5e-17 of itself larger than the difference of the ends, and the vertex as near to an end.
#[test]
fn no_margin_is_above_a_vertex_that_rounding_hides() {
    let start = 0.010764291762582041;
    check_parabola([start, 1e-40, 2.1528583525164082, 0.1]);
    check_parabola([1e-40, start, 2.1528583525164082, 0.1]);
}

fn slopes<T: Real>() {
    let mut rng = StdRng::seed_from_u64(2);
    for _ in 0..500 {
        let [start, end, h]: [T; 3] = std::array::from_fn(|_| any(&mut rng));
        let [v, w] = std::array::from_fn(|_| {
            (start + end) / h * T::of(10f64.powf(rng.random_range(-1.0..1.0)))
        });
        let margin = first_order_margin(start, end, v, w, h);
        let numbers = [start, end, v, w, h].map(T::as_f64);
        let [f, g, v, w, h] = numbers.map(exact);
        let meet = (&w * &f + &v * &g - &v * &w * &h) / (&v + &w);
        let least = meet.min(f).min(g);
        let [f, g, v, w, h] = numbers;
        let below = allowance::<T>(&[f, g, v * h, w * h]);
        let margin = exact(margin.as_f64());
        assert!(
            margin <= least,
            "{margin} is above where the lines of {numbers:?} meet"
        );
        assert!(
            margin + exact(below) >= least,
            "far below where those of {numbers:?} meet"
        );
    }
}

#[test]
fn no_margin_is_above_where_the_lines_from_both_ends_meet() {
    slopes::<f64>();
    slopes::<f32>();
}

/// Two clouds of points in single precision, a direction, and their supporting distance in double precision.
///
/// There the products of single-precision numbers are exact, and their sums are off by a millionth of the errors that
/// the tests look for.
struct Clouds {
    points: [Vec<Vector3<f32>>; 2],
    direction: Vector3<f32>,
    distance: f64,
}

impl Clouds {
    fn random(rng: &mut StdRng) -> Self {
        let mut cloud = || -> Vec<Vector3<f32>> {
            let away = Vector3::from_fn(|_, _| rng.random_range(-20.0..20.0f32));
            let point = |_| away + Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0f32));
            (0..6).map(point).collect()
        };
        let points = [cloud(), cloud()];
        let direction = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0f32)).normalize();
        let along = |p: &Vector3<f32>| direction.map(f64::from).dot(&p.map(f64::from));
        let least = points[1].iter().map(along).fold(f64::INFINITY, f64::min);
        let most = points[0].iter().map(along).fold(-f64::INFINITY, f64::max);
        Self {
            direction,
            distance: least - most,
            points,
        }
    }

    fn bodies(&self) -> [PointSet<f32, 3>; 2] {
        [0, 1].map(|n| PointSet::new(self.points[n].clone()).expect("points"))
    }
}

#[test]
fn no_gap_is_more_than_the_distance_beyond_the_target() {
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..500 {
        let clouds = Clouds::random(&mut rng);
        let [a, b] = clouds.bodies();
        let s = &clouds.direction;
        for target in [0.0, rng.random_range(0.0..1.0), 1e7] {
            let now = Instant::new(0.0, &a, &b, target);
            let beyond = clouds.distance - f64::from(target);
            let gap = f64::from(now.gap(s));
            assert!(gap <= beyond + 1e-12 * beyond.abs(), "{gap} {beyond}");
            let of_values = now.gap_of_values(now.bodies.supporting_distance(s), s);
            assert_eq!(f64::from(of_values), gap);
        }
    }
}

#[test]
fn the_resolution_covers_what_rounding_does_to_a_supporting_distance() {
    let mut rng = StdRng::seed_from_u64(4);
    for _ in 0..500 {
        let clouds = Clouds::random(&mut rng);
        let [a, b] = clouds.bodies();
        let s = &clouds.direction;
        let off = f64::from(supporting_distance(&a, &b, s)) - clouds.distance;
        let covered = f64::from(s.abs().dot(&resolution(&a, &b)));
        assert!(off.abs() <= covered, "{off} {covered}");
    }
}

#[test]
fn both_bodies_accelerate() {
    let falling = |down: f64| {
        let start = ConstantVelocity::new(
            nalgebra::Isometry3::identity(),
            Vector3::zeros(),
            Vector3::zeros(),
        );
        let start = start.expect("a motion");
        let motion = Ballistic3::new(start, vector![0.0, -down, 0.0]).expect("a motion");
        Moving::new(
            PointSet::new(vec![Vector3::zeros()]).expect("a point"),
            motion,
        )
    };
    let (slow, fast) = (falling(1.0), falling(4.0));
    let during = Span::known(0.0, 1.0);
    for (s, closing) in [(Vector3::y(), -3.0), (-Vector3::y(), 3.0)] {
        let found = relative_acceleration(&slow, &fast, &s, during).expect("bounds");
        assert!((found - closing).abs() < 1e-12, "{found}");
        let found = relative_acceleration(&fast, &slow, &s, during).expect("bounds");
        assert!((found + closing).abs() < 1e-12, "{found}");
    }
}
