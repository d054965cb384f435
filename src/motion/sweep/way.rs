//! The straight way of a sweep's centre, and how far the centre may be off it.

use nalgebra::{Isometry, SVector};

use super::Sweep;
use crate::Real;
use crate::motion::{Motion, Rotor, dot_of_numbers};
use crate::vector::length_of;

/// Ulps of its coordinates by which the centre of a placement may be off: 4 for the placement, 4 for the product of the
/// arm with the matrix and its sum with the position, and 4 for a displacement and its sums.
const CENTER_ULPS: f64 = 12.0;
/// Ulps of the sizes of the way that count along each axis: the velocity of a law is off by up to 2, and the placement
/// states 2 more.
const WAY_ULPS: f64 = 4.0;
/// How often the error of the rotation counts in that of a centre off the origin of the frame: once for the arm, and up to
/// root 3 times for the sum of its coordinates in the translation. The velocity in the scalar loses up to 25 ulps of the
/// arm, of which this many times [`CENTER_ULPS`] has room for.
const ARMS: f64 = 4.0;
/// The square of a norm that is no farther from 1 than this is that of a rotation: its root is no farther from 1 than half
/// of this and rounding, which is less than the 3.5e-4 that a pose may be off.
const SURELY_UNIT: f64 = 5e-4;
/// Two rotations of the plane whose dot product is above this are not half a turn apart.
const SURELY_NOT_OPPOSITE: f64 = -0.9;

/// Two points, and how far something may be off the line between them along each axis.
pub(crate) type Way<T, const D: usize> = ([SVector<T, D>; 2], SVector<T, D>);

impl<T: Real, const D: usize, R: Rotor<T, D>> Sweep<T, R, D> {
    /// Returns where the centre is at two times of the sweep, measured from the world's origin, and how far a placement's
    /// centre may be from the line between these points at any time between them, along each axis.
    ///
    /// That is the error of a placement's translation, that of the rotation times the arm, and the rounding of the points
    /// here. Each grows with time, and is largest at the end.
    pub(crate) fn way_of_center(&self, times: [T; 2]) -> Way<T, D> {
        let duration = self.given.end - self.given.start;
        let center = SVector::from(self.law.center).map(T::of);
        let way = self.linear * duration;
        let mut off = off_way(&center, &way);
        let arm = length_of(&self.center()).as_f64();
        if arm > 0.0 {
            let duration = duration.as_f64();
            let of_turn = self.law.angle_error(duration) + T::EPSILON.as_f64() * CENTER_ULPS;
            let of_arm = arm * of_turn * ARMS;
            off.add_scalar_mut(<T as Real>::above(of_arm + self.law.center_error(duration)));
        }
        let at = |time| center + self.linear * (time - self.given.start);
        (times.map(at), off)
    }

    /// Returns what [`way_of_center`](Self::way_of_center) returns for the whole sweep between two poses about the
    /// origin of the frame, or `None` if it is not sure that there is such a sweep.
    ///
    /// It takes a fraction of the time that the sweep takes. Nothing is rounded but the way.
    pub(crate) fn way_of_origin(
        start: &Isometry<T, R, D>,
        end: &Isometry<T, R, D>,
    ) -> Option<Way<T, D>> {
        let [from, to] = [start.rotation.numbers(), end.rotation.numbers()];
        // written so that NaN is refused; the rotations are less than half a turn apart
        let are_unit = [from, to]
            .iter()
            .all(|q| (dot_of_numbers(*q, *q) - T::one()).abs() <= T::of(SURELY_UNIT));
        if !(are_unit && dot_of_numbers(from, to) > T::of(SURELY_NOT_OPPOSITE)) {
            return None;
        }
        let ends = [start, end].map(|pose| pose.translation.vector);
        let way = ends[1] - ends[0];
        let is_tiny = |x: &T| *x != T::zero() && x.abs() < T::MIN_POSITIVE;
        let lengths = ends[0].abs().sum() + ends[1].abs().sum() + way.abs().sum();
        if !(lengths <= T::LARGEST) || way.iter().any(is_tiny) {
            return None;
        }
        Some(([ends[0], ends[0] + way], off_way(&ends[0], &way)))
    }
}

/// How far a placement's centre may be off a straight way, along each axis, if the body turns about the origin of its
/// frame.
fn off_way<T: Real, const D: usize>(center: &SVector<T, D>, way: &SVector<T, D>) -> SVector<T, D> {
    let of_way = way.abs().sum() * (T::EPSILON * T::of(WAY_ULPS));
    ((center.abs() + way.abs()) * (T::EPSILON * T::of(CENTER_ULPS))).add_scalar(of_way)
}

#[cfg(test)]
mod tests {
    use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};

    use super::*;

    /// Returns the way of a sweep over the times 0 to 1, if there is one.
    fn way<T: Real, R: Rotor<T, D>, const D: usize>(
        [start, end]: [Isometry<T, R, D>; 2],
    ) -> Option<Way<T, D>> {
        let (from, to) = ((T::zero(), start), (T::one(), end));
        let sweep = Sweep::new(from, to, SVector::zeros()).ok()?;
        Some(sweep.way_of_center([T::zero(), T::one()]))
    }

    #[test]
    fn the_way_without_a_sweep_is_that_of_the_sweep() {
        let start = Isometry3::new(vector![1.0f32, -2.0, 3.5], vector![0.3, 0.2, -1.0]);
        let end = Isometry3::new(vector![-0.3, 1e3, 3.5], vector![0.1, 0.9, -1.3]);
        for ends in [[start, end], [end, start], [start, start]] {
            let found = Sweep::way_of_origin(&ends[0], &ends[1]);
            assert!(found.is_some() && found == way(ends));
        }
        let plane = [
            Isometry2::new(vector![0.25, 1e-9], 0.5),
            Isometry2::new(vector![7.0, 2e-9], -1.5),
        ];
        let found = Sweep::way_of_origin(&plane[0], &plane[1]);
        assert!(found.is_some() && found == way(plane));
    }

    /// Where a sweep is refused, the way is too.
    #[test]
    fn there_is_no_way_without_a_sweep() {
        let here = Isometry3::<f64>::identity();
        let stretched = |norm: f64| {
            let mut pose = here;
            pose.rotation.as_mut_unchecked().coords *= norm;
            pose
        };
        let at = |x: f64| Isometry3::new(Vector3::x() * x, Vector3::zeros());
        for bad in [
            stretched(1.0 + 4e-4),
            stretched(1.0 - 4e-4),
            stretched(f64::NAN),
            at(f64::NAN),
            at(1e121),
        ] {
            for ends in [[bad, here], [here, bad]] {
                assert!(way(ends).is_none());
                assert!(Sweep::way_of_origin(&ends[0], &ends[1]).is_none());
            }
        }
        for norm in [1.0 - 2e-4, 1.0 + 2e-4] {
            assert!(Sweep::way_of_origin(&stretched(norm), &here).is_some());
        }
        let turned = Isometry2::new(Vector2::zeros(), std::f64::consts::PI);
        let ends = [Isometry2::identity(), turned];
        assert!(way(ends).is_none() && Sweep::way_of_origin(&ends[0], &ends[1]).is_none());
        // the way loses digits where it underflows
        assert!(Sweep::way_of_origin(&here, &at(1e-310)).is_none());
    }
}
