//! Support mappings, checked by brute force.

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::{Isometry, Isometry2, Isometry3, SMatrix, SVector, Vector2, Vector3, vector};
use photofinish::motion::Rotor;
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::{AffineImage, Feature, MinkowskiSum, Posed, Rounded};
use photofinish::{Real, SupportMap};
use photofinish_audit::audit_support_map;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::contract::{check_contract, direction};
use crate::shapes::{hull, shapes};

fn check_all<T: Real, const D: usize, R: Rotor<T, D>>(
    pose: impl Fn(&mut StdRng) -> Isometry<T, R, D>,
) {
    let mut rng = StdRng::seed_from_u64(0x7375_7070);
    for seed in 0..8 {
        let seed = 0.17 * f64::from(seed);
        let mut shapes = shapes::<T, D>(seed);
        shapes.push(hull(12, seed).into());
        for shape in shapes {
            check_contract(&shape, &mut rng);
            let posed = Posed::new(&shape, &pose(&mut rng)).expect("a pose");
            check_contract(&posed, &mut rng);
            let rounded = Rounded::new(&shape, T::of(0.25)).expect("a radius");
            check_contract(&rounded, &mut rng);
            let linear = SMatrix::from_fn(|_, _| T::of(rng.random_range(-1.0..1.0)));
            let image = AffineImage::new(&shape, linear, direction(&mut rng)).expect("a map");
            check_contract(&image, &mut rng);
            let other = Cuboid::new(SVector::repeat(T::of(0.2))).expect("a box");
            check_contract(&MinkowskiSum::new(&shape, other), &mut rng);
        }
    }
}

#[test]
fn every_shape_and_adaptor_keeps_the_contract() {
    check_all::<f64, 2, _>(|rng| Isometry2::new(direction(rng), rng.random_range(-3.0..3.0)));
    check_all::<f32, 2, _>(|rng| Isometry2::new(direction(rng), rng.random_range(-3.0..3.0)));
    check_all::<f64, 3, _>(|rng| Isometry3::new(direction(rng), direction::<f64, 3>(rng) * 3.0));
    check_all::<f32, 3, _>(|rng| Isometry3::new(direction(rng), direction::<f32, 3>(rng) * 3.0));
}

#[test]
fn support_points_are_where_geometry_says() {
    let stretch = SMatrix::<f64, 2, 2>::new(3.0, 0.0, 0.0, 1.0);
    let ball = Ball::new(1.0).expect("a ball");
    let ellipse = AffineImage::new(ball, stretch, vector![5.0, 0.0]).expect("a map");
    for angle in [0.0f64, 0.3, 1.2, 2.9] {
        let s = vector![angle.cos(), angle.sin()];
        // the support value of an ellipse with half axes 3 and 1
        let expected = (9.0 * s.x * s.x + s.y * s.y).sqrt() + 5.0 * s.x;
        assert!((s.dot(&ellipse.support_point(&s)) - expected).abs() < 1e-14);
    }
    // the cone has height 2 and base radius 1, so the normal of its side has slope 1 : 2
    let cone = Cone::new(1.0, 1.0).expect("a cone");
    assert_eq!(cone.support_point(&vector![1.0, 0.51, 0.0]), Vector3::y());
    assert_eq!(
        cone.support_point(&vector![1.0, 0.49, 0.0]),
        vector![1.0, -1.0, 0.0]
    );
    assert_eq!(cone.support_point(&vector![0.0, -1.0, 0.0]).y, -1.0);
    // in the plane, a cylinder and a cone are the sections of the solids
    let cylinder = Cylinder::new(2.0, 1.0).expect("a cylinder");
    let cone = Cone::new(2.0, 1.0).expect("a cone");
    let up_right = vector![0.1, 1.0];
    assert_eq!(cylinder.support_point(&up_right), vector![1.0, 2.0]);
    assert_eq!(cone.support_point(&up_right), vector![0.0, 2.0]);
    assert_eq!(cone.support_point(&-up_right), vector![-1.0, -2.0]);
}

#[test]
fn features_of_boxes_segments_triangles_and_capsules() {
    use Feature::{Curved, Edge, Face};
    let (up, down) = (Vector3::<f64>::z(), -Vector3::z());
    let corners = [Vector3::x(), Vector3::y(), Vector3::zeros()];
    let solid: AnyShape<f64, 3> = Cuboid::new(vector![1.0, 2.0, 3.0]).expect("a box").into();
    let sheet = Cuboid::new(vector![1.0, 2.0, 0.0]).expect("a box").into();
    let triangle = Triangle::new(corners).expect("points").into();
    let segment = Segment::new([corners[0], corners[1]])
        .expect("points")
        .into();
    let capsule = Capsule::new(1.0, 0.5).expect("a capsule").into();
    let cases: [(&AnyShape<f64, 3>, &[u32], Vector3<f64>, Feature); 12] = [
        (&solid, &[0b101, 0b100], up, Edge([0b100, 0b101])),
        (&solid, &[0b100, 0b111], up, Face(5)),
        (&solid, &[0b000, 0b010, 0b001], up, Face(4)),
        (&solid, &[0b000, 0b111], up, Curved),
        (&solid, &[8], up, Curved),
        (&sheet, &[0b000, 0b011, 0b001], up, Face(5)),
        (&sheet, &[0b000, 0b011, 0b001], down, Face(4)),
        (&sheet, &[0b000, 0b101], up, Edge([0b000, 0b001])),
        (&triangle, &[2, 0], up, Edge([0, 2])),
        (&triangle, &[2, 0, 1], up, Face(0)),
        (&segment, &[1, 0], up, Edge([0, 1])),
        (&capsule, &[0, 1], up, Edge([0, 1])),
    ];
    for (body, vertices, toward, expected) in cases {
        let found = body.core_feature(vertices, &toward);
        assert_eq!(found, expected, "{vertices:?} of {body:?}");
    }
    let square = Cuboid::new(vector![1.0, 1.0]).expect("a box");
    let side = square.core_feature(&[0b11, 0b01], &Vector2::x());
    assert_eq!(side, Edge([0b01, 0b11]));
    assert_eq!(sheet.core_support_vertex(&up, None).index, Some(0b011));
    let top = capsule.core_support_vertex(&Vector3::y(), None);
    assert_eq!(top.index, Some(1));
}

/// The points that a hull leaves out within its tolerance count as rounding, however the hull is placed, rounded or
/// mapped.
#[test]
fn adaptors_pass_on_what_a_coarse_hull_leaves_out() {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.05), (0.0, 1.0)];
    let points: Vec<Vector2<f64>> = corners.iter().map(|&(x, y)| vector![x, y]).collect();
    let hull = ConvexHull::welded(&points, 0.1).expect("points");
    let lost = hull.deviation();
    assert!(hull.vertices().len() == 4 && (lost - 0.05).abs() < 1e-6);
    let ball = Ball::new(0.5).expect("a ball");
    let posed = Posed::new(&hull, &Isometry2::new(vector![3.0, 0.0], 1.0)).expect("a pose");
    let rounded = Rounded::new(&hull, 0.5).expect("a radius");
    let (any, sum) = (AnyShape::from(hull.clone()), MinkowskiSum::new(&hull, ball));
    let bodies: [&dyn SupportMap<f64, 2>; 5] = [&hull, &any, &posed, &rounded, &sum];
    assert!(bodies.iter().all(|body| body.rounding().min() >= lost));
    let doubled = AffineImage::new(&hull, SMatrix::identity() * 2.0, Vector2::zeros());
    assert!(doubled.expect("a map").rounding().min() >= 2.0 * lost);
}

/// The squares of these coordinates overflow or underflow in single precision, but the directions are valid.
#[test]
fn directions_of_any_length_find_the_farthest_point() {
    let (radius, height) = (1e15f32, 1.0);
    let cylinder = Cylinder::new(height, radius).expect("a cylinder");
    let cone = Cone::new(height, radius).expect("a cone");
    for aside in [2.5e-23f32, 1e-20, 1e-38, 1e-42, 3e25] {
        let s = vector![aside, 1e-44, 0.0];
        assert_eq!(cylinder.support_point(&s), vector![radius, height, 0.0]);
        assert_eq!(cone.support_point(&s), vector![radius, -height, 0.0]);
        let value = aside * radius;
        for found in [cylinder.core_support_value(&s), cone.core_support_value(&s)] {
            let is_alike = found == value || (found / value - 1.0).abs() < 1e-6;
            assert!(is_alike, "{found} for {value}");
        }
        let along = Vector3::<f32>::x() * aside;
        let ball = Ball::new(2.0f32).expect("a ball");
        assert_eq!(ball.support_point(&along), vector![2.0, 0.0, 0.0]);
        assert_eq!(ball.support_point(&-along), vector![-2.0, 0.0, 0.0]);
    }
    let up = vector![2.5e-23f32, 1.0, 0.0];
    assert_eq!(cylinder.support_point(&up), vector![radius, height, 0.0]);
}

/// A map may shrink a large body so much that the squares of its entries underflow.
#[test]
fn small_images_of_large_bodies_keep_their_size() {
    for scale in [1e-23f32, 1e-15, 1e-30, 3e-39] {
        let shrink = SMatrix::<f32, 3, 3>::identity() * scale;
        let ball = Ball::new(1e15f32).expect("a ball");
        let image = AffineImage::new(ball, shrink, Vector3::zeros()).expect("a map");
        for s in [vector![1.0f32, 0.0, 0.0], vector![0.6, 0.0, -0.8]] {
            let value = f64::from(image.core_support_value(&s)) / (f64::from(scale) * 1e15);
            assert!((value - 1.0).abs() < 1e-6, "{value} for {scale}");
            // the support point does not depend on the length of the direction
            let (far, near) = (image.support_point(&s), image.support_point(&(s * 1e-20)));
            assert!((far - near).amax() <= far.amax() * 1e-6, "{far} {near}");
        }
    }
}

/// The inner diameter of an adapted body is that of a ball inside it. Rounding adds the radius on all sides, a sum adds
/// both balls, and a map shrinks by its least stretch. The stated value may be smaller, but by no more than half.
#[test]
fn inner_diameters_of_adapted_bodies_are_those_of_balls_inside_them() {
    let slab = Cuboid::new(vector![3.0, 2.0, 5.0]).expect("a box");
    let within = |stated: f64, exact: f64| {
        let is_right = (exact / 2.0..=exact).contains(&stated);
        assert!(is_right, "{stated} for {exact}");
    };
    let rounded = Rounded::new(slab, 3.0).expect("a radius");
    within(rounded.inner_diameter(), 4.0 + 6.0);
    within(MinkowskiSum::new(slab, rounded).inner_diameter(), 14.0);
    for scale in [0.25, 1.0, 3.0] {
        let linear = SMatrix::<f64, 3, 3>::identity() * scale;
        let image = AffineImage::new(slab, linear, Vector3::zeros()).expect("a map");
        within(image.inner_diameter(), 4.0 * scale);
    }
    let flat = SMatrix::<f64, 3, 3>::from_diagonal(&vector![1.0, 0.0, 1.0]);
    let flat = AffineImage::new(slab, flat, Vector3::zeros()).expect("a map");
    assert_eq!(flat.inner_diameter(), 0.0);
}

/// The image of a polytope has all its vertices. The image of a rounded polytope is round, and has none.
#[test]
fn images_have_the_vertices_of_polytopes_and_none_of_round_bodies() {
    let slab = Cuboid::new(vector![3.0, 2.0, 5.0]).expect("a box");
    let twice = SMatrix::<f64, 3, 3>::identity() * 2.0;
    let image = AffineImage::new(slab, twice, Vector3::zeros()).expect("a map");
    let rounded = Rounded::new(slab, 1.0).expect("a radius");
    let round = AffineImage::new(rounded, twice, Vector3::zeros()).expect("a map");
    for index in 0..8 {
        let corner = slab.core_vertex(index).expect("a corner");
        assert_eq!(image.core_vertex(index), Some(corner * 2.0));
        assert_eq!(round.core_vertex(index), None);
    }
}

#[test]
fn tiny_bodies_have_a_reach() {
    let corners = [vector![3e-25f32, 0.0, 0.0], vector![0.0, 4e-25, 0.0]];
    let offset = vector![0.0f32, 0.0, 2e-30];
    let segment = Segment::new(corners).expect("points");
    let cases: [(AnyShape<f32, 3>, Vector3<f32>, f32); 6] = [
        (segment.into(), Vector3::zeros(), 4e-25),
        (segment.into(), corners[0], 4.9e-25),
        (Ball::new(0.0).expect("a point").into(), offset, 1.9e-30),
        (
            Capsule::new(0.0, 0.0).expect("a point").into(),
            offset,
            1.9e-30,
        ),
        (
            Cuboid::new(offset).expect("a box").into(),
            Vector3::zeros(),
            1.9e-30,
        ),
        (
            Cylinder::new(1e-30, 1e-30).expect("sizes").into(),
            offset,
            3.1e-30,
        ),
    ];
    for (body, center, least) in cases {
        let reach = body.reach(&center);
        assert!((least..least * 1.2).contains(&reach), "{reach} for {least}");
    }
}

/// A pointer to a body behaves as the body, with its location, radius and rounding.
#[test]
fn pointers_to_bodies_are_bodies() {
    let capsule = Capsule::new(1.0, 0.5).expect("a capsule");
    let pose = Isometry3::new(vector![5.0, 6.0, 7.0], vector![0.1, 0.2, 0.3]);
    let mut body = Posed::new(capsule, &pose).expect("a pose");
    let s = vector![0.3, -0.4, 0.5];
    let facts = |body: &dyn SupportMap<f64, 3>| {
        (
            (body.support_point(&s), body.location(), body.radius()),
            (body.core_support_point(&s), body.core_support_value(&s)),
            (body.core_support_vertex(&s, None), body.core_vertex(1)),
            body.core_feature(&[1], &s),
            (body.extents(), body.interior_point(), body.reach(&s)),
            body.rounding(),
        )
    };
    let expected = facts(&body);
    assert_eq!(facts(&&body), expected);
    assert_eq!(facts(&Box::new(body)), expected);
    assert_eq!(facts(&Rc::new(body)), expected);
    assert_eq!(facts(&Arc::new(body)), expected);
    assert_eq!(facts(&&mut body), expected);
    let mixed: Vec<Box<dyn SupportMap<f64, 3>>> = vec![Box::new(body), Box::new(capsule)];
    let between = [0, 1].map(|i: usize| photofinish::proximity(&mixed[i], &mixed[1]));
    let distances = between.map(|found| found.signed_distance());
    assert!(distances[0] > 7.0 && distances[1] == -1.0, "{distances:?}");
}

/// Images of rims that the audit once refused, as a small step of the direction goes wrong on them: one far from the
/// origin moves by less than rounding, one is 4000 times as long as wide, and a step goes all round one that is no
/// larger than rounding.
#[test]
fn the_audit_accepts_images_of_rims() {
    fn check<T: Real>(half_height: f64, radius: f64, rows: [[f64; 3]; 3], offset: [f64; 3]) {
        let linear = SMatrix::from_fn(|row, column| T::of(rows[row][column]));
        let cylinder = Cylinder::new(T::of(half_height), T::of(radius)).expect("sizes");
        let [place, turn] = [rows[0], rows[1]].map(|v| Vector3::from(v).map(T::of));
        let pose = Isometry3::new(place, turn);
        let posed = Posed::new(cylinder, &pose).expect("a pose");
        let image = AffineImage::new(posed, linear, Vector3::from(offset).map(T::of));
        assert_eq!(audit_support_map(&image.expect("a map")), Ok(()));
    }
    let rows = [[0.0, 0.0, 5014.0], [0.0; 3], [1.0, 0.0, 0.0]];
    check::<f32>(0.0, 0.009, rows, [0.0, 0.0, 0.008]);
    let rows = [
        [0.0; 3],
        [5271.952684402392, 0.0, 0.0],
        [0.0, -1.344237318988269, -1.8951112139285298],
    ];
    check::<f64>(0.0, 0.19349257014263993, rows, [0.0; 3]);
    let rows = [
        [0.0, 0.0, -66.05784243794992],
        [-0.0006586967670583334, 5.629500578579919, 0.0],
        [0.0, 1.5, 1.0],
    ];
    let offset = [0.8866882821463373, 1.585469616134089, 52.81857554216971];
    check::<f64>(2.782726602605805, 7.9054144313335e-7, rows, offset);
    check::<f32>(2.782726602605805, 7.9054144313335e-7, rows, offset);
}
