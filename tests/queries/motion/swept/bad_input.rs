//! Bodies and arguments of which nothing can be proven.

use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
use photofinish::motion::{FromFn, Motion, Placement};
use photofinish::shape::Ball;
use photofinish::swept::SweptError::{
    self, BoundNotFinite, CoordinateNotFinite, InvalidLength, KnotNotLater, NoBounds,
    NotAUnitVector, SpeedBoundsContradict, TooFar, TooManyKnots,
};
use photofinish::swept::{
    cannot_pass_through, highest_along, interval_along, relative_travel_bound, swept_box,
    tight_box, travel_bound,
};
use photofinish::{Extrusion, Moving, Span};

use crate::build::{bounds, gliding, span, steady};

fn ball<M: Motion<f64, 2>>(motion: M) -> Moving<Ball<f64>, M, f64, 2> {
    Moving::new(crate::build::ball(1.0), motion)
}

/// Returns what all functions about one body answer during a span. The last two prove travel from speeds.
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

fn bounded(acceleration: Option<f64>, speed: Option<f64>) -> impl Extrusion<f64, 2> {
    let pose = |time: f64| Isometry2::translation(time, 0.0);
    ball(FromFn::new(pose, move |_: &Vector2<f64>, _, _| {
        bounds(acceleration, speed)
    }))
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
    let during = span(1.0, 2.0);
    all_are!(
        answers(&bounded(None, None), during),
        NoBounds {
            start: 1.0,
            end: 2.0
        }
    );
    let none = answers(&bounded(Some(0.0), None), during);
    assert_eq!(none[..4], [Ok(()); 4]);
    all_are!(
        none[4..],
        NoBounds {
            start: 1.0,
            end: 2.0
        }
    );
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let found = answers(&bounded(Some(value), None), during);
        all_are!(
            found[..4],
            BoundNotFinite {
                quantity: "acceleration",
                ..
            }
        );
        let found = answers(&bounded(None, Some(value)), during);
        all_are!(
            found,
            BoundNotFinite {
                quantity: "speed",
                ..
            }
        );
    }
    let found = answers(&bounded(None, Some(-1.0)), during);
    all_are!(
        found,
        SpeedBoundsContradict {
            along: -1.0,
            against: -1.0,
            ..
        }
    );
    let found = answers(&bounded(Some(1e119), Some(1e119)), span(0.0, 1e30));
    all_are!(found, TooFar { end: 1e30, .. });
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let pose = move |time: f64| Isometry2::translation(if time > 0.5 { bad } else { 0.0 }, 0.0);
        let bounds = |_: &Vector2<f64>, _, _| bounds(Some(1.0), None);
        let found = answers(&ball(FromFn::new(pose, bounds)), span(0.0, 1.0));
        all_are!(found[..4], CoordinateNotFinite { time: 1.0, .. });
    }
    // a flight that leaves the range
    let flight = steady(Isometry2::identity(), vector![1e119, 0.0], 1.0);
    let found = answers(&ball(flight), span(0.0, 1e10));
    all_are!(found, CoordinateNotFinite { time: 1e10, .. });
}

/// A body at rest whose knots are what a function says.
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

    fn speed_bound(&self, _: &Vector2<f64>, _: Span<f64>, _: f64) -> Option<f64> {
        Some(0.0)
    }
}

#[test]
fn knots_that_are_not_later_or_without_end_are_refused() {
    for knot in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let found = answers(&ball(Knotted(move |_| knot)), span(0.0, 1.0));
        all_are!(found, KnotNotLater { after: 0.0, .. });
    }
    let body = ball(Knotted(|_| f64::INFINITY));
    assert_eq!(answers(&body, span(0.0, 1.0)), [Ok(()); 6]);
    let endless = travel_bound(&ball(Knotted(f64::next_up)), span(1.0, 2.0));
    assert!(matches!(endless, Err(TooManyKnots { .. })));
}

#[test]
fn arguments_are_checked() {
    let (body, during) = (ball(gliding([0.0, 0.0], [1.0, 0.0])), span(0.0, 1.0));
    let long = [0.6, 0.8].map(|x: f64| x * (1.0 + 1e-12));
    let bad = [
        [0.0, 0.0],
        [1.0, 1.0],
        [f64::NAN, 0.0],
        [f64::INFINITY, 0.0],
        long,
    ];
    for direction in bad.map(Vector2::from) {
        let highest = highest_along(&body, &direction, during).map(drop);
        let interval = interval_along(&body, &direction, during).map(drop);
        all_are!([highest, interval], NotAUnitVector { .. });
    }
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
