//! Bodies and arguments of which nothing can be proven.

use photofinish::swept::SweptError;

use crate::build::*;

fn ball<M: Motion<f64, 3>>(motion: M) -> Moving<Ball<f64>, M, f64, 3> {
    Moving::new(crate::build::ball(1.0), motion)
}

/// Returns what all functions about one body answer during a span. The last two prove travel from speeds.
fn answers<E: Extrusion<f64, 3>>(body: &E, during: Span<f64>) -> [Result<(), SweptError>; 5] {
    let x = Vector3::x();
    [
        highest_along(body, &x, during).map(drop),
        interval_along(body, &x, during).map(drop),
        swept_box(body, during).map(drop),
        travel_bound(body, during).map(drop),
        relative_travel_bound(body, body, during).map(drop),
    ]
}

fn bounded(acceleration: Option<f64>, speed: Option<f64>) -> impl Extrusion<f64, 3> {
    let pose = |time: f64| Isometry3::translation(time, 0.0, 0.0);
    ball(FromFn::new(pose, move |_: &Vector3<f64>, _, _| {
        bounds(acceleration, speed)
    }))
}

fn all_are(answers: &[Result<(), SweptError>], words: &str) {
    answers
        .iter()
        .for_each(|answer| assert_refused(answer, words));
}

#[test]
fn bounds_that_prove_nothing_are_named() {
    let during = span(1.0, 2.0);
    let none = "NoBounds { start: 1.0, end: 2.0 }";
    all_are(&answers(&bounded(None, None), during), none);
    let found = answers(&bounded(Some(0.0), None), during);
    assert_eq!(found[..3], [Ok(()); 3]);
    all_are(&found[3..], none);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let found = answers(&bounded(Some(value), None), during);
        all_are(&found[..3], r#"BoundNotFinite { quantity: "acceleration""#);
        let found = answers(&bounded(None, Some(value)), during);
        all_are(&found, r#"BoundNotFinite { quantity: "speed""#);
    }
    let found = answers(&bounded(None, Some(-1.0)), during);
    all_are(&found, "SpeedBoundsContradict { along: -1.0, against: -1.0");
    let found = answers(&bounded(Some(1e119), Some(1e119)), span(0.0, 1e30));
    all_are(&found, "TooFar");
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let x = move |time| if time > 0.5 { bad } else { 0.0 };
        let pose = move |time| Isometry3::translation(x(time), 0.0, 0.0);
        let bounds = |_: &Vector3<f64>, _, _| bounds(Some(1.0), None);
        let found = answers(&ball(FromFn::new(pose, bounds)), span(0.0, 1.0));
        all_are(&found[..3], "CoordinateNotFinite { time: 1.0");
    }
    // a flight that leaves the range
    let flight = steady(Isometry3::identity(), Vector3::x() * 1e119, Vector3::z());
    let found = answers(&ball(flight), span(0.0, 1e10));
    all_are(&found, "CoordinateNotFinite { time: 10000000000.0");
}

#[test]
fn knots_that_are_not_later_or_without_end_are_refused() {
    let flight = flight3([0.0; 3], [1.0, 0.0, 0.0]);
    for knot in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let body = ball(Odd::new(flight, move |_| Some(knot), 0.0));
        all_are(&answers(&body, span(0.0, 1.0)), "KnotNotLater { after: 0.0");
    }
    let body = ball(Odd::new(flight, |_| Some(f64::INFINITY), 0.0));
    assert_eq!(answers(&body, span(0.0, 1.0)), [Ok(()); 5]);
    let endless = ball(Odd::new(flight, |after| Some(after.next_up()), 0.0));
    assert_refused(&travel_bound(&endless, span(1.0, 2.0)), "TooManyKnots");
}

#[test]
fn arguments_are_checked() {
    let during = span(0.0, 1.0);
    let body = ball(flight3([0.0; 3], [1.0, 0.0, 0.0]));
    for direction in [
        Vector3::zeros(),
        vector![1.0, 1.0, 0.0],
        vector![f64::NAN, 0.0, 0.0],
        vector![f64::INFINITY, 0.0, 0.0],
        vector![0.6, 0.8, 0.0] * (1.0 + 1e-12),
    ] {
        assert_refused(&highest_along(&body, &direction, during), "NotAUnitVector");
        assert_refused(&interval_along(&body, &direction, during), "NotAUnitVector");
    }
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let gate = cannot_pass_through(&body, &body, during, value);
        assert_refused(&gate, r#"InvalidLength { name: "the slop""#);
    }
}
