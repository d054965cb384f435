//! The boundary of a growing polytope: a polygon in the plane, a polyhedron in space.

use std::ops::Range;

use nalgebra::Vector3;
use robust::{Coord, orient2d};

use super::support::Sample;
use crate::polytope::Polytope;

/// The square of the sine of an angle of a triangle above which the cross product of the edges beside it is normal to
/// the triangle up to a few ulps: that of angles between 15 and 165 degrees.
const THICK_ENOUGH: f64 = 1.0 / 16.0;

/// A convex polytope that grows point by point. In the plane all points have z = 0.
pub(super) trait Boundary: Sized {
    /// The dimension of the space: 2 or 3.
    const DIMENSION: usize;
    /// Makes a simplex with these vertices; `None` if they are in one plane, or in the plane on one line.
    fn simplex(points: &[Sample]) -> Option<Self>;
    /// All points, including former vertices.
    fn points(&self) -> &[Vector3<f64>];
    /// The living facets.
    fn facets(&self) -> impl Iterator<Item = u32>;
    /// Returns whether a facet is still on the boundary.
    fn is_alive(&self, facet: u32) -> bool;
    /// The vertices of a facet.
    fn vertices(&self, facet: u32) -> &[u32];
    /// Returns whether a point lies strictly beyond a facet, decided exactly.
    fn sees(&self, facet: u32, point: &Vector3<f64>) -> bool;
    /// Returns whether the origin lies strictly beyond a facet, decided exactly.
    fn sees_origin(&self, facet: u32) -> bool {
        self.sees(facet, &Vector3::zeros())
    }

    /// Adds a point beyond the facet `seen_from`, and returns the new facets, whose numbers follow those of all others.
    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> Range<u32>;

    /// Returns the outward unit normal of a facet; `None` if rounding hides it.
    fn normal(&self, facet: u32) -> Option<Vector3<f64>>;

    /// Returns whether the facet contains the point of its plane that is nearest to the origin, rounding aside.
    fn faces_origin(&self, facet: u32, normal: &Vector3<f64>) -> bool;
}

impl Boundary for Polytope {
    const DIMENSION: usize = 3;

    fn simplex(points: &[Sample]) -> Option<Self> {
        let points: &[Sample; 4] = points.try_into().ok()?;
        Self::tetrahedron(points.each_ref().map(|sample| sample.y))
    }

    fn points(&self) -> &[Vector3<f64>] {
        self.points()
    }

    fn facets(&self) -> impl Iterator<Item = u32> {
        self.facets()
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

    fn sees_origin(&self, facet: u32) -> bool {
        self.sees_origin(facet)
    }

    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> Range<u32> {
        self.add(point, seen_from)
    }

    #[inline]
    fn normal(&self, facet: u32) -> Option<Vector3<f64>> {
        let [a, b, c] = self.corners(facet);
        let cross = self.cross(facet);
        let squares = (b - a).norm_squared() * (c - a).norm_squared();
        if cross.norm_squared() > squares * THICK_ENOUGH {
            return cross.try_normalize(0.0);
        }
        normal_of_sliver([a, b, c])
    }

    /// The nearest point is on the inner side of an edge from a to b iff n . (a x b) is not negative.
    fn faces_origin(&self, facet: u32, normal: &Vector3<f64>) -> bool {
        let [a, b, c] = self.corners(facet);
        let is_inside = |from: &Vector3<f64>, to| normal.dot(&from.cross(to)) >= 0.0;
        is_inside(a, b) && is_inside(b, c) && is_inside(c, a)
    }
}

/// Returns the unit normal of a triangle.
///
/// The cross product of the two shorter edges has the least rounding. The part that rounding left along the longest edge
/// is subtracted.
#[cold]
fn normal_of_sliver([i, j, k]: [&Vector3<f64>; 3]) -> Option<Vector3<f64>> {
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

/// A convex polygon, whose facets are its edges. Each leads counter-clockwise from one vertex to the next.
#[derive(Debug)]
pub(super) struct Polygon {
    points: Vec<Vector3<f64>>,
    /// The two vertices of each facet. Dead facets stay in the list.
    edges: Vec<[u32; 2]>,
    alive: Vec<bool>,
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

    fn simplex(points: &[Sample]) -> Option<Self> {
        let points: &[Sample; 3] = points.try_into().ok()?;
        let points @ [p, q, r] = points.each_ref().map(|sample| sample.y);
        let turn = orientation(&p, &q, &r);
        let mut polygon = Self {
            points: points.to_vec(),
            edges: Vec::new(),
            alive: Vec::new(),
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

    fn facets(&self) -> impl Iterator<Item = u32> {
        (0..self.edges.len() as u32).filter(|&facet| self.is_alive(facet))
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

    fn add(&mut self, point: Vector3<f64>, seen_from: u32) -> Range<u32> {
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
        let first = self.push([ends[0], vertex]);
        first..self.push([vertex, ends[1]]) + 1
    }

    fn normal(&self, facet: u32) -> Option<Vector3<f64>> {
        let [i, j] = self.edges[facet as usize];
        let edge = self.points[j as usize] - self.points[i as usize];
        Vector3::new(edge.y, -edge.x, 0.0).try_normalize(0.0)
    }

    fn faces_origin(&self, facet: u32, _normal: &Vector3<f64>) -> bool {
        let [i, j] = self.edges[facet as usize];
        let [a, b] = [&self.points[i as usize], &self.points[j as usize]];
        let edge = b - a;
        a.dot(&edge) <= 0.0 && b.dot(&edge) >= 0.0
    }
}

/// Returns a positive number iff the three points turn counter-clockwise, and zero iff they are collinear. The sign is
/// exact.
fn orientation(p: &Vector3<f64>, q: &Vector3<f64>, r: &Vector3<f64>) -> f64 {
    let coord = |v: &Vector3<f64>| Coord { x: v.x, y: v.y };
    orient2d(coord(p), coord(q), coord(r))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epa::lifted::vector;
    use crate::simplex::nearest_part;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Returns how many facets of random simplices face the origin, after a comparison of the distances of facets and
    /// planes.
    fn facing<P: Boundary>(corners: usize) -> usize {
        let mut rng = StdRng::seed_from_u64(0x6661_6365);
        let mut facing = 0;
        for _ in 0..200 {
            let samples: Vec<Sample> = (0..corners)
                .map(|_| {
                    let mut coordinate = || rng.random_range(-1.0..1.0);
                    let z = if P::DIMENSION == 3 { coordinate() } else { 0.0 };
                    let y = Vector3::new(coordinate(), coordinate(), z);
                    Sample {
                        y,
                        pair: [Vector3::zeros(), y],
                        names: [None; 2],
                    }
                })
                .collect();
            let simplex = P::simplex(&samples).expect("no flat simplex");
            for facet in simplex.facets() {
                let normal = simplex.normal(facet).expect("no sliver");
                let points: Vec<_> = simplex
                    .vertices(facet)
                    .iter()
                    .map(|&vertex| simplex.points()[vertex as usize])
                    .collect();
                let of_parts: Vec<_> = points.iter().map(vector).collect();
                let of_facet = nearest_part(&of_parts).length;
                let beyond = of_facet - normal.dot(&points[0]).abs();
                assert!(beyond > -1e-12);
                let faces = simplex.faces_origin(facet, &normal);
                assert_eq!(faces, beyond < 1e-12, "{points:?}");
                facing += usize::from(faces);
            }
        }
        facing
    }

    #[test]
    fn facets_that_face_the_origin_are_as_near_as_their_planes() {
        let (of_polygons, of_polytopes) = (facing::<Polygon>(3), facing::<Polytope>(4));
        assert!((200..500).contains(&of_polygons), "{of_polygons}");
        assert!((160..700).contains(&of_polytopes), "{of_polytopes}");
    }
}
