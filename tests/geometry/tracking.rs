//! A tracker never changes an answer.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use crate::bodies::*;

use crate::shapes::{hull, shapes};

fn random_vector<T: Real>(random: &mut StdRng, size: f64) -> Vector3<T> {
    Vector3::from_fn(|_, _| T::of(random.random_range(-size..size)))
}

/// Checks that a tracker that has seen other bodies, poses and contacts answers like a new one.
fn stale<T: Real>() {
    let mut random = StdRng::seed_from_u64(20);
    let mut shapes = shapes::<T, 3>(0.0);
    shapes.extend([12, 300].map(|count| hull(count, 0.0).into()));
    let mut tracker = Tracker::new();
    let mut overlapping = 0;
    for _ in 0..500 {
        let [first, second] = [(); 2].map(|()| &shapes[random.random_range(0..shapes.len())]);
        let [a, b] = [first, second].map(|shape| {
            let turn = random_vector(&mut random, 3.0);
            let pose = Isometry3::new(random_vector(&mut random, 1.0), turn);
            posed(shape, &pose)
        });
        let fresh = proximity(&a, &b);
        let tracked = tracker.proximity(&a, &b);
        let distance = fresh.signed_distance();
        // how far two answers may differ if both are right
        let error = resolution(&a, &b).norm() * T::of(8.0)
            + distance.abs() * T::RELATIVE_TOLERANCE * T::of(4.0);
        let off = (tracked.signed_distance() - distance).abs();
        assert!(off <= error, "{fresh:?}\n{tracked:?}");
        overlapping += u32::from(matches!(fresh, Proximity::Overlapping(_)));
        if distance.abs() > error {
            let touches = tracker.intersects(&a, &b);
            assert_eq!(touches, distance < T::zero(), "{fresh:?}");
        }
    }
    assert!((150..350).contains(&overlapping), "{overlapping} overlap");
}

#[test]
fn a_stale_tracker_never_changes_an_answer() {
    stale::<f64>();
    stale::<f32>();
}

#[test]
fn invalid_tolerances_are_refused() {
    for tolerance in [0.0, -1.0, 1.0, f64::NAN, f64::INFINITY] {
        let tracker = Tracker::<f64, 3>::new().relative_tolerance(tolerance);
        assert!(tracker.is_err());
    }
    let cone = cone(1.0, 0.5);
    let other = at(cone, [3.0, 1.0, 0.5], [1.0, 2.0, 3.0]);
    for tolerance in [1e-1, 1e-3, 1e-6, 1e-9] {
        let tracker = Tracker::new().relative_tolerance(tolerance);
        let mut tracker = tracker.expect("a tolerance");
        let found = tracker.distance(&cone, &other).expect("they are apart");
        assert!(found.distance - found.lower_bound <= tolerance * found.distance);
    }
}

/// A direction of any length proves no more than the distance. A search from none ends there, and is remembered.
#[test]
fn a_search_for_a_direction_ends_at_the_distance() {
    let cube = cuboid([1.0_f64; 3]);
    let (a, b) = (cube, beside(cube, [3.5, 0.25, 0.0]));
    let toward = vector![1.0, 0.3, -0.2];
    let along = supporting_distance(&a, &b, &toward.normalize());
    for length in [1e-200, 0.1, 1.0, 2.0, 1e100] {
        let mut tracker = Tracker::new().along(toward * length);
        let found = tracker.separate(&a, &b, |_| ControlFlow::Break(()));
        assert!(found.iterations == 1 && (found.normal.norm() - 1.0).abs() < 1e-15);
        assert!((found.lower_bound - along).abs() < 1e-14, "{length:e}");
    }
    let mut tracker = Tracker::new();
    let found = tracker.separate(&a, &b, |_| ControlFlow::Continue(()));
    assert!(found.lower_bound <= 1.5 && found.lower_bound > 1.5 - 1e-14);
    assert!(found.upper_bound >= 1.5 && found.upper_bound < 1.5 + 1e-14);
    assert_eq!(tracker.axis(), Some(&found.normal));
    let again = tracker.separate(&a, &b, |_| ControlFlow::Continue(()));
    assert_eq!((again.normal, again.iterations), (Vector3::x(), 1));
}

/// The points are so near to a cone's mantle that a search may leave a doubt though a vector has proven them apart.
#[test]
fn a_visitor_that_stops_a_search_is_not_asked_again() {
    let cone = cone(0.5, 0.5);
    let mut random = StdRng::seed_from_u64(7);
    for _ in 0..80 {
        let [height, turn] = [1.0, TAU].map(|most| random.random_range(0.0..most));
        let (sin, cos) = f64::sin_cos(turn);
        let across = 0.5 * (1.0 - height) + 3e-13;
        let point = beside(ball(0.0), [across * cos, height - 0.5, across * sin]);
        let axis = random_vector::<f64>(&mut random, 1.0);
        for last in 1..=60 {
            let mut seen = 0;
            Tracker::new().along(axis).separate(&cone, &point, |_| {
                seen += 1;
                if seen < last {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            assert!(seen <= last, "{seen} after {last}");
        }
    }
}
