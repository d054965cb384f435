//! Bodies that are apart have no points in which they overlap, beside rims, ridges and corners too.

use nalgebra::{Isometry2, Isometry3, SVector, Vector2, Vector3};
use photofinish::body::AnyBody;
use photofinish::motion::{AtRest2, AtRest3, Motion};
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, Polyline, TriMesh, nearest_pieces};
use photofinish::shape::AnyShape;
use photofinish::support::SupportMap;
use photofinish::{BodyManifold, Proximity, Real};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{at, touch};
use crate::bodies::{capsule, cuboid, segment};

/// The segment comes over a rim of the floor from above. Its middle is beyond the rim, and below the floor.
#[test]
fn a_segment_over_a_rim_is_above_it() {
    let floor = TriMesh::height_field(&[0.0; 6], 3, [0.8, 0.6]).expect("a grid");
    let floor = at(floor, Isometry3::identity());
    let ends = [[1.019766, -0.250897, -1.300798], [0.005555, 0.01, 0.010053]];
    let segment = segment(ends);
    let segment = at(AnyShape::from(segment), Isometry3::identity());
    let points = touch(BodyManifold::new(0.01), (&floor, &segment));
    assert!(!points.is_empty());
    for point in &points {
        assert!(point.normal.y > 0.9, "{points:#?}");
        assert!(point.separation > 0.007, "{points:#?}");
    }
}

const MARGIN: f64 = 0.05;

type Body<M, T, const D: usize> = AnyBody<AnyShape<T, D>, AnyPieces<T, D>, M, T, D>;

/// Brings a body, which `place` places, near a surface, and checks all points. Returns whether both came near each
/// other.
fn check<T: Real, M: Motion<T, D>, const D: usize>(
    surface: (&AnyPieces<T, D>, M),
    (body, from): (AnyPieces<T, D>, SVector<T, D>),
    place: impl Fn(SVector<T, D>) -> M,
    gap: f64,
) -> bool
where
    AnyShape<T, D>: SupportMap<T, D>,
{
    let ground = MovingPieces::new(surface.0.clone(), surface.1);
    let at = |way: SVector<T, D>| MovingPieces::new(body.clone(), place(way));
    let nearest = |way| nearest_pieces(&ground, &at(way), T::of(0.0)).expect("finite bodies");
    let far = nearest(from).proximity;
    let Proximity::Disjoint(_) = far else {
        return false;
    };
    let way = from - far.contact().normal * (far.signed_distance() - T::of(gap));
    let near = nearest(way).proximity;
    let distance = near.signed_distance().as_f64();
    if !(0.0..MARGIN * 0.9).contains(&distance) {
        return false;
    }
    let ground: Body<M, T, D> = AnyBody::Pieces(ground);
    let body: Body<M, T, D> = AnyBody::Pieces(at(way));
    let mut manifold = BodyManifold::new(T::of(MARGIN));
    let points = manifold
        .update_at(&ground, &body, T::of(0.0))
        .expect("finite bodies");
    assert!(!points.is_empty(), "{near:#?}");
    let allowed = T::SQRT_EPSILON.as_f64() * 16.0;
    for point in points {
        let separation = point.separation.as_f64();
        assert!(separation >= distance - allowed, "{point:#?} {near:#?}");
    }
    // the nearest place has a point, and one that pushes as the nearest pieces do
    let normal = near.contact().normal;
    let mut apart = points.iter().map(|point| point.separation.as_f64());
    let mut cosines = points
        .iter()
        .map(|point| point.normal.dot(&normal).as_f64());
    let is_found = apart.any(|gap| gap <= distance + MARGIN * 0.5) && cosines.any(|x| x > 0.99);
    assert!(is_found, "{points:#?} {near:#?}");
    true
}

fn random<T: Real, const D: usize>(rng: &mut StdRng, size: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(rng.random_range(-size..size)))
}

/// Returns a body of one piece.
fn lone<T: Real, const D: usize>(shape: impl Into<AnyShape<T, D>>) -> AnyPieces<T, D>
where
    AnyShape<T, D>: SupportMap<T, D>,
{
    Compound::new(vec![shape.into()]).expect("a piece").into()
}

/// Returns a closed mesh, or a height field.
fn surface_in_space<T: Real>(rng: &mut StdRng, case: usize) -> AnyPieces<T, 3> {
    if case.is_multiple_of(2) {
        let size = if case.is_multiple_of(4) { 0.0 } else { 0.3 };
        let heights: Vec<T> = (0..9)
            .map(|_| T::of(rng.random_range(-1.0..1.0) * size))
            .collect();
        let grid = TriMesh::height_field(&heights, 3, [T::of(0.8), T::of(0.6)]);
        return grid.expect("a grid").into();
    }
    let corners = [
        [0.0, 0.0, 0.0],
        [0.3, 1.0, 0.2],
        [1.0, 0.0, 0.1],
        [0.2, 0.1, 1.0],
    ]
    .map(|corner| Vector3::from(corner).map(T::of) + random::<T, 3>(rng, 0.2));
    let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
    let mesh = TriMesh::new(corners.to_vec(), triangles).expect("a mesh");
    mesh.into()
}

/// Returns an open line, or a closed one.
fn line<T: Real>(rng: &mut StdRng, case: usize) -> AnyPieces<T, 2> {
    let corners = [[0.0, 0.0], [0.4, 0.1], [1.0, 0.0], [0.5, 0.8]]
        .map(|corner| Vector2::from(corner).map(T::of) + random::<T, 2>(rng, 0.05));
    let line = if case.is_multiple_of(2) {
        Polyline::open(corners.to_vec())
    } else {
        Polyline::closed(corners.to_vec())
    };
    line.expect("a line").into()
}

/// Brings bodies of four kinds near surfaces, and returns how many came near.
fn count_near<T: Real, M: Motion<T, D>, const D: usize>(
    seed: u64,
    surface: impl Fn(&mut StdRng, usize) -> AnyPieces<T, D>,
    place: impl Fn(SVector<T, D>, Vector3<T>) -> M,
) -> usize
where
    AnyShape<T, D>: SupportMap<T, D>,
{
    let mut rng = StdRng::seed_from_u64(seed);
    let is_near = |case: &usize| {
        let ground = surface(&mut rng, case / 4);
        let half = random::<T, D>(&mut rng, 0.4).map(|x| x.abs() + T::of(0.05));
        let ends = [(); 2].map(|()| random::<T, D>(&mut rng, 1.0));
        let body = match case % 4 {
            0 => lone(cuboid(half.into())),
            1 => lone(capsule(half[0], half[1] * T::of(0.3))),
            2 => lone(segment(ends.map(Into::into))),
            _ => surface(&mut rng, 1),
        };
        let turn = random::<T, 3>(&mut rng, 3.0);
        let middle = SVector::repeat(T::of(0.4));
        let from = middle + random::<T, D>(&mut rng, 1.0).normalize() * T::of(3.0);
        let gap = rng.random_range(0.05..0.9) * MARGIN;
        let still = place(SVector::zeros(), Vector3::zeros());
        check((&ground, still), (body, from), |way| place(way, turn), gap)
    };
    (0..40).filter(is_near).count()
}

fn in_space<T: Real>() -> usize {
    count_near(0x7269_6d73, surface_in_space::<T>, |way, turn| {
        AtRest3::new(Isometry3::new(way, turn)).expect("a pose")
    })
}

fn in_the_plane<T: Real>() -> usize {
    count_near(0x6c69_6e65, line::<T>, |way, turn| {
        AtRest2::new(Isometry2::new(way, turn.z)).expect("a pose")
    })
}

#[test]
fn bodies_beside_rims_and_corners_are_apart() {
    for near in [
        in_space::<f64>(),
        in_space::<f32>(),
        in_the_plane::<f64>(),
        in_the_plane::<f32>(),
    ] {
        assert!(near > 25, "{near} of 40");
    }
}
