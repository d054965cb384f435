//! Input that makes no sense is an error that names it.

use super::*;

type Moving = State<f64, UnitComplex<f64>, 2>;

fn balls() -> (Billiards<f64, 2>, Vec<Moving>) {
    let states = vec![
        Moving::moving(vector![-2.0, 0.0], vector![1.0, 0.0]),
        Moving::at_rest(SVector::zeros()),
    ];
    (
        Billiards::new(vec![Form::ball(0.5), Form::ball(0.5)]),
        states,
    )
}

#[test]
fn intervals_settings_and_leads_are_checked() {
    let (billiards, states) = balls();
    let dynamics = dynamics(&billiards);
    let warp = Timewarp::new(query());
    for (warp, interval, words) in [
        (warp, 1.0..=0.0, "Query(ReversedInterval"),
        (
            Timewarp::new(query().tolerance(-1.0)),
            0.0..=1.0,
            "Query(InvalidTolerance",
        ),
        (warp.lead(-1.0), 0.0..=1.0, "InvalidLead { value: -1.0 }"),
        (warp.lead(f64::NAN), 0.0..=1.0, "InvalidLead { value: NaN }"),
    ] {
        let result = warp.run(&dynamics, &mut states.clone(), interval);
        let told = format!("{:?}", result.expect_err("it is refused").reason);
        assert!(told.starts_with(words), "{told}");
    }
    let queue = EventQueue::new(query());
    let stopped = queue.run(&dynamics, &mut states.clone(), 1.0..=0.0);
    let told = stopped.expect_err("it is refused").to_string();
    assert!(told.starts_with("the run stopped at 1.0: "), "{told}");
}

#[test]
fn flights_that_lead_nowhere_stop_the_run() {
    let (mut billiards, mut states) = balls();
    let mut run = |step, states: &mut [Moving]| {
        billiards.step = step;
        let result = Timewarp::new(query()).run(&dynamics(&billiards), states, 0.0..=1.0);
        result.expect_err("it is refused").reason
    };
    for step in [0.0, f64::NAN] {
        let reason = run(step, &mut states);
        let StopReason::EmptyFlight { body, from, until } = reason else {
            panic!("{reason:?}");
        };
        assert_eq!((body, from, until.to_bits()), (0, 0.0, step.to_bits()));
    }
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
