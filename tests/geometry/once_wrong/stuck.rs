//! Pairs at which the search for a distance got stuck, went round in circles, or took what is no proof for one.

use crate::bodies::*;

/// A search that ended after three steps without progress found some of them twice as far apart.
#[test]
fn cans_that_hardly_tilt_are_as_far_apart_as_their_nearest_rims() {
    let can = cylinder(0.5, 1.0);
    for tilt in [1e-12, 1e-11, 1e-10, 1e-9, 5e-9] {
        for step in 0..40 {
            let (z, x) = (0.157 * f64::from(step)).sin_cos();
            // the lower one leans by the tilt, and its rim comes up by as much
            let place = vector![0.0, -1.0 - 1.7 * tilt, 0.0];
            let lower = posed(can, &Isometry3::new(place, vector![x, 0.0, z] * tilt));
            let apart = proximity(&can, &lower).signed_distance();
            let off = (apart - 0.7 * tilt).abs();
            assert!(off < 0.02 * tilt + 1e-15, "{tilt} {step}: {apart}");
        }
    }
}

/// The search went back and forth between two simplices, as every other step brought its points nearer.
#[test]
fn a_flat_box_beside_a_flat_hull_does_not_go_round_in_circles() {
    let [x, y, z] = [
        0.0030277205822160976,
        1.0593409292505599e-13,
        0.041441967941572753,
    ];
    let e = 1.3141181944781375e-9;
    let points = [
        vector![1.0, e, -1.0],
        vector![1.0, 0.0, -2.0],
        vector![-1.0, e, 1.0],
        vector![2.0, -e, -1.0],
        vector![1.0, -e, -2.0],
    ];
    let hull = ConvexHull::new(&points).expect("a hull");
    let Proximity::Disjoint(closest) = proximity(&cuboid([x, y, z]), &hull) else {
        panic!("they are apart");
    };
    assert!(closest.iterations < 64, "{closest:?}");
}

/// Farther apart than a coordinate may be.
#[test]
fn bodies_at_both_ends_of_the_range_are_apart() {
    let [a, b] = [-6e14f32, 6e14].map(|x| posed(ball(1.0), &Isometry3::translation(x, 0.0, 0.0)));
    let far = distance(&a, &b).expect("they are apart");
    assert!((far.distance / 1.2e15 - 1.0).abs() < 1e-6, "{far:?}");
    assert_eq!(proximity(&a, &b).signed_distance(), far.distance);
    assert!(!intersects(&a, &b, &mut Vector3::x()));
}

/// A cube whose lowest corner is infinitely far away.
struct Endless;

impl SupportMap<f64, 3> for Endless {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        if direction.normalize().max() < -0.5 {
            Vector3::repeat(f64::INFINITY)
        } else {
            direction.map(|x| 1f64.copysign(x))
        }
    }

    fn interior_point(&self) -> Vector3<f64> {
        vector![1.0, 1.0, -1.0]
    }
}

#[test]
fn a_body_with_an_infinite_point_is_not_proven_disjoint() {
    let ball = posed(ball(0.5), &Isometry3::translation(-3.0, -3.0, -3.0));
    assert!(distance(&Endless, &ball).is_none());
    let found = proximity(&Endless, &ball);
    assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
}
