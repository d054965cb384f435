//! Input that makes no sense is an error, and leaves the scene as it was.

use super::*;
use photofinish::Moving2;
use photofinish::pieces::ContactError;
use photofinish::scene::{BodyId, Scene2, SceneError};
use photofinish::shape::Segment;

type Straight = ConstantVelocity<f64, UnitComplex<f64>, 2>;
type Body = Moving2<AnyShape<f64, 2>, Straight>;

fn way(at: Vector2<f64>, velocity: Vector2<f64>) -> Straight {
    ConstantVelocity::new(Isometry2::from(at), velocity, 0.0).expect("finite")
}

fn moves(x: f64, speed: f64) -> Straight {
    way(vector![x, 0.0], vector![speed, 0.0])
}

fn ball(motion: Straight) -> Body {
    Moving::new(Ball::new(0.5).expect("a ball").into(), motion)
}

/// A scene with balls at rest.
fn scene<const N: usize>(places: [f64; N]) -> (Scene2<Straight>, [BodyId; N]) {
    let mut scene = Scene2::new(Query::new(), 0.0..=1.0).expect("valid");
    let ids = places.map(|x| scene.add(ball(moves(x, 0.0))).expect("valid"));
    (scene, ids)
}

fn meetings(scene: &mut Scene2<Straight>) -> usize {
    scene.all_meetings().expect("valid").len()
}

/// Returns the debug form of an error.
fn said<X>(answer: Result<X, SceneError>) -> String {
    format!("{:?}", answer.err().expect("bad input"))
}

#[test]
fn intervals_settings_and_times_are_checked() {
    let nan = f64::NAN;
    for (query, interval, words) in [
        (Query::new(), 1.0..=0.0, "ReversedInterval"),
        (Query::new(), 0.0..=nan, "TimeNotFinite"),
        (Query::new().tolerance(-1.0), 0.0..=1.0, "InvalidTolerance"),
    ] {
        let told = said(Scene2::<Straight>::new(query, interval));
        assert!(told.contains(words), "{told}");
    }
    let (mut scene, [id]) = scene([0.0]);
    for bad in [-0.1, 1.1, f64::INFINITY, nan] {
        let expected = format!("NotInInterval {{ time: {bad:?}, start: 0.0, end: 1.0 }}");
        let added = scene.add_from(bad, Groups::ALL, ball(moves(0.0, 9.0)));
        assert_eq!(said(added), expected);
        let sent = scene.set_motion(id, bad, moves(0.0, 9.0));
        assert_eq!(said(sent), expected);
    }
    for time in [0.0, 1.0] {
        assert_eq!(scene.set_motion(id, time, moves(0.0, 9.0)), Ok(()));
    }
}

#[test]
fn ids_of_removed_bodies_are_refused() {
    let (mut scene, [old, other]) = scene([0.0, 5.0]);
    scene.remove(old).expect("it is there");
    // the place is taken again, but the id is not the same
    let new = scene.add(ball(moves(0.0, 0.0))).expect("valid");
    assert_eq!((new.index(), new == old), (old.index(), false));
    let moved = moves(0.0, 9.0);
    for refused in [
        scene.set_motion(old, 0.0, moved),
        scene.set_body(old, 0.0, ball(moved)),
        scene.set_groups(old, Default::default()),
        scene.let_pass(other, old),
        scene.let_pass(old, other),
        scene.let_meet(old, other),
        scene.body(old).map(|_| ()),
        scene.remove(old).map(|_| ()),
    ] {
        assert_eq!(refused, Err(SceneError::NoSuchBody { body: old }));
    }
    let told = scene.remove(old).expect_err("it is gone").to_string();
    let expected = "there is no body 0: it was removed, or belongs to another scene";
    assert_eq!(told, expected);
    assert_eq!(new.to_string(), "0#1");
    assert_eq!(scene.first_meeting().expect("valid"), None);
    assert_eq!(scene.bodies().collect::<Vec<_>>(), [new, other]);
}

/// Returns which body cannot be enclosed.
fn not_enclosed<X: std::fmt::Debug>(refused: Result<X, SceneError>) -> Option<BodyId> {
    match refused {
        Err(SceneError::Bounds { body, .. }) => body,
        other => panic!("{other:?}"),
    }
}

/// A ball that is sent in the middle of a frame is past all coordinates at the start, where the next frame looks too.
#[test]
fn a_frame_that_cannot_begin_changes_nothing() {
    let (mut scene, [one, other]) = scene([0.0, 5.0]);
    let from_far = moves(0.0, 1e120).starting_at(1.0).expect("finite");
    let sent = scene.set_motion(one, 1.0, from_far);
    sent.expect("valid at the end");
    assert_eq!(meetings(&mut scene), 0);
    let refused = scene.begin_frame([(other, moves(5.0, -9.0))]);
    assert_eq!(not_enclosed(refused), Some(one));
    assert_eq!(meetings(&mut scene), 0);
    // with the other one sent elsewhere it begins
    let sent = [(one, moves(0.0, 0.0)), (other, moves(5.0, -9.0))];
    scene.begin_frame(sent).expect("valid");
    assert_eq!(meetings(&mut scene), 1);
}

#[test]
fn one_wrong_motion_of_several_changes_nothing() {
    let (mut scene, [a, b, c]) = scene([0.0, 5.0, 10.0]);
    assert_eq!(meetings(&mut scene), 0);
    // past all coordinates before it has moved to the end
    let far = moves(0.9e120, 1e120).starting_at(-1e3).expect("finite");
    let sent = [(a, moves(0.0, 9.0)), (b, far), (c, moves(10.0, -9.0))];
    for refused in [
        scene.set_motions(0.0, sent),
        scene.par_set_motions(0.0, sent),
        scene.begin_frame(sent),
        scene.set_motion(b, 0.0, far),
        scene.set_body(b, 0.0, ball(far)),
    ] {
        assert_eq!(not_enclosed(refused), Some(b));
    }
    assert_eq!(not_enclosed(scene.add(ball(far))), None);
    assert_eq!(meetings(&mut scene), 0);
    // the last motion of a body counts, but all must be right
    let sent = [(a, far), (a, moves(0.0, 8.0))];
    assert!(scene.set_motions(0.0, sent).is_err());
    let sent = [
        (a, moves(0.0, -9.0)),
        (c, moves(10.0, 0.0)),
        (a, moves(0.0, 8.0)),
    ];
    assert_eq!(scene.set_motions(0.0, sent), Ok(()));
    let met = scene.all_meetings().expect("valid");
    assert_eq!((met.len(), met[0].bodies), (1, [a, b]));
}

/// A scene that lets bodies overlap by more than thin ones stand, with two cuboids that meet at about 0.1.
fn allowing_overlap() -> Scene2<Straight> {
    let query = Query::new().target_distance(-0.01).tolerance(0.05);
    let mut scene = Scene2::new(query, 0.0..=1.0).expect("valid");
    for motion in [moves(20.0, 0.0), moves(22.0, -10.0)] {
        scene.add(square(0.5, motion)).expect("valid");
    }
    scene
}

fn square(half: f64, motion: Straight) -> Body {
    let square = Cuboid::new(vector![half, half]).expect("a box");
    Moving::new(square.into(), motion)
}

/// A segment from one end to the opposite one, which goes up.
fn segment(end: Vector2<f64>, at: Vector2<f64>, speed: f64) -> Body {
    let segment = Segment::new([-end, end]).expect("a segment");
    Moving::new(segment.into(), way(at, vector![0.0, speed]))
}

fn is_refused<X>(answer: Result<X, SceneError>) -> bool {
    let Err(SceneError::Pair { error, .. }) = answer else {
        return false;
    };
    let (ContactError::Query(error) | ContactError::Pieces { error, .. }) = error else {
        return false;
    };
    matches!(error, QueryError::AllowanceTooLarge { .. })
}

/// Another pair meets before: that does not make the error go away.
#[test]
fn a_pair_that_is_refused_is_refused_again() {
    let mut scene = allowing_overlap();
    for (y, speed) in [(0.0, 0.0), (5.0, -10.0)] {
        let line = segment(Vector2::x(), vector![0.0, y], speed);
        scene.add(line).expect("valid");
    }
    for _ in 0..3 {
        assert!(is_refused(scene.first_meeting()));
    }
    assert!(is_refused(scene.all_meetings()));
}

/// What was kept of the thicker body does not speak for the thin one.
#[test]
fn a_pair_that_becomes_too_thin_is_refused() {
    let mut scene = allowing_overlap();
    let diagonal = segment(vector![1.0, 1.0], Vector2::zeros(), 0.0);
    scene.add(diagonal).expect("valid");
    let beside = vector![0.8, -0.8];
    let thick = square(0.1, way(beside, Vector2::zeros()));
    let other = scene.add(thick).expect("valid");
    assert_eq!(meetings(&mut scene), 1);
    let thin = segment(vector![0.1, 0.0], beside, 0.0);
    scene.set_body(other, 0.0, thin).expect("valid");
    assert!(is_refused(scene.all_meetings()));
}
