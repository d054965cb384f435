//! How far a piece moves while the joint values stay in a box.
//!
//! Let c be the values at the centre of the box, and q others in it. The joints are changed from c to q one after the
//! other, the outermost first. When joint k is changed by d, the joints before it are at c, so that its axis is where it
//! is at the centre. A point x of the piece has been moved already by the joints after k, by no more than the sum D of
//! what each of these moves it. It is no farther from the axis than at the centre plus D. So a joint that slides moves it
//! by |d|, and one that turns by at most |d| (r + D), where r is the largest distance of the piece from the axis.
//!
//! Along a fixed unit vector s the turn by d about the axis a moves a point at rho from the axis by
//! sin d s . (a x rho) - (1 - cos d) s . rho', where rho' is the part of rho across a. That is at most
//! |d| (|w . rho| + |w| D) + d^2 / 2 (r + D) with w = s x a.

use nalgebra::Vector3;

use super::relative::{Side, Solid};
use crate::kinematics::Action;
use crate::pose::Pose;

/// The factor by which a bound is rounded up. It is a sum of positive terms, each the product of some terms of a few
/// dozen roundings, and a term for every joint: less than 1e-13 for a hundred joints. Unit vectors are off by some ulps
/// too, which is less.
const BOUND_FACTOR: f64 = 1.0 + 1e-12;
/// How many times a place in the frame may be off, per ulp of the lengths that it is made of: four for the mount's
/// centre, and as many for the differences.
const PLACE_ULPS: f64 = 16.0;
/// The number of errors of places that a distance from an axis has: those of the point and of a point of the axis, each
/// in three coordinates, and the direction of the axis.
const PLACES: f64 = 4.0;

/// How far a piece moves at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Motion {
    /// In any direction.
    pub(super) whole: f64,
    /// Along the vector.
    pub(super) along: f64,
}

/// Returns how far the core of a piece moves while each joint value is within its half width of that at the centre, where
/// the poses of the frames are `poses`. Adds to `shares` what the joints of each range contribute along s.
pub(super) fn motion(
    (side, solid): (&Side<'_>, &Solid<'_>),
    poses: &[Pose],
    (s, halves): (&Vector3<f64>, &[f64]),
    shares: &mut [f64],
) -> Motion {
    let Some(last) = poses.last() else {
        return Motion::default();
    };
    let center = last.point(&solid.mount.center_in_frame);
    let mut moved = Motion::default();
    for (index, step) in side.steps.iter().enumerate().rev() {
        let half = halves[step.range] * (step.multiplier.value.abs() + step.multiplier.error);
        let axis = match index.checked_sub(1) {
            Some(before) => poses[before].rotation * step.frame.axis,
            None => step.frame.axis,
        };
        let one = match step.frame.action {
            Action::Slide { .. } => Motion {
                whole: half,
                along: half * (s.dot(&axis).abs() + side.limits.angle_error).min(1.0),
            },
            Action::Turn { .. } => {
                let origin = poses[index].translation;
                let arm = center - origin;
                let sizes = arm.norm() + solid.reach;
                let off = PLACES
                    * (side.limits.translation_error + side.limits.angle_error * sizes)
                    + PLACE_ULPS * f64::EPSILON * (center.norm() + origin.norm() + sizes);
                let reach = solid.reach + off;
                let far = (arm - axis * axis.dot(&arm)).norm() + reach + moved.whole;
                let w = s.cross(&axis);
                let first = w.dot(&arm).abs() + off + w.norm() * (reach + moved.whole);
                // no chord is longer than the diameter
                let whole = half.min(2.0) * far;
                Motion {
                    whole,
                    along: whole.min(half * first + 0.5 * half * half * far),
                }
            }
        };
        moved.whole += one.whole;
        moved.along += one.along;
        shares[step.range] += one.along;
    }
    Motion {
        whole: moved.whole * BOUND_FACTOR,
        along: moved.along * BOUND_FACTOR,
    }
}
