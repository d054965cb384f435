//! Manifolds of bodies of many pieces, in a plane of several pieces, and on half-spaces.

mod apart;
mod compounds;
mod frames;
mod planes;
mod refused;

use nalgebra::{Isometry3, SVector, Vector3, vector};
use photofinish::body::{AnyBody, AnyBody3, AnyForm};
use photofinish::motion::AtRest3;
use photofinish::pieces::{AnyPieces, TriMesh};
use photofinish::shape::{AnyShape, Cuboid};
use photofinish::{BodyManifold3, BodyPoint, Real};

type Body<T> = AnyBody3<AtRest3<T>, T>;

/// Returns the points in which two bodies at rest touch.
fn touch<T: Real>(
    manifold: BodyManifold3<T>,
    (a, b): (&Body<T>, &Body<T>),
) -> Vec<BodyPoint<T, 3>> {
    let mut manifold = manifold;
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

/// A flat floor of 50 triangles at height zero: x and z are from 0 to 5, and the points at whole numbers.
fn floor<T: Real>() -> TriMesh<T> {
    TriMesh::height_field(&[T::of(0.0); 36], 6, [T::of(1.0); 2]).expect("a grid")
}

/// Checks that the points are at these places, in any order.
fn assert_places<T: Real, const D: usize>(
    points: &[BodyPoint<T, D>],
    expected: &[SVector<f64, D>],
    allowed: f64,
) {
    assert_eq!(points.len(), expected.len(), "{points:#?}");
    for place in expected {
        let is_there = |point: &BodyPoint<T, D>| {
            let way = point.middle().map(T::as_f64) - place;
            way.norm() <= allowed
        };
        assert!(points.iter().any(is_there), "{place} is not in {points:#?}");
    }
    for (index, point) in points.iter().enumerate() {
        let way = (point.witness_b - point.witness_a).map(T::as_f64);
        let along = point.normal.map(T::as_f64) * point.separation.as_f64();
        assert!((way - along).norm() <= allowed, "{point:#?}");
        let others = &points[..index];
        assert!(
            others.iter().all(|other| other.id != point.id),
            "{points:#?}"
        );
    }
}

/// The corners of a box's lower side, for a box that stands at a place turned about its upright axis.
fn lower_corners([x, y, z]: [f64; 3], turn: f64, sides: [f64; 3]) -> Vec<Vector3<f64>> {
    let pose = Isometry3::new(vector![x, y, z], vector![0.0, turn, 0.0]);
    let corner = |(i, j): (f64, f64)| {
        let corner = vector![i * sides[0], -sides[1], j * sides[2]] * 0.5;
        (pose * nalgebra::Point3::from(corner)).coords
    };
    let signs = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
    signs.into_iter().map(corner).collect()
}
