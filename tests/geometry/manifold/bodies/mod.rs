//! Manifolds of bodies of many pieces, in a plane of several pieces, and on half-spaces.

mod apart;
mod compounds;
mod frames;
mod planes;
mod refused;

use std::collections::HashSet;

use crate::bodies::*;

type Body<T> = AnyBody3<AtRest3<T>, T>;

/// Returns the points in which two bodies at rest touch.
fn touch<T: Real>(
    mut manifold: BodyManifold3<T>,
    (a, b): (&Body<T>, &Body<T>),
) -> Vec<BodyPoint<T, 3>> {
    let points = manifold.update_at(a, b, T::of(0.0));
    points.expect("finite bodies").to_vec()
}

/// Returns a body of this form that rests at a pose.
fn at<T: Real>(
    form: impl Into<AnyForm<AnyShape<T, 3>, AnyPieces<T, 3>>>,
    pose: Isometry3<T>,
) -> Body<T> {
    AnyBody::new(form.into(), AtRest3::new(pose).expect("a pose"))
}

fn cuboid<T: Real>(sides: [f64; 3]) -> AnyShape<T, 3> {
    let half = Vector3::from(sides).map(|side| T::of(side * 0.5));
    Cuboid::new(half).expect("a box").into()
}

fn shifted<T: Real>([x, y, z]: [f64; 3]) -> Isometry3<T> {
    Isometry3::translation(T::of(x), T::of(y), T::of(z))
}

/// Returns boxes with these sides at these places.
fn boxes<T: Real>(boxes: &[([f64; 3], [f64; 3])]) -> Compound<AnyShape<T, 3>, T, 3> {
    let pieces = boxes.iter().map(|&(sides, place)| {
        let piece = PosedShape::new(cuboid(sides), &shifted(place));
        piece.expect("a pose").into()
    });
    Compound::new(pieces.collect()).expect("pieces")
}

/// A flat floor of 50 triangles at height zero: x and z are from 0 to 5, and the points at whole numbers.
fn floor<T: Real>() -> TriMesh<T> {
    TriMesh::height_field(&[T::of(0.0); 36], 6, [T::of(1.0); 2]).expect("a grid")
}

/// A block with its top at height zero, from -10 to 10.
fn ground<T: Real>() -> Body<T> {
    at(cuboid([20.0, 2.0, 20.0]), shifted([0.0, -1.0, 0.0]))
}

/// Checks that the points are at these places, in any order.
fn assert_places<T: Real, const D: usize>(
    points: &[BodyPoint<T, D>],
    expected: &[SVector<f64, D>],
    allowed: f64,
) {
    assert_eq!(points.len(), expected.len(), "{points:#?}");
    for place in expected {
        let mut ways = points
            .iter()
            .map(|point| point.middle().map(T::as_f64) - place);
        assert!(
            ways.any(|way| way.norm() <= allowed),
            "{place} is not in {points:#?}"
        );
    }
    for point in points {
        let way = (point.witness_b - point.witness_a).map(T::as_f64);
        let along = point.normal.map(T::as_f64) * point.separation.as_f64();
        assert!((way - along).norm() <= allowed, "{point:#?}");
    }
    let names: HashSet<_> = points.iter().map(|point| point.id).collect();
    assert_eq!(names.len(), points.len(), "{points:#?}");
}

/// The corners of a box's lower side, for a box that stands at a place turned about its upright axis.
fn lower_corners([x, y, z]: [f64; 3], turn: f64, sides: [f64; 3]) -> Vec<Vector3<f64>> {
    let pose = Isometry3::new(vector![x, y, z], vector![0.0, turn, 0.0]);
    let [x, y, z] = sides.map(|side| side * 0.5);
    let corners = [[-x, -z], [-x, z], [x, z], [x, -z]];
    let corners = corners.map(|[x, z]| (pose * Point3::new(x, -y, z)).coords);
    corners.to_vec()
}
