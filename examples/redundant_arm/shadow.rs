//! The outlines of bodies, seen from the side.

use nalgebra::{Isometry3, Point3, vector};
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish_robot::Link;

use crate::Failure;
use crate::drawing::Points;

/// Returns the outlines of the shadows of a link's pieces on the y-z plane.
///
/// # Errors
/// If a hull cannot be built, which does not happen with these pieces.
pub fn outlines(link: &Link, pose: &Isometry3<f64>) -> Result<Vec<Points>, Failure> {
    let mut outlines = Vec::new();
    for piece in link.pieces() {
        let AnyShape::ConvexHull(hull) = &piece.shape else {
            continue;
        };
        let corners = hull
            .vertices()
            .iter()
            .map(|&corner| pose * piece.pose * Point3::from(corner));
        let flat: Vec<_> = corners
            .map(|corner| vector![0.0, corner.y, corner.z])
            .collect();
        let shadow = ConvexHull::new(&flat)?;
        // a polygon in space has two faces, its sides
        if let Some(face) = shadow.faces().next() {
            let corners = face
                .vertices
                .iter()
                .map(|&index| shadow.vertices()[index as usize]);
            outlines.push(corners.map(|corner| (corner.y, corner.z)).collect());
        }
    }
    Ok(outlines)
}
