//! Scenes whose meetings are known.

use super::*;
use photofinish::pieces::Polyline;
use photofinish::scene::Scene2;

/// A bar spins fast past a ball, with a budget for a few steps only.
#[test]
fn undecided_pairs_are_reported() {
    let mut scene = Scene2::new(Query::new().budget(1), 0.0..=1.0).expect("valid");
    let turns = |y: f64, spin: f64| {
        ConstantVelocity::new(Isometry2::translation(0.0, y), Vector2::zeros(), spin)
    };
    let bar = Cuboid::new(vector![3.0, 0.01]).expect("a bar").into();
    let bar = Moving::new(bar, turns(0.0, 500.0).expect("finite"));
    let ball = Ball::new(0.1).expect("a ball").into();
    let ball = Moving::new(ball, turns(2.0, 0.0).expect("finite"));
    let ids = [bar, ball].map(|body| scene.add(body).expect("valid"));
    let first = scene.first_meeting().expect("valid");
    let first = first.expect("nothing is dropped");
    assert_eq!(first.bodies, ids);
    assert!(first.is_undecided());
    let error = first.contact.answer.expect_err("undecided");
    let QueryError::Undecided { clear_until, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(clear_until, first.time());
}

#[test]
fn a_ball_that_jumps_through_a_ledge_and_falls_back_meets_it_on_its_way_up() {
    let fly = |x: f64, y: f64, velocity: f64, gravity: f64| {
        let at = Isometry2::translation(x, y);
        let straight = ConstantVelocity::new(at, vector![0.0, velocity], 0.0).expect("finite");
        Ballistic::new(straight, vector![0.0, -gravity]).expect("finite")
    };
    let ledge = Polyline::open(vec![vector![4.0, 2.0], vector![-4.0, 2.0]]).expect("a line");
    let ledge = AnyForm::Pieces(AnyPieces::from(ledge.one_sided()));
    let ball = Ball::new(0.5).expect("a ball");
    let ball = |motion| AnyBody::new(AnyForm::Shape(ball.into()), motion);
    let mut scene = Scene2::new(Query::new(), 0.0..=2.0).expect("valid");
    for body in [
        AnyBody::new(ledge, fly(0.0, 0.0, 0.0, 0.0)),
        ball(fly(20.0, 0.0, 0.0, 0.0)),
        ball(fly(20.0, 4.0, -4.0, 0.0)),
    ] {
        scene.add(body).expect("valid");
    }
    let first = scene.first_meeting().expect("valid").expect("two balls");
    assert!((first.time() - 0.75).abs() < 1e-6);
    // it would be let pass up to the time of that meeting, but not over the whole interval, as it falls back
    scene.add(ball(fly(0.0, 1.0, 10.0, 10.0))).expect("valid");
    let first = scene.first_meeting().expect("valid").expect("the ledge");
    let touches = 1.0 - f64::sqrt(1.0 - 0.1);
    assert!((first.time() - touches).abs() < 1e-6, "{}", first.time());
    assert_eq!(scene.all_meetings().expect("valid")[0], first);
}
