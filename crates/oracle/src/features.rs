//! Closest points of small features, in closed form.

use super::hull::{Face, Hull};
use nalgebra::Vector3;

/// The closest points of two features, and a direction (not a unit vector) that is normal to both features.
///
/// If two features nearly touch, the difference of their points is too small to give the direction. A face normal or a
/// cross product of edges is exact even then.
pub struct Contact {
    pub on_a: Vector3<f64>,
    pub on_b: Vector3<f64>,
    pub direction: Vector3<f64>,
}

/// Returns where on the segment from `start` to `start + along` the point closest to `point` lies, from 0 to 1.
fn nearest_fraction(start: &Vector3<f64>, along: &Vector3<f64>, point: &Vector3<f64>) -> f64 {
    let square = along.norm_squared();
    if square > 0.0 {
        (along.dot(&(point - start)) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Returns `v` without its part along `edge`, which may have no length.
///
/// The part is taken away twice: the first pass leaves a rounding error in proportion to what it removes.
fn without(v: &Vector3<f64>, edge: &Vector3<f64>) -> Vector3<f64> {
    let square = edge.norm_squared();
    if square == 0.0 {
        return *v;
    }
    let once = v - edge * (v.dot(edge) / square);
    once - edge * (once.dot(edge) / square)
}

/// Returns the unit vector along the cross product of two edges, if the sine of their angle is above `least`.
///
/// The rounding error of a cross product grows with the edges, and not with the product. The product of nearly parallel
/// edges is therefore not normal to them, until its parts along them are taken away.
pub fn normal_to(a: &Vector3<f64>, b: &Vector3<f64>, least: f64) -> Option<Vector3<f64>> {
    let normal = a.cross(b).try_normalize(least * a.norm() * b.norm())?;
    let normal = without(&normal, a);
    without(&normal, &without(b, a)).try_normalize(0.0)
}

/// Returns the s and t for which `p + a s + b t` is shortest, unless `a` and `b` are nearly parallel.
///
/// The part of b normal to a gives t, and what is left along a gives s. Determinants would square the condition.
fn nearest_fractions(p: &Vector3<f64>, a: &Vector3<f64>, b: &Vector3<f64>) -> Option<(f64, f64)> {
    let across = without(b, a);
    let (along, square) = (a.norm_squared(), across.norm_squared());
    if along == 0.0 || square <= 1e-28 * b.norm_squared() {
        return None;
    }
    let t = -across.dot(p) / square;
    let s = -a.dot(&(p + b * t)) / along;
    Some((s, t))
}

/// Returns the closest points of two segments, given by their ends. A segment may be a point.
///
/// They are inner points of both segments, or an end of one is nearest to the other. The function tries all five.
pub fn segment_segment(a: [Vector3<f64>; 2], b: [Vector3<f64>; 2]) -> Contact {
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let inner = nearest_fractions(&(b[0] - a[0]), &-along_a, &along_b)
        .filter(|(s, t)| (0.0..=1.0).contains(s) && (0.0..=1.0).contains(t));
    let from_a = [0.0, 1.0].map(|s| (s, nearest_fraction(&b[0], &along_b, &(a[0] + along_a * s))));
    let from_b = [0.0, 1.0].map(|t| (nearest_fraction(&a[0], &along_a, &(b[0] + along_b * t)), t));
    let apart = |(s, t): &(f64, f64)| (b[0] + along_b * *t - a[0] - along_a * *s).norm_squared();
    let (s, t) = inner
        .into_iter()
        .chain(from_a)
        .chain(from_b)
        .min_by(|c, d| apart(c).total_cmp(&apart(d)))
        .expect("the ends are always tried");
    segment_contact((a[0], along_a, s), (b[0], along_b, t))
}

/// Returns the contact of two points on segments, each given by its start, direction and fraction.
fn segment_contact(
    (a, along_a, s): (Vector3<f64>, Vector3<f64>, f64),
    (b, along_b, t): (Vector3<f64>, Vector3<f64>, f64),
) -> Contact {
    let (on_a, on_b) = (a + along_a * s, b + along_b * t);
    let apart = on_b - on_a;
    let inner = |fraction: f64| fraction > 0.0 && fraction < 1.0;
    let direction = match (inner(s), inner(t)) {
        (true, true) => {
            // The normal has the rounding error of a unit vector over the sine, `apart` that of a length over its own.
            let least = apart.norm() / along_a.norm().max(along_b.norm());
            match normal_to(&along_a, &along_b, least) {
                Some(normal) if normal.dot(&apart) < 0.0 => -normal,
                Some(normal) => normal,
                None => without(&apart, &along_a),
            }
        }
        (true, false) => without(&apart, &along_a),
        (false, true) => without(&apart, &along_b),
        (false, false) => apart,
    };
    Contact {
        on_a,
        on_b,
        direction,
    }
}

/// Returns the point of the face straight above or below `point`, if there is one.
///
/// If there is none, the closest point lies on an edge of the face. The answer is a mean of corners, so that it lies in
/// the face even if the normal is not exact, as that of a thin face.
pub fn foot_on_face(
    face: &Face,
    vertices: &[Vector3<f64>],
    normal: &Vector3<f64>,
    point: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let mut previous = vertices[*face.corners.last()?];
    for &corner in &face.corners {
        let next = vertices[corner];
        // A point above an edge does not count as inside, because edges are tried by themselves. So nothing is inside
        // a face so tiny that its corners coincide.
        if normal.dot(&(next - previous).cross(&(point - previous))) <= 0.0 {
            return None;
        }
        previous = next;
    }
    let first = vertices[face.corners[0]];
    let feet = face.corners[1..].windows(2).map(|pair| {
        let corners = [first, vertices[pair[0]], vertices[pair[1]]];
        mean(corners, triangle_to_origin(corners.map(|c| c - point)))
    });
    feet.min_by(|p, q| {
        let apart = |foot: &Vector3<f64>| (foot - point).norm_squared();
        apart(p).total_cmp(&apart(q))
    })
}

/// Returns the weights of the point of the triangle closest to the origin.
///
/// The function tries the three edges and the inside, and keeps the best. This is slower than finding out the region
/// first, but it cannot pick a wrong region.
pub fn triangle_to_origin(w: [Vector3<f64>; 3]) -> [f64; 3] {
    let origin = Vector3::zeros();
    let mut best = (f64::INFINITY, [0.0; 3]);
    let mut consider = |weights: [f64; 3]| {
        let square = mean(w, weights).norm_squared();
        if square < best.0 {
            best = (square, weights);
        }
    };
    for i in 0..3 {
        let j = (i + 1) % 3;
        let t = nearest_fraction(&w[i], &(w[j] - w[i]), &origin);
        let mut weights = [0.0; 3];
        weights[i] = 1.0 - t;
        weights[j] = t;
        consider(weights);
    }
    let i = widest_corner(&w);
    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    if let Some((s, t)) = nearest_fractions(&w[i], &(w[j] - w[i]), &(w[k] - w[i]))
        && s >= 0.0
        && t >= 0.0
        && s + t <= 1.0
    {
        let mut weights = [0.0; 3];
        (weights[i], weights[j], weights[k]) = (1.0 - s - t, s, t);
        consider(weights);
    }
    best.1
}

/// Returns which corner of a triangle is opposite the longest side. No other corner has sides farther from parallel.
pub fn widest_corner(corners: &[Vector3<f64>; 3]) -> usize {
    let opposite = |i: &usize| (corners[(i + 2) % 3] - corners[(i + 1) % 3]).norm_squared();
    (0..3)
        .max_by(|i, j| opposite(i).total_cmp(&opposite(j)))
        .expect("a triangle has corners")
}

/// Returns the mean of three points with weights.
fn mean(points: [Vector3<f64>; 3], weights: [f64; 3]) -> Vector3<f64> {
    points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2]
}

/// How far each feature of a hull lies behind the farthest vertex along some direction.
pub struct Keys {
    pub vertices: Vec<f64>,
    pub edges: Vec<f64>,
    pub faces: Vec<f64>,
}

impl Keys {
    /// Returns the keys of all features, given how far each vertex lies behind the farthest one. The key of a feature
    /// is that of its farthest vertex.
    pub fn new(hull: &Hull, behind: Vec<f64>) -> Self {
        let least = |corners: &[usize]| {
            let keys = corners.iter().map(|&corner| behind[corner]);
            keys.fold(f64::INFINITY, f64::min)
        };
        Self {
            edges: hull.edges.iter().map(|edge| least(edge)).collect(),
            faces: hull.faces.iter().map(|face| least(&face.corners)).collect(),
            vertices: behind,
        }
    }
}
