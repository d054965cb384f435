//! The boundary of a growing polytope: a polygon in the plane, a polyhedron in space.

use nalgebra::Vector3;

use super::lifted::vector;
use super::support::Sample;
use crate::number::Vector;
use crate::polytope::exact_height;
use crate::simplex::nearest_part;
use crate::tuning::{USUAL_FACETS, USUAL_POINTS};

/// The sine of an angle of a triangle above which the cross product of the edges beside it is normal to the triangle up to a
/// few ulps: that of angles between 15 and 165 degrees.
const THICK_ENOUGH: f64 = 0.25;

/// Ulps of its factors by which a height may be off: 4.7 are enough, see [`Boundary::sees`], and the rest covers the
/// rounding of the product with it.
const HEIGHT_ULPS: f64 = 5.0;
/// More than what underflow may take from a height.
const LEAST_HEIGHT: f64 = 1e-300;

/// A vertex straight above, infinitely far away, that all facets in the plane have. An edge is an upright strip so, and
/// nothing but its corners tells it from a triangle.
const ABOVE: u32 = u32::MAX;

/// The vertices of the facets of a tetrahedron that has its last vertex below the first facet, and the half-edges across
/// their edges. Half-edge 4 f + i leads from vertex i of facet f to the next one.
const TETRAHEDRON: [([u32; 3], [u32; 3]); 4] = [
    ([0, 1, 2], [6, 10, 14]),
    ([0, 3, 1], [13, 8, 0]),
    ([1, 3, 2], [5, 12, 1]),
    ([2, 3, 0], [9, 4, 2]),
];

/// The vertex after each one of a facet.
const NEXT: [usize; 3] = [1, 2, 0];

/// A convex polytope that grows point by point. In the plane all points have z = 0.
///
/// Exact arithmetic decides which facets see a point. So the facets always are the boundary of a convex polytope of the
/// points as given, see [`Polytope`](crate::polytope::Polytope).
pub(super) struct Boundary {
    dimension: usize,
    pub(super) samples: Vec<Sample>,
    pub(super) facets: Vec<Facet>,
    /// The places of facets that are no more.
    free: Vec<u32>,
    /// Half-edges to cross yet.
    ahead: Vec<u32>,
    /// The half-edges around those facets that see the latest point, of the facets that do not.
    horizon: Vec<u32>,
}

/// A triangle, or in the plane an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    /// Counter-clockwise as seen from outside. One after the first may be [`ABOVE`].
    vertices: [u32; 3],
    /// The half-edges across the edges.
    twins: [u32; 3],
    /// e x f for the edges e and f from the first corner, but for rounding, and |e| |f|.
    cross: Vector3<f64>,
    lengths: f64,
    /// The outward unit normal; zero if rounding hides it.
    pub(super) normal: Vector3<f64>,
    /// The least n . y of its corners, its distance from the origin along the normal. It is negative iff the origin is
    /// beyond the plane, decided exactly, and infinite iff the facet is no more.
    pub(super) plane: f64,
    /// The facet with the least of these is expanded next: the distance of the plane or, once that is measured, of the facet
    /// itself. It is infinite if the facet is not to be expanded.
    pub(super) distance: f64,
    is_measured: bool,
    /// True iff the facet is known to lie on the boundary of the difference.
    pub(super) is_settled: bool,
}

impl Facet {
    fn is_alive(&self) -> bool {
        self.plane < f64::INFINITY
    }

    fn remove(&mut self) {
        (self.plane, self.distance) = (f64::INFINITY, f64::INFINITY);
    }
}

impl Boundary {
    /// Makes a simplex of these points, one more than there are dimensions; `None` if they are in one plane, or in the
    /// plane on one line.
    pub(super) fn simplex(samples: Vec<Sample>) -> Option<Self> {
        let mut boundary = Self {
            dimension: samples.len() - 1,
            samples,
            facets: Vec::with_capacity(USUAL_FACETS),
            free: Vec::with_capacity(USUAL_POINTS),
            ahead: Vec::with_capacity(USUAL_POINTS),
            horizon: Vec::with_capacity(USUAL_POINTS),
        };
        let last = if boundary.dimension == 2 { ABOVE } else { 3 };
        let [a, b, c] = boundary.corners([0, 1, 2]);
        let [_, _, d] = boundary.corners([0, 1, last]);
        let height = exact_height(&a, &b, &c, &d);
        if height == 0.0 {
            return None;
        }
        if height > 0.0 {
            boundary.samples.swap(0, 1);
        }
        for (place, (vertices, twins)) in TETRAHEDRON.into_iter().enumerate() {
            let vertices = vertices.map(|vertex| if vertex == 3 { last } else { vertex });
            boundary.put(place, vertices, twins);
        }
        // the polygon itself
        if last == ABOVE {
            boundary.facets[0].remove();
            boundary.free.push(0);
        }
        Some(boundary)
    }

    /// The corners of a facet. A vertex infinitely far away has a point above the first one in its place.
    #[inline(always)]
    fn corners(&self, [a, b, c]: [u32; 3]) -> [Vector3<f64>; 3] {
        let a = self.samples[a as usize].y;
        let or_above = |vertex: u32| match vertex {
            ABOVE => a + Vector3::z(),
            vertex => self.samples[vertex as usize].y,
        };
        [a, or_above(b), or_above(c)]
    }

    /// The samples at the vertices of a facet.
    pub(super) fn vertices(&self, facet: &Facet) -> Vec<Sample> {
        let vertices = facet.vertices.iter().filter(|vertex| **vertex != ABOVE);
        vertices.map(|&v| self.samples[v as usize]).collect()
    }

    /// Returns whether a point lies strictly beyond a facet, decided exactly.
    ///
    /// Mostly the height as computed is enough: the product of the cross product with the vector d from the first corner.
    /// It may be off by 4.7 ulps of |d| |e| |f|, where e and f are edges. In halves of an ulp, a coordinate of the cross
    /// product loses 3 of both products, and 1. The vector of the sums of both products is no longer than the root of 2
    /// times |e| |f|, so that this is 5.3 together. The coordinate of d loses 1, and the dot product 3.
    #[inline(always)]
    pub(super) fn sees(&self, facet: &Facet, point: &Vector3<f64>) -> bool {
        let d = point - self.samples[facet.vertices[0] as usize].y;
        let height = facet.cross.dot(&d);
        if height.abs() > facet.lengths * d.norm() * (HEIGHT_ULPS * f64::EPSILON) + LEAST_HEIGHT {
            return height > 0.0;
        }
        let [a, b, c] = &self.corners(facet.vertices);
        exact_height(a, b, c, point) > 0.0
    }

    /// Adds a point that the facet at `place` sees. All facets that see it make room for those between the horizon and the
    /// point.
    ///
    /// They are found as in \[5\]: from edge to edge, so that the horizon is in order around them.
    pub(super) fn add(&mut self, sample: Sample, place: usize) {
        self.horizon.clear();
        self.cross_from(4 * place as u32);
        while let Some(half) = self.ahead.pop() {
            let facet = &self.facets[half as usize / 4];
            if !facet.is_alive() {
                continue;
            }
            if self.sees(facet, &sample.y) {
                self.cross_from(half);
            } else {
                self.horizon.push(half);
            }
        }
        let apex = self.samples.len() as u32;
        self.samples.push(sample);
        let count = self.horizon.len();
        let mut more = self.facets.len() as u32..;
        while self.free.len() < count {
            self.free.extend(more.next());
        }
        let first = self.free.len() - count;
        for at in 0..count {
            let (half, place) = (self.horizon[at], self.free[first + at]);
            let next = self.free[first + if at + 1 < count { at + 1 } else { 0 }];
            let last = self.free[first + if at > 0 { at - 1 } else { count - 1 }];
            let (beyond, edge) = (&mut self.facets[half as usize / 4], half as usize % 4);
            beyond.twins[edge] = 4 * place + 1;
            let vertices = [apex, beyond.vertices[NEXT[edge]], beyond.vertices[edge]];
            self.put(place as usize, vertices, [4 * last + 2, half, 4 * next]);
        }
        self.free.truncate(first);
    }

    /// Removes the facet of a half-edge. Its other edges are to be crossed next, in their order.
    fn cross_from(&mut self, half: u32) {
        self.free.push(half / 4);
        let facet = &mut self.facets[half as usize / 4];
        facet.remove();
        let edge = half as usize % 4;
        for edge in [edge, NEXT[NEXT[edge]], NEXT[edge]] {
            // nothing is below a polygon
            let ends = [facet.vertices[edge], facet.vertices[NEXT[edge]]];
            if self.dimension == 3 || ends.contains(&ABOVE) {
                self.ahead.push(facet.twins[edge]);
            }
        }
    }

    /// Makes a facet in the place of one that is no more, or in the next place.
    fn put(&mut self, place: usize, vertices: [u32; 3], twins: [u32; 3]) {
        let corners = self.corners(vertices);
        let [a, b, c] = &corners;
        let (e, f) = (b - a, c - a);
        let cross = e.cross(&f);
        let lengths = e.norm() * f.norm();
        let area = cross.norm();
        let normal = if area > lengths * THICK_ENOUGH {
            cross / area
        } else {
            normal_of_sliver(&corners).unwrap_or_default()
        };
        let plane = normal.dot(a).min(normal.dot(b)).min(normal.dot(c));
        let mut facet = Facet {
            vertices,
            twins,
            cross,
            lengths,
            normal,
            plane,
            distance: f64::INFINITY,
            is_measured: false,
            is_settled: false,
        };
        facet.plane = if self.sees(&facet, &Vector3::zeros()) {
            plane.min(-f64::MIN_POSITIVE)
        } else {
            plane.max(0.0)
        };
        // a facet without a normal is a sliver, and its neighbours cover it
        if normal != Vector3::zeros() {
            facet.distance = facet.plane;
        }
        match self.facets.get_mut(place) {
            Some(free) => *free = facet,
            None => self.facets.push(facet),
        }
    }

    /// Returns the distance of a facet, which is at least that of its plane: rounding may put the plane of a sliver too
    /// near, and many facets may lie in one plane.
    ///
    /// The nearest point is on the inner side of an edge from a to b iff n . (a x b) is not negative.
    pub(super) fn measured(&self, facet: &Facet) -> f64 {
        let [a, b, c] = &self.corners(facet.vertices);
        let is_inside = |from: &Vector3<f64>, to| facet.normal.dot(&from.cross(to)) >= 0.0;
        if is_inside(a, b) && is_inside(b, c) && is_inside(c, a) {
            return facet.plane.abs();
        }
        let mut points = [Vector::default(); 3];
        let vertices = facet.vertices.iter().filter(|vertex| **vertex != ABOVE);
        for (point, &vertex) in points.iter_mut().zip(vertices) {
            *point = vector(&self.samples[vertex as usize].y);
        }
        let of_facet = nearest_part(&points[..self.dimension]).length;
        of_facet.max(facet.plane)
    }

    /// Returns the place of the nearest facet. One that has the origin beyond it comes before all others.
    pub(super) fn nearest(&mut self) -> Option<usize> {
        loop {
            let (mut nearest, mut least) = (None, f64::INFINITY);
            for (place, facet) in self.facets.iter().enumerate() {
                if facet.distance < least {
                    (nearest, least) = (Some(place), facet.distance);
                }
            }
            let place = nearest?;
            if self.facets[place].is_measured || least < 0.0 {
                return nearest;
            }
            self.measure(place);
            // mostly the origin is over the facet
            if self.facets[place].distance <= least {
                return nearest;
            }
        }
    }

    fn measure(&mut self, place: usize) {
        let distance = self.measured(&self.facets[place]);
        let facet = &mut self.facets[place];
        (facet.distance, facet.is_measured) = (distance, true);
    }

    /// Notes that a facet lies on the boundary of the difference.
    pub(super) fn settle(&mut self, place: usize) {
        self.measure(place);
        self.facets[place].is_settled = true;
    }
}

/// Returns the unit normal of a triangle.
///
/// The cross product of the two shorter edges has the least rounding. The part that rounding left along the longest edge
/// is subtracted.
#[cold]
fn normal_of_sliver([i, j, k]: &[Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let mut edges = [j - i, k - j, i - k];
    // the longest one last, and the others in their order
    let squares = edges.map(|edge| edge.norm_squared());
    if squares[0] >= squares[1] && squares[0] >= squares[2] {
        edges.rotate_left(1);
    } else if squares[1] >= squares[2] {
        edges.rotate_left(2);
    }
    let [first, second, longest] = edges;
    let normal = first.cross(&second).try_normalize(0.0)?;
    let along = longest.try_normalize(0.0)?;
    (normal - along * along.dot(&normal)).try_normalize(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn sample(y: Vector3<f64>) -> Sample {
        Sample {
            y,
            pair: [Vector3::zeros(), y],
            names: [None; 2],
        }
    }

    /// Returns a random point of space, or of the plane.
    fn random(rng: &mut StdRng, dimension: usize) -> Vector3<f64> {
        let y = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if dimension == 3 {
            y
        } else {
            Vector3::new(y.x, y.y, 0.0)
        }
    }

    fn alive(boundary: &Boundary) -> impl Iterator<Item = &Facet> {
        boundary.facets.iter().filter(|facet| facet.is_alive())
    }

    /// Returns how many facets of random simplices face the origin, after a comparison of the distances of facets and
    /// planes.
    fn facing(dimension: usize) -> usize {
        let mut rng = StdRng::seed_from_u64(0x6661_6365);
        let mut facing = 0;
        for _ in 0..200 {
            let samples = (0..=dimension).map(|_| sample(random(&mut rng, dimension)));
            let simplex = Boundary::simplex(samples.collect()).expect("no flat simplex");
            for facet in alive(&simplex) {
                let corners = simplex.vertices(facet);
                let corners: Vec<_> = corners.iter().map(|at| vector(&at.y)).collect();
                let of_facet = nearest_part(&corners).length;
                let beyond = of_facet - facet.plane.abs();
                assert!(beyond > -1e-12);
                assert!((simplex.measured(facet) - of_facet).abs() < 1e-12);
                facing += usize::from(beyond < 1e-12);
            }
        }
        facing
    }

    #[test]
    fn facets_that_face_the_origin_are_as_near_as_their_planes() {
        let (of_polygons, of_polytopes) = (facing(2), facing(3));
        assert!((200..500).contains(&of_polygons), "{of_polygons}");
        assert!((160..700).contains(&of_polytopes), "{of_polytopes}");
    }

    /// Points on a grid lie in many a common plane, but for rounding.
    #[test]
    fn a_boundary_is_that_of_the_hull_of_its_points_however_flat_they_are() {
        let mut rng = StdRng::seed_from_u64(0x6872_6964);
        for (round, dimension) in (0..150).map(|round| (round, 2 + round % 2)) {
            let grid = [3.0, 5.0, 1e3][round % 3];
            let mut point = || (random(&mut rng, dimension) * grid).map(f64::round) / grid;
            let samples = (0..=dimension).map(|_| sample(point()));
            let Some(mut boundary) = Boundary::simplex(samples.collect()) else {
                continue;
            };
            for _ in 0..30 {
                let next = point();
                let mut facets = boundary.facets.iter();
                let seen = facets.position(|facet| facet.is_alive() && boundary.sees(facet, &next));
                if let Some(place) = seen {
                    boundary.add(sample(next), place);
                }
            }
            for facet in alive(&boundary) {
                let [a, b, c] = boundary.corners(facet.vertices);
                let height = |y: &Vector3<f64>| exact_height(&a, &b, &c, y);
                assert!(
                    boundary
                        .samples
                        .iter()
                        .all(|sample| height(&sample.y) <= 0.0)
                );
                assert_eq!(facet.plane < 0.0, height(&Vector3::zeros()) > 0.0);
                let next = point();
                assert_eq!(boundary.sees(facet, &next), height(&next) > 0.0);
            }
            let count = alive(&boundary).count();
            assert!(
                count > dimension && count.is_multiple_of(2) || dimension == 2,
                "{count}"
            );
        }
    }
}
