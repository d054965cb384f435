//! A direction along which boxes and pieces are tested over a span.

use std::cell::OnceCell;

use nalgebra::{SMatrix, SVector};

use super::Places;
use super::bound::Bound;
use super::reach::Reach;
use crate::motion::Placement;
use crate::pieces::Bodies;
use crate::pieces::tree::Node;
use crate::separation::Margin;
use crate::vector::length_of;
use crate::{Real, Span, SupportMap};

/// Ulps of its terms that a gap between boxes may lose. In halves of an ulp: a direction turned into a body's frame
/// loses 3, its product with a centre or half extents 3, and the sums of all parts 4. Together that is 10. The
/// difference of two translations and its product with the direction lose 4 before the same sums.
const GAP_ULPS: f64 = 8.0;

/// Ulps of the target distance that a gap may lose, as [`Instant`](crate::separation::Instant) counts them.
const TARGET_ULPS: f64 = 12.0;

/// Ulps of its terms by which rounding may make the margin of two pieces' boxes less than that of boxes around them, as
/// far as the bounds of the motion count. See [`Sight::room`].
const ROOM_ULPS: f64 = 256.0;

/// What is looked at along a direction: both bodies over a span.
pub(super) struct Scenery<'x, T: Real, const D: usize> {
    pub(super) bodies: Bodies<'x, T, D>,
    /// Where they are at both ends of the span.
    pub(super) places: &'x [Places<T, D>; 2],
    pub(super) target: T,
    pub(super) during: Span<T>,
}

/// A direction, and what a test along it needs to know of both bodies. Each part is found when it is first needed: most
/// directions are tried for a few boxes, and what bounds the motion takes longest.
#[derive(Clone, Debug)]
pub(super) struct Sight<T, const D: usize> {
    pub(super) direction: SVector<T, D>,
    ends: [OnceCell<End<T, D>>; 2],
    /// What bounds the gap in between if B lies ahead of A, and if it lies behind.
    bounds: [OnceCell<Bound<T>>; 2],
    /// How much more gap boxes need that are not both around a single piece: at least what rounding may take from the
    /// margin of two boxes in them. So this direction separates all pairs of pieces in boxes that it separates, as
    /// computed, and which pieces are asked about does not depend on where a walk begins.
    ///
    /// - A gap loses up to [`GAP_ULPS`] of its terms, and the gap between the boxes within loses as much: together
    ///   twice the rounding.
    /// - A margin loses [`MARGIN_ULPS`] = 8 of its terms: of both gaps, and of K, the most by which the gap may bend,
    ///   which is M h^2 / 2 or (V + W) h. There are two cases. If both gaps are above 2 K, the margin is at least half
    ///   of the smaller one, and rounding does not matter. Else one gap is at most 2 K, and the other one 3 K. For
    ///   boxes within, these gaps grow by x and y, and the margin by at least the smaller of the two, x; y is at most 2
    ///   K more than x. So the terms are at most K + 5 K + 2 K + 2 x. Of what they lose, the growth x outweighs the
    ///   part that is due to x. The rest is 8 times 8 K ulps. It counts twice, as margins are lost by rounding and
    ///   lowered for it: 128 ulps of K. The value is twice that.
    ///
    /// [`MARGIN_ULPS`]: crate::separation
    room: OnceCell<T>,
}

/// Both bodies along a direction at one end of the span.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<T, const D: usize> {
    a: Seen<T, D>,
    b: Seen<T, D>,
    /// How far the frame of B is ahead of that of A.
    between: T,
    /// What rounding may take from a gap between boxes.
    rounding: T,
    /// What rounding may take from a gap, and the target distance.
    lost: T,
}

/// A direction in the frame of a body.
#[derive(Clone, Copy, Debug)]
struct Seen<T, const D: usize> {
    /// Its product with the centre of a box is how far ahead that is.
    along: SVector<T, D>,
    /// Its product with half extents is how far a box reaches either way.
    across: SVector<T, D>,
}

/// A direction that separates two boxes over the span.
#[derive(Clone, Copy, Debug)]
pub(in crate::pieces) struct Passed<T, const D: usize> {
    pub(in crate::pieces) sight: u8,
    pub(in crate::pieces) direction: SVector<T, D>,
    pub(in crate::pieces) margin: Margin<T>,
}

impl<T: Real, const D: usize> Sight<T, D> {
    pub(super) fn along(direction: SVector<T, D>) -> Self {
        Self {
            direction,
            ends: [OnceCell::new(), OnceCell::new()],
            bounds: [OnceCell::new(), OnceCell::new()],
            room: OnceCell::new(),
        }
    }

    /// Returns both bodies along this direction at one end of the span.
    #[inline]
    pub(super) fn end(&self, which: usize, scenery: &Scenery<'_, T, D>) -> &End<T, D> {
        self.ends[which].get_or_init(|| {
            let (places, target) = (&scenery.places[which], scenery.target);
            End::new(scenery.bodies, places, &self.direction, target)
        })
    }

    #[inline]
    fn bound(&self, behind: bool, scenery: &Scenery<'_, T, D>) -> &Bound<T> {
        self.bounds[usize::from(behind)].get_or_init(|| {
            let ahead = if behind {
                -self.direction
            } else {
                self.direction
            };
            Bound::of(scenery.bodies, &ahead, scenery.during)
        })
    }

    #[inline]
    fn room(&self, scenery: &Scenery<'_, T, D>) -> T {
        *self.room.get_or_init(|| {
            let bend = |behind| self.bound(behind, scenery).most_bend(scenery.during);
            let of_bends = bend(false).max(bend(true)) * (T::EPSILON * T::of(ROOM_ULPS));
            let [first, last] = [0, 1].map(|which| self.end(which, scenery).rounding);
            first.max(last) * T::of(2.0) + of_bends
        })
    }

    /// Returns the share of the span after which two boxes seem to meet along this direction: none of it if they
    /// overlap at its start, and `None` if they are apart at both ends.
    #[inline]
    pub(super) fn likely_to_meet(
        &self,
        (a, b): (&Node<T, D>, &Node<T, D>),
        scenery: &Scenery<'_, T, D>,
    ) -> Option<T> {
        let (ahead, reach) = self.end(0, scenery).see(a, b);
        let first = ahead.abs() - reach;
        if !(first > T::zero()) {
            return Some(T::zero());
        }
        let (later, reach) = self.end(1, scenery).see(a, b);
        let last = if ahead < T::zero() { -later } else { later } - reach;
        (last <= T::zero()).then(|| first / (first - last))
    }

    #[inline]
    pub(super) fn separates(
        &self,
        (a, b): (&Node<T, D>, &Node<T, D>),
        scenery: &Scenery<'_, T, D>,
    ) -> Option<Passed<T, D>> {
        let (ahead, reach) = self.end(0, scenery).see(a, b);
        let first = ahead.abs() - reach;
        // written so that NaN separates nothing
        if !(first > T::zero()) {
            return None;
        }
        let (later, reach) = self.end(1, scenery).see(a, b);
        let behind = ahead < T::zero();
        let last = if behind { -later } else { later } - reach;
        if !(last > T::zero()) {
            return None;
        }
        let are_pieces = a.piece().is_some() && b.piece().is_some();
        let room = if are_pieces {
            T::zero()
        } else {
            self.room(scenery)
        };
        let (first, last) = (first - room, last - room);
        if !(first > T::zero() && last > T::zero()) {
            return None;
        }
        self.passed(behind, (first, last), scenery)
    }

    /// Tests two pieces, each with its reach.
    #[inline]
    pub(super) fn separates_pieces(
        &self,
        (a, of_a): (&dyn SupportMap<T, D>, &Reach<T, D>),
        (b, of_b): (&dyn SupportMap<T, D>, &Reach<T, D>),
        scenery: &Scenery<'_, T, D>,
    ) -> Option<Passed<T, D>> {
        let gap = |end: &End<T, D>, behind: bool| {
            let (ahead_a, ahead_b) = if behind {
                (-end.a.along, -end.b.along)
            } else {
                (end.a.along, end.b.along)
            };
            let between = if behind { -end.between } else { end.between };
            // the highest point of A, and the lowest of B
            let reach_a = of_a.value(a, &ahead_a, &end.a.across);
            let reach_b = of_b.value(b, &-ahead_b, &end.b.across);
            between - reach_a - reach_b - end.lost
        };
        for behind in [false, true] {
            let first = gap(self.end(0, scenery), behind);
            // written so that NaN separates nothing
            if !(first > T::zero()) {
                continue;
            }
            let last = gap(self.end(1, scenery), behind);
            if !(last > T::zero()) {
                return None;
            }
            return self.passed(behind, (first, last), scenery);
        }
        None
    }

    /// Returns this direction if the gap stays open between these at both ends.
    #[inline]
    fn passed(
        &self,
        behind: bool,
        gaps: (T, T),
        scenery: &Scenery<'_, T, D>,
    ) -> Option<Passed<T, D>> {
        let bound = self.bound(behind, scenery);
        let margin = bound.margin(gaps, scenery.during);
        (margin.value > T::zero()).then(|| Passed {
            sight: 0,
            direction: if behind {
                -self.direction
            } else {
                self.direction
            },
            margin,
        })
    }
}

impl<T: Real, const D: usize> End<T, D> {
    fn new(
        (a, b): Bodies<'_, T, D>,
        places: &Places<T, D>,
        direction: &SVector<T, D>,
        target: T,
    ) -> Self {
        let ulp = T::EPSILON * T::of(GAP_ULPS);
        let terms = |place: &Placement<T, D>| place.rotation.abs().tr_mul(&direction.abs());
        let (of_a, of_b) = (terms(&places.a), terms(&places.b));
        let (root_a, root_b) = (a.tree().node(0), b.tree().node(0));
        let size = of_a.dot(&reach_of(root_a))
            + of_b.dot(&reach_of(root_b))
            + direction
                .abs()
                .dot(&(places.a.translation.abs() + places.b.translation.abs()));
        let placed = direction
            .abs()
            .dot(&(places.a.translation_error + places.b.translation_error));
        let turned = places.a.angle_error * (length_of(&root_a.center) + root_a.radius)
            + places.b.angle_error * (length_of(&root_b.center) + root_b.radius);
        let rounding = (size * ulp + placed + turned) * (T::one() + ulp);
        Self {
            a: Seen::new(&places.a.rotation, direction),
            b: Seen::new(&places.b.rotation, direction),
            between: direction.dot(&places.between()),
            rounding: size * ulp,
            lost: rounding + target + target.abs() * (T::EPSILON * T::of(TARGET_ULPS)),
        }
    }

    /// Returns how far the middle of `b` is ahead of that of `a`, and how far it must be for the boxes to be apart.
    #[inline]
    pub(super) fn see(&self, a: &Node<T, D>, b: &Node<T, D>) -> (T, T) {
        let ahead = self.between + self.b.along.dot(&b.center) - self.a.along.dot(&a.center);
        let reach = self.a.across.dot(&a.half_extents) + self.b.across.dot(&b.half_extents);
        (ahead, reach + self.lost)
    }
}

impl<T: Real, const D: usize> Seen<T, D> {
    fn new(rotation: &SMatrix<T, D, D>, direction: &SVector<T, D>) -> Self {
        let along = rotation.tr_mul(direction);
        Self {
            along,
            across: along.abs(),
        }
    }
}

/// The farthest coordinates of a box from the origin of its frame.
fn reach_of<T: Real, const D: usize>(root: &Node<T, D>) -> SVector<T, D> {
    root.center.abs() + root.half_extents
}
