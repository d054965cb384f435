//! Distances and intersection tests of bodies at rest by closed forms.

use std::ops::ControlFlow;

use nalgebra::vector;
use photofinish::gjk::{Closest, distance, visit};
use photofinish::support::Feature;
use photofinish::{SupportMap, Tracker};

use crate::bodies::{at, ball, beside, capsule, cuboid, cylinder, hull_of, penetration, point_set};

fn closest(a: &impl SupportMap<f64, 3>, b: &impl SupportMap<f64, 3>) -> Closest<f64, 3> {
    distance(a, b).expect("the bodies are apart")
}

#[test]
fn faces_edges_and_vertices_are_as_far_apart_as_geometry_says() {
    let cube = cuboid([1.0; 3]);
    let face = closest(&cube, &beside(cube, [3.0, 0.5, 0.25]));
    assert!(face.distance == 1.0 && (face.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-15);
    let edge = closest(&cube, &beside(cube, [5.0, 6.0, 0.5]));
    assert!((edge.distance - 5.0).abs() < 1e-14);
    assert!((edge.contact.normal - vector![0.6, 0.8, 0.0]).norm() < 1e-14);
    let vertex = closest(&cube, &beside(cube, [3.0, 4.0, 4.0]));
    assert!((vertex.distance - 3.0).abs() < 1e-14);
    assert!((vertex.contact.witness_a - vector![1.0, 1.0, 1.0]).norm() < 1e-14);
    assert!((vertex.contact.witness_b - vector![2.0, 3.0, 3.0]).norm() < 1e-14);
}

#[test]
fn radii_are_subtracted_exactly() {
    let found = closest(&ball(1.0), &beside(ball(1.0), [3.0, 0.0, 0.0]));
    let ends = found.contact.witnesses().map(|point| point.x);
    assert_eq!((found.distance, ends), (1.0, [1.0, 2.0]));
    let across = at(capsule(2.0, 0.5), [0.0, 0.0, 3.0], [0.0, 0.0, 1.0]);
    assert!((closest(&capsule(2.0, 0.5), &across).distance - 2.0).abs() < 1e-14);
    let found = penetration(&ball(1.0), &beside(ball(1.0), [1.5, 0.0, 0.0]));
    let found = found.expect("they overlap");
    let (depth, normal) = (found.depth, found.contact.normal);
    assert_eq!((depth, normal), (0.5, vector![1.0, 0.0, 0.0]));
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

/// Point sets have their location at the origin, wherever their points lie. Their size may be anything.
#[test]
fn bodies_located_at_the_origin_may_have_any_size() {
    for size in [1e-90, 1e-3, 1.0, 1e6, 1e90] {
        let set = |points: [[f64; 3]; 4]| point_set(&points.map(|point| point.map(|x| x * size)));
        let low = set([
            [-2.0, -1.5, 0.0],
            [2.0, -1.0, 0.0],
            [0.5, 2.0, 0.0],
            [0.0, 0.0, -3.0],
        ]);
        let high = set([
            [-1.5, 0.5, 0.75],
            [1.0, -2.0, 0.75],
            [1.5, 1.0, 0.75],
            [0.0, 0.1, 4.0],
        ]);
        let found = closest(&low, &high);
        assert!((found.distance / size - 0.75).abs() < 1e-14, "{found:?}");
        assert!(found.lower_bound / size > 0.75 - 1e-13, "{found:?}");
    }
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
