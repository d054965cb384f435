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

/// Returns the closest points of two segments, given by their ends. A segment may be a point.
///
/// If the lines are nearly parallel, the place where they are closest is ill-conditioned. The four distances from an
/// end to the other segment are then tried as well.
pub fn segment_segment(a: [Vector3<f64>; 2], b: [Vector3<f64>; 2]) -> Contact {
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let (aa, bb) = (along_a.norm_squared(), along_b.norm_squared());
    let ab = along_a.dot(&along_b);
    let between = b[0] - a[0];
    let determinant = aa * bb - ab * ab;

    let mut best = None;
    if determinant > 1e-15 * aa * bb {
        let fraction = (along_a.dot(&between) * bb - along_b.dot(&between) * ab) / determinant;
        let on_a = a[0] + along_a * fraction.clamp(0.0, 1.0);
        let t = nearest_fraction(&b[0], &along_b, &on_a);
        let on_b = b[0] + along_b * t;
        let s = nearest_fraction(&a[0], &along_a, &on_b);
        let contact = segment_contact((a[0], along_a, s), (b[0], along_b, t));
        if determinant > 1e-4 * aa * bb {
            return contact;
        }
        best = Some(contact);
    }
    let from_a = [0.0, 1.0].map(|s| (s, nearest_fraction(&b[0], &along_b, &(a[0] + along_a * s))));
    let from_b = [0.0, 1.0].map(|t| (nearest_fraction(&a[0], &along_a, &(b[0] + along_b * t)), t));
    let ends = from_a.into_iter().chain(from_b);
    let contacts = ends.map(|(s, t)| segment_contact((a[0], along_a, s), (b[0], along_b, t)));
    let apart = |c: &Contact| (c.on_b - c.on_a).norm_squared();
    best.into_iter()
        .chain(contacts)
        .min_by(|c, d| apart(c).total_cmp(&apart(d)))
        .expect("the ends are always tried")
}

/// Returns the contact of two points on segments, each given by its start, direction and fraction.
fn segment_contact(
    (a, along_a, s): (Vector3<f64>, Vector3<f64>, f64),
    (b, along_b, t): (Vector3<f64>, Vector3<f64>, f64),
) -> Contact {
    let (on_a, on_b) = (a + along_a * s, b + along_b * t);
    let apart = on_b - on_a;
    let inner = |fraction: f64| fraction > 0.0 && fraction < 1.0;
    let across = |v: Vector3<f64>, edge: &Vector3<f64>| {
        // The projection is done twice: the first pass leaves a rounding error in proportion to what it removes.
        let once = v - edge * (v.dot(edge) / edge.norm_squared());
        once - edge * (once.dot(edge) / edge.norm_squared())
    };
    let direction = match (inner(s), inner(t)) {
        (true, true) => {
            let normal = along_a.cross(&along_b);
            if normal.dot(&apart) < 0.0 {
                -normal
            } else {
                normal
            }
        }
        (true, false) => across(apart, &along_a),
        (false, true) => across(apart, &along_b),
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
/// If there is none, the closest point lies on an edge of the face.
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
    Some(point - normal * normal.dot(&(point - previous)))
}

/// Returns the weights of the point of the triangle closest to the origin.
///
/// The function tries the three edges and the inside, and keeps the best. This is slower than finding out the region
/// first, but it cannot pick a wrong region.
pub fn triangle_to_origin(w: [Vector3<f64>; 3]) -> [f64; 3] {
    let origin = Vector3::zeros();
    let mut best = (f64::INFINITY, [0.0; 3]);
    let mut consider = |weights: [f64; 3]| {
        let point = w[0] * weights[0] + w[1] * weights[1] + w[2] * weights[2];
        if point.norm_squared() < best.0 {
            best = (point.norm_squared(), weights);
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
    let normal = (w[1] - w[0]).cross(&(w[2] - w[0]));
    let square = normal.norm_squared();
    if square > 0.0 {
        let weights = [1, 2, 0].map(|i: usize| normal.dot(&w[i].cross(&w[(i + 1) % 3])) / square);
        if weights.iter().all(|&weight| weight >= 0.0) {
            let sum: f64 = weights.iter().sum();
            consider(weights.map(|weight| weight / sum));
        }
    }
    best.1
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
