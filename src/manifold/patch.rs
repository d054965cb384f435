//! The points of all touching pieces, put together by their normals.

use nalgebra::SVector;

use super::BodyPoint;
use super::facing::across;
use super::meet::key;
use super::outline::{length, minus};
use super::reduce::{Memory, Place, deepest_corner, reduce};
use crate::Real;
use crate::tuning::SAME_PATCH;
use crate::vector::unit;

/// A point as seen along the normal of its patch.
#[derive(Clone, Copy, Debug)]
struct Seen {
    at: [f64; 2],
    gap: f64,
    has_vertex: bool,
    index: usize,
}

impl Place for Seen {
    fn at(&self) -> [f64; 2] {
        self.at
    }

    fn gap(&self) -> f64 {
        self.gap
    }

    fn is_at_vertex(&self) -> bool {
        self.has_vertex
    }
}

/// Chooses points for each normal, in memory that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Patches {
    seen: Vec<Seen>,
    chosen: Vec<usize>,
    is_done: Vec<bool>,
    memory: Memory,
}

impl Patches {
    /// Keeps at most `most` points of each patch: of those along about the same normal. They are measured from an
    /// origin near the bodies.
    ///
    /// Points at one place up to `merging` are one: the deepest, or of some that are as deep up to `merging` the one
    /// whose name comes first. That of a vertex comes before others, then they are in the order of pieces, and of
    /// features. Of what is left, points are chosen as of two convex bodies.
    pub(super) fn choose<T: Real, const D: usize>(
        &mut self,
        points: &mut Vec<BodyPoint<T, D>>,
        most: usize,
        merging: f64,
    ) {
        points.sort_by_key(|point| {
            let features = &point.id.features;
            (!features.has_vertex(), point.id.pieces, key(features))
        });
        self.chosen.clear();
        self.is_done.clear();
        self.is_done.resize(points.len(), false);
        for first in 0..points.len() {
            if !self.is_done[first] {
                self.see(points, first, merging);
                let corner = deepest_corner(&self.seen, merging, &mut self.memory);
                reduce(&mut self.seen, (corner, most), merging, &mut self.memory);
                self.chosen.extend(self.seen.iter().map(|seen| seen.index));
            }
        }
        let all = std::mem::take(points);
        points.extend(self.chosen.iter().map(|&index| all[index]));
    }

    /// Looks at all points of the patch of a point along its normal.
    fn see<T: Real, const D: usize>(
        &mut self,
        points: &[BodyPoint<T, D>],
        first: usize,
        merging: f64,
    ) {
        self.seen.clear();
        let normal = points[first].normal;
        let [u, v] = across(&unit(normal.map(T::as_f64)));
        for (index, point) in points.iter().enumerate().skip(first) {
            let same = (point.normal - normal).norm() <= T::of(SAME_PATCH);
            if self.is_done[index] || !same {
                continue;
            }
            self.is_done[index] = true;
            let place: SVector<f64, D> = point.witness_a.map(T::as_f64);
            let at = [u.dot(&place), v.dot(&place)];
            let seen = Seen {
                at,
                gap: point.separation.as_f64(),
                has_vertex: point.id.features.has_vertex(),
                index,
            };
            let is_same = |known: &&mut Seen| length(minus(known.at, at)) <= merging;
            match self.seen.iter_mut().find(is_same) {
                None => self.seen.push(seen),
                Some(known) if known.gap > seen.gap + merging => *known = seen,
                Some(_) => {}
            }
        }
    }
}
