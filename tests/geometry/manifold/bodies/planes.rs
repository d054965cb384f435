//! Several triangles or segments in a plane hold a body like one large face.

use crate::bodies::{self, *};

use super::{Body, assert_places, at, cuboid, floor, lower_corners, shifted, touch};

/// Boxes on a floor of triangles: many of them with corners over inner edges and points of the floor, or sides along
/// them, and either body first.
fn touch_in_lower_corners<T: Real>() {
    let mut rng = StdRng::seed_from_u64(0x666c_6f6f);
    let floor = at(floor::<T>(), Isometry3::identity());
    let allowed = T::SQRT_EPSILON.as_f64() * 10.0;
    for case in 0..60 {
        let mut halves = |range| f64::from(rng.random_range::<i32, _>(range)) * 0.5;
        let mut sides = [(); 3].map(|()| halves(1..6));
        let [x, z] = [(); 2].map(|()| 2.5 + halves(-1..2));
        let mut turn = 0.0;
        if case % 2 == 0 {
            sides = sides.map(|side| side * rng.random_range(0.9..1.1));
            turn = rng.random_range(-3.0..3.0);
        }
        let gap = [0.0, 0.01, -0.01][case % 3];
        let place = [x, sides[1] * 0.5 + gap, z];
        let pose = Isometry3::new(place.map(T::of).into(), Vector3::y() * T::of(turn));
        let body = at(cuboid::<T>(sides), pose);
        let mut expected = lower_corners(place, turn, sides);
        for corner in &mut expected {
            corner.y = gap * 0.5;
        }
        let ask = |a, b| touch(BodyManifold::new(T::of(0.02)), (a, b));
        let (points, swapped) = (ask(&floor, &body), ask(&body, &floor));
        assert_places(&points, &expected, allowed);
        assert_places(&swapped, &expected, allowed);
        let along = |point: &BodyPoint<T, 3>, normal: Vector3<T>| {
            (point.normal - normal).norm() <= T::SQRT_EPSILON
        };
        for point in &points {
            assert!(along(point, Vector3::y()), "{points:#?}");
            assert!((point.separation.as_f64() - gap).abs() <= allowed);
            assert!(matches!(point.id.features.feature_b, Feature::Vertex(_)));
        }
        assert!(swapped.iter().all(|point| along(point, -Vector3::y())));
    }
}

#[test]
fn boxes_touch_in_their_lower_corners() {
    touch_in_lower_corners::<f64>();
    touch_in_lower_corners::<f32>();
}

fn touches_up_to_the_rim(sheet: TriMesh<f64>) {
    let sheet = at(sheet, Isometry3::identity());
    let body = at(cuboid([2.0, 1.0, 1.5]), shifted([0.3, 0.5, 2.2]));
    let points = touch(BodyManifold::new(0.001).max_points(99), (&sheet, &body));
    let expected = [[0.0, 1.45], [0.0, 2.95], [1.3, 1.45], [1.3, 2.95]];
    assert_places(&points, &expected.map(|[x, z]| vector![x, 0.0, z]), 1e-7);
}

/// It is held where its lower side ends, and where the floor does.
#[test]
fn a_box_over_the_rim_of_a_floor_touches_up_to_the_rim() {
    touches_up_to_the_rim(floor());
}

/// The surface goes on across the rim of a sheet with two sides, but back below itself.
#[test]
fn a_box_over_the_rim_of_a_folded_sheet_touches_up_to_the_rim() {
    let corners = [[0.0, 0.0], [0.0, 5.0], [5.0, 0.0]].map(|[x, z]| vector![x, 0.0, z]);
    let sheet = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 1]]);
    touches_up_to_the_rim(sheet.expect("a mesh"));
}

/// The segment comes over a rim of the floor from above. Its middle is beyond the rim, and below the floor.
#[test]
fn a_segment_over_a_rim_is_above_it() {
    let floor = TriMesh::height_field(&[0.0; 6], 3, [0.8, 0.6]).expect("a grid");
    let floor = at(floor, Isometry3::identity());
    let ends = [[1.019766, -0.250897, -1.300798], [0.005555, 0.01, 0.010053]];
    let segment = at(AnyShape::from(bodies::segment(ends)), Isometry3::identity());
    let points = touch(BodyManifold::new(0.01), (&floor, &segment));
    assert!(!points.is_empty());
    for point in &points {
        assert!(point.normal.y > 0.9, "{points:#?}");
        assert!(point.separation > 0.007, "{points:#?}");
    }
}

/// The margin reaches triangles beside the one below them too.
#[test]
fn round_bodies_touch_a_plane_as_one_face_would_be_touched() {
    let floor = at(floor::<f64>(), Isometry3::identity());
    let upright = Isometry3::rotation(Vector3::y() * 0.3);
    let along = Isometry3::rotation(Vector3::z() * std::f64::consts::FRAC_PI_2);
    let lying = |x: f64, z: f64| Isometry3::translation(x, 0.5, z) * upright * along;
    for (x, z) in [(2.5, 2.5), (2.5, 2.49), (2.99, 2.3), (3.0, 3.0), (2.5, 2.1)] {
        let [ball, capsule]: [AnyShape<f64, 3>; 2] = [ball(0.5).into(), capsule(0.4, 0.5).into()];
        let ask = |body| touch(BodyManifold::new(0.1), (&floor, &body));
        let points = ask(at(ball, shifted([x, 0.5, z])));
        assert_places(&points, &[vector![x, 0.0, z]], 1e-7);
        let way = vector![0.3_f64.cos(), 0.0, -0.3_f64.sin()] * 0.4;
        let middle = vector![x, 0.0, z];
        let points = ask(at(capsule, lying(x, z)));
        assert_places(&points, &[middle - way, middle + way], 1e-7);
    }
}

/// A box that leans touches in its lower edge, and in no point of the floor's inner edges that are in reach.
#[test]
fn a_box_that_leans_touches_in_its_edge() {
    let floor = at(floor::<f64>(), Isometry3::identity());
    let lean = 0.02_f64;
    let pose = Isometry3::new(vector![2.4, 0.0, 2.6], vector![0.0, 0.0, lean]);
    let corner = |x: f64, z: f64| (pose * nalgebra::Point3::new(x, -0.5, z)).coords;
    let low = corner(-1.0, 0.0).y;
    let body = at(
        cuboid([2.0, 1.0, 2.0]),
        Isometry3::translation(0.0, -low, 0.0) * pose,
    );
    let points = touch(BodyManifold::new(0.01), (&floor, &body));
    let on_floor = |z: f64| corner(-1.0, z) - vector![0.0, low, 0.0];
    assert_places(&points, &[on_floor(-1.0), on_floor(1.0)], 1e-7);
}

/// No edge of this dome counts as a bend, but it is one.
#[test]
fn a_box_on_a_dome_that_hardly_bends_touches_its_top() {
    let height = |index: usize| -1e-6 * (index as f64 % 21.0 - 10.0).powi(2);
    let heights: Vec<f64> = (0..21 * 21).map(height).collect();
    let dome = TriMesh::height_field(&heights, 21, [1.0, 1.0]).expect("a grid");
    let dome = at(dome, Isometry3::identity());
    let body = at(cuboid([8.0, 1.0, 8.0]), shifted([10.2, 0.5, 10.0]));
    let points = touch(BodyManifold::new(1e-9), (&dome, &body));
    assert!(!points.is_empty());
    for point in &points {
        assert!(
            (point.witness_a.x - 10.0).abs() < 1e-6 && point.separation.abs() < 1e-8,
            "{points:#?}"
        );
    }
}

#[test]
fn a_mesh_touches_a_half_space_in_its_corners() {
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0],
    ];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
    let solid = TriMesh::new(corners.map(Vector3::from).to_vec(), triangles).expect("a mesh");
    let solid: Body<f64> = at(solid, shifted([3.0, 1.999, 4.0]));
    let ground = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, 2.0, 0.0]);
    let ground = AnyBody::Floor(ground.expect("a floor"));
    let expected = [[3.0, 4.0], [4.0, 4.0], [3.0, 5.0]].map(|[x, z]| vector![x, 1.9995, z]);
    for (a, b, normal) in [
        (&ground, &solid, Vector3::y()),
        (&solid, &ground, -Vector3::y()),
    ] {
        let points = touch(BodyManifold::new(0.01), (a, b));
        assert_places(&points, &expected, 1e-9);
        for point in points {
            assert!(point.normal == normal && (point.separation + 0.001).abs() < 1e-12);
            let (of_a, of_b) = point.id.pieces;
            let of_ground = if normal.y > 0.0 { of_a } else { of_b };
            assert_eq!(of_ground, 0);
        }
    }
}

type Body2<T> = AnyBody2<AtRest2<T>, T>;

fn at_2<T: Real>(shape: impl Into<AnyShape<T, 2>>, pose: Isometry2<T>) -> Body2<T> {
    Moving::new(shape.into(), AtRest2::new(pose).expect("a pose")).into()
}

/// Returns a ground at height zero with these points, and a wall from its last one to `end`.
fn line<T: Real>(ground: [f64; 6], end: [f64; 2]) -> Body2<T> {
    let points = ground.map(|x| [x, 0.0]).into_iter().chain([end]);
    let points = points.map(|[x, y]| vector![T::of(x), T::of(y)]);
    let line = Polyline::open(points.collect()).expect("a line");
    let rest = AtRest2::new(Isometry2::identity()).expect("a pose");
    MovingPieces::new(AnyPieces::from(line), rest).into()
}

fn in_the_plane<T: Real>() {
    let allowed = T::SQRT_EPSILON.as_f64() * 10.0;
    // a ground of five segments that ends in a wall
    let ground = line::<T>([-4.0, -1.0, 0.0, 0.5, 3.0, 4.0], [4.0, 3.0]);
    let touch = |shape: AnyShape<T, 2>, x: f64| {
        let body = at_2(shape, Isometry2::translation(T::of(x), T::of(0.5)));
        let mut manifold = BodyManifold2::new(T::of(0.01));
        let points = manifold.update_at(&ground, &body, T::of(0.0));
        points.expect("finite bodies").to_vec()
    };
    let block = bodies::cuboid([T::of(1.0), T::of(0.5)]);
    for x in [-1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 2.0] {
        let expected = [vector![x - 1.0, 0.0], vector![x + 1.0, 0.0]];
        assert_places(&touch(block.into(), x), &expected, allowed);
    }
    // in the corner it has two points for each of two normals, of which one place has both
    let points = touch(block.into(), 3.0);
    assert_eq!(points.len(), 4);
    for (normal, expected) in [
        (vector![0.0, 1.0], [vector![2.0, 0.0], vector![4.0, 0.0]]),
        (vector![-1.0, 0.0], [vector![4.0, 0.0], vector![4.0, 1.0]]),
    ] {
        let some = points.iter().copied();
        let some = some.filter(|point| (point.normal.map(T::as_f64) - normal).norm() < allowed);
        assert_places(&some.collect::<Vec<_>>(), &expected, allowed);
    }
    // a ball near the end of a segment touches the line once
    let ball = ball(T::of(0.5));
    assert_places(&touch(ball.into(), 0.02), &[vector![0.02, 0.0]], allowed);
}

#[test]
fn lines_hold_bodies_in_the_plane() {
    in_the_plane::<f64>();
    in_the_plane::<f32>();
}
