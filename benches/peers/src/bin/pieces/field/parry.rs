//! parry's sweep of a cube over a mesh from pose to pose.

use nalgebra::Isometry3;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::sweep_toi::{
    Sweep, SweepCompositeFastShape, SweepToiStatus, ToiProxy, sweep_time_of_impact_composite,
};
use parry3d_f64::shape::{Cuboid, TriMesh};

use super::sweeps::HALF;
use crate::bodies::pose;

/// Returns where on the way from pose to pose a cube first meets the mesh, at this slop.
pub fn first_hit(
    mesh: &TriMesh,
    cube: &Cuboid,
    [start, end]: &[Isometry3<f64>; 2],
    slop: f64,
) -> Option<f64> {
    let proxy = ToiProxy::from_shape(cube).expect("a cuboid has few points");
    let sweep = Sweep::from_poses(&pose(start), &pose(end), Vector::ZERO);
    let fast = SweepCompositeFastShape {
        proxy: &proxy,
        sweep: &sweep,
        local_centroid: Vector::ZERO,
        min_extent: HALF,
    };
    let found =
        sweep_time_of_impact_composite(mesh, &Pose::IDENTITY, fast, false, false, 1.0, slop)
            .expect("a mesh is composite");
    matches!(found.status, SweepToiStatus::Hit).then_some(found.fraction)
}
