//! Forms of bodies, without their motions.

use std::convert::Infallible;

use crate::Real;
use crate::pieces::{AnyPieces, Compound, Pieces, Polyline, Tree, TriMesh};
use crate::shape::{AnyShape, Ball};

/// A convex shape, or a body of pieces, for scenes that mix them. Both may be references.
///
/// For shapes and pieces of all kinds take `AnyForm<AnyShape<T, D>, AnyPieces<T, D>>`; they convert into it.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::body::AnyForm;
/// use photofinish::pieces::{AnyPieces, Polyline};
/// use photofinish::shape::{AnyShape, Ball};
///
/// let ground = Polyline::open(vec![vector![-9.0, 0.0], vector![0.0, 1.0], vector![9.0, 0.0]])?;
/// let forms: [AnyForm<AnyShape<f64, 2>, AnyPieces<f64, 2>>; 2] =
///     [AnyShape::from(Ball::new(0.5)?).into(), ground.into()];
/// assert!(matches!(forms, [AnyForm::Shape(_), AnyForm::Pieces(_)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyForm<S, P> {
    /// A convex shape.
    Shape(S),
    /// A body of pieces.
    Pieces(P),
}

impl<S, P> AnyForm<S, P> {
    /// Returns the same form with a reference in it.
    pub fn as_ref(&self) -> AnyForm<&S, &P> {
        match self {
            Self::Shape(shape) => AnyForm::Shape(shape),
            Self::Pieces(pieces) => AnyForm::Pieces(pieces),
        }
    }
}

/// Where all bodies are shapes, none has pieces: there is no value of this type.
impl<T: Real, const D: usize> Pieces<T, D> for Infallible {
    type Piece<'a> = Ball<T>;

    fn tree(&self) -> &Tree<T, D> {
        match *self {}
    }

    fn piece(&self, _index: u32) -> Ball<T> {
        match *self {}
    }
}

impl<T: Real, P, const D: usize> From<AnyShape<T, D>> for AnyForm<AnyShape<T, D>, P> {
    fn from(shape: AnyShape<T, D>) -> Self {
        Self::Shape(shape)
    }
}

/// Lets bodies of pieces convert into forms that take all of them.
macro_rules! from_pieces {
    ($([$($generics:tt)*] $pieces:ty, $dimension:tt;)*) => {$(
        impl<S, T: Real $($generics)*> From<$pieces> for AnyForm<S, AnyPieces<T, $dimension>> {
            fn from(pieces: $pieces) -> Self {
                Self::Pieces(pieces.into())
            }
        }
    )*};
}

from_pieces! {
    [, const D: usize] AnyPieces<T, D>, D;
    [, const D: usize] Compound<AnyShape<T, D>, T, D>, D;
    [] TriMesh<T>, 3;
    [] Polyline<T>, 2;
}
