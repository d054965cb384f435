//! Placements as audits see them, compared with the poses.

use nalgebra::{Isometry, SMatrix, SVector};
use photofinish::Real;
use photofinish::motion::{Motion, Rotor};

use crate::MotionFault;
use crate::fixed_axis::FrameSample;

/// Let two rotations each be off by a small angle e. The norm of their difference is up to 2 root 2 times e.
const NORM_OF_TURNS: f64 = 4.0;
/// Ulps of 1 by which the norm of the difference of two rotations may be off. Motions state no less than eight ulps where
/// a pose is taken as exact: root 2 times that for both are 23. Nine entries that lose an ulp and a half each are 5 more.
const ROTATION_ULPS: f64 = 32.0;
/// Ulps of the coordinates by which a position may be off: those of the placement, the pose and the origin, which are
/// added and subtracted three times, and what the rotation above adds at a centre away from the frame's origin.
const POSITION_ULPS: f64 = 32.0;
/// Ulps of `f64` that the height of a point loses here: half an ulp for each of three products and sums when the point is
/// turned, four when the centre is placed, three when it is measured along a direction.
const HEIGHT_ULPS: f64 = 8.0;

/// The placement of a motion at one time, in double precision.
pub(crate) struct SeenPlacement<const D: usize> {
    pub(crate) rotation: SMatrix<f64, D, D>,
    /// The position of the centre, measured from the origin of the placement.
    pub(crate) center: SVector<f64, D>,
    translation_error: SVector<f64, D>,
    angle_error: f64,
    /// The size of the coordinates. Rounding errors are a share of it.
    size: f64,
}

impl<const D: usize> SeenPlacement<D> {
    /// Returns the placement at `time`, measured from `origin`.
    ///
    /// # Errors
    /// A number that is not finite, or a placement that differs from the pose.
    pub(crate) fn new<T: Real, R: Rotor<T, D>>(
        motion: &dyn Motion<T, D, Rotation = R>,
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
        let errors = placement.translation_error.iter().copied();
        if let Some(negative) = errors
            .chain([placement.angle_error])
            .find(|x| *x < T::zero())
        {
            return Err(MotionFault::Negative {
                what: "an error of a placement",
                time: time_asked,
                value: negative.as_f64(),
            });
        }
        let rotation = placement.rotation.map(T::as_f64);
        let translation = placement.translation.map(T::as_f64);
        let center = motion.center().map(T::as_f64);
        let seen = Self {
            rotation,
            center: rotation * center + translation,
            // a position that underflows has lost less than this
            translation_error: (placement.translation_error.map(T::as_f64))
                .add_scalar(T::MIN_POSITIVE.as_f64()),
            angle_error: placement.angle_error.as_f64(),
            size: translation.norm() + center.norm(),
        };
        let (arm, origin) = (center.norm(), origin.map(T::as_f64));
        seen.compare(&motion.pose(time), (time_asked, arm), translation + origin)?;
        Ok(seen)
    }

    /// Compares the placement, measured from the world's origin, with the pose. Either may be off by the stated errors.
    fn compare<T: Real, R: Rotor<T, D>>(
        &self,
        pose: &Isometry<T, R, D>,
        (time, arm): (f64, f64),
        translation: SVector<f64, D>,
    ) -> Result<(), MotionFault> {
        let ulp = T::EPSILON.as_f64();
        let by = stretch(&self.rotation);
        let stated = self.angle_error;
        let turned = NORM_OF_TURNS * stated + ROTATION_ULPS * ulp;
        let allowed = 2.0 * turned;
        if !(by <= allowed) {
            return Err(MotionFault::Stretched {
                time,
                by,
                allowed,
                stated,
            });
        }
        let off = (self.rotation - pose.rotation.matrix().map(T::as_f64)).norm();
        if !(off <= turned) {
            return Err(MotionFault::Misturned {
                time,
                off,
                allowed: turned,
                stated,
            });
        }
        let position = pose.translation.vector.map(T::as_f64);
        let stated = self.translation_error.norm() + self.angle_error * arm;
        let sizes = self.size + translation.norm() + position.norm();
        let off = (translation - position).norm();
        let allowed = 2.0 * stated + POSITION_ULPS * ulp * sizes;
        if !(off <= allowed) {
            return Err(MotionFault::Misplaced {
                time,
                off,
                allowed,
                stated,
            });
        }
        Ok(())
    }

    /// Returns by how much the height of a point within `reach` of the centre may be off.
    pub(crate) fn error(&self, along: &SVector<f64, D>, reach: f64) -> f64 {
        let turned = self.angle_error * (self.size + reach);
        let own = HEIGHT_ULPS * f64::EPSILON * (self.size + reach);
        along.abs().dot(&self.translation_error) + turned + own
    }

    /// Returns what the audit of fixed axes needs.
    pub(crate) fn frame_sample(&self) -> FrameSample<D> {
        let center_error = SVector::from_fn(|row, _| {
            let along = SVector::from_fn(|other, _| if other == row { 1.0 } else { 0.0 });
            self.error(&along, 0.0)
        });
        FrameSample {
            rotation: self.rotation,
            angle_error: self.angle_error,
            center: self.center,
            center_error,
        }
    }
}

/// Returns by how much the columns of a matrix differ from unit vectors square to each other.
pub(crate) fn stretch<const D: usize>(rotation: &SMatrix<f64, D, D>) -> f64 {
    (rotation.tr_mul(rotation) - SMatrix::<f64, D, D>::identity()).norm()
}
