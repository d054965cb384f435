//! Fronts that are kept from query to query.

use super::*;
use photofinish::motion::{FromFn, MotionBounds};
use photofinish::pieces::Front;

/// Compares the contact with that of a query without a front, to the last bit. Returns whether there is one.
fn compare<M: Motion<f64, 3>, N: Motion<f64, 3>>(
    query: &Query<f64>,
    a: &MovingPieces<&Boxes<f64>, M, f64, 3>,
    b: &MovingPieces<&Boxes<f64>, N, f64, 3>,
    front: &mut Front,
) -> bool {
    let scratch = query.first_contact(a, b, 0.0..=1.0).unwrap().contact;
    let kept = query.first_contact_from(a, b, 0.0..=1.0, front).unwrap();
    assert_eq!(scratch, kept.contact);
    scratch.is_some()
}

/// A front from anywhere changes nothing but the work.
#[test]
fn a_front_never_changes_an_answer() {
    let mut random = random(23);
    let mut front = Front::new();
    let mut hits = 0;
    for case in 0..30 {
        // the bodies are others now and then, of the same and of another size
        let pieces = [9, 9, 14][case % 3];
        let (a, b) = (star(&mut random, pieces), star(&mut random, 9));
        for _ in 0..3 {
            let turns = [0.2, 3.0][case % 2];
            let a = MovingPieces::new(&a, flight(&mut random, turns));
            let b = MovingPieces::new(&b, spin(&mut random, turns));
            hits += u32::from(compare(&Query::new(), &a, &b, &mut front));
        }
    }
    assert!((16..75).contains(&hits), "{hits}");
}

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
        compare(&query, &good, &still, &mut front);
    }
    assert!(failed > 4, "{failed}");
}
