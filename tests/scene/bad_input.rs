//! Input that makes no sense is an error, and leaves the scene as it was.

use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
use photofinish::motion::ConstantVelocity;
use photofinish::pieces::ContactError;
use photofinish::scene::{BodyId, Groups, Scene2, SceneError};
use photofinish::shape::{Ball, Cuboid, Segment};
use photofinish::{Moving, Query, QueryError};

type Straight = ConstantVelocity<f64, UnitComplex<f64>, 2>;

fn moves(x: f64, speed: f64) -> Straight {
    let at = Isometry2::translation(x, 0.0);
    ConstantVelocity::new(at, vector![speed, 0.0], 0.0).expect("finite")
}

fn scene() -> Scene2<Straight> {
    Scene2::new(Query::new(), 0.0..=1.0).expect("valid")
}

fn ball(motion: Straight) -> photofinish::Moving2<photofinish::shape::AnyShape<f64, 2>, Straight> {
    Moving::new(Ball::new(0.5).expect("a ball").into(), motion)
}

#[test]
fn intervals_and_settings_are_checked() {
    let new = |query: Query<f64>, interval| Scene2::<Straight>::new(query, interval).map(|_| ());
    let reversed = QueryError::ReversedInterval {
        start: 1.0,
        end: 0.0,
    };
    assert_eq!(
        new(Query::new(), 1.0..=0.0),
        Err(SceneError::Query(reversed))
    );
    assert!(matches!(
        new(Query::new(), 0.0..=f64::NAN),
        Err(SceneError::Query(QueryError::TimeNotFinite { .. }))
    ));
    let tolerance = QueryError::InvalidTolerance { value: -1.0 };
    assert_eq!(
        new(Query::new().tolerance(-1.0), 0.0..=1.0),
        Err(SceneError::Query(tolerance))
    );
}

#[test]
fn ids_of_removed_bodies_are_refused() {
    let mut scene = scene();
    let old = scene.add(ball(moves(0.0, 0.0))).expect("valid");
    let other = scene.add(ball(moves(5.0, 0.0))).expect("valid");
    scene.remove(old).expect("it is there");
    // the place is taken again, but the id is not the same
    let new = scene.add(ball(moves(0.0, 0.0))).expect("valid");
    assert_eq!((new.index(), new == old), (old.index(), false));
    let gone = || Err(SceneError::NoSuchBody { body: old });
    assert_eq!(scene.set_motion(old, 0.0, moves(0.0, 9.0)), gone());
    assert_eq!(scene.set_body(old, 0.0, ball(moves(0.0, 9.0))), gone());
    assert_eq!(scene.set_groups(old, Default::default()), gone());
    assert_eq!(scene.let_pass(other, old), gone());
    assert_eq!(scene.let_pass(old, other), gone());
    assert_eq!(scene.let_meet(old, other), gone());
    assert_eq!(scene.body(old).map(|_| ()), gone());
    assert_eq!(scene.remove(old).map(|_| ()), gone());
    let told = scene.remove(old).expect_err("it is gone").to_string();
    let expected = "there is no body 0: it was removed, or belongs to another scene";
    assert_eq!(told, expected);
    assert_eq!(new.to_string(), "0#1");
    assert_eq!(scene.first_meeting().expect("valid"), None);
    assert_eq!(scene.bodies().collect::<Vec<_>>(), [new, other]);
}

#[test]
fn times_outside_the_interval_are_refused() {
    let mut scene = scene();
    let id = scene.add(ball(moves(0.0, 0.0))).expect("valid");
    for time in [-0.1, 1.1, f64::INFINITY] {
        let error = SceneError::NotInInterval {
            time,
            start: 0.0,
            end: 1.0,
        };
        assert_eq!(
            scene.add_from(time, Groups::ALL, ball(moves(0.0, 9.0))),
            Err(error.clone())
        );
        assert_eq!(scene.set_motion(id, time, moves(0.0, 9.0)), Err(error));
    }
    assert!(matches!(
        scene.set_motion(id, f64::NAN, moves(0.0, 9.0)),
        Err(SceneError::NotInInterval { time, .. }) if time.is_nan()
    ));
    for time in [0.0, 1.0] {
        assert_eq!(scene.set_motion(id, time, moves(0.0, 9.0)), Ok(()));
    }
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
    let mut scene = scene();
    let ids = [0.0, 5.0].map(|x| scene.add(ball(moves(x, 0.0))).expect("valid"));
    let from_far = moves(0.0, 1e120).starting_at(1.0).expect("finite");
    scene
        .set_motion(ids[0], 1.0, from_far)
        .expect("valid at the end");
    assert_eq!(scene.all_meetings().expect("valid"), []);
    let refused = scene.begin_frame([(ids[1], moves(5.0, -9.0))]);
    assert_eq!(not_enclosed(refused), Some(ids[0]));
    assert_eq!(scene.all_meetings().expect("valid"), []);
    // with the other one sent elsewhere it begins
    let sent = [(ids[0], moves(0.0, 0.0)), (ids[1], moves(5.0, -9.0))];
    scene.begin_frame(sent).expect("valid");
    assert_eq!(scene.all_meetings().expect("valid").len(), 1);
}

#[test]
fn one_wrong_motion_of_several_changes_nothing() {
    let mut scene = scene();
    let ids = [0.0, 5.0, 10.0].map(|x| scene.add(ball(moves(x, 0.0))).expect("valid"));
    assert_eq!(scene.all_meetings().expect("valid"), []);
    // past all coordinates before it has moved to the end
    let far = moves(0.9e120, 1e120).starting_at(-1e3).expect("finite");
    let sent = [
        (ids[0], moves(0.0, 9.0)),
        (ids[1], far),
        (ids[2], moves(10.0, -9.0)),
    ];
    let refused = scene.set_motions(0.0, sent);
    assert_eq!(scene.par_set_motions(0.0, sent), refused);
    assert_eq!(scene.begin_frame(sent), refused);
    assert_eq!(not_enclosed(refused), Some(ids[1]));
    assert_eq!(
        not_enclosed(scene.set_motion(ids[1], 0.0, far)),
        Some(ids[1])
    );
    assert_eq!(
        not_enclosed(scene.set_body(ids[1], 0.0, ball(far))),
        Some(ids[1])
    );
    assert_eq!(not_enclosed(scene.add(ball(far))), None);
    assert_eq!(scene.all_meetings().expect("valid"), []);
    // the last motion of a body counts
    let sent = [(ids[0], far), (ids[0], moves(0.0, 8.0))];
    assert!(scene.set_motions(0.0, sent).is_err());
    let sent = [
        (ids[0], moves(0.0, -9.0)),
        (ids[2], moves(10.0, 0.0)),
        (ids[0], moves(0.0, 8.0)),
    ];
    assert_eq!(scene.set_motions(0.0, sent), Ok(()));
    let met = scene.all_meetings().expect("valid");
    assert_eq!((met.len(), met[0].bodies), (1, [ids[0], ids[1]]));
}

/// A scene that lets bodies overlap by more than thin ones stand, with two cuboids that meet at about 0.1.
fn allowing_overlap() -> Scene2<Straight> {
    let query = Query::new().target_distance(-0.01).tolerance(0.05);
    let mut scene = Scene2::new(query, 0.0..=1.0).expect("valid");
    let cube = Cuboid::new(vector![0.5, 0.5]).expect("a box");
    for (x, speed) in [(20.0, 0.0), (22.0, -10.0)] {
        let added = scene.add(Moving::new(cube.into(), moves(x, speed)));
        added.expect("valid");
    }
    scene
}

/// A segment from one end to the opposite one, which goes up.
fn segment(end: Vector2<f64>, at: Vector2<f64>, speed: f64) -> SegmentOf {
    let segment = Segment::new([-end, end]).expect("a segment");
    let at = Isometry2::from(at);
    let up = ConstantVelocity::new(at, vector![0.0, speed], 0.0).expect("finite");
    Moving::new(segment.into(), up)
}

type SegmentOf = photofinish::Moving2<photofinish::shape::AnyShape<f64, 2>, Straight>;

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
        let added = scene.add(segment(Vector2::x(), vector![0.0, y], speed));
        added.expect("valid");
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
    let thick = Cuboid::new(vector![0.1, 0.1]).expect("a box");
    let still = ConstantVelocity::new(Isometry2::from(beside), Vector2::zeros(), 0.0);
    let thick = Moving::new(thick.into(), still.expect("finite"));
    let other = scene.add(thick).expect("valid");
    assert_eq!(scene.all_meetings().expect("thick enough").len(), 1);
    let thin = segment(vector![0.1, 0.0], beside, 0.0);
    scene.set_body(other, 0.0, thin).expect("valid");
    assert!(is_refused(scene.all_meetings()));
}
