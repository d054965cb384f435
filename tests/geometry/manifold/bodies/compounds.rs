//! Bodies of several convex pieces on one face.

use crate::bodies::*;

use super::{Body, assert_places, at, boxes, cuboid, floor, ground, shifted, touch};

/// An L that lies flat: its middle is at the inner corner, and it is one high.
fn lying_l<T: Real>() -> Compound<AnyShape<T, 3>, T, 3> {
    boxes(&[
        ([2.0, 1.0, 1.0], [0.0, 0.5, -0.5]),
        ([1.0, 1.0, 1.0], [-0.5, 0.5, 0.5]),
    ])
}

/// The corners of the polygon around the L; the corner inside and the ends of the seam hold nothing.
const OUTLINE: [[f64; 2]; 5] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 1.0],
];

fn l_touches_in_its_outline<T: Real>() {
    let half_space = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a floor");
    let grounds: [Body<T>; 3] = [
        AnyBody::Floor(half_space),
        ground(),
        at(floor::<T>(), Isometry3::identity()),
    ];
    let allowed = T::SQRT_EPSILON.as_f64() * 10.0;
    let place = [2.3, 0.0, 2.6];
    let outline = OUTLINE.map(|[x, z]| vector![x + place[0], 0.0, z + place[2]]);
    for ground in &grounds {
        let body = at(lying_l::<T>(), shifted(place));
        let manifold = || BodyManifold::new(T::of(0.01));
        let all = touch(manifold().max_points(99), (ground, &body));
        assert_places(&all, &outline, allowed);
        let four = touch(manifold(), (ground, &body));
        assert_eq!(four.len(), 4);
        assert!(four.iter().all(|point| all.contains(point)), "{four:#?}");
    }
}

#[test]
fn an_l_touches_in_its_outline() {
    l_touches_in_its_outline::<f64>();
    l_touches_in_its_outline::<f32>();
}

/// Two bars side by side: the corners where they meet are in the middle of the sides, though their names come first.
#[test]
fn the_first_point_is_a_corner_of_the_whole() {
    let body = boxes(&[
        ([1.0, 1.0, 1.0], [0.5, 0.5, 0.0]),
        ([1.0, 1.0, 1.0], [-0.5, 0.5, 0.0]),
    ]);
    let body = at(body, Isometry3::identity());
    let corners = [[-1.0, -0.5], [-1.0, 0.5], [1.0, -0.5], [1.0, 0.5]];
    let points = touch(BodyManifold::new(0.01), (&ground(), &body));
    assert_places(&points, &corners.map(|[x, z]| vector![x, 0.0, z]), 1e-7);
}

/// Both pieces are on top of each other; the second one reaches deeper.
#[test]
fn of_points_at_one_place_the_deepest_counts() {
    let body = boxes(&[
        ([1.0, 1.0, 1.0], [0.0, 0.503, 0.0]),
        ([1.0, 1.0, 1.0], [0.0, 0.5, 0.0]),
    ]);
    let body = at(body, Isometry3::identity());
    let points = touch::<f64>(BodyManifold::new(0.01), (&ground(), &body));
    assert_eq!(points.len(), 4);
    for point in &points {
        assert_eq!(point.id.pieces, (0, 1));
        assert!(point.separation.abs() < 1e-7);
    }
}

/// A step and a wall behind it: every normal has points of its own.
#[test]
fn each_normal_has_its_points() {
    let stairs = boxes(&[
        ([4.0, 1.0, 4.0], [0.0, -0.5, 0.0]),
        ([1.0, 4.0, 4.0], [-1.5, 0.0, 0.0]),
    ]);
    let stairs = at(stairs, Isometry3::identity());
    let body = at(
        cuboid::<f64>([1.0, 1.0, 1.0]),
        shifted([-0.502, 0.499, 0.3]),
    );
    let points = touch(BodyManifold::new(0.01), (&stairs, &body));
    assert_eq!(points.len(), 8);
    for (normal, depth) in [(Vector3::y(), 0.001), (Vector3::x(), 0.002)] {
        let along = points
            .iter()
            .filter(|point| (point.normal - normal).norm() < 1e-9);
        assert_eq!(along.clone().count(), 4, "{points:#?}");
        for point in along {
            assert!((point.separation + depth).abs() < 1e-9, "{point:#?}");
        }
    }
    // those of one normal stand together
    let changes = points
        .windows(2)
        .filter(|pair| pair[0].normal != pair[1].normal);
    assert_eq!(changes.count(), 1);
}
