//! What bodies do after an event.

use super::*;
use nalgebra::Vector2;
use photofinish::engine::{Kind, Pass, Response, Then};

/// Balls of a Newton's cradle pass their way on to the next one: each impact has a closed form.
#[test]
fn bodies_that_are_sent_elsewhere_meet_others() {
    let shape = ball(0.5);
    let mut bodies = [
        Body2::new(&shape, at(0.0, 0.0), at(10.0, 0.0)),
        Body2::new(&shape, at(3.0, 0.0), at(3.0, 0.0)),
        Body2::new(&shape, at(6.0, 0.0), at(6.0, 0.0)),
    ];
    let respond = |event: &Event2| {
        let [a, b] = event.poses;
        let left = 10.0 * (1.0 - event.time);
        Response {
            a: Then::Stop,
            b: Then::MoveTo(at(b.translation.x + left, a.translation.y)),
        }
    };
    let report = Pass::new().run(&mut bodies, [[1, 2], [0, 1], [0, 2]], respond);
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    for (event, exact) in report.events.iter().zip([0.2, 0.4]) {
        assert!(event.time <= exact && event.time > exact - 1e-6);
        assert!(matches!(event.kind, Kind::Touch(_)));
    }
    let ends = bodies.map(|body| body.pose().translation.x);
    for (end, exact) in ends.into_iter().zip([2.0, 5.0, 12.0]) {
        assert!((end - exact).abs() < 1e-5, "{ends:?}");
    }
}

/// A moving wall goes on through a ball that only stops. The report says that nothing is proven of them any more.
#[test]
fn a_body_that_goes_on_passes_what_stops_in_its_way() {
    let (wall, shape) = (cuboid(0.1, 9.0), ball(0.5));
    let mut bodies = [
        Body2::new(&wall, at(-2.0, 0.0), at(2.0, 0.0)),
        Body2::new(&shape, at(1.0, 0.0), at(-1.0, 0.0)),
        Body2::fixed(&wall, at(-9.0, 0.0)),
    ];
    let goes_on = Response {
        a: Then::Continue,
        b: Then::Stop,
    };
    let report = Pass::new().run(&mut bodies, [[0, 1], [1, 2]], |_| goes_on);
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 1]]);
    assert_eq!(report.no_longer_proven, [[0, 1]]);
    assert_eq!(bodies[0].pose().translation.x, 2.0);
    assert!(bodies[1].pose().translation.x < 1.0);
}

/// A fixed body that goes on is where it was: the proof of what stopped on it holds.
#[test]
fn what_stops_on_a_body_at_rest_stays_proven() {
    let (wall, shape) = (cuboid(0.1, 9.0), ball(0.5));
    let mut bodies = [
        Body2::fixed(&wall, at(0.0, 0.0)),
        Body2::new(&shape, at(3.0, 0.0), at(-1.0, 0.0)),
    ];
    let stops = Response {
        a: Then::Continue,
        b: Then::Stop,
    };
    let report = Pass::new().run(&mut bodies, [[0, 1]], |_| stops);
    let report = report.expect("a step");
    assert_eq!(report.events.len(), 1);
    assert!(report.no_longer_proven.is_empty());
}

/// Free bodies, and bodies that rest on each other or overlap by less than allowed, end at the pose that was given, to
/// the last bit.
#[test]
fn a_step_without_events_changes_nothing() {
    let (floor, block) = (cuboid(50.0, 0.5), cuboid(0.5, 0.5));
    for depth in [-0.2, 0.0, 0.003, 0.0049] {
        let end = Isometry2::new([0.1, 1.0 - depth].into(), 1e-9);
        let mut bodies = [
            Body2::fixed(&floor, at(0.0, 0.0)),
            Body2::new(&block, at(0.0, 1.0 - depth), end),
            Body2::new(&block, at(3.0, 5.0), Isometry2::new([4.0, 5.0].into(), 3.0)),
        ];
        let all = [[0, 1], [0, 2], [1, 2]];
        let pass = Pass::new().allowed_overlap(0.006);
        let report = pass.run(&mut bodies, all, |event| panic!("{event:?}"));
        report.expect("a step");
        assert_eq!(*bodies[1].pose(), end);
    }
}

/// A body bounces between two walls for ever: it stops when it has used up its moves.
#[test]
fn a_pass_ends_however_bodies_bounce() {
    let (wall, shape) = (cuboid(0.5, 9.0), ball(0.1));
    let mut bodies = [
        Body2::fixed(&wall, at(-1.0, 0.0)),
        Body2::fixed(&wall, at(1.0, 0.0)),
        Body2::new(&shape, at(0.0, 0.0), at(1000.0, 0.0)),
    ];
    let bounce = |event: &Event2| {
        let side = if event.pair[0] == 0 { 1.0 } else { -1.0 };
        Response {
            a: Then::Continue,
            b: Then::MoveTo(at(side * 1000.0, 0.0)),
        }
    };
    let pass = Pass::new().moves(7);
    let report = pass
        .run(&mut bodies, [[0, 2], [1, 2]], bounce)
        .expect("a step");
    assert_eq!(report.events.len(), 8);
    assert_eq!(report.out_of_moves, [2]);
    assert!(report.no_longer_proven.is_empty());
    // the first way has a length of 0.4, all others of 0.8, and the eighth impact is at the left wall
    let end = bodies[2].pose().translation.x;
    assert!((end + 0.4).abs() < 1e-5, "{end}");
}

/// Each body without moves is named once, in the order of their numbers.
#[test]
fn bodies_out_of_moves_are_named_once() {
    let shape = ball(0.1);
    // the first one is hit from both sides
    let mut bodies = [
        Body2::new(&shape, at(0.0, 0.0), at(0.0, 0.0)),
        Body2::new(&shape, at(5.0, 0.0), at(0.0, 0.0)),
        Body2::new(&shape, at(-3.0, 0.0), at(0.0, 0.0)),
    ];
    let away = |_: &Event2| Response {
        a: Then::MoveTo(at(0.0, 9.0)),
        b: Then::MoveTo(at(0.0, -9.0)),
    };
    let pass = Pass::new().moves(0);
    let report = pass.run(&mut bodies, [[0, 1], [0, 2]], away);
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 2], [0, 1]]);
    assert_eq!(report.out_of_moves, [0, 1, 2]);
}

/// A bar stands in the ground, far deeper than it is thick: nothing is known of where it would get, but that it may
/// leave the way it came.
#[test]
fn bodies_too_deep_to_be_followed_are_not_let_through() {
    let (ground, bar) = (cuboid(50.0, 0.05), cuboid(0.1, 1.0));
    let mut pose = at(0.0, 0.6);
    let pass = Pass::new().allowed_overlap(0.006);
    let step = |pose: Isometry2<f64>, end: Isometry2<f64>| {
        let mut bodies = [
            Body2::fixed(&ground, at(0.0, 0.0)),
            Body2::new(&bar, pose, end),
        ];
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        (report.expect("a step"), *bodies[1].pose())
    };
    for _ in 0..20 {
        for (x, y) in [(0.0, -3.0), (0.5, -0.1), (0.0, -1e-9)] {
            let (report, end) = step(pose, at(x, pose.translation.y + y));
            assert_eq!(report.events.len(), 1);
            assert!(matches!(report.events[0].kind, Kind::TooDeep(_)));
            assert!(report.no_longer_proven.is_empty());
            assert_eq!(end, pose);
        }
    }
    // out of the ground bit by bit, swaying
    for turn in [0.01, 0.0, -0.02, 0.0, 0.01] {
        let out = Isometry2::new(pose.translation.vector + Vector2::y() * 0.1, turn);
        let (report, end) = step(pose, out);
        assert!(report.events.is_empty() && end == out, "{report:?}");
        pose = end;
    }
    // and back, as far as is allowed
    let (report, end) = step(pose, at(0.0, -9.0));
    assert_eq!(report.events.len(), 1);
    assert!((end.translation.y - 1.044).abs() < 1e-2, "{end}");
}
