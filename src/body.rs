//! Moving bodies of any form: convex shapes, bodies of pieces, and half-spaces, in one type.
//!
//! A game mixes them: crates, a mesh of the ground, a wall without an end. [`AnyBody`] is one such body with its
//! motion, and [`Query::first_meeting`](crate::Query::first_meeting) asks when two of them meet first, whatever they
//! are. The [`engine`](crate::engine) takes them too.
//!
//! ```
//! use nalgebra::{Isometry2, vector};
//! use photofinish::body::{AnyBody, AnyBody2};
//! use photofinish::motion::ConstantVelocity;
//! use photofinish::pieces::{MovingPieces, Polyline};
//! use photofinish::shape::Ball;
//! use photofinish::{HalfSpace, Moving, Query};
//!
//! let flight = |x: f64, y: f64| ConstantVelocity::new(Isometry2::translation(x, y), vector![1.0, 0.0], 0.0);
//! let line = Polyline::open(vec![vector![0.0, -1.0], vector![0.3, 0.0], vector![0.0, 1.0]])?;
//! // a ball, a bow that flies ahead of it, and a wall
//! let bodies: [AnyBody2<ConstantVelocity<f64, _, 2>>; 3] = [
//!     Moving::new(Ball::new(0.5)?.into(), flight(-2.0, 0.0)?).into(),
//!     MovingPieces::new(line.into(), flight(0.0, 0.0)?).into(),
//!     AnyBody::Floor(HalfSpace::new(vector![-1.0, 0.0], vector![4.3, 0.0])?),
//! ];
//! let meet = |a: usize, b: usize| Query::new().first_meeting(&bodies[a], &bodies[b], 0.0..=9.0);
//! let bow = meet(1, 2)?.contact.expect("the bow reaches the wall");
//! // its middle, where segment 0 ends; a half-space has no pieces, and counts as piece 0
//! assert_eq!(bow.pieces, (0, 0));
//! assert!(bow.time <= 4.0 && bow.time > 4.0 - 1e-6);
//! let ball = meet(0, 2)?.contact.expect("and so does the ball");
//! assert!(ball.time <= 5.8 && ball.time > 5.8 - 1e-6);
//! assert!(meet(0, 1)?.contact.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cast;
mod form;
mod meeting;
mod reach;
mod stretch;

pub use form::{AnyForm, AnyForm2, AnyForm3};
pub use meeting::PairMemory;
#[cfg(feature = "rayon")]
pub(crate) use stretch::grown_by_half;
pub(crate) use stretch::{Bounds, Stretch};

use crate::motion::Motion;
use crate::pieces::{AnyPieces, MovingPieces, Pieces};
use crate::shape::AnyShape;
use crate::swept::{SweptBox, SweptError};
use crate::{HalfSpace, Moving, MovingHalfSpace, Real, Span, SupportMap};

/// A moving body of any form.
///
/// The [module docs](self) have an example.
#[derive(Clone, Copy, Debug)]
pub enum AnyBody<S, P, M, T: Real, const D: usize> {
    /// A convex shape.
    Shape(Moving<S, M, T, D>),
    /// A body of pieces, such as a compound or a mesh.
    Pieces(MovingPieces<P, M, T, D>),
    /// A half-space at rest, in the world's frame.
    Floor(HalfSpace<T, D>),
    /// A half-space that moves.
    MovingFloor(MovingHalfSpace<M, T, D>),
}

/// A moving body of any form in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type AnyBody2<M, T = f64> = AnyBody<AnyShape<T, 2>, AnyPieces<T, 2>, M, T, 2>;

/// A moving body of any form in space, for types that are written out. The scalar is `f64` unless it is given.
pub type AnyBody3<M, T = f64> = AnyBody<AnyShape<T, 3>, AnyPieces<T, 3>, M, T, 3>;

impl<S, P, M, T, const D: usize> AnyBody<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Returns the body of this form with this motion. A half-space is a body by itself:
    /// [`Floor`](Self::Floor), [`MovingFloor`](Self::MovingFloor).
    pub fn new(form: AnyForm<S, P>, motion: M) -> Self {
        match form {
            AnyForm::Shape(shape) => Self::Shape(Moving::new(shape, motion)),
            AnyForm::Pieces(pieces) => Self::Pieces(MovingPieces::new(pieces, motion)),
        }
    }

    /// Returns the motion, or `None` for a half-space at rest.
    pub fn motion(&self) -> Option<&M> {
        match self {
            Self::Shape(body) => Some(body.motion()),
            Self::Pieces(body) => Some(body.motion()),
            Self::Floor(_) => None,
            Self::MovingFloor(floor) => Some(floor.motion()),
        }
    }

    /// Returns whether it is a surface that may be touched from its front only.
    pub(crate) fn is_one_sided(&self) -> bool {
        match self {
            Self::Pieces(body) => body
                .pieces()
                .surface()
                .is_some_and(|surface| surface.is_one_sided()),
            Self::Shape(_) | Self::Floor(_) | Self::MovingFloor(_) => false,
        }
    }

    /// Returns this form, by reference, with another motion.
    pub(crate) fn on<'b>(&'b self, motion: &'b M) -> AnyBody<&'b S, &'b P, &'b M, T, D> {
        match self {
            Self::Shape(body) => AnyBody::Shape(body.on(motion)),
            Self::Pieces(body) => AnyBody::Pieces(MovingPieces::new(body.pieces(), motion)),
            Self::Floor(floor) => AnyBody::MovingFloor(MovingHalfSpace::new(*floor, motion)),
            Self::MovingFloor(floor) => {
                AnyBody::MovingFloor(MovingHalfSpace::new(floor.half_space(), motion))
            }
        }
    }

    /// Replaces the motion, and returns the old one, or `None` for a half-space that was at rest.
    pub(crate) fn replace_motion(&mut self, motion: M) -> Option<M> {
        match self {
            Self::Shape(body) => Some(body.replace_motion(motion)),
            Self::Pieces(body) => Some(body.replace_motion(motion)),
            Self::Floor(floor) => {
                *self = Self::MovingFloor(MovingHalfSpace::new(*floor, motion));
                None
            }
            Self::MovingFloor(floor) => Some(floor.replace_motion(motion)),
        }
    }

    /// Returns whether it is a half-space. Two of them are no pair to ask about.
    pub fn is_floor(&self) -> bool {
        matches!(self, Self::Floor(_) | Self::MovingFloor(_))
    }

    /// Returns a box, with its sides along the axes of the world, that contains the body at all times of the span, or
    /// `None` for a half-space, which has none.
    ///
    /// For a shape it is [`swept_box`](crate::swept::swept_box) of the shape, for a body of pieces that of a box around
    /// all pieces. So the box of a body of pieces that turns is somewhat larger.
    ///
    /// # Errors
    /// Those of [`swept_box`](crate::swept::swept_box).
    pub fn swept_box(&self, during: Span<T>) -> Result<Option<SweptBox<T, D>>, SweptError> {
        match self {
            Self::Shape(body) => body.swept_box(during).map(Some),
            Self::Pieces(body) => body.swept_box(during).map(Some),
            Self::Floor(_) | Self::MovingFloor(_) => Ok(None),
        }
    }
}

impl<S, P, M, T: Real, const D: usize> From<Moving<S, M, T, D>> for AnyBody<S, P, M, T, D> {
    fn from(body: Moving<S, M, T, D>) -> Self {
        Self::Shape(body)
    }
}

impl<S, P, M, T: Real, const D: usize> From<MovingPieces<P, M, T, D>> for AnyBody<S, P, M, T, D> {
    fn from(body: MovingPieces<P, M, T, D>) -> Self {
        Self::Pieces(body)
    }
}

impl<S, P, M, T: Real, const D: usize> From<HalfSpace<T, D>> for AnyBody<S, P, M, T, D> {
    fn from(floor: HalfSpace<T, D>) -> Self {
        Self::Floor(floor)
    }
}

impl<S, P, M, T: Real, const D: usize> From<MovingHalfSpace<M, T, D>> for AnyBody<S, P, M, T, D> {
    fn from(floor: MovingHalfSpace<M, T, D>) -> Self {
        Self::MovingFloor(floor)
    }
}
