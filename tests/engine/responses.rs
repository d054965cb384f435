//! What bodies do after an event.

use super::*;

fn x(body: &Body2<'_>) -> f64 {
    body.pose().translation.x
}

/// A moving wall goes on through a ball that only stops. The report says that nothing is proven of them any more. A fixed
/// wall that goes on is where it was: the proof of what stopped on it holds.
#[test]
fn a_body_that_goes_on_passes_what_stops_in_its_way() {
    let (wall, shape) = (cuboid(0.1, 9.0), ball(0.5));
    let (a, b) = (Then::Continue, Then::Stop);
    let moves = Body2::new(&wall, at(-2.0, 0.0), at(2.0, 0.0));
    let rests = Body2::fixed(&wall, at(0.0, 0.0));
    for (wall, end, unproven) in [(moves, 2.0, &[[0, 1]][..]), (rests, 0.0, &[])] {
        let ball = Body2::new(&shape, at(1.0, 0.0), at(-1.0, 0.0));
        let mut bodies = [wall, ball];
        let report = step(&Pass::new(), &mut bodies, |_| Response { a, b });
        assert_eq!(pairs(&report), [[0, 1]]);
        assert_eq!(report.no_longer_proven, unproven);
        assert_eq!(x(&bodies[0]), end);
        assert!(x(&bodies[1]) > 0.0 && x(&bodies[1]) < 1.0);
    }
}

/// Each body without moves is named once, in the order of their numbers.
#[test]
fn bodies_out_of_moves_are_named_once() {
    let shape = ball(0.1);
    let flies = |from: f64| Body2::new(&shape, at(from, 0.0), at(0.0, 0.0));
    // the first one is hit from both sides
    let mut bodies = [flies(0.0), flies(5.0), flies(-3.0)];
    let [a, b] = [9.0, -9.0].map(|y| Then::MoveTo(at(0.0, y)));
    let pass = Pass::new().moves(0);
    let report = pass.run(&mut bodies, [[0, 1], [0, 2]], |_| Response { a, b });
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 2], [0, 1]]);
    assert_eq!(report.out_of_moves, [0, 1, 2]);
}

/// A bar stands in the ground, far deeper than it is thick: nothing is known of where it would get, but that it may
/// leave the way it came.
#[test]
fn bodies_too_deep_to_be_followed_are_not_let_through() {
    let (ground, bar) = (cuboid(50.0, 0.05), cuboid(0.1, 1.0));
    let go = |pose: Isometry2<f64>, end: Isometry2<f64>| {
        let ground = Body2::fixed(&ground, at(0.0, 0.0));
        let mut bodies = [ground, Body2::new(&bar, pose, end)];
        let report = usual(&Pass::new().allowed_overlap(0.006), &mut bodies);
        assert!(report.no_longer_proven.is_empty());
        (report.events, *bodies[1].pose())
    };
    let mut pose = at(0.0, 0.6);
    for (x, y) in [(0.0, -3.0), (0.5, -0.1), (0.0, -1e-9)] {
        let (events, end) = go(pose, at(x, 0.6 + y));
        assert_eq!(events.len(), 1);
        assert!(matches!(events[0].kind, Kind::TooDeep(_)));
        assert_eq!(end, pose);
    }
    // out of the ground bit by bit, swaying
    for turn in [0.01, 0.0, -0.02, 0.0, 0.01] {
        let out = Isometry2::new(pose.translation.vector + Vector2::y() * 0.1, turn);
        let (events, end) = go(pose, out);
        assert!(events.is_empty() && end == out, "{events:?}");
        pose = end;
    }
    // and back, as far as is allowed
    let (events, end) = go(pose, at(0.0, -9.0));
    assert_eq!(events.len(), 1);
    assert!((end.translation.y - 1.044).abs() < 1e-2, "{end}");
}

/// Two cubes in one place could part along any of six normals. They part along the one that events report, and along no
/// other.
#[test]
fn cubes_in_one_place_part_along_the_normal_of_their_events() {
    let cube = AnyShape::from(Cuboid::new(vector![0.5, 0.5, 0.5]).unwrap());
    let start = Isometry3::<f64>::identity();
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let (mut parted, mut normals) = (Vec::new(), Vec::new());
    for way in axes.map(|axis| [axis, -axis]).as_flattened() {
        let end = Isometry3::from_parts((way * 0.1).into(), start.rotation);
        let mut bodies = [Body::fixed(&cube, start), Body::new(&cube, start, end)];
        let pass = Pass::new().allowed_overlap(0.01);
        let report = step(&pass, &mut bodies, |_| Response::stop());
        match report.events.as_slice() {
            [] => parted.push(*way),
            [event] => normals.push(event.kind.contact().expect("they overlap").normal),
            more => panic!("{more:?}"),
        }
    }
    assert_eq!((parted.len(), normals), (1, vec![parted[0]; 5]));
}
