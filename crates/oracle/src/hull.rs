//! Vertices, edges and faces of a convex hull, found by trying every plane through three points.
//!
//! The enumeration of features needs lists from which no edge or face is missing. Extra ones do no harm, because every
//! listed segment and polygon lies in the hull. A face thinner than the tolerance may be missing. The bounds of the
//! distance then differ by about that tolerance, and the search by cutting planes takes over, which needs only
//! support points.

use super::features::{normal_to, widest_corner};
use nalgebra::{Vector2, Vector3};

/// A planar face.
#[derive(Clone, Debug)]
pub struct Face {
    /// Unit normal. It may point inward or outward: a flat hull has one face for both of its sides.
    pub normal: Vector3<f64>,
    /// Indices of the corners, counter-clockwise about the normal.
    pub corners: Vec<usize>,
}

/// The convex hull of some points.
#[derive(Clone, Debug)]
pub struct Hull {
    /// All distinct points, including those that are not corners.
    pub vertices: Vec<Vector3<f64>>,
    /// The edges. There always is one: a single point has an edge from itself to itself.
    pub edges: Vec<[usize; 2]>,
    pub faces: Vec<Face>,
}

/// A plane may leave points this far on its wrong side, as a fraction of the hull's size, and still hold a face.
const FLAT: f64 = 1e-13;
/// A point counts as lying in a plane if it is this close to it, as a fraction of the hull's size: a few ulps.
///
/// A point farther away is a corner of other faces. If it was taken into this one, theirs would be missing.
const IN_PLANE: f64 = 4e-15;

impl Hull {
    /// Returns the hull of one point or more.
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

/// Returns the faces: every plane through three points that has all other points on one side.
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
                let corners = [vertices[i], vertices[j], vertices[k]];
                let widest = widest_corner(&corners);
                let to = |n: usize| corners[(widest + n) % 3] - corners[widest];
                // relative to the sides, as the end of a needle is far smaller than the needle
                let Some(normal) = normal_to(&to(1), &to(2), FLAT) else {
                    continue;
                };
                let plane = supporting_plane(vertices, &corners[widest], &normal, size);
                if let Some(inside) = plane {
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

/// Returns the points in a plane, if all others lie on one side of it or nearly so.
fn supporting_plane(
    vertices: &[Vector3<f64>],
    origin: &Vector3<f64>,
    normal: &Vector3<f64>,
    size: f64,
) -> Option<Vec<usize>> {
    let (mut above, mut below) = (false, false);
    for vertex in vertices {
        let height = normal.dot(&(vertex - origin));
        above |= height > FLAT * size;
        below |= height < -FLAT * size;
        if above && below {
            return None;
        }
    }
    let inside = |&i: &usize| normal.dot(&(vertices[i] - origin)).abs() <= IN_PLANE * size;
    Some((0..vertices.len()).filter(inside).collect())
}

/// Returns the corners of the hull of coplanar points, counter-clockwise about the normal (monotone chain).
fn outline(vertices: &[Vector3<f64>], inside: &[usize], normal: &Vector3<f64>) -> Vec<usize> {
    let (u, v) = tangents(normal);
    // The sort puts -0 before 0. Adding zero makes them the same.
    let flat = |i: usize| Vector2::new(u.dot(&vertices[i]) + 0.0, v.dot(&vertices[i]) + 0.0);
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

/// Returns the sides of the faces. A hull without faces has one edge, the segment between its ends.
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

/// Returns two unit vectors that are normal to a unit vector and right-handed with it.
pub fn tangents(normal: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let axis = normal.iamin();
    let u = normal.cross(&Vector3::ith(axis, 1.0)).normalize();
    (u, normal.cross(&u))
}
