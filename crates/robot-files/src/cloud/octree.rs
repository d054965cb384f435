//! The binary files of OctoMap (`.bt`).
//!
//! A node with children is two bytes: two bits for each child, the first child in the lowest bits. 00 is unknown, 01
//! free, 10 occupied, 11 a node with children, the higher bit first. These nodes follow in the order of the children,
//! each with all that is below it. Bits 0, 1 and 2 of a child's index say that it is on the upper side along x, y and z.

use nalgebra::Vector3;

use crate::{Place, ReadError};

/// The levels of a tree below its root. The root is 2^16 times as wide as the smallest voxel.
const DEPTH: u32 = 16;

/// A leaf that is occupied.
pub(super) struct Leaf {
    pub(super) center: Vector3<f64>,
    /// The length of its edges.
    pub(super) size: f64,
}

/// Returns the occupied leaves of a file.
pub(super) fn occupied(bytes: &[u8], file: &str) -> Result<Vec<Leaf>, ReadError> {
    let wrong = |message: &str| ReadError::syntax(Place::file(file), message);
    let (mut nodes, mut resolution, mut is_tree) = (None, None, false);
    let mut rest = bytes;
    if !bytes.starts_with(b"# Octomap OcTree binary file") {
        return Err(wrong(
            "an octomap begins with \"# Octomap OcTree binary file\"",
        ));
    }
    loop {
        let end = rest.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| wrong("the header has no end"))?;
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| wrong(crate::files::NOT_TEXT))?;
        rest = &rest[end + 1..];
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["data"] => break,
            ["id", id] => is_tree = id == "OcTree",
            ["size", count] => nodes = count.parse::<usize>().ok(),
            ["res", length] => resolution = crate::files::number(length),
            _ if line.starts_with('#') => {}
            _ => return Err(wrong("this is no line of the header of an octomap")),
        }
    }
    let (true, Some(nodes), Some(resolution)) = (is_tree, nodes, resolution) else {
        return Err(wrong("the header needs \"id OcTree\", a size and a res"));
    };
    if !(resolution > 0.0) {
        return Err(wrong("the res must be positive"));
    }
    let mut reader = Tree {
        rest,
        nodes: usize::from(nodes > 0),
        leaves: Vec::new(),
        resolution,
    };
    let is_read = nodes == 0 || reader.node([0; 3], DEPTH).is_some();
    if !is_read || !reader.rest.is_empty() || reader.nodes != nodes {
        return Err(wrong(
            "the tree is not of the size that the header says, or too deep",
        ));
    }
    Ok(reader.leaves)
}

struct Tree<'b> {
    rest: &'b [u8],
    /// How many nodes were read.
    nodes: usize,
    leaves: Vec<Leaf>,
    resolution: f64,
}

impl Tree<'_> {
    /// Reads a node with children, whose lower corner is at these voxels from that of the root. Returns none if the file
    /// ends, or the tree is too deep.
    fn node(&mut self, corner: [u32; 3], level: u32) -> Option<()> {
        let level = level.checked_sub(1)?;
        let (&[low, high], rest) = self.rest.split_first_chunk::<2>()?;
        self.rest = rest;
        let kinds = u16::from_le_bytes([low, high]);
        let corner_of =
            |child: u32| [0, 1, 2].map(|axis| corner[axis] + ((child >> axis & 1) << level));
        let kind = |child: u32| kinds >> (2 * child) & 3;
        for child in 0..8 {
            self.nodes += usize::from(kind(child) != 0);
            if kind(child) == 2 {
                self.leaf(corner_of(child), level);
            }
        }
        (0..8)
            .filter(|&child| kind(child) == 3)
            .try_for_each(|child| self.node(corner_of(child), level))
    }

    fn leaf(&mut self, corner: [u32; 3], level: u32) {
        let width = f64::from(1u32 << level);
        let middle = f64::from(1u32 << (DEPTH - 1));
        let along = |at: u32| (f64::from(at) + 0.5 * width - middle) * self.resolution;
        self.leaves.push(Leaf {
            center: Vector3::from(corner.map(along)),
            size: width * self.resolution,
        });
    }
}
