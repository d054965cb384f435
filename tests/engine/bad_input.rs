//! Input that makes no sense is an error that names it, and leaves the bodies as they were.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use nalgebra::Vector2;
use photofinish::cast::CastError;
use photofinish::engine::{Kind, Pass, PassError, Response, Then};
use photofinish::motion::AtRest;
use photofinish::pieces::{ContactError, Convex, MovingPieces, PiecesCertificateError};
use photofinish::scene::SceneError;
use photofinish::swept::SweptError;
use photofinish::timewarp::StopReason;
use photofinish::{
    CertificateError, FirstOfError, MotionError, Moving, Query, QueryError, SupportMap,
    UndecidedReason,
};

fn step(
    pass: Pass<f64>,
    ends: [Isometry2<f64>; 2],
    pairs: &[[usize; 2]],
    response: Response<f64, UnitComplex<f64>, 2>,
) -> Result<Report2, PassError> {
    let (wall, shape) = (cuboid(0.5, 2.0), ball(0.5));
    let mut bodies = [
        Body2::fixed(&wall, ends[0]),
        Body2::new(&shape, at(-3.0, 0.0), ends[1]),
    ];
    let report = pass.run(&mut bodies, pairs.iter().copied(), |_| response);
    if report.is_err() {
        let kept = bodies[1].pose();
        assert!(*kept == ends[1] || kept.translation.x.is_nan());
    }
    report
}

#[test]
fn errors_name_what_is_wrong() {
    let (ends, stop) = ([at(0.0, 0.0), at(3.0, 0.0)], Response::stop());
    let usual = |pairs: &[[usize; 2]]| step(Pass::new(), ends, pairs, stop);
    assert_eq!(usual(&[]).expect("a step").queries, 0);
    assert_eq!(
        usual(&[[0, 1], [1, 7]]),
        Err(PassError::NoSuchBody { body: 7, bodies: 2 })
    );
    // bad settings are found without any pair
    let with = |pass| step(pass, ends, &[], stop).expect_err("no setting");
    for bad in [-1e-9, f64::NAN, f64::INFINITY] {
        let named = |value: f64| value == bad || bad.is_nan();
        let found = with(Pass::new().allowed_overlap(bad));
        assert!(matches!(found, PassError::InvalidOverlap { value } if named(value)));
        let found = with(Pass::new().tolerance(bad));
        assert!(matches!(found, PassError::InvalidTolerance { value } if named(value)));
        let found = with(Pass::new().slide_up_to(bad));
        assert!(matches!(found, PassError::InvalidSlide { value } if named(value)));
    }
    let nan = [at(0.0, 0.0), at(f64::NAN, 0.0)];
    let swept = step(Pass::new(), nan, &[[0, 1]], stop);
    assert!(matches!(swept, Err(PassError::Sweep { body: 1, .. })));
    // half a turn in the plane has no shorter way
    let turned = [
        at(0.0, 0.0),
        Isometry2::new([3.0, 0.0].into(), std::f64::consts::PI),
    ];
    let swept = step(Pass::new(), turned, &[[0, 1]], stop);
    assert!(matches!(swept, Err(PassError::Sweep { body: 1, .. })));
}

fn says_once(error: &dyn Error, cause: String) {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        said += &format!(": {error}");
        source = error.source();
    }
    assert_eq!(said.matches(&cause).count(), 1, "{said}");
}

macro_rules! say_once {
    ($($error:expr => $cause:expr,)*) => {
        $(says_once(&$error, $cause.to_string());)*
    };
}

/// Who prints an error and then its sources, one after the other, says each cause once: the message of an error has that
/// of its cause, which is no source then.
#[test]
fn errors_say_their_cause_once() {
    let (start, end) = (0.0, 1.0);
    let query = QueryError::InvalidTolerance { value: -1.0 };
    let bounds = SweptError::NoBounds { start, end };
    let pieces = (1, 2);
    let of_pieces = ContactError::Pieces {
        pieces,
        error: query,
    };
    let motion = MotionError::NoDuration { start, end };
    let proof = CertificateError::Uncovered { start, end };
    let rest = AtRest::new(at(0.0, 0.0)).expect("a pose");
    let still = Moving::new(ball(0.5), rest);
    let pieces = MovingPieces::new(Convex::new(ball(0.5)).expect("a piece"), rest);
    let refused = Query::new().tolerance(-1.0);
    let [bodies, pair] = [[0, 1]; 2];
    say_once! {
        PassError::Bounds { body: 0, error: bounds } => bounds,
        PassError::Sweep { body: 0, error: motion } => motion,
        PassError::Query { pair, error: of_pieces } => query,
        of_pieces => query,
        SceneError::Bounds { body: None, error: bounds } => bounds,
        StopReason::Dynamics { bodies, error: query } => query,
        StopReason::<QueryError>::Bounds { body: 0, error: bounds } => bounds,
        StopReason::<QueryError>::Pair { bodies, error: of_pieces } => query,
        FirstOfError::Query { id: 3, error: query } => query,
        CastError::Piece { piece: 0, error: query } => query,
        PiecesCertificateError::Step { chapter: 0, step: 1, error: proof } => proof,
        refused.certify(&still, &still, 0.0..=1.0).unwrap_err() => query,
        refused.certify_first_contact(&pieces, &pieces, 0.0..=1.0).unwrap_err() => query,
    }
}

#[test]
fn a_response_that_makes_no_sense_stops_its_body_and_is_named() {
    let ends = [at(0.0, 0.0), at(3.0, 0.0)];
    let ask = |a, b| {
        let report = step(Pass::new(), ends, &[[0, 1]], Response { a, b }).expect("a step");
        assert_eq!(report.events.len(), 1);
        report.refused
    };
    let elsewhere = Then::MoveTo(at(1.0, 1.0));
    assert_eq!(
        ask(elsewhere, Then::Stop),
        [PassError::MovesFixed { body: 0 }]
    );
    let nowhere = Then::MoveTo(at(0.0, f64::NAN));
    let refused = ask(Then::Stop, nowhere);
    assert!(matches!(refused[..], [PassError::Sweep { body: 1, .. }]));
}

/// A ball whose support point is no number once it is broken.
struct Fragile {
    ball: Ball<f64>,
    is_broken: AtomicBool,
}

impl SupportMap<f64, 2> for Fragile {
    fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        match self.is_broken.load(Ordering::Relaxed) {
            true => Vector2::repeat(f64::NAN),
            false => self.ball.support_point(direction),
        }
    }
}

/// The engine has changed velocities by then, so that it must hear of all that follows.
#[test]
fn a_query_that_fails_after_the_first_event_is_an_event() {
    let new = || Fragile {
        ball: Ball::new(0.5).expect("a radius"),
        is_broken: AtomicBool::new(false),
    };
    let (still, shape) = (new(), new());
    let bodies = || {
        [
            Body::fixed(&still, at(0.0, 0.0)),
            Body::new(&shape, at(-3.0, 0.0), at(3.0, 0.0)),
            Body::fixed(&still, at(-3.0, 3.0)),
        ]
    };
    let mut kinds = Vec::new();
    let report = Pass::new().run(&mut bodies(), [[0, 1], [1, 2]], |event| {
        kinds.push(event.kind);
        shape.is_broken.store(true, Ordering::Relaxed);
        let mut response = event.usual_response();
        if event.pair == [0, 1] {
            response.b = Then::MoveTo(at(-3.0, 3.0));
        }
        response
    });
    assert!(report.is_ok(), "{report:?}");
    let is_failed = |kind: &Kind<f64, 2>| matches!(kind, Kind::Failed(_));
    assert!(matches!(kinds[0], Kind::Touch(_)));
    assert!(kinds[1..].iter().any(is_failed), "{kinds:?}");
    // before the first event it is an error
    let report = Pass::new().run(&mut bodies(), [[0, 1]], |event| event.usual_response());
    assert!(matches!(report, Err(PassError::Query { .. })), "{report:?}");
}

/// A query that spends its budget stops its bodies where they are proven free.
#[test]
fn bodies_whose_query_is_undecided_stop_before_they_meet() {
    let plate = cuboid(1.0, 0.01);
    let mut bodies = [
        Body2::fixed(&plate, at(0.0, 0.0)),
        Body2::new(
            &plate,
            at(0.0, 1.2),
            Isometry2::new([0.0, -1.2].into(), 3.0),
        ),
    ];
    let mut reasons = Vec::new();
    let report = Pass::new().budget(20).run(&mut bodies, [[0, 1]], |event| {
        if let Kind::Undecided(reason) = event.kind {
            reasons.push(reason);
        }
        Response::stop()
    });
    assert_eq!(report.expect("a step").events.len(), 1);
    assert_eq!(reasons, [UndecidedReason::Budget { budget: 20 }]);
    assert!(bodies[1].pose().translation.y > 0.0);
}
