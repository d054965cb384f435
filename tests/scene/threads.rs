//! Bodies that threads send on their ways.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::ConstantVelocity;
use photofinish::scene::Scene3;
use photofinish::shape::Ball;
use photofinish::{Moving, Query};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

type Straight = ConstantVelocity<f64, nalgebra::UnitQuaternion<f64>, 3>;

fn straight(rng: &mut StdRng, place: Vector3<f64>) -> Straight {
    let velocity = Vector3::from_fn(|_, _| rng.random_range(-0.8..0.8));
    ConstantVelocity::new(Isometry3::from(place), velocity, Vector3::zeros()).expect("finite")
}

/// There are so many bodies that threads share each part of the work. In the first round they are sent in any order and
/// some of them twice, in the second one only half of them.
#[test]
fn threads_send_bodies_in_any_order() {
    let mut rng = StdRng::seed_from_u64(16);
    let mut scene = Scene3::new(Query::new(), 0.0..=1.0).expect("valid");
    let ball = Ball::new(0.3).expect("a ball");
    let places: Vec<_> = (0..11 * 11 * 11)
        .map(|i| vector![i % 11, i / 11 % 11, i / 121].map(f64::from))
        .collect();
    let bodies = places
        .iter()
        .map(|&place| Moving::new(ball.into(), straight(&mut rng, place)));
    let added = bodies.map(|body| scene.add(body).expect("valid"));
    let ids: Vec<_> = added.collect();
    let mut other = scene.clone();
    let mut met = 0;
    for round in 0..2 {
        let bodies = ids.iter().zip(&places);
        let mut sent: Vec<_> = bodies
            .map(|(&id, &place)| (id, straight(&mut rng, place)))
            .collect();
        if round == 0 {
            sent.extend_from_within(..200);
            sent.shuffle(&mut rng);
        } else {
            sent.retain(|_| rng.random_bool(0.5));
        }
        scene.set_motions(0.0, sent.clone()).expect("valid");
        other.par_set_motions(0.0, sent).expect("valid");
        let expected = scene.all_meetings().expect("valid");
        assert_eq!(
            other.par_all_meetings().expect("valid"),
            expected,
            "round {round}"
        );
        assert_eq!(other.statistics(), scene.statistics(), "round {round}");
        for &id in &ids {
            let motion = |scene: &photofinish::scene::Scene3<Straight>| {
                *scene
                    .body(id)
                    .expect("it is there")
                    .motion()
                    .expect("it moves")
            };
            assert_eq!(motion(&other), motion(&scene), "round {round}");
        }
        met += expected.len();
    }
    assert!(met > 200, "only {met} meet");
}
