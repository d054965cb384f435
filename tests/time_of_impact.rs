//! Times of impact against closed forms, and what the settings promise.

use std::f64::consts::{PI, TAU};

use nalgebra::{Isometry2, Isometry3, SVector, UnitQuaternion, Vector2, Vector3, vector};
use photofinish::motion::{
    AtRest, AtRest2, AtRest3, Ballistic3, ConstantVelocity, ConstantVelocity2, ConstantVelocity3,
    FromFn, MotionBounds, Piecewise, Sweep3,
};
use photofinish::shape::{Ball, Capsule, Cuboid, PointSet, Segment};
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, Impact, InitialContact, Moving, MovingPoints, Order, Outcome, Query, Real, Solution,
    Span, WarmStart, time_of_impact,
};

fn ball<T: Real>(radius: f64) -> Ball<T> {
    Ball::new(T::of(radius)).expect("a ball")
}

fn cuboid<const D: usize>(half_extents: [f64; D]) -> Cuboid<f64, D> {
    Cuboid::new(SVector::from(half_extents)).expect("a box")
}

fn at(x: f64, y: f64) -> AtRest2<f64> {
    AtRest::new(Isometry2::translation(x, y)).expect("a motion")
}

fn gliding(from: [f64; 2], velocity: [f64; 2]) -> ConstantVelocity2<f64> {
    let pose = Isometry2::translation(from[0], from[1]);
    ConstantVelocity::new(pose, Vector2::from(velocity), 0.0).expect("a motion")
}

fn turning(from: [f64; 2], turns: f64) -> ConstantVelocity2<f64> {
    let pose = Isometry2::translation(from[0], from[1]);
    ConstantVelocity::new(pose, Vector2::zeros(), turns * TAU).expect("a motion")
}

fn impact<T: Real, const D: usize>(solution: Solution<T, D>) -> Impact<T, D> {
    match solution.outcome {
        Outcome::Impact(impact) => impact,
        other => panic!("an impact, not {other:?}"),
    }
}

fn is_separated<T: Real, const D: usize>(solution: &Solution<T, D>) -> bool {
    matches!(solution.outcome, Outcome::Separated(_))
}

#[test]
fn balls_meet_when_their_centres_are_two_radii_apart() {
    // |(4 - 3t, 0.6)| = 1 at t = (4 - 0.8) / 3
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let b = Moving::new(ball(0.5), gliding([4.0, 0.6], [-3.0, 0.0]));
    let found = impact(time_of_impact(&a, &b, 0.0..=2.0).expect("an answer"));
    assert!((found.time - 3.2 / 3.0).abs() < 1e-7 && found.time <= 3.2 / 3.0);
    assert!((found.normal - vector![0.8, 0.6]).norm() < 1e-6);
    assert!((found.witness_a - vector![0.4, 0.3]).norm() < 1e-6);
    assert!(found.distance >= 0.0 && found.distance < 1e-7);
}

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
    assert!((found.normal - vector![0.0, -1.0, 0.0]).norm() < 1e-12);
}

#[test]
fn a_bar_meets_a_ball_in_its_first_turn_and_in_any_later_one() {
    // the bar's side is at 0.1, the ball of radius 0.4 at distance 1: they touch at the angle asin 0.5 before it
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
    // it comes by only after 8 turns, while it approaches
    let late = ConstantVelocity2::new(Isometry2::translation(-8.0, 0.0), vector![0.5, 0.0], TAU)
        .expect("a motion");
    let thin = Moving::new(cuboid([1.0, 0.01]), late);
    let wall = Moving::new(cuboid([0.5, 3.0]), at(0.0, 0.0));
    let found = impact(time_of_impact(&thin, &wall, 0.0..=20.0).expect("an answer"));
    // the corner reaches farthest when the bar points ahead, at every half turn: x = -8 + t/2 + 1 first passes -0.5 then
    assert!(found.time > 12.8 && found.time <= 13.0, "{}", found.time);
}

#[test]
fn a_bar_that_passes_the_ball_between_its_ends_is_a_photo_finish() {
    let bar = Moving::new(cuboid([1.0, 0.05]), turning([0.0, 0.0], 3.25));
    let near = Moving::new(ball(0.5), at(0.0, 1.51));
    let solution = time_of_impact(&bar, &near, 0.0..=1.0).expect("an answer");
    assert!(is_separated(&solution) && solution.certified && solution.statistics.photo_finish);
    assert!(solution.statistics.subintervals > 1 && solution.statistics.root_iterations > 0);
    let nearer = Moving::new(ball(0.5), at(0.0, 1.5));
    assert!(!is_separated(
        &time_of_impact(&bar, &nearer, 0.0..=1.0).expect("an answer")
    ));
}

#[test]
fn the_target_distance_is_kept() {
    let a = Moving::new(cuboid([1.0, 1.0]), at(0.0, 0.0));
    let b = Moving::new(cuboid([1.0, 1.0]), gliding([5.0, 0.3], [-1.0, 0.0]));
    for target in [0.0, 0.25, 1.0] {
        let query = Query::new().target_distance(target).tolerance(1e-9);
        let found = impact(query.time_of_impact(&a, &b, 0.0..=10.0).expect("an answer"));
        assert!(found.time <= 3.0 - target && found.time > 3.0 - target - 1e-8);
        assert!(found.distance >= target && found.distance <= target + 1e-9);
    }
    // closer than the target at the start is an impact there, not an overlap
    let query = Query::new().target_distance(3.5);
    assert_eq!(
        impact(query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer")).time,
        0.0
    );
}

#[test]
fn an_impact_is_reported_within_the_tolerance_asked_for() {
    let corner = ConstantVelocity2::new(
        Isometry2::new(vector![4.0, 0.1], 0.4),
        vector![-1.0, 0.0],
        1.3,
    )
    .expect("a motion");
    let a = Moving::new(cuboid([1.0, 0.5]), corner);
    let b = Moving::new(cuboid([0.5, 2.0]), at(0.0, 0.0));
    let mut last = 0.0;
    for tolerance in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12] {
        let found = impact(
            Query::new()
                .tolerance(tolerance)
                .time_of_impact(&a, &b, 0.0..=5.0)
                .expect("an answer"),
        );
        assert!(
            found.distance > 0.0 && found.distance <= tolerance,
            "{} {tolerance}",
            found.distance
        );
        assert!(found.time >= last, "a smaller tolerance is reached later");
        last = found.time;
    }
}

/// A pair of tumbling boxes that touch, in any scalar, carried away from the origin.
fn tumbling<T: Real>(offset: Vector3<T>) -> [Moving<Cuboid<T, 3>, ConstantVelocity3<T>, T, 3>; 2] {
    let vector = |x: f64, y: f64, z: f64| vector![T::of(x), T::of(y), T::of(z)];
    let body = |half: Vector3<T>, pose: Isometry3<T>, linear, angular| {
        let moved = Isometry3::from_parts((pose.translation.vector + offset).into(), pose.rotation);
        let motion = ConstantVelocity3::new(moved, linear, angular).expect("a motion");
        Moving::new(Cuboid::new(half).expect("a box"), motion)
    };
    let turned = UnitQuaternion::from_scaled_axis(vector(0.5, 0.25, -0.75));
    [
        body(
            vector(0.5, 0.25, 1.0),
            Isometry3::identity(),
            vector(0.25, 0.0, 0.0),
            vector(0.5, 1.5, 0.25),
        ),
        body(
            vector(0.75, 0.5, 0.25),
            Isometry3::from_parts(vector(3.0, 0.5, 0.25).into(), turned),
            vector(-2.0, 0.0, 0.125),
            vector(-1.0, 0.5, 2.0),
        ),
    ]
}

#[test]
fn swapping_the_bodies_mirrors_the_answer_bit_by_bit() {
    fn check<T: Real>() {
        let [a, b] = tumbling::<T>(Vector3::zeros());
        let one = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        let other = impact(time_of_impact(&b, &a, T::zero()..=T::of(2.0)).expect("an answer"));
        assert_eq!(one.time, other.time);
        assert_eq!(one.distance, other.distance);
        assert_eq!(one.normal, -other.normal);
        assert_eq!(
            (one.witness_a, one.witness_b),
            (other.witness_b, other.witness_a)
        );
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn an_offset_that_the_scalar_holds_changes_nothing_but_the_witness_points() {
    fn check<T: Real>(offset: f64) {
        // the coordinates of the pair are multiples of 1/8: exact beside these offsets
        let offset = vector![T::of(offset), T::of(-offset), T::of(3.0 * offset)];
        let [a, b] = tumbling::<T>(Vector3::zeros());
        let here = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        let [a, b] = tumbling::<T>(offset);
        let there = impact(time_of_impact(&a, &b, T::zero()..=T::of(2.0)).expect("an answer"));
        assert_eq!(here.time, there.time);
        assert_eq!(here.distance, there.distance);
        assert_eq!(here.normal, there.normal);
    }
    check::<f64>(1e9);
    check::<f32>(65_536.0);
}

#[test]
fn a_warm_start_gives_an_answer_as_right_as_a_cold_one_in_fewer_iterations() {
    let a = Moving::new(cuboid([2.0, 0.5]), at(0.0, 0.0));
    let mut warm = WarmStart::new();
    let (mut cold_iterations, mut warm_iterations) = (0, 0);
    for step in 0..100 {
        let x = -3.0 + 0.06 * f64::from(step);
        let b = Moving::new(cuboid([0.5, 0.5]), turning([x, 1.4], 0.1));
        let query = Query::new();
        let cold = query.time_of_impact(&a, &b, 0.0..=0.5).expect("an answer");
        let warmed = query
            .warm_started(&a, &b, 0.0..=0.5, &mut warm)
            .expect("an answer");
        assert_eq!(is_separated(&cold), is_separated(&warmed));
        cold_iterations += cold.statistics.gjk_iterations;
        warm_iterations += warmed.statistics.gjk_iterations;
    }
    assert!(
        warm_iterations < cold_iterations,
        "{warm_iterations} {cold_iterations}"
    );
    // one left by another pair costs time, not rightness
    let b = Moving::new(cuboid([0.5, 0.5]), gliding([0.0, -5.0], [0.0, 1.0]));
    let found = impact(
        Query::new()
            .warm_started(&a, &b, 0.0..=5.0, &mut warm)
            .expect("an answer"),
    );
    assert!((found.time - 4.0).abs() < 1e-7);
}

#[test]
fn overlap_at_the_start_is_told_with_its_depth_where_the_cores_are_apart() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let b = Moving::new(ball(1.0), gliding([1.5, 0.0], [1.0, 0.0]));
    let Outcome::Overlapping(penetration) = time_of_impact(&a, &b, 0.0..=1.0)
        .expect("an answer")
        .outcome
    else {
        panic!("they overlap");
    };
    assert!((penetration.depth.expect("a depth") - 0.5).abs() < 1e-12);
    assert!((penetration.normal.expect("a normal") - vector![1.0, 0.0]).norm() < 1e-12);
}

#[test]
fn a_contact_that_opens_is_no_hit_if_the_query_says_so() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let leaving = Moving::new(ball(1.0), gliding([1.9, 0.0], [1.0, 0.0]));
    let coming = Moving::new(ball(1.0), gliding([1.9, 0.0], [-1.0, 0.0]));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let opened = query
        .time_of_impact(&a, &leaving, 0.0..=1.0)
        .expect("an answer");
    assert!(is_separated(&opened));
    let report = opened
        .initial_contact
        .expect("the contact at the start is told");
    assert!((report.penetration.depth.expect("a depth") - 0.1).abs() < 1e-12);
    assert!(report.resumed_at >= 0.1 && report.resumed_at < 0.3);
    let closed = query
        .time_of_impact(&a, &coming, 0.0..=1.0)
        .expect("an answer");
    assert!(matches!(closed.outcome, Outcome::Overlapping(_)));
    // bodies that pass through each other come out on the other side
    let through = Query::new().initial_contact(InitialContact::Continue);
    let through = through
        .time_of_impact(&a, &coming, 0.0..=10.0)
        .expect("an answer");
    assert!(is_separated(&through));
    assert!(through.initial_contact.expect("a report").resumed_at >= 3.9);
}

#[test]
fn a_contact_left_aside_does_not_hide_the_next_one() {
    // a ball that bounces off at 1 m/s and falls back after 0.2 s
    let floor = Moving::new(
        cuboid([5.0, 1.0, 5.0]),
        AtRest3::new(Isometry3::translation(0.0, -1.0, 0.0)).expect("a motion"),
    );
    for gap in [0.0, 1e-9, 1e-8] {
        let start = ConstantVelocity3::new(
            Isometry3::translation(0.0, 0.5 + gap, 0.0),
            vector![0.0, 1.0, 0.0],
            Vector3::zeros(),
        );
        let flight = start
            .and_then(|start| Ballistic3::new(start, vector![0.0, -10.0, 0.0]))
            .expect("a motion");
        let bouncing = Moving::new(ball(0.5), flight);
        let query = Query::new()
            .initial_contact(InitialContact::IgnoreSeparating)
            .tolerance(1e-7);
        let solution = query
            .time_of_impact(&bouncing, &floor, 0.0..=1.0)
            .expect("an answer");
        assert!(solution.initial_contact.is_some());
        let found = impact(solution);
        assert!((found.time - 0.2).abs() < 1e-6, "{}", found.time);
    }
}

#[test]
fn a_motion_without_bounds_is_answered_but_not_certified() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let swing = |t: f64| Isometry2::translation(3.0 * t.cos(), 0.0);
    let free = Moving::new(ball(0.5), FromFn::new(swing));
    let solution = time_of_impact(&a, &free, 0.0..=3.0).expect("an answer");
    assert!(!solution.certified);
    assert!((impact(solution).time - (1.0f64 / 3.0).acos()).abs() < 1e-6);
    let bounds = |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(3.0 * along.x.abs()),
        speed: Some(3.0 * along.x.abs()),
    };
    let bounded = Moving::new(ball(0.5), FromFn::new(swing).with_bounds(bounds));
    let solution = time_of_impact(&a, &bounded, 0.0..=3.0).expect("an answer");
    assert!(solution.certified);
    assert!((impact(solution).time - (1.0f64 / 3.0).acos()).abs() < 1e-6);
}

#[test]
fn a_speed_bound_alone_certifies_by_the_first_order() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let swing = FromFn::new(|t: f64| Isometry2::translation(2.5 + t.sin(), 0.0)).with_bounds(
        |along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration: None,
            speed: Some(along.x.abs()),
        },
    );
    let b = Moving::new(ball(0.25), swing);
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=6.0).expect("an answer");
    assert!(is_separated(&solution) && solution.certified);
    assert!(
        certificate
            .intervals
            .iter()
            .all(|interval| interval.order == Order::First)
    );
    certificate.verify(&a, &b).expect("it holds");
}

#[test]
fn more_substeps_find_what_fewer_miss() {
    // the ball dips to the other and back within a tenth of the interval: two ends see nothing of it
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let dip =
        |t: f64| Isometry2::translation(0.0, 3.0 - 2.5 * (-200.0 * (t - 0.37) * (t - 0.37)).exp());
    let b = Moving::new(ball(0.5), FromFn::new(dip));
    let ask = |substeps| {
        Query::new()
            .substeps(substeps)
            .time_of_impact(&a, &b, 0.0..=1.0)
            .expect("an answer")
    };
    assert!(is_separated(&ask(1)) && !ask(1).certified);
    assert!(!is_separated(&ask(64)));
}

#[test]
fn a_path_with_corners_is_certified_piece_by_piece() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let corner = Isometry2::translation(0.0, 1.6);
    let line =
        |start, end| ConstantVelocity2::between(start, end, Vector2::zeros()).expect("a motion");
    let down = line((0.0, Isometry2::translation(-4.0, 4.0)), (1.0, corner));
    let up = line((1.0, corner), (2.0, Isometry2::translation(4.0, 4.0)));
    let b = Moving::new(
        ball(1.0),
        Piecewise::new(vec![0.0, 1.0, 2.0], vec![down, up]).expect("a motion"),
    );
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    assert!(is_separated(&solution) && solution.certified);
    assert!(
        certificate
            .intervals
            .iter()
            .any(|interval| interval.end == 1.0)
    );
    certificate.verify(&a, &b).expect("it holds");
    let larger = Moving::new(ball(0.65), at(0.0, 0.0));
    let found = impact(time_of_impact(&larger, &b, 0.0..=2.0).expect("an answer"));
    assert!(found.time > 0.9 && found.time < 1.0);
}

#[test]
fn points_on_straight_lines_may_deform_the_body() {
    // a triangle whose tip moves up by 2 in unit time, under a ball 1 above it
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
    assert!(is_separated(&solution) && solution.certified);
    certificate.verify(&growing, &far).expect("it holds");
}

#[test]
fn an_interval_of_one_instant_is_a_static_test() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let apart = Moving::new(ball(1.0), gliding([2.5, 0.0], [-1.0, 0.0]));
    let solution = time_of_impact(&a, &apart, 0.25..=0.25).expect("an answer");
    let Outcome::Separated(separated) = solution.outcome else {
        panic!("they are apart");
    };
    assert!((separated.clearance - 0.25).abs() < 1e-12);
    assert!(!is_separated(
        &time_of_impact(&a, &apart, 0.75..=0.75).expect("an answer")
    ));
}

#[test]
fn the_engines_sweep_is_followed_past_its_ends() {
    // half a turn and a bit, the shorter way: the engines' own casts miss the passage in the middle
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

/// Tampering with any part of a certificate is found.
#[test]
fn a_certificate_holds_for_its_bodies_and_for_no_other() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    assert_eq!(certificate.clear_until(), impact(solution).time);
    certificate.verify(&a, &b).expect("it holds");
    assert!(
        certificate.verify(&b, &a).is_err(),
        "the vectors point the other way"
    );
    let nearer = tumbling::<f64>(vector![-0.5, 0.0, 0.0])[1];
    assert!(certificate.verify(&a, &nearer).is_err());
    type Tamper = fn(&mut photofinish::Certificate<f64, 3>);
    let tampers: [Tamper; 6] = [
        |c| c.target_distance = 3.0,
        |c| c.start = -0.5,
        |c| c.intervals[0].direction *= 1.01,
        |c| c.intervals[0].direction = -c.intervals[0].direction,
        |c| {
            c.intervals.remove(0);
        },
        |c| c.intervals.last_mut().expect("intervals").end = 2.0,
    ];
    for (index, tamper) in tampers.into_iter().enumerate() {
        let mut forged = certificate.clone();
        tamper(&mut forged);
        assert!(forged.verify(&a, &b).is_err(), "tamper {index}");
    }
}

#[test]
fn statistics_count_the_work() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let counted = solution.statistics;
    assert_eq!(counted.subintervals as usize, certificate.intervals.len());
    assert_eq!(
        counted.gjk_runs,
        counted.subintervals + 1,
        "one run before every span, one at the impact"
    );
    assert!(
        counted.support_evaluations >= u64::from(counted.gjk_iterations + counted.root_iterations)
    );
    assert!(!counted.photo_finish);
}

/// A dimension-generic caller needs no where clause beyond the extrusions.
fn first_touch<T: Real, const D: usize>(
    a: &impl Extrusion<T, D>,
    b: &impl Extrusion<T, D>,
) -> Option<T> {
    match time_of_impact(a, b, T::zero()..=T::one()).ok()?.outcome {
        Outcome::Impact(impact) => Some(impact.time),
        _ => None,
    }
}

#[test]
fn generic_callers_write_short_signatures() {
    let point = PointSet::new(vec![Vector2::zeros()]).expect("a point");
    let (a, b) = (
        Moving::new(&point, at(0.0, 0.0)),
        Moving::new(&point, gliding([0.5, 0.0], [-1.0, 0.0])),
    );
    let time = first_touch(&a, &b).expect("two points that meet");
    assert!(time <= 0.5 && time > 0.5 - 1e-6);
}

#[test]
fn bounds_of_different_orders_on_the_two_bodies_certify_nothing() {
    let bounded = |acceleration, speed| {
        let bounds = move |_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration,
            speed,
        };
        let still = FromFn::new(|_: f64| Isometry2::identity()).with_bounds(bounds);
        Moving::new(ball(0.5), still)
    };
    let dip =
        |t: f64| Isometry2::translation(0.0, 3.0 - 2.5 * (-200.0 * (t - 0.37) * (t - 0.37)).exp());
    let b = Moving::new(
        ball(0.5),
        FromFn::new(dip).with_bounds(|_: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration: None,
            speed: Some(100.0),
        }),
    );
    let mixed = time_of_impact(&bounded(Some(0.0), None), &b, 0.0..=1.0).expect("an answer");
    assert!(
        !mixed.certified && !is_separated(&mixed),
        "it is sub-stepped, and says so"
    );
    let alike = time_of_impact(&bounded(None, Some(0.0)), &b, 0.0..=1.0).expect("an answer");
    assert!(alike.certified && !is_separated(&alike));
}

/// A block that hops off a floor by less than the tolerance: the contact at the start was the answer though it opened.
#[test]
fn a_hop_lower_than_the_tolerance_leaves_the_contact() {
    let floor = Moving::new(
        Cuboid::new(vector![10.0_f32, 0.5, 10.0]).expect("a box"),
        AtRest3::new(Isometry3::translation(0.0, -0.5, 0.0)).expect("a motion"),
    );
    let turned = UnitQuaternion::new_normalize(nalgebra::Quaternion::new(1.0_f32, 0.0, 0.15, 0.0));
    for (gap, target) in [(1e-4, 1e-4), (2e-4, 1e-4), (1e-6, 0.0)] {
        let pose = Isometry3::from_parts(vector![0.0, 0.18 + gap, 0.0].into(), turned);
        let start = ConstantVelocity3::new(pose, vector![0.0, 0.02, 0.0], Vector3::zeros())
            .expect("a motion");
        let flight = Ballistic3::new(start, vector![0.0, -10.0, 0.0]).expect("a motion");
        let hopping = Moving::new(
            Cuboid::new(vector![0.4_f32, 0.18, 0.35]).expect("a box"),
            flight,
        );
        for policy in [InitialContact::IgnoreSeparating, InitialContact::Continue] {
            let query = Query::new()
                .tolerance(3e-4)
                .target_distance(target)
                .initial_contact(policy);
            let solution = query
                .time_of_impact(&floor, &hopping, 0.0..=1.0 / 60.0)
                .expect("an answer");
            // it is down again after 4 ms
            let found = impact(solution);
            assert!(
                found.time > 1e-3 && found.time < 4.1e-3,
                "{gap} {policy:?}: {}",
                found.time
            );
        }
    }
}
