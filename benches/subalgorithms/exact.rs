//! Finds the nearest point of a simplex in rational arithmetic.

use nalgebra::SVector;
use num_rational::BigRational;
use photofinish::Real;

use crate::contender::{SLOTS, members};

/// The truth about a simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth<const D: usize> {
    /// The nearest point v, as |v| and the direction v / |v|, each rounded once. The direction is zero if v is zero.
    Nearest {
        direction: SVector<f64, D>,
        length: f64,
    },
    /// The simplex has full dimension, and the origin is in its interior or on its surface.
    ContainsOrigin,
}

type Point = Vec<BigRational>;

/// Points with their cofactors Delta_i(X) (\[1\] 2). The bits of the index are the set X.
struct Exact {
    points: Vec<Point>,
    cofactor: Vec<Vec<BigRational>>,
}

/// A point of a simplex: v = numerator / denominator.
#[derive(Clone)]
pub struct Foot {
    set: usize,
    numerator: Point,
    denominator: BigRational,
}

fn number(value: f64) -> BigRational {
    BigRational::from_float(value).expect("points are finite")
}

fn dot(a: &[BigRational], b: &[BigRational]) -> BigRational {
    a.iter().zip(b).fold(number(0.0), |sum, (a, b)| sum + a * b)
}

fn minus(a: &[BigRational], b: &[BigRational]) -> Point {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Returns a power of two that makes all coordinates whole numbers. Fractions would need reducing all the time.
fn whole<T: Real, const D: usize>(points: &[SVector<T, D>]) -> f64 {
    let smallest = points
        .iter()
        .flat_map(|point| point.iter().map(|x| x.as_f64().abs()))
        .filter(|&x| x > 0.0)
        .fold(1.0, f64::min);
    2f64.powi(53 - smallest.log2().floor() as i32)
}

impl Exact {
    fn new<T: Real, const D: usize>(points: &[SVector<T, D>], scale: f64) -> Self {
        let points: Vec<Point> = points
            .iter()
            .map(|point| point.iter().map(|x| number(x.as_f64() * scale)).collect())
            .collect();
        let mut cofactor = vec![vec![number(0.0); points.len()]; 1 << points.len()];
        for i in 0..points.len() {
            cofactor[1 << i][i] = number(1.0);
        }
        // each subset comes after its own subsets, as its bits are a larger number
        for set in (1usize..1 << points.len()).filter(|set| set.count_ones() > 1) {
            for j in members(set) {
                let rest = set & !(1 << j);
                let k = rest.trailing_zeros() as usize;
                let edge = minus(&points[k], &points[j]);
                let sum = members(rest).fold(number(0.0), |sum, i| {
                    sum + &cofactor[rest][i] * dot(&points[i], &edge)
                });
                cofactor[set][j] = sum;
            }
        }
        Self { points, cofactor }
    }

    /// Finds the smallest subset of `all` whose hull has the nearest point, by the conditions (i) and (ii) of \[1\] 2.
    fn nearest(&self, all: usize) -> Foot {
        let zero = number(0.0);
        let set = (1..=all)
            .filter(|set| set & !all == 0)
            .find(|&set| {
                members(set).all(|i| self.cofactor[set][i] > zero)
                    && members(all & !set).all(|j| self.cofactor[set | 1 << j][j] <= zero)
            })
            .expect("exact arithmetic finds one");
        let mut numerator = vec![number(0.0); self.points[0].len()];
        let mut denominator = number(0.0);
        for i in members(set) {
            let weight = &self.cofactor[set][i];
            denominator += weight;
            for (sum, x) in numerator.iter_mut().zip(&self.points[i]) {
                *sum += weight * x;
            }
        }
        Foot {
            set,
            numerator,
            denominator,
        }
    }

    /// Returns v . w - v . v, times the denominator squared.
    fn progress(&self, foot: &Foot, w: usize) -> BigRational {
        dot(&foot.numerator, &self.points[w]) * &foot.denominator
            - dot(&foot.numerator, &foot.numerator)
    }
}

fn truth<const D: usize>(foot: &Foot, scale: f64) -> Truth<D> {
    if foot.set.count_ones() as usize == D + 1 {
        return Truth::ContainsOrigin;
    }
    let v = SVector::<f64, D>::from_fn(|axis, _| {
        let x = &foot.numerator[axis] / (&foot.denominator * number(scale));
        rounded(&x)
    });
    let length = v.norm();
    Truth::Nearest {
        direction: if length > 0.0 { v / length } else { v },
        length,
    }
}

/// Returns the quotient in double precision. Its numerator and denominator may be too large for that.
fn rounded(x: &BigRational) -> f64 {
    let excess = x.numer().bits() as i64 - x.denom().bits() as i64;
    // 62 binary digits fit into an integer, and are more than enough
    let shift = 62 - excess;
    let whole = if shift >= 0 {
        (x.numer() << shift as u64) / x.denom()
    } else {
        x.numer() / (x.denom() << (-shift) as u64)
    };
    let whole: i64 = whole.try_into().expect("63 digits at most");
    whole as f64 * 2f64.powi(-shift as i32)
}

/// Returns the points in the order in which GJK would meet them, as long as each makes progress, and the truth about
/// them.
///
/// Subalgorithms rely on this order (\[1\] theorem 2), so points that GJK would not meet would not test them.
pub fn as_met<T: Real, const D: usize>(points: &[SVector<T, D>]) -> (Vec<SVector<T, D>>, Truth<D>) {
    assert!(points.len() <= SLOTS);
    let scale = whole(points);
    let exact = Exact::new(points, scale);
    let mut met = vec![0];
    let mut fed = 1;
    let mut foot = exact.nearest(fed);
    loop {
        let next = (0..points.len())
            .filter(|w| fed & 1 << w == 0)
            .map(|w| (exact.progress(&foot, w), w))
            .min();
        let Some((_, next)) = next.filter(|(progress, _)| *progress < number(0.0)) else {
            break;
        };
        let reduced = exact.nearest(foot.set | 1 << next);
        let all = exact.nearest(fed | 1 << next);
        // a dropped point may be needed again, and GJK would meet it again
        if reduced.set != all.set {
            break;
        }
        fed |= 1 << next;
        met.push(next);
        foot = all;
    }
    let met = met.into_iter().map(|slot| points[slot]).collect();
    (met, truth(&foot, scale))
}
