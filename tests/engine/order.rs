//! The order of pairs changes nothing.

use super::*;
use photofinish::engine::{Pass, PassError, Response, candidates};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

fn bodies<'s>(rng: &mut StdRng, shapes: &'s [AnyShape<f64, 2>]) -> Vec<Body2<'s>> {
    let mut number = |size: f64| rng.random_range(-size..size);
    let mut pose = || Isometry2::new([number(4.0), number(4.0)].into(), number(1.5));
    shapes
        .iter()
        .map(|shape| Body2::new(shape, pose(), pose()))
        .collect()
}

#[test]
fn the_order_of_pairs_changes_no_bit_of_a_report() {
    let mut rng = StdRng::seed_from_u64(0x6f72_6465);
    let shapes: Vec<_> = (0..10)
        .map(|k| cuboid(0.2, 0.05 + 0.02 * f64::from(k)))
        .collect();
    let mut events = 0;
    for _ in 0..30 {
        let given = bodies(&mut rng, &shapes);
        let mut pairs: Vec<_> = (0..10).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let step = |pairs: &[[usize; 2]]| {
            let mut bodies = given.clone();
            let pairs = pairs.iter().copied();
            let report = Pass::new().run(&mut bodies, pairs, |_| Response::stop());
            (report.expect("a step"), bodies)
        };
        let first = step(&pairs);
        pairs.shuffle(&mut rng);
        for pair in pairs.iter_mut().step_by(3) {
            pair.reverse();
        }
        pairs.extend_from_within(..5);
        pairs.push([4, 4]);
        assert!(step(&pairs) == first);
        events += first.0.events.len();
        assert!(first.0.events.is_sorted_by_key(|event| event.time));
    }
    assert!(events > 60, "{events}");
}

#[test]
fn events_at_the_same_time_come_in_the_order_of_their_bodies() {
    let shape = ball(0.5);
    // three pairs that meet half way, all alike
    let mut bodies: Vec<_> = (0..6)
        .map(|k| {
            let (side, y) = (f64::from(k % 2) * 2.0 - 1.0, f64::from(k / 2) * 2.0);
            Body2::new(&shape, at(side, y), at(0.0, y))
        })
        .collect();
    let report = Pass::new().run(&mut bodies, [[4, 5], [2, 3], [1, 0]], |_| Response::stop());
    let report = report.expect("a step");
    assert_eq!(pairs(&report), [[0, 1], [2, 3], [4, 5]]);
}

/// Pairs that are no candidates change nothing, and bodies that meet at some time are candidates.
#[test]
fn candidates_leave_out_only_pairs_that_do_not_meet() {
    let mut rng = StdRng::seed_from_u64(0x6361_6e64);
    let shapes: Vec<_> = (0..14)
        .map(|k| cuboid(0.3, 0.05 + 0.02 * f64::from(k)))
        .collect();
    let (mut left_out, mut events) = (0, 0);
    for _ in 0..30 {
        let mut given = bodies(&mut rng, &shapes);
        for (body, shape) in given.iter_mut().zip(&shapes).step_by(5) {
            *body = Body2::fixed(shape, *body.start());
        }
        let all: Vec<_> = (0..14).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let found = candidates(&given, 0.0).expect("boxes");
        assert!(found.is_sorted() && found.iter().all(|[a, b]| a < b));
        assert!(
            !found
                .iter()
                .any(|[a, b]| given[*a].is_fixed() && given[*b].is_fixed())
        );
        let step = |pairs: &[[usize; 2]]| {
            let mut bodies = given.clone();
            let pairs = pairs.iter().copied();
            let report = Pass::new().run(&mut bodies, pairs, |event| event.usual_response());
            (report.expect("a step").events, bodies)
        };
        let (with_all, with_found) = (step(&all), step(&found));
        assert!(with_all == with_found);
        left_out += all.len() - found.len();
        events += with_all.0.len();
        // with a wide margin every pair is one
        let everywhere = candidates(&given, 50.0).expect("boxes");
        assert_eq!(everywhere.len(), all.len() - 3);
    }
    assert!(left_out > 500 && events > 60, "{left_out} {events}");
}

#[test]
fn bodies_without_bounds_or_margins_without_sense_are_errors() {
    let shape = ball(0.5);
    let far = [Body2::new(&shape, at(0.0, 0.0), at(f64::NAN, 0.0))];
    assert!(matches!(
        candidates(&far, 0.0),
        Err(PassError::Sweep { body: 0, .. })
    ));
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let none: [Body2; 0] = [];
        match candidates(&none, bad) {
            Err(PassError::InvalidMargin { value }) => assert!(value == bad || bad.is_nan()),
            other => panic!("{other:?}"),
        }
    }
    let none: [Body2; 0] = [];
    assert_eq!(candidates(&none, 1.0), Ok(vec![]));
}
