//! Extrusions: bounds against differences of support values, slices as bodies.

use nalgebra::SVector;
use thiserror::Error;

use super::sample::{Samples, between_knots, first_difference, listed, second_difference};
use super::{SupportFault, audit_support_map};
use crate::{Extrusion, Real, Span, SupportMap};

/// Triples of times looked at.
const SAMPLES: usize = 600;
/// Slices looked at as bodies.
const SLICES: usize = 8;

/// What an extrusion says of itself that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ExtrusionFault {
    /// A slice is no body.
    #[error("the slice at time {time} is no body: {fault}")]
    Slice {
        /// When.
        time: f64,
        /// What is wrong with it.
        #[source]
        fault: SupportFault,
    },
    /// A knot is not after the time that it was asked for.
    #[error("the next knot after time {after} must be later, but is {knot}")]
    Knot {
        /// The time asked for.
        after: f64,
        /// The knot.
        knot: f64,
    },
    /// The body accelerates more than its bound says.
    #[error(
        "the acceleration along {along:?} must be at most {bound} from {start} to {end}, but is {seen}"
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
        /// A mean of the acceleration of its hindmost points, less what rounding may have added.
        seen: f64,
    },
    /// The body is faster than its bound says.
    #[error(
        "the speed along {along:?} must be at most {bound} from {start} to {end}, but is {seen}"
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
        /// The mean speed of its hindmost points, less what rounding may have added.
        seen: f64,
    },
}

/// Checks that an extrusion keeps its bounds during a span, and that its slices are bodies.
///
/// Let f be the height of the hindmost point along s. If no point accelerates along s by more than M, the parabola
/// through f at any three times has a second derivative of at most M, though the hindmost point may be another one at
/// each; and if none is faster than V, f grows by no more than V.
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
    for slice in 0..SLICES {
        let share = T::of(slice as f64 / (SLICES - 1) as f64);
        let time = during.start() + (during.end() - during.start()) * share;
        let body = extrusion.slice(time, &extrusion.reference(time));
        audit_support_map(&body).map_err(|fault| ExtrusionFault::Slice {
            time: time.as_f64(),
            fault,
        })?;
    }
    for index in 0..SAMPLES.max(pieces.len()) {
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

/// The height of the hindmost point of a body's core along a direction, and how far it may be off.
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
