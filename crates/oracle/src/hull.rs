//! Vertices, edges and faces of a convex hull, by trying every plane through three points.
//!
//! The enumeration needs lists that leave no edge or face out; naming too many does no harm, because
//! every segment and polygon listed lies in the hull anyway. A sliver thinner than the tolerance may
//! be left out: the distance then has a gap of that order between its bounds, and the search by
//! cutting planes, which needs support points only, takes over.

use nalgebra::{Vector2, Vector3};

/// A planar face.
#[derive(Clone, Debug)]
pub struct Face {
    /// Unit normal. Its sense says nothing: a flat hull has one face with two sides.
    pub normal: Vector3<f64>,
    /// Corners in order, counter-clockwise about the normal.
    pub corners: Vec<usize>,
}

/// The convex hull of some points.
#[derive(Clone, Debug)]
pub struct Hull {
    /// The points, whether or not they are corners.
    pub vertices: Vec<Vector3<f64>>,
    /// Edges. A single point has one edge from itself to itself, so that there always is one.
    pub edges: Vec<[usize; 2]>,
    pub faces: Vec<Face>,
}

/// Points are taken to lie in a plane within this share of the hull's size.
const FLAT: f64 = 1e-13;

impl Hull {
    /// The hull of at least one point.
    pub fn new(points: &[Vector3<f64>]) -> Self {
        let mut vertices: Vec<Vector3<f64>> = Vec::with_capacity(points.len());
        for point in points {
            if !vertices.contains(point) {
                vertices.push(*point);
            }
        }
        let faces = faces(&vertices);
        let edges = edges(&vertices, &faces);
        Self {
            vertices,
            edges,
            faces,
        }
    }
}

/// Every plane through three points that has all others on one side.
fn faces(vertices: &[Vector3<f64>]) -> Vec<Face> {
    let count = vertices.len();
    let size = vertices
        .iter()
        .map(|v| (v - vertices[0]).norm())
        .fold(0.0, f64::max);
    let mut faces: Vec<Face> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                if members
                    .iter()
                    .any(|m| m.contains(&i) && m.contains(&j) && m.contains(&k))
                {
                    continue;
                }
                let (p, q, r) = (vertices[i], vertices[j], vertices[k]);
                let Some(normal) = (q - p).cross(&(r - p)).try_normalize(FLAT * size * size) else {
                    continue;
                };
                if let Some(inside) = supporting_plane(vertices, &p, &normal, FLAT * size) {
                    faces.push(Face {
                        normal,
                        corners: outline(vertices, &inside, &normal),
                    });
                    members.push(inside);
                }
            }
        }
    }
    faces
}

/// The points in the plane, if all others lie on one side of it.
fn supporting_plane(
    vertices: &[Vector3<f64>],
    origin: &Vector3<f64>,
    normal: &Vector3<f64>,
    tolerance: f64,
) -> Option<Vec<usize>> {
    let (mut above, mut below) = (false, false);
    for vertex in vertices {
        let height = normal.dot(&(vertex - origin));
        above |= height > tolerance;
        below |= height < -tolerance;
        if above && below {
            return None;
        }
    }
    let inside = |&i: &usize| normal.dot(&(vertices[i] - origin)).abs() <= tolerance;
    Some((0..vertices.len()).filter(inside).collect())
}

/// The corners of the hull of coplanar points, counter-clockwise about the normal (monotone chain).
fn outline(vertices: &[Vector3<f64>], inside: &[usize], normal: &Vector3<f64>) -> Vec<usize> {
    let (u, v) = tangents(normal);
    let flat = |i: usize| Vector2::new(u.dot(&vertices[i]), v.dot(&vertices[i]));
    let mut sorted = inside.to_vec();
    sorted.sort_by(|&i, &j| {
        let (p, q) = (flat(i), flat(j));
        p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
    });
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for i in order {
            while let [.., a, b] = chain[..] {
                if (flat(b) - flat(a)).perp(&(flat(i) - flat(a))) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(i);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut sorted.iter().copied());
    corners.extend(half(&mut sorted.iter().rev().copied()));
    corners
}

/// The sides of the faces; of a hull without faces, the segment between its ends.
fn edges(vertices: &[Vector3<f64>], faces: &[Face]) -> Vec<[usize; 2]> {
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for face in faces {
        for (n, &i) in face.corners.iter().enumerate() {
            let j = face.corners[(n + 1) % face.corners.len()];
            let edge = [i.min(j), i.max(j)];
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
    }
    if edges.is_empty() {
        let far_from = |i: usize| {
            let distance = |j: &usize| (vertices[*j] - vertices[i]).norm();
            (0..vertices.len())
                .max_by(|j, k| distance(j).total_cmp(&distance(k)))
                .unwrap_or(i)
        };
        let end = far_from(0);
        edges.push([end, far_from(end)]);
    }
    edges
}

/// Two unit vectors across a unit vector, right-handed with it.
pub fn tangents(normal: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let axis = normal.iamin();
    let u = normal.cross(&Vector3::ith(axis, 1.0)).normalize();
    (u, normal.cross(&u))
}
