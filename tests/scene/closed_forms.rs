//! Scenes whose meetings are known.

use nalgebra::{Isometry2, Isometry3, SVector, Vector2, Vector3, vector};
use photofinish::body::{AnyBody, AnyForm};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::pieces::{AnyPieces, Polyline};
use photofinish::scene::{Groups, Scene2, Scene3};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{HalfSpace, Moving, Query, QueryError};

type Straight = ConstantVelocity<f64, nalgebra::UnitComplex<f64>, 2>;

fn straight(x: f64, speed: f64) -> Straight {
    ConstantVelocity::new(Isometry2::translation(x, 0.0), vector![speed, 0.0], 0.0).expect("finite")
}

#[test]
fn meetings_at_one_time_are_in_the_order_of_the_bodies() {
    let mut scene = Scene2::new(Query::new(), 0.0..=1.0).expect("valid");
    let ball = Ball::new(0.5).expect("a ball");
    let mut ids = Vec::new();
    // six pairs of balls, each pair far from the others, meet in the same way: every coordinate is exact
    for pair in 0..6 {
        let y = f64::from(pair) * 64.0;
        for (x, speed) in [(-2.0, 4.0), (2.0, -4.0)] {
            let at = Isometry2::translation(x, y);
            let motion = ConstantVelocity::new(at, vector![speed, 0.0], 0.0).expect("finite");
            ids.push(scene.add(Moving::new(ball.into(), motion)).expect("valid"));
        }
    }
    let all = scene.all_meetings().expect("valid");
    let pairs: Vec<_> = all.iter().map(|meeting| meeting.bodies).collect();
    let expected: Vec<_> = ids.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    assert!(all.iter().all(|meeting| meeting.time() == all[0].time()));
    assert!((all[0].time() - 0.375).abs() < 1e-7);
    assert_eq!(pairs, expected);
    assert_eq!(scene.first_meeting().expect("valid"), Some(all[0]));
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
fn groups_and_pairs_are_left_out() {
    let mut scene = Scene2::new(Query::new(), 0.0..=1.0).expect("valid");
    let ball = Ball::new(0.5).expect("a ball");
    let mut add = |groups, x| {
        scene
            .add_to(groups, Moving::new(ball.into(), straight(x, 0.0)))
            .expect("valid")
    };
    let (one, two) = (
        Groups {
            member: 1,
            meets: 2,
        },
        Groups {
            member: 2,
            meets: 3,
        },
    );
    // all overlap
    let [a, b, c, d] = [add(one, 0.0), add(one, 0.1), add(two, 0.2), add(two, 0.3)];
    let pairs = |scene: &mut Scene2<Straight>| {
        let all = scene.all_meetings().expect("valid");
        all.iter().map(|meeting| meeting.bodies).collect::<Vec<_>>()
    };
    // the first two do not meet each other
    assert_eq!(pairs(&mut scene), [[a, c], [a, d], [b, c], [b, d], [c, d]]);
    scene.let_pass(c, d).expect("valid");
    scene.let_pass(d, a).expect("valid");
    assert_eq!(pairs(&mut scene), [[a, c], [b, c], [b, d]]);
    scene.let_meet(a, d).expect("valid");
    scene.set_groups(b, Groups::ALL).expect("valid");
    assert_eq!(pairs(&mut scene), [[a, b], [a, c], [a, d], [b, c], [b, d]]);
    // what passes is forgotten with the body
    scene.remove(d).expect("valid");
    let e = scene
        .add(Moving::new(ball.into(), straight(0.3, 0.0)))
        .expect("valid");
    assert_eq!(e.index(), d.index());
    assert_eq!(
        pairs(&mut scene),
        [[a, b], [a, c], [a, e], [b, c], [b, e], [c, e]]
    );
}

#[test]
fn floors_meet_bodies_far_out_and_not_each_other() {
    let mut scene = Scene3::new(Query::new(), 0.0..=1.0).expect("valid");
    let floor = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a floor");
    let wall = HalfSpace::new(Vector3::x(), Vector3::zeros()).expect("a wall");
    let [floor, _wall] = [floor, wall].map(|half_space| scene.add(half_space).expect("valid"));
    let cube = Cuboid::new(Vector3::repeat(0.5)).expect("a cube");
    let falls = |at: SVector<f64, 3>, speed: f64| {
        let motion = ConstantVelocity::new(
            Isometry3::translation(at.x, at.y, at.z),
            vector![0.0, -speed, 0.0],
            Vector3::zeros(),
        );
        Moving::new(cube.into(), motion.expect("finite"))
    };
    let far = scene
        .add(falls(vector![1e6, 8.0, -1e6], 10.0))
        .expect("valid");
    let slow = scene
        .add(falls(vector![3.0, 8.0, 0.0], 7.0))
        .expect("valid");
    let all = scene.all_meetings().expect("valid");
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].bodies, [floor, far]);
    assert!((all[0].time() - 0.75).abs() < 1e-6);
    // as fast as it takes to get there
    scene
        .set_body(slow, 0.5, falls(vector![3.0, 0.75, 0.0], 1.0))
        .expect("valid");
    let first = scene.first_meeting().expect("valid").expect("it falls");
    // it would be at this height at time 0
    assert_eq!((first.bodies, first.time() < 0.75), ([floor, slow], true));
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
