//! Distances and intersection tests of bodies at rest by closed forms.

use std::ops::ControlFlow;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::Tracker;
use photofinish::epa::penetration;
use photofinish::gjk::{Closest, distance, visit};
use photofinish::shape::{Ball, Capsule, ConvexHull, Cuboid, Cylinder, PointSet};
use photofinish::support::{Feature, Posed};

fn closest(found: Option<Closest<f64, 3>>) -> Closest<f64, 3> {
    found.expect("the bodies are apart")
}

fn cuboid(x: f64, y: f64, z: f64) -> Cuboid<f64, 3> {
    Cuboid::new(vector![x, y, z]).expect("a box")
}

#[test]
fn faces_edges_and_vertices_are_as_far_apart_as_geometry_says() {
    let unit = cuboid(1.0, 1.0, 1.0);
    let apart = |x: f64, y: f64, z: f64| {
        let other = Posed::new(unit, &Isometry3::translation(x, y, z)).expect("a pose");
        closest(distance(&unit, &other))
    };
    let face = apart(3.0, 0.5, 0.25);
    assert!(face.distance == 1.0 && (face.contact.normal - vector![1.0, 0.0, 0.0]).norm() < 1e-15);
    let edge = apart(5.0, 6.0, 0.5);
    assert!((edge.distance - 5.0).abs() < 1e-14);
    assert!((edge.contact.normal - vector![0.6, 0.8, 0.0]).norm() < 1e-14);
    let vertex = apart(3.0, 4.0, 4.0);
    assert!((vertex.distance - 3.0).abs() < 1e-14);
    assert!((vertex.contact.witness_a - vector![1.0, 1.0, 1.0]).norm() < 1e-14);
    assert!((vertex.contact.witness_b - vector![2.0, 3.0, 3.0]).norm() < 1e-14);
}

#[test]
fn radii_are_subtracted_exactly() {
    let ball = |x: f64| {
        let pose = Isometry3::translation(x, 0.0, 0.0);
        Posed::new(Ball::new(1.0).expect("a ball"), &pose).expect("a pose")
    };
    let apart = closest(distance(&ball(0.0), &ball(3.0)));
    let ends = [apart.contact.witness_a.x, apart.contact.witness_b.x];
    assert_eq!((apart.distance, ends), (1.0, [1.0, 2.0]));
    let capsule = Capsule::new(2.0, 0.5).expect("a capsule");
    let across = Isometry3::new(vector![0.0, 0.0, 3.0], vector![0.0, 0.0, 1.0]);
    let across = Posed::new(capsule, &across).expect("a pose");
    assert!((closest(distance(&capsule, &across)).distance - 2.0).abs() < 1e-14);
    let overlap = penetration(&ball(0.0), &ball(1.5)).expect("they overlap");
    let (depth, normal) = (overlap.depth, overlap.contact.normal);
    assert_eq!((depth, normal), (0.5, vector![1.0, 0.0, 0.0]));
}

#[test]
fn every_iterate_bounds_the_distance_and_the_bounds_meet() {
    let a = cuboid(1.0, 2.0, 0.5);
    let pose = Isometry3::new(vector![3.0, 2.0, 1.0], vector![0.4, 0.9, -0.2]);
    let b = Posed::new(cuboid(0.3, 0.3, 3.0), &pose).expect("a pose");
    let exact = closest(distance(&a, &b)).distance;
    let (mut bounds, mut iterations) = ((f64::NEG_INFINITY, f64::INFINITY), 0);
    let found = closest(visit(&a, &b, vector![0.0, 1.0, 0.0], |iterate| {
        assert!((iterate.direction.norm() - 1.0).abs() < 1e-15);
        assert!(iterate.supporting_distance <= exact + 1e-14);
        let (lower, upper) = (iterate.lower_bound, iterate.upper_bound);
        assert!((bounds.0..=exact + 1e-14).contains(&lower));
        assert!((exact - 1e-14..=bounds.1).contains(&upper));
        (bounds, iterations) = ((lower, upper), iterations + 1);
        ControlFlow::Continue(())
    }));
    assert!((found.distance - exact).abs() < 1e-14);
    assert_eq!(found.iterations, iterations);
}

/// Point sets have their location at the origin, wherever their points lie. Their size may be anything.
#[test]
fn bodies_located_at_the_origin_may_have_any_size() {
    for size in [1e-90, 1e-3, 1.0, 1e6, 1e90] {
        let set = |points: [[f64; 3]; 4]| {
            let points = points.map(|point| Vector3::from(point) * size);
            PointSet::new(points.to_vec()).expect("points")
        };
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
        let found = closest(distance(&low, &high));
        assert!(
            (found.distance / size - 0.75).abs() < 1e-14,
            "{found:?} at {size}"
        );
        assert!(found.lower_bound / size > 0.75 - 1e-13, "{found:?}");
    }
}

/// Products of six lengths are no numbers here. A search in double precision once took one pair for disjoint, and the
/// others for overlapping.
#[test]
fn tiny_bodies_are_as_far_apart_as_large_ones() {
    let mut tracker = Tracker::new();
    for e in [1.0, 1e-28, 1e-33, 1e-41, 1e-50, 1e-80, 1e-110] {
        let at = |x: f64, y: f64, z: f64| Isometry3::translation(x * e, y * e, z * e);
        let cube = cuboid(e, e, e);
        let ball = Posed::new(Ball::new(e).expect("a ball"), &at(0.1, 3.0, 0.2)).expect("a pose");
        for found in [distance(&cube, &ball), tracker.distance(&cube, &ball)] {
            assert!((closest(found).distance / e - 1.0).abs() < 1e-13, "{e:e}");
        }
        let cylinder = Cylinder::new(e, e).expect("a cylinder");
        let beside = |x: f64| Posed::new(cube, &at(x, 0.3, 0.2)).expect("a pose");
        assert!(distance(&cylinder, &beside(1.9)).is_none(), "{e:e}");
        let found = closest(distance(&cylinder, &beside(3.0)));
        assert!((found.distance / e - 1.0).abs() < 1e-9, "{e:e}");
        assert!(found.lower_bound <= e * (1.0 + 1e-15), "{e:e}");
    }
}

/// The nearest features span a sliver, whose normal is another way than the points are.
#[test]
fn points_of_rounded_bodies_are_the_distance_apart() {
    let capsule = Capsule::new(0.3147366398640189, 0.5).expect("a capsule");
    let cylinder = Cylinder::new(0.8209119974314774, 0.5).expect("a cylinder");
    let place = vector![0.3113385178732687, 1.257249051646629, 0.22571274812361955];
    let turn = vector![0.8017615028766738, -0.35421335524053776, 0.9087183406537962];
    let cylinder = Posed::new(cylinder, &Isometry3::new(place, turn)).expect("a pose");
    let found = closest(distance(&capsule, &cylinder));
    let apart = (found.contact.witness_b - found.contact.witness_a).norm();
    assert!((apart - found.distance).abs() < 2e-15, "{apart:e}");
}

/// The nearest point is a vertex of one body and inside a face of the other. All points of the simplex share that
/// vertex, and it counts once.
#[test]
fn a_vertex_that_faces_a_face_is_one_feature() {
    let hull = |corners: [[f64; 3]; 4]| ConvexHull::new(&corners.map(Vector3::from)).expect("one");
    let peak = hull([
        [0.1, 0.25, 0.05],
        [-1.0, 1.0, -0.75],
        [1.0, 1.5, -0.5],
        [0.25, 1.25, 1.0],
    ]);
    let ground = hull([
        [-3.0, 0.0, -2.5],
        [3.5, 0.0, -2.0],
        [0.25, 0.0, 4.0],
        [0.0, -1.0, 0.0],
    ]);
    let found = closest(distance(&ground, &peak));
    assert!((found.distance - 0.25).abs() < 1e-15);
    let [of_ground, of_peak] = found.contact.features();
    assert!(matches!(of_ground, Feature::Face(_)), "{found:?}");
    assert_eq!(of_peak, Feature::Vertex(0));
}
