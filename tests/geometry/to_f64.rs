//! Shapes in single precision, copied to double precision, are those built from the same numbers.

use nalgebra::{Isometry2, Isometry3, SMatrix, SVector, Vector2, Vector3};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape,
    Segment, Triangle,
};
use photofinish::support::{AffineImage, MinkowskiSum, Rounded};
use photofinish::{Real, ShapeError, SupportMap, ToF64};
use photofinish_audit::audit_support_map;

/// A number that single precision holds, whatever the scalar.
fn number<T: Real>(seed: f64) -> T {
    T::of(f64::from((7.0 * seed).sin() as f32))
}

fn length<T: Real>(seed: f64) -> T {
    number::<T>(seed).abs()
}

fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|axis, _| number(seed + 0.3 * axis as f64))
}

/// Every shape but the hull, whose copy is not the hull that would be built.
fn shapes<T: Real, const D: usize>() -> Vec<AnyShape<T, D>> {
    let points: Vec<_> = (0..12).map(|index| point(0.7 * f64::from(index))).collect();
    let half_extents = point::<T, D>(0.1).abs();
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|index| points[index]);
    let built: Result<Vec<AnyShape<T, D>>, ShapeError> = (|| {
        let rounded = Rounded::new(Cuboid::new(half_extents)?, length(0.6))?;
        Ok(vec![
            Ball::new(length(0.2))?.into(),
            Cuboid::new(half_extents)?.into(),
            Capsule::new(length(0.3), length(0.4))?.into(),
            Cylinder::new(length(0.5), length(0.6))?.into(),
            Cone::new(length(0.7), length(0.8))?.into(),
            Segment::new([a, b])?.into(),
            Triangle::new([c, d, e])?.into(),
            PointSet::new(points)?.into(),
            Ellipsoid::new(half_extents)?.into(),
            rounded.into(),
            AffineImage::new(rounded, map(1.0), point(3.0))?.into(),
        ])
    })();
    built.expect("good shapes")
}

fn hull<const D: usize>() -> ConvexHull<f32, D> {
    let points: Vec<_> = (0..40).map(|index| point(0.7 * f64::from(index))).collect();
    ConvexHull::new(&points).expect("points")
}

/// A map with numbers that single precision holds.
fn map<T: Real, const D: usize>(size: f64) -> SMatrix<T, D, D> {
    SMatrix::from_fn(|i, j| {
        let entry: f64 = number(1.0 + 0.4 * i as f64 + 0.9 * j as f64);
        T::of(f64::from((entry * size) as f32))
    })
}

type Made<T, const D: usize> =
    MinkowskiSum<AffineImage<Rounded<AnyShape<T, D>, T>, T, D>, AnyShape<T, D>>;

fn made<T: Real, const D: usize>(shape: AnyShape<T, D>, size: f64) -> Made<T, D> {
    let rounded = Rounded::new(shape.clone(), length(0.9)).expect("a radius");
    let image = AffineImage::new(rounded, map(size), point(2.0)).expect("a map");
    MinkowskiSum::new(image, shape)
}

fn copies_are_what_is_built<const D: usize>() {
    for (single, double) in shapes::<f32, D>().into_iter().zip(shapes::<f64, D>()) {
        assert_eq!(single.to_f64(), double);
        // the entries of a map may be small enough to be scaled
        for size in [1.0, 2f64.powi(-140)] {
            let body = made(single.clone(), size).to_f64();
            assert_eq!(body, made(double.clone(), size));
        }
        audit_support_map(&made(single, 1.0).to_f64()).expect("a body");
    }
    assert_eq!(
        AnyShape::from(hull::<D>()).to_f64(),
        hull::<D>().to_f64().into()
    );
}

#[test]
fn copied_shapes_are_those_built_from_the_same_numbers() {
    copies_are_what_is_built::<2>();
    copies_are_what_is_built::<3>();
}

/// The exact reach of points whose distances single precision rounds down.
#[test]
fn the_reach_of_a_copied_shape_has_all_digits() {
    let points: Vec<SVector<f32, 3>> = (0..30)
        .map(|index| point(0.37 * f64::from(index)))
        .collect();
    let farthest = |of: &SVector<f64, 3>| {
        let distances = points.iter().map(|p| (p.map(f64::from) - of).norm());
        distances.fold(0.0, f64::max)
    };
    let set = PointSet::new(points.clone()).expect("points").to_f64();
    let hull = ConvexHull::new(&points).expect("points").to_f64();
    let origin = SVector::zeros();
    assert!((set.reach(&origin) - farthest(&origin)).abs() < 1e-15);
    assert!((hull.reach(&origin) - hull.deviation() - farthest(&origin)).abs() < 1e-15);
}

/// A rotation has unit length only to the digits of single precision. Its copy has all digits again.
#[test]
fn copied_posed_shapes_have_the_nearest_rotation() {
    let pose = Isometry3::new(Vector3::new(1.0f32, 2.0, 3.0), Vector3::new(0.3, -2.0, 0.7));
    let ball = Capsule::new(1.0f32, 0.5).expect("sizes");
    let copy = PosedShape::new(ball, &pose).expect("a pose").to_f64();
    let expected = PosedShape::new(ball.to_f64(), &pose.cast::<f64>()).expect("a pose");
    assert_eq!(copy, expected);
    let rotation = copy.posed().rotation();
    assert!((rotation.tr_mul(rotation) - SMatrix::identity()).norm() < 1e-15);
    let pose = Isometry2::new(Vector2::new(1.0f32, 2.0), 0.3);
    let copy = PosedShape::new(ball, &pose).expect("a pose").to_f64();
    let expected = PosedShape::new(ball.to_f64(), &pose.cast::<f64>()).expect("a pose");
    assert_eq!(AnyShape::from(copy), expected.into());
}
