//! Bodies of several parts, and pairs that may overlap by more than others.

use photofinish::engine::{Body, Kind, Pass, PassError, Response, candidates};
use photofinish::shape::{AnyShape, PosedShape};

use crate::{Body2, at, ball, cuboid, pairs};

/// A body that flies to the right with a part at its tip and one behind, and posts in the way of both.
fn scene<'s>(
    post: &'s AnyShape<f64, 2>,
    small: &'s AnyShape<f64, 2>,
    tip: &'s AnyShape<f64, 2>,
) -> [Body2<'s>; 4] {
    let (start, end) = (at(-5.0, 0.0), at(5.0, 0.0));
    [
        Body::fixed(post, at(0.0, 0.0)),
        Body::fixed(post, at(2.0, 3.0)),
        Body::new(small, start, end),
        Body::new(tip, at(7.0, 7.0), at(8.0, 8.0))
            .about([9.0, 9.0].into())
            .part_of(2),
    ]
}

#[test]
fn all_parts_of_a_body_stop_where_one_of_them_does() {
    let (post, small) = (cuboid(0.1, 0.5), ball(0.2));
    let tip = PosedShape::new(ball(0.3), &at(0.5, 3.0))
        .expect("a pose")
        .into();
    let mut bodies = scene(&post, &small, &tip);
    // the body itself meets the first post at 4.7, its part the second one at 6.1
    let all = candidates(&bodies, 0.0).expect("boxes");
    assert_eq!(
        all,
        [[0, 2], [1, 3]],
        "two parts are no pair, and a part has the way of its whole"
    );
    let report = Pass::new().run(&mut bodies, [[1, 3], [0, 2], [2, 3]], |event| {
        event.usual_response()
    });
    assert_eq!(
        pairs(&report.expect("a pass")),
        [[0, 2]],
        "the part has stopped before it meets anything"
    );
    for number in [2, 3] {
        assert!((bodies[number].pose().translation.x + 0.3).abs() < 1e-6);
    }
    assert_eq!(bodies[2].pose(), bodies[3].pose());

    // if the first post lets the body pass, its part stops both
    let mut bodies = scene(&post, &small, &tip);
    let report = Pass::new().run(&mut bodies, [[0, 2], [1, 3]], |event| match event.pair {
        [0, 2] => Response::pass(),
        _ => event.usual_response(),
    });
    assert_eq!(pairs(&report.expect("a pass")), [[0, 2], [1, 3]]);
    let reached = 2.0 - 0.1 - 0.3 - 0.5;
    for number in [2, 3] {
        assert!((bodies[number].pose().translation.x - reached).abs() < 1e-6);
    }
}

#[test]
fn a_response_may_let_bodies_overlap_by_more() {
    let (floor, box_) = (cuboid(9.0, 1.0), cuboid(0.5, 0.5));
    let sinking = || {
        [
            Body::fixed(&floor, at(0.0, 0.0)),
            Body::new(&box_, at(0.0, 1.48), at(3.0, 1.28)),
        ]
    };
    let pass = Pass::new().allowed_overlap(0.01);
    let mut asked = 0;
    let mut bodies = sinking();
    let report = pass.run(&mut bodies, [[0, 1]], |event| {
        asked += 1;
        match event.kind {
            Kind::DrivenIn(_) => Response::deeper(0.1),
            _ => event.usual_response(),
        }
    });
    let report = report.expect("a pass");
    assert_eq!(asked, 2, "{report:?}");
    assert!(matches!(report.events[1].kind, Kind::Touch(_)));
    assert!(
        (bodies[1].pose().translation.y - 1.4).abs() < 1e-6,
        "it sinks by 0.1"
    );
    assert!(report.no_longer_proven.is_empty(), "all is proven");

    // a body that may be as deep already stops
    let mut bodies = sinking();
    let report = pass
        .run(&mut bodies, [[0, 1]], |_| Response::deeper(0.005))
        .expect("a pass");
    assert_eq!(report.events.len(), 1);
    assert!(
        (bodies[1].pose().translation.y - 1.48).abs() < 1e-6,
        "it has stopped"
    );
}

#[test]
fn bodies_too_thin_for_the_depth_keep_what_the_pass_allows() {
    let (floor, plate) = (cuboid(9.0, 0.02), cuboid(0.5, 0.02));
    let mut bodies = [
        Body::fixed(&floor, at(0.0, 0.0)),
        Body::new(&plate, at(0.0, 0.03), at(3.0, -1.0)),
    ];
    // 0.01 deep at the start, and no more than 0.04 would do
    let pass = Pass::new().allowed_overlap(0.005);
    let report = pass.run(&mut bodies, [[0, 1]], |_| Response::deeper(5.0));
    let report = report.expect("a pass");
    assert_eq!(pairs(&report), [[0, 1], [0, 1]], "{report:?}");
    for event in &report.events {
        assert!(matches!(event.kind, Kind::DrivenIn(_)), "{event:?}");
    }
    assert!((bodies[1].pose().translation.y - 0.03).abs() < 1e-6);
}

#[test]
fn wrong_parts_and_depths_are_refused() {
    let shape = ball(0.5);
    let body = || Body::new(&shape, at(0.0, 0.0), at(1.0, 0.0));
    for (mut bodies, part, whole) in [
        (vec![body().part_of(0)], 0, 0),
        (vec![body().part_of(1), body()], 0, 1),
        (vec![body(), body().part_of(7)], 1, 7),
        (vec![body(), body().part_of(0), body().part_of(1)], 2, 1),
    ] {
        let answer = Pass::new().run(&mut bodies, [], |event| event.usual_response());
        assert_eq!(
            answer.unwrap_err(),
            PassError::NoSuchWhole { body: part, whole }
        );
        assert_eq!(
            candidates(&bodies, 0.0).unwrap_err(),
            PassError::NoSuchWhole { body: part, whole }
        );
    }
    for depth in [f64::NAN, f64::INFINITY, -0.5] {
        let mut bodies = [
            Body::fixed(&shape, at(3.0, 0.0)),
            Body::new(&shape, at(0.0, 0.0), at(5.0, 0.0)),
        ];
        let answer = Pass::new().run(&mut bodies, [[0, 1]], |_| Response::deeper(depth));
        let refused = answer.expect("a step").refused;
        assert_eq!(refused.len(), 2);
        assert!(matches!(refused[0], PassError::InvalidOverlap { .. }));
        let stopped = bodies[1].pose().translation.x;
        assert!((stopped - 2.0).abs() < 1e-6, "{stopped}");
    }
}

#[test]
fn slow_pairs_are_left_until_one_of_them_stops() {
    let (block, floor) = (cuboid(0.5, 0.5), cuboid(9.0, 0.5));
    // a stack of two falls by 3 together; the lower one stops at the floor
    let falling = || {
        [
            Body::fixed(&floor, at(0.0, 0.0)),
            Body::new(&block, at(0.0, 2.0), at(0.0, -1.0)),
            Body::new(&block, at(0.0, 3.01), at(0.0, 0.01)),
        ]
    };
    let mut bodies = falling();
    let all = [[0, 1], [0, 2], [1, 2]];
    let report = Pass::new()
        .leave_slow(0.5)
        .run(&mut bodies, all, |event| event.usual_response());
    let report = report.expect("a pass");
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    assert!((bodies[1].pose().translation.y - 1.0).abs() < 1e-6);
    assert!((bodies[2].pose().translation.y - 2.0).abs() < 1e-6);
    // the upper one rests on the lower one and sinks by a tenth of its size: left to the solver
    for (sinks, left) in [(0.1, true), (0.6, false)] {
        let mut bodies = [
            Body::fixed(&block, at(0.0, 0.0)),
            Body::new(&block, at(0.0, 1.0), at(0.0, 1.0 - sinks)),
        ];
        let report = Pass::new()
            .leave_slow(0.5)
            .run(&mut bodies, [[0, 1]], |event| event.usual_response());
        assert_eq!(report.expect("a pass").events.is_empty(), left, "{sinks}");
    }
    for share in [f64::NAN, -0.1, 1.5] {
        let answer = Pass::new()
            .leave_slow(share)
            .run(&mut falling(), all, |event| event.usual_response());
        assert!(matches!(answer, Err(PassError::InvalidShare { .. })));
    }
}
