//! A body that moves past another one which does not turn, between pairs of planes that stay parallel. It is a convex
//! body, or any body as the ball around its centre.
//!
//! Along a direction that is fixed in the frame of the body that does not turn, the moving one reaches from its lowest
//! point to its highest. Both are known at the ends of a span. In between, a gap along a direction is above the
//! straight line from one end to the other, less M h^2 / 8: that is how far a path with accelerations up to M may leave
//! its chord in a time h. So both bodies together can touch along a direction only in that part of the span in which
//! two straight lines say so. This takes two products for each box. No pair touches but where the parts of all
//! directions overlap.

mod slab;

use std::cell::OnceCell;

use self::slab::{Meeting, Slab};
use nalgebra::{SMatrix, SVector};

use super::straight::Way;
use super::tree::Node;
use super::window::Reach;
use super::{Bodies, Body};
use crate::motion::Placement;
use crate::separation::sum_of_bounds;
use crate::vector::unit;
use crate::{Real, Span};

/// Ulps of the coordinates of both bodies that a slab may lose. In halves of an ulp: a direction turned into the frame
/// of the body that does not turn loses 3, its products with a centre and half extents 3 each, and their difference 1.
/// The way between the bodies loses 1, its product with the direction 3, and three sums 3. A line loses 3 of its
/// quotient and product, as a share of the way from one end to the other, which is twice the coordinates; and the same
/// counts for the height at either end. Together that is 29; what a body reaches along a direction counts for itself.
///
/// The centre of a ball is turned by a product that loses 3, and added, which loses 1. The ball reaches along a normal as
/// far as along one of length 1, from which it may be off by 3.5, and by 5.2 once it is turned. That makes 41.7.
const SLAB_ULPS: f64 = 21.0;

/// A direction in the frame of the body that does not turn, with the slab along it.
#[derive(Clone, Copy, Debug)]
struct Along<T, const D: usize> {
    direction: SVector<T, D>,
    across: SVector<T, D>,
    slab: Slab<T>,
}

/// A body of one piece, or a ball, that moves past another body, over a span in which that one does not turn.
pub(super) struct View<'x, T: Real, const D: usize> {
    still: &'x Body<'x, T, D>,
    mover: &'x Body<'x, T, D>,
    /// What the piece is measured with. Without it the moving body counts as the ball around its centre.
    reach: Option<Reach<T, D>>,
    pub(super) during: Span<T>,
    /// Maps directions of the frame that does not turn to the world.
    rotation: SMatrix<T, D, D>,
    /// How the piece is turned at both ends, and where its frame or the centre of the ball is, measured from the other
    /// frame.
    turned: [SMatrix<T, D, D>; 2],
    ways: [SVector<T, D>; 2],
    /// Whether no point of a body, or of a ball that does not turn, leaves its straight line.
    pub(super) is_straight: bool,
    /// By how much a gap must be larger than it seems.
    lost: T,
    /// Along the axes of the frame that does not turn.
    axes: [Slab<T>; D],
    /// Along the axes that the piece has half way through the span, where they are others.
    own: OnceCell<[Option<Along<T, D>>; D]>,
}

impl<'x, T: Real, const D: usize> View<'x, T, D> {
    /// Looks for when the bodies may come within the distance `clear`. Returns `None` if `mover` has several pieces,
    /// unless `still` says that it does not turn, or if a motion has no bound of its acceleration.
    #[inline]
    pub(super) fn new(
        (still, mover): Bodies<'x, T, D>,
        during: Span<T>,
        origin: &SVector<T, D>,
        clear: T,
    ) -> Option<Self> {
        let is_alone = mover.tree().pieces() == 1;
        let reach = is_alone.then(|| mover.shape(0, |shape| Reach::of(shape)))?;
        Self::of((still, mover), Some(reach), (during, origin, clear))
    }

    /// Looks for when the ball around the centre of `mover` may come within the distance `clear`. Returns `None` unless
    /// `still` says that it does not turn, or if a motion has no bound of its acceleration.
    #[inline]
    pub(super) fn of_ball(
        bodies: Bodies<'x, T, D>,
        during: Span<T>,
        origin: &SVector<T, D>,
        clear: T,
    ) -> Option<Self> {
        Self::of(bodies, None, (during, origin, clear))
    }

    #[inline]
    fn of(
        (still, mover): Bodies<'x, T, D>,
        reach: Option<Reach<T, D>>,
        (during, origin, clear): (Span<T>, &SVector<T, D>, T),
    ) -> Option<Self> {
        let axis = |body: &Body<'_, T, D>| body.motion().fixed_axis(during);
        let of_frame = axis(still).filter(|axis| !axis.turns())?;
        let at = |body: &Body<'_, T, D>, time| body.motion().placement(time, origin);
        let (start, end) = (during.start(), during.end());
        let of_still = [at(still, start), at(still, end)];
        let of_mover = [at(mover, start), at(mover, end)];
        let rotation = of_still[0].rotation;
        let unknown = T::of(f64::NAN);
        let (goes_straight, center, own) = match &reach {
            Some(_) => (
                axis(mover).is_some_and(|axis| axis.is_straight()),
                SVector::zeros(),
                size_of(mover.tree().node(0)),
            ),
            None => (
                axis(mover).is_some_and(|axis| axis.acceleration == SVector::<T, D>::zeros()),
                mover.motion().center(),
                mover.motion().center().abs().sum() + mover.reach(),
            ),
        };
        let mut view = Self {
            still,
            mover,
            during,
            rotation,
            turned: [of_mover[0].rotation, of_mover[1].rotation],
            ways: [0, 1].map(|end| {
                let at: &Placement<T, D> = &of_mover[end];
                at.translation + at.rotation * center - of_still[end].translation
            }),
            is_straight: goes_straight && of_frame.is_straight(),
            lost: lost(
                (size_of(still.tree().node(0)), own),
                (&of_still, &of_mover),
                clear,
            ),
            axes: [Slab {
                low: unknown,
                high: unknown,
                per_low: unknown,
                per_high: unknown,
            }; D],
            own: match reach {
                Some(_) => OnceCell::new(),
                None => OnceCell::from([None; D]),
            },
            reach,
        };
        for axis in 0..D {
            view.axes[axis] = view.slab(&rotation.column(axis).into_owned())?;
        }
        Some(view)
    }

    /// Returns the slab along a direction of the world.
    ///
    /// The gap above a point of the other body is s . (m - f), with m the lowest point of the piece, and that below it
    /// is s . (f - m), with m the highest. Each has its own bound of its second derivative.
    fn slab(&self, s: &SVector<T, D>) -> Option<Slab<T>> {
        let duration = self.during.length_at_most();
        let eighth = duration * duration * (T::of(0.125) * (T::one() + T::EPSILON * T::of(8.0)));
        let sag = |s: &SVector<T, D>| {
            if self.is_straight {
                return Some(T::zero());
            }
            // the points of a ball that does not turn accelerate as its centre does
            let far = match self.reach {
                Some(_) => self.mover.reach(),
                None => T::zero(),
            };
            let of_mover = self.mover.motion();
            let of_mover = of_mover.acceleration_bound(s, self.during, far)?;
            let of_still = self.still.motion();
            let of_still = of_still.acceleration_bound(&-s, self.during, self.still.reach())?;
            let bound = sum_of_bounds(of_mover, of_still);
            // NaN is kept, and settles nothing
            Some(if bound <= T::zero() {
                T::zero()
            } else {
                bound * eighth
            })
        };
        let (below, above) = (sag(s)?, sag(&-s)?);
        let reach = |end: usize| match &self.reach {
            Some(reach) => {
                let along = self.turned[end].tr_mul(s);
                self.mover.shape(0, |shape| reach.both_ways(shape, &along))
            }
            None => (-self.mover.reach(), self.mover.reach()),
        };
        let first = reach(0);
        let last = if self.reach.is_none() || self.turned[0] == self.turned[1] {
            first
        } else {
            reach(1)
        };
        let ways = self.ways.map(|way| s.dot(&way));
        let low = ways[0] + first.0 - self.lost - below;
        let high = ways[0] + first.1 + self.lost + above;
        let (fall, rise) = (ways[1] + last.0, ways[1] + last.1);
        let (fall, rise) = (fall - (ways[0] + first.0), rise - (ways[0] + first.1));
        Some(Slab {
            low,
            high,
            per_low: T::one() / fall,
            per_high: T::one() / rise,
        })
    }

    /// Returns a time before which the piece does not touch what is in a box, or `None` if it never does: as far as the axes
    /// of both bodies tell, and the normal of a triangle.
    pub(super) fn meets_closely(&self, node: &Node<T, D>) -> Option<T> {
        let mut meeting = self.by_axes(node);
        let own = self.own.get_or_init(|| self.own_axes());
        for along in own.iter().flatten() {
            let middle = along.direction.dot(&node.center);
            let half = along.across.dot(&node.half_extents);
            along.slab.cut(&mut meeting, middle - half, middle + half);
        }
        if meeting.is_possible()
            && let Some(piece) = node.piece()
            && let Some(surface) = self.still.surface()
            && let Some(normal) = surface.normal(piece)
            && let Some(slab) = self.slab(&(self.rotation * normal))
        {
            let corners = surface.corners(piece).map(|corner| normal.dot(&corner));
            let bottom = corners.into_iter().fold(T::LARGEST, T::min);
            let top = corners.into_iter().fold(-T::LARGEST, T::max);
            slab.cut(&mut meeting, bottom, top);
        }
        self.begins(&meeting)
    }

    #[inline]
    fn by_axes(&self, node: &Node<T, D>) -> Meeting<T> {
        let mut meeting = Meeting::any_time();
        for axis in 0..D {
            let (center, half) = (node.center[axis], node.half_extents[axis]);
            self.axes[axis].cut(&mut meeting, center - half, center + half);
        }
        meeting
    }

    fn own_axes(&self) -> [Option<Along<T, D>>; D] {
        std::array::from_fn(|axis| {
            let s = unit(self.turned[0].column(axis) + self.turned[1].column(axis));
            let direction = self.rotation.tr_mul(&s);
            let across = direction.abs();
            if across.max() > T::one() - T::SQRT_EPSILON {
                return None;
            }
            let slab = self.slab(&s)?;
            Some(Along {
                direction,
                across,
                slab,
            })
        })
    }

    /// Returns a time before which a meeting has not begun, rounded down, if it is possible.
    #[inline]
    fn begins(&self, meeting: &Meeting<T>) -> Option<T> {
        // the product loses an ulp and a half of the share, and rounding the sum keeps the order of times
        let share = meeting.from * (T::one() - T::EPSILON * T::of(4.0));
        let time = self.during.start() + self.during.length() * share;
        meeting.is_possible().then_some(time)
    }
}

/// Returns by how much gaps must be larger than they seem: the distance that is to be kept, and rounding. The lengths
/// are those of the farthest points of both bodies from their frames.
fn lost<T: Real, const D: usize>(
    (root, own): (T, T),
    (of_still, of_mover): (&[Placement<T, D>; 2], &[Placement<T, D>; 2]),
    clear: T,
) -> T {
    // a sum of coordinates is at least the length, and takes less time
    let (mut farthest, mut placed, mut angle) = (T::zero(), T::zero(), T::zero());
    for place in of_still.iter().chain(of_mover) {
        farthest = farthest.max(place.translation.abs().sum());
        placed = placed.max(place.translation_error.sum());
        angle = angle.max(place.angle_error);
    }
    let size = (root + own) + (farthest + farthest) + clear.abs();
    let rounding = size * (T::EPSILON * T::of(SLAB_ULPS));
    clear + rounding + (placed + placed) + angle * (root + own)
}

/// Returns a length that no point in a box is farther away than from the origin of its frame.
fn size_of<T: Real, const D: usize>(node: &Node<T, D>) -> T {
    node.center.abs().sum() + node.radius
}

impl<T: Real, const D: usize> Way<T, D> for View<'_, T, D> {
    /// As far as the axes of the frame that does not turn tell.
    #[inline]
    fn meets(&self, node: &Node<T, D>, end: T) -> Option<T> {
        let time = self.begins(&self.by_axes(node));
        time.filter(|time| *time <= end)
    }
}

#[cfg(test)]
mod tests;
