//! One GJK loop for all subalgorithms: algorithm 1 of \[1\] with the terminations of section 5.

use nalgebra::SVector;
use photofinish::{Real, SupportMap};

use crate::contender::{Contender, Step};

const MAX_ITERATIONS: u32 = 128;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Settled,
    Overlap,
    OutOfIterations,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Answer<T> {
    pub end: End,
    /// The length |v| of the nearest point.
    pub upper: T,
    /// The largest supporting distance.
    pub lower: T,
    /// The largest supporting distance, less rounding.
    pub proven: T,
    /// The distance of the witness points.
    pub witnesses: T,
    pub iterations: u32,
}

/// A pair of cores.
pub struct Pair<A, B> {
    pub a: A,
    pub b: B,
}

/// Returns the distance of two bodies. `momentum` accelerates the direction (Montaut and others 2022).
///
/// With momentum the support points belong to s' = m s + (1 - m)(m v + (1 - m) w), m = (k + 1)/(k + 3), brought to unit
/// length. The repeated points and the bounds of \[1\] 5 then say nothing about v. If they would end the search, or if
/// the simplex makes no progress, the search goes on from this simplex without momentum.
pub(crate) fn search<T, C, A, B, const D: usize>(pair: &Pair<A, B>, mut momentum: bool) -> Answer<T>
where
    T: Real,
    C: Contender<T, D>,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let (a, b) = (&pair.a, &pair.b);
    let rounding = a.rounding() + b.rounding();
    let infinite = T::of(f64::INFINITY);
    let mut simplex = C::new((a.extents() + b.extents()).amax());
    let mut answer = Answer {
        end: End::OutOfIterations,
        upper: infinite,
        lower: -infinite,
        proven: -infinite,
        witnesses: infinite,
        iterations: 0,
    };
    let mut steepest = unit(b.interior_point() - a.interior_point());
    let mut s = steepest;
    while answer.iterations < MAX_ITERATIONS {
        answer.iterations += 1;
        let p = a.support_point(&s);
        let q = b.support_point(&-s);
        let w = q - p;
        let supporting_distance = s.dot(&w);
        let error = s.abs().dot(&rounding);
        answer.lower = answer.lower.max(supporting_distance);
        answer.proven = answer.proven.max(supporting_distance - error);
        let tolerance = error.max(T::RELATIVE_TOLERANCE * answer.upper);
        let agree = answer.upper < infinite && answer.upper - answer.lower <= tolerance;
        if agree || simplex.repeats(&p, &q) {
            if momentum && !agree {
                (momentum, s) = (false, steepest);
                continue;
            }
            answer.end = End::Settled;
            break;
        }
        let before = simplex.state();
        match simplex.add(p, q) {
            Step::ContainsOrigin => answer.end = End::Overlap,
            Step::Nearest { direction, length } if length < answer.upper => {
                answer.upper = length;
                if length <= direction.abs().dot(&rounding) {
                    answer.end = End::Overlap;
                } else {
                    steepest = direction;
                    s = if momentum {
                        accelerated(answer.iterations, &s, &(direction * length), &w)
                    } else {
                        direction
                    };
                    continue;
                }
            }
            Step::Nearest { .. } | Step::Undetermined => {
                simplex.restore(before);
                if momentum {
                    (momentum, s) = (false, steepest);
                    continue;
                }
                answer.end = End::Settled;
            }
        }
        break;
    }
    if answer.upper < infinite && answer.end != End::Overlap {
        let (on_a, on_b) = simplex.witnesses();
        answer.witnesses = (on_b - on_a).norm();
    }
    answer
}

fn accelerated<T: Real, const D: usize>(
    iteration: u32,
    s: &SVector<T, D>,
    v: &SVector<T, D>,
    w: &SVector<T, D>,
) -> SVector<T, D> {
    let k = T::of(f64::from(iteration));
    let m = k / (k + T::of(2.0));
    let y = v * m + w * (T::one() - m);
    unit(s * (m * v.norm()) + y * (T::one() - m))
}

fn unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let length = axis.norm();
    if length > T::zero() {
        axis / length
    } else {
        SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() })
    }
}
