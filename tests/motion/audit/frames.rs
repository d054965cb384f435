//! Bodies that make one false claim about their frame.

use nalgebra::{SMatrix, SVector, vector};
use photofinish::audit::{AxisFault, ExtrusionFault, FrameFault, audit_extrusion};
use photofinish::motion::{Ballistic, ConstantVelocity, FixedAxis, Motion, Rotor};
use photofinish::shape::{Cuboid, Cylinder};
use photofinish::support::Rounded;
use photofinish::{BodyFrame, Extrusion, Moving, MovingPoints, Real, Span, SupportMap};

use super::right::{Poses, poses2, poses3};
use super::{point, span, turn};

/// The time from which some of the lies are told.
const LATE: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Not a number, in one of the five fields.
    NoNumber(usize),
    /// A negative number, in one of three fields.
    Negative(usize),
    Stretched,
    /// No angle error, though the rotation is rounded.
    NoAngleError,
    NoTurn,
    /// Turned a little, late.
    Turned,
    /// The centre a little aside.
    Aside(usize),
    /// The centre as measured from the world's origin.
    FromWorld,
    /// The centre as measured from the reference point, whatever origin is asked for.
    FromReference,
    Reach,
    /// A share of 1e-10 off the reach.
    ReachByLittle,
    /// No frame late.
    Ends,
    /// No frame at all.
    NoFrame,
    /// Twice the rates of the axis.
    Rate,
    /// The slice grows a little, late.
    Grows,
}

/// A little more than 1. A lie need only be larger than rounding.
fn more<T: Real>() -> T {
    T::one() + T::SQRT_EPSILON * T::of(30.0)
}

impl Lie {
    fn of_frame<T: Real, const D: usize>(self, frame: &mut BodyFrame<T, D>, time: T) {
        let late = time > T::of(LATE);
        match self {
            Self::NoNumber(0) => frame.rotation[1] = T::of(f64::NAN),
            Self::NoNumber(1) => frame.angle_error = T::of(f64::INFINITY),
            Self::NoNumber(2) => frame.center[1] = T::of(f64::NAN),
            Self::NoNumber(3) => frame.center_error = T::of(f64::NAN),
            Self::NoNumber(_) => frame.reach = T::of(f64::INFINITY),
            Self::Negative(0) => frame.angle_error = -frame.angle_error,
            Self::Negative(1) => frame.center_error = -T::MIN_POSITIVE,
            Self::Negative(_) => frame.reach = -frame.reach,
            Self::Stretched => frame.rotation *= more::<T>(),
            Self::NoAngleError => frame.angle_error = T::zero(),
            Self::NoTurn => frame.rotation = SMatrix::identity(),
            Self::Turned if late => {
                frame.rotation = turn::<T, D>(more::<T>() - T::one()) * frame.rotation
            }
            Self::Aside(axis) => frame.center[axis] += more::<T>() - T::one(),
            Self::Reach => frame.reach /= more(),
            Self::ReachByLittle => frame.reach *= T::of(1.0 - 1e-10),
            _ => {}
        }
    }
}

/// A body that lies about its frame.
struct Lying<E> {
    inner: E,
    lie: Lie,
}

impl<T: Real, const D: usize, E: Extrusion<T, D>> Extrusion<T, D> for Lying<E> {
    type Slice<'a>
        = Rounded<E::Slice<'a>, T>
    where
        Self: 'a;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let grown = self.lie == Lie::Grows && time > T::of(LATE);
        let radius = if grown { more() } else { T::one() };
        Rounded::new(self.inner.slice(time, origin), radius).expect("a radius")
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
        let mut claim = self.inner.fixed_axis(during)?;
        if self.lie == Lie::Rate {
            (claim.slowest, claim.fastest) = (claim.slowest * more(), claim.fastest * more());
        }
        Some(claim)
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let origin = match self.lie {
            Lie::NoFrame => return None,
            Lie::Ends if time > T::of(LATE) => return None,
            Lie::FromWorld => SVector::zeros(),
            Lie::FromReference => self.reference(time),
            _ => *origin,
        };
        let mut frame = self.inner.frame(time, &origin)?;
        if let Lie::Aside(_) | Lie::FromWorld | Lie::FromReference = self.lie {
            // no point is beyond the reach of the false centre
            frame.reach *= T::of(100.0);
        }
        self.lie.of_frame(&mut frame, time);
        Some(frame)
    }
}

/// Returns what the audit says of a body that lies.
fn audited<T: Real, const D: usize, R: Rotor<T, D>>(
    motion: &dyn Motion<T, D, Rotation = R>,
    lie: Lie,
) -> Result<(), ExtrusionFault> {
    let block = Cuboid::new(SVector::from_fn(|axis, _| T::of(0.3 + axis as f64)));
    let inner = Moving::new(block.expect("a box"), motion);
    audit_extrusion(&Lying { inner, lie }, span(-1.0, 2.0))
}

fn lies_are_found<T: Real, const D: usize, R: Rotor<T, D>>(
    [from, _]: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let (center, lift) = (point(7.0), point(3.0));
    let start = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    let flight = Ballistic::new(start.about(center).expect("a motion"), lift).expect("a motion");
    assert_eq!(audited(&flight, Lie::None), Ok(()));
    let is_found = |lie: Lie, kind: &str| {
        let found = audited(&flight, lie);
        let of_kind = match &found {
            Err(ExtrusionFault::Frame { fault, .. }) => format!("{fault:?}").starts_with(kind),
            _ => false,
        };
        assert!(of_kind, "{lie:?}: {found:?}");
    };
    for field in 0..5 {
        is_found(Lie::NoNumber(field), "NotFinite");
    }
    for field in 0..3 {
        is_found(Lie::Negative(field), "Negative");
    }
    for axis in 0..D {
        is_found(Lie::Aside(axis), "NotRigid");
    }
    is_found(Lie::Stretched, "Stretched");
    let elsewhere = [Lie::FromWorld, Lie::FromReference];
    for lie in [Lie::NoTurn, Lie::Turned, Lie::Grows]
        .into_iter()
        .chain(elsewhere)
    {
        is_found(lie, "NotRigid");
    }
    is_found(Lie::Reach, "OutsideReach");
    let of_axis = |lie: Lie| audited(&flight, lie).expect_err("a lie");
    for lie in [Lie::NoFrame, Lie::Ends] {
        let fault = of_axis(lie);
        let ExtrusionFault::NoFrame { time, start, end } = fault else {
            panic!("{lie:?}: {fault}");
        };
        let is_late = time > LATE || lie == Lie::NoFrame;
        assert!(start <= time && time <= end && is_late, "{fault}");
    }
    let fault = of_axis(Lie::Rate);
    let fault_of_rate = |fault: &_| matches!(fault, AxisFault::Rate { .. });
    assert!(matches!(&fault, ExtrusionFault::FixedAxis { fault, .. } if fault_of_rate(fault)));
}

#[test]
fn false_claims_about_frames_in_the_plane_are_found() {
    lies_are_found::<f64, 2, _>(poses2(), 3.0);
    lies_are_found::<f32, 2, _>(poses2(), 3.0);
}

#[test]
fn false_claims_about_frames_in_space_are_found_in_double_precision() {
    lies_are_found::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

#[test]
fn false_claims_about_frames_in_space_are_found_in_single_precision() {
    lies_are_found::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

/// The hull of moving points, which claims to be rigid and not to turn.
struct Stiff<T, const D: usize>(MovingPoints<T, D>);

impl<T: Real, const D: usize> Extrusion<T, D> for Stiff<T, D> {
    type Slice<'a> = <MovingPoints<T, D> as Extrusion<T, D>>::Slice<'a>;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        self.0.slice(time, origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.0.reference(time)
    }

    fn size(&self) -> T {
        self.0.size()
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.0.acceleration_bound(along, during)
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.0.speed_bound(along, during)
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(FixedAxis::without_turning())
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        // its first point
        let center = self.slice(time, origin).core_vertex(0)?;
        Some(BodyFrame {
            rotation: SMatrix::identity(),
            angle_error: T::zero(),
            center,
            center_error: T::EPSILON * T::of(16.0),
            reach: T::of(4.0),
        })
    }
}

fn a_body_that_changes_its_shape_is_found<T: Real, const D: usize>() {
    let audited = |other: f64| {
        let points = (0..5).map(|index| point(f64::from(index))).collect();
        let mut velocities = vec![point(9.0); 5];
        velocities[3] = point(other);
        let body = MovingPoints::<T, D>::new(points, velocities, T::zero()).expect("points");
        audit_extrusion(&Stiff(body), span(0.0, 3.0))
    };
    assert_eq!(audited(9.0), Ok(()));
    let fault = audited(9.1).expect_err("one point moves otherwise");
    let ExtrusionFault::Frame {
        time,
        fault:
            FrameFault::NotRigid {
                time_before,
                height,
                before,
                rounding,
                ..
            },
    } = &fault
    else {
        panic!("{fault}");
    };
    assert!((height - before).abs() > *rounding && time != time_before);
    let text = fault.to_string();
    let values =
        format!("reaches {height:?} from its centre, but {before:?} at time {time_before:?}");
    assert!(
        text.starts_with("the frame at time ") && text.contains(&values),
        "{text}"
    );
}

#[test]
fn bodies_that_are_not_rigid_are_found() {
    a_body_that_changes_its_shape_is_found::<f64, 2>();
    a_body_that_changes_its_shape_is_found::<f32, 2>();
    a_body_that_changes_its_shape_is_found::<f64, 3>();
    a_body_that_changes_its_shape_is_found::<f32, 3>();
}

/// In `f64` the audit is no more exact than the frame.
#[test]
fn a_rotation_without_its_error_is_found() {
    let [from, _] = poses3::<f32>();
    let spin = ConstantVelocity::new(from, point(2.0), vector![1.0, -2.0, 0.5]).expect("a motion");
    let Err(ExtrusionFault::Frame { fault, .. }) = audited(&spin, Lie::NoAngleError) else {
        panic!("the lie is not found");
    };
    assert!(
        matches!(fault, FrameFault::Stretched { stated: 0.0, by, allowed } if by > allowed && by < 1e-6),
        "{fault}"
    );
}

/// The farthest point of a round body is not along any of the directions sampled.
#[test]
fn a_reach_that_is_a_little_too_small_is_found() {
    let round = Cylinder::new(0.5, 1.0).expect("sizes");
    let far = vector![80.0, 0.0, 60.0];
    let [from, _] = poses3::<f64>();
    let spin = ConstantVelocity::new(from, point(2.0), vector![1.0, -2.0, 0.5]);
    let spin = spin.and_then(|spin| spin.about(far)).expect("a motion");
    let inner = Moving::new(round, spin);
    let lie = Lie::ReachByLittle;
    let found = audit_extrusion(&Lying { inner, lie }, span(-1.0, 2.0));
    let Err(ExtrusionFault::Frame { fault, .. }) = found else {
        panic!("{found:?}");
    };
    assert!(matches!(fault, FrameFault::OutsideReach { .. }), "{fault}");
}
