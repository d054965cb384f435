//! The boxes around the pieces of a body, and slabs where these are flat.

use nalgebra::Vector3;
use photofinish::pieces::Tree;
use photofinish::shape::ConvexHull;
use photofinish::{Real, ShapeError};

/// A box around pieces, along the axes of the body's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) center: Vector3<f64>,
    pub(super) half: Vector3<f64>,
    /// The distance of its corners from its centre.
    pub(super) radius: f64,
    /// A bound of the distance of its points from the centre of the body.
    pub(super) reach: f64,
    pub(super) content: Content,
    /// The slab around what is in it, if that is thinner by far than the box.
    pub(super) slab: Option<Slab>,
}

/// The space between two planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) normal: Vector3<f64>,
    /// Where the middle of it is along the normal, and half of its thickness.
    pub(super) middle: f64,
    pub(super) half: f64,
}

/// The slab of a box is kept if it is thinner than this share of the box's radius.
const THIN: f64 = 0.25;

/// What is in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Piece(u32),
    Boxes([u32; 2]),
}

impl Content {
    pub(super) fn is_piece(self) -> bool {
        matches!(self, Self::Piece(_))
    }
}

/// Returns the boxes of a tree. The first one is around all pieces.
pub(super) fn boxes_of<T: Real>(tree: &Tree<T, 3>) -> Vec<Node> {
    let bounds = (0..).map_while(|index| tree.bounds(index));
    bounds
        .map(|bounds| {
            let center = bounds.center.map(T::as_f64);
            let half = bounds.half_extents.map(T::as_f64);
            let boxes = bounds.children.map(Content::Boxes);
            Node {
                center,
                half,
                radius: half.norm(),
                reach: center.norm() + half.norm(),
                content: boxes.unwrap_or(Content::Piece(bounds.piece.unwrap_or_default())),
                slab: None,
            }
        })
        .collect()
}

/// Returns the hulls of what is in each box.
pub(super) fn hulls_of<T: Real>(
    boxes: &[Node],
    pieces: &[ConvexHull<T, 3>],
) -> Result<Vec<ConvexHull<T, 3>>, ShapeError> {
    let mut vertices: Vec<Vec<Vector3<T>>> = vec![Vec::new(); boxes.len()];
    // parts follow the box that they are parts of
    for index in (0..boxes.len()).rev() {
        vertices[index] = match boxes[index].content {
            Content::Piece(piece) => pieces[piece as usize].vertices().to_vec(),
            Content::Boxes(parts) => parts.map(|part| vertices[part as usize].clone()).concat(),
        };
    }
    vertices
        .iter()
        .map(|points| ConvexHull::new(points))
        .collect()
}

/// Finds the slabs of boxes around triangles, each by its corners.
pub(super) fn add_slabs(boxes: &mut [Node], corners_of: impl Fn(u32) -> [Vector3<f64>; 3]) {
    let mut triangles: Vec<Vec<[Vector3<f64>; 3]>> = vec![Vec::new(); boxes.len()];
    // parts follow the box that they are parts of
    for index in (0..boxes.len()).rev() {
        triangles[index] = match boxes[index].content {
            Content::Piece(piece) => vec![corners_of(piece)],
            Content::Boxes(parts) => parts.map(|part| triangles[part as usize].clone()).concat(),
        };
        boxes[index].slab =
            slab_of(&triangles[index]).filter(|slab| slab.half < THIN * boxes[index].radius);
    }
}

/// Returns a slab around triangles across the mean of their normals, if they have one.
fn slab_of(triangles: &[[Vector3<f64>; 3]]) -> Option<Slab> {
    let areas = triangles.iter().map(|[a, b, c]| (b - a).cross(&(c - a)));
    let normal = areas.sum::<Vector3<f64>>().try_normalize(0.0)?;
    let along = triangles.iter().flatten().map(|corner| normal.dot(corner));
    let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), along| {
        (low.min(along), high.max(along))
    });
    Some(Slab {
        normal,
        middle: 0.5 * (low + high),
        half: 0.5 * (high - low),
    })
}
