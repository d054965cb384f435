//! Extrusions that each make one false claim.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::audit::{ExtrusionFault, audit_extrusion};
use photofinish::extrusion::MovingPointsSlice;
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::shape::Cuboid;
use photofinish::support::Rounded;
use photofinish::{Extrusion, Moving, MovingPoints, Span};

use super::bodies::Untrue;
use super::span;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Half of the true bound.
    HalfAcceleration,
    HalfSpeed,
    /// A knot at the time asked for.
    KnotBehind,
    /// Slices that are measured from the world's origin, whatever was asked for.
    OtherOrigin,
    /// A ball inside that is twice as large as the body is thick.
    TooThick,
}

/// An extrusion that makes one false claim.
struct Lying<E> {
    inner: E,
    lie: Lie,
}

impl<E> Lying<E> {
    /// Returns a share of a bound: a half if the bound is a lie.
    fn share(&self, lie: Lie) -> f64 {
        if self.lie == lie { 0.5 } else { 1.0 }
    }
}

impl<E: Extrusion<f64, 3>> Extrusion<f64, 3> for Lying<E> {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, time: f64, origin: &Vector3<f64>) -> Self::Slice<'_> {
        if self.lie == Lie::OtherOrigin {
            return self.inner.slice(time, &Vector3::zeros());
        }
        self.inner.slice(time, origin)
    }

    fn inner_diameter(&self) -> f64 {
        if self.lie == Lie::TooThick {
            return 2.0 * self.inner.inner_diameter();
        }
        self.inner.inner_diameter()
    }

    fn reference(&self, time: f64) -> Vector3<f64> {
        self.inner.reference(time)
    }

    fn size(&self) -> f64 {
        self.inner.size()
    }

    fn acceleration_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        Some(self.share(Lie::HalfAcceleration) * self.inner.acceleration_bound(along, during)?)
    }

    fn speed_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        Some(self.share(Lie::HalfSpeed) * self.inner.speed_bound(along, during)?)
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        if self.lie == Lie::KnotBehind {
            return Some(after);
        }
        self.inner.next_knot(after)
    }
}

#[test]
fn false_claims_of_extrusions_are_found() {
    let spin = ConstantVelocity::new(
        Isometry3::identity(),
        Vector3::zeros(),
        vector![0.0, 0.0, 2.0],
    );
    let bar = Cuboid::new(vector![2.0, 0.1, 0.1]).expect("a box");
    let bar = Moving::new(bar, spin.expect("a motion"));
    let of = |lie: Lie| {
        let inner = &bar;
        audit_extrusion(&Lying { inner, lie }, span(0.0, 3.0))
    };
    assert_eq!(of(Lie::None), Ok(()));
    assert!(matches!(
        of(Lie::HalfAcceleration),
        Err(ExtrusionFault::Acceleration { .. })
    ));
    assert!(matches!(
        of(Lie::HalfSpeed),
        Err(ExtrusionFault::Speed { .. })
    ));
    let [after, knot] = [0.0; 2];
    assert_eq!(
        of(Lie::KnotBehind),
        Err(ExtrusionFault::Knot { after, knot })
    );
    assert!(matches!(
        of(Lie::OtherOrigin),
        Err(ExtrusionFault::Origin { off, .. }) if off > 0.1
    ));
    assert!(matches!(
        of(Lie::TooThick),
        Err(ExtrusionFault::TooThick { stated: 0.4, room, .. }) if room < 0.21
    ));
    let shrunk = Moving::new(
        Untrue::Value,
        AtRest::new(Isometry3::identity()).expect("a pose"),
    );
    let fault = audit_extrusion(&shrunk, span(0.0, 3.0));
    assert!(
        matches!(fault, Err(ExtrusionFault::Slice { .. })),
        "{fault:?}"
    );
}

/// A point at rest, rounded by a radius that grows from 1 at a rate of 1. It claims that no point of it moves.
struct Growing(MovingPoints<f64, 3>);

impl Extrusion<f64, 3> for Growing {
    type Slice<'a> = Rounded<MovingPointsSlice<'a, f64, 3>, f64>;

    fn slice(&self, time: f64, origin: &Vector3<f64>) -> Self::Slice<'_> {
        Rounded::new(self.0.slice(time, origin), 1.0 + time).expect("a radius")
    }

    fn reference(&self, time: f64) -> Vector3<f64> {
        self.0.reference(time)
    }

    fn size(&self) -> f64 {
        1.0
    }

    fn acceleration_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        self.0.acceleration_bound(along, during)
    }

    fn speed_bound(&self, along: &Vector3<f64>, during: Span<f64>) -> Option<f64> {
        self.0.speed_bound(along, during)
    }

    fn next_knot(&self, _after: f64) -> Option<f64> {
        None
    }
}

#[test]
fn a_radius_that_grows_faster_than_the_bounds_is_found() {
    let point = MovingPoints::new(vec![vector![1.0, 2.0, 3.0]], vec![Vector3::zeros()], 0.0);
    let fault = audit_extrusion(&Growing(point.expect("a point")), span(0.0, 3.0));
    let Err(ExtrusionFault::Speed {
        bound: 0.0, seen, ..
    }) = fault
    else {
        panic!("{fault:?}");
    };
    assert!((seen - 1.0).abs() < 1e-12, "{seen:?}");
}
