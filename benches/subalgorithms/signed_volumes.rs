//! Signed volumes (Montanari, Petrinic, Barbieri 2017): the signs of volumes, areas and lengths decide which points are
//! discarded. Areas and lengths are measured along the axis in which the simplex is largest.
//!
//! This differs from the article if the origin is beyond an end of an edge: this code then takes that end, and the
//! article the newest point.

use nalgebra::SVector;
use photofinish::Real;

use crate::contender::{Found, Nearest, SLOTS, Subalgorithm, cross, cross_2d, members, slots};

#[derive(Clone, Default)]
pub struct SignedVolumes;

impl<T: Real, const D: usize> Subalgorithm<T, D> for SignedVolumes {
    fn nearest(&mut self, points: &[SVector<T, D>; SLOTS], all: usize, _: usize) -> Found<T, D> {
        let found = match all.count_ones() {
            1 => Some(point(points, all.trailing_zeros() as usize)),
            2 => Some(segment(points, slots(all))),
            3 if D == 2 => flat_triangle(points, slots(all)),
            3 => Some(triangle(points, slots(all))),
            _ => tetrahedron(points, slots(all)),
        };
        found.map_or(Found::ContainsOrigin, Found::Nearest)
    }
}

fn same_sign<T: Real>(a: T, b: T) -> bool {
    (a > T::zero() && b > T::zero()) || (a < T::zero() && b < T::zero())
}

fn nearer<T: Real, const D: usize>(
    best: Option<Nearest<T, D>>,
    other: Nearest<T, D>,
) -> Option<Nearest<T, D>> {
    match best {
        Some(best) if !(other.length < best.length) => Some(best),
        _ => Some(other),
    }
}

fn weighted<T: Real, const D: usize, const N: usize>(
    points: &[SVector<T, D>; SLOTS],
    corners: [usize; N],
    shares: [T; N],
    total: T,
) -> Nearest<T, D> {
    let mut weights = [T::zero(); SLOTS];
    let mut kept = 0;
    for (corner, share) in corners.into_iter().zip(shares) {
        weights[corner] = share / total;
        kept |= 1 << corner;
    }
    Nearest::of_weights(points, kept, weights)
}

fn point<T: Real, const D: usize>(points: &[SVector<T, D>; SLOTS], i: usize) -> Nearest<T, D> {
    weighted(points, [i], [T::one()], T::one())
}

/// The procedure S1D of the article.
fn segment<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    [i, j]: [usize; 2],
) -> Nearest<T, D> {
    let edge = points[j] - points[i];
    let foot = points[i] - edge * (points[i].dot(&edge) / edge.norm_squared());
    let axis = edge.iamax();
    let total = points[i][axis] - points[j][axis];
    let shares = [foot[axis] - points[j][axis], points[i][axis] - foot[axis]];
    if shares.iter().all(|&share| same_sign(share, total)) {
        weighted(points, [i, j], shares, total)
    } else if points[i].norm_squared() < points[j].norm_squared() {
        point(points, i)
    } else {
        point(points, j)
    }
}

/// The procedure S2D of the article.
fn triangle<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    corners: [usize; 3],
) -> Nearest<T, D> {
    let [x, y, z] = corners.map(|corner| points[corner]);
    let normal = cross(&(y - x), &(z - x));
    let foot = normal * (x.dot(&normal) / normal.norm_squared());
    let axis = normal.iamax();
    let (u, w) = ((axis + 1) % 3, (axis + 2) % 3);
    let area = |a: &SVector<T, D>, b: &SVector<T, D>| {
        let (a, b) = (a - foot, b - foot);
        a[u] * b[w] - a[w] * b[u]
    };
    let shares = [area(&y, &z), area(&z, &x), area(&x, &y)];
    let total = normal[axis];
    if shares.iter().all(|&share| same_sign(share, total)) {
        return weighted(points, corners, shares, total);
    }
    nearest_edge(points, corners, shares, total)
}

fn nearest_edge<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    corners: [usize; 3],
    shares: [T; 3],
    total: T,
) -> Nearest<T, D> {
    let [i, j, k] = corners;
    let mut best = None;
    for (edge, share) in [[j, k], [k, i], [i, j]].into_iter().zip(shares) {
        if !same_sign(share, total) {
            best = nearer(best, segment(points, edge));
        }
    }
    best.expect("some share has another sign")
}

/// The procedure S2D for a triangle in the plane of the origin.
fn flat_triangle<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    corners: [usize; 3],
) -> Option<Nearest<T, D>> {
    let [x, y, z] = corners.map(|corner| points[corner]);
    let shares = [cross_2d(&y, &z), cross_2d(&z, &x), cross_2d(&x, &y)];
    let total = cross_2d(&(y - x), &(z - x));
    let inside = shares.iter().all(|&share| same_sign(share, total));
    (!inside).then(|| nearest_edge(points, corners, shares, total))
}

/// The procedure S3D of the article.
fn tetrahedron<T: Real, const D: usize>(
    points: &[SVector<T, D>; SLOTS],
    corners: [usize; 4],
) -> Option<Nearest<T, D>> {
    let volume = |x: usize, y: usize, z: usize| points[x].dot(&cross(&points[y], &points[z]));
    let [i, j, k, l] = corners;
    let shares = [
        -volume(j, k, l),
        volume(i, k, l),
        -volume(i, j, l),
        volume(i, j, k),
    ];
    let total = shares.iter().fold(T::zero(), |sum, &share| sum + share);
    if shares.iter().all(|&share| same_sign(share, total)) {
        return None;
    }
    let all = (1 << i) | (1 << j) | (1 << k) | (1 << l);
    let mut best = None;
    for (corner, share) in members(all).zip(shares) {
        if !same_sign(share, total) {
            best = nearer(best, triangle(points, slots(all & !(1 << corner))));
        }
    }
    best
}
