//! Distances by boxes and touching pieces, against the nearest pieces.

use super::*;
use photofinish::pieces::distance_by_boxes;

/// No bound is above the distance, and bodies that are far apart have one that is of use.
fn below_the_distance<T: Real>() {
    let mut random = random(61);
    let (mut apart, mut sum, mut bounds) = (0, 0.0, 0.0);
    for case in 0..60 {
        let (a, b) = (
            star::<T>(&mut random, 1 + case % 12),
            star::<T>(&mut random, 9),
        );
        let a = MovingPieces::new(&a, flight(&mut random, 0.5));
        let b = MovingPieces::new(&b, spin(&mut random, 0.5));
        for time in [0.0, 0.3, 0.6].map(T::of) {
            let nearest = nearest_pieces(&a, &b, time).unwrap().proximity;
            let distance = nearest.signed_distance();
            let bound = distance_by_boxes(&a, &b, time, T::of(9.0)).unwrap();
            assert!(bound >= T::zero());
            let touch = pieces_touch(&a, &b, time).unwrap();
            assert_eq!(touch.is_some(), distance <= T::zero());
            assert!(bound <= distance.max(T::zero()), "{bound} {distance}");
            let half = bound * T::of(0.5);
            assert!(distance_by_boxes(&a, &b, time, half).unwrap() == half);
            if distance > T::of(0.3) {
                apart += 1;
                sum += distance.as_f64();
                bounds += bound.as_f64();
            }
        }
    }
    assert!(apart > 45, "{apart}");
    assert!(bounds > 0.7 * sum, "{bounds} {sum}");
}

#[test]
fn distances_by_boxes_are_lower_bounds() {
    below_the_distance::<f64>();
    below_the_distance::<f32>();
}
