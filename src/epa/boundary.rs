//! The boundary of a growing polytope: a polygon in the plane, a polyhedron in space.

use nalgebra::Vector3;
use robust::{Coord, orient2d};

use crate::polytope::Polytope;

/// A convex polytope that grows point by point. In the plane all points have z = 0.
pub(super) trait Boundary: Sized {
    /// The dimension of the space: 2 or 3.
    const DIMENSION: usize;
    /// Makes a simplex with these vertices; `None` if they are in one plane, or in the plane on one line.
    fn simplex(points: &[Vector3<f64>]) -> Option<Self>;
    /// All points, including former vertices.
    fn points(&self) -> &[Vector3<f64>];
    /// The living facets.
    fn facets(&self) -> Vec<u32>;
    /// Returns whether a facet is still on the boundary.
    fn is_alive(&self, facet: u32) -> bool;
    /// The vertices of a facet.
    fn vertices(&self, facet: u32) -> &[u32];
    /// Returns whether a point lies strictly beyond a facet, decided exactly.
    fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool;
    /// Adds a point beyond the facet `seen_from`, and returns the new facets.
    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> &[u32];

    /// Returns the outward unit normal of a facet; `None` if rounding hides it.
    fn normal(&self, facet: u32) -> Option<Vector3<f64>>;
}

impl Boundary for Polytope {
    const DIMENSION: usize = 3;

    fn simplex(points: &[Vector3<f64>]) -> Option<Self> {
        Self::tetrahedron(points.try_into().ok()?)
    }

    fn points(&self) -> &[Vector3<f64>] {
        self.points()
    }

    fn facets(&self) -> Vec<u32> {
        self.facets().collect()
    }

    fn is_alive(&self, facet: u32) -> bool {
        self.is_alive(facet)
    }

    fn vertices(&self, facet: u32) -> &[u32] {
        &self.facet(facet).vertices
    }

    fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool {
        self.sees(facet, point)
    }

    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> &[u32] {
        self.add(point, seen_from)
    }

    /// The cross product of the two shorter edges has the least rounding. The part that rounding left along the
    /// longest edge is subtracted.
    fn normal(&self, facet: u32) -> Option<Vector3<f64>> {
        let [i, j, k] = self.corners(facet);
        let edges = [j - i, k - j, i - k];
        let lengths = edges.map(|edge| edge.norm_squared());
        let longest = if lengths[0] >= lengths[1] && lengths[0] >= lengths[2] {
            0
        } else if lengths[1] >= lengths[2] {
            1
        } else {
            2
        };
        let (first, second) = (edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
        let normal = first.cross(&second).try_normalize(0.0)?;
        let along = edges[longest] / lengths[longest].sqrt();
        (normal - along * along.dot(&normal)).try_normalize(0.0)
    }
}

/// A convex polygon, whose facets are its edges. Each leads counter-clockwise from one vertex to the next.
#[derive(Debug)]
pub(super) struct Polygon {
    points: Vec<Vector3<f64>>,
    /// The two vertices of each facet. Dead facets stay in the list.
    edges: Vec<[u32; 2]>,
    alive: Vec<bool>,
    /// The two newest facets.
    newest: [u32; 2],
}

impl Polygon {
    fn push(&mut self, edge: [u32; 2]) -> u32 {
        self.edges.push(edge);
        self.alive.push(true);
        self.edges.len() as u32 - 1
    }

    /// Returns the living facet that has this vertex at this end.
    fn neighbor(&self, vertex: u32, end: usize) -> Option<u32> {
        (0..self.edges.len() as u32)
            .find(|&f| self.alive[f as usize] && self.edges[f as usize][end] == vertex)
    }
}

impl Boundary for Polygon {
    const DIMENSION: usize = 2;

    fn simplex(points: &[Vector3<f64>]) -> Option<Self> {
        let [p, q, r] = <[Vector3<f64>; 3]>::try_from(points).ok()?;
        let turn = orientation(&p, &q, &r);
        let mut polygon = Self {
            points: points.to_vec(),
            edges: Vec::new(),
            alive: Vec::new(),
            newest: [0; 2],
        };
        let order = if turn > 0.0 { [0, 1, 2] } else { [0, 2, 1] };
        for side in 0..3 {
            polygon.push([order[side], order[(side + 1) % 3]]);
        }
        (turn != 0.0).then_some(polygon)
    }

    fn points(&self) -> &[Vector3<f64>] {
        &self.points
    }

    fn facets(&self) -> Vec<u32> {
        (0..self.edges.len() as u32)
            .filter(|&facet| self.is_alive(facet))
            .collect()
    }

    fn is_alive(&self, facet: u32) -> bool {
        self.alive[facet as usize]
    }

    fn vertices(&self, facet: u32) -> &[u32] {
        &self.edges[facet as usize]
    }

    fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool {
        let [i, j] = self.edges[facet as usize];
        orientation(&self.points[i as usize], &self.points[j as usize], point) < 0.0
    }

    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> &[u32] {
        let mut ends = self.edges[seen_from as usize];
        self.alive[seen_from as usize] = false;
        // the facets that see the point are in a row: go backwards from this one, then forwards
        for end in [0, 1] {
            while let Some(next) = self.neighbor(ends[end], 1 - end)
                && self.sees(next, &point)
            {
                self.alive[next as usize] = false;
                ends[end] = self.edges[next as usize][end];
            }
        }
        let vertex = self.points.len() as u32;
        self.points.push(point);
        self.newest = [self.push([ends[0], vertex]), self.push([vertex, ends[1]])];
        &self.newest
    }

    fn normal(&self, facet: u32) -> Option<Vector3<f64>> {
        let [i, j] = self.edges[facet as usize];
        let edge = self.points[j as usize] - self.points[i as usize];
        Vector3::new(edge.y, -edge.x, 0.0).try_normalize(0.0)
    }
}

/// Returns a positive number iff the three points turn counter-clockwise, and zero iff they are collinear. The sign is
/// exact.
fn orientation(p: &Vector3<f64>, q: &Vector3<f64>, r: &Vector3<f64>) -> f64 {
    let coord = |v: &Vector3<f64>| Coord { x: v.x, y: v.y };
    orient2d(coord(p), coord(q), coord(r))
}
