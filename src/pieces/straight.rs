//! A body that is cast straight ahead, as it is seen from the frame of a body of pieces.
//!
//! Measured from the middle of the moving body, a box is met where a ray from there meets the box enlarged by that
//! body.

mod walk;

pub(super) use walk::{Walk, Way};

use nalgebra::SVector;

use super::tree::Node;
use crate::Real;

/// Errors of a coordinate of a box's side, as it is seen along the way, in ulps of the largest distance between a point
/// of the body and the start.
///
/// In halves of an ulp: the way to the body and the direction, which goes as far, are turned by a product that loses 3
/// each. The middle of the moving body loses 1, its difference with the way 1, its room 2, and the sums that enlarge a
/// box 3. Then a side is at the difference of two places, times an inverse, plus or minus half a width times that
/// inverse: the difference, the inverse, the products and the sum may each be off by a half for numbers of up to twice
/// the distance, which makes 2 each. That is 21 halves, and some of second order.
pub(super) const SIDE_ULPS: f64 = 12.0;

/// Errors of where the corner of a triangle is along a vector across an edge and the way, in ulps of the edge's length
/// times the largest distance between a point of the body and the start.
///
/// The vector loses 2 in its product, and the edge, as a difference, 1. So it is not quite across the way, which goes
/// as far: that is 2 more, and the product with the place of the corner loses 2.5. That is 7.5, and some of second
/// order. In the plane the vector is exact, and its length takes the place of the edge's.
const ACROSS_ULPS: f64 = 12.0;

/// A body that goes straight ahead, as it is seen from the frame of a body of pieces.
pub(super) struct Straight<T, const D: usize> {
    /// The middle of the moving body at the start.
    from: SVector<T, D>,
    /// Where it goes in a unit of the distance that is asked for.
    direction: SVector<T, D>,
    /// One over each coordinate of the direction.
    inverse: SVector<T, D>,
    /// The largest distance between a point of the body and the start.
    farthest: T,
    /// What boxes are enlarged by: half the room of the moving body, the distance that is to be kept, and rounding.
    larger: SVector<T, D>,
}

impl<T: Real, const D: usize> Straight<T, D> {
    pub(super) fn new(
        (from, direction): (SVector<T, D>, SVector<T, D>),
        larger: SVector<T, D>,
        farthest: T,
    ) -> Self {
        Self {
            from,
            direction,
            inverse: direction.map(|speed| T::one() / speed),
            farthest,
            larger,
        }
    }

    /// Returns whether the body passes a triangle, or in the plane a segment, by.
    ///
    /// Along a vector across its way the moving body stays where it is. So it never meets what lies beyond it along
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

    /// Returns a vector across an edge and the way, and the length that its errors scale with. In the plane there is
    /// one across the way alone.
    fn across(&self, edge: &SVector<T, D>) -> (SVector<T, D>, T) {
        let d = &self.direction;
        if D == 2 {
            let across = SVector::from_fn(|axis, _| [-d[1], d[0]][axis]);
            return (across, d.abs().sum());
        }
        let across = SVector::from_fn(|axis, _| {
            let (y, z) = ((axis + 1) % D, (axis + 2) % D);
            edge[y] * d[z] - edge[z] * d[y]
        });
        (across, edge.abs().sum() * d.abs().sum())
    }
}

impl<T: Real, const D: usize> Way<T, D> for Straight<T, D> {
    #[inline(always)]
    fn meets(&self, node: &Node<T, D>, end: T) -> Option<T> {
        let (mut enters, mut leaves, mut is_beside) = (T::zero(), end, false);
        // without branches: which axis tells is as good as random
        for axis in 0..D {
            let half = node.half_extents[axis] + self.larger[axis];
            let way = node.center[axis] - self.from[axis];
            is_beside |= (self.direction[axis] == T::zero()) & (way.abs() > half);
            let inverse = self.inverse[axis];
            let (middle, half) = (way * inverse, half * inverse.abs());
            // NaN, from a speed that is none or nearly none, is not taken
            let (first, last) = (middle - half, middle + half);
            enters = if first > enters { first } else { enters };
            leaves = if last < leaves { last } else { leaves };
        }
        (!is_beside & (enters <= leaves)).then_some(enters)
    }
}

#[cfg(test)]
pub(super) mod tests;
