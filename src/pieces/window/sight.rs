//! A direction along which boxes and pieces are tested over a span.

use std::cell::OnceCell;

use nalgebra::{SMatrix, SVector};

use super::Places;
use super::bound::Bound;
use super::reach::Reach;
use crate::motion::Placement;
use crate::pieces::tree::Node;
use crate::pieces::{Bodies, Body};
use crate::separation::Margin;
use crate::vector::length_of;
use crate::{CertifiedInterval, Frame, Real, Span, SupportMap};

/// Ulps of its terms that a gap between boxes may lose. In halves of an ulp: a direction turned into a body's frame
/// loses 3, its product with a centre or half extents 3, and the sums of all parts 4. Together that is 10. The
/// difference of two translations and its product with the direction lose 4 before the same sums. A piece alone states
/// its own rounding, and its middle and half lose one each.
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
    /// What bodies of one piece are measured with.
    pub(super) alone: &'x [Option<Reach<T, D>>; 2],
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
    /// Where the middle of a body of one piece is, and how far the piece itself reaches either way.
    alone: Option<(T, T)>,
}

/// How long two boxes or pieces are proven to be apart.
pub(in crate::pieces) enum Apart<T, const D: usize> {
    Throughout(Passed<T, D>),
    /// Up to this share of the span, or this time.
    Until(T),
}

/// A direction that separates two boxes over the span.
#[derive(Clone, Copy, Debug)]
pub(in crate::pieces) struct Passed<T, const D: usize> {
    pub(in crate::pieces) sight: u8,
    pub(in crate::pieces) direction: SVector<T, D>,
    pub(in crate::pieces) margin: Margin<T>,
}

impl<T: Real, const D: usize> Passed<T, D> {
    pub(in crate::pieces) fn interval(
        &self,
        during: Span<T>,
        kept_distance: T,
    ) -> CertifiedInterval<T, D> {
        CertifiedInterval {
            start: during.start(),
            end: during.end(),
            direction: self.direction,
            frame: Frame::World,
            kept_distance,
            margin: self.margin.value,
            order: self.margin.order,
        }
    }
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
        self.ends[which].get_or_init(|| End::new(scenery, &scenery.places[which], &self.direction))
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

    /// Returns up to when two boxes are apart along this direction.
    #[inline]
    pub(super) fn apart(
        &self,
        (a, b): (&Node<T, D>, &Node<T, D>),
        scenery: &Scenery<'_, T, D>,
    ) -> Apart<T, D> {
        let (ahead, reach) = self.end(0, scenery).see(a, b);
        let first = ahead.abs() - reach;
        // written so that NaN separates nothing
        if !(first > T::zero()) {
            return Apart::Until(T::zero());
        }
        let behind = ahead < T::zero();
        let (later, reach) = self.end(1, scenery).see(a, b);
        let last = if behind { -later } else { later } - reach;
        let are_pieces = a.piece().is_some() && b.piece().is_some();
        let room = if are_pieces {
            T::zero()
        } else {
            self.room(scenery)
        };
        self.stays_open(behind, (first - room, last - room), scenery)
    }

    /// Returns up to when two pieces are apart along this direction, each with its reach.
    #[inline]
    pub(super) fn pieces_apart(
        &self,
        (a, of_a): (&dyn SupportMap<T, D>, &Reach<T, D>),
        (b, of_b): (&dyn SupportMap<T, D>, &Reach<T, D>),
        scenery: &Scenery<'_, T, D>,
    ) -> Apart<T, D> {
        let gap = |which: usize, behind: bool| {
            let end = self.end(which, scenery);
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
            let first = gap(0, behind);
            // written so that NaN separates nothing
            if first > T::zero() {
                return self.stays_open(behind, (first, gap(1, behind)), scenery);
            }
        }
        Apart::Until(T::zero())
    }

    /// Returns up to when a gap stays open that is as large as these at both ends.
    #[inline]
    fn stays_open(&self, behind: bool, gaps: (T, T), scenery: &Scenery<'_, T, D>) -> Apart<T, D> {
        let bound = self.bound(behind, scenery);
        if gaps.1 > T::zero() {
            let margin = bound.margin(gaps, scenery.during);
            if margin.value > T::zero() {
                let direction = if behind {
                    -self.direction
                } else {
                    self.direction
                };
                return Apart::Throughout(Passed {
                    sight: 0,
                    direction,
                    margin,
                });
            }
        }
        Apart::Until(bound.share(gaps, scenery.during))
    }
}

impl<T: Real, const D: usize> End<T, D> {
    fn new(scenery: &Scenery<'_, T, D>, places: &Places<T, D>, direction: &SVector<T, D>) -> Self {
        let ((a, b), target) = (scenery.bodies, scenery.target);
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
            a: Seen::new((a, &scenery.alone[0]), &places.a.rotation, direction),
            b: Seen::new((b, &scenery.alone[1]), &places.b.rotation, direction),
            between: direction.dot(&(places.b.translation - places.a.translation)),
            rounding: size * ulp,
            lost: rounding + target + target.abs() * (T::EPSILON * T::of(TARGET_ULPS)),
        }
    }

    /// Returns how far the middle of `b` is ahead of that of `a`, and how far it must be for the boxes to be apart.
    #[inline]
    pub(super) fn see(&self, a: &Node<T, D>, b: &Node<T, D>) -> (T, T) {
        let ((at_a, of_a), (at_b, of_b)) = (self.a.see(a), self.b.see(b));
        (self.between + at_b - at_a, of_a + of_b + self.lost)
    }
}

impl<T: Real, const D: usize> Seen<T, D> {
    fn new(
        (body, alone): (&Body<'_, T, D>, &Option<Reach<T, D>>),
        rotation: &SMatrix<T, D, D>,
        direction: &SVector<T, D>,
    ) -> Self {
        let along = rotation.tr_mul(direction);
        let both_ways = |reach: &Reach<T, D>| {
            let (bottom, top) = body.shape(0, |shape| reach.both_ways(shape, &along));
            let half = T::of(0.5);
            ((bottom + top) * half, (top - bottom) * half)
        };
        Self {
            along,
            across: along.abs(),
            alone: alone.as_ref().map(both_ways),
        }
    }

    /// Returns where the middle of a box is, and how far it reaches either way.
    #[inline]
    fn see(&self, node: &Node<T, D>) -> (T, T) {
        self.alone.unwrap_or_else(|| {
            (
                self.along.dot(&node.center),
                self.across.dot(&node.half_extents),
            )
        })
    }
}

/// The farthest coordinates of a box from the origin of its frame.
fn reach_of<T: Real, const D: usize>(root: &Node<T, D>) -> SVector<T, D> {
    root.center.abs() + root.half_extents
}
