//! Motions that start late or end early.

use nalgebra::{Isometry2, Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, Clamped, ConstantVelocity, Motion, Piecewise};
use photofinish::shape::{Ball, Capsule};
use photofinish::{Moving, Outcome, Real, Span, ToF64, time_of_impact};
use photofinish_audit::audit_motion;

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("a span")
}

fn spin(rate: f64) -> ConstantVelocity<f64, UnitQuaternion<f64>, 3> {
    let velocity = vector![1.0, -2.0, 0.5];
    ConstantVelocity::new(Isometry3::identity(), velocity, Vector3::z() * rate).expect("a motion")
}

#[test]
fn a_clamped_motion_rests_before_and_after_its_span() {
    let motion = spin(3.0);
    let clamped = Clamped::new(motion, span(0.5, 2.0));
    for (time, same_as) in [
        (-1.0, 0.5),
        (0.5, 0.5),
        (1.25, 1.25),
        (2.0, 2.0),
        (9.0, 2.0),
    ] {
        assert_eq!(clamped.pose(time), motion.pose(same_as));
        assert_eq!(clamped.reference(time), motion.reference(same_as));
    }
    assert_eq!(clamped.next_knot(-1.0), Some(0.5));
    assert_eq!(clamped.next_knot(0.5), Some(2.0));
    assert_eq!(clamped.next_knot(2.0), None);
    assert!(clamped.pose(f64::NAN).translation.x.is_nan());
}

#[test]
fn a_clamped_motion_has_the_knots_inside_its_span() {
    let pieces = vec![spin(1.0), spin(1.0), spin(1.0)];
    let path = Piecewise::new(vec![0.0, 1.0, 2.0, 3.0], pieces).expect("they fit");
    let clamped = Clamped::new(path, span(0.5, 1.5));
    let mut knots = vec![-1.0];
    while let Some(knot) = clamped.next_knot(knots[knots.len() - 1]) {
        knots.push(knot);
    }
    assert_eq!(knots, [-1.0, 0.5, 1.0, 1.5]);
}

#[test]
fn bounds_are_those_of_rest_or_of_the_motion() {
    let motion = spin(3.0);
    let clamped = Clamped::new(motion, span(1.0, 2.0));
    let along = Vector3::x();
    let bounds = |start, end| {
        let during = span(start, end);
        (
            clamped.acceleration_bound(&along, during, 2.0),
            clamped.speed_bound(&along, during, 2.0),
            clamped.fixed_axis(during).map(|moves| moves.fastest),
        )
    };
    assert_eq!(bounds(0.0, 1.0), (Some(0.0), Some(0.0), Some(0.0)));
    assert_eq!(bounds(2.0, 5.0), (Some(0.0), Some(0.0), Some(0.0)));
    let inside = span(1.25, 2.0);
    assert_eq!(
        bounds(1.25, 2.0),
        (
            motion.acceleration_bound(&along, inside, 2.0),
            motion.speed_bound(&along, inside, 2.0),
            motion.fixed_axis(inside).map(|moves| moves.fastest),
        )
    );
    for (start, end) in [(0.0, 1.5), (1.5, 3.0), (0.0, 3.0)] {
        assert_eq!(bounds(start, end), (None, None, None));
    }
    for (start, end) in [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)] {
        audit_motion(&clamped, span(start, end), 2.0).expect("its claims hold");
    }
}

/// A spinning bar is stopped before it would hit a ball. A later ball then flies into the bar where it stopped.
#[test]
fn queries_are_certified_across_both_ends_of_the_span() {
    let rate = 10.0;
    let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), Vector3::z() * rate);
    let turn = turn.expect("a motion");
    let bar = Capsule::new(2.0, 0.1).expect("a capsule");
    let ball = Ball::new(0.2).expect("a ball");
    // the bar lies along y, and reaches the x axis after a quarter turn
    let place = Isometry3::translation(1.5, 0.0, 0.0);
    let waits = Moving::new(ball, AtRest::new(place).expect("a motion"));
    let ask = |end: f64| {
        let stopped = Moving::new(bar, Clamped::new(turn, span(0.0, end)));
        let solution = time_of_impact(&stopped, &waits, -1.0..=4.0).expect("an answer");
        solution.outcome
    };
    let angle = std::f64::consts::FRAC_PI_2 - (0.3f64 / 1.5).asin();
    assert!(matches!(ask((angle - 1e-3) / rate), Outcome::Separated(_)));
    let Outcome::Impact(impact) = ask((angle + 1e-3) / rate) else {
        panic!("the bar reaches the ball");
    };
    assert!(impact.time <= angle / rate && impact.time > angle / rate - 1e-7);
}

#[test]
fn a_clamped_motion_can_be_copied_to_double_precision() {
    let roll = ConstantVelocity::new(Isometry2::translation(0.1f32, 0.0), vector![2.0, 0.0], 0.3);
    let clamped = Clamped::new(roll.expect("a motion"), span(0.25, 0.75));
    let wide = clamped.to_f64();
    assert_eq!((wide.during().start(), wide.during().end()), (0.25, 0.75));
    assert_eq!(wide.pose(9.0), clamped.motion().to_f64().pose(0.75));
}
