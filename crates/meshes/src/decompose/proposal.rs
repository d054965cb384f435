//! Proposals of cuts: parry's V-HACD on the mesh as a set of voxels.
//!
//! parry sees points moved and scaled to the unit cube, so that no size of a mesh is beyond its constants.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};
use parry3d_f64::transformation::voxelization::{FillMode, Voxel, VoxelSet};

use super::cells::{Grid, VoxelBox};
use super::{DecomposeError, Decomposer, MOST_TESTS};

/// What was proposed.
pub(super) struct Proposal {
    /// The boxes around the parts, and the grid of their voxels.
    pub(super) boxes: (Grid, Vec<VoxelBox>),
    /// For each part, points of its voxels that are inside the surface, whose hull is that of these voxels.
    pub(super) inside: Vec<Vec<Vector3<f64>>>,
}

/// Returns parts of the surface of these triangles, or a single part if it is a point.
pub(super) fn propose(
    points: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    settings: &Decomposer,
) -> Result<Proposal, DecomposeError> {
    let least = points
        .iter()
        .fold(points[0], |least, point| least.inf(point));
    let most = points.iter().fold(points[0], |most, point| most.sup(point));
    let size = (most - least).max();
    if size < f64::MIN_POSITIVE.sqrt() {
        return Ok(Proposal {
            boxes: (
                Grid {
                    origin: least.into(),
                    scale: 1.0,
                },
                vec![VoxelBox {
                    part: 0,
                    least: [0; 3],
                    most: [0; 3],
                }],
            ),
            inside: vec![Vec::new()],
        });
    }
    let unit: Vec<_> = points
        .iter()
        .map(|point| {
            let point = (point - least) / size;
            Vector::new(point.x, point.y, point.z)
        })
        .collect();
    check_work(&unit, triangles, settings.resolution)?;
    let caught = catch_unwind(AssertUnwindSafe(|| parts(&unit, triangles, settings)));
    let (unit_grid, parts, is_inside) = caught.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = text.unwrap_or("it panicked").to_owned();
        DecomposeError::Library { message }
    })?;
    let grid = Grid {
        origin: [0, 1, 2].map(|axis| least[axis] + size * unit_grid.origin[axis]),
        scale: size * unit_grid.scale,
    };
    let boxes = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| !part.is_empty());
    let boxes = boxes.map(|(part, voxels)| VoxelBox {
        part,
        least: [0, 1, 2].map(|axis| voxels.iter().map(|v| v[axis]).min().unwrap_or(0)),
        most: [0, 1, 2].map(|axis| voxels.iter().map(|v| v[axis]).max().unwrap_or(0)),
    });
    Ok(Proposal {
        boxes: (grid, boxes.collect()),
        inside: parts
            .iter()
            .map(|part| filled(part, &is_inside, &grid))
            .collect(),
    })
}

/// Checks that few enough voxels have to be tested: those in the box around each triangle, as parry tests them.
fn check_work(
    unit: &[Vector],
    triangles: &[[u32; 3]],
    resolution: u32,
) -> Result<(), DecomposeError> {
    let steps = f64::from(resolution - 1);
    let tests = triangles.iter().map(|corners| {
        let [a, b, c] = corners.map(|corner| unit[corner as usize]);
        let sides = (a.max(b).max(c) - a.min(b).min(c)) * steps;
        let voxels = |side: f64| (side as u64 + 3).min(u64::from(resolution));
        voxels(sides.x) * voxels(sides.y) * voxels(sides.z)
    });
    let tests = tests.sum();
    match tests > MOST_TESTS {
        true => Err(DecomposeError::TooMuchWork {
            tests,
            limit: MOST_TESTS,
        }),
        false => Ok(()),
    }
}

type Coordinates = [i64; 3];
/// The voxels that are inside and not on the surface.
type Inside = HashSet<Coordinates>;

/// Returns the grid, the voxels of each part, and the voxels that are inside.
fn parts(
    unit: &[Vector],
    triangles: &[[u32; 3]],
    settings: &Decomposer,
) -> (Grid, Vec<Vec<Coordinates>>, Inside) {
    let fill_mode = FillMode::FloodFill {
        detect_cavities: false,
    };
    let voxels = VoxelSet::voxelize(unit, triangles, settings.resolution, fill_mode, false);
    let grid = Grid {
        origin: [voxels.origin.x, voxels.origin.y, voxels.origin.z],
        scale: voxels.scale,
    };
    let coordinates = |voxel: &Voxel| [voxel.coords.x, voxel.coords.y, voxel.coords.z];
    let inside = voxels.voxels().iter().filter(|voxel| !voxel.is_on_surface);
    let inside = inside.map(coordinates).collect();
    let parameters = VHACDParameters {
        concavity: settings.concavity,
        resolution: settings.resolution,
        max_convex_hulls: settings.most_pieces as u32,
        fill_mode,
        ..VHACDParameters::default()
    };
    let proposed = VHACD::from_voxels(&parameters, voxels);
    let parts = proposed.voxel_parts().iter();
    let parts = parts.map(|part| part.voxels().iter().map(coordinates).collect());
    (grid, parts.collect(), inside)
}

/// Returns the corners of the first and the last voxel inside in each column of a part.
fn filled(part: &[Coordinates], is_inside: &Inside, grid: &Grid) -> Vec<Vector3<f64>> {
    let mut columns: HashMap<[i64; 2], [i64; 2]> = HashMap::new();
    for voxel in part.iter().filter(|voxel| is_inside.contains(*voxel)) {
        let [x, y, z] = *voxel;
        let [first, last] = columns.entry([x, y]).or_insert([z, z]);
        (*first, *last) = (z.min(*first), z.max(*last));
    }
    // the order of a map differs from run to run
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_unstable();
    let corners = columns.into_iter().flat_map(|([x, y], [first, last])| {
        [[0, 0], [1, 0], [0, 1], [1, 1]]
            .into_iter()
            .flat_map(move |[right, far]| [first, last + 1].map(|z| [x + right, y + far, z]))
    });
    corners
        .map(|corner| Vector3::from_fn(|axis, _| grid.before(axis, corner[axis])))
        .collect()
}
