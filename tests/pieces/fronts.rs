//! Fronts that are kept from query to query.

use super::*;

/// A walk that fails on its way leaves a front that misses pairs, and the next query must not rest on it.
#[test]
fn a_front_of_a_query_that_failed_is_not_relied_on() {
    let mut random = random(29);
    let mut failed = 0;
    for _ in 0..16 {
        let (a, b) = (star(&mut random, 12), star(&mut random, 12));
        let still = MovingPieces::new(&b, spin(&mut random, 0.1));
        let start = direction(&mut random) * 0.4;
        let slow = |_: &Vector3<f64>, _, _| MotionBounds {
            acceleration: Some(9.0),
            speed: None,
        };
        let path = move |time: f64| {
            // a coordinate is lost for a moment, so that only some pieces see it
            let lost = (0.4..0.5).contains(&time) || (0.25..0.250_001).contains(&time);
            let x = if lost { f64::NAN } else { start.x };
            Isometry3::translation(x, start.y, start.z)
        };
        let mut front = Front::new();
        let broken = MovingPieces::new(&a, FromFn::new(path, slow));
        let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
        let found = query.first_contact_from(&broken, &still, 0.0..=1.0, &mut front);
        failed += i32::from(found.is_err());
        let good = MovingPieces::new(&a, flight(&mut random, 0.1));
        let scratch = query.first_contact(&good, &still, 0.0..=1.0).unwrap();
        let kept = query.first_contact_from(&good, &still, 0.0..=1.0, &mut front);
        assert_eq!(kept.unwrap().contact, scratch.contact);
    }
    assert!(failed > 4, "{failed}");
}
