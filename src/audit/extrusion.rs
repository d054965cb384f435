//! The audit of extrusions: bounds against differences of support values, slices as bodies.

use nalgebra::SVector;
use thiserror::Error;

use super::sample::{Samples, between_knots, first_difference, listed, second_difference};
use super::{SupportFault, audit_support_map};
use crate::tuning::{AUDITED_SLICES, AUDITED_TIMES};
use crate::{Extrusion, Real, Span, SupportMap};

/// A claim of an extrusion that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ExtrusionFault {
    /// A slice is not a valid body.
    #[error("the slice at time {time:?} is not a valid body: {fault}")]
    Slice {
        /// The time of the slice.
        time: f64,
        /// What is wrong with the slice.
        #[source]
        fault: SupportFault,
    },
    /// A knot does not come after the time for which it was asked.
    #[error("the next knot after time {after:?} must be later, but is {knot:?}")]
    Knot {
        /// The time asked for.
        after: f64,
        /// The knot.
        knot: f64,
    },
    /// A point of the body accelerates more than the bound allows.
    #[error(
        "the acceleration along {along:?} must be at most {bound:?} from {start:?} to {end:?}, but is {seen:?}"
    )]
    Acceleration {
        /// When the span starts.
        start: f64,
        /// When it ends.
        end: f64,
        /// The direction, in the world.
        along: Vec<f64>,
        /// The bound.
        bound: f64,
        /// A mean of the acceleration of its hindmost points over the span, less what rounding may have added.
        seen: f64,
    },
    /// A point of the body is faster than the bound allows.
    #[error(
        "the speed along {along:?} must be at most {bound:?} from {start:?} to {end:?}, but is {seen:?}"
    )]
    Speed {
        /// When the span starts.
        start: f64,
        /// When it ends.
        end: f64,
        /// The direction, in the world.
        along: Vec<f64>,
        /// The bound.
        bound: f64,
        /// The mean speed of its hindmost points over the span, less what rounding may have added.
        seen: f64,
    },
}

/// Checks that an extrusion keeps its bounds during a span, and that its slices are valid bodies.
///
/// Let f(t) be the height along s of the hindmost point at time t, which may be another point at each time. If no point
/// accelerates along s by more than M, the parabola through f at any three times has a second derivative of at most M.
/// If no point is faster along s than V, f grows at a rate of at most V.
///
/// # Errors
/// The first [`ExtrusionFault`].
pub fn audit_extrusion<T, const D: usize, E>(
    extrusion: &E,
    during: Span<T>,
) -> Result<(), ExtrusionFault>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let pieces = between_knots(during, |after| extrusion.next_knot(after));
    let pieces = pieces.map_err(|[after, knot]| ExtrusionFault::Knot {
        after: after.as_f64(),
        knot: knot.as_f64(),
    })?;
    let mut samples = Samples::new();
    for slice in 0..AUDITED_SLICES {
        let share = T::of(slice as f64 / (AUDITED_SLICES - 1) as f64);
        let time = during.start() + (during.end() - during.start()) * share;
        let body = extrusion.slice(time, &extrusion.reference(time));
        audit_support_map(&body).map_err(|fault| ExtrusionFault::Slice {
            time: time.as_f64(),
            fault,
        })?;
    }
    for index in 0..AUDITED_TIMES.max(pieces.len()) {
        let along = samples.direction(index);
        if let Some(times) = samples.times(pieces[index % pieces.len()]) {
            check_bounds(extrusion, times, &along)?;
        }
    }
    Ok(())
}

fn check_bounds<T, const D: usize, E>(
    extrusion: &E,
    times: [T; 3],
    along: &SVector<T, D>,
) -> Result<(), ExtrusionFault>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let origin = extrusion.reference(times[1]);
    let heights = times.map(|time| lowest(&extrusion.slice(time, &origin), along));
    let difference = |factors: [f64; 3]| {
        let terms = factors.into_iter().zip(heights);
        terms.fold(0.0, |sum, (factor, (height, error))| {
            sum + factor * height - factor.abs() * error
        })
    };
    let span = Span::known(times[0], times[2]);
    let (start, end) = (span.start().as_f64(), span.end().as_f64());
    if let Some(bound) = extrusion.acceleration_bound(along, span) {
        let (seen, bound) = (difference(second_difference(times)), bound.as_f64());
        if !(seen <= bound) {
            return Err(ExtrusionFault::Acceleration {
                start,
                end,
                along: listed(along),
                bound,
                seen,
            });
        }
    }
    if let Some(bound) = extrusion.speed_bound(along, span) {
        let (seen, bound) = (difference(first_difference(times)), bound.as_f64());
        if !(seen <= bound) {
            return Err(ExtrusionFault::Speed {
                start,
                end,
                along: listed(along),
                bound,
                seen,
            });
        }
    }
    Ok(())
}

/// Returns the height of the hindmost point of a body's core along a direction, and by how much it may be off.
fn lowest<T: Real, const D: usize>(
    body: &impl SupportMap<T, D>,
    along: &SVector<T, D>,
) -> (f64, f64) {
    let s = along.map(T::as_f64);
    let location = body.location().map(T::as_f64);
    let value = body.core_support_value(&-along).as_f64();
    let ulps = 8.0 * T::EPSILON.as_f64();
    let error = s
        .abs()
        .dot(&(body.rounding().map(T::as_f64) + location.abs() * ulps));
    (s.dot(&location) - value, error + value.abs() * f64::EPSILON)
}
