//! Cells: all of space, divided by planes across the axes, and triangles divided among the cells.

use nalgebra::Vector3;

/// How far a cut may move a corner of its two parts off the edge that it is on, in ulps of the largest coordinate.
///
/// The corner is `a + t (b - a)`. A wrong `t` in 0..=1 moves it along the edge only. Along each axis, the difference is
/// off by one ulp at most, as it is at most twice as large as a coordinate; so is the product; the sum is off by half.
/// That is 2.5 ulps for each of three axes, or less than 4.4 as a length. An edge whose ends are off moves its corner
/// by no more than these.
const CUT_ULPS: f64 = 5.0;

/// Returns how far the corners of parts may be off the triangle after this many cuts, one after the other.
///
/// Were all corners exact, every cut would divide a convex polygon by points of its outline, and the hulls of the two
/// parts would cover it, on whichever side of the plane a corner is said to be: both have all points at the cut. A
/// point of the triangle is a mean of exact corners of one part, and the same mean of the corners as they are is no
/// farther from it than they are off.
pub(super) fn cut_error(cuts: usize, largest: f64) -> f64 {
    CUT_ULPS * cuts as f64 * f64::EPSILON * largest + f64::MIN_POSITIVE
}

/// A box of voxels around a part, with both ends.
#[derive(Clone, Debug)]
pub(super) struct VoxelBox {
    pub(super) part: usize,
    pub(super) least: [i64; 3],
    pub(super) most: [i64; 3],
}

/// The planes between voxels: `origin + (voxel - 1/2) * scale` is in front of a voxel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) origin: [f64; 3],
    pub(super) scale: f64,
}

impl Grid {
    pub(super) fn before(&self, axis: usize, voxel: i64) -> f64 {
        self.origin[axis] + (voxel as f64 - 0.5) * self.scale
    }
}

/// A part of space.
#[derive(Debug)]
pub(super) enum Cell {
    /// A cell that is not divided, with the parts in it.
    Leaf(Vec<usize>),
    /// A cell that a plane divides.
    Cut {
        axis: usize,
        at: f64,
        /// The number of voxels in the box around all parts.
        voxels: f64,
        /// What is below the plane, and what is above it.
        sides: Box<[Cell; 2]>,
    },
}

impl Cell {
    /// Divides space by planes between the boxes, until there is one box in each cell. Boxes that no plane divides stay
    /// together.
    pub(super) fn around((grid, boxes): (Grid, Vec<VoxelBox>)) -> Self {
        let Some((axis, voxel)) = best_cut(&boxes) else {
            return Self::Leaf(boxes.iter().map(|own| own.part).collect());
        };
        let voxels = (0..3).map(|axis| {
            let least = boxes.iter().map(|own| own.least[axis]).min();
            let most = boxes.iter().map(|own| own.most[axis]).max();
            (most.unwrap_or(0) - least.unwrap_or(0) + 1) as f64
        });
        let voxels = voxels.product();
        let (below, above) = boxes.into_iter().partition(|own| own.most[axis] < voxel);
        Self::Cut {
            axis,
            at: grid.before(axis, voxel),
            voxels,
            sides: Box::new([below, above].map(|boxes| Self::around((grid, boxes)))),
        }
    }

    /// Undoes cuts until there are at most this many leaves, each time the one whose parts are in the smallest box.
    pub(super) fn with_most_leaves(mut self, most: usize) -> Self {
        for _ in most.max(1)..self.leaves().len() {
            let Some(smallest) = self.smallest_cut() else {
                break;
            };
            self.undo(smallest);
        }
        self
    }

    /// Returns the number of voxels around the smallest cut whose sides are leaves.
    fn smallest_cut(&self) -> Option<f64> {
        let Self::Cut { voxels, sides, .. } = self else {
            return None;
        };
        let below = sides.iter().filter_map(Self::smallest_cut);
        Some(below.reduce(f64::min).unwrap_or(*voxels))
    }

    /// Undoes one cut whose sides are leaves and that has this many voxels. Returns whether there was one.
    fn undo(&mut self, smallest: f64) -> bool {
        let Self::Cut { voxels, sides, .. } = self else {
            return false;
        };
        if let [Self::Leaf(below), Self::Leaf(above)] = &mut **sides {
            if *voxels != smallest {
                return false;
            }
            let mut parts = std::mem::take(below);
            parts.append(above);
            *self = Self::Leaf(parts);
            return true;
        }
        sides.iter_mut().any(|side| side.undo(smallest))
    }

    /// Returns the parts in each leaf, in the order of the leaves.
    pub(super) fn leaves(&self) -> Vec<&[usize]> {
        match self {
            Self::Leaf(parts) => vec![parts],
            Self::Cut { sides, .. } => sides.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// Returns the largest number of cuts that a leaf is behind.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Cut { sides, .. } => 1 + sides.iter().map(Self::depth).max().unwrap_or(0),
        }
    }

    fn leaf_count(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Cut { sides, .. } => sides.iter().map(Self::leaf_count).sum(),
        }
    }
}

/// Returns the axis and voxel of the plane that divides the boxes most evenly and cuts none.
fn best_cut(boxes: &[VoxelBox]) -> Option<(usize, i64)> {
    let mut best = None;
    let mut most = 0;
    for axis in 0..3 {
        let mut sorted: Vec<_> = boxes
            .iter()
            .map(|own| (own.least[axis], own.most[axis]))
            .collect();
        sorted.sort_unstable();
        let mut end = i64::MIN;
        for (index, &(start, stop)) in sorted.iter().enumerate() {
            let evenness = index.min(sorted.len() - index);
            if start > end && evenness > most {
                (best, most) = (Some((axis, start)), evenness);
            }
            end = end.max(stop);
        }
    }
    best
}

/// Adds the corners of a convex polygon's parts to the lists of the leaves in which they are.
pub(super) fn distribute(
    cell: &Cell,
    polygon: Vec<Vector3<f64>>,
    corners: &mut Vec<Vec<Vector3<f64>>>,
) {
    if corners.is_empty() {
        corners.resize(cell.leaf_count(), Vec::new());
    }
    divide(cell, polygon, corners);
}

/// `corners` begins with the list of the first leaf of the cell.
fn divide(cell: &Cell, mut polygon: Vec<Vector3<f64>>, corners: &mut [Vec<Vector3<f64>>]) {
    let Cell::Cut {
        axis, at, sides, ..
    } = cell
    else {
        corners[0].append(&mut polygon);
        return;
    };
    let (below, above) = corners.split_at_mut(sides[0].leaf_count());
    if polygon.iter().all(|corner| corner[*axis] <= *at) {
        divide(&sides[0], polygon, below);
    } else if polygon.iter().all(|corner| corner[*axis] >= *at) {
        divide(&sides[1], polygon, above);
    } else {
        let [low, high] = cut(&polygon, *axis, *at);
        divide(&sides[0], low, below);
        divide(&sides[1], high, above);
    }
}

/// Cuts a convex polygon by a plane across an axis. Both parts have the corners at the plane.
fn cut(polygon: &[Vector3<f64>], axis: usize, at: f64) -> [Vec<Vector3<f64>>; 2] {
    let mut parts = [Vec::new(), Vec::new()];
    for (index, &corner) in polygon.iter().enumerate() {
        let next = polygon[(index + 1) % polygon.len()];
        let [height, next_height] = [corner, next].map(|corner| corner[axis] - at);
        if height <= 0.0 {
            parts[0].push(corner);
        }
        if height >= 0.0 {
            parts[1].push(corner);
        }
        if height < 0.0 && next_height > 0.0 || height > 0.0 && next_height < 0.0 {
            let point = corner + (next - corner) * (height / (height - next_height));
            parts[0].push(point);
            parts[1].push(point);
        }
    }
    parts
}
