//! The hull of points in space, grown point by point, with exact topology.

use std::ops::Range;

use nalgebra::Vector3;
use robust::{Coord3D, orient3d};

use crate::tuning::{USUAL_FACETS, USUAL_POINTS};

/// The smallest coordinate, but for zero, for which the arithmetic of [`Polytope`] is exact: 2^-290.
///
/// It is a multiple of 2^-342, its last digit, and so are differences of coordinates. The product of three differences
/// is a multiple of 2^-1026, and the smallest number there is is 2^-1074.
pub(crate) const LEAST_COORDINATE: f64 = f64::from_bits((1023 - 290) << 52);

/// Ulps of the third power of the largest coordinate by which the height of a point above a facet may be off. 192 are
/// enough, see [`rounding`]; the rest covers the rounding of the product with it.
const HEIGHT_ULPS: f64 = 200.0;

#[cfg(test)]
thread_local! {
    /// How often points were compared with facets.
    pub(crate) static HEIGHTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A convex polytope with triangular facets. Facets may be coplanar, and points may cease to be vertices.
///
/// Every decision depends on the sign of a determinant, found in exact arithmetic. The facets therefore always are
/// the boundary of a convex polytope of the points as given, however close, flat or cospherical they may be. The
/// arithmetic is exact as long as it neither over- nor underflows. Callers scale their coordinates such that the
/// largest is near 1, and none but zero is smaller than [`LEAST_COORDINATE`].
#[derive(Clone, Debug)]
pub(crate) struct Polytope {
    points: Vec<Vector3<f64>>,
    /// All facets by index. Dead facets stay in the list, and their indices are not used again.
    facets: Vec<Facet>,
    horizon: Vec<HorizonEdge>,
    /// For every point of the latest horizon, the new facet whose edge starts there.
    spokes: Vec<u32>,
    removed: Vec<u32>,
    /// The largest coordinate of the points.
    size: f64,
}

/// A triangle of the boundary.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    /// The vertices, counter-clockwise as seen from outside.
    pub(crate) vertices: [u32; 3],
    /// The facets across the edges. The first is across the edge from the first vertex to the second.
    pub(crate) neighbors: [u32; 3],
    /// (b - a) x (c - a) for the vertices a, b and c, but for rounding.
    cross: Vector3<f64>,
    alive: bool,
}

impl Facet {
    #[inline]
    fn new(points: &[Vector3<f64>], vertices: [u32; 3], neighbors: [u32; 3]) -> Self {
        let [a, b, c] = corners(points, vertices);
        Self {
            vertices,
            neighbors,
            cross: (b - a).cross(&(c - a)),
            alive: true,
        }
    }
}

/// An edge between the facets that a point sees, on the left, and those that it does not see.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    /// The facet to the right.
    beyond: u32,
}

impl Polytope {
    /// The tetrahedron with these vertices, in any order; `None` if they are coplanar.
    pub(crate) fn tetrahedron(points: [Vector3<f64>; 4]) -> Option<Self> {
        let [a, b, c, d] = &points;
        let side = exact_height(a, b, c, d);
        if side == 0.0 {
            return None;
        }
        // the last vertex below the first facet
        let vertices = if side < 0.0 {
            [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
        } else {
            [[0, 2, 1], [0, 3, 2], [2, 3, 1], [1, 3, 0]]
        };
        // every other facet starts with an edge of the first one, backwards
        let neighbors = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        let mut facets = Vec::with_capacity(USUAL_FACETS);
        for (vertices, neighbors) in vertices.into_iter().zip(neighbors) {
            facets.push(Facet::new(&points, vertices, neighbors));
        }
        let mut of_points = Vec::with_capacity(USUAL_POINTS);
        of_points.extend(points);
        Some(Self {
            points: of_points,
            facets,
            horizon: Vec::with_capacity(USUAL_POINTS),
            spokes: Vec::with_capacity(USUAL_POINTS),
            removed: Vec::with_capacity(USUAL_POINTS),
            size: points.iter().map(Vector3::amax).fold(0.0, f64::max),
        })
    }

    /// All points in the order in which they were added. The first four are those of the tetrahedron.
    pub(crate) fn points(&self) -> &[Vector3<f64>] {
        &self.points
    }

    pub(crate) fn facet(&self, index: u32) -> &Facet {
        &self.facets[index as usize]
    }

    /// Returns whether the facet is still on the boundary.
    pub(crate) fn is_alive(&self, index: u32) -> bool {
        self.facet(index).alive
    }

    /// The living facets.
    pub(crate) fn facets(&self) -> impl Iterator<Item = u32> {
        let indexed = self.facets.iter().zip(0..);
        indexed.filter_map(|(facet, index)| facet.alive.then_some(index))
    }

    /// The corners of a facet, counter-clockwise as seen from outside.
    #[inline]
    pub(crate) fn corners(&self, facet: u32) -> [&Vector3<f64>; 3] {
        corners(&self.points, self.facet(facet).vertices)
    }

    /// Returns whether the point is strictly beyond the plane of the facet, decided exactly.
    pub(crate) fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool {
        self.height(facet, point, self.rounding(point)) > 0.0
    }

    /// Returns whether the point is in the plane of the facet, decided exactly.
    pub(crate) fn is_coplanar(&self, facet: u32, point: &Vector3<f64>) -> bool {
        self.height(facet, point, self.rounding(point)) == 0.0
    }

    /// Returns a number with the sign of the height of a point above the plane of a facet. The sign is exact, the size
    /// is not.
    ///
    /// Mostly the height from the cross product of two edges is enough.
    #[inline]
    fn height(&self, facet: u32, point: &Vector3<f64>, rounding: f64) -> f64 {
        #[cfg(test)]
        HEIGHTS.set(HEIGHTS.get() + 1);
        let facet = self.facet(facet);
        let height = facet
            .cross
            .dot(&(point - self.points[facet.vertices[0] as usize]));
        if height.abs() > rounding {
            return height;
        }
        let [a, b, c] = corners(&self.points, facet.vertices);
        exact_height(a, b, c, point)
    }

    /// Returns how far the heights of a point from cross products may be off.
    #[inline]
    fn rounding(&self, point: &Vector3<f64>) -> f64 {
        rounding(point.amax().max(self.size))
    }

    /// Adds a point that is strictly beyond the living facet `seen_from`, and returns the new facets. Facets have
    /// numbers in the order in which they are made.
    ///
    /// All facets that see the point are removed. The point is strictly beyond their planes, so that their union is a
    /// disc, whose boundary, the horizon, is a simple cycle. The new facets join the edges of the horizon to the
    /// point. No new facet is degenerate: an edge of the horizon lies in the plane of a facet that sees the point, so
    /// that the point is not on the line of that edge.
    pub(crate) fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> Range<u32> {
        debug_assert!(self.is_alive(seen_from), "the facet must be a living one");
        debug_assert!(self.sees(seen_from, &point), "the facet must see the point");
        self.remove_seen(&point, seen_from);
        self.close(point)
    }

    /// The facets that the latest point has added, in order around it: each shares an edge with the next.
    pub(crate) fn in_order(&self, added: Range<u32>) -> Vec<u32> {
        let next = |&facet: &u32| Some(self.facet(facet).neighbors[1]);
        std::iter::successors(Some(added.start), next)
            .take(added.len())
            .collect()
    }

    /// The facets that the latest point has removed.
    pub(crate) fn removed(&self) -> &[u32] {
        &self.removed
    }

    /// Removes all facets that see the point, and collects the horizon.
    fn remove_seen(&mut self, point: &Vector3<f64>, seen_from: u32) {
        self.removed.clear();
        self.horizon.clear();
        self.removed.push(seen_from);
        self.facets[seen_from as usize].alive = false;
        let rounding = self.rounding(point);
        let mut next = 0;
        while next < self.removed.len() {
            let Facet {
                vertices,
                neighbors,
                ..
            } = *self.facet(self.removed[next]);
            next += 1;
            for (edge, beyond) in neighbors.into_iter().enumerate() {
                // a dead neighbour of a facet that was alive was removed just now
                if !self.is_alive(beyond) {
                    continue;
                }
                if self.height(beyond, point, rounding) > 0.0 {
                    self.facets[beyond as usize].alive = false;
                    self.removed.push(beyond);
                } else {
                    self.horizon.push(HorizonEdge {
                        from: vertices[edge],
                        to: vertices[(edge + 1) % 3],
                        beyond,
                    });
                }
            }
        }
    }

    /// Joins every edge of the horizon to the point, and returns the new facets.
    fn close(&mut self, point: Vector3<f64>) -> Range<u32> {
        let apex = self.points.len() as u32;
        self.points.push(point);
        self.size = self.size.max(point.amax());
        self.spokes.resize(self.points.len(), 0);
        let first = self.facets.len() as u32;
        for (&HorizonEdge { from, to, beyond }, index) in self.horizon.iter().zip(first..) {
            self.spokes[from as usize] = index;
            let (vertices, neighbors) = ([from, to, apex], [beyond, index, index]);
            let facet = Facet::new(&self.points, vertices, neighbors);
            self.facets.push(facet);
            let beyond = &mut self.facets[beyond as usize];
            let edge = beyond.vertices.iter().position(|&vertex| vertex == to);
            beyond.neighbors[edge.expect("neighbours share an edge")] = index;
        }
        for (edge, index) in self.horizon.iter().zip(first..) {
            let next = self.spokes[edge.to as usize];
            self.facets[index as usize].neighbors[1] = next;
            self.facets[next as usize].neighbors[2] = index;
        }
        first..self.facets.len() as u32
    }
}

#[inline]
fn corners(points: &[Vector3<f64>], [a, b, c]: [u32; 3]) -> [&Vector3<f64>; 3] {
    [
        &points[a as usize],
        &points[b as usize],
        &points[c as usize],
    ]
}

/// Returns how far a height from a cross product may be off, if no coordinate is larger than `size`.
///
/// A height is the sum of six products of three differences each. These are at most 2 s, if s is that size. Each product
/// is rounded 8 times: in its three differences and two products, in the difference of the cross product, and in two
/// sums. So the height is off by less than 6 (2 s)^3 . 8 u = 384 u s^3, where u is half of `EPSILON`.
#[inline]
fn rounding(size: f64) -> f64 {
    size * size * size * (HEIGHT_ULPS * f64::EPSILON)
}

/// Returns a number with the sign of the height of `d` above the plane of `a`, `b` and `c`. Above is the side from
/// which these are counter-clockwise. The sign is exact, the size is not.
///
/// `orient3d` is positive below, hence the minus.
#[cold]
pub(crate) fn exact_height(
    a: &Vector3<f64>,
    b: &Vector3<f64>,
    c: &Vector3<f64>,
    d: &Vector3<f64>,
) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    });
    -orient3d(a, b, c, d)
}

#[cfg(test)]
mod tests;
