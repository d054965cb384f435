//! True claims about frames: those of the crate's bodies, and some that are as rough as claims may be.

use nalgebra::{SMatrix, SVector, vector};
use photofinish::audit::audit_extrusion;
use photofinish::motion::{ConstantVelocity, Motion, Placement, Rotor};
use photofinish::shape::Segment;
use photofinish::support::Posed;
use photofinish::{BodyFrame, Extrusion, Moving, Real, Span};

use super::right::{Poses, motions, poses2, poses3, shapes};
use super::{point, span, turn};

/// A body whose frames and slices are off by all that they state, at about half of all times.
struct Rough<E> {
    inner: E,
    angle: f64,
    center: f64,
    slice: f64,
}

impl<E> Rough<E> {
    fn exact(inner: E) -> Self {
        let [angle, center, slice] = [0.0; 3];
        Self {
            inner,
            angle,
            center,
            slice,
        }
    }

    /// Returns zero at about half of all times.
    fn at<T: Real>(time: T, off: f64) -> T {
        let is_off = (time * T::of(1e4)).sine_and_cosine().0 > T::zero();
        T::of(if is_off { off } else { 0.0 })
    }
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for Rough<E> {
    type Slice<'a>
        = Posed<E::Slice<'a>, T, D>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let off = Placement {
            rotation: SMatrix::identity(),
            translation: SVector::repeat(Self::at(time, self.slice)),
            translation_error: SVector::repeat(T::of(self.slice)),
            angle_error: T::zero(),
        };
        Posed::placed(self.inner.slice(time, origin), T::zero(), off)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.inner.reference(time)
    }

    fn size(&self) -> T {
        self.inner.size()
    }

    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        None
    }

    fn speed_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        None
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.inner.next_knot(after)
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let frame = self.inner.frame(time, origin)?;
        // an error is a length at distance 1, and the angle is larger
        let angle = 2.0 * (0.5 * Self::at(time, self.angle).as_f64()).asin();
        let mut aside = SVector::zeros();
        aside[0] = Self::at(time, self.center);
        Some(BodyFrame {
            rotation: turn::<T, D>(T::of(angle)) * frame.rotation,
            angle_error: frame.angle_error + T::of(self.angle) + T::EPSILON * T::of(4.0),
            center: frame.center + aside,
            center_error: frame.center_error + T::of(self.center),
            ..frame
        })
    }
}

/// A long segment from its centre, which turns steadily.
fn rod<T: Real, const D: usize, R: Rotor<T, D>>(
    [from, _]: Poses<T, R, D>,
    spin: R::Velocity,
) -> impl Extrusion<T, D> {
    let mut end = SVector::zeros();
    end[0] = T::of(4.0);
    let segment = Segment::new([SVector::zeros(), end]).expect("points");
    let motion = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    Moving::new(segment, motion)
}

fn rough_claims_pass<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let passes = |rough: Rough<_>, what: &str| {
        let audited = audit_extrusion(&rough, span(-1.0, 2.0));
        assert_eq!(audited, Ok(()), "{what}");
    };
    let mut rough = Rough::exact(rod(poses, spin));
    rough.angle = 0.45;
    passes(rough, "the angle is off");
    let mut rough = Rough::exact(rod(poses, spin));
    rough.center = 0.3;
    passes(rough, "the centre is off");
    let mut rough = Rough::exact(rod(poses, spin));
    rough.slice = 0.3;
    passes(rough, "the slice is off");
}

#[test]
fn frames_and_slices_may_be_off_by_all_that_they_state() {
    rough_claims_pass::<f64, 2, _>(poses2(), 3.0);
    rough_claims_pass::<f32, 2, _>(poses2(), 3.0);
    rough_claims_pass::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    rough_claims_pass::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

fn all_bodies_pass<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    for (speed, far) in [(0.1, 1e5), (30.0, 1.0), (1e6, 0.0)] {
        let mut poses = poses;
        for pose in &mut poses {
            pose.translation.vector += point::<T, D>(1.0) * T::of(far);
        }
        let motions = motions(poses, R::scaled(spin, T::of(speed)));
        for (index, shape) in shapes::<T, D>().into_iter().enumerate() {
            // one motion for each shape
            let motion: &dyn Motion<T, D, Rotation = R> = &*motions[index % motions.len()];
            audit_extrusion(&Moving::new(shape, motion), span(-1.0, 4.5)).expect("a body");
        }
    }
}

#[test]
fn bodies_of_all_speeds_and_places_pass() {
    all_bodies_pass::<f64, 2, _>(poses2(), 3.0);
    all_bodies_pass::<f32, 2, _>(poses2(), 3.0);
    all_bodies_pass::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    all_bodies_pass::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}
