//! Motions that make one false claim, or state errors as large as theirs are.

use nalgebra::{Isometry, Isometry2, SMatrix, SVector, Scalar};
use photofinish::motion::{FixedAxis, FromFn, Motion, MotionBounds, Placement, Rotor, Sweep};
use photofinish::{Real, Span};
use photofinish_audit::{AxisFault, MotionFault, audit_motion};

use super::{Poses, either_way, everywhere, flight, is_found, more, point, poses2, span, turn};

type OfAxis<'l, T, const D: usize> = &'l dyn Fn(&mut FixedAxis<T, D>);
type OfPlacement<'l, T, const D: usize> = &'l dyn Fn(&mut Placement<T, D>, T);

/// A motion, and what it states. All of it is true until a field is changed.
struct Claims<'l, M, T: Scalar, const D: usize> {
    inner: &'l M,
    /// The shares of the bounds of acceleration and speed.
    shares: [f64; 2],
    center: SVector<T, D>,
    next_knot: fn(T) -> Option<T>,
    placement: OfPlacement<'l, T, D>,
    axis: OfAxis<'l, T, D>,
}

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Claims<'_, M, T, D> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
        self.inner.pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let mut placement = self.inner.placement(time, origin);
        (self.placement)(&mut placement, time);
        placement
    }

    fn center(&self) -> SVector<T, D> {
        self.center
    }

    fn next_knot(&self, after: T) -> Option<T> {
        (self.next_knot)(after)
    }

    fn acceleration_bound(&self, s: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        Some(T::of(self.shares[0]) * self.inner.acceleration_bound(s, during, reach)?)
    }

    fn speed_bound(&self, s: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        Some(T::of(self.shares[1]) * self.inner.speed_bound(s, during, reach)?)
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        let mut claim = self.inner.fixed_axis(during)?;
        (self.axis)(&mut claim);
        Some(claim)
    }
}

/// Returns what the audit says of a motion that lies.
fn audited<'l, T: Real, const D: usize, M: Motion<T, D>>(
    inner: &'l M,
    lie: impl FnOnce(&mut Claims<'l, M, T, D>),
) -> Result<(), MotionFault> {
    let mut claims = Claims {
        inner,
        shares: [1.0, 1.0],
        center: inner.center(),
        next_knot: |_| None,
        placement: &|_, _| (),
        axis: &|_| (),
    };
    lie(&mut claims);
    audit_motion(&claims, span(-1.0, 2.0), T::one())
}

fn lies_are_found<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let flight = flight(poses, spin);
    assert_eq!(audited(&flight, |_| ()), Ok(()));
    let (much, little, nan) = (more::<T>(), more::<T>() - T::one(), T::of(f64::NAN));
    let moved = audited(&flight, |motion| motion.center = SVector::zeros());
    let moved = moved.expect_err("another centre");
    assert!(matches!(
        moved,
        MotionFault::Acceleration(_) | MotionFault::Speed(_)
    ));
    is_found(audited(&flight, |motion| motion.next_knot = Some), "Knot");
    for (shares, kind) in [([0.5, 1.0], "Acceleration"), ([1.0, 0.5], "Speed")] {
        is_found(audited(&flight, |motion| motion.shares = shares), kind);
    }
    for (reach, kind) in [(-little, "Negative"), (nan, "NotFinite")] {
        is_found(audit_motion(&flight, span(-1.0, 2.0), reach), kind);
    }
    let found = |kind, lie: OfPlacement<T, D>| {
        is_found(audited(&flight, |motion| motion.placement = lie), kind);
    };
    found("NotFinite", &|place, time| {
        place.translation[1] *= time.sqrt()
    });
    found("Misplaced", &|place, _| place.translation[1] += little);
    found("Misturned", &|place, _| place.rotation.swap_columns(0, 1));
    found("Stretched", &|place, _| place.rotation *= much);
    found("Negative", &|place, _| place.translation_error[0] = -little);
    found("Negative", &|place, _| place.angle_error = -little);
    let rates = |claim: &mut FixedAxis<T, D>, by: T| {
        (claim.slowest, claim.fastest) = (claim.slowest * by, claim.fastest * by);
    };
    let found = |kind, lie: OfAxis<T, D>| {
        let found = audited(&flight, |motion| motion.axis = lie);
        is_found(found, &format!("FixedAxis/{kind}"));
    };
    found("NotFinite", &|claim| claim.axis[1] = nan);
    found("NotFinite", &|claim| claim.slowest = nan);
    found("NotFinite", &|claim| claim.fastest = nan);
    found("NotFinite", &|claim| claim.angular_acceleration = nan);
    found("NotFinite", &|claim| claim.acceleration[1] = nan);
    found("Negative", &|claim| claim.slowest = -claim.fastest);
    found("Negative", &|claim| claim.angular_acceleration = -little);
    found("Order", &|claim| claim.slowest = claim.fastest * much);
    found("NotUnit", &|claim| claim.axis *= much);
    found("NotUnit", &|claim| claim.axis = claim.axis.abs());
    found("OtherAxis", &|claim| claim.axis = SMatrix::zeros());
    found("Rate", &|claim| claim.axis = -claim.axis);
    found("Rate", &|claim| rates(claim, much));
    found("Rate", &|claim| rates(claim, T::one() / much));
    found("Acceleration", &|claim| claim.acceleration[0] *= much);
    found("Acceleration", &|claim| claim.acceleration[D - 1] *= much);
    if D == 3 {
        // in the plane there is only one axis
        let tilt = turn::<T, D>(little);
        found("OtherAxis", &|claim| {
            claim.axis = tilt * claim.axis * tilt.transpose()
        });
    }
    let [start, end] = [-1.0, 2.0].map(T::of);
    let sweep = Sweep::new((start, poses[0]), (end, poses[1]), point(7.0)).expect("a motion");
    assert_eq!(audited(&sweep, |_| ()), Ok(()));
    let half: OfAxis<T, D> = &|claim| claim.angular_acceleration *= T::of(0.5);
    let found = audited(&sweep, |motion| motion.axis = half);
    is_found(found, "FixedAxis/AngularAcceleration");
}

#[test]
fn false_claims_are_found() {
    everywhere!(lies_are_found);
}

/// At about half of all times. An error is a length at distance 1, and the angle is larger.
fn all_that_is_stated_passes<T: Real, const D: usize, R: Rotor<T, D>>(
    poses: Poses<T, R, D>,
    spin: R::Velocity,
) {
    let angle = T::of(2.0 * (0.5f64 * 0.45).asin());
    let off: OfPlacement<T, D> = &|place, time| {
        if either_way(1.0, time) > T::zero() {
            place.rotation = turn::<T, D>(angle) * place.rotation;
            place.angle_error += T::of(0.45) + T::EPSILON * T::of(4.0);
        }
    };
    let audited = audited(&flight(poses, spin), |motion| motion.placement = off);
    assert_eq!(audited, Ok(()));
}

#[test]
fn placements_may_be_off_by_all_that_they_state() {
    everywhere!(all_that_is_stated_passes);
}

#[test]
fn a_fault_of_an_axis_names_the_claim_and_what_was_seen() {
    let flight = flight(poses2::<f64>(), 3.0);
    let fast: OfAxis<f64, 2> = &|claim| {
        [claim.slowest, claim.fastest] =
            [claim.slowest, claim.fastest].map(|rate| rate * more::<f64>());
    };
    let fault = audited(&flight, |motion| motion.axis = fast).expect_err("3 is claimed to be more");
    let MotionFault::FixedAxis {
        start,
        end,
        fault: AxisFault::Rate { slowest, seen, .. },
    } = fault
    else {
        panic!("{fault}");
    };
    // as near to the claim as rounding allows
    let off = seen - 3.0;
    assert!(
        start < end && off > 1e-14 && off < 1e-9 && seen < slowest,
        "{seen:?}"
    );
    assert!(
        fault.to_string().contains(": the rate must be from 3.0000"),
        "{fault}"
    );
}

#[test]
fn a_closure_without_a_knot_at_its_corner_is_found() {
    let bounce = |t: f64| Isometry2::translation((t - 1.0).abs(), 0.0);
    let bounded = FromFn::new(bounce, |_, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: Some(1.0),
    });
    is_found(audit_motion(&bounded, span(0.0, 2.0), 1.0), "Acceleration");
}
