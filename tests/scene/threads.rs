//! Bodies that threads send on their ways.

use super::*;
use photofinish::motion::ConstantVelocity3;
use photofinish::scene::Scene3;
use rand::seq::SliceRandom;

/// There are so many bodies that threads share each part of the work. In the first round they are sent in any order and
/// some of them twice, in the second one only half of them.
#[test]
fn threads_send_bodies_in_any_order() {
    let mut rng = StdRng::seed_from_u64(16);
    let mut ways = || -> Vec<ConstantVelocity3<f64>> {
        let places =
            (0..11 * 11 * 11).map(|i| vector![i % 11, i / 11 % 11, i / 121].map(f64::from));
        let ways = places.map(|place| {
            let velocity = Vector3::from_fn(|_, _| rng.random_range(-0.8..0.8));
            ConstantVelocity::new(Isometry3::from(place), velocity, Vector3::zeros())
        });
        ways.map(|way| way.expect("finite")).collect()
    };
    let [first, second, third] = [ways(), ways(), ways()];
    let mut scene = Scene3::new(Query::new(), 0.0..=1.0).expect("valid");
    let ball = Ball::new(0.3).expect("a ball");
    let added = first
        .into_iter()
        .map(|way| scene.add(Moving::new(ball.into(), way)));
    let ids: Vec<_> = added.map(|id| id.expect("valid")).collect();
    let mut other = scene.clone();
    let send = |ways: Vec<_>| ids.iter().copied().zip(ways).collect::<Vec<_>>();
    let (mut any_order, mut half) = (send(second), send(third));
    any_order.extend_from_within(..200);
    any_order.shuffle(&mut rng);
    half.retain(|_| rng.random_bool(0.5));
    for sent in [any_order, half] {
        scene.set_motions(0.0, sent.clone()).expect("valid");
        other.par_set_motions(0.0, sent).expect("valid");
        let expected = scene.all_meetings().expect("valid");
        assert!(expected.len() > 100, "only {} meet", expected.len());
        assert_eq!(other.par_all_meetings().expect("valid"), expected);
        assert_eq!(other.statistics(), scene.statistics());
        for &id in &ids {
            let [one, other] = [&scene, &other].map(|scene| scene.body(id).expect("there"));
            assert_eq!(one.motion(), other.motion());
        }
    }
}
