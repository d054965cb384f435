//! The audit of motions: bounds against differences of heights.

use nalgebra::SVector;
use photofinish::motion::{Motion, Rotor};
use photofinish::{Real, Span};
use thiserror::Error;

use crate::AxisFault;
use crate::fixed_axis::check_fixed_axis;
use crate::numbers::listed;
use crate::placement::SeenPlacement;
use crate::sample::{Samples, between_knots, first_difference, second_difference, span_of};
use crate::tuning::AUDITED_TIMES;

/// A claim of a motion that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotionFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but at time {time:?} it is {value:?}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// The time of the placement.
        time: f64,
        /// Its value.
        value: f64,
    },
    /// A number is below zero.
    #[error("{what} must not be negative, but at time {time:?} it is {value:?}")]
    Negative {
        /// Which number.
        what: &'static str,
        /// The time of the placement; for the reach, the start of the span.
        time: f64,
        /// Its value.
        value: f64,
    },
    /// A knot does not come after the time for which it was asked.
    #[error("the next knot after time {after:?} must be later, but is {knot:?}")]
    Knot {
        /// The time asked for.
        after: f64,
        /// The knot.
        knot: f64,
    },
    /// The matrix of a placement does not keep lengths.
    #[error(
        "the placement at time {time:?} must keep lengths, but its columns are {by:?} off unit vectors square to each \
         other, where its angle error {stated:?} allows {allowed:?}"
    )]
    Stretched {
        /// When.
        time: f64,
        /// By how much its columns differ from unit vectors square to each other: |R^T R - 1| for the matrix R.
        by: f64,
        /// By how much they may differ.
        allowed: f64,
        /// The angle error stated.
        stated: f64,
    },
    /// The position of a placement differs from that of the pose.
    #[error(
        "at time {time:?} the placement is {off:?} away from the pose, where its errors of {stated:?} allow {allowed:?}"
    )]
    Misplaced {
        /// When.
        time: f64,
        /// How far they are apart: a length.
        off: f64,
        /// How far they may be apart: as far as the stated errors and rounding take both.
        allowed: f64,
        /// How far the errors that the placement states may move the frame's origin and the centre.
        stated: f64,
    },
    /// The rotation of a placement differs from that of the pose.
    #[error(
        "at time {time:?} the rotation of the placement is {off:?} off that of the pose, where its angle error \
         {stated:?} allows {allowed:?}"
    )]
    Misturned {
        /// When.
        time: f64,
        /// How far they are apart, as the norm of the difference of their matrices.
        off: f64,
        /// How large this norm may be.
        allowed: f64,
        /// The angle error that the placement states.
        stated: f64,
    },
    /// A point accelerates more than the bound allows.
    #[error("the acceleration {0}")]
    Acceleration(BrokenBound),
    /// A point is faster than the bound allows.
    #[error("the speed {0}")]
    Speed(BrokenBound),
    /// The frame does not move as [`Motion::fixed_axis`] says.
    #[error("from {start:?} to {end:?} the fixed axis is wrong: {fault}")]
    FixedAxis {
        /// When the span starts.
        start: f64,
        /// When it ends.
        end: f64,
        /// What is wrong with the claim.
        fault: AxisFault,
    },
}

/// A bound on the speed or acceleration along a direction that a point of the body exceeds.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "along {along:?} must be at most {bound:?} from {start:?} to {end:?}, but the point {point:?} has {seen:?}"
)]
#[non_exhaustive]
pub struct BrokenBound {
    /// When the span starts.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// The direction, in the world.
    pub along: Vec<f64>,
    /// The point, in the body's frame.
    pub point: Vec<f64>,
    /// The bound.
    pub bound: f64,
    /// The mean of the point's speed or acceleration over the span, less what rounding may have added.
    pub seen: f64,
}

/// Checks that a motion keeps its bounds during a span, for all points within `reach` of its centre, that its
/// placements agree with its poses, and that its frame moves as [`Motion::fixed_axis`] says.
///
/// The mean of a derivative over three times is exactly a difference of the heights at these times. Which point within
/// `reach` has the largest difference follows from the poses, so that only times and directions are sampled. A bound
/// half as large as it should be is found almost surely; one that is too small by a hundredth may be missed. Only the
/// first 10,000 spans between knots are audited: audit a longer motion in parts.
///
/// False rates of a fixed axis are found if they are off by more than rounding, but for two cases in which neither the
/// rate nor the angular acceleration is checked. Placements do not show full turns, and the rates claimed may leave
/// open how many there were. The turn itself is not known where the stated angle errors of two placements sum to about
/// pi / 4 or more.
///
/// # Errors
/// The first [`MotionFault`].
pub fn audit_motion<T, const D: usize, M>(
    motion: &M,
    during: Span<T>,
    reach: T,
) -> Result<(), MotionFault>
where
    T: Real,
    M: Motion<T, D> + ?Sized,
{
    // `&M` is a motion of known size
    check(&motion, during, reach)
}

/// Compiled once for all motions.
fn check<T: Real, R: Rotor<T, D>, const D: usize>(
    motion: &dyn Motion<T, D, Rotation = R>,
    during: Span<T>,
    reach: T,
) -> Result<(), MotionFault> {
    let (what, time, value) = ("the reach", during.start().as_f64(), reach.as_f64());
    if !value.is_finite() {
        return Err(MotionFault::NotFinite { what, time, value });
    }
    if value < 0.0 {
        return Err(MotionFault::Negative { what, time, value });
    }
    let pieces = between_knots(during, |after| motion.next_knot(after));
    let pieces = pieces.map_err(|[after, knot]| MotionFault::Knot {
        after: after.as_f64(),
        knot: knot.as_f64(),
    })?;
    let mut samples = Samples::new();
    SeenPlacement::new(motion, during.start(), &SVector::zeros())?;
    SeenPlacement::new(motion, during.end(), &motion.reference(during.end()))?;
    for index in 0..AUDITED_TIMES.max(pieces.len()) {
        let along = samples.direction(index);
        let Some(times) = samples.times(pieces[index % pieces.len()]) else {
            continue;
        };
        let origin = motion.reference(times[1]);
        let seen = [
            SeenPlacement::new(motion, times[0], &origin)?,
            SeenPlacement::new(motion, times[1], &origin)?,
            SeenPlacement::new(motion, times[2], &origin)?,
        ];
        check_bounds(motion, (times, &seen), &along, reach)?;
        let span = span_of(times);
        if let Some(claim) = motion.fixed_axis(span) {
            let frames = seen.each_ref().map(SeenPlacement::frame_sample);
            check_fixed_axis(&claim, (times, &frames)).map_err(|fault| MotionFault::FixedAxis {
                start: span.start().as_f64(),
                end: span.end().as_f64(),
                fault,
            })?;
        }
    }
    Ok(())
}

fn check_bounds<T: Real, R: Rotor<T, D>, const D: usize>(
    motion: &dyn Motion<T, D, Rotation = R>,
    (times, seen): ([T; 3], &[SeenPlacement<D>; 3]),
    along: &SVector<T, D>,
    reach: T,
) -> Result<(), MotionFault> {
    let span = span_of(times);
    let s = along.map(T::as_f64);
    let center = motion.center().map(T::as_f64);
    let broken = |bound: Option<T>, factors| {
        let bound = bound?.as_f64();
        let (mean, lever) = largest(seen, factors, &s, reach.as_f64());
        let holds = mean <= bound;
        (!holds).then(|| BrokenBound {
            start: span.start().as_f64(),
            end: span.end().as_f64(),
            along: listed(along),
            point: listed(&(center + lever)),
            bound,
            seen: mean,
        })
    };
    let acceleration = motion.acceleration_bound(along, span, reach);
    if let Some(broken) = broken(acceleration, second_difference(times)) {
        return Err(MotionFault::Acceleration(broken));
    }
    let speed = motion.speed_bound(along, span, reach);
    if let Some(broken) = broken(speed, first_difference(times)) {
        return Err(MotionFault::Speed(broken));
    }
    Ok(())
}

/// Returns the largest sum of factors times heights along s over all points within `reach` of the centre, less its
/// rounding error, and the vector from the centre to the point that has it, in the body's frame.
fn largest<const D: usize>(
    seen: &[SeenPlacement<D>; 3],
    factors: [f64; 3],
    s: &SVector<f64, D>,
    reach: f64,
) -> (f64, SVector<f64, D>) {
    let (mut sum, mut lever, mut error) = (0.0, SVector::<f64, D>::zeros(), 0.0);
    for (factor, seen) in factors.into_iter().zip(seen) {
        sum += factor * s.dot(&seen.center);
        lever += seen.rotation.tr_mul(s) * factor;
        error += factor.abs() * seen.error(s, reach);
    }
    let length = lever.norm();
    let toward = if length > 0.0 { lever / length } else { lever };
    (sum + length * reach - error, toward * reach)
}
