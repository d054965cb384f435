//! Bodies of several parts, and pairs that may overlap by more than others.

use super::*;
use photofinish::shape::PosedShape;

fn height(body: &Body2<'_>) -> f64 {
    body.pose().translation.y
}

/// A body flies to the right with a part at its tip, and posts are in the way of both.
#[test]
fn all_parts_of_a_body_stop_where_one_of_them_does() {
    let (post, small) = (cuboid(0.1, 0.5), ball(0.2));
    let tip = PosedShape::new(ball(0.3), &at(0.5, 3.0));
    let tip = tip.expect("a pose").into();
    let given = [
        Body::fixed(&post, at(0.0, 0.0)),
        Body::fixed(&post, at(2.0, 3.0)),
        Body::new(&small, at(-5.0, 0.0), at(5.0, 0.0)),
        // a part has the way of its whole
        Body::new(&tip, at(7.0, 7.0), at(8.0, 8.0))
            .about([9.0, 9.0].into())
            .part_of(2),
    ];
    // two parts are no pair
    let all = candidates(&given, 0.0).expect("boxes");
    assert_eq!(all, [[0, 2], [1, 3]]);
    // the body itself meets the first post at 4.7, its part the second one at 6.1
    let mut bodies = given;
    let report = usual(&Pass::new(), &mut bodies);
    assert_eq!(pairs(&report), [[0, 2]]);
    assert!((bodies[2].pose().translation.x + 0.3).abs() < 1e-6);
    assert_eq!(bodies[2].pose(), bodies[3].pose());
    // if the first post lets the body pass, its part stops both
    let mut bodies = given;
    let report = step(&Pass::new(), &mut bodies, |event| match event.pair {
        [0, 2] => Response::pass(),
        _ => event.usual_response(),
    });
    assert_eq!(pairs(&report), [[0, 2], [1, 3]]);
    let reached = 2.0 - 0.1 - 0.3 - 0.5;
    assert!((bodies[2].pose().translation.x - reached).abs() < 1e-6);
    assert_eq!(bodies[2].pose(), bodies[3].pose());
}

#[test]
fn a_response_may_let_bodies_overlap_by_more() {
    let (floor, block) = (cuboid(9.0, 1.0), cuboid(0.5, 0.5));
    let pass = Pass::new().allowed_overlap(0.01);
    let sinking = [
        Body2::fixed(&floor, at(0.0, 0.0)),
        Body2::new(&block, at(0.0, 1.48), at(3.0, 1.28)),
    ];
    let mut bodies = sinking;
    let report = step(&pass, &mut bodies, |event| match event.kind {
        Kind::DrivenIn(_) => Response::deeper(0.1),
        _ => event.usual_response(),
    });
    assert_eq!(report.events.len(), 2);
    assert!(matches!(report.events[1].kind, Kind::Touch(_)));
    assert!((height(&bodies[1]) - 1.4).abs() < 1e-6, "it sinks by 0.1");
    assert!(report.no_longer_proven.is_empty());
    // a body that may be as deep already stops
    let mut bodies = sinking;
    let report = step(&pass, &mut bodies, |_| Response::deeper(0.005));
    assert_eq!(report.events.len(), 1);
    assert!((height(&bodies[1]) - 1.48).abs() < 1e-6, "it has stopped");
}

#[test]
fn bodies_too_thin_for_the_depth_keep_what_the_pass_allows() {
    let (floor, plate) = (cuboid(9.0, 0.02), cuboid(0.5, 0.02));
    let mut bodies = [
        Body2::fixed(&floor, at(0.0, 0.0)),
        Body2::new(&plate, at(0.0, 0.03), at(3.0, -1.0)),
    ];
    // 0.01 deep at the start, and no more than 0.04 would do
    let pass = Pass::new().allowed_overlap(0.005);
    let report = step(&pass, &mut bodies, |event| {
        assert!(matches!(event.kind, Kind::DrivenIn(_)), "{event:?}");
        Response::deeper(5.0)
    });
    assert_eq!(pairs(&report), [[0, 1], [0, 1]], "{report:?}");
    assert!((height(&bodies[1]) - 0.03).abs() < 1e-6);
}

#[test]
fn slow_pairs_are_left_until_one_of_them_stops() {
    let (block, floor) = (cuboid(0.5, 0.5), cuboid(9.0, 0.5));
    let pass = Pass::new().leave_slow(0.5);
    let falls = |from: f64, to: f64| Body2::new(&block, at(0.0, from), at(0.0, to));
    // a stack of two falls by 3 together; the lower one stops at the floor
    let floor = Body2::fixed(&floor, at(0.0, 0.0));
    let mut bodies = [floor, falls(2.0, -1.0), falls(3.01, 0.01)];
    let report = usual(&pass, &mut bodies);
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    assert!((height(&bodies[1]) - 1.0).abs() < 1e-6);
    assert!((height(&bodies[2]) - 2.0).abs() < 1e-6);
    // the upper one rests on the lower one and sinks by a tenth of its size: left to the solver
    for (sinks, events) in [(0.1, 0), (0.6, 1)] {
        let mut bodies = [falls(0.0, 0.0), falls(1.0, 1.0 - sinks)];
        let report = usual(&pass, &mut bodies);
        assert_eq!(report.events.len(), events, "{sinks}");
    }
}
