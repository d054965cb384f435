//! Why a question has no answer.

use nalgebra::SVector;

use super::{Inquiry, Known, below};
use crate::extrusion::Stated;
use crate::number::larger;
use crate::separation::{Instant, can_both_hold};
use crate::{QueryError, Real, Span, SupportMap, UndecidedReason};

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Returns why nothing is known after the time up to which the bodies are proven free.
    #[cold]
    #[inline(never)]
    pub(super) fn failure(&self, known: &mut Known<'_, T, D>) -> QueryError {
        if let Some(error) = self.too_thin() {
            return error;
        }
        let now = below(known.until);
        let during = Span::known(now, T::of(self.question.end));
        if let Some(error) = self.at_rest.defect(during) {
            return error;
        }
        let clear_until = now.as_f64();
        let budget = self.query.budget;
        let undecided = |reason| QueryError::Undecided {
            clear_until,
            reason,
        };
        if known.notes.work.evaluations > budget {
            return undecided(UndecidedReason::Budget { budget });
        }
        let found = self.measured(now);
        let normal = found.contact().normal;
        let hidden = self.hidden(now, &normal);
        let (_, of_kernel) = self.gap_at((clear_until, clear_until), &normal, known);
        let resolution = larger(hidden, of_kernel);
        let gap = found.signed_distance().as_f64() - self.question.target;
        match self.question.tolerance {
            _ if gap > resolution => undecided(UndecidedReason::Span {
                span: (now.abs() * T::EPSILON).max(T::MIN_POSITIVE).as_f64(),
            }),
            Some(tolerance) if tolerance < resolution => QueryError::ToleranceTooSmall {
                tolerance,
                resolution,
                clear_until,
            },
            _ => undecided(UndecidedReason::Resolution { resolution }),
        }
    }

    /// Refuses an allowed overlap with which the bodies could pass through each other.
    fn too_thin(&self) -> Option<QueryError> {
        if self.question.target >= 0.0 || self.is_thick_enough(&self.question) {
            return None;
        }
        let allowed = -self.question.target;
        let tolerance = self.tolerance_of(&self.question).as_f64();
        Some(QueryError::AllowanceTooLarge {
            allowed,
            needed: (allowed + tolerance) * 2.0,
            width: self.at_rest.width().as_f64(),
        })
    }
}

/// Both directions of each axis.
fn along_axes<T: Real, const D: usize>() -> impl Iterator<Item = SVector<T, D>> {
    let along = |sign: f64| {
        move |axis| SVector::from_fn(|row, _| T::of(if row == axis { sign } else { 0.0 }))
    };
    (0..D).map(along(1.0)).chain((0..D).map(along(-1.0)))
}

/// Returns the error for a knot that is not later than the start of the span.
pub(super) fn bad_knot<T: Real, const D: usize>(
    body: &dyn Stated<T, D>,
    during: Span<T>,
) -> Option<QueryError> {
    let after = during.start();
    let knot = body.next_knot(after)?;
    // written so that NaN is refused too
    (!(knot > after)).then_some(QueryError::KnotNotLater {
        after: after.as_f64(),
        knot: knot.as_f64(),
    })
}

/// Returns the error for bodies whose coordinates are not finite or too large, or whose rounding errors make no sense.
pub(super) fn bad_coordinate<T: Real, const D: usize>(
    placed: &Instant<impl SupportMap<T, D>, impl SupportMap<T, D>, T, D>,
) -> Option<QueryError> {
    let seen = || along_axes().find_map(|along| placed.bodies.first_bad_coordinate(&along));
    placed.check_coordinates().err().or_else(|| {
        seen().map(|value| QueryError::CoordinateNotFinite {
            time: placed.time.as_f64(),
            value: value.as_f64(),
        })
    })
}

/// Returns the error for bodies that state no bounds of the same kind, even over the shortest span.
pub(super) fn no_bounds<T: Real, const D: usize>(
    [a, b]: [&dyn Stated<T, D>; 2],
    during: Span<T>,
) -> Option<QueryError> {
    let (now, limit) = (during.start(), during.end());
    let along = along_axes().next()?;
    let are_bounded = |during: Span<T>| {
        let accelerations = a.acceleration_bound(&along, during).is_some()
            && b.acceleration_bound(&along, during).is_some();
        let speeds =
            || a.speed_bound(&along, during).is_some() && b.speed_bound(&along, during).is_some();
        accelerations || speeds()
    };
    let mut end = limit;
    while !are_bounded(Span::known(now, end)) {
        let half = now + (end - now) * T::of(0.5);
        // written so that times too near to tell apart end it
        if !(now < half && half < end) {
            return Some(QueryError::Undecided {
                clear_until: now.as_f64(),
                reason: UndecidedReason::NoBounds {
                    end: limit.as_f64(),
                },
            });
        }
        end = half;
    }
    None
}

/// Returns the error for a bound of a body that is not finite, or for speed bounds that contradict each other.
pub(super) fn bad_bound<T: Real, const D: usize>(
    body: &dyn Stated<T, D>,
    during: Span<T>,
) -> Option<QueryError> {
    along_axes().find_map(|along| bad_bound_along(body, &along, during))
}

fn bad_bound_along<T: Real, const D: usize>(
    body: &dyn Stated<T, D>,
    s: &SVector<T, D>,
    during: Span<T>,
) -> Option<QueryError> {
    let (start, end) = (during.start().as_f64(), during.end().as_f64());
    let not_finite = |quantity, bound: Option<T>| {
        let value = bound.filter(|bound| !bound.is_finite())?.as_f64();
        Some(QueryError::BoundNotFinite {
            quantity,
            value,
            start,
            end,
        })
    };
    let speeds = [s, &-s].map(|along| body.speed_bound(along, during));
    let contradict = || {
        let [along, against] = [speeds[0]?, speeds[1]?];
        (!can_both_hold((along, against))).then_some(QueryError::SpeedBoundsContradict {
            along: along.as_f64(),
            against: against.as_f64(),
            start,
            end,
        })
    };
    not_finite("acceleration", body.acceleration_bound(s, during))
        .or_else(|| not_finite("speed", speeds[0]))
        .or_else(contradict)
}
