//! A cast, as it is seen from the frame of the body of pieces.

use nalgebra::SVector;

use crate::cast::CastError;
use crate::error::finite;
use crate::motion::Placement;
use crate::pieces::tree::Node;
use crate::vector::length_of;
use crate::{Real, SupportMap};

/// Errors of a coordinate of a box's side, as it is seen along a cast, in ulps of the largest distance between a point
/// of the body and the start of the cast.
///
/// In halves of an ulp: the way to the body and the direction, which goes as far, are turned by a product that loses 3
/// each. The middle of the moving body loses 1, its difference with the way 1, its room 2, and the sums that enlarge a
/// box 3. Then a side is at the difference of two places, plus or minus half a width, times an inverse: each of these
/// may be off by a half for numbers of up to twice the distance, which makes 2 each. That is 21 halves, and some of
/// second order.
const SIDE_ULPS: f64 = 12.0;

/// Errors of where the corner of a triangle is along a vector across an edge and the cast, in ulps of the edge's length
/// times the largest distance between a point of the body and the start of the cast.
///
/// The vector loses 2 in its product, and the edge, as a difference, 1. So it is not quite across the cast, which goes
/// as far: that is 2 more, and the product with the place of the corner loses 2.5. That is 7.5, and some of second
/// order. In the plane the vector is exact, and its length takes the place of the edge's.
const ACROSS_ULPS: f64 = 12.0;

/// A cast, as it is seen from the frame of the body of pieces.
pub(super) struct View<T, const D: usize> {
    /// The middle of the moving body at the start.
    from: SVector<T, D>,
    direction: SVector<T, D>,
    /// One over each coordinate of the direction.
    inverse: SVector<T, D>,
    /// The largest distance between a point of the body and the start.
    farthest: T,
    /// How far turning the direction into this frame may have moved it.
    turned: T,
    /// What boxes are enlarged by: half the room of the moving body, the target distance, and rounding.
    larger: SVector<T, D>,
}

impl<T: Real, const D: usize> View<T, D> {
    /// Returns the view of a cast by `start`, the moving body, measured from the origin of the placement. `reach` is
    /// that of the body of pieces from the origin of its frame.
    pub(super) fn new(
        placement: &Placement<T, D>,
        reach: T,
        (start, direction): (&impl SupportMap<T, D>, &SVector<T, D>),
        target: T,
    ) -> Result<Self, CastError> {
        let (turn, way) = (&placement.rotation, &placement.translation);
        let half = T::of(0.5);
        let (mut middle, mut room) = (SVector::<T, D>::zeros(), SVector::<T, D>::zeros());
        for axis in 0..D {
            let along: SVector<T, D> = turn.column(axis).into_owned();
            let ahead = start.core_support_value(&along);
            let behind = start.core_support_value(&-along);
            middle[axis] = (ahead - behind) * half;
            room[axis] = (ahead + behind) * half + start.radius();
        }
        let farthest = length_of(way) + reach + length_of(&middle) + length_of(&room);
        // the way to the body, and the direction that goes as far, are both turned
        let of_turn = placement.angle_error * T::of(2.0) + T::EPSILON * T::of(SIDE_ULPS);
        let rounding = farthest * of_turn
            + length_of(&placement.translation_error)
            + length_of(&start.rounding());
        let larger = room.add_scalar(rounding + target.max(T::zero()));
        finite("a body's place", larger.sum() + way.sum())?;
        let direction = turn.tr_mul(direction);
        Ok(Self {
            from: middle - turn.tr_mul(way),
            direction,
            inverse: direction.map(|speed| T::one() / speed),
            farthest,
            turned: placement.angle_error,
            larger,
        })
    }

    /// Returns a distance before which nothing in a box is met, or `None` if nothing in it is met before `end`.
    #[inline]
    pub(super) fn meets(&self, node: &Node<T, D>, end: T) -> Option<T> {
        let (mut enters, mut leaves) = (T::zero(), end);
        for axis in 0..D {
            let half = node.half_extents[axis] + self.larger[axis];
            let way = node.center[axis] - self.from[axis];
            if self.direction[axis] == T::zero() {
                if way.abs() > half {
                    return None;
                }
                continue;
            }
            let inverse = self.inverse[axis];
            let (one, other) = ((way - half) * inverse, (way + half) * inverse);
            // NaN, from a side at the start and a speed that is nearly none, is not taken
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
        (enters <= leaves).then_some(enters)
    }

    /// Returns whether the cast passes a triangle, or in the plane a segment, by.
    ///
    /// Along a vector across the cast the moving body stays where it is. So it never meets what lies beyond it along
    /// such a vector. For a triangle these are the vectors that are also across one of its edges.
    pub(super) fn passes(&self, corners: &[SVector<T, D>; D]) -> bool {
        (0..D).any(|first| {
            let next = (first + 1) % D;
            let edge = corners[next] - corners[first];
            let (across, scale) = self.across(&edge);
            // the corner that is not on the edge; of a segment, its other end
            let last = (next + D - 2) % D;
            let place = |corner: usize| across.dot(&(corners[corner] - self.from));
            let (one, other) = (place(first), place(last));
            let rounding = scale * self.farthest * (T::EPSILON * T::of(ACROSS_ULPS));
            let larger = across.abs().dot(&self.larger) + rounding;
            one.min(other) > larger || one.max(other) < -larger
        })
    }

    /// Returns whether the cast goes where a normal points, which may be off by a length.
    pub(super) fn goes_ahead(&self, normal: &SVector<T, D>, error: T) -> bool {
        self.direction.dot(normal) > error + self.turned
    }

    /// Returns a vector across an edge and the cast, and the length that its errors scale with. In the plane there is
    /// one across the cast alone.
    fn across(&self, edge: &SVector<T, D>) -> (SVector<T, D>, T) {
        let d = &self.direction;
        if D == 2 {
            let across = SVector::from_fn(|axis, _| [-d[1], d[0]][axis]);
            return (across, T::one());
        }
        let across = SVector::from_fn(|axis, _| {
            let (y, z) = ((axis + 1) % D, (axis + 2) % D);
            edge[y] * d[z] - edge[z] * d[y]
        });
        (across, edge.abs().sum())
    }
}

#[cfg(test)]
mod tests;
