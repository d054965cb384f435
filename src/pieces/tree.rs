//! Trees of boxes around the pieces of a body.

mod build;
mod corners;

pub(crate) use corners::Corners;

use nalgebra::SVector;

use self::build::grow;
use super::{PiecesError, check_count};
use crate::error::{finite, finite_point};
use crate::vector::length_of;
use crate::{Real, SupportMap};

/// Ulps of its corners that a box is made larger by. Its centre is the rounded half of a sum, and its half extents are
/// rounded differences: 3 halves of an ulp. Its radius is a length of these, which loses 2.5 halves.
const BOX_ULPS: f64 = 4.0;

/// Ulps that a reach may lose. The reach of a piece from the origin loses up to 9.5 halves, as for a posed body. The
/// way to the centre loses 2.5, and the sum and its product one each: 14 halves. By the box it is fewer.
const REACH_ULPS: f64 = 8.0;

/// A box around some pieces, along the axes of the body's frame.
///
/// It is a convex body itself, and the certified test is the same for it as for any other.
// in three dimensions and `f64` it takes one line of the cache
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node<T, const D: usize> {
    pub(crate) center: SVector<T, D>,
    pub(crate) half_extents: SVector<T, D>,
    /// The distance of its corners from the centre.
    pub(crate) radius: T,
    /// The second of its two children; the first follows it in the list. For a leaf, none.
    second: u32,
    /// The piece in it, if it is a leaf.
    piece: u32,
}

impl<T: Real, const D: usize> Node<T, D> {
    fn around(corners: &Corners<T, D>) -> Self {
        let half = T::of(0.5);
        let center = corners.low * half + corners.high * half;
        let larger = (corners.low.abs() + corners.high.abs()) * (T::EPSILON * T::of(BOX_ULPS));
        let above = corners.high - center;
        let below = center - corners.low;
        let half_extents = above.zip_map(&below, |x: T, y| x.max(y)) + larger;
        Self {
            center,
            half_extents,
            radius: length_of(&half_extents) * (T::one() + T::EPSILON * T::of(BOX_ULPS)),
            second: NONE,
            piece: NONE,
        }
    }

    /// Returns the piece, if the box is around one alone.
    #[inline]
    pub(crate) fn piece(&self) -> Option<u32> {
        (self.second == NONE).then_some(self.piece)
    }

    /// Returns whether this box of A is split before one of B. They must not both have a single piece.
    #[inline]
    pub(crate) fn splits_before(&self, of_b: &Self) -> bool {
        match (self.piece(), of_b.piece()) {
            (None, None) => self.radius >= of_b.radius,
            (of_a, _) => of_a.is_none(),
        }
    }

    fn corners(&self) -> Corners<T, D> {
        Corners {
            low: self.center - self.half_extents,
            high: self.center + self.half_extents,
        }
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Node<T, D> {
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let corner = |half: T, along: T| if along < T::zero() { -half } else { half };
        self.center + self.half_extents.zip_map(direction, corner)
    }

    fn interior_point(&self) -> SVector<T, D> {
        self.center
    }

    fn extents(&self) -> SVector<T, D> {
        self.center.abs() + self.half_extents
    }

    fn reach(&self, center: &SVector<T, D>) -> T {
        length_of(&(self.center - center)) + self.radius
    }
}

/// Instead of a number of a node or a piece.
const NONE: u32 = u32::MAX;

/// A box of a [`Tree`], along the axes of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TreeBox<T: Real, const D: usize> {
    /// Its centre.
    pub center: SVector<T, D>,
    /// Half of its lengths.
    pub half_extents: SVector<T, D>,
    /// The index of the piece, if it is around one alone.
    pub piece: Option<u32>,
    /// The indices of its two parts, if it is around several.
    pub children: Option<[u32; 2]>,
}

/// A balanced tree of boxes around pieces.
///
/// The boxes lie along the axes of the body's frame and turn with it. Its form depends on the number of pieces alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    /// Every box is followed by its first child. The root comes first.
    nodes: Vec<Node<T, D>>,
    /// The largest distance of a point of any piece from the origin of the frame.
    reach: T,
    /// An upper bound of it, as [`Tree::reach`] returns them.
    from_origin: T,
    /// The least inner diameter of a piece.
    thinnest: T,
}

impl<T: Real, const D: usize> Tree<T, D> {
    /// Builds a tree around boxes, each with the largest distance of its piece from the origin. There must be one at
    /// least. The pieces have no inside.
    pub(crate) fn new(pieces: impl Iterator<Item = (Corners<T, D>, T)>) -> Self {
        let mut reach = T::zero();
        let mut boxes = Vec::with_capacity(pieces.size_hint().0);
        for (index, (corners, of_piece)) in (0..).zip(pieces) {
            reach = reach.max(of_piece);
            boxes.push((corners, index));
        }
        let mut nodes = Vec::with_capacity(2 * boxes.len() - 1);
        grow(&mut nodes, &mut boxes);
        let mut tree = Self {
            nodes,
            reach,
            from_origin: reach,
            thinnest: T::zero(),
        };
        tree.from_origin = tree.reach_from(&SVector::zeros());
        tree
    }

    /// Returns the tree around shapes in the body's frame, for a body of your own.
    ///
    /// # Errors
    /// [`PiecesError::Empty`], [`PiecesError::TooMany`], and [`PiecesError::NotFinite`] for a shape that reaches to
    /// infinity.
    pub fn around<S: SupportMap<T, D>>(
        shapes: impl IntoIterator<Item = S>,
    ) -> Result<Self, PiecesError> {
        let mut boxes = Vec::new();
        let mut thinnest = T::LARGEST;
        for (index, shape) in shapes.into_iter().enumerate() {
            let corners = Corners::of_shape(&shape);
            for end in [corners.low, corners.high] {
                finite_point("piece", end)
                    .map_err(|error| PiecesError::NotFinite { index, error })?;
            }
            let (reach, inner) = (shape.reach(&SVector::zeros()), shape.inner_diameter());
            for (name, length) in [("reach", reach), ("inner diameter", inner)] {
                finite(name, length).map_err(|error| PiecesError::NotFinite { index, error })?;
            }
            boxes.push((corners, reach));
            thinnest = thinnest.min(inner);
        }
        check_count(boxes.len())?;
        let tree = Self::new(boxes.into_iter());
        Ok(Self { thinnest, ..tree })
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<T, D> {
        &self.nodes[index as usize]
    }

    /// Returns the children of a node that is not a leaf.
    #[inline]
    pub(crate) fn children(&self, index: u32) -> [u32; 2] {
        [index + 1, self.node(index).second]
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }

    /// How many boxes there are: two for each piece, less one.
    pub fn boxes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the box with this index in the body's frame, or `None` if there is no such box. That with the index 0 is
    /// around all pieces.
    pub fn bounds(&self, index: u32) -> Option<TreeBox<T, D>> {
        let node = self.nodes.get(index as usize)?;
        let piece = node.piece();
        Some(TreeBox {
            center: node.center,
            half_extents: node.half_extents,
            piece,
            children: piece.is_none().then(|| self.children(index)),
        })
    }

    /// How much memory the boxes take, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<T, D>>()
    }

    /// Returns the least inner diameter of a piece: how deep others may reach into it without passing through. It is
    /// zero for a surface.
    pub fn thinnest(&self) -> T {
        self.thinnest
    }

    /// Returns an upper bound of the distance of any point of the pieces from `center`.
    #[inline]
    pub fn reach(&self, center: &SVector<T, D>) -> T {
        // most bodies turn about the origin of their frame
        if *center == SVector::<T, D>::zeros() {
            return self.from_origin;
        }
        self.reach_from(center)
    }

    /// Returns an upper bound of the size of any piece, as [`Extrusion::size`](crate::Extrusion::size) counts it.
    pub(crate) fn size_of_pieces(&self) -> T {
        let root = self.node(0);
        (length_of(&root.center) + root.radius) * T::of(2.0)
    }

    fn reach_from(&self, center: &SVector<T, D>) -> T {
        let root = self.node(0);
        let by_box = length_of(&(root.center - center)) + root.radius;
        let by_origin = self.reach + length_of(center);
        by_box.min(by_origin) * (T::one() + T::EPSILON * T::of(REACH_ULPS))
    }
}
