//! Support mappings of all shapes and adaptors.

use nalgebra::{Isometry3, SMatrix, SVector, Vector3};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, MinkowskiSum, Posed, Rounded};
use photofinish::{Real, SupportMap};
use photofinish_audit::audit_support_map;
use proptest::prelude::*;

/// Returns twelve numbers that a shape is made of: simple ones, to which failures shrink, and tiny and large ones.
fn numbers() -> impl Strategy<Value = Vec<f64>> {
    let number = prop_oneof![
        (0i8..=4).prop_map(|number| f64::from(number) / 2.0),
        -3.0..3.0f64,
        (-1.0..1.0f64, -6..6i32).prop_map(|(digits, exponent)| digits * 10f64.powi(exponent)),
    ];
    prop::collection::vec(number, 12)
}

fn shape<T: Real, const D: usize>(kind: usize, n: &[f64]) -> AnyShape<T, D> {
    let size = |index: usize| T::of(n[index].abs());
    let point = |index: usize| SVector::<T, D>::from_fn(|axis, _| T::of(n[(index + axis) % 12]));
    let points: Vec<_> = (0..10).map(point).collect();
    let built = match kind {
        0 => Ball::new(size(0)).map(AnyShape::from),
        1 => Cuboid::new(point(0).abs()).map(AnyShape::from),
        2 => Capsule::new(size(0), size(1)).map(AnyShape::from),
        3 => Cylinder::new(size(0), size(1)).map(AnyShape::from),
        4 => Cone::new(size(0), size(1)).map(AnyShape::from),
        5 => Segment::new([point(0), point(3)]).map(AnyShape::from),
        6 => Triangle::new([point(0), point(3), point(6)]).map(AnyShape::from),
        7 => PointSet::new(points).map(AnyShape::from),
        _ => ConvexHull::new(&points).map(AnyShape::from),
    };
    built.expect("good numbers")
}

/// Audits a shape, and what each adaptor makes of it.
fn all_are_bodies<T: Real>(kind: usize, n: &[f64], m: &[f64]) -> Result<(), TestCaseError> {
    let body = shape::<T, 3>(kind, n);
    let vector = |index: usize| Vector3::from_fn(|axis, _| T::of(m[index + axis]));
    let holds = |what: &str, body: &dyn SupportMap<T, 3>| {
        audit_support_map(body).map_err(|fault| TestCaseError::fail(format!("{what}: {fault}")))
    };
    holds("the shape", &body)?;
    let pose = Isometry3::new(vector(0), vector(3));
    let posed = Posed::new(&body, &pose).expect("a pose");
    holds("posed", &posed)?;
    let again = Isometry3::new(vector(6), vector(9));
    let again = Posed::new(posed, &again).expect("a pose");
    holds("posed twice", &again)?;
    let rounded = Rounded::new(again, T::of(m[0].abs())).expect("a radius");
    holds("rounded", &rounded)?;
    let linear = SMatrix::<T, 3, 3>::from_fn(|row, column| T::of(m[3 * row + column]));
    let image = AffineImage::new(posed, linear, vector(9)).expect("a map");
    holds("mapped", &image)?;
    holds("added", &MinkowskiSum::new(image, rounded))
}

/// The image of a rim far from the origin, which moves by less than rounding. The audit took it for smooth.
#[test]
fn a_flat_image_far_from_the_origin_is_a_body() -> Result<(), TestCaseError> {
    let mut n = [0.0; 12];
    n[1] = 0.009;
    let mut m = [0.0; 12];
    (m[2], m[6], m[11]) = (5014.0, 1.0, 0.008);
    all_are_bodies::<f32>(3, &n, &m)
}

/// The image of a rim that is 4000 times as long as it is wide. Where its end turns, a small step of the audit misses
/// the slide by a little more than it bends.
#[test]
fn a_long_image_of_a_rim_is_a_body() -> Result<(), TestCaseError> {
    let mut n = [0.0; 12];
    n[1] = -0.19349257014263993;
    let mut m = [0.0; 12];
    (m[3], m[7], m[8]) = (5271.952684402392, -1.344237318988269, -1.8951112139285298);
    all_are_bodies::<f64>(3, &n, &m)
}

/// The image of a rim that is no larger than rounding. A small step of the audit goes all round it, and does not move
/// its point.
#[test]
fn an_image_of_a_rim_that_rounding_hides_is_a_body() -> Result<(), TestCaseError> {
    let mut n = [0.0; 12];
    (n[0], n[1]) = (2.782726602605805, 7.9054144313335e-7);
    let mut m = [0.0; 12];
    (m[2], m[3], m[4]) = (
        -66.05784243794992,
        -0.0006586967670583334,
        5.629500578579919,
    );
    (m[7], m[8], m[9]) = (1.5, 1.0, 0.8866882821463373);
    (m[10], m[11]) = (1.585469616134089, 52.81857554216971);
    all_are_bodies::<f64>(3, &n, &m)?;
    all_are_bodies::<f32>(3, &n, &m)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn shapes_and_adaptors_are_bodies(kind in 0usize..9, n in numbers(), m in numbers()) {
        all_are_bodies::<f64>(kind, &n, &m)?;
        all_are_bodies::<f32>(kind, &n, &m)?;
    }

    #[test]
    fn shapes_of_the_plane_are_bodies(kind in 0usize..9, n in numbers()) {
        prop_assert_eq!(audit_support_map(&shape::<f64, 2>(kind, &n)), Ok(()));
        prop_assert_eq!(audit_support_map(&shape::<f32, 2>(kind, &n)), Ok(()));
    }

    /// The corners of a box in single precision are within its stated rounding of those in double precision.
    #[test]
    fn corners_are_where_they_are_said(n in numbers(), m in numbers()) {
        let half = Vector3::new(n[0] as f32, n[1] as f32, n[2] as f32).abs();
        let vector = |index: usize| Vector3::from_fn(|axis, _| m[index + axis] as f32);
        let pose = Isometry3::new(vector(0), vector(3));
        let single = Posed::new(Cuboid::new(half).expect("a box"), &pose).expect("a pose");
        let exact = Cuboid::new(half.map(f64::from)).expect("a box");
        let exact = Posed::new(exact, &pose.cast::<f64>()).expect("a pose");
        for index in 0..8 {
            let corner = single.core_vertex(index).zip(exact.core_vertex(index));
            let (corner, exactly) = corner.expect("a corner");
            let off = corner.map(f64::from) - exactly;
            for axis in 0..3 {
                prop_assert!(off[axis].abs() <= f64::from(single.rounding()[axis]), "{}", off);
            }
        }
    }
}
