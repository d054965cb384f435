//! Motions that make one false claim about their fixed axis.

use nalgebra::{Isometry, SMatrix, SVector, vector};
use photofinish::audit::{AxisFault, MotionFault, audit_motion};
use photofinish::motion::{
    Ballistic, ConstantVelocity, FixedAxis, Motion, Placement, Rotor, Sweep,
};
use photofinish::{Real, Span};

use super::right::{Poses, poses2, poses3};
use super::{point, span, turn};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Not a number, in one of the five fields.
    NoNumber(usize),
    NegativeRate,
    NegativeChange,
    LongAxis,
    NotSkew,
    OtherAxis,
    NoTurn,
    Backwards,
    TooFast,
    TooSlow,
    /// The smaller rate as the larger one.
    Exchanged,
    /// Half of the largest angular acceleration.
    TooSteady,
    /// A little more of the centre's acceleration along one axis.
    Acceleration(usize),
}

impl Lie {
    fn tell<T: Real, const D: usize>(self, mut claim: FixedAxis<T, D>) -> FixedAxis<T, D> {
        // a lie need only be larger than rounding
        let more = T::one() + T::SQRT_EPSILON * T::of(30.0);
        match self {
            Self::None => {}
            Self::NoNumber(0) => claim.axis[1] = T::of(f64::NAN),
            Self::NoNumber(1) => claim.slowest = T::of(f64::NAN),
            Self::NoNumber(2) => claim.fastest = T::of(f64::INFINITY),
            Self::NoNumber(3) => claim.angular_acceleration = T::of(f64::NAN),
            Self::NoNumber(_) => claim.acceleration[1] = T::of(f64::INFINITY),
            Self::NegativeRate => claim.slowest = -claim.fastest,
            Self::NegativeChange => claim.angular_acceleration = -T::MIN_POSITIVE,
            Self::LongAxis => claim.axis *= more,
            Self::NotSkew => claim.axis = claim.axis.abs(),
            Self::OtherAxis => claim.axis = tilted(&claim.axis, more - T::one()),
            Self::NoTurn => {
                let acceleration = claim.acceleration;
                claim = FixedAxis::without_turning();
                claim.acceleration = acceleration;
            }
            Self::Backwards => claim.axis = -claim.axis,
            Self::TooFast => {
                (claim.slowest, claim.fastest) = (claim.slowest * more, claim.fastest * more)
            }
            Self::TooSlow => {
                (claim.slowest, claim.fastest) = (claim.slowest / more, claim.fastest / more)
            }
            Self::Exchanged => (claim.slowest, claim.fastest) = (claim.fastest, claim.slowest),
            Self::TooSteady => claim.angular_acceleration *= T::of(0.5),
            Self::Acceleration(axis) => claim.acceleration[axis] *= more,
        }
        claim
    }
}

/// Returns the matrix of an axis tilted by a small angle. In the plane there is only one axis.
fn tilted<T: Real, const D: usize>(axis: &SMatrix<T, D, D>, angle: T) -> SMatrix<T, D, D> {
    let turn = turn::<T, D>(angle);
    turn * axis * turn.transpose()
}

/// A motion that lies about its fixed axis.
struct Lying<M> {
    inner: M,
    lie: Lie,
}

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Lying<M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
        self.inner.pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.inner.placement(time, origin)
    }

    fn center(&self) -> SVector<T, D> {
        self.inner.center()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.inner.next_knot(after)
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let claim = self.inner.fixed_axis(during)?;
        Some(self.lie.tell(claim))
    }
}

/// Returns what the audit says of a motion that lies.
fn audited<T: Real, const D: usize, M: Motion<T, D>>(
    inner: &M,
    lie: Lie,
) -> Result<(), MotionFault> {
    let lying = Lying { inner, lie };
    let lying: &dyn Motion<T, D, Rotation = M::Rotation> = &lying;
    audit_motion(lying, span(-1.0, 2.0), T::one())
}

/// Checks that the audit finds this kind of fault.
fn is_found<T: Real, const D: usize>(motion: &impl Motion<T, D>, lie: Lie, kind: &str) {
    let Err(MotionFault::FixedAxis { fault, .. }) = audited(motion, lie) else {
        panic!("{lie:?} is not found");
    };
    let found = format!("{fault:?}");
    assert!(found.starts_with(kind), "{lie:?}: {found}");
}

fn lies_are_found<T: Real, const D: usize, R: Rotor<T, D>>(
    [from, to]: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let (center, lift) = (point(7.0), point(3.0));
    let start = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    let flight = Ballistic::new(start.about(center).expect("a motion"), lift).expect("a motion");
    assert_eq!(audited(&flight, Lie::None), Ok(()));
    let of_flight = [
        (Lie::NegativeRate, "Negative"),
        (Lie::NegativeChange, "Negative"),
        // these rates differ by less than rounding
        (Lie::Exchanged, "Order"),
        (Lie::LongAxis, "NotUnit"),
        (Lie::NotSkew, "NotUnit"),
        (Lie::NoTurn, "OtherAxis"),
        (Lie::Backwards, "Rate"),
        (Lie::TooFast, "Rate"),
        (Lie::TooSlow, "Rate"),
    ];
    for (lie, kind) in of_flight {
        is_found(&flight, lie, kind);
    }
    for field in 0..5 {
        is_found(&flight, Lie::NoNumber(field), "NotFinite");
    }
    for axis in 0..D {
        is_found(&flight, Lie::Acceleration(axis), "Acceleration");
    }
    if D == 3 {
        is_found(&flight, Lie::OtherAxis, "OtherAxis");
    }
    let sweep = Sweep::new((T::of(-1.0), from), (T::of(2.0), to), center).expect("a motion");
    assert_eq!(audited(&sweep, Lie::None), Ok(()));
    is_found(&sweep, Lie::Exchanged, "Order");
    is_found(&sweep, Lie::TooSteady, "AngularAcceleration");
}

#[test]
fn false_claims_about_axes_are_found() {
    lies_are_found::<f64, 2, _>(poses2(), 3.0);
    lies_are_found::<f32, 2, _>(poses2(), 3.0);
    lies_are_found::<f64, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
    lies_are_found::<f32, 3, _>(poses3(), vector![1.0, -2.0, 0.5]);
}

#[test]
fn a_fault_names_the_entry_that_is_infinite() {
    let [from, _] = poses2::<f64>();
    let flight = ConstantVelocity::new(from, point(2.0), 3.0).expect("a motion");
    let fault = audited(&flight, Lie::NoNumber(4)).expect_err("no number");
    let text = fault.to_string();
    assert!(
        text.ends_with("a coordinate of the centre's acceleration must be finite, but is inf"),
        "{text}"
    );
}

#[test]
fn faults_of_axes_name_the_claim_and_what_was_seen() {
    let [from, _] = poses2::<f64>();
    let spin = ConstantVelocity::new(from, point(2.0), 3.0).expect("a motion");
    let fault = audited(&spin, Lie::TooFast).expect_err("3 is claimed to be more");
    let MotionFault::FixedAxis {
        start,
        end,
        fault:
            AxisFault::Rate {
                slowest,
                fastest,
                seen,
            },
    } = fault
    else {
        panic!("{fault}");
    };
    assert!(start < end && slowest < fastest);
    // as near to the claim as rounding allows
    let off = seen - 3.0;
    assert!(off > 1e-14 && off < 1e-9 && seen < slowest, "{seen:?}");
    let text = fault.to_string();
    assert!(
        text.starts_with("from ") && text.contains("the rate must be from 3.0000"),
        "{text}"
    );
}
