//! The subalgorithm without bounds of rounding: the point of a simplex that is nearest to the origin, by signs of areas
//! and volumes as they are computed. What it says is a proposal.
//!
//! Differs from \[1\] 2: the sign of a volume says which points to leave out, and no cofactor is kept between runs. If a
//! separating vector is known, no simplex is taken to contain the origin: rounding may say so of a flat one.

use super::super::number::{Vector, larger};
use super::nearest_part;

/// A point of the difference B - A, with what else is known of it.
pub(crate) trait Corner<const D: usize>: Copy {
    /// No point.
    fn none() -> Self;

    /// The point of B less that of A.
    fn at(&self) -> Vector<D>;

    /// The same vector, to be moved.
    fn y(&mut self) -> &mut Vector<D>;
}

/// Up to four points of the difference B - A; in the plane up to three.
#[derive(Clone, Copy)]
pub(crate) struct Plain<P, const D: usize> {
    points: [P; 4],
    count: usize,
    /// The barycentric coordinates of the nearest point, times their sum.
    weights: [f64; 4],
}

/// The nearest point of a simplex.
#[derive(Clone, Copy)]
pub(crate) struct Near<const D: usize> {
    /// From the origin to it, or along the normal of its feature: of any length.
    pub(crate) direction: Vector<D>,
    /// The inverse length of the direction.
    pub(crate) inverse: f64,
    /// Its distance from the origin.
    pub(crate) length: f64,
}

impl<const D: usize> Near<D> {
    /// A direction to try, of which no distance is known.
    #[inline(always)]
    pub(crate) fn guess(direction: Vector<D>, inverse: f64) -> Self {
        Self {
            direction,
            inverse,
            length: f64::INFINITY,
        }
    }

    /// The nearest point of a feature whose normal has this direction, and which has this corner.
    ///
    /// A support map needs no unit vector, so that root and quotient are off the path for which the search waits.
    #[inline(always)]
    fn along(direction: Vector<D>, corner: Vector<D>) -> Self {
        let inverse = 1.0 / direction.length();
        Self {
            direction,
            inverse,
            length: direction.dot(corner) * inverse,
        }
    }

    /// The unit vector towards it.
    #[inline(always)]
    pub(crate) fn unit(&self) -> Vector<D> {
        self.direction * self.inverse
    }
}

impl<P: Corner<D>, const D: usize> Plain<P, D> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            points: [P::none(); 4],
            count: 0,
            weights: [0.0; 4],
        }
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(crate) fn points(&self) -> &[P] {
        &self.points[..self.count.min(4)]
    }

    #[inline(always)]
    pub(crate) fn points_mut(&mut self) -> &mut [P] {
        &mut self.points[..self.count.min(4)]
    }

    #[inline(always)]
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The place for another point. [`keep`](Self::keep) makes it one of the simplex.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> &mut P {
        &mut self.points[self.count.min(3)]
    }

    /// The point in that place.
    #[inline(always)]
    pub(crate) fn last(&self) -> &P {
        &self.points[self.count.min(3)]
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self) {
        self.count += 1;
    }

    /// Moves all points by a vector of the world.
    #[inline(always)]
    pub(crate) fn shift(&mut self, by: Vector<D>) {
        for point in self.points_mut() {
            *point.y() = *point.y() + by;
        }
    }

    #[inline(always)]
    fn leave_out(&mut self, index: usize) {
        self.count -= 1;
        if index < self.count {
            self.points[index] = self.points[self.count];
        }
    }

    #[inline(always)]
    fn corner(&self, index: usize) -> Vector<D> {
        self.points[index].at()
    }

    /// Returns the nearest point, and leaves out all points that are not of its feature. Its length is 0 if the origin
    /// is inside, which it is not if the points are known to be `apart` from it.
    #[inline(never)]
    pub(crate) fn nearest(&mut self, apart: bool) -> Near<D> {
        if self.count == D + 1 {
            let opposite = if D == 2 {
                self.opposite_of_triangle(apart)
            } else {
                self.opposite_of_tetrahedron(apart)
            };
            match opposite {
                Some(index) => self.leave_out(index),
                None => {
                    return Near {
                        direction: Vector::unit(0),
                        inverse: 1.0,
                        length: 0.0,
                    };
                }
            }
        }
        if D == 3
            && self.count == 3
            && let Some(near) = self.nearest_of_triangle()
        {
            return near;
        }
        if self.count == 2
            && let Some(near) = self.nearest_of_edge()
        {
            return near;
        }
        self.weights[0] = 1.0;
        let corner = self.corner(0);
        Near::along(corner, corner)
    }

    /// Returns the nearest point to the last digits, and leaves out all points that are not of its feature. The origin is
    /// never inside.
    #[cold]
    #[inline(never)]
    pub(crate) fn nearest_of_all(&mut self) -> Near<D> {
        let points = self.points.map(|point| point.at());
        let part = nearest_part(&points[..self.points().len()]);
        let mut kept = 0;
        for (index, weight) in part.weights.into_iter().enumerate() {
            if weight > 0.0 {
                self.points[kept] = self.points[index];
                self.weights[kept] = weight;
                kept += 1;
            }
        }
        self.count = kept.min(self.count);
        Near {
            direction: part.direction,
            inverse: 1.0,
            length: part.length,
        }
    }

    /// Returns the nearest point if it is inside the triangle. If not, the nearest edge is left.
    #[inline(always)]
    fn nearest_of_triangle(&mut self) -> Option<Near<D>> {
        let (a, b, c) = (self.corner(0), self.corner(1), self.corner(2));
        let n = (b - a).cross(c - a);
        let areas = [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))];
        if areas.iter().all(|area| *area > 0.0) {
            self.weights = [areas[0], areas[1], areas[2], 0.0];
            return Some(Near::along(if n.dot(a) < 0.0 { -n } else { n }, a));
        }
        // the nearest edge has the origin on its outer side
        let (mut least, mut opposite) = (f64::INFINITY, 2);
        for (index, (p, q)) in [(2, (a, b)), (1, (c, a)), (0, (b, c))] {
            if !(areas[index] > 0.0) {
                let square = square_of_edge(p, q);
                if square < least {
                    (least, opposite) = (square, index);
                }
            }
        }
        self.leave_out(opposite);
        None
    }

    /// Returns the nearest point if it is inside the edge. If not, the nearer end is left.
    #[inline(always)]
    fn nearest_of_edge(&mut self) -> Option<Near<D>> {
        let (a, b) = (self.corner(0), self.corner(1));
        let edge = b - a;
        let (along, square) = (-a.dot(edge), edge.square());
        if along > 0.0 && along < square {
            self.weights = [square - along, along, 0.0, 0.0];
            return Some(Near::along(edge.square_part(a), a));
        }
        self.leave_out(if along > 0.0 { 0 } else { 1 });
        None
    }

    /// Returns the corner opposite to the face of a tetrahedron that is nearest to the origin, among the faces at its
    /// newest corner, the last one. `None` if the origin is inside.
    #[inline(always)]
    fn opposite_of_tetrahedron(&mut self, apart: bool) -> Option<usize> {
        let (a, b, c) = (self.corner(0), self.corner(1), self.corner(2));
        let d = self.corner(3);
        let (da, db, dc) = (a - d, b - d, c - d);
        let (ab, bc, ca) = (da.cross(db), db.cross(dc), dc.cross(da));
        let volume = ab.dot(dc);
        let heights = [bc.dot(d), ca.dot(d), ab.dot(d)];
        let [x, y, z] = heights;
        let is_outer = [x * volume > 0.0, y * volume > 0.0, z * volume > 0.0];
        match is_outer {
            [true, false, false] => return Some(0),
            [false, true, false] => return Some(1),
            [false, false, true] => return Some(2),
            [false, false, false] if !apart => {
                let weight = |height: f64| larger(-height / volume, 0.0);
                let (x, y, z) = (weight(x), weight(y), weight(z));
                self.weights = [x, y, z, larger(1.0 - x - y - z, 0.0)];
                return None;
            }
            _ => {}
        }
        // of points that a vector separates from the origin none contains it, whatever rounding says
        let all = is_outer == [false; 3];
        let (mut least, mut opposite) = (f64::INFINITY, 0);
        for (index, (p, q)) in [(0, (b, c)), (1, (c, a)), (2, (a, b))] {
            if all || is_outer[index] {
                let square = square_of_triangle(p, q, d);
                if square < least {
                    (least, opposite) = (square, index);
                }
            }
        }
        Some(opposite)
    }

    /// The same of a triangle of the plane and its edges.
    #[inline(always)]
    fn opposite_of_triangle(&mut self, apart: bool) -> Option<usize> {
        let (a, b, c) = (self.corner(0), self.corner(1), self.corner(2));
        let (ca, cb) = (a - c, b - c);
        let (area, of_a, of_b) = (ca.area(cb), c.area(cb), ca.area(c));
        match (of_a * area > 0.0, of_b * area > 0.0) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            (false, false) if !apart => {
                let (x, y) = (larger(-of_a / area, 0.0), larger(-of_b / area, 0.0));
                self.weights = [x, y, larger(1.0 - x - y, 0.0), 0.0];
                None
            }
            _ if square_of_edge(b, c) < square_of_edge(a, c) => Some(0),
            _ => Some(1),
        }
    }
}

/// Returns the squared distance of an edge from the origin.
#[inline(never)]
fn square_of_edge<const D: usize>(a: Vector<D>, b: Vector<D>) -> f64 {
    let edge = b - a;
    let (along, square) = (-a.dot(edge), edge.square());
    if along <= 0.0 {
        a.square()
    } else if along >= square {
        b.square()
    } else {
        (a + edge * (along / square)).square()
    }
}

/// Returns the squared distance of a triangle from the origin.
#[inline(never)]
fn square_of_triangle<const D: usize>(a: Vector<D>, b: Vector<D>, c: Vector<D>) -> f64 {
    let n = (b - a).cross(c - a);
    let areas = [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))];
    if areas.iter().all(|area| *area > 0.0) {
        let height = n.dot(a);
        return height * height / n.square();
    }
    let mut least = f64::INFINITY;
    for (index, (p, q)) in [(2, (a, b)), (1, (c, a)), (0, (b, c))] {
        if !(areas[index] > 0.0) {
            let square = square_of_edge(p, q);
            if square < least {
                least = square;
            }
        }
    }
    least
}
