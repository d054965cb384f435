//! Intervals, tolerances, target distances and budgets.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::ConstantVelocity3;
use photofinish::shape::Capsule;
use photofinish::{
    CertificateError, MotionError, Outcome, Query, QueryError, ShapeError, Span, UndecidedReason,
};

use super::{BAD, moving3};
use crate::build::{ball, cuboid, impact, moving, rest3};

/// Returns the error of a query of two balls that meet at time 1.
fn query_error(query: Query<f64>, start: f64, end: f64) -> QueryError {
    let a = moving(ball(0.5), rest3([0.0; 3]));
    let b = moving(ball(0.5), moving3(2.0, -1.0));
    query
        .time_of_impact(&a, &b, start..=end)
        .expect_err("bad input")
}

#[test]
fn invalid_intervals_tolerances_and_targets_are_named() {
    let query = Query::new();
    let (start, end) = (1.0, 0.0);
    let reversed = QueryError::ReversedInterval { start, end };
    assert_eq!(query_error(query, 1.0, 0.0), reversed);
    for bad in BAD {
        for error in [query_error(query, 0.0, bad), query_error(query, bad, 1.0)] {
            assert!(matches!(error, QueryError::TimeNotFinite { .. }), "{error}");
        }
    }
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1e-6] {
        match query_error(query.tolerance(bad), 0.0, 2.0) {
            QueryError::InvalidTolerance { value } => assert_eq!(value.to_bits(), bad.to_bits()),
            other => panic!("{bad}: {other}"),
        }
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
        let error = query_error(query.target_distance(bad), 0.0, 2.0);
        assert!(
            matches!(error, QueryError::InvalidTargetDistance { .. }),
            "{error}"
        );
    }
    // at least half as deep as both bodies together are thick
    for deep in [-1.0, -1e9] {
        let error = query_error(query.target_distance(deep), 0.0, 2.0);
        assert!(
            matches!(error, QueryError::AllowanceTooLarge { .. }),
            "{error}"
        );
    }
    assert!(Span::new(0.0, f64::NAN).is_err() && Span::new(2.0, 1.0).is_err());
}

#[test]
fn a_tolerance_below_the_resolution_is_an_error_that_states_the_resolution() {
    // f32 resolves 6e-5 at coordinates of a thousand
    let turned = Isometry3::new(vector![0.0, 1000.0, 0.0], vector![0.3, 0.2, 0.1]);
    let fall = ConstantVelocity3::new(turned, vector![0.0, -1000.0, 0.0], Vector3::zeros());
    let a = moving(cuboid([1.0; 3]), rest3::<f32>([0.0; 3]));
    let b = moving(cuboid([1.0; 3]), fall.expect("a motion"));
    match Query::new()
        .tolerance(1e-9)
        .time_of_impact(&a, &b, 0.0..=1.0)
    {
        Err(QueryError::ToleranceTooSmall {
            tolerance,
            resolution,
            clear_until,
        }) => {
            assert!(tolerance < resolution && resolution < 1e-1, "{resolution}");
            assert!(clear_until > 0.9, "{clear_until}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_spent_budget_is_undecided_and_states_what_is_proven() {
    let spin = vector![0.0, 0.0, 50.0];
    let spin = ConstantVelocity3::new(Isometry3::identity(), Vector3::zeros(), spin);
    let bar = Capsule::new(2.0, 0.01).expect("a capsule");
    let a = moving(bar, spin.expect("a motion"));
    let b = moving(ball(0.1), rest3([2.0, 0.0, 0.2]));
    match Query::new().budget(20).time_of_impact(&a, &b, 0.0..=1.0) {
        Err(QueryError::Undecided {
            clear_until,
            reason,
        }) => {
            assert_eq!(reason, UndecidedReason::Budget { budget: 20 });
            assert!((0.0..0.1).contains(&clear_until));
        }
        other => panic!("{other:?}"),
    }
}

/// The first round is free: bodies that overlap or meet in it are answered, whatever the budget.
#[test]
fn an_answer_that_takes_one_round_needs_no_budget() {
    let query = Query::new().budget(0);
    let rests = moving(ball(1.0), rest3([0.0; 3]));
    let overlaps = moving(ball(1.0), rest3([1.0, 0.0, 0.0]));
    let found = query.time_of_impact(&rests, &overlaps, 0.0..=1.0);
    let found = found.expect("they overlap").outcome;
    let Outcome::Overlapping(overlap) = found else {
        panic!("{found:?}");
    };
    // both bounds have room for rounding
    let bounds = overlap.lower_bound..=overlap.depth;
    assert!(bounds.contains(&1.0) && overlap.depth - overlap.lower_bound < 1e-12);
    assert_eq!(query.touches(&rests, &overlaps, 0.0..=1.0), Ok(true));
    let flies = moving(ball(1.0), moving3(4.0, -4.0));
    let found = query.time_of_impact(&rests, &flies, 0.0..=1.0);
    assert!((impact(found.expect("they meet")).time - 0.5).abs() < 1e-6);
}

/// Times and lengths of extreme size were written with up to 300 digits.
#[test]
fn messages_are_short_for_numbers_of_any_size() {
    for number in [1e300, -1e300, 1e-300, f64::MIN_POSITIVE / 3.0, f64::NAN] {
        let query = Query::new();
        let (after, knot, start, end) = (number, number, number, number);
        let (name, value) = ("radius", number);
        let messages = [
            query_error(query, 1.0, number).to_string(),
            query_error(query.target_distance(number), 0.0, -1.0).to_string(),
            query_error(query.tolerance(-number.abs()), 0.0, 2.0).to_string(),
            QueryError::KnotNotLater { after, knot }.to_string(),
            QueryError::CoordinateNotFinite {
                time: number,
                value,
            }
            .to_string(),
            QueryError::Undecided {
                clear_until: number,
                reason: UndecidedReason::Span { span: number },
            }
            .to_string(),
            MotionError::KnotOrder { knot, next: number }.to_string(),
            ShapeError::Negative { name, value }.to_string(),
            CertificateError::Uncovered { start, end }.to_string(),
        ];
        for message in messages {
            assert!(message.len() < 160, "{message}");
        }
    }
}
