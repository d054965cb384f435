//! One body against many, compared with a query about each pair.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{ConstantVelocity3, FromFn, MotionBounds};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{FirstOfError, Moving, Outcome, Query, QueryError, Real, Span};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

type Boxes<T> = Vec<Moving<Cuboid<T, 3>, ConstantVelocity3<T>, T, 3>>;

fn boxes<T: Real>(rng: &mut StdRng, count: usize, speed: f64) -> Boxes<T> {
    let mut vector = |size: f64| Vector3::from_fn(|_, _| T::of(rng.random_range(-size..size)));
    (0..count)
        .map(|_| {
            let pose = Isometry3::new(vector(5.0), vector(2.0));
            let motion = ConstantVelocity3::new(pose, vector(speed), vector(3.0));
            let half = vector(0.7).abs() + Vector3::repeat(T::of(0.05));
            Moving::new(Cuboid::new(half).expect("a box"), motion.expect("a motion"))
        })
        .collect()
}

fn agrees_with_a_query_about_each_pair<T: Real>(seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut met_some, mut together) = (0, 0);
    for round in 0..40 {
        let many = boxes::<T>(&mut rng, 40, 1.0);
        let flying = &boxes::<T>(&mut rng, 1, 12.0)[0];
        let query = Query::new().target_distance(T::of([0.0, 0.1][round % 2]));
        let (interval, ties) = (T::of(0.0)..=T::of(1.0), T::of(0.2));
        let mut all: Vec<_> = many
            .iter()
            .enumerate()
            .filter_map(|(id, body)| {
                let solution = query.time_of_impact(flying, body, interval.clone());
                match solution.expect("an answer").outcome {
                    Outcome::Impact(impact) => Some((impact.time, id)),
                    Outcome::Overlapping(_) => Some((T::of(0.0), id)),
                    _ => None,
                }
            })
            .collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        let first = all.first().map(|&(time, _)| time);
        all.retain(|&(time, _)| first.is_some_and(|first| time <= first + ties));

        let mut given: Vec<_> = many.iter().enumerate().collect();
        given.shuffle(&mut rng);
        let met = query
            .first_of(flying, given, interval, ties)
            .expect("answers");
        let met: Vec<_> = met.iter().map(|met| (met.time, met.id)).collect();
        assert_eq!(met, all);
        met_some += usize::from(!met.is_empty());
        together += usize::from(met.len() > 1);
    }
    assert!(
        (10..40).contains(&met_some) && together > 2,
        "{met_some} {together}"
    );
}

#[test]
fn the_first_of_many_is_the_first_of_all_pairs() {
    agrees_with_a_query_about_each_pair::<f64>(1);
    agrees_with_a_query_about_each_pair::<f32>(2);
}

/// Walls that are reached at the same time come in the order of their ids, whatever their order was.
#[test]
fn ties_come_in_the_order_of_ids() {
    let motion = |x: f64, y: f64, speed: f64| {
        let pose = Isometry3::translation(x, y, 0.0);
        ConstantVelocity3::new(pose, vector![speed, 0.0, 0.0], Vector3::zeros()).expect("a motion")
    };
    let wide = Cuboid::new(vector![0.5, 5.0, 0.5]).expect("a box");
    let flying = Moving::new(wide, motion(0.0, 0.0, 4.0));
    let post = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
    let posts: Vec<_> = [-3.0, 0.0, 3.0]
        .map(|y| Moving::new(post, motion(3.0, y, 0.0)))
        .into();
    let ids = ["c", "b", "a"];
    let ask = |interval| {
        let bodies = ids.into_iter().zip(&posts);
        Query::new().first_of(&flying, bodies, interval, 1e-9)
    };
    let met = ask(0.0..=1.0).expect("answers");
    assert_eq!(
        met.iter().map(|met| met.id).collect::<Vec<_>>(),
        ["a", "b", "c"]
    );
    assert!(ask(0.0..=0.4).expect("answers").is_empty());
}

#[test]
fn what_makes_no_sense_is_an_error_that_names_it() {
    let mut rng = StdRng::seed_from_u64(3);
    let (many, flying) = (boxes::<f64>(&mut rng, 3, 1.0), &boxes(&mut rng, 1, 9.0)[0]);
    let ask = |query: Query<f64>, interval, ties| {
        query.first_of(flying, many.iter().enumerate(), interval, ties)
    };
    let reversed = ask(Query::new(), 1.0..=0.0, 0.0);
    let error = QueryError::ReversedInterval {
        start: 1.0,
        end: 0.0,
    };
    assert_eq!(reversed, Err(FirstOfError::Interval(error)));
    for bad in [-1e-9, f64::NAN, f64::INFINITY] {
        let found = ask(Query::new(), 0.0..=1.0, bad);
        assert!(matches!(found, Err(FirstOfError::InvalidTies { .. })));
    }
}

/// Bad settings are found however far away the bodies are, and if there are none.
#[test]
fn settings_that_make_no_sense_are_errors_with_any_bodies() {
    let ball = Ball::new(0.5).expect("a ball");
    let motion = |x: f64, speed: f64| {
        let velocity = vector![speed, 0.0, 0.0];
        let pose = Isometry3::translation(x, 0.0, 0.0);
        ConstantVelocity3::new(pose, velocity, Vector3::zeros()).expect("a motion")
    };
    let flying = Moving::new(ball, motion(0.0, 1.0));
    let (near, far) = ([1.5], [1e6]);
    for others in [&near[..], &far[..], &[]] {
        let others: Vec<_> = others
            .iter()
            .map(|x| Moving::new(ball, motion(*x, 0.0)))
            .collect();
        let ask = |query: Query<f64>| {
            let bodies = others.iter().enumerate();
            query.first_of(&flying, bodies, 0.0..=1.0, 0.0)
        };
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            match ask(Query::new().tolerance(bad)) {
                Err(FirstOfError::Settings(QueryError::InvalidTolerance { value })) => {
                    assert!(value == bad || bad.is_nan());
                }
                other => panic!("{other:?}"),
            }
        }
        for bad in [f64::NAN, f64::INFINITY] {
            let error = ask(Query::new().target_distance(bad)).expect_err("no distance");
            assert!(matches!(
                error,
                FirstOfError::Settings(QueryError::InvalidTargetDistance { .. })
            ));
        }
    }
}

/// A tolerance below what the scalar resolves is no error: the body counts as met where the proof ends.
#[test]
fn a_body_counts_as_met_where_a_tolerance_is_too_small() {
    let ball = Ball::new(0.3).expect("a ball");
    let motion = |x: f64, speed: f64| {
        let pose = Isometry3::new(vector![x, 0.1, 0.2], vector![0.1, 0.2, 0.3]);
        let velocity = vector![speed, 0.0, 0.0];
        ConstantVelocity3::new(pose, velocity, Vector3::repeat(0.3)).expect("a motion")
    };
    let flying = Moving::new(ball, motion(-3.1, 5.0));
    let other = Moving::new(ball, motion(0.1, 0.0));
    let query = Query::new().tolerance(1e-20);
    let met = query.first_of(&flying, [(0, &other)], 0.0..=1.0, 0.0);
    let met = met.expect("answers");
    assert_eq!(met.len(), 1);
    let QueryError::ToleranceTooSmall { clear_until, .. } = met[0].answer.expect_err("no impact")
    else {
        panic!("{met:?}");
    };
    assert_eq!(met[0].time, clear_until);
}

/// After a long way, most of the tolerance is rounding. Balls that pass each other within it are met, as by a query.
#[test]
fn a_pass_within_the_rounding_of_a_long_way_counts_as_met() {
    let ball = Ball::new(0.01f32).expect("a ball");
    let motion = |x: f32, y: f32, speed: f32| {
        let pose = Isometry3::translation(x, y, 0.0);
        let motion = ConstantVelocity3::new(pose, vector![speed, 0.0, 0.0], Vector3::zeros());
        motion.expect("a motion")
    };
    let flying = Moving::new(ball, motion(0.0, 0.0, 2000.0));
    let mut met_by_query = 0;
    for beside in [1e-4, 2e-4, 1e-3, 1e-2, 1.0] {
        let others =
            [500.0, 1000.0, 1999.0].map(|x| Moving::new(ball, motion(x, 0.02 + beside, 0.0)));
        for other in &others {
            let found = Query::new().first_of(&flying, [(0, other)], 0.0..=1.0, 0.0);
            let asked = Query::new().time_of_impact(&flying, other, 0.0..=1.0);
            let is_met = matches!(asked.expect("an answer").outcome, Outcome::Impact(_));
            assert_eq!(
                found.expect("answers").len(),
                usize::from(is_met),
                "{beside}"
            );
            met_by_query += usize::from(is_met);
        }
    }
    assert!((2..12).contains(&met_by_query), "{met_by_query}");
}

/// A motion whose bounds are not finite over the whole span has no box: every body is asked about.
#[test]
fn motions_without_a_box_are_asked_about_every_body() {
    let ball = Ball::new(0.5).expect("a ball");
    let pose = |time: f64| Isometry3::translation(10.0 * time, 0.0, 0.0);
    let flight = FromFn::new(pose, |_: &Vector3<f64>, during: Span<f64>, _| {
        MotionBounds {
            acceleration: (during.length() < 0.5).then_some(0.0),
            speed: None,
        }
    });
    let flying = Moving::new(ball, flight);
    let rest = ConstantVelocity3::new(
        Isometry3::translation(5.0, 0.0, 0.0),
        Vector3::zeros(),
        Vector3::zeros(),
    );
    let other = [Moving::new(ball, rest.expect("a motion"))];
    let met = Query::new().first_of(&flying, other.iter().enumerate(), 0.0..=1.0, 0.0);
    let met = met.expect("answers");
    assert!((met[0].time - 0.4).abs() < 1e-6);
    assert!(met[0].answer.is_ok());
}
