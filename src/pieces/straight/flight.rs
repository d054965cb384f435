//! A body of one piece that flies straight past another body which does not turn: pieces in the order in which it may
//! touch them. If the flying body turns, it counts as the ball around its centre.
//!
//! This is the commonest question of games: a body flies over a terrain. The boxes around the other body tell for each
//! piece a time before which it is not touched, and a few directions a later one. The piece with the earliest time
//! comes next. So few pieces are asked about but those that are touched first, however fine the surface is.

use nalgebra::{SMatrix, SVector};

use super::Straight;
use crate::motion::{FixedAxis, Placement};
use crate::pieces::ahead::{Ahead, Queue};
use crate::pieces::moving::UntypedMotion;
use crate::pieces::window::Reach;
use crate::pieces::{Bodies, Body};
use crate::tuning::BOXES_OF_BALL;
use crate::{Real, Span};

/// Errors of a gap along a direction, in ulps of the largest distance between points of both bodies at the start.
///
/// In halves of an ulp: the way between the bodies and the direction, which goes as far, are turned by a product that
/// loses 3 in each coordinate, which are 5.2 along any direction. Their products with the direction lose 3 each, and
/// the corners of a piece as much. The direction in the frame of the moving body comes of two products, of which
/// [`Reach`] counts one: the other loses 3 in each coordinate, 5.2 together. The sums of all these lose 2, the
/// difference from a corner 1. The quotient and its product with that lose 2 for numbers of up to twice the distance,
/// which makes 4. Together that is 31.6, and some of second order. Along a coordinate fewer are lost, as
/// [`SIDE_ULPS`](super::SIDE_ULPS) counts them.
///
/// For a ball no direction is turned, which saves the 5.2. Its centre is turned by a product and added to a place, at the
/// start and at the end, which is 5.2 and 1. At a share of the way the one counts by what is left of it, and the other by
/// what is done, so that both together count once. The difference of both places loses 1 more. The ball reaches along a
/// unit vector as far as along one of length 1, from which that vector may be off by 1.75 ulps, or 3.5. Together that is
/// 37.1. Where the ball is when it touches is not farther away than points of both bodies are at the start and in touch.
const FLIGHT_ULPS: f64 = 20.0;

/// Errors of the way from the start of a flight to its end, in ulps of the coordinates: it is a difference of two
/// differences, which lose 3 halves.
const WAY_ULPS: f64 = 2.0;

/// How much is known of when a box may be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// What the box tells.
    Box,
    /// What the sides of the piece in it tell, too.
    Sides,
    /// All that there is to know without a query.
    All,
}

/// A body that flies straight past another one, and the boxes that it may touch and that were not looked into yet.
pub(in crate::pieces) struct Flight<T: Real, const D: usize> {
    /// The unit of time is the whole span.
    pub(super) way: Straight<T, D>,
    during: Span<T>,
    /// Where the frame of the moving body is at the start, or the centre of a ball, in the frame of the other body.
    pub(super) place: SVector<T, D>,
    /// Maps directions of the frame of the other body to those of the frame of the moving one.
    pub(super) turn: SMatrix<T, D, D>,
    /// By how much a gap must be larger than it seems: the distance that is to be kept, and rounding.
    pub(super) lost: T,
    /// How far the moving body reaches from its centre, if it turns. It counts as a ball then.
    pub(in crate::pieces) ball_radius: Option<T>,
    waiting: Queue<T, (u32, Known)>,
    /// The piece that comes next, if it was looked for already.
    next: Option<u32>,
    /// How many boxes were looked at.
    pub(in crate::pieces) boxes: u64,
}

impl<T: Real, const D: usize> Flight<T, D> {
    /// Returns the flight of `mover`, a body of one piece, past `still`. `None` if one of them does not go straight
    /// ahead all the time, or if `still` turns. What is farther away than `clear` is not touched.
    pub(in crate::pieces) fn new(
        (still, mover): Bodies<'_, T, D>,
        during: Span<T>,
        clear: impl FnOnce() -> T,
    ) -> Option<Self> {
        let (of_still, of_mover) = (still.motion(), mover.motion());
        if !axis_on_straight_way(of_still, during)?.is_straight() {
            return None;
        }
        let turns = !axis_on_straight_way(of_mover, during)?.is_straight();
        let ball_radius = turns.then(|| mover.reach());
        let origin = of_mover.reference(during.start());
        let first = (
            of_still.placement(during.start(), &origin),
            of_mover.placement(during.start(), &origin),
        );
        let last = (
            of_still.placement(during.end(), &origin),
            of_mover.placement(during.end(), &origin),
        );
        let mut at_start = first.1.translation - first.0.translation;
        let mut at_end = last.1.translation - last.0.translation;
        let turn = first.1.rotation.tr_mul(&first.0.rotation);
        let (middle, room) = match ball_radius {
            None => middle_and_room(mover, &turn),
            Some(radius) => (SVector::zeros(), SVector::repeat(radius)),
        };
        // sums of coordinates are at least the lengths, and take less time
        let (mut own, root) = (middle.abs().sum() + room.sum(), still.tree().node(0));
        if ball_radius.is_some() {
            let center = of_mover.center();
            at_start += first.1.rotation * center;
            at_end += last.1.rotation * center;
            own += center.abs().sum();
        }
        let farthest = at_start.abs().sum() + own + root.center.abs().sum() + root.radius;
        let clear = clear();
        let rounding = rounding_of((farthest, own, clear), [&first, &last]);
        // nothing is known of what is too large, or NaN
        if !(rounding + farthest + at_end.abs().sum() < T::LARGEST) {
            return None;
        }
        let place = first.0.rotation.tr_mul(&at_start);
        let direction = first.0.rotation.tr_mul(&(at_end - at_start));
        let lost = rounding + clear;
        let mut flight = Self {
            way: Straight::new((place + middle, direction), room.add_scalar(lost), farthest),
            during,
            place,
            turn,
            lost,
            ball_radius,
            waiting: Queue::new(),
            next: None,
            boxes: 0,
        };
        flight.look_at((still, 0), T::one());
        Some(flight)
    }

    /// Returns the piece that may be touched first, of those that were not returned yet, if it may be by the time
    /// `until`.
    #[inline]
    pub(in crate::pieces) fn next_piece(
        &mut self,
        (still, mover): Bodies<'_, T, D>,
        until: Option<T>,
    ) -> Option<u32> {
        if let Some(piece) = self.next.take() {
            return Some(piece);
        }
        let end = until.map_or(T::one(), |until| self.share_at(until));
        while let Some(next) = self.waiting.pop() {
            if until.is_some_and(|until| next.least > until) {
                return None;
            }
            let (index, known) = next.what;
            let Some(piece) = still.tree().node(index).piece() else {
                for child in still.tree().children(index) {
                    self.look_at((still, child), end);
                }
                continue;
            };
            let (least, known) = match known {
                Known::Box => (self.meets_sides((still, mover), piece, end), Known::Sides),
                Known::Sides => (self.meets_edges((still, mover), piece, end), Known::All),
                Known::All => return Some(piece),
            };
            if let Some(least) = least {
                let least = self.time_at(least).max(next.least);
                self.waiting.push(Ahead {
                    least,
                    what: (index, known),
                });
            }
        }
        None
    }

    /// Returns whether no piece may be touched, before any was returned.
    #[inline]
    pub(in crate::pieces) fn touches_none(&mut self, bodies: Bodies<'_, T, D>) -> bool {
        if self.ball_radius.is_some() {
            return self.ball_touches_none(bodies);
        }
        self.next = self.next_piece(bodies, None);
        self.next.is_none()
    }

    /// Returns whether the ball is seen to touch no piece. It does not look for the first one: over a fine surface there are
    /// many that it may touch as early.
    fn ball_touches_none(&mut self, (still, mover): Bodies<'_, T, D>) -> bool {
        while let Some(next) = self.waiting.pop() {
            if self.boxes > BOXES_OF_BALL {
                return false;
            }
            let (index, _) = next.what;
            if let Some(piece) = still.tree().node(index).piece() {
                if self.meets_sides((still, mover), piece, T::one()).is_some() {
                    return false;
                }
            } else {
                for child in still.tree().children(index) {
                    self.look_at((still, child), T::one());
                }
            }
        }
        true
    }

    #[inline(always)]
    fn look_at(&mut self, (still, index): (&Body<'_, T, D>, u32), end: T) {
        self.boxes += 1;
        if let Some(share) = self.way.meets(still.tree().node(index), end) {
            let least = self.time_at(share);
            self.waiting.push(Ahead {
                least,
                what: (index, Known::Box),
            });
        }
    }

    /// Returns a time that is not after a share of the span.
    #[inline]
    fn time_at(&self, share: T) -> T {
        // the product loses an ulp and a half of the share, and rounding the sum keeps the order of times
        let share = share * (T::one() - T::EPSILON * T::of(4.0));
        self.during.start() + self.during.length() * share
    }

    /// Returns a share of the span that is not before a time.
    fn share_at(&self, time: T) -> T {
        let length = self.during.length();
        if !(length > T::zero()) {
            return T::one();
        }
        // the differences and their quotient lose an ulp and a half
        let share = (time - self.during.start()) / length * (T::one() + T::EPSILON * T::of(4.0));
        share.min(T::one())
    }
}

/// Returns what rounding may take from a gap. The first length is the farthest distance, the second one that of points of
/// the moving body from its frame, and the third one is to be kept. Places are those of both bodies, at the start and at
/// the end.
fn rounding_of<T: Real, const D: usize>(
    (farthest, own, clear): (T, T, T),
    [first, last]: [&(Placement<T, D>, Placement<T, D>); 2],
) -> T {
    let mut rounding = (farthest + clear.abs()) * (T::EPSILON * T::of(FLIGHT_ULPS));
    // the way to the body, and the direction that goes as far, are both turned
    rounding += farthest * (first.0.angle_error * T::of(2.0));
    // at the end only the centre of a ball is turned
    rounding += own * (first.1.angle_error + last.1.angle_error);
    for place in [&first.0, &first.1, &last.0, &last.1] {
        let size = place.translation.abs() * (T::EPSILON * T::of(WAY_ULPS));
        rounding += (place.translation_error + size).sum();
    }
    rounding
}

/// Returns how a body turns whose centre moves at one velocity during all of a span, or `None` if it does not.
fn axis_on_straight_way<T: Real, const D: usize>(
    motion: &dyn UntypedMotion<T, D>,
    during: Span<T>,
) -> Option<FixedAxis<T, D>> {
    // written so that a knot of NaN is one inside
    let has_knot = motion
        .next_knot(during.start())
        .is_some_and(|knot| !(knot >= during.end()));
    let axis = motion.fixed_axis(during).filter(|_| !has_knot)?;
    (axis.acceleration == SVector::<T, D>::zeros()).then_some(axis)
}

/// Returns the middle of the box around the piece of `mover` in another frame, measured from the origin of its own, and
/// half the lengths of that box. `turn` maps directions of that frame to those of its own.
fn middle_and_room<T: Real, const D: usize>(
    mover: &Body<'_, T, D>,
    turn: &SMatrix<T, D, D>,
) -> (SVector<T, D>, SVector<T, D>) {
    let half = T::of(0.5);
    let (mut middle, mut room) = (SVector::zeros(), SVector::zeros());
    mover.shape(0, |shape| {
        let reach = Reach::of(shape);
        for axis in 0..D {
            let (bottom, top) = reach.both_ways(shape, &turn.column(axis).into_owned());
            middle[axis] = (top + bottom) * half;
            room[axis] = (top - bottom) * half;
        }
    });
    (middle, room)
}
