//! Bodies of any convex shapes, and convex bodies among bodies of pieces.

use super::{Pieces, PiecesError, Tree};
use crate::{Real, SupportMap};

/// Convex pieces in one frame, which move as one rigid body. They may overlap.
///
/// A piece with a pose of its own is a [`Posed`](crate::support::Posed) shape. Pieces of different kinds are
/// [`AnyShape`](crate::shape::AnyShape)s, or boxes of `dyn SupportMap`. Scenes, passes and
/// [`AnyPieces`](super::AnyPieces) take compounds of `AnyShape`s, where a piece with a pose of its own is a
/// [`PosedShape`](crate::shape::PosedShape).
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::pieces::{Compound, Pieces};
/// use photofinish::shape::{AnyShape, Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// // a hammer in the plane
/// let handle: AnyShape<f64, 2> = Cuboid::new(vector![0.5, 0.05])?.into();
/// let head: AnyShape<f64, 2> = Ball::new(0.2)?.into();
/// let hammer = Compound::new(vec![
///     Posed::new(handle, &Isometry2::identity())?,
///     Posed::new(head, &Isometry2::translation(0.5, 0.0))?,
/// ])?;
/// assert_eq!(hammer.shapes().len(), hammer.tree().pieces());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Compound<S, T, const D: usize>
where
    T: nalgebra::Scalar,
{
    shapes: Vec<S>,
    tree: Tree<T, D>,
}

/// Convex pieces in the plane.
pub type Compound2<S, T = f64> = Compound<S, T, 2>;
/// Convex pieces in space.
pub type Compound3<S, T = f64> = Compound<S, T, 3>;

impl<S: SupportMap<T, D>, T: Real, const D: usize> Compound<S, T, D> {
    /// The body of these pieces, in the frame that they are given in.
    ///
    /// # Errors
    /// [`PiecesError`].
    pub fn new(shapes: Vec<S>) -> Result<Self, PiecesError> {
        let tree = Tree::around(shapes.iter())?;
        Ok(Self { shapes, tree })
    }

    /// The pieces, in the order in which they were given.
    pub fn shapes(&self) -> &[S] {
        &self.shapes
    }
}

impl<S: SupportMap<T, D>, T: Real, const D: usize> Pieces<T, D> for Compound<S, T, D> {
    type Piece<'a>
        = &'a S
    where
        Self: 'a;

    fn tree(&self) -> &Tree<T, D> {
        &self.tree
    }

    #[inline]
    fn piece(&self, index: u32) -> &S {
        &self.shapes[index as usize]
    }
}

/// A convex shape as a body of one piece, to be asked about together with bodies of many.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::pieces::{Convex, Pieces};
/// use photofinish::shape::Cuboid;
///
/// let cube = Convex::new(Cuboid::new(vector![0.5, 0.5, 0.5])?)?;
/// assert_eq!(cube.tree().pieces(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Convex<S, T, const D: usize>
where
    T: nalgebra::Scalar,
{
    shape: S,
    tree: Tree<T, D>,
}

/// A convex body of one piece in the plane.
pub type Convex2<S, T = f64> = Convex<S, T, 2>;
/// A convex body of one piece in space.
pub type Convex3<S, T = f64> = Convex<S, T, 3>;

impl<S: SupportMap<T, D>, T: Real, const D: usize> Convex<S, T, D> {
    /// The body of one piece.
    ///
    /// # Errors
    /// [`PiecesError::NotFinite`].
    pub fn new(shape: S) -> Result<Self, PiecesError> {
        let tree = Tree::around([&shape])?;
        Ok(Self { shape, tree })
    }

    /// The piece.
    pub fn shape(&self) -> &S {
        &self.shape
    }
}

impl<S: SupportMap<T, D>, T: Real, const D: usize> Pieces<T, D> for Convex<S, T, D> {
    type Piece<'a>
        = &'a S
    where
        Self: 'a;

    fn tree(&self) -> &Tree<T, D> {
        &self.tree
    }

    #[inline]
    fn piece(&self, _index: u32) -> &S {
        &self.shape
    }
}
