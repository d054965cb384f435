//! Input that makes no sense is an error that names it, and leaves the bodies as they were.

use super::*;
use photofinish::cast::CastError;
use photofinish::engine::PassError;
use photofinish::motion::AtRest;
use photofinish::pieces::{ContactError, Convex, MovingPieces, PiecesCertificateError};
use photofinish::scene::SceneError;
use photofinish::swept::SweptError;
use photofinish::timewarp::StopReason;
use photofinish::{
    CertificateError, FirstOfError, MotionError, Moving, Query, QueryError, UndecidedReason,
};
use std::error::Error;
use std::f64::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks for a step with these settings. There is a body, and no pair.
fn refused(pass: Pass<f64>) -> PassError {
    let shape = ball(0.5);
    let mut bodies = [Body2::fixed(&shape, at(0.0, 0.0))];
    let report = pass.run(&mut bodies, [], |_| Response::stop());
    report.expect_err("a bad setting")
}

#[test]
fn bad_settings_are_named() {
    let (shape, pass) = (ball(0.5), Pass::new);
    for bad in [-1e-9, f64::NAN, f64::INFINITY] {
        let named = |value: f64| value.to_bits() == bad.to_bits();
        let found = refused(pass().allowed_overlap(bad));
        assert!(matches!(found, PassError::InvalidOverlap { value } if named(value)));
        let found = refused(pass().tolerance(bad));
        assert!(matches!(found, PassError::InvalidTolerance { value } if named(value)));
        let found = refused(pass().slide_up_to(bad));
        assert!(matches!(found, PassError::InvalidSlide { value } if named(value)));
        let found = refused(pass().leave_slow(bad));
        assert!(matches!(found, PassError::InvalidShare { .. }));
        let mut body = [Body2::fixed(&shape, at(0.0, 0.0)).margin(bad)];
        for found in [
            candidates(&body[..0], bad).err(),
            candidates(&body, 0.0).err(),
            pass().run(&mut body, [], |_| Response::stop()).err(),
        ] {
            assert!(matches!(found, Some(PassError::InvalidMargin { value }) if named(value)));
        }
    }
    let found = refused(pass().leave_slow(1.5));
    assert!(matches!(found, PassError::InvalidShare { .. }));
}

#[test]
fn bad_bodies_are_named_and_stay_as_they_were() {
    let (shape, half_turn) = (ball(0.5), Isometry2::new([3.0, 0.0].into(), PI));
    let other = Body2::new(&shape, at(-3.0, 0.0), at(3.0, 0.0));
    for bad in [
        Body2::new(&shape, at(0.0, 0.0), at(f64::NAN, 0.0)),
        // half a turn in the plane has no shorter way
        Body2::new(&shape, at(0.0, 0.0), half_turn),
        Body2::floor(level(), at(0.0, 0.0), half_turn),
        Body2::floor(level(), at(0.0, 0.0), at(0.0, f64::NAN)),
        Body2::floor(level(), at(0.0, 0.0), at(0.0, 0.0)).about([0.0, f64::NAN].into()),
        Body2::fixed_floor(level(), at(f64::NAN, 0.0)),
        Body2::fixed_floor(level(), at(0.0, f64::INFINITY)),
    ] {
        let mut bodies = [other, bad];
        let report = Pass::new().run(&mut bodies, [[0, 1]], |_| Response::stop());
        assert!(matches!(report, Err(PassError::Sweep { body: 1, .. })));
        assert_eq!(*bodies[0].pose(), at(3.0, 0.0));
        let found = candidates(&bodies, 0.0);
        assert!(matches!(found, Err(PassError::Sweep { body: 1, .. })));
    }
    // where rounding leaves nothing of a body, the query says so
    let far = Body2::fixed_floor(level(), at(0.0, 1e150));
    let report = Pass::new().run(&mut [other, far], [[0, 1]], |_| Response::stop());
    assert!(report.is_err(), "{report:?}");
    let (body, bodies) = (7, 2);
    let report = Pass::new().run(&mut [other; 2], [[0, 1], [1, 7]], |_| Response::stop());
    assert_eq!(report, Err(PassError::NoSuchBody { body, bodies }));
}

#[test]
fn parts_of_no_whole_are_named() {
    let shape = ball(0.5);
    let alone = Body2::new(&shape, at(0.0, 0.0), at(1.0, 0.0));
    for (mut bodies, body, whole) in [
        (vec![alone.part_of(0)], 0, 0),
        (vec![alone.part_of(1), alone], 0, 1),
        (vec![alone, alone.part_of(7)], 1, 7),
        (vec![alone, alone.part_of(0), alone.part_of(1)], 2, 1),
    ] {
        let error = PassError::NoSuchWhole { body, whole };
        assert_eq!(candidates(&bodies, 0.0), Err(error.clone()));
        let report = Pass::new().run(&mut bodies, [], |_| Response::stop());
        assert_eq!(report, Err(error));
    }
}

/// A response that makes no sense is named, and its bodies stop where they meet.
#[test]
fn bad_responses_stop_their_bodies() {
    let (wall, shape) = (cuboid(0.5, 2.0), ball(0.5));
    let ask = |wall: Body2<'_>, response: Response2| {
        let mut bodies = [wall, Body2::new(&shape, at(-3.0, 0.0), at(3.0, 0.0))];
        let report = step(&Pass::new(), &mut bodies, |_| response);
        assert_eq!(report.events.len(), 1);
        assert!((bodies[1].pose().translation.x + 1.0).abs() < 1e-6);
        report.refused
    };
    let upright = HalfSpace::new([-1.0, 0.0].into(), [-0.5, 0.0].into()).expect("a normal");
    let walls = [
        Body2::fixed(&wall, at(0.0, 0.0)),
        Body2::fixed_floor(upright, at(0.0, 0.0)),
    ];
    let moves = |a| Response { a, b: Then::Stop };
    for wall in walls {
        let refused = ask(wall, moves(Then::MoveTo(at(1.0, 1.0))));
        assert_eq!(refused, [PassError::MovesFixed { body: 0 }]);
    }
    let nowhere = Response {
        a: Then::Stop,
        b: Then::MoveTo(at(0.0, f64::NAN)),
    };
    let refused = ask(walls[0], nowhere);
    assert!(matches!(refused[..], [PassError::Sweep { body: 1, .. }]));
    for depth in [f64::NAN, f64::INFINITY, -0.5] {
        let refused = ask(walls[0], Response::deeper(depth));
        assert!(matches!(refused[..], [PassError::InvalidOverlap { .. }, _]));
    }
}

fn says_once(error: &dyn Error, cause: impl ToString) {
    let cause = cause.to_string();
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
        $(says_once(&$error, $cause);)*
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
    let turned = Isometry2::new([0.0, -1.2].into(), 3.0);
    let mut bodies = [
        Body2::fixed(&plate, at(0.0, 0.0)),
        Body2::new(&plate, at(0.0, 1.2), turned),
    ];
    let pass = Pass::new().budget(20);
    let events = step(&pass, &mut bodies, |_| Response::stop()).events;
    let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    let reason = UndecidedReason::Budget { budget: 20 };
    assert_eq!(kinds, [Kind::Undecided(reason)]);
    assert!(bodies[1].pose().translation.y > 0.0);
}
