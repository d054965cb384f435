//! One body against many, compared with a query about each pair.

use rand::seq::SliceRandom;

use crate::build::*;

type Flying<T> = AnyMoving<T, UnitQuaternion<T>, 3>;

fn boxes<T: Real>(rng: &mut StdRng, count: usize, speed: f64) -> Vec<Flying<T>> {
    let mut vector = |size: f64| Vector3::from_fn(|_, _| T::of(rng.random_range(-size..size)));
    let mut flying = || {
        let pose = Isometry3::new(vector(5.0), vector(2.0));
        let motion = steady(pose, vector(speed), vector(3.0));
        let half = vector(0.7).abs() + Vector3::repeat(T::of(0.05));
        moving(Cuboid::new(half).expect("a box"), motion)
    };
    (0..count).map(|_| flying()).collect()
}

fn agrees_with_a_query_about_each_pair<T: Real>(seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut met_some, mut together) = (0, 0);
    for round in 0..8 {
        let many = boxes::<T>(&mut rng, 40, 1.0);
        let flying = &boxes::<T>(&mut rng, 1, 12.0)[0];
        let query = Query::new().target_distance(T::of([0.0, 0.1][round % 2]));
        let (interval, ties) = (T::of(0.0)..=T::of(1.0), T::of(0.2));
        let outcomes = many.iter().map(|body| {
            let solution = query.time_of_impact(flying, body, interval.clone());
            solution.expect("an answer").outcome
        });
        let times = outcomes.map(|outcome| match outcome {
            Outcome::Impact(impact) => Some(impact.time),
            Outcome::Overlapping(_) => Some(T::of(0.0)),
            _ => None,
        });
        let met = times.enumerate().filter_map(|(id, time)| Some((time?, id)));
        let mut all: Vec<_> = met.collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        let first = all.first().map(|&(time, _)| time);
        all.retain(|&(time, _)| first.is_some_and(|first| time <= first + ties));

        let mut given: Vec<_> = many.iter().enumerate().collect();
        given.shuffle(&mut rng);
        let met = query.first_of(flying, given, interval, ties);
        let met = met.expect("answers");
        let met: Vec<_> = met.iter().map(|met| (met.time, met.id)).collect();
        assert_eq!(met, all);
        met_some += usize::from(!met.is_empty());
        together += usize::from(met.len() > 1);
    }
    let some = (2..8).contains(&met_some) && together > 0;
    assert!(some, "{met_some} {together}");
}

#[test]
fn the_first_of_many_is_the_first_of_all_pairs() {
    agrees_with_a_query_about_each_pair::<f64>(1);
    agrees_with_a_query_about_each_pair::<f32>(2);
}

fn sliding<T: Real>(shape: impl Into<AnyShape<T, 3>>, at: [f64; 2], speed: f64) -> Flying<T> {
    let motion = flight3([at[0], at[1], 0.0], [speed, 0.0, 0.0]);
    moving(shape, motion)
}

/// Walls that are reached at the same time come in the order of their ids, whatever their order was.
#[test]
fn ties_come_in_the_order_of_ids() {
    let wide = sliding(cuboid([0.5, 5.0, 0.5]), [0.0, 0.0], 4.0);
    let posts = [-3.0, 3.0].map(|y| sliding(cuboid([0.5, 0.5, 0.5]), [3.0, y], 0.0));
    let ask = |interval| {
        let bodies = ["b", "a"].into_iter().zip(&posts);
        let met = Query::new().first_of(&wide, bodies, interval, 1e-9);
        let met = met.expect("answers").into_iter();
        met.map(|met| met.id).collect::<Vec<_>>()
    };
    assert_eq!(ask(0.0..=1.0), ["a", "b"]);
    assert!(ask(0.0..=0.4).is_empty());
}

/// Also if there are no bodies. The settings of the query are told as those of any other.
#[test]
fn a_time_of_ties_that_makes_no_sense_is_an_error() {
    let flying = sliding(ball(0.5), [0.0, 0.0], 1.0);
    for bad in [-1e-9, f64::NAN, f64::INFINITY] {
        let nobody: [(usize, &Flying<f64>); 0] = [];
        let found = Query::new().first_of(&flying, nobody, 0.0..=1.0, bad);
        assert_refused(&found, "InvalidTies");
    }
}

/// A tolerance below what the scalar resolves is no error: the body counts as met where the proof ends.
#[test]
fn a_body_counts_as_met_where_a_tolerance_is_too_small() {
    let [flying, other] = [(-3.1, 5.0), (0.1, 0.0)].map(|(x, speed)| {
        let pose = Isometry3::new(vector![x, 0.1, 0.2], vector![0.1, 0.2, 0.3]);
        let motion = steady(pose, Vector3::x() * speed, Vector3::repeat(0.3));
        moving(ball(0.3), motion)
    });
    let query = Query::new().tolerance(1e-20);
    let met = query.first_of(&flying, [(0, &other)], 0.0..=1.0, 0.0);
    let met = met.expect("answers");
    assert_eq!(met.len(), 1);
    let Err(QueryError::ToleranceTooSmall { clear_until, .. }) = met[0].answer else {
        panic!("{met:?}");
    };
    assert_eq!(met[0].time, clear_until);
}

/// After a long way, most of the tolerance is rounding. Balls that pass each other near it are met as by a query.
#[test]
fn a_pass_near_the_rounding_of_a_long_way_is_met_as_by_a_query() {
    let flying = sliding::<f32>(ball(0.01), [0.0, 0.0], 2000.0);
    let mut met_by_query = 0;
    let near = (-10..40).map(|k| 2e-6 * f64::from(k));
    for beside in near.chain([-1e-3, 1e-2, 1.0]) {
        for x in [500.0, 1000.0, 1999.0] {
            let other = sliding(ball(0.01), [x, 0.02 + beside], 0.0);
            let found = Query::new().first_of(&flying, [(0, &other)], 0.0..=1.0, 0.0);
            let asked = Query::new().time_of_impact(&flying, &other, 0.0..=1.0);
            let is_met = matches!(asked.expect("an answer").outcome, Outcome::Impact(_));
            let count = found.expect("answers").len();
            assert_eq!(count, usize::from(is_met), "{beside}");
            met_by_query += usize::from(is_met);
        }
    }
    assert!((2..120).contains(&met_by_query), "{met_by_query}");
}

/// A motion whose bounds are not finite over the whole span has no box: every body is asked about.
#[test]
fn motions_without_a_box_are_asked_about_every_body() {
    let pose = |time: f64| Isometry3::translation(10.0 * time, 0.0, 0.0);
    let flight = FromFn::new(pose, |_: &Vector3<f64>, during: Span<f64>, _| {
        bounds((during.length() < 0.5).then_some(0.0), None)
    });
    let flying = Moving::new(ball(0.5), flight);
    let other = moving(ball(0.5), rest3([5.0, 0.0, 0.0]));
    let met = Query::new().first_of(&flying, [(0, &other)], 0.0..=1.0, 0.0);
    let met = met.expect("answers");
    assert!((met[0].time - 0.4).abs() < 1e-6);
    assert!(met[0].answer.is_ok());
}
