//! Motions that each make one false claim.

use nalgebra::{Isometry2, Isometry3, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::Span;
use photofinish::audit::{MotionFault, audit_motion};
use photofinish::motion::{ConstantVelocity, FromFn, Motion, MotionBounds, Placement};

use super::span;

/// A motion that makes one false claim.
struct Lying {
    inner: ConstantVelocity<f64, UnitQuaternion<f64>, 3>,
    lie: Lie,
}

#[derive(Clone, Copy, PartialEq)]
enum Lie {
    None,
    Center,
    HalfAcceleration,
    HalfSpeed,
    NoNumber,
    Elsewhere,
    OtherTurn,
    Stretched,
    KnotBehind,
}

impl Motion<f64, 3> for Lying {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        self.inner.pose(time)
    }

    fn placement(&self, time: f64, origin: &Vector3<f64>) -> Placement<f64, 3> {
        let mut placement = self.inner.placement(time, origin);
        match self.lie {
            Lie::NoNumber if time > 0.5 => placement.translation.y = f64::NAN,
            Lie::Elsewhere => placement.translation.z += 1e-6,
            Lie::OtherTurn => placement.rotation.swap_columns(0, 1),
            Lie::Stretched => placement.rotation *= 1.21,
            _ => {}
        }
        placement
    }

    fn center(&self) -> Vector3<f64> {
        if self.lie == Lie::Center {
            Vector3::zeros()
        } else {
            self.inner.center()
        }
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        (self.lie == Lie::KnotBehind).then_some(after)
    }

    fn acceleration_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        let share = if self.lie == Lie::HalfAcceleration {
            0.5
        } else {
            1.0
        };
        Some(share * self.inner.acceleration_bound(s, during, reach)?)
    }

    fn speed_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        let share = if self.lie == Lie::HalfSpeed { 0.5 } else { 1.0 };
        Some(share * self.inner.speed_bound(s, during, reach)?)
    }
}

#[test]
fn false_claims_of_motions_are_found() {
    let of = |lie: Lie| {
        let start = Isometry3::translation(1.0, 2.0, 3.0);
        let inner = ConstantVelocity::new(start, vector![0.3, 0.0, 0.0], vector![1.0, 2.0, 0.5])
            .and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]))
            .expect("a motion");
        audit_motion(&Lying { inner, lie }, span(0.0, 2.0), 1.0)
    };
    assert_eq!(of(Lie::None), Ok(()));
    assert!(matches!(
        of(Lie::Center),
        Err(MotionFault::Acceleration { .. } | MotionFault::Speed { .. })
    ));
    assert!(matches!(
        of(Lie::HalfAcceleration),
        Err(MotionFault::Acceleration { .. })
    ));
    assert!(matches!(of(Lie::HalfSpeed), Err(MotionFault::Speed { .. })));
    assert!(matches!(
        of(Lie::NoNumber),
        Err(MotionFault::NotFinite { .. })
    ));
    assert!(matches!(
        of(Lie::Elsewhere),
        Err(MotionFault::Misplaced { .. })
    ));
    assert!(matches!(
        of(Lie::OtherTurn),
        Err(MotionFault::Misturned { .. })
    ));
    assert!(matches!(
        of(Lie::Stretched),
        Err(MotionFault::Stretched { .. })
    ));
    assert_eq!(
        of(Lie::KnotBehind),
        Err(MotionFault::Knot {
            after: 0.0,
            knot: 0.0
        })
    );
    let fault = of(Lie::HalfSpeed).expect_err("half the true speed");
    assert!(
        fault.to_string().starts_with("the speed along ["),
        "{fault}"
    );
}

#[test]
fn a_closure_without_a_knot_at_its_corner_is_found() {
    let bounce = |t: f64| Isometry2::translation((t - 1.0).abs(), 0.0);
    let bounded = FromFn::new(bounce, |_: &Vector2<f64>, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: Some(1.0),
    });
    let fault = audit_motion(&bounded, span(0.0, 2.0), 1.0);
    assert!(
        matches!(fault, Err(MotionFault::Acceleration { .. })),
        "{fault:?}"
    );
}
