//! One type for bodies of pieces of all kinds, for scenes that mix them.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use super::{Compound, Pieces, Polyline, Surface, Tree, TriMesh};
use crate::Real;
use crate::shape::AnyShape;

/// Any of this crate's bodies of pieces, for scenes that mix them: a [`Compound`] of [`AnyShape`]s, a [`TriMesh`] in
/// space, or a [`Polyline`] in the plane.
///
/// It is a pointer, and a clone of it points to the same body. A body that is behind an [`Arc`] already is not copied.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::pieces::{AnyPieces, Compound, Pieces, Polyline};
/// use photofinish::shape::{AnyShape, Ball, Cuboid, PosedShape};
///
/// let ground = Polyline::open(vec![vector![-9.0, 0.0], vector![0.0, 1.0], vector![9.0, 0.0]])?;
/// let (plank, wheel) = (Cuboid::new(vector![0.5, 0.05])?, Ball::new(0.1)?);
/// let wheel = PosedShape::new(wheel, &Isometry2::translation(0.4, -0.1))?;
/// let board = Compound::new(vec![AnyShape::from(plank), wheel.into()])?;
/// let bodies: [AnyPieces<f64, 2>; 2] = [ground.into(), board.into()];
/// assert!(bodies.iter().all(|body| body.tree().pieces() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyPieces<T: Real, const D: usize>(Arc<dyn Source<T, D>>);

/// A body whose pieces are shapes of this crate.
trait Source<T: Real, const D: usize>: Debug + Send + Sync {
    fn tree(&self) -> &Tree<T, D>;
    fn shape(&self, index: u32) -> Cow<'_, AnyShape<T, D>>;
    fn surface(&self) -> Option<&Surface<T, D>>;
}

impl<T: Real, const D: usize> Source<T, D> for Compound<AnyShape<T, D>, T, D> {
    fn tree(&self) -> &Tree<T, D> {
        Pieces::tree(self)
    }

    fn shape(&self, index: u32) -> Cow<'_, AnyShape<T, D>> {
        Cow::Borrowed(self.piece(index))
    }
    fn surface(&self) -> Option<&Surface<T, D>> {
        None
    }
}

macro_rules! surfaces {
    ($($surface:ident, $dimension:literal;)*) => {$(
        impl<T: Real> Source<T, $dimension> for $surface<T> {
            fn tree(&self) -> &Tree<T, $dimension> {
                Pieces::tree(self)
            }

            fn shape(&self, index: u32) -> Cow<'_, AnyShape<T, $dimension>> {
                Cow::Owned(self.piece(index).into())
            }

            fn surface(&self) -> Option<&Surface<T, $dimension>> {
                Pieces::surface(self)
            }
        }

        impl<T: Real> From<$surface<T>> for AnyPieces<T, $dimension> {
            fn from(surface: $surface<T>) -> Self {
                Arc::new(surface).into()
            }
        }

        impl<T: Real> From<Arc<$surface<T>>> for AnyPieces<T, $dimension> {
            fn from(surface: Arc<$surface<T>>) -> Self {
                Self(surface)
            }
        }
    )*};
}

surfaces! {
    TriMesh, 3;
    Polyline, 2;
}

impl<T: Real, const D: usize> Pieces<T, D> for AnyPieces<T, D> {
    type Piece<'a> = Cow<'a, AnyShape<T, D>>;

    #[inline]
    fn tree(&self) -> &Tree<T, D> {
        self.0.tree()
    }

    #[inline]
    fn piece(&self, index: u32) -> Cow<'_, AnyShape<T, D>> {
        self.0.shape(index)
    }

    fn surface(&self) -> Option<&Surface<T, D>> {
        self.0.surface()
    }
}

impl<T: Real, const D: usize> From<Compound<AnyShape<T, D>, T, D>> for AnyPieces<T, D> {
    fn from(compound: Compound<AnyShape<T, D>, T, D>) -> Self {
        Arc::new(compound).into()
    }
}

impl<T: Real, const D: usize> From<Arc<Compound<AnyShape<T, D>, T, D>>> for AnyPieces<T, D> {
    fn from(compound: Arc<Compound<AnyShape<T, D>, T, D>>) -> Self {
        Self(compound)
    }
}
