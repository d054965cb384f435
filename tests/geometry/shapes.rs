//! Shapes of all kinds. Single precision holds their numbers, so they are the same in both precisions.

use crate::bodies::*;

/// Returns a number from -1 to 1.
pub fn number<T: Real>(seed: f64) -> T {
    T::of(f64::from((7.0 * seed).sin() as f32))
}

pub fn length<T: Real>(seed: f64) -> T {
    number::<T>(seed).abs()
}

pub fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|axis, _| number(seed + 0.3 * axis as f64))
}

pub fn points<T: Real, const D: usize>(count: u32, seed: f64) -> Vec<SVector<T, D>> {
    (0..count)
        .map(|index| point(seed + 0.7 * f64::from(index)))
        .collect()
}

pub fn hull<T: Real, const D: usize>(count: u32, seed: f64) -> ConvexHull<T, D> {
    ConvexHull::new(&points(count, seed)).expect("points")
}

pub fn map<T: Real, const D: usize>(size: f64) -> SMatrix<T, D, D> {
    SMatrix::from_fn(|i, j| {
        let entry: f64 = number(1.0 + 0.4 * i as f64 + 0.9 * j as f64);
        T::of(f64::from((entry * size) as f32))
    })
}

/// Returns every shape but the hull, whose copy in another precision is not the hull that would be built.
pub fn shapes<T: Real, const D: usize>(seed: f64) -> Vec<AnyShape<T, D>> {
    let points = points(12, seed);
    let half_extents = point::<T, D>(seed + 0.1).abs();
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|index| points[index]);
    let of = |more: f64| length::<T>(seed + more);
    let built: Result<Vec<AnyShape<T, D>>, ShapeError> = (|| {
        let rounded = Rounded::new(Cuboid::new(half_extents)?, of(0.6))?;
        Ok(vec![
            Ball::new(of(0.2))?.into(),
            Cuboid::new(half_extents)?.into(),
            Capsule::new(of(0.3), of(0.4))?.into(),
            Capsule::between(a, c, of(0.3))?.into(),
            Cylinder::new(of(0.5), of(0.6))?.into(),
            Cone::new(of(0.7), of(0.8))?.into(),
            Segment::new([a, b])?.into(),
            Triangle::new([c, d, e])?.into(),
            PointSet::new(points)?.into(),
            Ellipsoid::new(half_extents)?.into(),
            rounded.into(),
            AffineImage::new(rounded, map(1.0), point(seed + 3.0))?.into(),
        ])
    })();
    built.expect("good shapes")
}
