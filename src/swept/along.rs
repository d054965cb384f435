//! How far a body reaches along a direction over a span without knots.

use nalgebra::SVector;

use super::SweptError;
use crate::motion::{FixedAxis, dot_bound};
use crate::separation::{
    TurnedEnds, can_both_hold, first_order_margin, second_order_margin, turns_by_less_than_half,
};
use crate::vector::least_length;
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// Ulps of the coordinates that a height may lose. In ulps: a dot product three halves, the sums with the support
/// value, the radius and the error half each. The length of a unit vector may be off by 9.25, see `UNIT_VECTOR_ULPS`,
/// and with it the radius, the reach and the error of the centre along it. Together that is 12.25.
const HEIGHT_ULPS: f64 = 16.0;
/// Ulps that a height may lose when it is measured from the world's origin instead: three halves in a dot product, and
/// half in each of two sums.
const WORLD_ULPS: f64 = 4.0;

/// How far a body reaches along a direction at one time, from both sides of what rounding leaves open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Height<T> {
    pub(super) at_most: T,
    pub(super) at_least: T,
}

/// A body at one end of a span, measured from the origin that all ends have in common.
pub(super) struct End<S, T, const D: usize> {
    time: T,
    slice: S,
    /// How far rounding may have moved the body, along each axis.
    rounding: SVector<T, D>,
    /// The largest coordinates that its heights are computed from.
    sizes: SVector<T, D>,
    /// The body's frame, if it is needed: where the body may turn.
    frame: Option<BodyFrame<T, D>>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> End<S, T, D> {
    /// Returns how far the body reaches along the unit vector `e`, with one support evaluation.
    ///
    /// # Errors
    /// [`SweptError::CoordinateNotFinite`].
    pub(super) fn height(&self, e: &SVector<T, D>) -> Result<Height<T>, SweptError> {
        let of_core = self.slice.core_support_value(e) + e.dot(&self.slice.location());
        let computed = of_core + self.slice.radius();
        let error = e.abs().dot(&self.rounding) + allowance(e.abs().dot(&self.sizes));
        let height = Height {
            at_most: computed + error,
            at_least: computed - error,
        };
        for value in [height.at_most, height.at_least] {
            // written so that NaN is refused too
            if !(value.abs() <= T::LARGEST) {
                return Err(SweptError::CoordinateNotFinite {
                    time: self.time.as_f64(),
                    value: value.as_f64(),
                });
            }
        }
        Ok(height)
    }
}

/// Returns how much a height may lose that is computed from coordinates of these sizes.
fn allowance<T: Real>(size: T) -> T {
    size * (T::EPSILON * T::of(HEIGHT_ULPS)) + least_length::<T>()
}

/// A body, and the point from which its coordinates are measured.
pub(super) struct Path<'x, E, T, const D: usize> {
    pub(super) body: &'x E,
    pub(super) origin: SVector<T, D>,
}

impl<'x, E, T, const D: usize> Path<'x, E, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
{
    pub(super) fn new(body: &'x E, during: Span<T>) -> Self {
        const { assert!(D == 2 || D == 3, "bodies are in the plane or in space") };
        Self {
            origin: body.reference(during.start()),
            body,
        }
    }

    /// Returns the body at an end of a span in which it `moves`.
    pub(super) fn end(&self, time: T, moves: Option<&FixedAxis<T, D>>) -> End<E::Slice<'x>, T, D> {
        let slice = self.body.slice(time, &self.origin);
        let may_turn = moves.is_some_and(FixedAxis::turns);
        End {
            time,
            rounding: slice.rounding(),
            sizes: slice.extents() + slice.location().abs(),
            slice,
            frame: (may_turn.then(|| self.body.frame(time, &self.origin))).flatten(),
        }
    }

    /// Returns a height along `e` measured from the world's origin, rounded up, and by how much at most.
    ///
    /// # Errors
    /// [`SweptError::TooFar`].
    pub(super) fn in_world(
        &self,
        e: &SVector<T, D>,
        height: T,
        during: Span<T>,
    ) -> Result<(T, T), SweptError> {
        let size = e.abs().dot(&self.origin.abs()) + height.abs();
        let rounding = size * (T::EPSILON * T::of(WORLD_ULPS)) + least_length::<T>();
        let value = height + e.dot(&self.origin) + rounding;
        if value.abs() <= T::LARGEST {
            Ok((value, rounding + rounding))
        } else {
            Err(too_far(during))
        }
    }
}

/// A body over a span without a knot inside.
pub(super) struct Piece<'p, 'x, E, S, T, const D: usize> {
    pub(super) path: &'p Path<'x, E, T, D>,
    pub(super) during: Span<T>,
    pub(super) moves: Option<&'p FixedAxis<T, D>>,
    pub(super) ends: [&'p End<S, T, D>; 2],
}

impl<E, S, T, const D: usize> Piece<'_, '_, E, S, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    S: SupportMap<T, D>,
{
    /// Returns an upper bound of e . x over all points x of the body and all times of the span, from how far the body
    /// reaches along `e` at both ends.
    ///
    /// The bounds are tried in the order of their cost, until one exceeds the higher end by no more than `enough`. The
    /// last one takes two support evaluations.
    ///
    /// # Errors
    /// Those of [`unbounded`].
    pub(super) fn highest(
        &self,
        e: &SVector<T, D>,
        heights: [Height<T>; 2],
        enough: T,
    ) -> Result<T, SweptError> {
        let heights = heights.map(|height| height.at_most);
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
        if let Some((moves, frames)) = self.turning() {
            best = best.min(self.path_and_reach(e, moves, frames));
            if best - ends > enough && turns_by_less_than_half(moves, self.during) {
                let turned = TurnedEnds {
                    moves,
                    slices: self.ends.map(|end| &end.slice),
                    frames,
                    during: self.during,
                };
                best = best.min(self.second_order(heights, turned.acceleration(&back)));
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
        // minus infinity would prove too much, and zero makes it NaN
        let n = n + n * T::zero();
        -second_order_margin(-first, -last, n, self.during.length_at_most())
    }

    /// Returns how the body turns, and its frames at both ends, if it is known to turn about a fixed axis.
    fn turning(&self) -> Option<(&FixedAxis<T, D>, [&BodyFrame<T, D>; 2])> {
        let moves = self.moves.filter(|moves| moves.turns())?;
        let [first, last] = self.ends;
        Some((moves, [first.frame.as_ref()?, last.frame.as_ref()?]))
    }

    /// Returns the largest value of e . c along the path of the centre c, plus the body's reach.
    fn path_and_reach(
        &self,
        e: &SVector<T, D>,
        moves: &FixedAxis<T, D>,
        frames: [&BodyFrame<T, D>; 2],
    ) -> T {
        let heights = frames.map(|frame| {
            let size = e.abs().dot(&frame.center.abs()) + frame.center_error;
            e.dot(&frame.center) + frame.center_error + allowance(size)
        });
        let along_path = self.second_order(heights, dot_bound(&-e, &moves.acceleration));
        let around = frames[0].reach + self.ends[0].slice.radius();
        along_path + around + allowance(along_path.abs() + around)
    }
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

/// Returns the error for a body that may get too far away.
#[cold]
pub(super) fn too_far<T: Real>(during: Span<T>) -> SweptError {
    SweptError::TooFar {
        largest: T::LARGEST.as_f64(),
        start: during.start().as_f64(),
        end: during.end().as_f64(),
    }
}
