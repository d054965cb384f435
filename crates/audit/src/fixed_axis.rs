//! The audit of fixed axes: turns, rates and the centre's acceleration against the frame at three times.

use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

use nalgebra::{SMatrix, SVector};
use photofinish::Real;
use photofinish::motion::FixedAxis;

use crate::AxisFault;
use crate::numbers::{listed, not_finite};
use crate::sample::second_difference;

/// Ulps of 1 by which a unit axis may be off, in length and direction. [`FixedAxis::axis`] names this number.
///
/// Those of the crate are off by 2.25.
const UNIT_ULPS: f64 = 6.0;
/// Ulps of 1 in `f64` that computing the length of an axis loses here.
const LENGTH_ULPS: f64 = 3.0;
/// Ulps of 1 by which a turn may be off, beside the errors that its frames state.
///
/// For an axis off by e, cos and sin of the angle are together off by root 5 times e, and the turn about the axis by
/// 2 + root 5 times e. For e = [`UNIT_ULPS`] = 6 these are 14 and 26 ulps. Computing either from matrices loses up to
/// 16 more. Four times these ulps, which is what counts, is more than pi / 2 * (14 + 16) + 26 + 16 = 90.
const TURN_ULPS: f64 = 24.0;
/// By how many times the errors of both frames the angle between them may be off, and the turn itself.
///
/// Let e be the sum of both errors. The product of both matrices, which turns one frame into the other, is off by
/// e and the product of the errors: up to d = e (1 + e / 4). A point at distance 1 that is off by d is off by an angle
/// of up to asin d, which is at most pi / 2 * d, and by less than pi in any case. The turn by an angle that is off by
/// this is itself off by up to d (1 + pi / 2) = 3.2 e. Where d is more than 1, 4 e is more than pi.
const TURN_FACTOR: f64 = 4.0;
/// Ulps of `f64` by which a rate times a duration may be off, up to full turns. In halves of an ulp: the rate, the
/// duration, their product, what is subtracted from it and the full turn lose one each. Half the width of a range of
/// angles loses three.
const ANGLE_ULPS: f64 = 4.0;

/// The frame of a body at one time, as far as the audit of fixed axes needs it.
pub(crate) struct FrameSample<const D: usize> {
    pub(crate) rotation: SMatrix<f64, D, D>,
    /// How far the rotation may move a point at distance 1.
    pub(crate) angle_error: f64,
    pub(crate) center: SVector<f64, D>,
    /// By how much each coordinate of the centre may be off.
    pub(crate) center_error: SVector<f64, D>,
}

/// Checks a claim about a span against the frame at three times of it.
///
/// Means between these times are exact: those of the rate are differences of angles, that of the centre's acceleration
/// is a difference of positions.
///
/// # Errors
/// The first [`AxisFault`].
pub(crate) fn check_fixed_axis<T: Real, const D: usize>(
    claim: &FixedAxis<T, D>,
    (times, seen): ([T; 3], &[FrameSample<D>; 3]),
) -> Result<(), AxisFault> {
    let ulp = T::EPSILON.as_f64();
    let claim = in_f64(claim);
    check_numbers(&claim)?;
    check_axis(&claim.axis, ulp)?;
    let instants = times.map(T::as_f64);
    let mean_rate = |half: usize| {
        let turned = Turned::between([&seen[half], &seen[half + 1]], &claim.axis, ulp)?;
        turned.rate(&claim, instants[half + 1] - instants[half])
    };
    if let (Some(first), Some(second)) = (mean_rate(0)?, mean_rate(1)?) {
        check_angular_acceleration(&claim, [first, second], instants[2] - instants[0])?;
    }
    check_center(&claim, second_difference(times), seen)
}

fn in_f64<T: Real, const D: usize>(claim: &FixedAxis<T, D>) -> FixedAxis<f64, D> {
    FixedAxis {
        axis: claim.axis.map(T::as_f64),
        slowest: claim.slowest.as_f64(),
        fastest: claim.fastest.as_f64(),
        angular_acceleration: claim.angular_acceleration.as_f64(),
        acceleration: claim.acceleration.map(T::as_f64),
    }
}

fn check_numbers<const D: usize>(claim: &FixedAxis<f64, D>) -> Result<(), AxisFault> {
    let (slowest, fastest) = (claim.slowest, claim.fastest);
    let not_negative = [
        ("the slowest rate", slowest),
        ("the angular acceleration", claim.angular_acceleration),
    ];
    let numbers = [
        ("an entry of the axis", claim.axis.as_slice()),
        ("the slowest rate", &[slowest]),
        ("the fastest rate", &[fastest]),
        ("the angular acceleration", &[claim.angular_acceleration]),
        (
            "a coordinate of the centre's acceleration",
            claim.acceleration.as_slice(),
        ),
    ];
    if let Some((what, value)) = not_finite(&numbers) {
        return Err(AxisFault::NotFinite { what, value });
    }
    if let Some((what, value)) = not_negative.into_iter().find(|(_, value)| *value < 0.0) {
        return Err(AxisFault::Negative { what, value });
    }
    if slowest > fastest {
        return Err(AxisFault::Order { slowest, fastest });
    }
    Ok(())
}

fn check_axis<const D: usize>(axis: &SMatrix<f64, D, D>, ulp: f64) -> Result<(), AxisFault> {
    let length = axis.norm() * FRAC_1_SQRT_2;
    let off = (length - 1.0).abs().max((axis + axis.transpose()).norm());
    if length == 0.0 || off <= UNIT_ULPS * ulp + LENGTH_ULPS * f64::EPSILON {
        return Ok(());
    }
    let matrix = axis.iter().copied().collect();
    Err(AxisFault::NotUnit { matrix })
}

/// The turn of a frame between two times: an angle in radians, up to full turns, and by how much it may be off.
struct Turned {
    angle: f64,
    error: f64,
}

impl Turned {
    /// Returns the angle about the axis by which a frame has turned.
    ///
    /// The turn by theta is R = 1 + sin theta N + (1 - cos theta) N N. Hence the sum of the products of all entries of
    /// N and R is 2 sin theta, and that of -N N and R is 2 cos theta.
    ///
    /// # Errors
    /// [`AxisFault::OtherAxis`].
    fn between<const D: usize>(
        [before, after]: [&FrameSample<D>; 2],
        axis: &SMatrix<f64, D, D>,
        ulp: f64,
    ) -> Result<Self, AxisFault> {
        let turn = after.rotation * before.rotation.transpose();
        let inward = axis * axis;
        // 0 - x rather than -x: without an axis the angle is then 0, not pi
        let angle = libm::atan2(axis.dot(&turn), 0.0 - inward.dot(&turn));
        let (sin, cos) = libm::sincos(angle);
        let about_axis = SMatrix::identity() + axis * sin + inward * (1.0 - cos);
        let error = TURN_FACTOR * (before.angle_error + after.angle_error + TURN_ULPS * ulp);
        // the columns of a matrix are the images of points at distance 1
        let columns = turn - about_axis;
        let off = columns.column_iter().map(|x| x.norm()).fold(0.0, f64::max);
        if off > error {
            let rounding = error;
            return Err(AxisFault::OtherAxis { off, rounding });
        }
        Ok(Self { angle, error })
    }

    /// Returns the mean rate over the duration of the turn. Returns `None` if the rates claimed leave open how many
    /// full turns the frame has made.
    ///
    /// # Errors
    /// [`AxisFault::Rate`].
    fn rate<const D: usize>(
        &self,
        claim: &FixedAxis<f64, D>,
        duration: f64,
    ) -> Result<Option<MeanRate>, AxisFault> {
        let (slowest, fastest) = (claim.slowest, claim.fastest);
        let middle = 0.5 * (slowest + fastest);
        let spread = 0.5 * (fastest - slowest) * duration;
        let error = self.error + ANGLE_ULPS * f64::EPSILON * fastest * duration;
        if !(spread + error < PI) {
            return Ok(None);
        }
        let aside = libm::remainder(self.angle - middle * duration, TAU);
        if aside.abs() > spread + error {
            let nearest = aside - error.copysign(aside);
            return Err(AxisFault::Rate {
                slowest,
                fastest,
                seen: middle + nearest / duration,
            });
        }
        Ok(Some(MeanRate {
            aside: aside / duration,
            error: error / duration,
        }))
    }
}

/// A mean rate between two times, in radians per time.
#[derive(Clone, Copy)]
struct MeanRate {
    /// How much faster it is than the middle of the rates claimed.
    aside: f64,
    /// By how much it may be off.
    error: f64,
}

/// Checks that the rate does not change faster than claimed. The means of a rate over two halves of a duration differ
/// by at most half the duration times the largest |theta''|.
fn check_angular_acceleration<const D: usize>(
    claim: &FixedAxis<f64, D>,
    [first, second]: [MeanRate; 2],
    duration: f64,
) -> Result<(), AxisFault> {
    let change = (second.aside - first.aside).abs() - first.error - second.error;
    let (seen, stated) = (2.0 * change / duration, claim.angular_acceleration);
    if seen > stated {
        return Err(AxisFault::AngularAcceleration { stated, seen });
    }
    Ok(())
}

fn check_center<const D: usize>(
    claim: &FixedAxis<f64, D>,
    factors: [f64; 3],
    seen: &[FrameSample<D>; 3],
) -> Result<(), AxisFault> {
    let (mut mean, mut error) = (SVector::<f64, D>::zeros(), SVector::<f64, D>::zeros());
    for (factor, seen) in factors.into_iter().zip(seen) {
        mean += seen.center * factor;
        error += seen.center_error * factor.abs();
    }
    let off = (mean - claim.acceleration).abs();
    if off.iter().zip(&error).all(|(off, error)| off <= error) {
        return Ok(());
    }
    Err(AxisFault::Acceleration {
        stated: listed(&claim.acceleration),
        seen: listed(&mean),
        rounding: listed(&error),
    })
}
