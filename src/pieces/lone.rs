//! A convex body that moves, seen as a body of one piece.

use super::{Body, PiecesError, Surface, Tree};
use crate::motion::Motion;
use crate::{Moving, Real, SupportMap};

/// A moving convex body with the box around it.
pub(crate) struct Lone<'m, S, M, T: Real, const D: usize> {
    moving: &'m Moving<S, M, T, D>,
    tree: Tree<T, D>,
    reach: T,
}

impl<'m, S, M, T, const D: usize> Lone<'m, S, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    M: Motion<T, D>,
{
    /// # Errors
    /// [`PiecesError::NotFinite`].
    pub(crate) fn new(moving: &'m Moving<S, M, T, D>) -> Result<Self, PiecesError> {
        let tree = Tree::around([moving.shape()])?;
        Ok(Self {
            reach: tree.reach(&moving.motion().center()),
            moving,
            tree,
        })
    }
}

impl<'m, S, M, T, const D: usize> Body<T, D> for Lone<'m, S, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    M: Motion<T, D>,
{
    type Motion = M;
    type Shape<'a>
        = &'m S
    where
        Self: 'a;
    type MovingPiece<'a>
        = &'m Moving<S, M, T, D>
    where
        Self: 'a;

    #[inline]
    fn tree(&self) -> &Tree<T, D> {
        &self.tree
    }

    fn surface(&self) -> Option<&Surface<T, D>> {
        None
    }

    #[inline]
    fn motion(&self) -> &M {
        self.moving.motion()
    }

    #[inline]
    fn reach(&self) -> T {
        self.reach
    }

    fn shape(&self, _index: u32) -> &'m S {
        self.moving.shape()
    }

    fn moving_piece(&self, _index: u32) -> &'m Moving<S, M, T, D> {
        self.moving
    }
}
