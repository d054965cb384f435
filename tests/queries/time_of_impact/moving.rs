//! Queries of every kind of motion, with bounds and without.

use std::f64::consts::{PI, TAU};

use nalgebra::UnitComplex;
use photofinish::motion::{Motion, Placement};
use photofinish::{QueryError, UndecidedReason};

use super::*;

#[test]
fn a_fall_from_rest_takes_the_square_root_of_its_height() {
    let start = flight3([0.0, 5.5, 0.0], [0.0; 3]);
    let fall = Ballistic3::new(start, vector![0.0, -10.0, 0.0]).expect("a motion");
    let body = moving(cuboid([0.5; 3]), fall);
    let floor = moving(cuboid([100.0, 0.5, 100.0]), rest3([0.0, -0.5, 0.0]));
    let found = impact(time_of_impact(&body, &floor, 0.0..=3.0).expect("an answer"));
    assert!(found.time <= 1.0 && found.time > 1.0 - 1e-7);
    assert!((found.contact.normal - vector![0.0, -1.0, 0.0]).norm() < 1e-12);
}

#[test]
fn a_bar_meets_a_ball_in_its_first_turn_and_in_any_later_one() {
    // the bar's side is 0.1 from its axis, and the ball of radius 0.4 is at distance 1: they touch at the angle asin
    // 0.5 before the ball
    let bar = Segment::new([vector![-2.0, 0.0], vector![2.0, 0.0]]).expect("a segment");
    let bar = Rounded::new(bar, 0.1).expect("a radius");
    let target = moving(ball(0.4), at(0.0, 1.0));
    for turns in [0.3, 1.0, 8.0, 40.0] {
        let spinning = moving(bar, turning([0.0, 0.0], turns));
        let found = impact(time_of_impact(&spinning, &target, 0.0..=1.0).expect("an answer"));
        let early = (PI / 2.0 - 0.5f64.asin()) / (turns * TAU) - found.time;
        assert!((0.0..1e-6).contains(&early), "{turns}: {early:e}");
    }
    // the bar spins while it approaches, and arrives only after almost 13 turns: its corner reaches farthest when it
    // points ahead, which is at every half turn, and x = -8 + t/2 + 1 first passes -0.5 then
    let start = Isometry2::translation(-8.0, 0.0);
    let late = ConstantVelocity2::new(start, vector![0.5, 0.0], TAU).expect("a motion");
    let thin = moving(cuboid([1.0, 0.01]), late);
    let wall = moving(cuboid([0.5, 3.0]), at(0.0, 0.0));
    let found = impact(time_of_impact(&thin, &wall, 0.0..=20.0).expect("an answer"));
    assert!(found.time > 12.8 && found.time <= 13.0, "{}", found.time);
}

#[test]
fn a_bar_may_pass_a_ball_between_its_ends() {
    let bar = moving(cuboid([1.0, 0.05]), turning([0.0, 0.0], 3.25));
    for (height, passes) in [(1.51, true), (1.5, false)] {
        let near = moving(ball(0.5), at(0.0, height));
        let solution = time_of_impact(&bar, &near, 0.0..=1.0).expect("an answer");
        assert_eq!(is_separated(&solution), passes);
    }
}

#[test]
fn a_motion_without_bounds_is_told() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let swing = |t: f64| Isometry2::translation(3.0 * t.cos(), 0.0);
    // it has some up to time 1, and none later
    let early = |along: &Vector2<f64>, during: Span<f64>, _: f64| MotionBounds {
        acceleration: None,
        speed: (during.end() <= 1.0).then_some(3.0 * along.x.abs()),
    };
    let free = Moving::new(ball(0.5), FromFn::new(swing, early));
    let answer = time_of_impact(&a, &free, 0.0..=3.0);
    let Err(QueryError::Undecided {
        clear_until,
        reason,
    }) = answer
    else {
        panic!("{answer:?}, but they would meet at 1.23");
    };
    assert!(
        clear_until <= 1.0 && clear_until > 1.0 - 1e-9,
        "{clear_until}"
    );
    assert_eq!(reason, UndecidedReason::NoBounds { end: 3.0 });
    let bounds = |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(3.0 * along.x.abs()),
        speed: Some(3.0 * along.x.abs()),
    };
    let bounded = Moving::new(ball(0.5), FromFn::new(swing, bounds));
    let solution = time_of_impact(&a, &bounded, 0.0..=3.0).expect("an answer");
    assert!((impact(solution).time - (1.0f64 / 3.0).acos()).abs() < 1e-6);
}

#[test]
fn a_speed_bound_alone_certifies_by_the_first_order() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let swing = |t: f64| Isometry2::translation(2.5 + t.sin(), 0.0);
    let bounds = |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: None,
        speed: Some(along.x.abs()),
    };
    let b = Moving::new(ball(0.25), FromFn::new(swing, bounds));
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=6.0).expect("an answer");
    assert!(is_separated(&solution));
    assert!(
        certificate
            .intervals
            .iter()
            .all(|interval| interval.order == Order::First)
    );
    certificate
        .verify(&a, &b, 0.0, 0.0..=6.0)
        .expect("it holds");
}

/// Asks about two balls, one of which swings. Its stated acceleration may be far too large to prove anything over a
/// span that is worth a step. Its speed is at most 1, and a span of this length has so many times the bound.
fn swinging(from: f64, acceleration: f64, loosened: impl Fn(f64) -> f64) -> Solution<f64, 2> {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let swing = move |t: f64| Isometry2::translation(from + t.sin(), 0.0);
    let bounds = move |along: &Vector2<f64>, during: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(acceleration),
        speed: Some(along.x.abs() * loosened(during.length())),
    };
    let b = Moving::new(ball(0.25), FromFn::new(swing, bounds));
    time_of_impact(&a, &b, 0.0..=60.0).expect("an answer")
}

/// Bounds of the speed may say little over long spans too.
#[test]
fn bodies_that_may_jolt_are_followed_by_their_speed() {
    let is_free = |acceleration, loosened: fn(f64) -> f64, most| {
        let free = swinging(2.5, acceleration, loosened);
        assert!(
            is_separated(&free) && free.statistics.subintervals <= most,
            "{acceleration} {most}: {free:?}"
        );
    };
    for acceleration in [1e3, 1e6, 1e12, f64::MAX] {
        // the speed closes in on what is left of the gap, which is 0.75 or more if the bodies never touch
        is_free(acceleration, |_| 1.0, 80);
        let hit = swinging(1.5, acceleration, |_| 1.0);
        assert!(hit.statistics.subintervals <= 80);
        let early = PI + 0.75f64.asin() - impact(hit).time;
        assert!((0.0..1e-6).contains(&early), "{early}");
    }
    for acceleration in [1e3, 1e9, f64::MAX] {
        is_free(
            acceleration,
            |length| if length > 0.5 { f64::INFINITY } else { 1.0 },
            u32::MAX,
        );
        is_free(
            acceleration,
            |length| if length > 0.5 { 1e6 } else { 1.0 },
            u32::MAX,
        );
        is_free(acceleration, f64::exp, u32::MAX);
        // no bound over long spans counts against those over the spans that are passed
        is_free(
            acceleration,
            |length| if length > 30.0 { 1e9 } else { 1.0 },
            80,
        );
        is_free(
            acceleration,
            |length| if length > 30.0 { f64::INFINITY } else { 1.0 },
            80,
        );
    }
}

#[test]
fn a_path_with_corners_is_certified_piece_by_piece() {
    let turns_at = 0.9;
    let line =
        |start, end| ConstantVelocity2::between(start, end, Vector2::zeros()).expect("a motion");
    let corner = (turns_at, Isometry2::translation(0.0, 1.6));
    let down = line((0.0, Isometry2::translation(-4.0, 4.0)), corner);
    let up = line(corner, (2.0, Isometry2::translation(4.0, 4.0)));
    let path = Piecewise::new(vec![0.0, turns_at, 2.0], vec![down, up]).expect("a motion");
    let (a, b) = (
        Moving::new(ball(0.5), at(0.0, 0.0)),
        Moving::new(ball(1.0), path),
    );
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    assert!(is_separated(&solution));
    assert!(certificate.intervals.iter().any(|i| i.end == turns_at));
    certificate
        .verify(&a, &b, 0.0, 0.0..=2.0)
        .expect("it holds");
    let (solution, certificate) = Query::new().certify(&b, &a, 0.0..=2.0).expect("an answer");
    assert!(is_separated(&solution));
    certificate
        .verify(&b, &a, 0.0, 0.0..=2.0)
        .expect("it holds");
    let larger = moving(ball(0.65), at(0.0, 0.0));
    let found = impact(time_of_impact(&larger, &b, 0.0..=2.0).expect("an answer"));
    assert!(found.time > 0.8 && found.time < turns_at);
}

/// A ball that flies to another one and back, and states bounds that hold between its knots alone.
struct Bounce;

impl Motion<f64, 2> for Bounce {
    type Rotation = UnitComplex<f64>;

    fn pose(&self, time: f64) -> Isometry2<f64> {
        Isometry2::translation(4.0 * (time - 1.0).abs(), 0.0)
    }

    fn placement(&self, time: f64, origin: &Vector2<f64>) -> Placement<f64, 2> {
        Placement::of_pose(&self.pose(time), origin)
    }

    fn center(&self) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        (after < 1.0).then_some(1.0)
    }

    fn acceleration_bound(&self, _: &Vector2<f64>, _: Span<f64>, _: f64) -> Option<f64> {
        Some(0.0)
    }
}

#[test]
fn no_span_has_a_knot_of_either_body_inside() {
    let (still, flies) = (
        Moving::new(ball(0.5), at(0.0, 0.0)),
        Moving::new(ball(0.5), Bounce),
    );
    for answer in [
        time_of_impact(&still, &flies, 0.0..=2.0),
        time_of_impact(&flies, &still, 0.0..=2.0),
    ] {
        let time = impact(answer.expect("an answer")).time;
        assert!(time <= 0.75 && time > 0.75 - 1e-6, "{time}");
    }
}

#[test]
fn points_on_straight_lines_may_deform_the_body() {
    // the tip of a triangle moves up at speed 2, and a ball is 1 above it
    let points = vec![vector![-1.0, 0.0], vector![1.0, 0.0], vector![0.0, 0.5]];
    let velocities = vec![Vector2::zeros(), Vector2::zeros(), vector![0.0, 2.0]];
    let growing = MovingPoints::new(points, velocities, 0.0).expect("points");
    let above = moving(ball(0.5), at(0.0, 2.0));
    let found = impact(time_of_impact(&growing, &above, 0.0..=1.0).expect("an answer"));
    assert!((found.time - 0.5).abs() < 1e-7);
    let far = moving(ball(0.5), at(0.0, 3.5));
    let answer = Query::new().certify(&growing, &far, 0.0..=1.0);
    let (solution, certificate) = answer.expect("an answer");
    assert!(is_separated(&solution));
    certificate
        .verify(&growing, &far, 0.0, 0.0..=1.0)
        .expect("it holds");
}

#[test]
fn the_engines_sweep_is_followed_between_its_ends() {
    // a little less than half a turn: the physics engines' own casts miss the post in the middle
    let turn = |angle: f64| Isometry3::rotation(vector![0.0, 0.0, angle]);
    let ends = ((0.0, turn(-1.5)), (1.0, turn(1.5)));
    let sweep = Sweep3::new(ends.0, ends.1, Vector3::zeros()).expect("a motion");
    let bar = moving(Capsule::new(2.0, 0.05).expect("a capsule"), sweep);
    let post = moving(ball(0.05), rest3([0.0, 1.9, 0.0]));
    let found = impact(time_of_impact(&bar, &post, 0.0..=1.0).expect("an answer"));
    assert!(found.time > 0.4 && found.time < 0.5, "{}", found.time);
}

#[test]
fn bounds_of_different_orders_on_the_two_bodies_certify_nothing() {
    let bounded = |acceleration, speed| {
        let bounds = move |_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration,
            speed,
        };
        Moving::new(
            ball(0.5),
            FromFn::new(|_: f64| Isometry2::identity(), bounds),
        )
    };
    let dip =
        |t: f64| Isometry2::translation(0.0, 3.0 - 2.5 * (-200.0 * (t - 0.37) * (t - 0.37)).exp());
    let bounds = |_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: None,
        speed: Some(100.0),
    };
    let b = Moving::new(ball(0.5), FromFn::new(dip, bounds));
    let mixed = time_of_impact(&bounded(Some(0.0), None), &b, 0.0..=1.0);
    let reason = UndecidedReason::NoBounds { end: 1.0 };
    let clear_until = 0.0;
    assert_eq!(
        mixed,
        Err(QueryError::Undecided {
            clear_until,
            reason
        })
    );
    let alike = time_of_impact(&bounded(None, Some(0.0)), &b, 0.0..=1.0).expect("an answer");
    assert!(!is_separated(&alike));
}
