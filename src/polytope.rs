//! The hull of points in space, grown point by point, with exact topology.

use nalgebra::Vector3;
use robust::{Coord3D, orient3d};

use crate::tuning::{USUAL_FACETS, USUAL_POINTS};

/// The smallest coordinate, but for zero, for which the arithmetic of [`Polytope`] is exact: 2^-290.
///
/// It is a multiple of 2^-342, its last digit, and so are differences of coordinates. The product of three differences
/// is a multiple of 2^-1026, and the smallest number there is is 2^-1074.
pub(crate) const LEAST_COORDINATE: f64 = f64::from_bits((1023 - 290) << 52);

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
    added: Vec<u32>,
}

/// A triangle of the boundary.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    /// The vertices, counter-clockwise as seen from outside.
    pub(crate) vertices: [u32; 3],
    /// The facets across the edges. The first is across the edge from the first vertex to the second.
    pub(crate) neighbors: [u32; 3],
    alive: bool,
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
        let side = height_sign(a, b, c, d);
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
        let first = vertices.into_iter().zip(neighbors);
        let mut facets = Vec::with_capacity(USUAL_FACETS);
        facets.extend(first.map(|(vertices, neighbors)| Facet {
            vertices,
            neighbors,
            alive: true,
        }));
        let mut of_points = Vec::with_capacity(USUAL_POINTS);
        of_points.extend(points);
        Some(Self {
            points: of_points,
            facets,
            horizon: Vec::new(),
            spokes: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
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
    pub(crate) fn corners(&self, facet: u32) -> [&Vector3<f64>; 3] {
        let vertices = self.facet(facet).vertices;
        vertices.map(|vertex| &self.points[vertex as usize])
    }

    /// Returns whether the point is strictly beyond the plane of the facet, decided exactly.
    pub(crate) fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool {
        let [a, b, c] = self.corners(facet);
        height_sign(a, b, c, point) > 0.0
    }

    /// Returns whether the point is in the plane of the facet, decided exactly.
    pub(crate) fn is_coplanar(&self, facet: u32, point: &Vector3<f64>) -> bool {
        let [a, b, c] = self.corners(facet);
        height_sign(a, b, c, point) == 0.0
    }

    /// Adds a point that is strictly beyond the living facet `seen_from`, and returns the new facets.
    ///
    /// All facets that see the point are removed. The point is strictly beyond their planes, so that their union is a
    /// disc, whose boundary, the horizon, is a simple cycle. The new facets join the edges of the horizon to the
    /// point. No new facet is degenerate: an edge of the horizon lies in the plane of a facet that sees the point, so
    /// that the point is not on the line of that edge.
    pub(crate) fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> &[u32] {
        debug_assert!(self.is_alive(seen_from), "the facet must be a living one");
        debug_assert!(self.sees(seen_from, &point), "the facet must see the point");
        self.remove_seen(&point, seen_from);
        self.close(point);
        &self.added
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
                if self.sees(beyond, point) {
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

    /// Joins every edge of the horizon to the point.
    fn close(&mut self, point: Vector3<f64>) {
        let apex = self.points.len() as u32;
        self.points.push(point);
        self.spokes.resize(self.points.len(), 0);
        self.added.clear();
        for &HorizonEdge { from, to, beyond } in &self.horizon {
            let index = self.facets.len() as u32;
            self.added.push(index);
            self.spokes[from as usize] = index;
            self.facets.push(Facet {
                vertices: [from, to, apex],
                neighbors: [beyond, index, index],
                alive: true,
            });
            let beyond = &mut self.facets[beyond as usize];
            let edge = beyond.vertices.iter().position(|&vertex| vertex == to);
            beyond.neighbors[edge.expect("neighbours share an edge")] = index;
        }
        for (&index, edge) in self.added.iter().zip(&self.horizon) {
            let next = self.spokes[edge.to as usize];
            self.facets[index as usize].neighbors[1] = next;
            self.facets[next as usize].neighbors[2] = index;
        }
    }
}

/// Returns a number with the sign of the height of `d` above the plane of `a`, `b` and `c`. Above is the side from
/// which these are counter-clockwise. The sign is exact, the size is not.
///
/// `orient3d` is positive below, hence the minus.
fn height_sign(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>, d: &Vector3<f64>) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    });
    -orient3d(a, b, c, d)
}

#[cfg(test)]
mod tests;
