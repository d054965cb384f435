//! Floors without an end among the bodies of a pass, against closed forms.

use super::*;
use photofinish::support::Feature;

fn ceiling(height: f64) -> HalfSpace<f64, 2> {
    HalfSpace::new(-Vector2::y(), vector![0.0, height]).expect("a normal")
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
    let report = step(&Pass::new(), &mut bodies, |event| {
        let contact = event.kind.contact().expect("a touch");
        // from A to B: up from the floor, and up to the ceiling
        assert_eq!(contact.normal, vector![0.0, 1.0]);
        let (witnesses, features) = ([contact.witness_a, contact.witness_b], contact.features());
        let (floor, body, sign, height) = match event.pair {
            [0, 1] => (0, 1, 1.0, 0.0),
            _ => (1, 0, -1.0, 4.0),
        };
        let pose = event.poses[body].translation;
        assert!((witnesses[body] - pose.vector + vector![0.0, 0.5 * sign]).norm() < 1e-12);
        assert!((witnesses[floor].y - height).abs() < 1e-12);
        assert_eq!(features[floor], Feature::Face(0));
        assert_ne!(features[floor], features[body]);
        let way = vector![3.0, 12.0 * sign] * (1.0 - event.time);
        let mut then = [Then::Stop; 2];
        then[body] = Then::MoveTo(at(pose.x + way.x, pose.y + way.y));
        let [a, b] = then;
        Response { a, b }
    });
    assert_eq!(pairs(&report), [[0, 1], [1, 2], [0, 1], [1, 2]]);
    for (event, way) in report.events.iter().zip([1.5, 4.5, 7.5, 10.5]) {
        assert!(event.time <= way / 12.0 && event.time > way / 12.0 - 1e-6);
    }
    // it has gone 12 up and down in all
    let end = bodies[1].pose().translation;
    assert!((end.x - 3.0).abs() < 1e-6 && (end.y - 2.0).abs() < 1e-5);
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
    let report = step(&Pass::new(), &mut bodies, |event| Response {
        a: Then::Stop,
        b: match event.pair {
            [0, 1] => Then::MoveTo(at(0.0, 1.0)),
            _ => Then::Stop,
        },
    });
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
    let shape = Cuboid::new(vector![0.5f32, 0.5, 0.5]).expect("a box");
    for x in [0.0, 1e7] {
        let [start, end] = [2.0, -9.0].map(|y| Isometry3::translation(x, y, 0.0));
        let mut bodies = [
            Body::fixed_floor(ground, Isometry3::identity()),
            Body::new(&shape, start, end),
        ];
        let report = usual(&Pass::new().allowed_overlap(0.005), &mut bodies);
        assert_eq!(report.events.len(), 1);
        let y = bodies[1].pose().translation.y;
        assert!((y - 0.495).abs() < 1e-3, "{x}: {y}");
    }
}

/// However thin a body is, it may be as deep in a floor as allowed, and deeper bodies are followed at any depth.
#[test]
fn no_body_is_too_thin_or_too_deep_for_a_floor() {
    let leaf = cuboid(0.5, 1e-4);
    let fall = |from: f64, to: f64| {
        let leaf = Body2::new(&leaf, at(0.0, from), at(2.0, to));
        let mut bodies = [still(level()), leaf];
        let events = usual(&Pass::new().allowed_overlap(0.05), &mut bodies).events;
        (events, bodies[1].pose().translation.y)
    };
    let (events, y) = fall(1.0, -1.0);
    assert!(matches!(events[0].kind, Kind::Touch(_)));
    assert!((y - (1e-4 - 0.05)).abs() < 1e-6, "{y}");
    for depth in [0.06, 3.0, 500.0] {
        // up and out, along the floor, and down
        for end in [1.0, -depth] {
            let (events, y) = fall(-depth, end);
            assert!(events.is_empty() && y == end);
        }
        let (events, y) = fall(-depth, -depth - 1.0);
        assert_eq!(events.len(), 1);
        assert!(matches!(events[0].kind, Kind::DrivenIn(_)));
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
    let report = step(&Pass::new(), &mut bodies, |event| panic!("{event:?}"));
    assert_eq!((report.queries, report.events.len()), (0, 0));
    assert_eq!(bodies[0].pose().translation.y, 9.0);
    assert!(bodies[0].shape().is_none());
    assert_eq!(bodies[0].half_space(), Some(&level()));
    let shape = ball(1.0);
    let with_shape = Body2::fixed(&shape, at(0.0, 0.0));
    assert!(with_shape.shape() == Some(&&shape) && with_shape.half_space().is_none());
}

#[test]
fn candidates_are_the_bodies_that_a_floor_may_reach() {
    let (shape, plate) = (ball(0.5), cuboid(3.0, 0.1));
    let wall = HalfSpace::new(Vector2::x(), vector![-9.0, 0.0]).expect("a normal");
    let bodies = [
        // 0 and 1 are floors: one rises to 1, one is fixed on the left
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 1.0)),
        still(wall),
        // this one starts where the lift ends: it may have been stopped there
        Body2::new(&shape, at(0.0, 1.4), at(5.0, 9.0)),
        Body2::new(&shape, at(0.0, 1.6), at(-8.0, 9.0)),
        Body2::new(&shape, at(7.0, 1.6), at(-8.6, 1.6)),
        Body2::fixed(&plate, at(90.0, 1.0)),
        Body2::fixed(&plate, at(-9.0, 5.0)),
    ];
    // boxes and floors both grow by the margin
    for (margin, of_lift, of_wall) in [
        (0.0, &[2, 5][..], &[4][..]),
        (0.04, &[2, 5], &[4]),
        (0.06, &[2, 3, 4, 5], &[4]),
        (0.26, &[2, 3, 4, 5], &[3, 4]),
    ] {
        let found = candidates(&bodies, margin).expect("boxes");
        let of = |floor: usize| {
            let pairs = found.iter().filter(move |pair| pair[0] == floor);
            pairs.map(|pair| pair[1]).collect::<Vec<_>>()
        };
        assert_eq!((of(0), of(1)), (of_lift.to_vec(), of_wall.to_vec()));
    }
}
