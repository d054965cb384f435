//! What a scene is spared by what it knows.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::ConstantVelocity;
use photofinish::scene::{Scene3, SceneStatistics};
use photofinish::shape::Ball;
use photofinish::{Moving, Query};

type Straight = ConstantVelocity<f64, nalgebra::UnitQuaternion<f64>, 3>;

fn moves(place: Vector3<f64>, speed: f64) -> Straight {
    let at = Isometry3::from(place);
    ConstantVelocity::new(at, vector![speed, 0.0, 0.0], Vector3::zeros()).expect("finite")
}

fn since(before: SceneStatistics, now: SceneStatistics) -> u64 {
    now.queries + now.kept + now.put_off - before.queries - before.kept - before.put_off
}

#[test]
fn questions_are_asked_about_what_changed_only() {
    let mut scene = Scene3::new(Query::new(), 0.0..=1.0).expect("valid");
    let ball = Ball::new(0.45).expect("a ball");
    let place = |i: u32| {
        vector![
            f64::from(i % 12),
            f64::from(i / 12 % 12),
            f64::from(i / 144)
        ]
    };
    // a block of balls that move together, a little apart: the boxes of neighbours overlap
    let ids: Vec<_> = (0..12 * 12 * 12)
        .map(|i| {
            scene
                .add(Moving::new(ball.into(), moves(place(i), 0.5)))
                .expect("valid")
        })
        .collect();
    assert_eq!(scene.all_meetings().expect("valid"), []);
    let all = scene.statistics();
    assert!(all.queries >= 11 * 12 * 12, "{all:?}");

    assert_eq!(scene.all_meetings().expect("valid"), []);
    assert_eq!(scene.first_meeting().expect("valid"), None);
    assert_eq!(since(all, scene.statistics()), 0, "nothing has changed");

    scene
        .set_motion(ids[700], 0.0, moves(place(700), 0.6))
        .expect("valid");
    scene.all_meetings().expect("valid");
    let one = scene.statistics();
    assert!((1..30).contains(&since(all, one)), "{one:?}");
    assert!(one.box_tests - all.box_tests < 300, "{one:?}");

    // pairs that were free are proven free again by what was kept
    for (i, &id) in (0..).zip(&ids) {
        scene
            .set_motion(id, 0.0, moves(place(i), 0.5001))
            .expect("valid");
    }
    assert_eq!(scene.all_meetings().expect("valid"), []);
    let again = scene.statistics();
    assert!(
        again.kept > 1500 && again.queries - one.queries < 10,
        "{again:?}"
    );
}
