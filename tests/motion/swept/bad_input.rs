//! Bodies and arguments of which nothing can be proven.

use nalgebra::{Isometry2, SVector, UnitComplex, Vector2, vector};
use photofinish::motion::{ConstantVelocity, FromFn, Motion, MotionBounds, Placement};
use photofinish::shape::Ball;
use photofinish::swept::{
    SweptError, cannot_pass_through, highest_along, interval_along, relative_travel_bound,
    swept_box, tight_box, travel_bound,
};
use photofinish::{Extrusion, Moving, Span};

use super::span;

fn ball<M: Motion<f64, 2>>(motion: M) -> Moving<Ball<f64>, M, f64, 2> {
    Moving::new(Ball::new(1.0).expect("a shape"), motion)
}

/// Returns what all functions about one body answer during a span.
fn answers<E: Extrusion<f64, 2>>(body: &E, during: Span<f64>) -> [Result<(), SweptError>; 6] {
    let x = Vector2::x();
    [
        highest_along(body, &x, during).map(drop),
        interval_along(body, &x, during).map(drop),
        swept_box(body, during).map(drop),
        tight_box(body, during, 0.1, 8).map(drop),
        travel_bound(body, during).map(drop),
        relative_travel_bound(body, body, during).map(drop),
    ]
}

fn bounded(
    acceleration: Option<f64>,
    speed: impl Fn(&Vector2<f64>) -> Option<f64>,
) -> impl Motion<f64, 2, Rotation = UnitComplex<f64>> {
    let bounds = move |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration,
        speed: speed(along),
    };
    FromFn::new(|t: f64| Isometry2::translation(t, 0.0), bounds)
}

#[test]
fn a_motion_without_bounds_proves_nothing() {
    let body = ball(bounded(None, |_| None));
    let expected = SweptError::NoBounds {
        start: 1.0,
        end: 2.0,
    };
    assert_eq!(answers(&body, span(1.0, 2.0)), [Err(expected); 6]);
    // travel is proven from speeds
    let body = ball(bounded(Some(0.0), |_| None));
    let found = answers(&body, span(1.0, 2.0));
    assert_eq!(
        found,
        [Ok(()), Ok(()), Ok(()), Ok(()), Err(expected), Err(expected)]
    );
}

#[test]
fn bounds_that_are_not_finite_are_named() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let body = ball(bounded(Some(value), |_| None));
        for error in &answers(&body, span(0.0, 1.0))[..4] {
            let Err(SweptError::BoundNotFinite {
                quantity: "acceleration",
                value: named,
                ..
            }) = error
            else {
                panic!("{error:?}");
            };
            assert!(*named == value || named.is_nan() && value.is_nan());
        }
        let body = ball(bounded(None, move |_| Some(value)));
        for error in &answers(&body, span(0.0, 1.0)) {
            assert!(
                matches!(
                    error,
                    Err(SweptError::BoundNotFinite {
                        quantity: "speed",
                        ..
                    })
                ),
                "{error:?}"
            );
        }
    }
}

#[test]
fn speeds_that_contradict_each_other_prove_nothing() {
    let body = ball(bounded(None, |_| Some(-1.0)));
    for error in &answers(&body, span(0.0, 1.0)) {
        assert!(
            matches!(
                error,
                Err(SweptError::SpeedBoundsContradict {
                    along: -1.0,
                    against: -1.0,
                    ..
                })
            ),
            "{error:?}"
        );
    }
}

#[test]
fn bodies_that_get_too_far_are_refused() {
    let body = ball(bounded(Some(1e119), |_| Some(1e119)));
    for error in answers(&body, span(0.0, 1e30)) {
        assert!(
            matches!(error, Err(SweptError::TooFar { end: 1e30, .. })),
            "{error:?}"
        );
    }
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let pose = move |t: f64| Isometry2::translation(if t > 0.5 { bad } else { 0.0 }, 0.0);
        let motion = FromFn::new(pose, |_: &Vector2<f64>, _: Span<f64>, _: f64| {
            MotionBounds {
                acceleration: Some(1.0),
                speed: None,
            }
        });
        for error in &answers(&ball(motion), span(0.0, 1.0))[..4] {
            assert!(
                matches!(
                    error,
                    Err(SweptError::CoordinateNotFinite { time: 1.0, .. })
                ),
                "{error:?}"
            );
        }
    }
    // a flight that leaves the range
    let flight =
        ConstantVelocity::new(Isometry2::identity(), vector![1e119, 0.0], 1.0).expect("a motion");
    for error in answers(&ball(flight), span(0.0, 1e10)) {
        let named = matches!(
            error,
            Err(SweptError::CoordinateNotFinite { time: 1e10, .. })
        );
        assert!(named, "{error:?}");
    }
}

/// A body whose knots are what `next` says.
struct Knotted<F>(F);

impl<F: Fn(f64) -> f64> Motion<f64, 2> for Knotted<F> {
    type Rotation = UnitComplex<f64>;

    fn pose(&self, _: f64) -> Isometry2<f64> {
        Isometry2::identity()
    }

    fn placement(&self, time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
        Placement::of_pose(&self.pose(time), origin)
    }

    fn center(&self) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        Some((self.0)(after))
    }

    fn acceleration_bound(&self, _: &Vector2<f64>, _: Span<f64>, _: f64) -> Option<f64> {
        Some(0.0)
    }

    fn speed_bound(&self, _: &Vector2<f64>, _: Span<f64>, _: f64) -> Option<f64> {
        Some(0.0)
    }
}

#[test]
fn knots_that_are_not_later_are_refused() {
    for knot in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        for error in answers(&ball(Knotted(move |_| knot)), span(0.0, 1.0)) {
            assert!(
                matches!(error, Err(SweptError::KnotNotLater { after: 0.0, .. })),
                "{error:?}"
            );
        }
    }
    assert_eq!(
        answers(&ball(Knotted(|_| f64::INFINITY)), span(0.0, 1.0)),
        [Ok(()); 6]
    );
}

#[test]
fn knots_without_end_are_refused() {
    let body = ball(Knotted(f64::next_up));
    let error = travel_bound(&body, span(1.0, 2.0));
    assert!(
        matches!(error, Err(SweptError::TooManyKnots { .. })),
        "{error:?}"
    );
}

#[test]
fn arguments_are_checked() {
    let body = ball(
        ConstantVelocity::new(Isometry2::identity(), vector![1.0, 0.0], 0.0).expect("a motion"),
    );
    let during = span(0.0, 1.0);
    for direction in [
        vector![0.0, 0.0],
        vector![1.0, 1.0],
        vector![f64::NAN, 0.0],
        vector![f64::INFINITY, 0.0],
    ] {
        for error in [
            highest_along(&body, &direction, during).map(drop),
            interval_along(&body, &direction, during).map(drop),
        ] {
            assert!(
                matches!(error, Err(SweptError::NotAUnitVector { .. })),
                "{error:?}"
            );
        }
    }
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let error = tight_box(&body, during, value, 8).map(drop);
        assert!(
            matches!(
                error,
                Err(SweptError::InvalidLength {
                    name: "the excess",
                    ..
                })
            ),
            "{error:?}"
        );
        let error = cannot_pass_through(&body, &body, during, value);
        assert!(
            matches!(
                error,
                Err(SweptError::InvalidLength {
                    name: "the slop",
                    ..
                })
            ),
            "{error:?}"
        );
    }
    let long: SVector<f64, 2> = vector![0.6, 0.8] * (1.0 + 1e-12);
    assert!(highest_along(&body, &long, during).is_err());
}
