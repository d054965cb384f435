//! Fronts that are kept from query to query.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity, FromFn, MotionBounds};
use photofinish::pieces::{Compound, Front, MovingPieces, TriMesh};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{InitialContact, Query};

use crate::bodies::{direction, flight, random, spin, star};

/// A front from anywhere changes nothing but the work: neither the contact nor a bit of its time.
#[test]
fn a_front_never_changes_an_answer() {
    let mut random = random(23);
    let mut front = Front::new();
    let (mut hits, mut free) = (0, 0);
    for case in 0..60 {
        // the bodies are others now and then, of the same and of another size
        let pieces = [9, 9, 14][case % 3];
        let (a, b) = (
            star::<f64>(&mut random, pieces),
            star::<f64>(&mut random, 9),
        );
        for _ in 0..3 {
            let turns = [0.2, 3.0][case % 2];
            let a = MovingPieces::new(&a, flight(&mut random, turns));
            let b = MovingPieces::new(&b, spin(&mut random, turns));
            let query = Query::new();
            let scratch = query.first_contact(&a, &b, 0.0..=1.0).unwrap().contact;
            let kept = query
                .first_contact_from(&a, &b, 0.0..=1.0, &mut front)
                .unwrap()
                .contact;
            assert_eq!(scratch, kept);
            if scratch.is_some() {
                hits += 1
            } else {
                free += 1
            }
        }
    }
    assert!(hits > 30 && free > 30, "{hits} {free}");
}

/// A walk that fails on its way leaves a front that misses pairs, and the next query must not rest on it.
#[test]
fn a_front_of_a_query_that_failed_is_not_relied_on() {
    let mut random = random(29);
    let mut failed = 0;
    for _ in 0..40 {
        let (a, b) = (star::<f64>(&mut random, 12), star::<f64>(&mut random, 12));
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
        failed += i32::from(
            query
                .first_contact_from(&broken, &still, 0.0..=1.0, &mut front)
                .is_err(),
        );
        let good = MovingPieces::new(&a, flight(&mut random, 0.1));
        let scratch = query.first_contact(&good, &still, 0.0..=1.0).unwrap();
        let kept = query
            .first_contact_from(&good, &still, 0.0..=1.0, &mut front)
            .unwrap();
        assert_eq!(scratch.contact, kept.contact);
    }
    assert!(failed > 10, "{failed}");
}

/// Along a slow motion a front saves the way down the trees, and stays as small as it was.
#[test]
fn a_front_follows_a_slow_motion() {
    let heights: Vec<f64> = (0..64 * 64)
        .map(|i| (f64::from(i % 64) * 0.4).sin())
        .collect();
    let field = TriMesh::height_field(&heights, 64, [1.0, 1.0]).unwrap();
    let field = MovingPieces::new(&field, AtRest::new(Isometry3::identity()).unwrap());
    // of two pieces, as bodies of one piece need no front here
    let half = Cuboid::new(vector![1.0, 0.5, 2.0]).unwrap();
    let half = |x: f64| Posed::new(half, &Isometry3::translation(x, 0.0, 0.0)).unwrap();
    let cube = Compound::new(vec![half(-1.0), half(1.0)]).unwrap();
    let mut front = Front::new();
    let (mut kept, mut scratch, mut largest) = (0, 0, 0);
    for step in 0..200 {
        // along the bottom of a trough
        let z = 10.0 + 0.05 * f64::from(step);
        let start = Isometry3::translation(11.8, 0.1, z);
        let glide = ConstantVelocity::new(start, vector![0.0, 0.0, 0.05], vector![0.0, 0.01, 0.0]);
        let cube = MovingPieces::new(&cube, glide.unwrap());
        let query = Query::new();
        let answer = query
            .first_contact_from(&cube, &field, 0.0..=1.0, &mut front)
            .unwrap();
        assert!(answer.contact.is_none());
        kept += answer.statistics.box_pairs;
        scratch += query
            .first_contact(&cube, &field, 0.0..=1.0)
            .unwrap()
            .statistics
            .box_pairs;
        largest = largest.max(front.pairs());
    }
    // half of the pairs of a walk are those that it splits
    assert!(10 * kept < 7 * scratch, "{kept} {scratch}");
    let end = Isometry3::translation(11.8, 0.1, 20.0);
    let glide = ConstantVelocity::new(end, vector![0.0, 0.0, 0.05], Vector3::zeros());
    let cube = MovingPieces::new(&cube, glide.unwrap());
    let mut fresh = Front::new();
    Query::new()
        .first_contact_from(&cube, &field, 0.0..=1.0, &mut fresh)
        .unwrap();
    assert!(largest < 3 * fresh.pairs(), "{largest} {}", fresh.pairs());
}

/// Pieces whose boxes overlap are asked about once: the next query tests the axes that separated them.
#[test]
fn axes_of_pieces_are_tested_again() {
    let mut random = random(67);
    let (mut first, mut second) = (0, 0);
    for _ in 0..150 {
        let (a, b) = (star::<f64>(&mut random, 14), star::<f64>(&mut random, 14));
        let a = MovingPieces::new(&a, flight(&mut random, 0.2));
        let b = MovingPieces::new(&b, spin(&mut random, 0.2));
        let query = Query::new();
        let met = query.first_contact(&a, &b, 0.0..=1.0).unwrap().contact;
        // just before they touch
        let until = met.map_or(1.0, |contact| contact.time) * 0.98;
        if until == 0.0 {
            continue;
        }
        let mut front = Front::new();
        for asked in [&mut first, &mut second] {
            let interval = until * 0.8..=until;
            let answer = query
                .first_contact_from(&a, &b, interval, &mut front)
                .unwrap();
            assert!(answer.contact.is_none());
            *asked += answer.statistics.piece_queries;
        }
    }
    assert!(first > 50, "{first}");
    assert!(second * 2 < first, "{second} {first}");
}
