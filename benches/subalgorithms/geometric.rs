//! The geometric form of \[3\]. If a line or plane through the other points separates a point of a full simplex from
//! the origin, that point is discarded. For the others, the signs of lambda tell the region of the nearest point.

use nalgebra::SVector;
use photofinish::Real;

use crate::contender::{Found, Nearest, SLOTS, Subalgorithm, cross, cross_2d, members, slots};

#[derive(Clone, Default)]
pub struct Geometric;

impl<T: Real, const D: usize> Subalgorithm<T, D> for Geometric {
    fn nearest(&mut self, points: &[SVector<T, D>; SLOTS], all: usize, _: usize) -> Found<T, D> {
        let facet = if all.count_ones() as usize == D + 1 {
            match separating_facet(points, all) {
                Some(facet) => facet,
                None => return Found::ContainsOrigin,
            }
        } else {
            all
        };
        let weights = region(points, facet);
        if !members(facet).all(|i| weights[i] >= T::zero()) {
            return Found::Undetermined;
        }
        // points of weight 0 stay, so that the next simplex is full again
        Found::Nearest(Nearest::of_weights(points, facet, weights))
    }
}

/// Finds the facet that separates the origin from the remaining point. If there are several, takes the one without the
/// farthest point.
fn separating_facet<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    all: usize,
) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for opposite in members(all) {
        let facet = all & !(1 << opposite);
        let (of_origin, of_opposite) = if D == 2 {
            let [i, j] = slots::<2>(facet);
            let edge = points[j] - points[i];
            let side = |x: SVector<T, D>| cross_2d(&edge, &(x - points[i]));
            (side(SVector::zeros()), side(points[opposite]))
        } else {
            let [i, j, k] = slots::<3>(facet);
            let normal = cross(&(points[j] - points[i]), &(points[k] - points[i]));
            let offset = -normal.dot(&points[i]);
            (offset, normal.dot(&points[opposite]) + offset)
        };
        let distance = points[opposite].norm_squared();
        if of_origin * of_opposite < T::zero() && best.is_none_or(|(_, most)| distance > most) {
            best = Some((facet, distance));
        }
    }
    best.map(|(facet, _)| facet)
}

/// Returns the weights of the nearest point of up to three points (\[3\] table 1).
fn region<T: Real, const D: usize>(points: &[SVector<T, D>; SLOTS], set: usize) -> [T; SLOTS] {
    let mut weights = [T::zero(); SLOTS];
    match set.count_ones() {
        1 => weights[set.trailing_zeros() as usize] = T::one(),
        2 => {
            let [i, j] = slots::<2>(set);
            let [of_i, of_j] = line(points, i, j);
            fill(&mut weights, i, j, of_i, of_j);
        }
        _ => {
            let corners = slots::<3>(set);
            let lambda = plane(points, corners);
            let negative = lambda.map(|share| share < T::zero());
            match negative {
                [false, false, false] => {
                    for (corner, share) in corners.into_iter().zip(lambda) {
                        weights[corner] = share;
                    }
                }
                // situation (B): the edge opposite to the point of negative weight, or an end of it
                [true, false, false] => on_edge(points, &mut weights, corners[1], corners[2]),
                [false, true, false] => on_edge(points, &mut weights, corners[0], corners[2]),
                [false, false, true] => on_edge(points, &mut weights, corners[0], corners[1]),
                // situation (C): one of the edges at the point of positive weight, or an end of them
                [false, true, true] => at_corner(points, &mut weights, corners),
                [true, false, true] => {
                    at_corner(points, &mut weights, [corners[1], corners[0], corners[2]]);
                }
                [true, true, false] => {
                    at_corner(points, &mut weights, [corners[2], corners[0], corners[1]]);
                }
                [true, true, true] => weights = [-T::one(); SLOTS],
            }
        }
    }
    weights
}

/// Returns the lambda of two points for the nearest point of their line.
fn line<T: Real, const D: usize>(points: &[SVector<T, D>; SLOTS], i: usize, j: usize) -> [T; 2] {
    let (x, y) = (&points[i], &points[j]);
    let of_i = y.dot(y) - x.dot(y);
    let of_j = x.dot(x) - x.dot(y);
    let total = of_i + of_j;
    [of_i / total, of_j / total]
}

/// Returns the lambda of three points for the nearest point of their plane.
fn plane<T: Real, const D: usize>(points: &[SVector<T, D>; SLOTS], corners: [usize; 3]) -> [T; 3] {
    let [x, y, z] = corners.map(|corner| points[corner]);
    let (xx, yy, zz) = (x.dot(&x), y.dot(&y), z.dot(&z));
    let (xy, yz, zx) = (x.dot(&y), y.dot(&z), z.dot(&x));
    let first = (zz - yz) * (yy - xy) + (yy - yz) * (yz - zx);
    let second = (zz - zx) * (xx - xy) + (xx - zx) * (zx - yz);
    let third = (yy - xy) * (xx - zx) + (xx - xy) * (xy - yz);
    let total = first + second + third;
    [first / total, second / total, third / total]
}

fn fill<T: Real>(weights: &mut [T; SLOTS], i: usize, j: usize, of_i: T, of_j: T) {
    if of_j < T::zero() {
        weights[i] = T::one();
    } else if of_i < T::zero() {
        weights[j] = T::one();
    } else {
        weights[i] = of_i;
        weights[j] = of_j;
    }
}

fn on_edge<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    weights: &mut [T; SLOTS],
    i: usize,
    j: usize,
) {
    let [of_i, of_j] = line(points, i, j);
    fill(weights, i, j, of_i, of_j);
}

/// Handles the cases (i) to (v) of situation (C). `corners[0]` is the point of positive weight.
fn at_corner<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    weights: &mut [T; SLOTS],
    corners: [usize; 3],
) {
    let [corner, i, j] = corners;
    let along_i = line(points, i, corner);
    let along_j = line(points, j, corner);
    if along_i[0] < T::zero() && along_j[0] < T::zero() {
        weights[corner] = T::one();
    } else if along_i[0] >= T::zero() {
        fill(weights, i, corner, along_i[0], along_i[1]);
    } else {
        fill(weights, j, corner, along_j[0], along_j[1]);
    }
}
