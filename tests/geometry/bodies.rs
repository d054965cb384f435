//! The names that most tests use, and bodies by their sizes. All of them are good.

pub use nalgebra::{
    Complex, Isometry, Isometry2, Isometry3, Matrix3, Point3, Quaternion, Rotation3, SMatrix,
    SVector, Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3, matrix, vector,
};
pub use photofinish::body::{AnyBody, AnyBody2, AnyBody3, AnyForm};
pub use photofinish::epa::Penetration;
pub use photofinish::gjk::{Closest, Termination, distance, intersects, visit};
pub use photofinish::motion::{AtRest, AtRest2, AtRest3, ConstantVelocity, Rotor};
pub use photofinish::pieces::{AnyPieces, Compound, MovingPieces, Polyline, TriMesh};
pub use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape,
    Segment, Triangle,
};
pub use photofinish::support::{AffineImage, Feature, MinkowskiSum, Posed, Rounded, Touching};
pub use photofinish::{
    BodyContactId, BodyManifold, BodyManifold2, BodyManifold3, BodyPoint, ContactPoint, Extrusion,
    HalfSpace, Manifold, ManifoldError, Moving, Outcome, Proximity, Real, ShapeError, SupportMap,
    ToF64, Tracker, proximity, resolution, supporting_distance, time_of_impact,
};
pub use rand::rngs::StdRng;
pub use rand::{RngExt, SeedableRng};

pub fn ball<T: Real>(radius: T) -> Ball<T> {
    Ball::new(radius).expect("a radius")
}

pub fn capsule<T: Real>(half_height: T, radius: T) -> Capsule<T> {
    Capsule::new(half_height, radius).expect("sizes")
}

pub fn cylinder<T: Real>(half_height: T, radius: T) -> Cylinder<T> {
    Cylinder::new(half_height, radius).expect("sizes")
}

pub fn cone<T: Real>(half_height: T, radius: T) -> Cone<T> {
    Cone::new(half_height, radius).expect("sizes")
}

pub fn cuboid<T: Real, const D: usize>(half_extents: [T; D]) -> Cuboid<T, D> {
    Cuboid::new(half_extents.into()).expect("sizes")
}

pub fn segment<T: Real, const D: usize>(ends: [[T; D]; 2]) -> Segment<T, D> {
    Segment::new(ends.map(SVector::from)).expect("finite points")
}

pub fn triangle<T: Real, const D: usize>(corners: [[T; D]; 3]) -> Triangle<T, D> {
    Triangle::new(corners.map(SVector::from)).expect("finite points")
}

pub fn point_set<T: Real, const D: usize>(points: &[[T; D]]) -> PointSet<T, D> {
    let points = points.iter().map(|&point| point.into());
    PointSet::new(points.collect()).expect("finite points")
}

pub fn hull_of<T: Real, const D: usize>(points: &[[T; D]]) -> ConvexHull<T, D> {
    let points: Vec<_> = points.iter().map(|&point| point.into()).collect();
    ConvexHull::new(&points).expect("finite points")
}

pub fn rounded<T: Real, S>(shape: S, radius: T) -> Rounded<S, T> {
    Rounded::new(shape, radius).expect("a radius")
}

pub fn posed<T: Real, R: Rotor<T, D>, S: SupportMap<T, D>, const D: usize>(
    shape: S,
    pose: &Isometry<T, R, D>,
) -> Posed<S, T, D> {
    Posed::new(shape, pose).expect("a pose")
}

/// Returns a body that is moved, but not turned.
pub fn beside<T: Real, S: SupportMap<T, 3>>(shape: S, [x, y, z]: [T; 3]) -> Posed<S, T, 3> {
    posed(shape, &Isometry3::translation(x, y, z))
}

/// Returns a body that is moved and turned, by the length of a vector about it.
pub fn at<T: Real, S: SupportMap<T, 3>>(shape: S, place: [T; 3], turn: [T; 3]) -> Posed<S, T, 3> {
    posed(shape, &Isometry3::new(place.into(), turn.into()))
}

/// Returns how deep two bodies overlap, unless they are disjoint.
pub fn penetration<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
) -> Option<Penetration<T, D>> {
    match proximity(a, b) {
        Proximity::Overlapping(overlap) => Some(overlap),
        Proximity::Disjoint(_) => None,
    }
}
