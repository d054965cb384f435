//! Input that makes no sense is an error that names it.

use nalgebra::{SVector, UnitComplex, vector};
use photofinish::QueryError;
use photofinish::shape::Ball;
use photofinish::timewarp::{EventQueue, StopReason, Timewarp};

use super::world::{Billiards, Form, State, dynamics, query};

type Moving = State<f64, UnitComplex<f64>, 2>;

fn balls() -> (Billiards<f64, 2>, Vec<Moving>) {
    let ball = || Form::Shape(Ball::new(0.5).expect("a ball").into());
    let states = vec![
        Moving::moving(vector![-2.0, 0.0], vector![1.0, 0.0]),
        Moving::at_rest(SVector::zeros()),
    ];
    (Billiards::new(vec![ball(), ball()]), states)
}

#[test]
fn intervals_settings_and_leads_are_checked() {
    let (billiards, states) = balls();
    let dynamics = dynamics(&billiards);
    let run = |warp: Timewarp<f64>, interval| {
        let result = warp.run(&dynamics, &mut states.clone(), interval);
        result.expect_err("it is refused").reason
    };
    let warp = Timewarp::new(query());
    let reversed = QueryError::ReversedInterval {
        start: 1.0,
        end: 0.0,
    };
    assert_eq!(run(warp, 1.0..=0.0), StopReason::Query(reversed));
    let tolerance = QueryError::InvalidTolerance { value: -1.0 };
    let bad = Timewarp::new(query().tolerance(-1.0));
    assert_eq!(run(bad, 0.0..=1.0), StopReason::Query(tolerance));
    let refused = run(warp.lead(-1.0), 0.0..=1.0);
    assert_eq!(refused, StopReason::InvalidLead { value: -1.0 });
    let refused = run(warp.lead(f64::NAN), 0.0..=1.0);
    assert!(matches!(refused, StopReason::InvalidLead { value } if value.is_nan()));
    let stopped = EventQueue::new(query())
        .run(&dynamics, &mut states.clone(), 1.0..=0.0)
        .expect_err("it is refused");
    assert_eq!(stopped.reason, StopReason::Query(reversed));
    let text = stopped.to_string();
    assert!(
        text.starts_with("the run stopped at 1.0: ") && text.contains("0.0"),
        "{text}"
    );
}

#[test]
fn flights_that_lead_nowhere_stop_the_run() {
    let (mut billiards, mut states) = balls();
    let mut run = |step, states: &mut [Moving]| {
        billiards.step = step;
        let result = Timewarp::new(query()).run(&dynamics(&billiards), states, 0.0..=1.0);
        result.expect_err("it is refused").reason
    };
    let reason = run(0.0, &mut states);
    assert!(matches!(
        reason,
        StopReason::EmptyFlight {
            body: 0,
            from: 0.0,
            until: 0.0
        }
    ));
    let reason = run(f64::NAN, &mut states);
    assert!(matches!(reason, StopReason::EmptyFlight { body: 0, .. }));
    // the second ball's place is no number
    states[1].pose.translation.x = f64::NAN;
    let reason = run(1.0, &mut states);
    assert!(matches!(
        reason,
        StopReason::Dynamics { bodies: [1, 1], .. }
    ));
}

#[test]
fn nothing_is_a_world_too() {
    let billiards = Billiards::<f64, 2>::new(Vec::new());
    let mut states = Vec::<Moving>::new();
    let report = Timewarp::new(query()).run(&dynamics(&billiards), &mut states, 0.0..=1.0);
    assert!(report.expect("no bodies").impacts.is_empty());
    let (billiards, start) = balls();
    let mut states = start.clone();
    let report = Timewarp::new(query()).run(&dynamics(&billiards), &mut states, 1.0..=1.0);
    assert!(report.expect("no time").impacts.is_empty());
    assert_eq!(states, start);
}

#[test]
fn a_response_may_not_move_a_fixed_body() {
    let (mut billiards, mut states) = balls();
    billiards.fixed[1] = true;
    let result = Timewarp::new(query()).run(&dynamics(&billiards), &mut states, 0.0..=2.0);
    let stopped = result.expect_err("it is refused");
    assert_eq!(stopped.reason, StopReason::MovesFixed { body: 1 });
    assert!((stopped.time - 1.0).abs() < 1e-6);
    assert!((states[0].pose.translation.x + 1.0).abs() < 1e-6);
}
