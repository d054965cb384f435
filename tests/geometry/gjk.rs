//! Distances and intersection tests of bodies at rest by closed forms.

use std::ops::ControlFlow;

use crate::bodies::*;

fn closest(a: &impl SupportMap<f64, 3>, b: &impl SupportMap<f64, 3>) -> Closest<f64, 3> {
    distance(a, b).expect("the bodies are apart")
}

#[test]
fn every_iterate_bounds_the_distance_and_the_bounds_meet() {
    let a = cuboid([1.0, 2.0, 0.5]);
    let b = at(cuboid([0.3, 0.3, 3.0]), [3.0, 2.0, 1.0], [0.4, 0.9, -0.2]);
    let exact = closest(&a, &b).distance;
    let (mut bounds, mut iterations) = ((f64::NEG_INFINITY, f64::INFINITY), 0);
    let found = visit(&a, &b, vector![0.0, 1.0, 0.0], |iterate| {
        assert!((iterate.direction.norm() - 1.0).abs() < 1e-15);
        assert!(iterate.supporting_distance <= exact + 1e-14);
        let (lower, upper) = (iterate.lower_bound, iterate.upper_bound);
        assert!((bounds.0..=exact + 1e-14).contains(&lower));
        assert!((exact - 1e-14..=bounds.1).contains(&upper));
        (bounds, iterations) = ((lower, upper), iterations + 1);
        ControlFlow::Continue(())
    });
    let found = found.expect("the bodies are apart");
    assert!((found.distance - exact).abs() < 1e-14);
    assert_eq!(found.iterations, iterations);
}

/// Products of six lengths are no numbers here. A search in double precision once took one pair for disjoint, and the
/// others for overlapping.
#[test]
fn tiny_bodies_are_as_far_apart_as_large_ones() {
    let mut tracker = Tracker::new();
    for e in [1.0_f64, 1e-28, 1e-33, 1e-41, 1e-50, 1e-80, 1e-110] {
        let cube = cuboid([e; 3]);
        let ball = beside(ball(e), [0.1 * e, 3.0 * e, 0.2 * e]);
        for found in [distance(&cube, &ball), tracker.distance(&cube, &ball)] {
            let found = found.expect("they are apart");
            assert!((found.distance / e - 1.0).abs() < 1e-13, "{e:e}");
        }
        let cylinder = cylinder(e, e);
        let cube_at = |x: f64| beside(cube, [x * e, 0.3 * e, 0.2 * e]);
        assert!(distance(&cylinder, &cube_at(1.9)).is_none(), "{e:e}");
        let found = closest(&cylinder, &cube_at(3.0));
        assert!((found.distance / e - 1.0).abs() < 1e-9, "{e:e}");
        assert!(found.lower_bound <= e * (1.0 + 1e-15), "{e:e}");
    }
}

/// The nearest features span a sliver, whose normal is another way than the points are.
#[test]
fn points_of_rounded_bodies_are_the_distance_apart() {
    let place = [0.3113385178732687, 1.257249051646629, 0.22571274812361955];
    let turn = [0.8017615028766738, -0.35421335524053776, 0.9087183406537962];
    let cylinder = at(cylinder(0.8209119974314774, 0.5), place, turn);
    let found = closest(&capsule(0.3147366398640189, 0.5), &cylinder);
    let apart = (found.contact.witness_b - found.contact.witness_a).norm();
    assert!((apart - found.distance).abs() < 2e-15, "{apart:e}");
}

/// The nearest point is a vertex of one body and inside a face of the other. All points of the simplex share that
/// vertex, and it counts once.
#[test]
fn a_vertex_that_faces_a_face_is_one_feature() {
    let peak = [
        [0.1, 0.25, 0.05],
        [-1.0, 1.0, -0.75],
        [1.0, 1.5, -0.5],
        [0.25, 1.25, 1.0],
    ];
    let ground = [
        [-3.0, 0.0, -2.5],
        [3.5, 0.0, -2.0],
        [0.25, 0.0, 4.0],
        [0.0, -1.0, 0.0],
    ];
    let found = closest(&hull_of(&ground), &hull_of(&peak));
    assert!((found.distance - 0.25).abs() < 1e-15);
    let [of_ground, of_peak] = found.contact.features();
    assert!(matches!(of_ground, Feature::Face(_)), "{found:?}");
    assert_eq!(of_peak, Feature::Vertex(0));
}
