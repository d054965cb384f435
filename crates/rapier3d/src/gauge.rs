//! Which colliders went so far in a step that they might have passed through something.

use rapier::dynamics::RigidBody;
use rapier::math::{Pose, Real, Rotation};

/// How far a body went in a step: a line for its centre of mass, and a turn about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// How far the centre of mass went.
    shift: Real,
    /// How far a point at a distance of 1 from the centre went by the turn at most.
    turn: Real,
}

/// Sums and products below are of at most sixteen numbers, each off by half an ulp.
const GAUGE_ULPS: Real = 16.0;

impl Course {
    pub fn new(body: &RigidBody, start: &Pose, end: &Pose) -> Self {
        let center = body.local_center_of_mass();
        let [from, to] = [start, end].map(|pose| pose.transform_point(center));
        // both points are off by a few ulps of their coordinates
        let rounding = GAUGE_ULPS * Real::EPSILON * (from.length() + to.length() + center.length());
        let shift = (to - from).length() + rounding;
        let turn = chord(start.rotation, end.rotation);
        Self { shift, turn }
    }

    /// Returns how far the points within `reach` of the centre of mass went at most.
    ///
    /// A sweep moves the centre on a line, and turns about it by less than half a turn. So a point is never farther from
    /// where it was than the lengths of both ways together.
    pub fn travel(&self, reach: Real) -> Real {
        (self.shift + self.turn * reach) * (1.0 + GAUGE_ULPS * Real::EPSILON)
    }
}

/// Returns how far a turn from one rotation to the other moves a point at a distance of 1 from its axis.
///
/// The chord of a turn by less than half a turn is the longest way that the point is off on its way.
#[cfg(feature = "dim2")]
pub(crate) fn chord(from: Rotation, to: Rotation) -> Real {
    let (re, im) = (to.re - from.re, to.im - from.im);
    (re * re + im * im).sqrt()
}

/// Returns how far a turn from one rotation to the other moves a point at a distance of 1 from its axis.
///
/// Quaternions turn by half the angle: if they are `d` apart, or `d` from the opposite, the chord is `d sqrt(4 - d^2)`,
/// which is at most `2 d`.
#[cfg(feature = "dim3")]
pub(crate) fn chord(from: Rotation, to: Rotation) -> Real {
    let nearer = if to.dot(from) < 0.0 { -to } else { to };
    2.0 * (nearer - from).length()
}
