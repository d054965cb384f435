//! How far a body reaches along a direction over a span without knots.

use std::cell::OnceCell;

use nalgebra::SVector;

use super::SweptError;
use super::end::{End, Path, allowance, too_far};
use crate::motion::FixedAxis;
use crate::separation::{
    ACROSS_ULPS, TurnedEnds, can_both_hold, first_order_margin, height, second_order_margin,
    turns_by_less_than_half,
};
use crate::vector::dot_bound;
use crate::vector::unit;
use crate::{Extrusion, Real, Span, SupportMap};

/// A body over a span without a knot inside.
pub(super) struct Piece<'p, 'x, E, S, T, const D: usize> {
    path: &'p Path<'x, E, T, D>,
    during: Span<T>,
    moves: Option<&'p FixedAxis<T, D>>,
    ends: [&'p End<S, T, D>; 2],
    /// The largest distance of a point of the core from the axis it turns about, once it was needed.
    ring: OnceCell<T>,
}

impl<'p, 'x, E, S, T, const D: usize> Piece<'p, 'x, E, S, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    S: SupportMap<T, D>,
{
    /// Takes a body over a span, in which it `moves`, and at both ends.
    pub(super) fn new(
        path: &'p Path<'x, E, T, D>,
        during: Span<T>,
        moves: Option<&'p FixedAxis<T, D>>,
        ends: [&'p End<S, T, D>; 2],
    ) -> Self {
        Self {
            path,
            during,
            moves,
            ends,
            ring: OnceCell::new(),
        }
    }

    /// Returns an upper bound of e . x over all points x of the body and all times of the span, from how far the body
    /// reaches along `e` at both ends.
    ///
    /// The bounds are tried in the order of their cost, until one exceeds the higher end by no more than `enough`. The
    /// last one takes two support evaluations, or after half a turn in space one, and four once for all directions.
    ///
    /// # Errors
    /// Those of [`unbounded`].
    pub(super) fn highest(
        &self,
        e: &SVector<T, D>,
        heights: [T; 2],
        enough: T,
    ) -> Result<T, SweptError> {
        let ends = heights[0].max(heights[1]);
        if self.during.start() == self.during.end() {
            return Ok(ends);
        }
        let back = -e;
        let body = self.path.body;
        let plain = body.acceleration_bound(&back, self.during);
        let mut best = plain.map_or(T::LARGEST, |bound| self.second_order(heights, bound));
        if best < T::LARGEST && best - ends <= enough {
            return Ok(best);
        }
        let speed_bound = |along| body.speed_bound(along, self.during);
        if let (Some(rise), Some(fall)) = (speed_bound(e), speed_bound(&back))
            && can_both_hold((rise, fall))
        {
            let duration = self.during.length_at_most();
            let lowest = first_order_margin(-heights[0], -heights[1], rise, fall, duration);
            best = best.min(-lowest);
        }
        if let Some(turning) = self.turning() {
            let along_path = self.along_path(e, &turning);
            best = best.min(beyond(along_path, turning.frames[0].reach));
            if best - ends > enough {
                let sharp = if turns_by_less_than_half(turning.moves, self.during) {
                    self.second_order(heights, turning.acceleration(&back))
                } else {
                    beyond(along_path, self.around(e, &turning))
                };
                best = best.min(sharp);
            }
        }
        if best < T::LARGEST {
            Ok(best)
        } else {
            Err(unbounded(body, e, self.during))
        }
    }

    /// Returns the largest value of a parabola with these ends and the second derivative -N, or the largest length if
    /// the bound N proves nothing.
    fn second_order(&self, [first, last]: [T; 2], n: T) -> T {
        // minus infinity would prove too much
        if !n.is_finite() {
            return T::LARGEST;
        }
        -second_order_margin(-first, -last, n, self.during.length_at_most())
    }

    /// Returns how the body turns, if it is known to turn about a fixed axis.
    fn turning(&self) -> Option<TurnedEnds<'_, S, T, D>> {
        let moves = self.moves.filter(|moves| moves.turns())?;
        let [first, last] = self.ends;
        Some(TurnedEnds {
            moves,
            slices: [&first.slice, &last.slice],
            frames: [first.frame.as_ref()?, last.frame.as_ref()?],
            during: self.during,
        })
    }

    /// Returns the largest value of e . c along the path of the centre c, plus the radius around the core.
    fn along_path(&self, e: &SVector<T, D>, turning: &TurnedEnds<'_, S, T, D>) -> T {
        let heights = turning.frames.map(|frame| {
            let size = e.abs().dot(&frame.center.abs()) + frame.center_error;
            e.dot(&frame.center) + frame.center_error + allowance(size)
        });
        let n = dot_bound(&-e, &turning.moves.acceleration);
        beyond(self.second_order(heights, n), turning.slices[0].radius())
    }

    /// Returns how far the core gets along `e` from its centre, however much it turns about the axis.
    ///
    /// For a point at r from the centre and at rho from the axis, e . r is at most e_par . r + |e_perp| rho, with the
    /// parts of e along the axis and across it. The first term does not change as the body turns.
    fn around(&self, e: &SVector<T, D>, turning: &TurnedEnds<'_, S, T, D>) -> T {
        let (slice, frame) = (turning.slices[0], turning.frames[0]);
        if D == 2 {
            return frame.reach;
        }
        let n = &turning.moves.axis;
        let across = n * e;
        let parallel = e + n * across;
        let lost = T::EPSILON * T::of(ACROSS_ULPS) * frame.reach;
        let ring = *self.ring.get_or_init(|| ring(turning));
        let along_axis = height(slice, frame, &parallel) + lost;
        (beyond(along_axis, across.norm() * ring) + lost).min(frame.reach)
    }
}

/// Returns an upper bound of the distance of the core's points from the axis that it turns about in space: half the
/// diagonal of a rectangle around the body, seen along the axis.
fn ring<S, T, const D: usize>(turning: &TurnedEnds<'_, S, T, D>) -> T
where
    T: Real,
    S: SupportMap<T, D>,
{
    let (slice, frame) = (turning.slices[0], turning.frames[0]);
    let n = &turning.moves.axis;
    let columns = (0..D).map(|column| n.column(column).into_owned());
    let longer = |x: SVector<T, D>, y: SVector<T, D>| if y.norm() > x.norm() { y } else { x };
    let u = unit(columns.fold(SVector::zeros(), longer));
    let v = n * u;
    let extent = |s: &SVector<T, D>| height(slice, frame, s).max(height(slice, frame, &-s));
    // u and v may be off by 14.8 ulps each, and so the half diagonal by root 2 times that, and one for its length
    let lost = T::EPSILON * T::of(ACROSS_ULPS) * frame.reach;
    extent(&u).hypotenuse(extent(&v)) + lost + lost
}

/// Returns the sum of two heights, rounded up.
fn beyond<T: Real>(height: T, further: T) -> T {
    height + further + allowance(height.abs() + further.abs())
}

/// Returns the error for a body that no bound keeps anywhere along `e`.
#[cold]
fn unbounded<E, T, const D: usize>(body: &E, e: &SVector<T, D>, during: Span<T>) -> SweptError
where
    T: Real,
    E: Extrusion<T, D>,
{
    let back = -e;
    let speeds = [e, &back].map(|along| body.speed_bound(along, during));
    let acceleration = body.acceleration_bound(&back, during);
    bad_bound(acceleration, speeds, during).unwrap_or_else(|| {
        if acceleration.is_some() || speeds.iter().all(Option::is_some) {
            too_far(during)
        } else {
            SweptError::NoBounds {
                start: during.start().as_f64(),
                end: during.end().as_f64(),
            }
        }
    })
}

/// Returns the error for the first of a body's bounds that is not finite, or for speeds along a direction and against
/// it that contradict each other.
pub(super) fn bad_bound<T: Real>(
    acceleration: Option<T>,
    speeds: [Option<T>; 2],
    during: Span<T>,
) -> Option<SweptError> {
    let (start, end) = (during.start().as_f64(), during.end().as_f64());
    let bounds = [
        ("acceleration", acceleration),
        ("speed", speeds[0]),
        ("speed", speeds[1]),
    ];
    for (quantity, bound) in bounds {
        if let Some(value) = bound.filter(|bound| !bound.is_finite()) {
            return Some(SweptError::BoundNotFinite {
                quantity,
                value: value.as_f64(),
                start,
                end,
            });
        }
    }
    let [Some(along), Some(against)] = speeds else {
        return None;
    };
    (!can_both_hold((along, against))).then(|| SweptError::SpeedBoundsContradict {
        along: along.as_f64(),
        against: against.as_f64(),
        start,
        end,
    })
}
