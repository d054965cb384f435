//! A hull in double precision with the vertices, edges and faces that it has in single precision.

use nalgebra::{SVector, Vector3};

use super::measure::cross;
use super::scan::Lanes;
use super::{ConvexHull, Face, Topology};
use crate::ToF64;
use crate::shape::point_set::{middle, point_extents, point_reach};
use crate::to_f64::vector_to_f64;
use crate::tuning::WELDED_WITHIN;

/// By how much a normal that was rounded to single precision differs from the exact one of its facet: each coordinate
/// by up to half an ulp of a number below 1, and three of them by the root of three times that. No claim rests on it: a
/// facet whose normal differs by more only keeps the digits of single precision.
const ROUNDED_BY: f64 = 0.5 * f32::EPSILON as f64;

impl<const D: usize> ToF64 for ConvexHull<f32, D> {
    type F64 = ConvexHull<f64, D>;

    /// The vertices are the same numbers, so that their exact hull is the same too: its edges, faces, links and cells
    /// are copied, and a support point is as exact as before. What was rounded to single precision is computed anew:
    /// the middle, the reach, the normals and the inner diameter. The deviation is a bound, and still holds.
    fn to_f64(&self) -> ConvexHull<f64, D> {
        let vertices: Box<[_]> = self.vertices.iter().map(vector_to_f64).collect();
        let extents = point_extents(&vertices);
        let topology = &*self.topology;
        // within this distance the hull was simplified: one that is read back must be simplified as much
        let flatness = WELDED_WITHIN * f64::from(f32::EPSILON) * extents.max();
        let mut hull = ConvexHull {
            extents,
            middle: middle(&vertices),
            reach: point_reach(&vertices, &SVector::zeros()),
            deviation: f64::from(self.deviation),
            lanes: Lanes::new(&vertices),
            cells: self.cells.clone(),
            topology: Box::new(Topology {
                dimension: topology.dimension,
                sources: topology.sources.clone(),
                edges: topology.edges.clone(),
                faces: (topology.faces).with_normals(|face| normal(face, &vertices)),
                graph: topology.graph.clone(),
                tolerance: f64::from(topology.tolerance).max(flatness),
                inner_diameter: 0.0,
            }),
            vertices,
        };
        hull.topology.inner_diameter = hull.width_of_ball();
        hull
    }
}

/// Returns the unit normal of a face: that of its widest triangle at the first vertex.
///
/// A face merged from facets that are not quite coplanar has the normal of its largest facet, which this triangle may
/// not be. Nor need it be in the plane of a sliver. If it does not fit the rounded normal, that one is scaled to unit
/// length.
fn normal<const D: usize>(face: Face<'_, f32, D>, vertices: &[SVector<f64, D>]) -> SVector<f64, D> {
    let at = |vertex: u32| in_space(&vertices[vertex as usize]);
    let rounded = in_space(&vector_to_f64(&face.normal)).normalize();
    let (&first, others) = (face.vertices.split_first()).expect("a face has vertices");
    let triangles = others
        .windows(2)
        .map(|pair| cross(&at(first), &at(pair[0]), &at(pair[1])));
    let widest = triangles.reduce(|a, b| if b.norm() > a.norm() { b } else { a });
    let exact = widest.and_then(|widest| widest.try_normalize(0.0));
    let fits = |exact: &Vector3<f64>| (exact - rounded).norm() <= ROUNDED_BY;
    let normal = exact.filter(fits).unwrap_or(rounded);
    SVector::from_fn(|axis, _| normal[axis])
}

/// Returns a point of space. Faces are in space only.
fn in_space<const D: usize>(point: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| if axis < D { point[axis] } else { 0.0 })
}
