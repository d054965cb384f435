//! Normals and distances, accurate to the rounding of double precision.

use nalgebra::Vector3;
use robust::{Coord, orient2d};

/// The error that rounding may take from a measured distance between points with coordinates below 2.
///
/// Such points are at most 4 sqrt 3 = 6.9 apart. A height n . (p - a) loses half an ulp of that in the difference,
/// three halves in the dot product, and one as the direction of the unit normal n is off by an ulp: 21 ulps of 1. The
/// distance from a segment loses 6 at most, as it is measured from the nearer end.
pub(super) const DISTANCE_SLACK: f64 = 24.0 * f64::EPSILON;

/// The least sine of an angle of a triangle that has a normal.
///
/// The cross product is off by 2 u^2 of the product of both sides, which is 2.5e-32 of it. A triangle with this sine
/// has a normal that is off by 2.5e-8, but by half an ulp if the last digits of its coordinates stand for the same
/// power of two, as the cross product is exact then.
const LEAST_SINE: f64 = 1e-24;

/// The cross product (b - a) x (c - a), computed in twice the working precision and then rounded.
///
/// The plain cross product would lose the direction if the triangle is a sliver.
pub(super) fn cross(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Vector3<f64> {
    let (u, v) = (
        [0, 1, 2].map(|i| difference(b[i], a[i])),
        [0, 1, 2].map(|i| difference(c[i], a[i])),
    );
    let component = |i: usize, j: usize| {
        let (p, p_rest) = product(u[i], v[j]);
        let (q, q_rest) = product(u[j], v[i]);
        let (head, tail) = difference(p, q);
        head + (tail + (p_rest - q_rest))
    };
    Vector3::new(component(1, 2), component(2, 0), component(0, 1))
}

/// The unit normal of a triangle, on the side from which its corners are counter-clockwise; `None` if even twice the
/// working precision does not determine it.
pub(super) fn unit_normal([a, b, c]: [&Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let normal = cross(a, b, c);
    let length = normal.norm();
    (length > LEAST_SINE * (b - a).norm() * (c - a).norm()).then(|| normal / length)
}

/// The exact difference x - y as the sum of two numbers.
fn difference(x: f64, y: f64) -> (f64, f64) {
    let head = x - y;
    let lost = x - head;
    let tail = (x - (head + lost)) + (lost - y);
    (head, tail)
}

/// The product of two such sums.
fn product((x, x_tail): (f64, f64), (y, y_tail): (f64, f64)) -> (f64, f64) {
    let head = x * y;
    (head, x.mul_add(y, -head) + (x * y_tail + x_tail * y))
}

/// The projection of space along the axis nearest to a normal. Points that are counter-clockwise about the normal stay
/// counter-clockwise.
#[derive(Clone, Copy)]
pub(super) struct Projection {
    x: usize,
    y: usize,
}

impl Projection {
    pub(super) fn along(normal: &Vector3<f64>) -> Self {
        let axis = normal.iamax();
        let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
        if normal[axis] > 0.0 {
            Self { x, y }
        } else {
            Self { x: y, y: x }
        }
    }

    /// Returns a positive number if the three points are counter-clockwise, zero if they are collinear. The sign is
    /// exact.
    pub(super) fn turn(self, a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> f64 {
        let [a, b, c] = [a, b, c].map(|p| Coord {
            x: p[self.x],
            y: p[self.y],
        });
        orient2d(a, b, c)
    }

    /// The order of two points along x, then y. Their zeros have no sign: `Scaled` takes care of that.
    pub(super) fn order(self, a: &Vector3<f64>, b: &Vector3<f64>) -> std::cmp::Ordering {
        let (x, y) = (self.x, self.y);
        a[x].total_cmp(&b[x]).then(a[y].total_cmp(&b[y]))
    }
}

/// Returns whether three points are collinear, decided exactly.
pub(super) fn collinear(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> bool {
    (0..3).all(|axis| Projection::along(&Vector3::ith(axis, 1.0)).turn(a, b, c) == 0.0)
}

/// The distance of a point from a segment.
pub(super) fn distance_to_segment(p: &Vector3<f64>, a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    let along = b - a;
    let share = (p - a).dot(&along) / along.norm_squared();
    // measured from the nearer end, where rounding loses less
    if share <= 0.5 {
        (p - a - along * share.max(0.0)).norm()
    } else {
        (p - b + along * (1.0 - share).max(0.0)).norm()
    }
}

/// The distance of a point from a triangle with this normal.
pub(super) fn distance_to_triangle(
    p: &Vector3<f64>,
    corners: [&Vector3<f64>; 3],
    normal: &Vector3<f64>,
) -> f64 {
    let sides = [0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3]));
    let within = |(from, to): (&Vector3<f64>, &Vector3<f64>)| {
        normal.dot(&(to - from).cross(&(p - from))) >= 0.0
    };
    if sides.into_iter().all(within) {
        return normal.dot(&(p - corners[0])).abs();
    }
    let distances = sides.map(|(from, to)| distance_to_segment(p, from, to));
    distances.into_iter().fold(f64::INFINITY, f64::min)
}
