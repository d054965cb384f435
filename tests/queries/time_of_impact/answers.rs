//! What answers promise about the tolerance, the target distance, symmetry and warm starts.

use super::*;

#[test]
fn balls_meet_when_their_centres_are_two_radii_apart() {
    // |(4 - 3t, 0.6)| = 1 at t = (4 - 0.8) / 3
    let a = moving(ball(0.5), at(0.0, 0.0));
    let b = moving(ball(0.5), gliding([4.0, 0.6], [-3.0, 0.0]));
    let found = impact(ask(&a, &b, 2.0));
    assert!((found.time - 3.2 / 3.0).abs() < 1e-7 && found.time <= 3.2 / 3.0);
    assert!((found.contact.normal - vector![0.8, 0.6]).norm() < 1e-6);
    assert!((found.contact.witness_a - vector![0.4, 0.3]).norm() < 1e-6);
    assert!(found.distance >= 0.0 && found.distance < 1e-7);
}

/// The balls start a hair farther apart than the tolerance, so their impact is later, even if rounding hides the hair.
#[test]
fn rounding_makes_no_impact_farther_apart_than_the_tolerance() {
    let mut dice = StdRng::seed_from_u64(0x6861_6972);
    let exact = |v: Vector2<f32>| v.map(f64::from);
    for _ in 0..200 {
        let [p, q] = [0, 1].map(|_| Vector2::from_fn(|_, _| dice.random_range(-99.0..99.0f32)));
        let velocity = (p - q) * 0.75;
        let distance =
            |time: f32| (exact(q) + exact(velocity) * f64::from(time) - exact(p)).norm() - 0.75;
        // the largest number of the scalar below the distance
        let apart = distance(0.0) as f32;
        let is_below = f64::from(apart) < distance(0.0);
        let tolerance = if is_below { apart } else { apart.next_down() };
        if tolerance < 1.0 {
            continue;
        }
        let a = moving(ball(0.25), rest(Isometry2::from(p)));
        let b = moving(ball(0.5), steady(Isometry2::from(q), velocity, 0.0));
        let query = Query::new().tolerance(tolerance);
        let found = impact(query.time_of_impact(&a, &b, 0.0..=2.0).expect("an answer"));
        let left = distance(found.time);
        assert!(
            left <= f64::from(tolerance),
            "{left} apart, not {tolerance}"
        );
    }
}

/// Swapped bodies have the mirrored answer to the last bit, also boxes of which several support points are equally far
/// along a direction with zeros. An offset that the scalar holds changes nothing but the witness points: the coordinates
/// of the pair are multiples of 1/8, so that adding these offsets is exact.
#[test]
fn neither_the_order_of_the_bodies_nor_their_place_changes_an_answer() {
    fn check<T: Real>(offset: f64) {
        type Pair<T> = [AnyMoving<T, UnitQuaternion<T>, 3>; 2];
        let answer = |[a, b]: &Pair<T>| impact(ask(a, b, 3.0));
        let cube = |y: f64, speed: f64| {
            moving(cuboid([0.5; 3]), flight3([0.0, y, 0.0], [0.0, speed, 0.0]))
        };
        let aligned = [cube(0.0, 0.0), cube(3.0, -1.0)];
        let swapped = |[a, b]: Pair<T>| {
            let (one, other) = (answer(&[a.clone(), b.clone()]), answer(&[b, a]));
            assert_eq!((one.time, one.distance), (other.time, other.distance));
            let (here, back) = (one.contact, other.contact);
            assert_eq!(here.normal, -back.normal);
            let [a, b] = here.witnesses();
            let across = (b - a) - here.normal * (b - a).norm();
            assert!(across.norm() < T::EPSILON * T::of(16.0));
            (one, [b, a] == back.witnesses())
        };
        swapped(aligned);
        let (one, is_mirrored) = swapped(tumbling(Vector3::zeros()));
        assert!(is_mirrored);
        let there = answer(&tumbling(vector![offset, -offset, 3.0 * offset]));
        assert_eq!((one.time, one.distance), (there.time, there.distance));
        assert_eq!(one.contact.normal, there.contact.normal);
    }
    check::<f64>(1e9);
    check::<f32>(65_536.0);
}

#[test]
fn an_interval_of_one_instant_is_a_static_test() {
    let ball_at = |x: f64, speed| moving(ball(1.0), gliding([x, 0.0], [speed, 0.0]));
    let wall = |x: f64| moving(cuboid([0.5, 5.0]), at(x, 0.0));
    for (a, b, time, clearance) in [
        (ball_at(0.0, 0.0), ball_at(2.5, -1.0), 0.25, 0.25),
        // their bounding balls overlap
        (wall(0.0), wall(2.0), 1.0, 1.0),
    ] {
        let (found, certificate) = Query::new().certify(&a, &b, time..=time).expect("decided");
        let Outcome::Separated(free) = found.outcome else {
            panic!("they are apart");
        };
        assert!((free.clearance - clearance).abs() < 1e-12);
        let verify = |distance| certificate.verify(&a, &b, distance, time..=time);
        assert!(verify(0.9 * clearance).is_ok() && verify(1.1 * clearance).is_err());
    }
    let touching = time_of_impact(&ball_at(0.0, 0.0), &ball_at(2.5, -1.0), 0.75..=0.75);
    assert!(!is_separated(&touching.expect("an answer")));
}

/// A huge target distance counted as rounding of the bodies, and what is closer than its rounding was said to overlap.
#[test]
fn bodies_that_are_apart_do_not_overlap_however_large_the_target_is() {
    fn check<T: Real>(apart: f64, target: f64) {
        let [a, b] = [0.0, 1.0 + apart].map(|x| moving(ball(0.5), rest3::<T>([x, 0.0, 0.0])));
        let query = Query::new().target_distance(T::of(target));
        let found = query.time_of_impact(&a, &b, T::zero()..=T::one());
        let found = impact(found.expect("an answer"));
        assert_eq!(found.time, T::zero());
        let distance = found.distance.as_f64();
        assert!((distance - apart).abs() < 1e-5, "{target}: {distance}");
    }
    for target in [1e3, 1e7, 1e14] {
        check::<f32>(2.0, target);
        check::<f64>(0.2, target);
    }
    check::<f64>(0.2, 1e100);
}

/// A point has no size, so that the other body sets the default tolerance.
#[test]
fn a_point_leaves_the_tolerance_to_the_other_body() {
    let cube = moving(cuboid([1.0; 3]), rest3([0.0; 3]));
    for radius in [0.0, 5.0] {
        let coming = moving(ball(radius), flight3([-9.0, 0.2, 0.1], [1.0, 0.0, 0.0]));
        let tolerance: f64 = impact(ask(&coming, &cube, 9.0)).tolerance;
        assert!(tolerance > 2e-8 && tolerance < 3e-8, "{tolerance:e}");
    }
    // on the surface at the start
    let on = moving(ball(0.0), flight3([-1.0, 0.2, 0.1], [0.0, 1.0, 0.0]));
    assert!(overlap(ask(&on, &cube, 0.5)).depth < 1e-12);
}
