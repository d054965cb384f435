//! The faces and edges of polytopes, with outward normals.

use nalgebra::Vector3;

use photofinish_oracle::hull::{Face, Hull};

/// The faces and edges of a polytope in its own frame.
#[derive(Clone)]
pub struct Facets {
    /// The outward unit normals of the faces; a flat polytope has each normal twice, once with either sign. In the
    /// plane, the normals of the edges.
    pub normals: Vec<Vector3<f64>>,
    pub edges: Vec<Vector3<f64>>,
    /// A corner and the outward normal of each face. Empty if the polytope is flat.
    pub planes: Vec<(Vector3<f64>, Vector3<f64>)>,
    /// All faces, cut into triangles.
    pub triangles: Vec<[Vector3<f64>; 3]>,
}

impl Facets {
    pub fn new(hull: &Hull, dimension: usize) -> Self {
        let hull = &whole_triangle(hull);
        let vertices = &hull.vertices;
        // rounding may have removed corners from the outline of a sliver
        let faces: Vec<_> = hull.faces.iter().filter(|f| f.corners.len() > 2).collect();
        let middle = vertices.iter().sum::<Vector3<f64>>() / vertices.len() as f64;
        let outward: Vec<_> = faces
            .iter()
            .map(|face| {
                let height = face.normal.dot(&(vertices[face.corners[0]] - middle));
                face.normal * if height < 0.0 { -1.0 } else { 1.0 }
            })
            .collect();
        let flat = faces.len() < 4;
        let edge = |&[i, j]: &[usize; 2]| vertices[j] - vertices[i];
        let edges: Vec<_> = hull.edges.iter().map(edge).collect();
        let normals = if dimension == 2 {
            let across = |e: &Vector3<f64>| Vector3::new(e.y, -e.x, 0.0).try_normalize(0.0);
            edges.iter().filter_map(across).collect()
        } else {
            outward.clone()
        };
        let mut both = normals.clone();
        if flat {
            both.extend(normals.iter().map(|n| -n));
        }
        Self {
            normals: both,
            edges,
            planes: if flat {
                Vec::new()
            } else {
                let corner = |f: usize| vertices[faces[f].corners[0]];
                (0..outward.len())
                    .map(|f| (corner(f), outward[f]))
                    .collect()
            },
            triangles: triangles(hull, &faces),
        }
    }
}

/// Returns the hull. If it is a triangle, however thin, it gets its face and all edges.
fn whole_triangle(hull: &Hull) -> Hull {
    let mut whole = hull.clone();
    if let [p, q, r] = hull.vertices[..] {
        whole.edges = vec![[0, 1], [1, 2], [0, 2]];
        let normal = (q - p).cross(&(r - p)).try_normalize(0.0);
        whole.faces = normal
            .map(|normal| Face {
                normal,
                corners: vec![0, 1, 2],
            })
            .into_iter()
            .collect();
    }
    whole
}

fn triangles(hull: &Hull, faces: &[&Face]) -> Vec<[Vector3<f64>; 3]> {
    let fan = |corners: &[usize]| {
        let corner = |n: usize| hull.vertices[corners[n]];
        (1..corners.len().max(2) - 1)
            .map(|n| [corner(0), corner(n), corner(n + 1)])
            .collect::<Vec<_>>()
    };
    let of_faces: Vec<_> = faces.iter().flat_map(|face| fan(&face.corners)).collect();
    if of_faces.is_empty() {
        let ends = |edge: &[usize; 2]| edge.map(|v| hull.vertices[v]);
        let edges = hull.edges.iter().map(ends);
        edges.map(|[i, j]| [i, j, j]).collect()
    } else {
        of_faces
    }
}
