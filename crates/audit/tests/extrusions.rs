//! Extrusions that make one false claim, or state errors as large as theirs are.

use nalgebra::{SMatrix, SVector, Scalar, vector};
use photofinish::motion::{AtRest, ConstantVelocity, FixedAxis, Motion, Placement, Rotor};
use photofinish::shape::{Cuboid, Cylinder, Segment};
use photofinish::support::{Posed, Rounded};
use photofinish::{BodyFrame, Extrusion, Moving, Real, Span};
use photofinish_audit::{ExtrusionFault, audit_extrusion};

use super::{
    Poses, either_way, everywhere, flight, is_found, more, point, poses3, span, spin3, turn,
};

type OfFrame<'l, T, const D: usize> = &'l dyn Fn(&mut BodyFrame<T, D>, T, &SVector<T, D>);

/// A rounded body, and what it states. All of it is true until a field is changed.
struct Claims<'l, E, T: Scalar, const D: usize> {
    inner: E,
    inner_diameter: f64,
    /// The shares of the bounds of acceleration and speed.
    shares: Option<[f64; 2]>,
    radius: fn(T) -> T,
    /// How far slices are off along each axis. They state it.
    off: f64,
    /// Slices are measured from the world's origin, whatever is asked for.
    is_from_world: bool,
    next_knot: fn(T) -> Option<T>,
    /// How many times as fast as stated the body turns.
    slower: T,
    frame: OfFrame<'l, T, D>,
    frames_until: f64,
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Claims<'_, E, T, D> {
    fn of(inner: E) -> Self {
        Self {
            inner,
            inner_diameter: 0.0,
            shares: Some([1.0, 1.0]),
            radius: |_| T::one(),
            off: 0.0,
            is_from_world: false,
            next_knot: |_| None,
            slower: T::one(),
            frame: &|_, _, _| (),
            frames_until: f64::INFINITY,
        }
    }
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for Claims<'_, E, T, D> {
    type Slice<'a>
        = Rounded<Posed<E::Slice<'a>, T, D>, T>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let place = Placement {
            rotation: SMatrix::identity(),
            translation: SVector::repeat(either_way(self.off, time)),
            translation_error: SVector::repeat(T::of(self.off)),
            angle_error: T::zero(),
        };
        let origin = origin * T::of(f64::from(u8::from(!self.is_from_world)));
        let slice = Posed::placed(self.inner.slice(time, &origin), T::zero(), place);
        Rounded::new(slice, (self.radius)(time)).expect("a radius")
    }

    fn inner_diameter(&self) -> T {
        T::of(self.inner_diameter)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.inner.reference(time)
    }

    fn size(&self) -> T {
        self.inner.size()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        Some(T::of(self.shares?[0]) * self.inner.acceleration_bound(along, during)?)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        Some(T::of(self.shares?[1]) * self.inner.speed_bound(along, during)?)
    }

    fn next_knot(&self, after: T) -> Option<T> {
        (self.next_knot)(after)
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let claim = self.inner.fixed_axis(during)?;
        let [slowest, fastest] = [claim.slowest, claim.fastest].map(|rate| rate * self.slower);
        Some(FixedAxis {
            slowest,
            fastest,
            ..claim
        })
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let mut frame = self.inner.frame(time, origin)?;
        (self.frame)(&mut frame, time, origin);
        (time.as_f64() <= self.frames_until).then_some(frame)
    }
}

type OfBox<'m, M, T, const D: usize> = Moving<Cuboid<T, D>, &'m M, T, D>;
type Lie<'l, E, T, const D: usize> = &'l dyn Fn(&mut Claims<'l, E, T, D>);

/// Returns what the audit says of a box that moves like this and lies.
fn audited<'m, T: Real, const D: usize, M: Motion<T, D>>(
    motion: &'m M,
    lie: Lie<OfBox<'m, M, T, D>, T, D>,
) -> Result<(), ExtrusionFault> {
    let half = SVector::from_fn(|axis, _| T::of(0.3 + axis as f64));
    let mut claims = Claims::of(Moving::new(Cuboid::new(half).expect("a box"), motion));
    claims.inner_diameter = 2.6;
    lie(&mut claims);
    audit_extrusion(&claims, span(-1.0, 2.0))
}

fn lies_are_found<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let flight = flight(poses, spin);
    assert_eq!(audited(&flight, &|_| ()), Ok(()));
    let (much, little, nan) = (more::<T>(), more::<T>() - T::one(), T::of(f64::NAN));
    let [grows, shrinks]: [fn(T) -> T; 2] = [|time| time + T::of(2.0), |time| T::of(4.0) - time];
    let lies: [(&str, Lie<OfBox<_, T, D>, T, D>); 10] = [
        ("Acceleration", &|body| body.shares = Some([0.5, 1.0])),
        ("Speed", &|body| body.shares = Some([1.0, 0.5])),
        ("Knot", &|body| body.next_knot = Some),
        ("Origin", &|body| {
            (body.is_from_world, body.frames_until) = (true, -9.0)
        }),
        ("TooThick", &|body| body.inner_diameter = 5.2),
        ("Frame/NotRigid", &|body| body.radius = grows),
        ("Frame/NotRigid", &|body| body.radius = shrinks),
        ("NoFrame", &|body| body.frames_until = -9.0),
        ("NoFrame", &|body| body.frames_until = 0.5),
        ("FixedAxis/Rate", &|body| body.slower = more()),
    ];
    for (kind, lie) in lies {
        is_found(audited(&flight, lie), kind);
    }
    // no point is beyond the reach of the false centre
    let aside = |frame: &mut BodyFrame<T, D>, by: SVector<T, D>| {
        (frame.center, frame.reach) = (frame.center + by, frame.reach * T::of(100.0));
    };
    let found = |kind, frame: OfFrame<T, D>| {
        let found = audited(&flight, &|body| body.frame = frame);
        is_found(found, &format!("Frame/{kind}"));
    };
    found("NotFinite", &|frame, _, _| frame.rotation[1] = nan);
    found("NotFinite", &|frame, _, _| frame.angle_error = nan);
    found("NotFinite", &|frame, _, _| frame.center[1] = nan);
    found("NotFinite", &|frame, _, _| frame.center_error = nan);
    found("NotFinite", &|frame, _, _| frame.reach = nan);
    found("Negative", &|frame, _, _| {
        frame.angle_error = -frame.angle_error
    });
    found("Negative", &|frame, _, _| {
        frame.center_error = -T::MIN_POSITIVE
    });
    found("Negative", &|frame, _, _| frame.reach = -frame.reach);
    found("Stretched", &|frame, _, _| frame.rotation *= much);
    found("NotRigid", &|frame, _, _| {
        frame.rotation = SMatrix::identity()
    });
    found("NotRigid", &|frame, time, _| {
        frame.rotation *= turn(little * time);
        // the product is rounded too
        frame.angle_error += T::EPSILON * T::of(4.0);
    });
    found("NotRigid", &|frame, _, _| {
        aside(frame, SVector::repeat(little))
    });
    // measured from the world's origin or from the reference point, whatever is asked for
    found("NotRigid", &|frame, _, origin| aside(frame, *origin));
    found("NotRigid", &|frame, time, origin| {
        aside(frame, origin - flight.reference(time))
    });
    found("OutsideReach", &|frame, _, _| frame.reach /= much);
}

#[test]
fn false_claims_are_found() {
    everywhere!(lies_are_found);
}

#[test]
fn a_slice_that_is_no_body_and_a_radius_that_outgrows_the_bounds_are_found() {
    let rest = AtRest::new(poses3::<f64>()[0]).expect("a pose");
    let grows = audited(&rest, &|body| {
        (body.radius, body.frames_until) = (|time| time + 2.0, -9.0)
    });
    is_found(grows, "Speed");
    let mut body = super::bodies::Claims::of_a_capsule();
    body.value = 0.9;
    is_found(
        audit_extrusion(&Moving::new(body, rest), span(0.0, 3.0)),
        "Slice/Value",
    );
}

/// In `f64` the audit is no more exact than the frame.
#[test]
fn a_rotation_without_its_error_is_found() {
    let flight = flight(poses3::<f32>(), spin3());
    let exact = audited(&flight, &|body| {
        body.frame = &|frame, _, _| frame.angle_error = 0.0
    });
    is_found(exact, "Frame/Stretched");
}

/// The farthest point of a round body is not along any of the directions sampled.
#[test]
fn a_reach_that_is_a_little_too_small_is_found() {
    let [from, _] = poses3::<f64>();
    let spin = ConstantVelocity::new(from, point(2.0), spin3());
    let spin = spin.and_then(|spin| spin.about(vector![80.0, 0.0, 60.0]));
    let cylinder = Cylinder::new(0.5, 1.0).expect("sizes");
    let mut body = Claims::of(Moving::new(cylinder, spin.expect("a motion")));
    body.frame = &|frame, _, _| frame.reach *= 1.0 - 1e-10;
    is_found(
        audit_extrusion(&body, span(-1.0, 2.0)),
        "Frame/OutsideReach",
    );
}

/// A long segment turns steadily about one of its ends.
fn rough_claims_pass<T: Real, const D: usize, R: Rotor<T, D>>(
    [from, _]: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let mut end = SVector::zeros();
    end[0] = T::of(4.0);
    let segment = Segment::new([SVector::zeros(), end]).expect("points");
    let motion = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    // an error is a length at distance 1, and the angle is larger
    let angle = 2.0 * (0.5f64 * 0.45).asin();
    let turned: OfFrame<T, D> = &|frame, time, _| {
        frame.rotation = turn::<T, D>(either_way(angle, time)) * frame.rotation;
        frame.angle_error += T::of(0.45) + T::EPSILON * T::of(4.0);
    };
    let aside: OfFrame<T, D> = &|frame, time, _| {
        frame.center[0] += either_way::<T>(0.3, time);
        frame.center_error += T::of(0.3) + T::EPSILON * T::of(4.0);
    };
    let right: OfFrame<T, D> = &|_, _, _| ();
    for (frame, off) in [(turned, 0.0), (aside, 0.0), (right, 0.3)] {
        let inner = Moving::new(&segment, motion);
        let (shares, frame) = (None, frame);
        let body = Claims {
            shares,
            off,
            frame,
            ..Claims::of(inner)
        };
        assert_eq!(audit_extrusion(&body, span(-1.0, 2.0)), Ok(()));
    }
}

#[test]
fn frames_and_slices_may_be_off_by_all_that_they_state() {
    everywhere!(rough_claims_pass);
}
