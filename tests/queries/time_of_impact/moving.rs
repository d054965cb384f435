//! Queries of every kind of motion, with bounds and without.

use std::f64::consts::PI;

use super::*;

/// A ball that swings along the x axis, to 1 on both sides of a place, and states these bounds.
fn swinging(
    from: f64,
    radius: f64,
    bounds: impl Fn(&Vector2<f64>, Span<f64>, f64) -> MotionBounds<f64>,
) -> impl Extrusion<f64, 2> {
    let swing = move |time: f64| Isometry2::translation(from + time.sin(), 0.0);
    Moving::new(ball(radius), FromFn::new(swing, bounds))
}

/// The ball has bounds up to time 1, and none later. It would meet the other at 3.99.
#[test]
fn a_motion_without_bounds_is_told() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let early = swinging(1.5, 0.25, |s, during, _| {
        bounds(None, (during.end() <= 1.0).then_some(s.x.abs()))
    });
    let answer = time_of_impact(&a, &early, 0.0..=5.0);
    let Err(QueryError::Undecided {
        clear_until,
        reason,
    }) = answer
    else {
        panic!("{answer:?}");
    };
    let is_proven = clear_until <= 1.0 && clear_until > 1.0 - 1e-9;
    assert!(is_proven, "{clear_until}");
    assert_eq!(reason, UndecidedReason::NoBounds { end: 5.0 });
    let bounded = swinging(1.5, 0.25, |s, _, _| {
        bounds(Some(s.x.abs()), Some(s.x.abs()))
    });
    let time = impact(ask(&a, &bounded, 5.0)).time;
    assert!((time - PI - 0.75f64.asin()).abs() < 1e-6, "{time}");
}

#[test]
fn a_speed_bound_alone_certifies_by_the_first_order() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let b = swinging(2.5, 0.25, |s, _, _| bounds(None, Some(s.x.abs())));
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=6.0).expect("an answer");
    assert!(is_separated(&solution));
    let mut intervals = certificate.intervals.iter();
    assert!(intervals.all(|interval| interval.order == Order::First));
    let proven = certificate.verify(&a, &b, 0.0, 0.0..=6.0);
    proven.expect("it holds");
}

/// The stated acceleration may be far too large to prove anything over a span that is worth a step, and bounds of the
/// speed may say little over long spans.
#[test]
fn bodies_that_may_jolt_are_followed_by_their_speed() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let loosened: [fn(f64) -> f64; 4] = [
        |_| 1.0,
        |length| if length > 0.5 { f64::INFINITY } else { 1.0 },
        |length| if length > 0.5 { 1e6 } else { 1.0 },
        f64::exp,
    ];
    for acceleration in [1e3, 1e6, 1e12, f64::MAX] {
        for loose in loosened {
            let bounds = move |s: &Vector2<f64>, during: Span<f64>, _| {
                bounds(Some(acceleration), Some(s.x.abs() * loose(during.length())))
            };
            assert!(is_separated(&ask(&a, &swinging(2.5, 0.25, bounds), 60.0)));
        }
        let bounds = |s: &Vector2<f64>, _, _| bounds(Some(acceleration), Some(s.x.abs()));
        let hit = impact(ask(&a, &swinging(1.5, 0.25, bounds), 60.0));
        let early = PI + 0.75f64.asin() - hit.time;
        assert!((0.0..1e-6).contains(&early), "{early}");
    }
}

#[test]
fn a_path_with_corners_is_certified_piece_by_piece() {
    let turns_at = 0.9;
    let corners = [(0.0, -4.0, 4.0), (turns_at, 0.0, 1.6), (2.0, 4.0, 4.0)];
    let corners = corners.map(|(time, x, y)| (time, Isometry2::translation(x, y)));
    let pieces = [0, 1].map(|piece| {
        let (from, to) = (corners[piece], corners[piece + 1]);
        ConstantVelocity::between(from, to, Vector2::zeros()).expect("a motion")
    });
    let b = Moving::new(ball(1.0), path(&[0.0, turns_at, 2.0], pieces));
    let a = moving(ball(0.5), at(0.0, 0.0));
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    assert!(is_separated(&solution));
    assert!(certificate.intervals.iter().any(|i| i.end == turns_at));
    let proven = certificate.verify(&a, &b, 0.0, 0.0..=2.0);
    proven.expect("it holds");
    let (solution, certificate) = Query::new().certify(&b, &a, 0.0..=2.0).expect("an answer");
    assert!(is_separated(&solution));
    let proven = certificate.verify(&b, &a, 0.0, 0.0..=2.0);
    proven.expect("it holds");
    let found = impact(ask(&moving(ball(0.65), at(0.0, 0.0)), &b, 2.0));
    assert!(found.time > 0.8 && found.time < turns_at);
}

#[test]
fn points_on_straight_lines_may_deform_the_body() {
    // the tip of a triangle moves up at speed 2, and a ball is 1 above it
    let points = vec![vector![-1.0, 0.0], vector![1.0, 0.0], vector![0.0, 0.5]];
    let velocities = vec![Vector2::zeros(), Vector2::zeros(), vector![0.0, 2.0]];
    let growing = MovingPoints::new(points, velocities, 0.0).expect("points");
    let found = impact(ask(&growing, &moving(ball(0.5), at(0.0, 2.0)), 1.0));
    assert!((found.time - 0.5).abs() < 1e-7);
    let far = moving(ball(0.5), at(0.0, 3.5));
    let answer = Query::new().certify(&growing, &far, 0.0..=1.0);
    let (solution, certificate) = answer.expect("an answer");
    assert!(is_separated(&solution));
    let proven = certificate.verify(&growing, &far, 0.0, 0.0..=1.0);
    proven.expect("it holds");
}
