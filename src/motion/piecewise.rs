//! Motions one after the other.

use nalgebra::{Isometry, SVector};

use super::rotor::ROTATION_ROUNDING;
use super::{Motion, Placement, Rotor};
use crate::error::finite;
use crate::{MotionError, Real, Span};

/// One motion after the other, each between two knots.
///
/// The pieces are of one type: an enum of one's own, or `Box<dyn Motion<T, D, Rotation = R>>` to mix them. Before
/// the first knot the first piece goes on backwards, after the last knot the last one forwards.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piecewise<T, M> {
    knots: Vec<T>,
    pieces: Vec<M>,
    /// How far two pieces are apart at the knot between them, at most: a length and an angle.
    mismatch: (T, T),
}

impl<T: Real, M> Piecewise<T, M> {
    /// `pieces[i]` between `knots[i]` and `knots[i + 1]`.
    ///
    /// Neighbours must agree about their common knot up to rounding; what is left of their disagreement counts as
    /// rounding error of the pose there.
    ///
    /// # Errors
    /// [`MotionError::KnotCount`], [`MotionError::KnotOrder`], [`MotionError::NotFinite`] and
    /// [`MotionError::Discontinuous`].
    pub fn new<const D: usize>(knots: Vec<T>, pieces: Vec<M>) -> Result<Self, MotionError>
    where
        M: Motion<T, D>,
    {
        if pieces.is_empty() || knots.len() != pieces.len() + 1 {
            return Err(MotionError::KnotCount {
                pieces: pieces.len(),
                knots: knots.len(),
            });
        }
        for pair in knots.windows(2) {
            finite("knot", pair[0])?;
            finite("knot", pair[1])?;
            if pair[0] >= pair[1] {
                return Err(MotionError::KnotOrder {
                    knot: pair[0].as_f64(),
                    next: pair[1].as_f64(),
                });
            }
        }
        let mut mismatch = (T::zero(), T::zero());
        for (pair, &knot) in pieces.windows(2).zip(&knots[1..]) {
            let gap = gap_at(&pair[0], &pair[1], knot)?;
            mismatch = (mismatch.0.max(gap.0), mismatch.1.max(gap.1));
        }
        Ok(Self {
            knots,
            pieces,
            mismatch,
        })
    }

    /// The piece that holds from its first knot on, up to the next one.
    fn piece(&self, time: T) -> &M {
        let inner = &self.knots[1..self.pieces.len()];
        &self.pieces[inner.partition_point(|&knot| knot <= time)]
    }

    /// The piece that a span without a knot inside belongs to.
    fn piece_during(&self, during: Span<T>) -> &M {
        self.piece(during.start())
    }
}

/// How far two motions are apart at a time: a length and an angle.
fn gap_at<T: Real, const D: usize, M: Motion<T, D>>(
    before: &M,
    after: &M,
    knot: T,
) -> Result<(T, T), MotionError> {
    let motions = [before, after];
    let (before, after) = (before.pose(knot), after.pose(knot));
    let positions = (before.translation.vector, after.translation.vector);
    let apart = (positions.0 - positions.1).norm();
    let angle = M::Rotation::speed(M::Rotation::turn_between(&before.rotation, &after.rotation));
    let allowed = T::SQRT_EPSILON * (T::one() + positions.0.norm());
    // written so that NaN is refused too
    if !(apart <= allowed && angle <= T::SQRT_EPSILON) {
        let gap = if apart <= allowed { angle } else { apart };
        return Err(MotionError::Discontinuous {
            knot: knot.as_f64(),
            gap: gap.as_f64(),
        });
    }
    // both poses are themselves rounded: far from the origin, or after many turns
    let ulps = T::EPSILON * T::of(ROTATION_ROUNDING);
    let mut mismatch = (apart + positions.0.norm() * ulps, angle + ulps);
    for motion in motions {
        let placement = motion.placement(knot, &positions.0);
        mismatch.0 += placement.translation_error.norm();
        mismatch.1 += placement.angle_error;
    }
    Ok(mismatch)
}

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Piecewise<T, M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
        self.piece(time).pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let mut placement = self.piece(time).placement(time, origin);
        if self
            .knots
            .binary_search_by(|knot| knot.as_f64().total_cmp(&time.as_f64()))
            .is_ok()
        {
            // a span that ends here is bounded by the piece before, whose pose may differ by this much
            placement.translation_error.add_scalar_mut(self.mismatch.0);
            placement.angle_error += self.mismatch.1;
        }
        placement
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.piece(time).reference(time)
    }

    /// The pieces turn about centres of their own, so that the bounds count from the origin of the frame.
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let piece = self.piece_during(during);
        piece.acceleration_bound(along, during, reach + piece.center().norm())
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let piece = self.piece_during(during);
        piece.speed_bound(along, during, reach + piece.center().norm())
    }

    fn next_knot(&self, after: T) -> Option<T> {
        let own = self.knots.partition_point(|&knot| knot <= after);
        let own = self.knots.get(own).copied();
        let of_piece = self.piece(after).next_knot(after);
        match (own, of_piece) {
            (Some(own), Some(inner)) => Some(own.min(inner)),
            (own, inner) => own.or(inner),
        }
    }
}
