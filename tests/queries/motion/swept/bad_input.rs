//! Bodies and arguments of which nothing can be proven.

use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
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

/// Asserts that all these answers are errors of one kind.
macro_rules! all_are {
    ($answers:expr, $error:pat) => {
        for answer in &$answers {
            assert!(matches!(answer, Err($error)), "{answer:?}");
        }
    };
}

#[test]
fn bounds_that_prove_nothing_are_named() {
    let body = ball(bounded(None, |_| None));
    let (start, end) = (1.0, 2.0);
    let none = Err(SweptError::NoBounds { start, end });
    assert_eq!(answers(&body, span(start, end)), [none; 6]);
    // travel is proven from speeds
    let body = ball(bounded(Some(0.0), |_| None));
    let ok = Ok(());
    assert_eq!(
        answers(&body, span(start, end)),
        [ok, ok, ok, ok, none, none]
    );
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let body = ball(bounded(Some(value), |_| None));
        use SweptError::BoundNotFinite;
        all_are!(
            answers(&body, span(0.0, 1.0))[..4],
            BoundNotFinite {
                quantity: "acceleration",
                ..
            }
        );
        let body = ball(bounded(None, move |_| Some(value)));
        all_are!(
            answers(&body, span(0.0, 1.0)),
            BoundNotFinite {
                quantity: "speed",
                ..
            }
        );
    }
    // speeds that contradict each other, and a body that gets too far
    use SweptError::{SpeedBoundsContradict, TooFar};
    let body = ball(bounded(None, |_| Some(-1.0)));
    all_are!(
        answers(&body, span(0.0, 1.0)),
        SpeedBoundsContradict {
            along: -1.0,
            against: -1.0,
            ..
        }
    );
    let body = ball(bounded(Some(1e119), |_| Some(1e119)));
    all_are!(answers(&body, span(0.0, 1e30)), TooFar { end: 1e30, .. });
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    use SweptError::CoordinateNotFinite;
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let pose = move |t: f64| Isometry2::translation(if t > 0.5 { bad } else { 0.0 }, 0.0);
        let bounds = MotionBounds {
            acceleration: Some(1.0),
            speed: None,
        };
        let body = ball(FromFn::new(pose, move |_: &Vector2<f64>, _, _| bounds));
        all_are!(
            answers(&body, span(0.0, 1.0))[..4],
            CoordinateNotFinite { time: 1.0, .. }
        );
    }
    // a flight that leaves the range
    let flight = ConstantVelocity::new(Isometry2::identity(), vector![1e119, 0.0], 1.0);
    let body = ball(flight.expect("a motion"));
    all_are!(
        answers(&body, span(0.0, 1e10)),
        CoordinateNotFinite { time: 1e10, .. }
    );
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
fn knots_that_are_not_later_or_without_end_are_refused() {
    for knot in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let body = ball(Knotted(move |_| knot));
        all_are!(
            answers(&body, span(0.0, 1.0)),
            SweptError::KnotNotLater { after: 0.0, .. }
        );
    }
    let body = ball(Knotted(|_| f64::INFINITY));
    assert_eq!(answers(&body, span(0.0, 1.0)), [Ok(()); 6]);
    let endless = travel_bound(&ball(Knotted(f64::next_up)), span(1.0, 2.0));
    assert!(matches!(endless, Err(SweptError::TooManyKnots { .. })));
}

#[test]
fn arguments_are_checked() {
    let flight = ConstantVelocity::new(Isometry2::identity(), vector![1.0, 0.0], 0.0);
    let (body, during) = (ball(flight.expect("a motion")), span(0.0, 1.0));
    let long = [0.6, 0.8].map(|x: f64| x * (1.0 + 1e-12));
    for direction in [
        [0.0, 0.0],
        [1.0, 1.0],
        [f64::NAN, 0.0],
        [f64::INFINITY, 0.0],
        long,
    ] {
        let direction = direction.into();
        let highest = highest_along(&body, &direction, during).map(drop);
        let interval = interval_along(&body, &direction, during).map(drop);
        all_are!([highest, interval], SweptError::NotAUnitVector { .. });
    }
    use SweptError::InvalidLength;
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let tight = tight_box(&body, during, value, 8).map(drop);
        all_are!(
            [tight],
            InvalidLength {
                name: "the excess",
                ..
            }
        );
        let gate = cannot_pass_through(&body, &body, during, value).map(drop);
        all_are!(
            [gate],
            InvalidLength {
                name: "the slop",
                ..
            }
        );
    }
}
