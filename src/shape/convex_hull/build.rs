//! The construction of a hull: from points to vertices, edges and faces (\[3\] 4.2 and appendix).

use nalgebra::{SVector, Vector3};

use super::dimension::{Dimension, dimension_of};
use super::order;
use super::polygon::{polygon, segment};
use super::scaled::{Scaled, weld};
use super::solid::solid;
use crate::Real;
use crate::tuning::WELDED_WITHIN;

/// A hull in terms of the points it was built from.
pub(super) struct Hull {
    pub(super) dimension: usize,
    /// The points that are vertices, in their order in memory once the hull is complete.
    pub(super) vertices: Vec<u32>,
    /// The points that an edge joins. Once the hull is complete the smaller index is first, and the edges are in order.
    pub(super) edges: Vec<[u32; 2]>,
    /// The points joined by edges of the exact hull that are inside a face.
    pub(super) diagonals: Vec<[u32; 2]>,
    /// Normals and outlines.
    pub(super) faces: Vec<(Vector3<f64>, Vec<u32>)>,
    /// How far a given point may be outside the hull of the vertices.
    pub(super) deviation: f64,
    /// True iff edges and diagonals are all edges of the exact hull of the vertices.
    pub(super) exact: bool,
}

/// Returns the hull of finite points, and how far a point may be outside it.
pub(super) fn build<T: Real, const D: usize>(points: &[SVector<T, D>], tolerance: T) -> (Hull, T) {
    let scaled = Scaled::new(points);
    let points = &scaled.points;
    let largest = points
        .iter()
        .fold(0.0, |largest: f64, p| largest.max(p.amax()));
    let flatness = scaled
        .tolerance_here(tolerance)
        .max(WELDED_WITHIN * T::EPSILON.as_f64() * largest);
    let welded = weld(points, flatness);
    let mut hull = flat_or_solid(points, &welded.kept, flatness, D == 3);
    hull.deviation += welded.displacement + scaled.displacement();
    hull.exact &= !scaled.snapped;
    complete(&mut hull, points);
    let deviation = scaled.length_there(hull.deviation);
    (hull, deviation)
}

fn flat_or_solid(points: &[Vector3<f64>], chosen: &[u32], flatness: f64, in_space: bool) -> Hull {
    match dimension_of(points, chosen, flatness) {
        Dimension::Point => Hull {
            dimension: 0,
            vertices: vec![chosen[0]],
            edges: Vec::new(),
            diagonals: Vec::new(),
            faces: Vec::new(),
            deviation: 0.0,
            exact: true,
        },
        Dimension::Segment(ends) => segment(points, chosen, ends),
        Dimension::Polygon(corners) => polygon(points, chosen, corners, flatness, in_space),
        Dimension::Solid(first) => solid(points, chosen, first, flatness)
            .expect("points beyond a plane have a hull with exact topology"),
    }
}

/// Numbers the vertices in their order in memory. Sorts edges and faces, so that their order does not depend on how
/// the hull was found.
fn complete(hull: &mut Hull, points: &[Vector3<f64>]) {
    order::sort(&mut hull.vertices, points);
    let mut numbers = vec![u32::MAX; points.len()];
    for (number, &index) in hull.vertices.iter().enumerate() {
        numbers[index as usize] = number as u32;
    }
    let number = |index: u32| {
        let number = numbers[index as usize];
        assert!(number != u32::MAX, "edges and faces are between vertices");
        number
    };
    for ends in hull.edges.iter_mut().chain(&mut hull.diagonals) {
        *ends = ends.map(number);
        ends.sort_unstable();
    }
    for (_, outline) in &mut hull.faces {
        for vertex in outline.iter_mut() {
            *vertex = number(*vertex);
        }
        let smallest = (0..outline.len()).min_by_key(|&place| outline[place]);
        outline.rotate_left(smallest.unwrap_or(0));
    }
    hull.edges.sort_unstable();
    hull.diagonals.sort_unstable();
    hull.faces.sort_by(|a, b| a.1.cmp(&b.1));
}
