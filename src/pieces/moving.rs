//! Bodies of pieces that move, and what a search needs of one.

use nalgebra::{AbstractRotation, SVector};

use super::tree::Node;
use super::{Convex, Pieces, PiecesError, Surface, Tree};
use crate::extrusion::Side;
use crate::motion::{FixedAxis, Motion, Placement};
use crate::swept::{SweptBox, SweptError};
use crate::{Moving, QueryError, Real, Span, SupportMap};

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

/// Two bodies that are asked about.
pub(crate) type Bodies<'b, T, const D: usize> = (&'b Body<'b, T, D>, &'b Body<'b, T, D>);

/// What a search needs of a moving body of pieces, without its types: a search is compiled once for all bodies.
#[derive(Clone, Copy)]
pub(crate) struct Body<'b, T: Real, const D: usize> {
    tree: &'b Tree<T, D>,
    surface: Option<&'b Surface<T, D>>,
    motion: &'b dyn UntypedMotion<T, D>,
    reach: T,
    pieces: &'b dyn Shows<T, D>,
}

/// Shows what a body consists of, one thing at a time.
trait Shows<T: Real, const D: usize> {
    fn shape(&self, index: u32, see: &mut dyn FnMut(&dyn SupportMap<T, D>));
    fn moving_piece(&self, index: u32, see: &mut dyn FnMut(Side<'_, T, D>));
    fn moving_box(&self, index: u32, see: &mut dyn FnMut(Side<'_, T, D>));
}

/// Calls a function that shows one thing, and returns what another says of it.
macro_rules! shown {
    ($of:ident, $by:ident $(.$name:ident)+ ($($argument:expr),*)) => {{
        let (mut of, mut found) = (Some($of), None);
        $by $(.$name)+ ($($argument,)* &mut |shown| {
            found = of.take().map(|of| of(shown));
        });
        found.expect("it is shown once")
    }};
}

impl<'b, T: Real, const D: usize> Body<'b, T, D> {
    #[inline]
    pub(crate) fn tree(&self) -> &'b Tree<T, D> {
        self.tree
    }

    pub(crate) fn surface(&self) -> Option<&'b Surface<T, D>> {
        self.surface
    }

    #[inline]
    pub(crate) fn motion(&self) -> &'b dyn UntypedMotion<T, D> {
        self.motion
    }

    /// Returns the largest distance of a point of a piece from the motion's centre.
    #[inline]
    pub(crate) fn reach(&self) -> T {
        self.reach
    }

    /// Returns what a function says of a piece in the frame of the body.
    pub(super) fn shape<X>(&self, index: u32, of: impl FnOnce(&dyn SupportMap<T, D>) -> X) -> X {
        shown!(of, self.pieces.shape(index))
    }

    /// Returns what a function says of a piece as a moving body.
    pub(crate) fn moving_piece<X>(&self, index: u32, of: impl FnOnce(Side<'_, T, D>) -> X) -> X {
        shown!(of, self.pieces.moving_piece(index))
    }

    /// Returns what a function says of a box of the tree as a moving body.
    pub(crate) fn moving_box<X>(&self, index: u32, of: impl FnOnce(Side<'_, T, D>) -> X) -> X {
        shown!(of, self.pieces.moving_box(index))
    }

    /// Returns what a function says of a piece as it is at a time, measured from an origin.
    pub(crate) fn placed_piece<X>(
        &self,
        index: u32,
        (time, origin): (T, &SVector<T, D>),
        of: impl FnOnce(&dyn SupportMap<T, D>) -> X,
    ) -> X {
        self.moving_piece(index, |piece| shown!(of, piece.body.look(time, origin)))
    }

    /// Returns what a function says of a box of the tree as it is at a time, measured from an origin.
    pub(crate) fn placed_box<X>(
        &self,
        index: u32,
        (time, origin): (T, &SVector<T, D>),
        of: impl FnOnce(&dyn SupportMap<T, D>) -> X,
    ) -> X {
        self.moving_box(index, |node| shown!(of, node.body.look(time, origin)))
    }
}

/// Returns what a function says of a piece of either body.
pub(super) fn of_pieces<T: Real, const D: usize, X>(
    (a, b): Bodies<'_, T, D>,
    pieces: (u32, u32),
    of: impl FnOnce([Side<'_, T, D>; 2]) -> X,
) -> X {
    a.moving_piece(pieces.0, |a| b.moving_piece(pieces.1, |b| of([a, b])))
}

/// Returns what a function says of a box of either body's tree.
pub(super) fn of_boxes<T: Real, const D: usize, X>(
    (a, b): Bodies<'_, T, D>,
    boxes: (u32, u32),
    of: impl FnOnce([Side<'_, T, D>; 2]) -> X,
) -> X {
    a.moving_box(boxes.0, |a| b.moving_box(boxes.1, |b| of([a, b])))
}

/// Returns what a function says of a piece of either body as these are at a time, measured from an origin.
pub(crate) fn of_placed_pieces<T: Real, const D: usize, X>(
    (a, b): Bodies<'_, T, D>,
    pieces: (u32, u32),
    at: (T, &SVector<T, D>),
    of: impl FnOnce([&dyn SupportMap<T, D>; 2]) -> X,
) -> X {
    a.placed_piece(pieces.0, at, |a| {
        b.placed_piece(pieces.1, at, |b| of([a, b]))
    })
}

impl<P, M, T, const D: usize> MovingPieces<P, M, T, D>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Returns the body without its types.
    pub(crate) fn body(&self) -> Body<'_, T, D> {
        let tree = self.pieces.tree();
        let surface = self.pieces.surface();
        Body {
            tree,
            // one of other pieces tells nothing of these
            surface: surface.filter(|surface| surface.pieces().len() == tree.pieces()),
            motion: &self.motion,
            reach: self.reach,
            pieces: self,
        }
    }

    pub(crate) fn moving_piece(&self, index: u32) -> Moving<P::Piece<'_>, &M, T, D> {
        Moving::new(self.pieces.piece(index), &self.motion)
    }

    pub(crate) fn moving_box(&self, index: u32) -> Moving<&Node<T, D>, &M, T, D> {
        Moving::new(self.pieces.tree().node(index), &self.motion)
    }
}

impl<P, M, T, const D: usize> Shows<T, D> for MovingPieces<P, M, T, D>
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    fn shape(&self, index: u32, see: &mut dyn FnMut(&dyn SupportMap<T, D>)) {
        see(&self.pieces.piece(index));
    }

    fn moving_piece(&self, index: u32, see: &mut dyn FnMut(Side<'_, T, D>)) {
        Side::of(&self.moving_piece(index), see);
    }

    fn moving_box(&self, index: u32, see: &mut dyn FnMut(Side<'_, T, D>)) {
        Side::of(&self.moving_box(index), see);
    }
}

/// Returns a moving convex body as a body of one piece.
///
/// # Errors
/// [`PiecesError::NotFinite`].
pub(crate) fn alone<S, M, T: Real, const D: usize>(
    body: &Moving<S, M, T, D>,
) -> Result<MovingPieces<Convex<&S, T, D>, &M, T, D>, PiecesError>
where
    S: SupportMap<T, D>,
    M: Motion<T, D>,
{
    Ok(MovingPieces::new(Convex::new(body.shape())?, body.motion()))
}

/// Returns the first knot of two motions after a time, or `end` if that is earlier.
///
/// # Errors
/// [`QueryError::KnotNotLater`].
pub(super) fn before_knot<T: Real, const D: usize>(
    (a, b): (&dyn UntypedMotion<T, D>, &dyn UntypedMotion<T, D>),
    from: T,
    end: T,
) -> Result<T, QueryError> {
    let mut until = end;
    for knot in [a.next_knot(from), b.next_knot(from)].into_iter().flatten() {
        // written so that NaN is refused too
        if !(knot > from) {
            let (after, knot) = (from.as_f64(), knot.as_f64());
            return Err(QueryError::KnotNotLater { after, knot });
        }
        until = until.min(knot);
    }
    Ok(until)
}

/// A [`Motion`] without its type of rotations.
pub(crate) trait UntypedMotion<T: Real, const D: usize> {
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D>;
    fn reference(&self, time: T) -> SVector<T, D>;
    fn center(&self) -> SVector<T, D>;
    fn next_knot(&self, after: T) -> Option<T>;
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T>;
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T>;
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>>;

    /// Turns a vector as the body is turned at a time.
    fn turned(&self, time: T, v: &SVector<T, D>) -> SVector<T, D>;
    /// Turns a vector of the world into the frame of the body.
    fn turned_back(&self, time: T, v: &SVector<T, D>) -> SVector<T, D>;
}

impl<M: Motion<T, D>, T: Real, const D: usize> UntypedMotion<T, D> for M {
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        Motion::placement(self, time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        Motion::reference(self, time)
    }

    fn center(&self) -> SVector<T, D> {
        Motion::center(self)
    }

    fn next_knot(&self, after: T) -> Option<T> {
        Motion::next_knot(self, after)
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        Motion::acceleration_bound(self, along, during, reach)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        Motion::speed_bound(self, along, during, reach)
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        Motion::fixed_axis(self, during)
    }

    fn turned(&self, time: T, v: &SVector<T, D>) -> SVector<T, D> {
        self.pose(time).rotation.transform_vector(v)
    }

    fn turned_back(&self, time: T, v: &SVector<T, D>) -> SVector<T, D> {
        self.pose(time).rotation.inverse_transform_vector(v)
    }
}
