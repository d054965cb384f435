//! Floors without an end among the bodies of a pass: closed forms, and what makes no sense.

use super::*;
use nalgebra::{Isometry3, Vector3, vector};
use photofinish::HalfSpace;
use photofinish::engine::{Kind, Pass, PassError, Response, Then, candidates};

fn level() -> HalfSpace<f64, 2> {
    HalfSpace::new([0.0, 1.0].into(), [0.0, 0.0].into()).expect("a normal")
}

fn ceiling(height: f64) -> HalfSpace<f64, 2> {
    HalfSpace::new([0.0, -1.0].into(), [0.0, height].into()).expect("a normal")
}

fn still<'s>(floor: HalfSpace<f64, 2>) -> Body2<'s> {
    Body2::fixed_floor(floor, at(0.0, 0.0))
}

/// A ball bounces between a floor and a ceiling that are 4 apart. Its centre goes 3 from one to the other.
#[test]
fn a_ball_bounces_between_a_floor_and_a_ceiling_when_the_closed_form_says() {
    let shape = ball(0.5);
    // either floor is A of one pair and B of the other
    let mut bodies = [
        still(level()),
        Body2::new(&shape, at(0.0, 2.0), at(3.0, -10.0)),
        still(ceiling(4.0)),
    ];
    let bounce = |event: &Event2| {
        let contact = event.kind.contact().expect("a touch");
        let is_floor = event.pair == [0, 1];
        assert!(is_floor || event.pair == [1, 2]);
        // from A to B: up from the floor, and up to the ceiling
        assert_eq!(contact.normal, vector![0.0, 1.0]);
        let (witnesses, features) = ([contact.witness_a, contact.witness_b], contact.features());
        let [floor, body] = if is_floor { [0, 1] } else { [1, 0] };
        let (sign, height) = if is_floor { (1.0, 0.0) } else { (-1.0, 4.0) };
        let pose = event.poses[body].translation;
        assert!((witnesses[body] - pose.vector + vector![0.0, 0.5 * sign]).norm() < 1e-12);
        assert!((witnesses[floor].y - height).abs() < 1e-12);
        assert_eq!(features[floor], photofinish::support::Feature::Face(0));
        assert_ne!(features[floor], features[body]);
        let way = vector![3.0, 12.0 * sign] * (1.0 - event.time);
        let mut then = [Then::Stop; 2];
        then[body] = Then::MoveTo(at(pose.x + way.x, pose.y + way.y));
        let [a, b] = then;
        Response { a, b }
    };
    let report = Pass::new().run(&mut bodies, [[1, 0], [2, 1], [0, 2]], bounce);
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 1], [1, 2], [0, 1], [1, 2]]);
    for (event, way) in report.events.iter().zip([1.5, 4.5, 7.5, 10.5]) {
        assert!(event.time <= way / 12.0 && event.time > way / 12.0 - 1e-6);
    }
    // it has gone 12 up and down in all
    let end = bodies[1].pose().translation;
    assert!((end.x - 3.0).abs() < 1e-6 && (end.y - 2.0).abs() < 1e-5);
    assert_eq!(*bodies[0].pose(), at(0.0, 0.0));
}

/// A lift rises at 4, meets a ball and is sent down at 2. Another ball meets it on its new way.
#[test]
fn a_floor_that_is_sent_elsewhere_is_met_there() {
    let shape = ball(0.5);
    let mut bodies = [
        Body2::fixed(&shape, at(0.0, 2.5)),
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 4.0)),
        Body2::new(&shape, at(3.0, 8.0), at(3.0, 1.0)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 1], [1, 2]], |event| match event.pair {
        [0, 1] => Response {
            a: Then::Stop,
            b: Then::MoveTo(at(0.0, 1.0)),
        },
        _ => Response::stop(),
    });
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 1], [1, 2]]);
    // 7.5 - 7 t = 3 - 2 t
    for (event, time) in report.events.iter().zip([0.5, 0.9]) {
        assert!((event.time - time).abs() < 1e-6, "{time} {event:?}");
    }
    assert!((bodies[1].pose().translation.y - 1.2).abs() < 1e-6);
}

/// In single precision a floor at rest is as exact far from its point as near it.
#[test]
fn a_floor_at_rest_loses_nothing_along_its_boundary() {
    let ground = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a normal");
    let shape = photofinish::shape::Cuboid::new(vector![0.5f32, 0.5, 0.5]).expect("a box");
    for x in [0.0, 1e5] {
        let mut bodies = [
            Body::fixed_floor(ground, Isometry3::identity()),
            Body::new(
                &shape,
                Isometry3::translation(x, 2.0, 0.0),
                Isometry3::translation(x, -9.0, 0.0),
            ),
        ];
        let pass = Pass::new().allowed_overlap(0.005);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        assert_eq!(report.expect("a step").events.len(), 1);
        let y = bodies[1].pose().translation.y;
        assert!((y - 0.495).abs() < 1e-3, "{x}: {y}");
    }
}

/// However thin a body is, it may be as deep in a floor as allowed, and deeper bodies are followed at any depth.
#[test]
fn no_body_is_too_thin_or_too_deep_for_a_floor() {
    let leaf = cuboid(0.5, 1e-4);
    let step = |from: f64, to: f64| {
        let mut bodies = [
            still(level()),
            Body2::new(&leaf, at(0.0, from), at(2.0, to)),
        ];
        let pass = Pass::new().allowed_overlap(0.05);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        (report.expect("a step"), bodies[1].pose().translation.y)
    };
    let (report, y) = step(1.0, -1.0);
    assert!(matches!(report.events[0].kind, Kind::Touch(_)));
    assert!((y - (1e-4 - 0.05)).abs() < 1e-6, "{y}");
    for depth in [0.06, 3.0, 500.0] {
        // up and out, along the floor, and down
        for end in [1.0, -depth] {
            let (report, y) = step(-depth, end);
            assert!(report.events.is_empty() && y == end);
        }
        let (report, y) = step(-depth, -depth - 1.0);
        assert_eq!(report.events.len(), 1);
        assert!(matches!(report.events[0].kind, Kind::DrivenIn(_)));
        assert!((y + depth).abs() < 1e-5, "{y}");
    }
}

#[test]
fn two_floors_are_no_pair() {
    let mut bodies: [Body2; 2] = [
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 9.0)),
        Body2::floor(ceiling(4.0), at(0.0, 0.0), at(0.0, -9.0)),
    ];
    assert_eq!(candidates(&bodies, 1.0), Ok(vec![]));
    let report = Pass::new().run(&mut bodies, [[0, 1]], |event| panic!("{event:?}"));
    let report = report.expect("a step");
    assert_eq!((report.queries, report.events.len()), (0, 0));
    assert_eq!(bodies[0].pose().translation.y, 9.0);
    assert!(bodies[0].shape().is_none());
    assert_eq!(bodies[0].half_space(), Some(&level()));
    let shape = ball(1.0);
    let with_shape = Body2::fixed(&shape, at(0.0, 0.0));
    assert!(with_shape.shape() == Some(&&shape) && with_shape.half_space().is_none());
}

#[test]
fn bad_floors_are_errors_that_name_them() {
    let shape = ball(0.5);
    let other = Body2::new(&shape, at(0.0, 2.0), at(0.0, -2.0));
    let turned = Isometry2::new([0.0, 0.0].into(), std::f64::consts::PI);
    for bad in [
        Body2::fixed_floor(level(), at(f64::NAN, 0.0)),
        Body2::fixed_floor(level(), at(0.0, f64::INFINITY)),
        Body2::floor(level(), at(0.0, 0.0), at(0.0, f64::NAN)),
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 0.0)).about([0.0, f64::NAN].into()),
        // half a turn in the plane has no shorter way
        Body2::floor(level(), at(0.0, 0.0), turned),
    ] {
        let mut bodies = [other, bad];
        let report = Pass::new().run(&mut bodies, [[0, 1]], |_| Response::stop());
        assert!(matches!(report, Err(PassError::Sweep { body: 1, .. })));
        assert_eq!(*bodies[0].pose(), at(0.0, -2.0));
        let found = candidates(&bodies, 0.0);
        assert!(matches!(found, Err(PassError::Sweep { body: 1, .. })));
    }
    let send = |pose| {
        let response = Response {
            a: Then::Stop,
            b: Then::MoveTo(pose),
        };
        let mut bodies = [other, still(level())];
        Pass::new().run(&mut bodies, [[0, 1]], |_| response)
    };
    let report = send(at(0.0, 1.0)).expect("a step");
    assert_eq!(report.refused, [PassError::MovesFixed { body: 1 }]);
    // where rounding leaves nothing of a body, the query says so
    let far = Body2::fixed_floor(level(), at(0.0, 1e150));
    let report = Pass::new().run(&mut [other, far], [[0, 1]], |_| Response::stop());
    assert!(report.is_err(), "{report:?}");
}

#[test]
fn candidates_are_the_bodies_that_a_floor_may_reach() {
    let (shape, plate) = (ball(0.5), cuboid(3.0, 0.1));
    let bodies = [
        // 0 and 1 are floors: one rises to 1, one is fixed on the left
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 1.0)),
        Body2::fixed_floor(
            HalfSpace::new([1.0, 0.0].into(), [-9.0, 0.0].into()).expect("a normal"),
            at(0.0, 0.0),
        ),
        Body2::new(&shape, at(0.0, 1.4), at(5.0, 9.0)),
        Body2::new(&shape, at(0.0, 1.6), at(-8.0, 9.0)),
        Body2::new(&shape, at(7.0, 1.6), at(-8.6, 1.6)),
        Body2::fixed(&plate, at(90.0, 1.0)),
        Body2::fixed(&plate, at(-9.0, 5.0)),
    ];
    // the ball 2 starts where the lift ends: it may have been stopped there
    let of_floors = |margin| {
        let found = candidates(&bodies, margin).expect("boxes");
        found
            .into_iter()
            .filter(|[a, _]| *a < 2)
            .collect::<Vec<_>>()
    };
    assert_eq!(of_floors(0.0), [[0, 2], [0, 5], [1, 4]]);
    // boxes and floors both grow by the margin
    assert_eq!(of_floors(0.04), [[0, 2], [0, 5], [1, 4]]);
    assert_eq!(of_floors(0.06), [[0, 2], [0, 3], [0, 4], [0, 5], [1, 4]]);
    assert_eq!(
        of_floors(0.26),
        [[0, 2], [0, 3], [0, 4], [0, 5], [1, 3], [1, 4]]
    );
}
