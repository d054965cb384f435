//! Johnson's subalgorithm chooses the subset, and an orthonormal frame gives the nearest point. Cofactors of
//! differences choose the subset as in \[1\] 2. Then the origin is projected on this subset. If that fails, the nearest
//! of all subsets is taken. A simplex that seems to contain the origin must have its fourth vertex beyond the origin,
//! as seen from the nearest facet.

use nalgebra::SVector;

use crate::contender::{Found, Nearest, SLOTS, Subalgorithm, members};

type Points<const D: usize> = [SVector<f64, D>; SLOTS];

#[derive(Clone, Default)]
pub struct Cofactors {
    /// The cofactors Delta_i(X). The bits of the index are the set X.
    cofactor: [[f64; SLOTS]; 1 << SLOTS],
}

impl Cofactors {
    fn update<const D: usize>(&mut self, points: &Points<D>, all: usize, newest: usize) {
        self.cofactor[1 << newest][newest] = 1.0;
        for subset in subsets_with(newest, all).skip(1) {
            for j in members(subset) {
                let rest = subset & !(1 << j);
                let edge = points[rest.trailing_zeros() as usize] - points[j];
                self.cofactor[subset][j] = members(rest)
                    .map(|i| self.cofactor[rest][i] * points[i].dot(&edge))
                    .fold(0.0, |sum, term| sum + term);
            }
        }
    }

    /// Returns whether a subset has the nearest point, by the conditions (i) and (ii) of \[1\] 2.
    fn is_nearest(&self, subset: usize, all: usize) -> bool {
        members(subset).all(|i| self.cofactor[subset][i] > 0.0)
            && members(all & !subset).all(|j| self.cofactor[subset | 1 << j][j] <= 0.0)
    }
}

impl<const D: usize> Subalgorithm<f64, D> for Cofactors {
    fn nearest(&mut self, points: &Points<D>, all: usize, newest: usize) -> Found<f64, D> {
        self.update(points, all, newest);
        let candidates = || subsets_with(newest, all);
        let chosen = candidates().find(|&subset| self.is_nearest(subset, all));
        match chosen {
            Some(full) if full.count_ones() as usize == D + 1 => confirm(points, full, newest),
            Some(subset) => project(points, subset, newest)
                .map_or_else(|| nearest_of(points, candidates(), newest), Found::Nearest),
            None => nearest_of(points, candidates(), newest),
        }
    }
}

fn subsets_with(slot: usize, all: usize) -> impl Iterator<Item = usize> {
    // each subset comes after its own subsets, as its bits are a larger number
    (1..=all).filter(move |set| set & !all == 0 && set & 1 << slot != 0)
}

fn nearest_of<const D: usize>(
    points: &Points<D>,
    candidates: impl Iterator<Item = usize>,
    newest: usize,
) -> Found<f64, D> {
    let flat = candidates.filter(|set| set.count_ones() as usize <= D);
    flat.filter_map(|set| project(points, set, newest))
        .reduce(|best, next| {
            if next.length < best.length {
                next
            } else {
                best
            }
        })
        .map_or(Found::Undetermined, Found::Nearest)
}

fn confirm<const D: usize>(points: &Points<D>, full: usize, newest: usize) -> Found<f64, D> {
    let facets = members(full).map(|opposite| full & !(1 << opposite));
    match nearest_of(points, facets, newest) {
        Found::Nearest(nearest) if nearest.length > 0.0 => {
            let opposite = (full & !nearest.kept).trailing_zeros() as usize;
            if nearest.direction.dot(&points[opposite]) > 0.0 {
                Found::Nearest(nearest)
            } else {
                Found::ContainsOrigin
            }
        }
        _ => Found::ContainsOrigin,
    }
}

/// Returns the point of the affine hull of a subset that is nearest to the origin, if it is inside the subset's hull.
fn project<const D: usize>(
    points: &Points<D>,
    subset: usize,
    newest: usize,
) -> Option<Nearest<f64, D>> {
    let mut base = if subset & 1 << newest != 0 {
        newest
    } else {
        subset.trailing_zeros() as usize
    };
    for i in members(subset) {
        if points[i].norm_squared() < points[base].norm_squared() {
            base = i;
        }
    }
    let y = points[base];
    let mut others = members(subset & !(1 << base));
    let frame = match (others.next(), others.next()) {
        (None, _) => Frame::of_no_edge(),
        (Some(i), None) => Frame::of_edge(points[i] - y),
        (Some(i), Some(j)) => Frame::of_edges(points[i] - y, points[j] - y),
    };
    let shares = frame.shares(&y);
    let mut weights = [0.0; SLOTS];
    weights[base] = 1.0 - shares[0] - shares[1];
    for (i, share) in members(subset & !(1 << base)).zip(shares) {
        weights[i] = share;
    }
    // written so that NaN, which edges of length 0 cause, counts as outside
    if !members(subset).all(|i| weights[i] >= 0.0) {
        return None;
    }
    let v = frame.square_part(&y);
    let length = v.norm();
    let (direction, length) = if length > 0.0 {
        let direction = frame.square_part(&(v * (1.0 / length)));
        let direction = direction * (1.0 / direction.norm());
        (direction, direction.dot(&y).max(0.0))
    } else {
        (v, length)
    };
    Some(Nearest {
        kept: subset,
        weights,
        direction,
        length,
    })
}

/// The orthonormal frame of up to two edges from one point: edge 0 is r00 u0, and edge 1 is r01 u0 + r11 u1.
struct Frame<const D: usize> {
    u: [SVector<f64, D>; 2],
    r00: f64,
    r01: f64,
    r11: f64,
    swapped: bool,
}

impl<const D: usize> Frame<D> {
    fn of_no_edge() -> Self {
        Self {
            u: [SVector::zeros(); 2],
            r00: 1.0,
            r01: 0.0,
            r11: 1.0,
            swapped: false,
        }
    }

    fn of_edge(edge: SVector<f64, D>) -> Self {
        let length = edge.norm();
        Self {
            u: [edge * (1.0 / length), SVector::zeros()],
            r00: length,
            ..Self::of_no_edge()
        }
    }

    /// Returns the frame of two edges. The longer edge comes first, so that the shorter one loses no digits to it.
    fn of_edges(first: SVector<f64, D>, second: SVector<f64, D>) -> Self {
        let swapped = first.norm_squared() < second.norm_squared();
        let (long, short) = if swapped {
            (second, first)
        } else {
            (first, second)
        };
        let along = Self::of_edge(long);
        let r01 = along.u[0].dot(&short);
        let across = short - along.u[0] * r01;
        let r11 = across.norm();
        Self {
            u: [along.u[0], across * (1.0 / r11)],
            r00: along.r00,
            r01,
            r11,
            swapped,
        }
    }

    /// Returns the part of a vector that is orthogonal to the edges.
    fn square_part(&self, vector: &SVector<f64, D>) -> SVector<f64, D> {
        let once = vector - self.u[0] * self.u[0].dot(vector);
        once - self.u[1] * self.u[1].dot(&once)
    }

    /// Returns the factors of both edges that lead from a point to the point nearest to the origin. They solve a
    /// triangular system.
    fn shares(&self, from: &SVector<f64, D>) -> [f64; 2] {
        let second = -self.u[1].dot(from) / self.r11;
        let first = (-self.u[0].dot(from) - second * self.r01) / self.r00;
        if self.swapped {
            [second, first]
        } else {
            [first, second]
        }
    }
}
