//! Balls in a pass against closed forms, and boxes: which pairs are asked about, and that none is left out.

use nalgebra::{Isometry2, Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::engine::{Body, Kind, Pass, Response, Then};
use photofinish::shape::Ball;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Body2, at, ball, cuboid, pairs};

const BALLS: usize = 12;
const STEPS: usize = 40;

/// Returns when two balls whose centres are `p` apart, and `p + w` at the end, are `radii` apart: 0 if they begin so
/// near, and `None` if they never are.
fn meeting(p: Vector3<f64>, w: Vector3<f64>, radii: f64) -> Option<f64> {
    let (a, b, c) = (
        w.norm_squared(),
        p.dot(&w),
        p.norm_squared() - radii * radii,
    );
    if c <= 0.0 {
        return Some(0.0);
    }
    let discriminant = b * b - a * c;
    if b >= 0.0 || discriminant < 0.0 {
        return None;
    }
    Some(c / (discriminant.sqrt() - b)).filter(|&time| time <= 1.0)
}

/// Lets balls fly through each other `away` from the origin, and compares all pairs with the closed form. Returns how
/// many met, how many queries there were, and how many pairs began in contact.
fn balls_meet_when_the_closed_form_says<T: Real>(seed: u64, away: f64, off: f64) -> [usize; 3] {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut counts = [0; 3];
    for _ in 0..STEPS {
        let mut place = |size: f64| {
            let place = Vector3::from_fn(|_, _| away + rng.random_range(-size..size));
            place.map(|x| T::of(x).as_f64())
        };
        let ends: Vec<_> = (0..BALLS).map(|_| [place(1.5), place(2.5)]).collect();
        let radii: Vec<f64> = (0..BALLS)
            .map(|_| T::of(rng.random_range(0.05..0.5)).as_f64())
            .collect();
        let shapes: Vec<_> = radii
            .iter()
            .map(|&r| Ball::new(T::of(r)).expect("a ball"))
            .collect();
        let pose = |place: &Vector3<f64>| -> Isometry3<T> {
            Isometry3::from_parts(place.map(T::of).into(), UnitQuaternion::identity())
        };
        let mut bodies: Vec<_> = ends
            .iter()
            .zip(&shapes)
            .map(|(ends, shape)| Body::new(shape, pose(&ends[0]), pose(&ends[1])))
            .collect();
        let all = (0..BALLS).flat_map(|b| (0..b).map(move |a| [a, b]));
        let report = Pass::new().run(&mut bodies, all.clone(), |_| Response::pass());
        let report = report.expect("a step");
        for [a, b] in all {
            let p = ends[b][0] - ends[a][0];
            let w = ends[b][1] - ends[a][1] - p;
            let near = |slack: f64| meeting(p, w, radii[a] + radii[b] + slack);
            if near(off) == Some(0.0) {
                // those that start in contact may leave it
                counts[2] += 1;
                continue;
            }
            let event = report.events.iter().find(|event| event.pair == [a, b]);
            match (event, near(0.0)) {
                (None, _) => assert!(near(-off).is_none(), "{a} and {b} pass each other"),
                (Some(event), expected) => {
                    assert!(matches!(event.kind, Kind::Touch(_)));
                    let (time, latest) = (event.time.as_f64(), expected.unwrap_or(1.0));
                    let earliest = near(off).expect("they are near");
                    assert!(
                        time <= latest + off && time >= earliest - off,
                        "{time} {latest}"
                    );
                    counts[0] += 1;
                }
            }
        }
        counts[1] += report.queries;
    }
    counts
}

#[test]
fn every_pair_of_balls_that_meets_has_its_event() {
    let pairs = STEPS * BALLS * (BALLS - 1) / 2;
    for counts in [
        balls_meet_when_the_closed_form_says::<f64>(1, 0.0, 1e-6),
        balls_meet_when_the_closed_form_says::<f64>(2, 1e5, 1e-6),
        balls_meet_when_the_closed_form_says::<f32>(3, 0.0, 1e-2),
        balls_meet_when_the_closed_form_says::<f32>(4, 100.0, 1e-2),
    ] {
        let [met, queries, started] = counts;
        assert!(met > 200, "{counts:?}");
        // a ball is its own ball around it, so that hardly a query is in vain
        let needed = met + started;
        assert!(
            (met..needed + pairs / 50).contains(&queries),
            "{counts:?} {pairs}"
        );
    }
}

/// Bodies that fly side by side are not asked about, however far they fly.
#[test]
fn bodies_that_fly_side_by_side_take_no_query() {
    let shape = ball(0.5);
    let mut bodies = [
        Body2::new(&shape, at(0.0, 0.0), at(900.0, 3.0)),
        Body2::new(&shape, at(1.5, 0.0), at(901.5, 2.5)),
        Body2::fixed(&shape, at(500.0, 9.0)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 1], [0, 2], [1, 2]], |_| Response::stop());
    let report = report.expect("a step");
    assert_eq!((report.queries, report.events.len()), (0, 0));
}

/// A body that stops early makes queries about what it would have met later unnecessary.
#[test]
fn what_a_stopped_body_would_have_met_is_not_asked_about() {
    let shape = ball(0.5);
    let mut bodies: Vec<_> = (1..=50)
        .map(|k| Body2::fixed(&shape, at(f64::from(k) * 2.0, 0.0)))
        .collect();
    bodies.push(Body2::new(&shape, at(0.0, 0.0), at(200.0, 0.0)));
    let all = (0..50).map(|post| [post, 50]);
    let report = Pass::new().run(&mut bodies, all, |event| event.usual_response());
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 50]]);
    assert_eq!(report.queries, 1);
}

/// A ball around a wall is as large as the wall is long. A box around it tells that a ball flies beside it.
#[test]
fn bodies_that_fly_beside_a_wall_take_no_query() {
    let (wall, shape) = (cuboid(50.0, 0.5), ball(0.5));
    // above the wall, past its end, and away from it
    let ways = [
        [at(-40.0, 1.01), at(40.0, 1.01)],
        [at(50.51, 9.0), at(50.51, -9.0)],
        [at(0.0, 1.01), at(7.0, 8.0)],
    ];
    let mut bodies = vec![Body2::fixed(&wall, at(0.0, 0.0))];
    bodies.extend(ways.map(|[start, end]| Body2::new(&shape, start, end)));
    let report = Pass::new().run(&mut bodies, [[0, 1], [0, 2], [3, 0]], |_| Response::stop());
    let report = report.expect("a step");
    assert_eq!((report.queries, report.events.len()), (0, 0));
}

/// The centres of these balls stay beside the box around the wall, and the balls do not.
#[test]
fn balls_that_reach_into_a_wall_have_their_event() {
    let (wall, shape) = (cuboid(50.0, 0.5), ball(0.5));
    let ways = [
        [at(-60.0, 0.99), at(40.0, 0.99)],
        [at(50.49, 9.0), at(50.49, -9.0)],
        // it starts far away, and its way ends in the wall's side
        [at(0.0, 90.0), at(7.0, 0.9)],
    ];
    for [start, end] in ways {
        let mut bodies = [
            Body2::new(&shape, start, end),
            Body2::fixed(&wall, at(0.0, 0.0)),
        ];
        let report = Pass::new().run(&mut bodies, [[0, 1]], |event| event.usual_response());
        assert_eq!(pairs(&report.expect("a step")), [[0, 1]]);
    }
}

/// Balls around crates meet where the crates do not. Boxes around them tell.
#[test]
fn crates_that_pass_beside_each_other_take_no_query() {
    let (crate_, plank) = (cuboid(0.5, 0.5), cuboid(2.0, 0.1));
    let turned = |x: f64, y: f64, angle: f64| Isometry2::new(vector![x, y], angle);
    for angle in [0.0, 0.1, -0.1] {
        let mut bodies = [
            Body2::new(&crate_, at(-9.0, 1.2), turned(9.0, 1.2, angle)),
            Body2::new(&crate_, at(9.0, 0.05), turned(-9.0, 0.05, angle)),
            Body2::new(&plank, at(0.0, -3.0), turned(0.0, -0.9, angle * 0.5)),
        ];
        let all = [[0, 1], [0, 2], [1, 2]];
        let report = Pass::new().run(&mut bodies, all, |_| Response::stop());
        let report = report.expect("a step");
        assert_eq!((report.queries, report.events.len()), (0, 0), "{angle}");
    }
}

/// A crate and a ball slide and roll along the ground, as deep in it as is allowed, and rise and sink a little.
#[test]
fn bodies_that_overlap_by_no_more_than_is_allowed_take_no_query() {
    let (ground, crate_, shape) = (cuboid(50.0, 0.5), cuboid(0.4, 0.5), ball(0.5));
    let turned = |x: f64, y: f64, angle: f64| Isometry2::new(vector![x, y], angle);
    let ends = |depths: [f64; 2], off: f64| {
        [
            Body2::fixed(&ground, at(0.0, 0.0)),
            Body2::new(
                &crate_,
                turned(-9.0, 1.0 - depths[0], 0.0),
                turned(9.0, 1.0 - depths[1] + off, 0.0),
            ),
            Body2::new(
                &shape,
                turned(-20.0, 1.0 - depths[0], 0.0),
                turned(20.0, 1.0 - depths[1], 1.0),
            ),
        ]
    };
    let slop = 0.01;
    let pass = Pass::new().allowed_overlap(slop);
    for depths in [[0.009, 0.009], [0.0099999, 0.0], [0.0, 0.0099999]] {
        let mut bodies = ends(depths, 0.0);
        let report = pass.run(&mut bodies, [[0, 1], [0, 2]], |_| Response::stop());
        let report = report.expect("a step");
        assert_eq!((report.queries, report.events.len()), (0, 0), "{depths:?}");
        // one that gets deeper has its event
        let mut bodies = ends(depths, -0.02);
        let report = pass.run(&mut bodies, [[0, 1]], |_| Response::stop());
        assert_eq!(report.expect("a step").events.len(), 1, "{depths:?}");
    }
}

/// Bodies that are too thin to overlap by as much as others may have their event.
#[test]
fn thin_bodies_that_pass_each_other_have_their_event() {
    let plate = cuboid(0.5, 0.004);
    for way in [0.012, 0.1] {
        let mut bodies = [
            Body2::fixed(&plate, at(0.0, 0.0)),
            Body2::new(&plate, at(0.1, 0.009), at(0.1, 0.009 - way)),
        ];
        let pass = Pass::new().allowed_overlap(0.01);
        let report = pass.run(&mut bodies, [[0, 1]], |event| event.usual_response());
        assert_eq!(pairs(&report.expect("a step")), [[0, 1]]);
    }
}

/// The end of a bar that turns reaches farther half way than at the start and the end.
#[test]
fn a_bar_that_reaches_a_ball_in_between_has_its_event() {
    let (bar, shape) = (cuboid(3.0, 0.01), ball(0.1));
    let turned = |angle: f64| Isometry2::new(vector![0.0, 0.0], angle);
    for angle in [0.2, 0.6, 1.2] {
        for side in [1.0, -1.0] {
            let mut bodies = [
                Body2::new(&bar, turned(-angle * side), turned(angle * side)),
                Body2::fixed(&shape, at(3.09, 0.0)),
            ];
            let report = Pass::new().run(&mut bodies, [[0, 1]], |event| event.usual_response());
            assert_eq!(pairs(&report.expect("a step")), [[0, 1]]);
        }
    }
}

/// A crate is asked about from when its box meets that of the other one: one that is stopped before is not.
#[test]
fn a_crate_that_is_stopped_before_a_wall_is_not_asked_about_it() {
    let (wall, shape) = (cuboid(0.5, 50.0), cuboid(0.5, 0.5));
    let mut bodies = [
        Body2::fixed(&wall, at(9.0, 0.0)),
        Body2::fixed(&shape, at(7.3, 0.0)),
        Body2::new(&shape, at(0.0, 0.0), at(20.0, 0.0)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 2], [1, 2]], |event| {
        event.usual_response()
    });
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[1, 2]]);
    assert_eq!(report.queries, 1);
}

/// A body that was sent elsewhere is looked at on its new way.
#[test]
fn a_ball_that_bounces_off_a_post_meets_the_wall() {
    let (wall, shape) = (cuboid(50.0, 0.5), ball(0.5));
    let mut bodies = [
        Body2::fixed(&wall, at(0.0, 0.0)),
        Body2::fixed(&shape, at(9.0, 3.0)),
        Body2::new(&shape, at(0.0, 3.0), at(20.0, 3.0)),
    ];
    let report = Pass::new().run(&mut bodies, [[0, 2], [1, 2]], |event| match event.pair {
        [1, 2] => Response {
            a: Then::Stop,
            b: Then::MoveTo(at(0.0, -3.0)),
        },
        _ => Response::stop(),
    });
    assert_eq!(pairs(&report.expect("a step")), [[1, 2], [0, 2]]);
}
