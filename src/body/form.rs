//! Forms of bodies, without their motions.

use std::convert::Infallible;

use crate::Real;
use crate::pieces::{AnyPieces, Compound, Pieces, Polyline, Tree, TriMesh};
use crate::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape,
    Segment, Triangle,
};
use crate::support::{AffineImage, Rounded};

/// A convex shape, or a body of pieces, for scenes that mix them. Both may be references.
///
/// [`AnyForm2`] and [`AnyForm3`] have shapes and pieces of all kinds, and all of these convert into them. A form is
/// built once and kept. [`as_ref`](Self::as_ref) makes the form that points to it, which is cheap to copy: this is what
/// bodies take, step after step.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::body::AnyForm2;
/// use photofinish::engine::Body2;
/// use photofinish::pieces::Polyline;
/// use photofinish::shape::Ball;
///
/// let ground: AnyForm2 = Polyline::open(vec![vector![-9.0, 0.0], vector![0.0, 1.0], vector![9.0, 0.0]])?.into();
/// let ball: AnyForm2 = Ball::new(0.5)?.into();
/// let (start, end) = (Isometry2::translation(0.0, 9.0), Isometry2::translation(0.0, -9.0));
/// let bodies = [Body2::fixed_of(ground.as_ref(), Isometry2::identity()), Body2::of(ball.as_ref(), start, end)];
/// assert!(bodies[0].pieces().is_some() && bodies[1].shape().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyForm<S, P> {
    /// A convex shape.
    Shape(S),
    /// A body of pieces.
    Pieces(P),
}

/// A form in the plane, with shapes and pieces of all kinds. The scalar is `f64` unless it is given.
pub type AnyForm2<T = f64> = AnyForm<AnyShape<T, 2>, AnyPieces<T, 2>>;

/// A form in space, with shapes and pieces of all kinds. The scalar is `f64` unless it is given.
pub type AnyForm3<T = f64> = AnyForm<AnyShape<T, 3>, AnyPieces<T, 3>>;

impl<S, P> AnyForm<S, P> {
    /// Returns the same form with a reference in it: bodies that share a form take this.
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

/// Lets shapes convert into forms that take all of them.
macro_rules! from_shapes {
    ($([$($generics:tt)*] $shape:ty;)*) => {$(
        impl<T: Real, P, const D: usize $($generics)*> From<$shape> for AnyForm<AnyShape<T, D>, P> {
            fn from(shape: $shape) -> Self {
                Self::Shape(shape.into())
            }
        }
    )*};
}

from_shapes! {
    [] AnyShape<T, D>;
    [] Ball<T>;
    [] Cuboid<T, D>;
    [] Capsule<T>;
    [] Cylinder<T>;
    [] Cone<T>;
    [] Ellipsoid<T, D>;
    [] Segment<T, D>;
    [] Triangle<T, D>;
    [] PointSet<T, D>;
    [] ConvexHull<T, D>;
    [] PosedShape<T, D>;
    [, S: Into<AnyShape<T, D>>] Rounded<S, T>;
    [, S: Into<AnyShape<T, D>>] AffineImage<S, T, D>;
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
