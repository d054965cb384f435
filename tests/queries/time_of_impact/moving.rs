//! Queries of every kind of motion, with bounds and without.

use photofinish::{QueryError, UndecidedReason};

use super::*;

#[test]
fn a_fall_from_rest_takes_the_square_root_of_its_height() {
    let fall = ConstantVelocity3::new(
        Isometry3::translation(0.0, 5.5, 0.0),
        Vector3::zeros(),
        Vector3::zeros(),
    )
    .and_then(|start| Ballistic3::new(start, vector![0.0, -10.0, 0.0]))
    .expect("a motion");
    let body = Moving::new(cuboid([0.5; 3]), fall);
    let floor = Moving::new(
        cuboid([100.0, 0.5, 100.0]),
        AtRest3::new(Isometry3::translation(0.0, -0.5, 0.0)).expect("a motion"),
    );
    let found = impact(time_of_impact(&body, &floor, 0.0..=3.0).expect("an answer"));
    assert!(found.time <= 1.0 && found.time > 1.0 - 1e-7);
    assert!((found.contact.normal - vector![0.0, -1.0, 0.0]).norm() < 1e-12);
}

#[test]
fn a_bar_meets_a_ball_in_its_first_turn_and_in_any_later_one() {
    // the bar's side is 0.1 from its axis, and the ball of radius 0.4 is at distance 1: they touch at the angle asin
    // 0.5 before the ball
    let bar = Rounded::new(
        Segment::new([vector![-2.0, 0.0], vector![2.0, 0.0]]).expect("a segment"),
        0.1,
    )
    .expect("a radius");
    let target = Moving::new(ball(0.4), at(0.0, 1.0));
    for turns in [0.3, 1.0, 8.0, 40.0] {
        let spinning = Moving::new(bar, turning([0.0, 0.0], turns));
        let found = impact(time_of_impact(&spinning, &target, 0.0..=1.0).expect("an answer"));
        let expected = (PI / 2.0 - 0.5f64.asin()) / (turns * TAU);
        assert!(
            found.time <= expected && found.time > expected - 1e-6,
            "{} {expected}",
            found.time
        );
    }
    // the bar spins while it approaches, and arrives only after almost 13 turns
    let late = ConstantVelocity2::new(Isometry2::translation(-8.0, 0.0), vector![0.5, 0.0], TAU)
        .expect("a motion");
    let thin = Moving::new(cuboid([1.0, 0.01]), late);
    let wall = Moving::new(cuboid([0.5, 3.0]), at(0.0, 0.0));
    let found = impact(time_of_impact(&thin, &wall, 0.0..=20.0).expect("an answer"));
    // the corner reaches farthest when the bar points ahead, which is at every half turn: x = -8 + t/2 + 1 first passes
    // -0.5 then
    assert!(found.time > 12.8 && found.time <= 13.0, "{}", found.time);
}

#[test]
fn a_bar_that_passes_the_ball_between_its_ends_is_a_photo_finish() {
    let bar = Moving::new(cuboid([1.0, 0.05]), turning([0.0, 0.0], 3.25));
    let near = Moving::new(ball(0.5), at(0.0, 1.51));
    let solution = time_of_impact(&bar, &near, 0.0..=1.0).expect("an answer");
    assert!(is_separated(&solution) && solution.statistics.photo_finish);
    assert!(solution.statistics.subintervals > 1 && solution.statistics.root_iterations > 0);
    let nearer = Moving::new(ball(0.5), at(0.0, 1.5));
    assert!(!is_separated(
        &time_of_impact(&bar, &nearer, 0.0..=1.0).expect("an answer")
    ));
}

#[test]
fn a_motion_without_bounds_is_told() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let swing = |t: f64| Isometry2::translation(3.0 * t.cos(), 0.0);
    // it has some up to time 1, and none later
    let early = |along: &Vector2<f64>, during: Span<f64>, _: f64| MotionBounds {
        acceleration: None,
        speed: (during.end() <= 1.0).then_some(3.0 * along.x.abs()),
    };
    let free = Moving::new(ball(0.5), FromFn::new(swing, early));
    let error = time_of_impact(&a, &free, 0.0..=3.0).expect_err("they would meet at 1.23");
    let QueryError::Undecided {
        clear_until,
        reason,
    } = error
    else {
        panic!("{error}");
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
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let swing = FromFn::new(
        |t: f64| Isometry2::translation(2.5 + t.sin(), 0.0),
        |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration: None,
            speed: Some(along.x.abs()),
        },
    );
    let b = Moving::new(ball(0.25), swing);
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
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let swing = move |t: f64| Isometry2::translation(from + t.sin(), 0.0);
    let bounds = move |along: &Vector2<f64>, during: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(acceleration),
        speed: Some(along.x.abs() * loosened(during.length())),
    };
    let b = Moving::new(ball(0.25), FromFn::new(swing, bounds));
    time_of_impact(&a, &b, 0.0..=60.0).expect("an answer")
}

#[test]
fn bodies_that_may_jolt_are_followed_by_their_speed() {
    for acceleration in [1e3, 1e6, 1e12, f64::MAX] {
        let free = swinging(2.5, acceleration, |_| 1.0);
        // the speed closes in on what is left of the gap, which is 0.75 or more if the bodies never touch
        assert!(is_separated(&free) && free.statistics.subintervals <= 80);
        let hit = swinging(1.5, acceleration, |_| 1.0);
        assert!(hit.statistics.subintervals <= 80);
        let time = impact(hit).time;
        let expected = PI + 0.75f64.asin();
        assert!(time <= expected && time > expected - 1e-6, "{time}");
    }
}

/// Bounds of the speed may say little over long spans too.
#[test]
fn bodies_that_may_jolt_are_followed_by_their_speed_over_short_spans() {
    let loosened: [fn(f64) -> f64; 3] = [
        |length| if length > 0.5 { f64::INFINITY } else { 1.0 },
        |length| if length > 0.5 { 1e6 } else { 1.0 },
        f64::exp,
    ];
    for acceleration in [1e3, 1e9, f64::MAX] {
        for loosened in loosened {
            let free = swinging(2.5, acceleration, loosened);
            assert!(is_separated(&free));
        }
        // no bound over long spans counts against those over the spans that are passed
        for at_first in [1e9, f64::INFINITY] {
            let loosened = |length: f64| if length > 30.0 { at_first } else { 1.0 };
            let free = swinging(2.5, acceleration, loosened);
            assert!(is_separated(&free) && free.statistics.subintervals <= 80);
        }
    }
}

#[test]
fn a_path_with_corners_is_certified_piece_by_piece() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let corner = Isometry2::translation(0.0, 1.6);
    let line =
        |start, end| ConstantVelocity2::between(start, end, Vector2::zeros()).expect("a motion");
    let turns_at = 0.9;
    let down = line((0.0, Isometry2::translation(-4.0, 4.0)), (turns_at, corner));
    let up = line((turns_at, corner), (2.0, Isometry2::translation(4.0, 4.0)));
    let path = Piecewise::new(vec![0.0, turns_at, 2.0], vec![down, up]).expect("a motion");
    let b = Moving::new(ball(1.0), path);
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
    let larger = Moving::new(ball(0.65), at(0.0, 0.0));
    let found = impact(time_of_impact(&larger, &b, 0.0..=2.0).expect("an answer"));
    assert!(found.time > 0.8 && found.time < turns_at);
}

#[test]
fn points_on_straight_lines_may_deform_the_body() {
    // the tip of a triangle moves up at speed 2, and a ball is 1 above it
    let points = vec![vector![-1.0, 0.0], vector![1.0, 0.0], vector![0.0, 0.5]];
    let velocities = vec![Vector2::zeros(), Vector2::zeros(), vector![0.0, 2.0]];
    let growing = MovingPoints::new(points, velocities, 0.0).expect("points");
    let above = Moving::new(ball(0.5), at(0.0, 2.0));
    let found = impact(time_of_impact(&growing, &above, 0.0..=1.0).expect("an answer"));
    assert!((found.time - 0.5).abs() < 1e-7);
    let far = Moving::new(ball(0.5), at(0.0, 3.5));
    let (solution, certificate) = Query::new()
        .certify(&growing, &far, 0.0..=1.0)
        .expect("an answer");
    assert!(is_separated(&solution));
    certificate
        .verify(&growing, &far, 0.0, 0.0..=1.0)
        .expect("it holds");
}

#[test]
fn the_engines_sweep_is_followed_between_its_ends() {
    // a little less than half a turn: the physics engines' own casts miss the post in the middle
    let turn = |angle: f64| {
        Isometry3::from_parts(
            Vector3::zeros().into(),
            UnitQuaternion::from_euler_angles(0.0, 0.0, angle),
        )
    };
    let sweep =
        Sweep3::new((0.0, turn(-1.5)), (1.0, turn(1.5)), Vector3::zeros()).expect("a motion");
    let bar = Moving::new(Capsule::new(2.0, 0.05).expect("a capsule"), sweep);
    let post = Moving::new(
        ball(0.05),
        AtRest3::new(Isometry3::translation(0.0, 1.9, 0.0)).expect("a motion"),
    );
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
        let still = FromFn::new(|_: f64| Isometry2::identity(), bounds);
        Moving::new(ball(0.5), still)
    };
    let dip =
        |t: f64| Isometry2::translation(0.0, 3.0 - 2.5 * (-200.0 * (t - 0.37) * (t - 0.37)).exp());
    let b = Moving::new(
        ball(0.5),
        FromFn::new(dip, |_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration: None,
            speed: Some(100.0),
        }),
    );
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

/// Asks about a ball of radius 0.05 that flies along the face of a body, which lies in the x-z plane, is 0.1 thick and
/// turns at 1 about z. At time 0 the ball is `gap` above the face. It never comes nearer.
fn evaluations_above_a_turning_face<S: SupportMap<f64, 3>>(body: S, speed: f64, gap: f64) -> u64 {
    let turn = ConstantVelocity3::new(Isometry3::identity(), Vector3::zeros(), Vector3::z());
    let start = Isometry3::translation(0.0, 0.1 + gap, 0.2);
    let flight = ConstantVelocity3::new(start, vector![-speed, 0.0, 0.0], Vector3::zeros());
    let face = Moving::new(body, turn.expect("a motion"));
    let ball = Moving::new(Ball::new(0.05).expect("a ball"), flight.expect("a motion"));
    let found = time_of_impact(&face, &ball, -0.2..=0.2).expect("an answer");
    assert!(is_separated(&found), "{found:?}");
    found.statistics.support_evaluations
}

/// Vectors of the world tilt against a turning face, and those along which the ball is just above it last for no time.
/// A vector that turns with the face lasts, even if the ball flies much faster than the face turns.
#[test]
fn a_ball_may_fly_closely_along_a_turning_face() {
    let plate = Cuboid::new(vector![5.0, 0.05, 5.0]).expect("a plate");
    let disc = Cylinder::new(0.05, 5.0).expect("a disc");
    for speed in [3.0, 11.0, 20.0, 100.0] {
        for gap in [1e-4, 1e-6, 1e-7] {
            let of_plate = evaluations_above_a_turning_face(plate, speed, gap);
            let of_disc = evaluations_above_a_turning_face(disc, speed, gap);
            assert!(of_plate < 400, "{speed} {gap}: {of_plate}");
            assert!(of_disc < 2000, "{speed} {gap}: {of_disc}");
        }
    }
}
