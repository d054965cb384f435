//! The audit of extrusions: bounds against differences of support values, slices as bodies.

use nalgebra::SVector;
use photofinish::{Extrusion, Real, Span, SupportMap};
use thiserror::Error;

use crate::fixed_axis::{FrameSample, check_fixed_axis};
use crate::frame::BodyAt;
use crate::numbers::listed;
use crate::sample::{Samples, between_knots, first_difference, second_difference, span_of};
use crate::thickness::{directions, room_between};
use crate::tuning::{AUDITED_DIRECTIONS, AUDITED_SLICES, AUDITED_TIMES};
use crate::{AxisFault, FrameFault, SupportFault, audit_support_map};

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
        /// The mean speed of its hindmost or foremost points over the span, less what rounding may have added.
        seen: f64,
    },
    /// A slice is not measured from the origin asked for.
    #[error(
        "measured from an origin farther along {along:?}, the slice at time {time:?} must be the same body, but is off \
         by {off:?}, where {allowed:?} is allowed"
    )]
    Origin {
        /// The time of the slice.
        time: f64,
        /// The direction, in the world.
        along: Vec<f64>,
        /// How far both are apart along the direction, in the world.
        off: f64,
        /// How far they may be apart: by rounding.
        allowed: f64,
    },
    /// The body is thinner than the ball that it claims to contain.
    #[error(
        "the inner diameter must be at most {room:?}, as no larger ball fits between the planes that touch the slice \
         at time {time:?} along {along:?} and against their sum, but it is {stated:?}"
    )]
    TooThick {
        /// The time of the slice.
        time: f64,
        /// The directions, in the world.
        along: Vec<Vec<f64>>,
        /// The diameter of the largest ball between the planes.
        room: f64,
        /// The inner diameter that it states.
        stated: f64,
    },
    /// The body's frame is wrong, or does not fit the slices.
    #[error("the frame at time {time:?} is wrong: {fault}")]
    Frame {
        /// The time of the frame.
        time: f64,
        /// What is wrong with the frame.
        fault: FrameFault,
    },
    /// The body claims a fixed axis, but has no frame.
    #[error(
        "there must be a frame at time {time:?}, as the body claims a fixed axis from {start:?} to {end:?}, but there \
         is none"
    )]
    NoFrame {
        /// A time without a frame.
        time: f64,
        /// When the span starts.
        start: f64,
        /// When it ends.
        end: f64,
    },
    /// The frame does not move as [`Extrusion::fixed_axis`] says.
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

/// Ulps of the location that its product with a direction may lose, and the slice that states it.
const LOCATION_ULPS: f64 = 8.0;

/// Ulps of the distance to an origin that a slice may lose: one in a difference along each axis.
const ORIGIN_ULPS: f64 = 4.0;

/// Checks that an extrusion keeps its bounds during a span, that its slices are valid bodies, measured from the origin
/// asked for and as thick as it states, that its frames fit the slices, and that they move as
/// [`Extrusion::fixed_axis`] says.
///
/// Let f(t) be the height along s of the hindmost point at time t, which may be another point at each time. If no point
/// accelerates along s by more than M, the parabola through f at any three times has a second derivative of at most M.
/// If no point is faster along s than V, f grows at a rate of at most V. So does the height of the foremost point.
///
/// A body with a [frame](Extrusion::frame) is rigid: along a direction of its frame, it reaches equally far from its
/// centre at all times. A frame that turns or moves otherwise than the body is found unless the body is symmetric
/// enough to look the same. Fixed axes are checked by frames, with the same limits as in
/// [`audit_motion`](crate::audit_motion), and of the spans between knots as many.
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
    let mut frames = FrameAudit::of(extrusion);
    for slice in 0..AUDITED_SLICES {
        let share = T::of(slice as f64 / (AUDITED_SLICES - 1) as f64);
        let time = during.start() + (during.end() - during.start()) * share;
        let origin = extrusion.reference(time);
        let body = extrusion.slice(time, &origin);
        audit_support_map(&body).map_err(|fault| ExtrusionFault::Slice {
            time: time.as_f64(),
            fault,
        })?;
        frames.at(time, &origin, &samples.direction(slice))?;
        for index in 0..AUDITED_DIRECTIONS {
            contains_its_ball(extrusion, time, (&body, &directions(&mut samples, index)))?;
        }
        let along = samples.direction(slice);
        check_origin(extrusion, time, (&origin, &body), &along)?;
    }
    for index in 0..AUDITED_TIMES.max(pieces.len()) {
        let along = samples.direction(index);
        if let Some(times) = samples.times(pieces[index % pieces.len()]) {
            check_bounds(extrusion, times, &along)?;
            frames.check(times, &along)?;
        }
    }
    Ok(())
}

/// The audit of the frames of a body, and the first frame that it saw.
struct FrameAudit<'e, E: Extrusion<T, D>, T: Real, const D: usize> {
    extrusion: &'e E,
    first: Option<BodyAt<E::Slice<'e>, D>>,
}

impl<'e, E: Extrusion<T, D>, T: Real, const D: usize> FrameAudit<'e, E, T, D> {
    fn of(extrusion: &'e E) -> Self {
        let first = None;
        Self { extrusion, first }
    }

    /// Checks the frames at three times, and the claim of a fixed axis for the span from the first to the last.
    fn check(&mut self, times: [T; 3], along: &SVector<T, D>) -> Result<(), ExtrusionFault> {
        // the origin is another one each time: frames and slices must both be measured from it
        let origin = self.extrusion.reference(times[1]) + along * self.extrusion.size();
        let mut at = |time| self.at(time, &origin, along);
        let seen = [at(times[0])?, at(times[1])?, at(times[2])?];
        let span = span_of(times);
        let Some(claim) = self.extrusion.fixed_axis(span) else {
            return Ok(());
        };
        let (start, end) = (span.start().as_f64(), span.end().as_f64());
        let there = |time: T, frame: Option<_>| {
            let time = time.as_f64();
            frame.ok_or(ExtrusionFault::NoFrame { time, start, end })
        };
        let [first, second, third] = seen;
        let frames = [
            there(times[0], first)?,
            there(times[1], second)?,
            there(times[2], third)?,
        ];
        let checked = check_fixed_axis(&claim, (times, &frames));
        checked.map_err(|fault| ExtrusionFault::FixedAxis { start, end, fault })
    }

    /// Returns the frame at a time, if there is one, and checks it along a direction of its own.
    fn at(
        &mut self,
        time: T,
        origin: &SVector<T, D>,
        along: &SVector<T, D>,
    ) -> Result<Option<FrameSample<D>>, ExtrusionFault> {
        let Some(frame) = self.extrusion.frame(time, origin) else {
            return Ok(None);
        };
        let body = BodyAt::new(time, &frame, self.extrusion.slice(time, origin));
        let checked = body.check(self.first.as_ref(), along);
        checked.map_err(|fault| ExtrusionFault::Frame {
            time: time.as_f64(),
            fault,
        })?;
        let sample = body.frame_sample();
        self.first.get_or_insert(body);
        Ok(Some(sample))
    }
}

/// Checks that the ball that the body claims to contain fits between planes that touch a slice.
fn contains_its_ball<T, const D: usize, E>(
    extrusion: &E,
    time: T,
    (body, along): (&E::Slice<'_>, &[SVector<T, D>]),
) -> Result<(), ExtrusionFault>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let stated = extrusion.inner_diameter().as_f64();
    let room = room_between(body, along);
    if stated <= room {
        return Ok(());
    }
    Err(ExtrusionFault::TooThick {
        time: time.as_f64(),
        along: along.iter().map(listed).collect(),
        room,
        stated,
    })
}

/// Checks that a slice measured from another origin is the same body.
fn check_origin<T, const D: usize, E>(
    extrusion: &E,
    time: T,
    (origin, body): (&SVector<T, D>, &E::Slice<'_>),
    along: &SVector<T, D>,
) -> Result<(), ExtrusionFault>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let size = extrusion.size();
    let shift = if size > T::zero() { size } else { T::one() };
    let other = origin + along * shift;
    let apart = (other - origin).map(T::as_f64).dot(&along.map(T::as_f64));
    let (height, error) = lowest(body, along);
    let (shifted, error_shifted) = lowest(&extrusion.slice(time, &other), along);
    let off = (shifted + apart - height).abs();
    // the difference of the origins is rounded too
    let sizes = origin.norm().as_f64() + other.norm().as_f64();
    let allowed = error + error_shifted + sizes * (ORIGIN_ULPS * T::EPSILON.as_f64());
    if off <= allowed {
        return Ok(());
    }
    Err(ExtrusionFault::Origin {
        time: time.as_f64(),
        along: listed(along),
        off,
        allowed,
    })
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
    let slices = times.map(|time| extrusion.slice(time, &origin));
    let hindmost = slices.each_ref().map(|slice| lowest(slice, along));
    let span = span_of(times);
    let (start, end) = (span.start().as_f64(), span.end().as_f64());
    if let Some(bound) = extrusion.acceleration_bound(along, span) {
        let bound = bound.as_f64();
        // the highest of several heights may bend upwards at any rate: only the lowest is bounded
        let seen = difference(second_difference(times), hindmost);
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
        let bound = bound.as_f64();
        let foremost = slices.each_ref().map(|slice| {
            let (behind, error) = lowest(slice, &-along);
            (-behind, error)
        });
        let of_both = [hindmost, foremost].map(|ends| difference(first_difference(times), ends));
        // written so that NaN is refused too
        if let Some(seen) = of_both.into_iter().find(|&seen| !(seen <= bound)) {
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

/// Returns the sum of factors times heights, less what their errors may have added.
fn difference(factors: [f64; 3], heights: [(f64, f64); 3]) -> f64 {
    let terms = factors.into_iter().zip(heights);
    terms.fold(0.0, |sum, (factor, (height, error))| {
        sum + factor * height - factor.abs() * error
    })
}

/// Returns the height of the hindmost point of a body along a direction, and by how much it may be off.
fn lowest<T: Real, const D: usize>(
    body: &dyn SupportMap<T, D>,
    along: &SVector<T, D>,
) -> (f64, f64) {
    let s = along.map(T::as_f64);
    let location = body.location().map(T::as_f64);
    // the radius may change too
    let value = body.core_support_value(&-along).as_f64() + body.radius().as_f64();
    let ulps = LOCATION_ULPS * T::EPSILON.as_f64();
    let error = s
        .abs()
        .dot(&(body.rounding().map(T::as_f64) + location.abs() * ulps));
    let sizes = value.abs() + body.radius().as_f64();
    (s.dot(&location) - value, error + sizes * f64::EPSILON)
}
