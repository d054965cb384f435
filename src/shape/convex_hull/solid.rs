//! The hulls of points that are not in one plane.

use nalgebra::Vector3;

use super::build::Hull;
use super::faces::{self, Faces};
use super::measure::{DISTANCE_SLACK, distance_to_triangle};
use super::quickhull::{Quickhull, quickhull};
use crate::polytope::Polytope;
use crate::tuning::{HULL_ROUNDS, LARGEST_LOSS};

/// Returns the hull of points in space. The four points of `first` are not coplanar.
///
/// Merging guesses which facets were meant to be one. It may not settle, or take away too much: a lens a few times
/// thicker than the flatness has two "faces" and no corners. Then less is merged, in the end only exactly coplanar
/// facets.
pub(super) fn solid(
    points: &[Vector3<f64>],
    chosen: &[u32],
    first: [u32; 4],
    flatness: f64,
) -> Option<Hull> {
    let whole = quickhull(points, chosen, first)?;
    for flatness in [flatness, flatness / 4.0, flatness / 16.0] {
        if let Some((hull, faces)) = settle(points, &whole, flatness, HULL_ROUNDS) {
            let loss = loss(points, &whole, &hull);
            if loss <= LARGEST_LOSS * flatness {
                return Some(assemble(&hull, &faces, loss));
            }
        }
    }
    // the points dropped now are exactly inside faces and edges, so that a vertex stays one whatever else is dropped
    let (hull, faces) = settle(points, &whole, 0.0, whole.origin.len())?;
    Some(assemble(&hull, &faces, 0.0))
}

/// Merges facets into faces, and builds the hull again from the points where at least three faces meet. Repeats until
/// three faces meet at every vertex.
fn settle(
    points: &[Vector3<f64>],
    whole: &Quickhull,
    flatness: f64,
    rounds: usize,
) -> Option<(Quickhull, Faces)> {
    let mut hull = Quickhull {
        polytope: whole.polytope.clone(),
        origin: whole.origin.clone(),
    };
    for _ in 0..rounds {
        let faces = faces::merge(&hull.polytope, flatness);
        let mut meeting = vec![0_u32; hull.origin.len()];
        for &vertex in faces.faces.iter().flat_map(|face| &face.outline) {
            meeting[vertex as usize] += 1;
        }
        let vertices = vertices(&hull.polytope);
        let corners: Vec<u32> = vertices
            .iter()
            .copied()
            .filter(|&vertex| meeting[vertex as usize] >= 3)
            .collect();
        if corners.len() == vertices.len() {
            return Some((hull, faces));
        }
        let mut chosen: Vec<u32> = corners.iter().map(|&v| hull.origin[v as usize]).collect();
        if chosen.len() < 4 {
            return None;
        }
        chosen.sort_unstable();
        hull = quickhull(points, &chosen, spread(points, &chosen)?)?;
    }
    None
}

/// Returns four points to begin with, which are far apart along three directions.
fn spread(points: &[Vector3<f64>], chosen: &[u32]) -> Option<[u32; 4]> {
    match super::dimension::dimension_of(points, chosen, 0.0) {
        super::dimension::Dimension::Solid(first) => Some(first),
        super::dimension::Dimension::Polygon([a, b, c]) => Some([a, b, c, c]),
        _ => None,
    }
}

/// Returns the points of a polytope that are vertices, in order.
fn vertices(polytope: &Polytope) -> Vec<u32> {
    let mut vertices: Vec<u32> = polytope
        .facets()
        .flat_map(|facet| polytope.facet(facet).vertices)
        .collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Returns the largest distance from a vertex of the whole hull to the reduced hull.
fn loss(points: &[Vector3<f64>], whole: &Quickhull, reduced: &Quickhull) -> f64 {
    let polytope = &reduced.polytope;
    let mut remaining = reduced.origin.clone();
    remaining.sort_unstable();
    let facets: Vec<(u32, Vector3<f64>)> = polytope
        .facets()
        .map(|facet| (facet, faces::normal(polytope, facet)))
        .collect();
    let distance = |point: &Vector3<f64>| {
        // the nearest point is on a facet that sees this one
        let seeing = facets
            .iter()
            .filter(|(facet, _)| polytope.sees(*facet, point));
        seeing
            .map(|(facet, normal)| distance_to_triangle(point, polytope.corners(*facet), normal))
            .reduce(f64::min)
            .map_or(0.0, |distance| distance + DISTANCE_SLACK)
    };
    vertices(&whole.polytope)
        .into_iter()
        .map(|vertex| whole.origin[vertex as usize])
        .filter(|index| remaining.binary_search(index).is_err())
        .map(|index| distance(&points[index as usize]))
        .fold(0.0, f64::max)
}

/// Converts a hull to the indices of the given points.
fn assemble(hull: &Quickhull, faces: &Faces, deviation: f64) -> Hull {
    let polytope = &hull.polytope;
    let origin = |&vertex: &u32| hull.origin[vertex as usize];
    let mut edges = Vec::new();
    let mut diagonals = Vec::new();
    for index in polytope.facets() {
        let facet = polytope.facet(index);
        for (edge, &neighbor) in facet.neighbors.iter().enumerate() {
            if neighbor < index {
                let ends = [facet.vertices[edge], facet.vertices[(edge + 1) % 3]];
                let is_edge = faces.face_of[index as usize] != faces.face_of[neighbor as usize];
                let list = if is_edge { &mut edges } else { &mut diagonals };
                list.push(ends.map(|end| origin(&end)));
            }
        }
    }
    let face = |face: &faces::Face| {
        let outline = face.outline.iter().map(origin).collect();
        (faces::normal(polytope, face.reference), outline)
    };
    Hull {
        dimension: 3,
        vertices: vertices(polytope).iter().map(origin).collect(),
        edges,
        diagonals,
        faces: faces.faces.iter().map(face).collect(),
        deviation,
        exact: true,
    }
}
