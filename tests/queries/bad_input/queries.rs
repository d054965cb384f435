//! Intervals, tolerances, target distances and budgets.

use photofinish::FirstOfError;

use super::*;

/// Returns why each kind of question about two balls that meet at time 1 is refused.
fn refusals(query: Query<f64>, start: f64, end: f64) -> Vec<QueryError> {
    let a = moving(ball(0.5), rest3([0.0; 3]));
    let b = moving(ball(0.5), moving3(2.0, -1.0));
    let floor = HalfSpace::new(Vector3::x(), Vector3::zeros()).expect("a normal");
    let during = || start..=end;
    let mut refused = vec![
        query.time_of_impact(&a, &b, during()).err(),
        query.touches(&a, &b, during()).err(),
        query
            .certify(&a, &b, during())
            .err()
            .map(|error| error.error),
        query.time_of_impact_on(&floor, &b, during()).err(),
        query.touches_on(&floor, &b, during()).err(),
        query
            .certify_on(&floor, &b, during())
            .err()
            .map(|error| error.error),
    ];
    // whatever the others are, and if there are none
    let far = moving(ball(0.5), rest3([1e6, 0.0, 0.0]));
    for others in [vec![(0, &b)], vec![(0, &far)], vec![]] {
        let error = query.first_of(&a, others, during(), 0.0).err();
        refused.push(error.map(|error| match error {
            FirstOfError::Interval(error) | FirstOfError::Settings(error) => error,
            other => panic!("{other:?}"),
        }));
    }
    let refused = refused.into_iter().map(|error| error.expect("bad input"));
    refused.collect()
}

#[test]
fn invalid_intervals_tolerances_and_targets_are_named() {
    let query = Query::new();
    let all_are = |errors: Vec<QueryError>, words: &str| {
        let is_named = |error| format!("{error:?}").starts_with(words);
        assert!(errors.iter().all(is_named), "{errors:?}, not {words}");
    };
    let reversed = "ReversedInterval { start: 1.0, end: 0.0 }";
    all_are(refusals(query, 1.0, 0.0), reversed);
    for bad in BAD {
        all_are(refusals(query, 0.0, bad), "TimeNotFinite");
        all_are(refusals(query, bad, 1.0), "TimeNotFinite");
    }
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1e-6] {
        let words = format!("InvalidTolerance {{ value: {bad:?} }}");
        all_are(refusals(query.tolerance(bad), 0.0, 2.0), &words);
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
        let refused = refusals(query.target_distance(bad), 0.0, 2.0);
        all_are(refused, "InvalidTargetDistance");
    }
    assert!(Span::new(0.0, f64::NAN).is_err() && Span::new(2.0, 1.0).is_err());
}

#[test]
fn a_tolerance_below_the_resolution_is_an_error_that_states_the_resolution() {
    // f32 resolves 6e-5 at coordinates of a thousand
    let turned = Isometry3::new(vector![0.0, 1000.0, 0.0], vector![0.3, 0.2, 0.1]);
    let fall = steady(turned, vector![0.0, -1000.0, 0.0], Vector3::zeros());
    let a = moving(cuboid([1.0; 3]), rest3::<f32>([0.0; 3]));
    let b = moving(cuboid([1.0; 3]), fall);
    let query = Query::new().tolerance(1e-9);
    let answer = query.time_of_impact(&a, &b, 0.0..=1.0);
    let Err(QueryError::ToleranceTooSmall {
        tolerance,
        resolution,
        clear_until,
    }) = answer
    else {
        panic!("{answer:?}");
    };
    assert!(tolerance < resolution && resolution < 1e-1, "{resolution}");
    assert!(clear_until > 0.9, "{clear_until}");
}

/// A search that ended without an answer once did not return what it had proven.
#[test]
fn a_spent_budget_is_undecided_and_states_what_is_proven() {
    let spin = steady(Isometry3::identity(), Vector3::zeros(), Vector3::z() * 50.0);
    let bar = moving(Capsule::new(2.0, 0.01).expect("a capsule"), spin);
    let post = moving(ball(0.1), rest3([2.0, 0.0, 0.2]));
    let query = Query::new().budget(20);
    let error = query
        .certify(&bar, &post, 0.0..=1.0)
        .expect_err("it is too small");
    let QueryError::Undecided {
        clear_until,
        reason,
    } = error.error
    else {
        panic!("{error}");
    };
    assert_eq!(reason, UndecidedReason::Budget { budget: 20 });
    let covered = error.certificate.covers().expect("some of it is proven");
    assert!(covered == (0.0..=clear_until) && clear_until > 0.0);
    let proven = error.certificate.verify(&bar, &post, 0.0, covered);
    proven.expect("it holds");
    // an observer sees the same
    let mut seen: Vec<CertifiedInterval<f64, 3>> = Vec::new();
    let warm = &mut WarmStart::new();
    let told = query.observed(&bar, &post, 0.0..=1.0, warm, &mut seen);
    assert_eq!(told, Err(error.error));
    assert_eq!(seen, error.certificate.intervals);
}

/// Times and lengths of extreme size were written with up to 300 digits.
#[test]
fn messages_are_short_for_numbers_of_any_size() {
    for number in [1e300, -1e300, 1e-300, f64::MIN_POSITIVE / 3.0, f64::NAN] {
        let (name, time, value, next) = ("radius", number, number, number);
        let messages = [
            QueryError::CoordinateNotFinite { time, value }.to_string(),
            MotionError::KnotOrder { knot: number, next }.to_string(),
            ShapeError::Negative { name, value }.to_string(),
        ];
        for message in messages {
            assert!(message.len() < 160, "{message}");
        }
    }
}
