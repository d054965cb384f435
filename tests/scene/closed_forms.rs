//! Scenes whose meetings are known.

use nalgebra::{Isometry2, Vector2, vector};
use photofinish::body::{AnyBody, AnyForm};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::pieces::{AnyPieces, Polyline};
use photofinish::scene::Scene2;
use photofinish::shape::{Ball, Cuboid};
use photofinish::{Moving, Query, QueryError};

type Straight = ConstantVelocity<f64, nalgebra::UnitComplex<f64>, 2>;

fn straight(x: f64, speed: f64) -> Straight {
    ConstantVelocity::new(Isometry2::translation(x, 0.0), vector![speed, 0.0], 0.0).expect("finite")
}

#[test]
fn a_row_of_balls_passes_a_blow_on() {
    // a cradle: each ball takes over the velocity of the one that hits it
    let mut scene = Scene2::new(
        Query::new().initial_contact(photofinish::InitialContact::IgnoreSeparating),
        0.0..=8.0,
    )
    .expect("valid");
    let ball = Ball::new(0.5).expect("a ball");
    let mut ids = vec![
        scene
            .add(Moving::new(ball.into(), straight(-2.0, 1.0)))
            .expect("valid"),
    ];
    for place in 1..5 {
        let rest = straight(2.0 * f64::from(place), 0.0);
        ids.push(scene.add(Moving::new(ball.into(), rest)).expect("valid"));
    }
    // gaps of 3, 1, 1 and 1
    for (hits, expected) in [3.0, 4.0, 5.0, 6.0].into_iter().enumerate() {
        let first = scene.first_meeting().expect("valid").expect("they meet");
        assert_eq!(first.bodies, [ids[hits], ids[hits + 1]]);
        assert!(
            (first.time() - expected).abs() < 1e-6,
            "{} {expected}",
            first.time()
        );
        let time = first.time();
        let at = |id| {
            use photofinish::motion::Motion;
            let body = scene.body(id).expect("it is there");
            body.motion().expect("it moves").pose(time).translation.x
        };
        let [x, y] = first.bodies.map(at);
        let [a, b] = [(x, 0.0), (y, 1.0)]
            .map(|(x, speed)| straight(x, speed).starting_at(time).expect("finite"));
        scene.set_motion(first.bodies[0], time, a).expect("valid");
        scene.set_motion(first.bodies[1], time, b).expect("valid");
    }
    assert_eq!(scene.first_meeting().expect("valid"), None);
}

#[test]
fn undecided_pairs_are_reported() {
    // a bar spins fast past a ball, with a budget for a few steps only
    let mut scene = Scene2::new(Query::new().budget(1), 0.0..=1.0).expect("valid");
    let bar = Cuboid::new(vector![3.0, 0.01]).expect("a bar");
    let spin =
        ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), 500.0).expect("finite");
    let bar = scene.add(Moving::new(bar.into(), spin)).expect("valid");
    let rest = ConstantVelocity::new(Isometry2::translation(0.0, 2.0), Vector2::zeros(), 0.0)
        .expect("finite");
    let ball = scene
        .add(Moving::new(Ball::new(0.1).expect("a ball").into(), rest))
        .expect("valid");
    let first = scene
        .first_meeting()
        .expect("valid")
        .expect("nothing is dropped");
    assert_eq!(first.bodies, [bar, ball]);
    assert!(first.is_undecided());
    let error = first.contact.answer.expect_err("undecided");
    assert!(
        matches!(error, QueryError::Undecided { clear_until, .. } if clear_until == first.time())
    );
}

#[test]
fn a_ball_that_jumps_through_a_ledge_and_falls_back_meets_it_on_its_way_up() {
    let fly = |x: f64, y: f64, velocity: f64, gravity: f64| {
        let at = Isometry2::translation(x, y);
        let straight = ConstantVelocity::new(at, vector![0.0, velocity], 0.0).expect("finite");
        Ballistic::new(straight, vector![0.0, -gravity]).expect("finite")
    };
    let ball = Ball::new(0.5).expect("a ball");
    let ledge = Polyline::open(vec![vector![4.0, 2.0], vector![-4.0, 2.0]]).expect("a line");
    let ledge = AnyPieces::from(ledge.one_sided());
    let ledge = AnyBody::new(AnyForm::Pieces(ledge), fly(0.0, 0.0, 0.0, 0.0));
    let ball = |motion| AnyBody::new(AnyForm::Shape(ball.into()), motion);
    let mut scene = Scene2::new(Query::new(), 0.0..=2.0).expect("valid");
    scene.add(ledge).expect("valid");
    scene.add(ball(fly(20.0, 0.0, 0.0, 0.0))).expect("valid");
    scene.add(ball(fly(20.0, 4.0, -4.0, 0.0))).expect("valid");
    let first = scene.first_meeting().expect("valid").expect("two balls");
    assert!((first.time() - 0.75).abs() < 1e-6);
    // it would be let pass up to the time of that meeting, but not over the whole interval, as it falls back
    scene.add(ball(fly(0.0, 1.0, 10.0, 10.0))).expect("valid");
    let first = scene.first_meeting().expect("valid").expect("the ledge");
    let touches = 1.0 - f64::sqrt(1.0 - 0.1);
    assert!((first.time() - touches).abs() < 1e-6, "{}", first.time());
    assert_eq!(scene.all_meetings().expect("valid")[0], first);
}
