//! True claims about frames: those of the crate's bodies, and some that are as rough as claims may be.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3, matrix, vector};
use photofinish::audit::audit_extrusion;
use photofinish::motion::{ConstantVelocity, FixedAxis, Motion, Placement, Rotor};
use photofinish::shape::{PointSet, Segment};
use photofinish::support::Posed;
use photofinish::{BodyFrame, Extrusion, Moving, Real, Span};

use super::right::{Poses, motions, poses2, poses3, shapes};
use super::{point, span, turn};

/// A body whose frames and slices are off by all that they state, one way at about half of all times and the other way
/// at the others.
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

    fn at<T: Real>(time: T, off: f64) -> T {
        T::of(off).copysign((time * T::of(1e4)).sine_and_cosine().0)
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

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        self.inner.fixed_axis(during)
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

/// A body without extent that jumps from pose to pose, one in each unit of time. It turns about its centre, which is at
/// the origin.
struct Jumps {
    rotations: Vec<Matrix3<f64>>,
    angle_error: f64,
    lever: Vector3<f64>,
    body: PointSet<f64, 3>,
}

impl Jumps {
    fn new(rotations: Vec<Matrix3<f64>>, angle_error: f64, lever: Vector3<f64>) -> Self {
        let body = PointSet::new(vec![Vector3::zeros()]).expect("a point");
        Self {
            rotations,
            angle_error,
            lever,
            body,
        }
    }

    fn rotation(&self, time: f64) -> Matrix3<f64> {
        let last = self.rotations.len() - 1;
        self.rotations[(time as usize).min(last)]
    }

    fn passes(&self) {
        let end = self.rotations.len() as f64;
        assert_eq!(audit_extrusion(self, span(0.0, end)), Ok(()));
    }
}

impl Extrusion<f64, 3> for Jumps {
    type Slice<'a> = Posed<&'a PointSet<f64, 3>, f64, 3>;

    fn slice(&self, time: f64, origin: &Vector3<f64>) -> Self::Slice<'_> {
        let place = Placement {
            rotation: Matrix3::identity(),
            translation: self.rotation(time) * self.lever - origin,
            translation_error: Vector3::zeros(),
            angle_error: 0.0,
        };
        Posed::placed(&self.body, 0.0, place)
    }

    fn reference(&self, _time: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn size(&self) -> f64 {
        0.0
    }

    fn acceleration_bound(&self, _along: &Vector3<f64>, _during: Span<f64>) -> Option<f64> {
        None
    }

    fn speed_bound(&self, _along: &Vector3<f64>, _during: Span<f64>) -> Option<f64> {
        None
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        Some(after.floor() + 1.0)
    }

    fn frame(&self, time: f64, origin: &Vector3<f64>) -> Option<BodyFrame<f64, 3>> {
        Some(BodyFrame {
            rotation: self.rotation(time),
            angle_error: self.angle_error,
            center: -origin,
            center_error: 0.0,
            reach: self.lever.norm(),
        })
    }
}

/// Such turns are exact, and so is a lever turned. Only the sums of products differ.
#[test]
fn turns_by_a_third_are_exact() {
    let turn = matrix![0.0, 0.0, 1.0; 1.0, 0.0, 0.0; 0.0, 1.0, 0.0];
    let turns = vec![Matrix3::identity(), turn, turn * turn];
    Jumps::new(turns, 0.0, vector![2.0, -3.0, 6.0]).passes();
}

/// Sine and cosine are off by half an ulp each at most, which is less than 5.6e-17.
#[test]
fn rotations_may_be_off_by_less_than_an_ulp() {
    let turn = |n: u32| {
        let (m, n) = (100.0, f64::from(n));
        let (x, y, r) = (m * m - n * n, 2.0 * m * n, m * m + n * n);
        matrix![x / r, -y / r, 0.0; y / r, x / r, 0.0; 0.0, 0.0, 1.0]
    };
    Jumps::new((1..100).map(turn).collect(), 7.9e-17, Vector3::zeros()).passes();
}

#[test]
fn rotations_may_stretch_by_their_error() {
    let longer = vec![Matrix3::identity() * 1.3];
    Jumps::new(longer, 0.3 + f64::EPSILON, Vector3::zeros()).passes();
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
