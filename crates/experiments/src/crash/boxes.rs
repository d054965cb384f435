//! The boxes around the pieces of a body, and slabs around triangles.

use nalgebra::Vector3;
use photofinish::pieces::Tree;
use photofinish::shape::ConvexHull;
use photofinish::{Real, ShapeError};

/// A box around pieces, along the axes of the body's frame. It is one line of the processor's cache: reading the boxes
/// of the plant takes longer than calculating with them.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub(super) center: Vector3<f64>,
    pub(super) half: Vector3<f64>,
    pub(super) content: Content,
}

impl Node {
    /// Returns the distance of its corners from its centre.
    pub(super) fn radius(&self) -> f64 {
        self.half.norm()
    }

    /// Returns a bound of the distance of its points from the centre of the body.
    pub(super) fn reach(&self) -> f64 {
        self.center.norm() + self.radius()
    }
}

/// The space between two planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) normal: Vector3<f64>,
    /// Where the middle of it is along the normal, and half of its thickness.
    pub(super) middle: f64,
    pub(super) half: f64,
}

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
            let boxes = bounds.children.map(Content::Boxes);
            Node {
                center: bounds.center.map(T::as_f64),
                half: bounds.half_extents.map(T::as_f64),
                content: boxes.unwrap_or(Content::Piece(bounds.piece.unwrap_or_default())),
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

/// Returns the slab around a triangle, across its normal.
pub(super) fn slab_of([a, b, c]: [Vector3<f64>; 3]) -> Slab {
    let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
    // any direction will do for three points on a line
    let normal = normal.unwrap_or_else(Vector3::y);
    let along = [a, b, c].map(|corner| normal.dot(&corner));
    let (low, high) = along
        .into_iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), along| {
            (low.min(along), high.max(along))
        });
    Slab {
        normal,
        middle: 0.5 * (low + high),
        half: 0.5 * (high - low),
    }
}
