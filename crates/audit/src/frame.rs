//! The audit of frames: rotations, reach, and slices that are one rigid body at all times.

use nalgebra::SVector;
use photofinish::{BodyFrame, Real, SupportMap};

use crate::FrameFault;
use crate::fixed_axis::FrameSample;
use crate::numbers::{listed, not_finite};
use crate::placement::stretch;

/// Ulps of 1 by which a direction may be off that is rounded to the scalar of the body: half an ulp in each coordinate.
const DIRECTION_ULPS: f64 = 1.0;
/// Ulps of `f64` that the products and sums of this audit may lose: five of them, with half an ulp each for every
/// dimension.
const AUDIT_ULPS: f64 = 8.0;

/// A body at one time, with its frame in double precision.
pub(crate) struct BodyAt<S, const D: usize> {
    time: f64,
    frame: BodyFrame<f64, D>,
    slice: S,
    location: SVector<f64, D>,
    /// By how much the slice's points may be off along each axis.
    rounding: SVector<f64, D>,
}

impl<S, const D: usize> BodyAt<S, D> {
    pub(crate) fn new<T: Real>(time: T, frame: &BodyFrame<T, D>, slice: S) -> Self
    where
        S: SupportMap<T, D>,
    {
        Self {
            time: time.as_f64(),
            frame: in_f64(frame),
            location: slice.location().map(T::as_f64),
            rounding: slice.rounding().map(T::as_f64),
            slice,
        }
    }

    /// Returns what the audit of fixed axes needs.
    pub(crate) fn frame_sample(&self) -> FrameSample<D> {
        let frame = &self.frame;
        FrameSample {
            rotation: frame.rotation,
            angle_error: frame.angle_error,
            center: frame.center,
            center_error: (frame.center.abs() * (AUDIT_ULPS * f64::EPSILON))
                .add_scalar(frame.center_error),
        }
    }

    /// Checks the frame on its own, and against the body now and at another time, along a direction of the frame.
    ///
    /// # Errors
    /// The first [`FrameFault`].
    pub(crate) fn check<T: Real>(
        &self,
        before: Option<&Self>,
        along: &SVector<T, D>,
    ) -> Result<(), FrameFault>
    where
        S: SupportMap<T, D>,
    {
        check_numbers(&self.frame)?;
        check_rotation(&self.frame)?;
        self.check_reach(along)?;
        before.map_or(Ok(()), |before| self.check_same(before, along))
    }

    /// Checks that the core is within the reach of the centre.
    fn check_reach<T: Real>(&self, along: &SVector<T, D>) -> Result<(), FrameFault>
    where
        S: SupportMap<T, D>,
    {
        let lever = |along: &SVector<T, D>| {
            let point = self.slice.core_support_point(along).map(T::as_f64);
            point + (self.location - self.frame.center)
        };
        // a point that is farthest along the lever of another one is at least as far from the centre
        let lever = lever(&lever(along).map(T::of));
        let sizes = lever.norm() + self.location.norm() + self.frame.center.norm();
        let rounding =
            self.rounding.norm() + self.frame.center_error + sizes * (AUDIT_ULPS * f64::EPSILON);
        let (distance, reach) = (lever.norm() - rounding, self.frame.reach);
        if distance <= reach {
            return Ok(());
        }
        Err(FrameFault::OutsideReach {
            lever: listed(&lever),
            distance,
            reach,
        })
    }

    /// Checks that the body reaches as far from its centre as at another time, along a direction of its frame.
    fn check_same<T: Real>(&self, before: &Self, along: &SVector<T, D>) -> Result<(), FrameFault>
    where
        S: SupportMap<T, D>,
    {
        let [(height, error), (height_before, error_before)] =
            [self, before].map(|body| body.height(along));
        let rounding = error + error_before;
        if (height - height_before).abs() <= rounding {
            return Ok(());
        }
        Err(FrameFault::NotRigid {
            along: listed(along),
            height,
            time_before: before.time,
            before: height_before,
            rounding,
        })
    }

    /// Returns how far the body reaches from its centre along a direction of its frame, and by how much that may be
    /// off.
    ///
    /// Let d be the direction, R the rotation and Q the true one. The body reaches as far along R d in the world as
    /// along Q^T R d in its frame, which differs from d by no more than the angle error.
    fn height<T: Real>(&self, along: &SVector<T, D>) -> (f64, f64)
    where
        S: SupportMap<T, D>,
    {
        let frame = &self.frame;
        let s = (frame.rotation * along.map(T::as_f64)).map(T::of);
        let value = self.slice.core_support_value(&s).as_f64();
        let radius = self.slice.radius().as_f64();
        let s = s.map(T::as_f64);
        let height = value + radius + s.dot(&(self.location - frame.center));
        let sizes = value.abs() + radius + s.abs().dot(&(self.location.abs() + frame.center.abs()));
        let own = frame.reach * (DIRECTION_ULPS * T::EPSILON.as_f64())
            + sizes * (AUDIT_ULPS * f64::EPSILON);
        let error = s.abs().dot(&self.rounding)
            + s.norm() * frame.center_error
            + frame.angle_error * frame.reach
            + own;
        (height, error)
    }
}

fn in_f64<T: Real, const D: usize>(frame: &BodyFrame<T, D>) -> BodyFrame<f64, D> {
    BodyFrame {
        rotation: frame.rotation.map(T::as_f64),
        angle_error: frame.angle_error.as_f64(),
        center: frame.center.map(T::as_f64),
        center_error: frame.center_error.as_f64(),
        reach: frame.reach.as_f64(),
    }
}

fn check_numbers<const D: usize>(frame: &BodyFrame<f64, D>) -> Result<(), FrameFault> {
    let lengths = [
        ("the angle error", frame.angle_error),
        ("the error of the centre", frame.center_error),
        ("the reach", frame.reach),
    ];
    let values = lengths.map(|(_, value)| value);
    let numbers = [
        ("an entry of the rotation", frame.rotation.as_slice()),
        ("a coordinate of the centre", frame.center.as_slice()),
        (lengths[0].0, &values[..1]),
        (lengths[1].0, &values[1..2]),
        (lengths[2].0, &values[2..]),
    ];
    if let Some((what, value)) = not_finite(&numbers) {
        return Err(FrameFault::NotFinite { what, value });
    }
    if let Some((what, value)) = lengths.into_iter().find(|(_, value)| *value < 0.0) {
        return Err(FrameFault::Negative { what, value });
    }
    Ok(())
}

/// Checks that the rotation is within its error of a true one.
///
/// Let no point at distance 1 be off by more than e. The matrix R then stretches lengths by factors from 1 - e to
/// 1 + e, so that R^T R - 1 has no eigenvalue beyond x = 2 e + e^2, and its norm is at most root D times that.
fn check_rotation<const D: usize>(frame: &BodyFrame<f64, D>) -> Result<(), FrameFault> {
    let (by, stated) = (stretch(&frame.rotation), frame.angle_error);
    let x = stated * (2.0 + stated);
    let most = x + (1.0 + x) * (AUDIT_ULPS * f64::EPSILON);
    let allowed = most * (D as f64).sqrt();
    if by <= allowed {
        return Ok(());
    }
    Err(FrameFault::Stretched {
        by,
        allowed,
        stated,
    })
}
