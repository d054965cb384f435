//! Shapes in single precision, copied to double precision, are those built from the same numbers.

use crate::bodies::*;
use photofinish_audit::audit_support_map;

use crate::shapes::{hull, length, map, point, shapes};

type Made<T, const D: usize> =
    MinkowskiSum<AffineImage<Rounded<AnyShape<T, D>, T>, T, D>, AnyShape<T, D>>;

fn made<T: Real, const D: usize>(shape: AnyShape<T, D>, size: f64) -> Made<T, D> {
    let rounded = rounded(shape.clone(), length(0.9));
    let image = AffineImage::new(rounded, map(size), point(2.0)).expect("a map");
    MinkowskiSum::new(image, shape)
}

fn copies_are_what_is_built<const D: usize>() {
    for (single, double) in shapes::<f32, D>(0.0).into_iter().zip(shapes::<f64, D>(0.0)) {
        assert_eq!(single.to_f64(), double);
        // the entries of a map may be small enough to be scaled
        for size in [1.0, 2f64.powi(-140)] {
            let body = made(single.clone(), size).to_f64();
            assert_eq!(body, made(double.clone(), size));
        }
        audit_support_map(&made(single, 1.0).to_f64()).expect("a body");
    }
    let hull = hull::<f32, D>(40, 0.0);
    assert_eq!(AnyShape::from(hull.clone()).to_f64(), hull.to_f64().into());
}

#[test]
fn copied_shapes_are_those_built_from_the_same_numbers() {
    copies_are_what_is_built::<2>();
    copies_are_what_is_built::<3>();
}

/// A rotation has unit length only to the digits of single precision. Its copy has all digits again.
#[test]
fn copied_posed_shapes_have_the_nearest_rotation() {
    let capsule = capsule(1.0f32, 0.5);
    let pose = Isometry3::new(Vector3::new(1.0f32, 2.0, 3.0), Vector3::new(0.3, -2.0, 0.7));
    let copy = PosedShape::new(capsule, &pose).expect("a pose").to_f64();
    let expected = PosedShape::new(capsule.to_f64(), &pose.cast::<f64>()).expect("a pose");
    assert_eq!(copy, expected);
    let rotation = copy.posed().rotation();
    assert!((rotation.tr_mul(rotation) - SMatrix::identity()).norm() < 1e-15);
    let pose = Isometry2::new(Vector2::new(1.0f32, 2.0), 0.3);
    let copy = PosedShape::new(capsule, &pose).expect("a pose").to_f64();
    let expected = PosedShape::new(capsule.to_f64(), &pose.cast::<f64>()).expect("a pose");
    assert_eq!(AnyShape::from(copy), expected.into());
}
