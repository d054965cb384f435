//! Motions: bounds against differences, placements against poses.

use nalgebra::{SMatrix, SVector};
use thiserror::Error;

use super::sample::{Samples, between_knots, first_difference, listed, second_difference};
use crate::motion::{Motion, Rotor};
use crate::{Real, Span};

/// Triples of times looked at.
const SAMPLES: usize = 600;

/// What a motion says of itself that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotionFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but at time {time} it is {value}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// When.
        time: f64,
        /// Its value.
        value: f64,
    },
    /// A knot is not after the time that it was asked for.
    #[error("the next knot after time {after} must be later, but is {knot}")]
    Knot {
        /// The time asked for.
        after: f64,
        /// The knot.
        knot: f64,
    },
    /// The matrix of a placement does not keep lengths.
    #[error("the placement at time {time} must keep lengths, but stretches them by {by}")]
    Stretched {
        /// When.
        time: f64,
        /// How far its columns are from unit length and square to each other.
        by: f64,
    },
    /// The placement is not where the pose is.
    #[error(
        "at time {time} the placement is {off} away from the pose, but states an error of {stated}"
    )]
    Misplaced {
        /// When.
        time: f64,
        /// How far they are apart: a length.
        off: f64,
        /// How far they may be.
        stated: f64,
    },
    /// The placement is not turned as the pose is.
    #[error(
        "at time {time} the placement is turned by {off} from the pose, but states an error of {stated}"
    )]
    Misturned {
        /// When.
        time: f64,
        /// How far they are apart, in radians.
        off: f64,
        /// How far they may be.
        stated: f64,
    },
    /// A point accelerates more than its bound says.
    #[error("the acceleration {0}")]
    Acceleration(BrokenBound),
    /// A point is faster than its bound says.
    #[error("the speed {0}")]
    Speed(BrokenBound),
}

/// A bound that a point of the body exceeds.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "along {along:?} must be at most {bound} from {start} to {end}, but the point {point:?} has {seen}"
)]
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
    /// The mean that the point has over the span, less what rounding may have added.
    pub seen: f64,
}

/// Checks that a motion keeps its bounds during a span, for all points within `reach` of its centre, and that its
/// placements are where its poses are.
///
/// The mean of a derivative between three times is a difference of heights over them, exactly. Of all points within
/// reach the one with the largest difference is known, so that times and directions are all that is sampled. A bound
/// that is half of what it should be is found almost surely, one that is too small by a hundredth maybe.
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
    let pieces = between_knots(during, |after| motion.next_knot(after));
    let pieces = pieces.map_err(|[after, knot]| MotionFault::Knot {
        after: after.as_f64(),
        knot: knot.as_f64(),
    })?;
    let mut samples = Samples::new();
    Seen::new(motion, during.start(), &SVector::zeros())?;
    Seen::new(motion, during.end(), &motion.reference(during.end()))?;
    for index in 0..SAMPLES.max(pieces.len()) {
        let along = samples.direction(index);
        let Some(times) = samples.times(pieces[index % pieces.len()]) else {
            continue;
        };
        let origin = motion.reference(times[1]);
        let seen = [
            Seen::new(motion, times[0], &origin)?,
            Seen::new(motion, times[1], &origin)?,
            Seen::new(motion, times[2], &origin)?,
        ];
        check_bounds(motion, (times, &seen), &along, reach)?;
    }
    Ok(())
}

/// Where a motion is at one time.
struct Seen<const D: usize> {
    rotation: SMatrix<f64, D, D>,
    /// Where its centre is.
    center: SVector<f64, D>,
    translation_error: SVector<f64, D>,
    angle_error: f64,
    /// About the largest coordinate that appears.
    size: f64,
}

impl<const D: usize> Seen<D> {
    fn new<T: Real, M: Motion<T, D> + ?Sized>(
        motion: &M,
        time: T,
        origin: &SVector<T, D>,
    ) -> Result<Self, MotionFault> {
        let placement = motion.placement(time, origin);
        let time_asked = time.as_f64();
        let finite = |what: &'static str, values: &[T]| match values.iter().find(|x| !x.is_finite())
        {
            Some(value) => Err(MotionFault::NotFinite {
                what,
                time: time_asked,
                value: value.as_f64(),
            }),
            None => Ok(()),
        };
        finite("the reference point", origin.as_slice())?;
        finite("the centre", motion.center().as_slice())?;
        finite(
            "a placement's translation",
            placement.translation.as_slice(),
        )?;
        finite("a placement's rotation", placement.rotation.as_slice())?;
        finite(
            "a placement's translation error",
            placement.translation_error.as_slice(),
        )?;
        finite("a placement's angle error", &[placement.angle_error])?;
        let rotation = placement.rotation.map(T::as_f64);
        let translation = placement.translation.map(T::as_f64);
        let center = motion.center().map(T::as_f64);
        let seen = Self {
            rotation,
            center: rotation * center + translation,
            translation_error: placement.translation_error.map(T::as_f64),
            angle_error: placement.angle_error.as_f64(),
            size: translation.norm() + center.norm(),
        };
        let (arm, origin) = (center.norm(), origin.map(T::as_f64));
        seen.compare::<T, M::Rotation>(
            &motion.pose(time),
            (time_asked, arm),
            translation + origin,
        )?;
        Ok(seen)
    }

    /// Holds the placement, measured from the world's origin, against the pose. Both are off by what the placement states.
    fn compare<T: Real, R: Rotor<T, D>>(
        &self,
        pose: &nalgebra::Isometry<T, R, D>,
        (time, arm): (f64, f64),
        translation: SVector<f64, D>,
    ) -> Result<(), MotionFault> {
        let ulp = T::EPSILON.as_f64();
        let square = self.rotation.tr_mul(&self.rotation) - SMatrix::<f64, D, D>::identity();
        let turned = 4.0 * self.angle_error + 32.0 * ulp;
        if !(square.norm() <= 2.0 * turned) {
            return Err(MotionFault::Stretched {
                time,
                by: square.norm(),
            });
        }
        let off = (self.rotation - pose.rotation.matrix().map(T::as_f64)).norm();
        if !(off <= turned) {
            return Err(MotionFault::Misturned {
                time,
                off,
                stated: self.angle_error,
            });
        }
        let position = pose.translation.vector.map(T::as_f64);
        let stated = 2.0 * (self.translation_error.norm() + self.angle_error * arm);
        let sizes = self.size + translation.norm() + position.norm();
        let off = (translation - position).norm();
        if !(off <= stated + 32.0 * ulp * sizes) {
            return Err(MotionFault::Misplaced { time, off, stated });
        }
        Ok(())
    }

    /// How far the height of a point within `reach` of the centre may be off.
    fn error(&self, along: &SVector<f64, D>, reach: f64) -> f64 {
        let turned = self.angle_error * (self.size + reach);
        let own = 8.0 * f64::EPSILON * (self.size + reach);
        along.abs().dot(&self.translation_error) + turned + own
    }
}

fn check_bounds<T, const D: usize, M>(
    motion: &M,
    (times, seen): ([T; 3], &[Seen<D>; 3]),
    along: &SVector<T, D>,
    reach: T,
) -> Result<(), MotionFault>
where
    T: Real,
    M: Motion<T, D> + ?Sized,
{
    let span = Span::known(times[0], times[2]);
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

/// The largest sum of factors times heights along s of any point within `reach` of the centre, less its rounding error,
/// and where that point is from the centre.
fn largest<const D: usize>(
    seen: &[Seen<D>; 3],
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
