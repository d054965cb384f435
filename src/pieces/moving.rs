//! Bodies of pieces that move, and what a search needs of one.

use super::tree::Node;
use super::{Pieces, Surface, Tree};
use crate::motion::Motion;
use crate::swept::{SweptBox, SweptError};
use crate::vector::length_of;
use crate::{Extrusion, Moving, Real, Span, SupportMap};

/// A body of pieces that moves: pieces in their own frame, and the motion of that frame.
///
/// It is cheap to make. Pieces and motion may be references: many bodies can share one mesh.
#[derive(Clone, Copy, Debug)]
pub struct MovingPieces<P, M, T, const D: usize> {
    pieces: P,
    motion: M,
    /// The largest distance of a point of a piece from the motion's centre.
    reach: T,
}

impl<P, M, T, const D: usize> MovingPieces<P, M, T, D>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Returns the body with these pieces and this motion.
    pub fn new(pieces: P, motion: M) -> Self {
        let reach = pieces.tree().reach(&motion.center());
        Self {
            pieces,
            motion,
            reach,
        }
    }

    /// Replaces the motion, and returns the old one.
    pub(crate) fn replace_motion(&mut self, motion: M) -> M {
        if motion.center() != self.motion.center() {
            self.reach = self.pieces.tree().reach(&motion.center());
        }
        std::mem::replace(&mut self.motion, motion)
    }

    /// Returns the pieces, in their own frame.
    pub fn pieces(&self) -> &P {
        &self.pieces
    }

    /// Returns the motion of their frame.
    pub fn motion(&self) -> &M {
        &self.motion
    }

    /// Returns a box, with its sides along the axes of the world, that contains the body at all times of the span. It
    /// is [`swept_box`](crate::swept::swept_box) of the box around all pieces.
    ///
    /// # Errors
    /// Those of [`swept_box`](crate::swept::swept_box).
    pub fn swept_box(&self, during: Span<T>) -> Result<SweptBox<T, D>, SweptError> {
        self.moving_box(0).swept_box(during)
    }

    /// Returns one piece as a moving body, or `None` if there is no such piece.
    pub fn piece(&self, index: u32) -> Option<Moving<P::Piece<'_>, &M, T, D>> {
        let exists = (index as usize) < self.pieces.tree().pieces();
        exists.then(|| self.moving_piece(index))
    }
}

/// A moving body of pieces in the plane. The scalar is `f64` unless it is given.
pub type MovingPieces2<P, M, T = f64> = MovingPieces<P, M, T, 2>;
/// A moving body of pieces in space. The scalar is `f64` unless it is given.
pub type MovingPieces3<P, M, T = f64> = MovingPieces<P, M, T, 3>;

/// The boxes of a tree that moves are convex bodies like any other.
type MovingBox<'x, M, T, const D: usize> = Moving<&'x Node<T, D>, &'x M, T, D>;

/// What a search needs of a moving body of pieces.
pub(crate) trait Body<T: Real, const D: usize> {
    type Motion: Motion<T, D>;
    type Shape<'a>: SupportMap<T, D>
    where
        Self: 'a;
    type MovingPiece<'a>: Extrusion<T, D>
    where
        Self: 'a;

    fn tree(&self) -> &Tree<T, D>;
    fn surface(&self) -> Option<&Surface<T, D>>;
    fn motion(&self) -> &Self::Motion;
    fn reach(&self) -> T;
    /// Returns a piece in the frame of the body.
    fn shape(&self, index: u32) -> Self::Shape<'_>;
    fn moving_piece(&self, index: u32) -> Self::MovingPiece<'_>;

    /// Returns an upper bound of the size of any piece, as [`Extrusion::size`] counts it.
    fn size_of_pieces(&self) -> T {
        let root = self.tree().node(0);
        (length_of(&root.center) + root.radius) * T::of(2.0)
    }

    /// Returns a box of the tree as a moving body.
    fn moving_box(&self, index: u32) -> MovingBox<'_, Self::Motion, T, D> {
        Moving::new(self.tree().node(index), self.motion())
    }
}

impl<P, M, T, const D: usize> Body<T, D> for MovingPieces<P, M, T, D>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    type Motion = M;
    type Shape<'a>
        = P::Piece<'a>
    where
        Self: 'a;
    type MovingPiece<'a>
        = Moving<P::Piece<'a>, &'a M, T, D>
    where
        Self: 'a;

    #[inline]
    fn tree(&self) -> &Tree<T, D> {
        self.pieces.tree()
    }

    fn surface(&self) -> Option<&Surface<T, D>> {
        // one of other pieces tells nothing of these
        let pieces = self.pieces.tree().pieces();
        self.pieces
            .surface()
            .filter(|surface| surface.pieces().len() == pieces)
    }

    #[inline]
    fn motion(&self) -> &M {
        &self.motion
    }

    #[inline]
    fn reach(&self) -> T {
        self.reach
    }

    fn shape(&self, index: u32) -> P::Piece<'_> {
        self.pieces.piece(index)
    }

    fn moving_piece(&self, index: u32) -> Self::MovingPiece<'_> {
        Moving::new(self.pieces.piece(index), &self.motion)
    }
}
