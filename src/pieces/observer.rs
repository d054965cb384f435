//! Watching a search over bodies of pieces.

use super::PieceContact;
use crate::{CertifiedInterval, QueryError, Real, Solution, Span};

/// An observer that [`first_contact_observed`](crate::Query::first_contact_observed) shows every step of its search: to
/// draw it, to trace it, or to find out where the work goes.
///
/// Override the methods that you need. Boxes are named by their index in the tree of their body:
/// [`Tree::bounds`](super::Tree::bounds) has their place.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::AtRest;
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::pieces::{BoxPair, Convex, Front, MovingPieces, PiecesObserver, Polyline};
/// use photofinish::shape::Ball;
/// use photofinish::{CertifiedInterval, Query, Span};
///
/// /// Counts what was split and what was settled.
/// #[derive(Default)]
/// struct Count {
///     splits: usize,
///     settled: usize,
/// }
///
/// impl PiecesObserver<f64, 2> for Count {
///     fn settled(&mut self, _: BoxPair, by: &CertifiedInterval<f64, 2>) {
///         assert!(by.margin > 0.0);
///         self.settled += 1;
///     }
///
///     fn split(&mut self, _: BoxPair) {
///         self.splits += 1;
///     }
/// }
///
/// let stairs = (0..20).map(|i| vector![f64::from(i / 2), f64::from((i + 1) / 2)]).collect();
/// let stairs = MovingPieces::new(Polyline::open(stairs)?, AtRest::new(Isometry2::identity())?);
/// let flight = ConstantVelocity::new(Isometry2::translation(5.0, 7.0), vector![0.0, -1.0], 0.0)?;
/// let ball = MovingPieces::new(Convex::new(Ball::new(0.1)?)?, flight);
/// let mut count = Count::default();
/// let answer =
///     Query::new().first_contact_observed(&ball, &stairs, 0.0..=1.0, &mut Front::new(), &mut count)?;
/// let tested = answer.statistics.box_pairs as usize;
/// assert!(count.splits > 0 && count.splits + count.settled <= tested);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PiecesObserver<T: Real, const D: usize> {
    /// The boxes around both bodies are apart over this span, and no others were looked at.
    fn apart(&mut self, during: Span<T>) {
        let _ = during;
    }

    /// A walk down both trees begins, over this span.
    fn walk(&mut self, during: Span<T>) {
        let _ = during;
    }

    /// The span of the walk ends here already, as pieces meet before. What was settled is settled for it too.
    fn shortened(&mut self, end: T) {
        let _ = end;
    }

    /// A vector separates two boxes over the span, or the two pieces in them.
    fn settled(&mut self, boxes: BoxPair, by: &CertifiedInterval<T, D>) {
        let _ = (boxes, by);
    }

    /// No vector was found for these boxes; the larger one is split.
    fn split(&mut self, boxes: BoxPair) {
        let _ = boxes;
    }

    /// Two pieces were asked about over this span: the whole interval.
    fn asked(
        &mut self,
        pieces: (u32, u32),
        during: Span<T>,
        answer: &Result<Solution<T, D>, QueryError>,
    ) {
        let _ = (pieces, during, answer);
    }

    /// Two pieces come into contact.
    fn found(&mut self, contact: &PieceContact<T, D>) {
        let _ = contact;
    }
}

/// Two boxes: one of the tree of A and one of the tree of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoxPair {
    /// The index of the box of A.
    pub a: u32,
    /// The index of the box of B.
    pub b: u32,
    /// How many splits lead to it.
    pub depth: u8,
}
