//! Balls in a pass against closed forms, and pairs that must not be left out.

use nalgebra::{Isometry2, Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::Real;
use photofinish::engine::{Body, Kind, Pass, Response, Then};
use photofinish::shape::Ball;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Body2, at, ball, cuboid, pairs};

const BALLS: usize = 12;
const STEPS: usize = 10;

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
/// many met.
fn balls_meet_when_the_closed_form_says<T: Real>(seed: u64, away: f64, off: f64) -> usize {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = 0;
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
                    met += 1;
                }
            }
        }
    }
    met
}

#[test]
fn every_pair_of_balls_that_meets_has_its_event() {
    for met in [
        balls_meet_when_the_closed_form_says::<f64>(1, 0.0, 1e-6),
        balls_meet_when_the_closed_form_says::<f64>(2, 1e5, 1e-6),
        balls_meet_when_the_closed_form_says::<f32>(3, 0.0, 1e-2),
        balls_meet_when_the_closed_form_says::<f32>(4, 100.0, 1e-2),
    ] {
        assert!(met > 30, "{met}");
    }
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
