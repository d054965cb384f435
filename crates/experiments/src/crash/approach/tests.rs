//! Bounds of an approach against sampled motions.

use super::super::boxes::{Content, slab_of};
use super::*;
use nalgebra::{Rotation3, vector};
use photofinish::proximity;
use photofinish::shape::ConvexHull;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const KEPT: f64 = 0.01;

fn random(rng: &mut StdRng, size: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| rng.random_range(-size..size))
}

/// A box of a body, of random size and place.
fn node(rng: &mut StdRng) -> Node {
    Node {
        center: random(rng, 0.5),
        half: random(rng, 0.4).abs(),
        content: Content::Piece(0),
    }
}

/// A body that turns steadily.
fn course(rng: &mut StdRng) -> Course {
    let spin = random(rng, 6.0);
    let rotation = Rotation3::new(random(rng, 2.0)).into_inner();
    let spin_in_body = rotation.tr_mul(&spin);
    Course {
        rotation,
        place: random(rng, 1.2),
        velocity: random(rng, 1.0),
        spin_in_body,
        across: Vector3::from_fn(|axis, _| spin_in_body.cross(&Vector3::ith(axis, 1.0)).norm()),
        rounding: 0.0,
        fastest: spin.norm(),
        change: 0.0,
        gravity: vector![0.0, -9.81, 0.0] * f64::from(rng.random_range(0..2)),
    }
}

/// Returns where points of a body are after a time.
fn moved(course: &Course, points: &[Vector3<f64>], time: f64) -> ConvexHull<f64, 3> {
    let turn = Rotation3::new(course.rotation * course.spin_in_body * time) * course.rotation;
    let fallen = course.velocity * time + course.gravity * (0.5 * time * time);
    let points = points
        .iter()
        .map(|point| turn * point + course.place + fallen);
    ConvexHull::new(&points.collect::<Vec<_>>()).unwrap()
}

fn corners(node: &Node) -> Vec<Vector3<f64>> {
    let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |index: u32| Vector3::from_fn(|axis, _| sign(index >> axis & 1));
    let corners = (0..8).map(corner);
    corners
        .map(|corner| node.center + node.half.component_mul(&corner))
        .collect()
}

/// Checks what is said of two bodies with these points, and returns whether that is neither nothing nor all.
fn check(near: Nearness, courses: [Course; 2], points: [&[Vector3<f64>]; 2]) -> bool {
    for sample in 0..=16 {
        let time = near.free.min(1.0) * f64::from(sample) / 16.0;
        let [a, b] = [0, 1].map(|body| moved(&courses[body], points[body], time));
        let distance = proximity(&a, &b).signed_distance();
        assert!(sample > 0 || distance >= near.gap + KEPT - 1e-9);
        assert!(
            near.free == 0.0 || distance >= KEPT - 1e-9,
            "{near:?} {time} {distance}"
        );
    }
    near.free > 0.0 && near.free < 1.0
}

/// Returns the largest coordinate of points along a vector.
fn reach(points: &[Vector3<f64>], along: &Vector3<f64>) -> f64 {
    let along = points.iter().map(|point| point.dot(along));
    along.fold(f64::NEG_INFINITY, f64::max)
}

/// Points of a box, by two of which it is seen that the box is no larger than it has to be.
fn points_in(rng: &mut StdRng, node: &Node) -> Vec<Vector3<f64>> {
    let share = |rng: &mut StdRng| random(rng, 1.0);
    let points = (0..6).map(|_| node.center + node.half.component_mul(&share(rng)));
    points.collect()
}

/// Parts keep their distance as long as is said of their hulls, along any direction.
#[test]
fn hulls_keep_their_distance_as_long_as_is_said() {
    let rng = &mut StdRng::seed_from_u64(20261126);
    let mut told = 0;
    for round in 0..4000 {
        let (a, b) = (node(rng), node(rng));
        let points = [points_in(rng, &a), points_in(rng, &b)];
        let courses = [course(rng), course(rng)];
        let approach = Approach::new(courses, KEPT);
        let between = approach.between([&a, &b]) + random(rng, 0.3);
        let times = [(0.25, 1.0), (0.05, 0.2)][round % 2];
        let near = approach.of_hulls([&a, &b], &between.normalize(), times, |body, along| {
            reach(&points[body], along)
        });
        told += u32::from(check(near, courses, [&points[0], &points[1]]));
    }
    assert!(told > 500, "{told}");
}

/// The box around a part stays as far from what is at rest as is said.
#[test]
fn boxes_keep_their_distance_from_boxes_at_rest_as_long_as_is_said() {
    const TIME: f64 = 0.25;
    let rng = &mut StdRng::seed_from_u64(20261128);
    let mut told = 0;
    for _ in 0..4000 {
        let (a, b) = (node(rng), node(rng));
        let courses = [course(rng), Course::at_rest()];
        let approach = Approach::new(courses, KEPT);
        let near = approach.swept(&a, TIME).near(&b, TIME);
        told += u32::from(check(near, courses, [&corners(&a), &corners(&b)]));
    }
    assert!(told > 500, "{told}");
}

/// A triangle is seen by its slab.
#[test]
fn boxes_keep_their_distance_from_triangles_as_long_as_is_said() {
    let rng = &mut StdRng::seed_from_u64(20261127);
    let mut told = 0;
    for _ in 0..2000 {
        let a = node(rng);
        let triangle = [0; 3].map(|_| random(rng, 1.0));
        let slab = slab_of(triangle);
        let courses = [course(rng), Course::at_rest()];
        let near = Approach::new(courses, KEPT).of_slab(&a, &slab, 0.5);
        told += u32::from(check(near, courses, [&corners(&a), &triangle]));
    }
    assert!(told > 300, "{told}");
}

/// What is said from bounds of the acceleration for a time does not go on to times at which these do not hold.
#[test]
fn bodies_that_tumble_are_bounded_for_some_time_only() {
    const TIME: f64 = 1e-3;
    let rng = &mut StdRng::seed_from_u64(20261128);
    let mut told = 0;
    for _ in 0..200 {
        let (a, b) = (node(rng), node(rng));
        let tumbling = [course(rng), course(rng)].map(|course| Course {
            change: 1e-3,
            ..course
        });
        let approach = Approach::new(tumbling, KEPT);
        let between = approach.between([&a, &b]).normalize();
        let points = [corners(&a), corners(&b)];
        let near = approach.of_pieces([&a, &b], (&between, TIME), |body, along| {
            reach(&points[body], along)
        });
        // with the bound for all of the time that is said they keep their distance as well
        let sum = |time: f64| {
            let bends = [(&tumbling[0], &a), (&tumbling[1], &b)];
            bends
                .map(|(body, of)| body.bend(of, time))
                .iter()
                .sum::<f64>()
        };
        let mean = (sum(0.0) * 2.0 + sum(near.free)) / 3.0;
        assert!(
            near.free == 0.0 || mean <= sum(TIME) * (1.0 + 1e-12),
            "{near:?}"
        );
        told += u32::from(near.free > TIME);
    }
    assert!(told > 50, "{told}");
}
