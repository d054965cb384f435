//! The depth of two bodies that overlap, found by trying every separating axis.
//!
//! The depth is the least distance, over all unit vectors s, by which the bodies must be moved along s to come apart.
//! For polytopes the least is at a face normal or at the cross product of two edges. Cylinders and cones are replaced
//! by polytopes inside them. These overlap less deeply, so their depth is a lower bound.

use super::distance::of_cores;
use super::features::normal_to;
use super::hull::Hull;
use super::motion::Pose;
use super::shape::{Core, Solid, farthest};
use nalgebra::Vector3;

/// Number of corners of the polygon that replaces a disc.
const SIDES: usize = 16;

/// Returns the depth of two bodies that overlap, or 0 if no overlap is found.
///
/// If the cores are disjoint and only the rounded bodies overlap, the depth follows from the distance of the cores.
pub fn depth<const D: usize>((a, pose_a): (&Core, Pose), (b, pose_b): (&Core, Pose)) -> f64 {
    let radii = a.radius + b.radius;
    let (best, overlap) = of_cores((a, pose_a), (b, pose_b), None);
    if !overlap {
        return (radii - best.upper).max(0.0);
    }
    let place = |core: &Core, pose: &Pose| {
        let mut hull = inside(&core.solid);
        hull.vertices.iter_mut().for_each(|v| *v = pose.apply(v));
        hull.faces
            .iter_mut()
            .for_each(|f| f.normal = pose.rotation * f.normal);
        hull
    };
    let hulls = [place(a, &pose_a), place(b, &pose_b)];
    let mut axes = if D == 2 {
        axes_in_plane(&hulls)
    } else {
        axes_in_space(&hulls)
    };
    // Of very thin bodies the normals are not exact, and the search may know a better axis. If there is no axis, both
    // are points or parallel segments, and only rounding makes them overlap.
    if !axes.is_empty() {
        axes.extend(within::<D>(best.direction));
    }
    let overlap = |axis: Vector3<f64>| {
        let most = |hull: &Hull, s: &Vector3<f64>| s.dot(&farthest(&hull.vertices, s));
        let along = most(&hulls[0], &axis) + most(&hulls[1], &-axis);
        let back = most(&hulls[0], &-axis) + most(&hulls[1], &axis);
        along.min(back)
    };
    let least = axes.into_iter().map(overlap).fold(f64::INFINITY, f64::min);
    let cores = if least.is_finite() { least } else { 0.0 };
    cores.max(0.0) + radii
}

/// Returns a direction without its part out of the plane: flat bodies can always be pushed out of it.
fn within<const D: usize>(direction: Vector3<f64>) -> Option<Vector3<f64>> {
    if D == 3 {
        return Some(direction);
    }
    Vector3::new(direction.x, direction.y, 0.0).try_normalize(0.0)
}

/// Returns the normals of all edges in the plane z = 0.
fn axes_in_plane(hulls: &[Hull; 2]) -> Vec<Vector3<f64>> {
    let edges = hulls.iter().flat_map(edge_vectors);
    edges
        .filter_map(|e| Vector3::new(-e.y, e.x, 0.0).try_normalize(0.0))
        .collect()
}

fn axes_in_space(hulls: &[Hull; 2]) -> Vec<Vector3<f64>> {
    let normals = hulls.iter().flat_map(|hull| &hull.faces);
    let mut axes: Vec<_> = normals.map(|face| face.normal).collect();
    for edge_a in edge_vectors(&hulls[0]) {
        for edge_b in edge_vectors(&hulls[1]) {
            axes.extend(normal_to(&edge_a, &edge_b, 1e-12));
        }
    }
    axes
}

fn edge_vectors(hull: &Hull) -> Vec<Vector3<f64>> {
    let vector = |edge: &[usize; 2]| hull.vertices[edge[1]] - hull.vertices[edge[0]];
    hull.edges.iter().map(vector).collect()
}

/// Returns a polytope inside the solid, in the frame of the solid.
fn inside(solid: &Solid) -> Hull {
    let ring = |radius: f64, y: f64| {
        (0..SIDES).map(move |i| {
            let angle = std::f64::consts::TAU * i as f64 / SIDES as f64;
            Vector3::new(radius * angle.cos(), y, radius * angle.sin())
        })
    };
    match solid {
        Solid::Polytope(hull) => hull.clone(),
        Solid::Cylinder {
            half_height,
            radius,
        } => Hull::new(
            &ring(*radius, *half_height)
                .chain(ring(*radius, -half_height))
                .collect::<Vec<_>>(),
        ),
        Solid::Cone {
            half_height,
            radius,
        } => {
            let apex = Vector3::new(0.0, *half_height, 0.0);
            let points: Vec<_> = ring(*radius, -half_height).chain([apex]).collect();
            Hull::new(&points)
        }
    }
}
