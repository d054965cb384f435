//! Balls in a pass against closed forms, and pairs that must not be left out.

use super::*;

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

/// Lets twelve balls fly through each other `away` from the origin, ten times, and compares all pairs with the closed form.
fn balls_meet_when_the_closed_form_says<T: Real>(seed: u64, away: f64, off: f64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut met = 0;
    for _ in 0..10 {
        let mut place = |size: f64| {
            let place = Vector3::from_fn(|_, _| away + rng.random_range(-size..size));
            place.map(|x| T::of(x).as_f64())
        };
        let ends: [_; 12] = std::array::from_fn(|_| [place(1.5), place(2.5)]);
        let radii = ends.map(|_| T::of(rng.random_range(0.05..0.5)).as_f64());
        let shapes = radii.map(|radius| Ball::new(T::of(radius)).expect("a ball"));
        let mut bodies: Vec<_> = ends
            .iter()
            .zip(&shapes)
            .map(|(ends, shape)| {
                let [start, end] = ends.map(|place| Isometry3::from(place.map(T::of)));
                Body::new(shape, start, end)
            })
            .collect();
        let events = step(&Pass::new(), &mut bodies, |_| Response::pass()).events;
        for [a, b] in all_pairs(12) {
            let p = ends[b][0] - ends[a][0];
            let w = ends[b][1] - ends[a][1] - p;
            let near = |slack: f64| meeting(p, w, radii[a] + radii[b] + slack);
            if near(off) == Some(0.0) {
                // those that start in contact may leave it
                continue;
            }
            let Some(event) = events.iter().find(|event| event.pair == [a, b]) else {
                assert!(near(-off).is_none(), "{a} and {b} pass each other");
                continue;
            };
            assert!(matches!(event.kind, Kind::Touch(_)));
            let earliest = near(off).expect("they are near") - off;
            let latest = near(0.0).unwrap_or(1.0) + off;
            let time = event.time.as_f64();
            assert!((earliest..=latest).contains(&time), "{time} {latest}");
            met += 1;
        }
    }
    assert!(met > 30, "{met}");
}

#[test]
fn every_pair_of_balls_that_meets_has_its_event() {
    balls_meet_when_the_closed_form_says::<f64>(1, 0.0, 1e-6);
    balls_meet_when_the_closed_form_says::<f64>(2, 1e5, 1e-6);
    balls_meet_when_the_closed_form_says::<f32>(3, 0.0, 1e-2);
    balls_meet_when_the_closed_form_says::<f32>(4, 100.0, 1e-2);
}

fn meet(mut bodies: [Body2<'_>; 2]) {
    let report = usual(&Pass::new(), &mut bodies);
    assert_eq!(pairs(&report), [[0, 1]]);
}

/// The centres of these balls stay beside the box around the wall, and the balls do not.
#[test]
fn balls_that_reach_into_a_wall_have_their_event() {
    let (wall, shape) = (cuboid(50.0, 0.5), ball(0.5));
    for [start, end] in [
        [at(-60.0, 0.99), at(40.0, 0.99)],
        [at(50.49, 9.0), at(50.49, -9.0)],
        // it starts far away, and its way ends in the wall's side
        [at(0.0, 90.0), at(7.0, 0.9)],
    ] {
        meet([
            Body2::new(&shape, start, end),
            Body2::fixed(&wall, at(0.0, 0.0)),
        ]);
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
    let report = step(&Pass::new(), &mut bodies, |event| Response {
        a: Then::Stop,
        b: match event.pair {
            [1, 2] => Then::MoveTo(at(0.0, -3.0)),
            _ => Then::Stop,
        },
    });
    assert_eq!(pairs(&report), [[1, 2], [0, 2]]);
}
