//! Support mappings, checked by brute force.

use std::rc::Rc;
use std::sync::Arc;

use crate::bodies::*;
use photofinish_audit::audit_support_map;

#[test]
fn features_of_boxes_segments_triangles_and_capsules() {
    use Feature::{Curved, Edge, Face};
    let (up, down) = (Vector3::<f64>::z(), -Vector3::z());
    let solid: AnyShape<f64, 3> = cuboid([1.0, 2.0, 3.0]).into();
    let sheet = cuboid([1.0, 2.0, 0.0]).into();
    let triangle = triangle([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]).into();
    let segment = segment([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).into();
    let capsule = capsule(1.0, 0.5).into();
    let check = |body: &AnyShape<f64, 3>, vertices: &[u32], toward, expected| {
        assert_eq!(body.core_feature(vertices, &toward), expected, "{body:?}");
    };
    check(&solid, &[0b101, 0b100], up, Edge([0b100, 0b101]));
    check(&solid, &[0b100, 0b111], up, Face(5));
    check(&solid, &[0b000, 0b010, 0b001], up, Face(4));
    check(&solid, &[0b000, 0b111], up, Curved);
    check(&solid, &[8], up, Curved);
    check(&sheet, &[0b000, 0b011, 0b001], up, Face(5));
    check(&sheet, &[0b000, 0b011, 0b001], down, Face(4));
    check(&sheet, &[0b000, 0b101], up, Edge([0b000, 0b001]));
    check(&triangle, &[2, 0], up, Edge([0, 2]));
    check(&triangle, &[2, 0, 1], up, Face(0));
    check(&segment, &[1, 0], up, Edge([0, 1]));
    check(&capsule, &[0, 1], up, Edge([0, 1]));
    let side = cuboid([1.0; 2]).core_feature(&[0b11, 0b01], &Vector2::x());
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
    let posed = posed(&hull, &Isometry2::new(vector![3.0, 0.0], 1.0));
    let rounded = rounded(&hull, 0.5);
    let (any, sum) = (
        AnyShape::from(hull.clone()),
        MinkowskiSum::new(&hull, ball(0.5)),
    );
    let mus = MinkowskiSum::new(ball(0.5), &hull);
    let bodies: [&dyn SupportMap<f64, 2>; 6] = [&hull, &any, &posed, &rounded, &sum, &mus];
    assert!(bodies.iter().all(|body| body.rounding().min() >= lost));
    let twice = MinkowskiSum::new(&hull, &hull);
    assert!(twice.rounding().min() >= 2.0 * lost);
    let doubled = AffineImage::new(&hull, SMatrix::identity() * 2.0, Vector2::zeros());
    assert!(doubled.expect("a map").rounding().min() >= 2.0 * lost);
}

/// The squares of these coordinates overflow or underflow in single precision, but the directions are valid.
#[test]
fn directions_of_any_length_find_the_farthest_point() {
    let (radius, height) = (1e15f32, 1.0);
    let cylinder = cylinder(height, radius);
    let cone = cone(height, radius);
    for aside in [2.5e-23f32, 1e-20, 1e-38, 1e-42, 3e25] {
        let s = vector![aside, 1e-44, 0.0];
        assert_eq!(cylinder.support_point(&s), vector![radius, height, 0.0]);
        assert_eq!(cone.support_point(&s), vector![radius, -height, 0.0]);
        let value = aside * radius;
        for found in [cylinder.core_support_value(&s), cone.core_support_value(&s)] {
            let is_alike = found == value || (found / value - 1.0).abs() < 1e-6;
            assert!(is_alike, "{found} for {value}");
        }
        let along = vector![aside, 0.0, 0.0];
        assert_eq!(ball(2.0).support_point(&along), vector![2.0, 0.0, 0.0]);
        assert_eq!(ball(2.0).support_point(&-along), vector![-2.0, 0.0, 0.0]);
    }
    let up = vector![2.5e-23f32, 1.0, 0.0];
    assert_eq!(cylinder.support_point(&up), vector![radius, height, 0.0]);
}

/// A map may shrink a large body so much that the squares of its entries underflow.
#[test]
fn small_images_of_large_bodies_keep_their_size() {
    for scale in [1e-23f32, 1e-15, 1e-30, 3e-39] {
        let shrink = SMatrix::<f32, 3, 3>::identity() * scale;
        let image = AffineImage::new(ball(1e15), shrink, Vector3::zeros()).expect("a map");
        for s in [vector![1.0f32, 0.0, 0.0], vector![0.6, 0.0, -0.8]] {
            let value = f64::from(image.core_support_value(&s)) / (f64::from(scale) * 1e15);
            assert!((value - 1.0).abs() < 1e-6, "{value} for {scale}");
            // the support point does not depend on the length of the direction
            let (far, near) = (image.support_point(&s), image.support_point(&(s * 1e-20)));
            assert!((far - near).amax() <= far.amax() * 1e-6, "{far} {near}");
        }
    }
}

#[test]
fn tiny_bodies_have_a_reach() {
    let corners = [vector![3e-25f32, 0.0, 0.0], vector![0.0, 4e-25, 0.0]];
    let offset = vector![0.0f32, 0.0, 2e-30];
    let segment = segment([corners[0].into(), corners[1].into()]);
    let cases: [(AnyShape<f32, 3>, Vector3<f32>, f32); 6] = [
        (segment.into(), Vector3::zeros(), 4e-25),
        (segment.into(), corners[0], 4.9e-25),
        (ball(0.0).into(), offset, 1.9e-30),
        (capsule(0.0, 0.0).into(), offset, 1.9e-30),
        (cuboid(offset.into()).into(), Vector3::zeros(), 1.9e-30),
        (cylinder(1e-30, 1e-30).into(), offset, 3.1e-30),
    ];
    for (body, center, least) in cases {
        let reach = body.reach(&center);
        assert!((least..least * 1.2).contains(&reach), "{reach} for {least}");
    }
}

/// A pointer to a body behaves as the body, with its location, radius and rounding.
#[test]
fn pointers_to_bodies_are_bodies() {
    let mut body = at(capsule(1.0, 0.5), [5.0, 6.0, 7.0], [0.1, 0.2, 0.3]);
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
    let mixed: Vec<Box<dyn SupportMap<f64, 3>>> = vec![Box::new(body), Box::new(capsule(1.0, 0.5))];
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
        let [place, turn] = [rows[0], rows[1]].map(|v| v.map(T::of));
        let posed = at(cylinder(T::of(half_height), T::of(radius)), place, turn);
        let image = AffineImage::new(posed, linear, offset.map(T::of).into());
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
