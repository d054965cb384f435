//! Convex shapes of parry as those of photofinish, and back.

use nalgebra::{Isometry, SVector};
use photofinish::ShapeError;
use photofinish::shape::{AnyShape, Ball, Capsule, ConvexHull, Cuboid, Segment, Triangle};
#[cfg(feature = "dim3")]
use photofinish::shape::{Cone, Cylinder};
use photofinish::support::Rounded;
use rapier::math::{DIM, Real, Vector};
use rapier::parry::shape::{RoundShape, Shape, SharedShape, TypedShape};

use crate::ConversionError;
use crate::math::{Rotor, to_pose, to_vector, vector};

/// A convex shape in the plane or in space, as rapier's features say.
pub(crate) type Convex = AnyShape<Real, DIM>;

/// Returns a convex shape of parry as one of photofinish, exactly, or `None` if it is not convex.
///
/// Hulls lose the points that are not corners.
pub(crate) fn convex(shape: &dyn Shape) -> Result<Option<Convex>, ShapeError> {
    let convex = match shape.as_typed_shape() {
        TypedShape::Ball(ball) => Ball::new(ball.radius)?.into(),
        TypedShape::Cuboid(cuboid) => Cuboid::new(vector(cuboid.half_extents))?.into(),
        TypedShape::Capsule(capsule) => {
            let ends = capsule.segment;
            Convex::from(Capsule::between(
                vector(ends.a),
                vector(ends.b),
                capsule.radius,
            )?)
        }
        TypedShape::Segment(segment) => Segment::new([segment.a, segment.b].map(vector))?.into(),
        TypedShape::Triangle(triangle) => corners(triangle)?.into(),
        TypedShape::RoundCuboid(round) => {
            let cuboid = Cuboid::new(vector(round.inner_shape.half_extents))?;
            rounded(cuboid, round.border_radius)?
        }
        TypedShape::RoundTriangle(round) => {
            rounded(corners(&round.inner_shape)?, round.border_radius)?
        }
        #[cfg(feature = "dim2")]
        TypedShape::ConvexPolygon(polygon) => hull(polygon.points())?.into(),
        #[cfg(feature = "dim2")]
        TypedShape::RoundConvexPolygon(round) => {
            rounded(hull(round.inner_shape.points())?, round.border_radius)?
        }
        #[cfg(feature = "dim3")]
        TypedShape::ConvexPolyhedron(polyhedron) => hull(polyhedron.points())?.into(),
        #[cfg(feature = "dim3")]
        TypedShape::RoundConvexPolyhedron(round) => {
            rounded(hull(round.inner_shape.points())?, round.border_radius)?
        }
        #[cfg(feature = "dim3")]
        TypedShape::Cylinder(cylinder) => {
            Cylinder::new(cylinder.half_height, cylinder.radius)?.into()
        }
        #[cfg(feature = "dim3")]
        TypedShape::RoundCylinder(round) => {
            let cylinder = &round.inner_shape;
            rounded(
                Cylinder::new(cylinder.half_height, cylinder.radius)?,
                round.border_radius,
            )?
        }
        #[cfg(feature = "dim3")]
        TypedShape::Cone(cone) => Cone::new(cone.half_height, cone.radius)?.into(),
        #[cfg(feature = "dim3")]
        TypedShape::RoundCone(round) => {
            let cone = &round.inner_shape;
            rounded(
                Cone::new(cone.half_height, cone.radius)?,
                round.border_radius,
            )?
        }
        _ => return Ok(None),
    };
    Ok(Some(convex))
}

fn corners(triangle: &rapier::parry::shape::Triangle) -> Result<Triangle<Real, DIM>, ShapeError> {
    Triangle::new([triangle.a, triangle.b, triangle.c].map(vector))
}

fn hull(points: &[Vector]) -> Result<ConvexHull<Real, DIM>, ShapeError> {
    let points: Vec<SVector<Real, DIM>> = points.iter().copied().map(vector).collect();
    ConvexHull::new(&points)
}

fn rounded(shape: impl Into<Convex>, radius: Real) -> Result<Convex, ShapeError> {
    Ok(Rounded::new(shape.into(), radius)?.into())
}

/// Returns a convex shape of photofinish as one of parry.
///
/// Hulls are built anew by parry, which may drop or merge corners. A shape with a pose becomes a compound of one piece.
///
/// # Errors
/// [`ConversionError::NotInParry`] for ellipsoids, stretched shapes, and hulls that parry cannot build, such as flat
/// ones.
pub fn to_parry(shape: &Convex) -> Result<SharedShape, ConversionError> {
    use AnyShape as Ours;
    let points =
        |points: &[SVector<Real, DIM>]| -> Vec<Vector> { points.iter().map(to_vector).collect() };
    let built =
        |shape: Option<SharedShape>, name| shape.ok_or(ConversionError::NotInParry { name });
    Ok(match shape {
        Ours::Ball(ball) => SharedShape::ball(ball.radius()),
        Ours::Cuboid(cuboid) => SharedShape::new(parry_cuboid(cuboid)),
        Ours::Capsule(capsule) => SharedShape::capsule_y(capsule.half_height(), capsule.radius()),
        Ours::Segment(segment) => {
            let [a, b] = segment.points().map(|point| to_vector(&point));
            SharedShape::segment(a, b)
        }
        Ours::Triangle(triangle) => SharedShape::new(parry_triangle(triangle)),
        #[cfg(feature = "dim3")]
        Ours::Cylinder(cylinder) => {
            SharedShape::cylinder(cylinder.half_height(), cylinder.base_radius())
        }
        #[cfg(feature = "dim3")]
        Ours::Cone(cone) => SharedShape::cone(cone.half_height(), cone.base_radius()),
        Ours::PointSet(set) => built(SharedShape::convex_hull(&points(set.points())), "point set")?,
        Ours::ConvexHull(hull) => {
            built(SharedShape::convex_hull(&points(hull.vertices())), "hull")?
        }
        Ours::Rounded(rounded) => round(rounded.body(), rounded.added_radius())?,
        Ours::Posed(posed) => {
            let posed = posed.posed();
            let rotation = nalgebra::Rotation::from_matrix_unchecked(*posed.rotation());
            let rotation = Rotor::from_rotation_matrix(&rotation);
            let pose = Isometry::from_parts(posed.translation().into(), rotation);
            SharedShape::compound(vec![(to_pose(&pose), to_parry(posed.shape())?)])
        }
        Ours::Ellipsoid(_) => return Err(ConversionError::NotInParry { name: "ellipsoid" }),
        Ours::AffineImage(_) => {
            return Err(ConversionError::NotInParry {
                name: "affine image",
            });
        }
        #[cfg(feature = "dim2")]
        Ours::Cylinder(_) => {
            return Err(ConversionError::NotInParry {
                name: "cylinder in the plane",
            });
        }
        #[cfg(feature = "dim2")]
        Ours::Cone(_) => {
            return Err(ConversionError::NotInParry {
                name: "cone in the plane",
            });
        }
        _ => return Err(ConversionError::NotInParry { name: "such shape" }),
    })
}

fn parry_cuboid(cuboid: &Cuboid<Real, DIM>) -> rapier::parry::shape::Cuboid {
    rapier::parry::shape::Cuboid::new(to_vector(cuboid.half_extents()))
}

fn parry_triangle(triangle: &Triangle<Real, DIM>) -> rapier::parry::shape::Triangle {
    let [a, b, c] = triangle.points().map(|point| to_vector(&point));
    rapier::parry::shape::Triangle::new(a, b, c)
}

fn round(shape: &Convex, border_radius: Real) -> Result<SharedShape, ConversionError> {
    Ok(match shape {
        AnyShape::Ball(ball) => SharedShape::ball(ball.radius() + border_radius),
        AnyShape::Segment(segment) => {
            let [a, b] = segment.points().map(|point| to_vector(&point));
            SharedShape::capsule(a, b, border_radius)
        }
        AnyShape::Cuboid(cuboid) => SharedShape::new(RoundShape {
            inner_shape: parry_cuboid(cuboid),
            border_radius,
        }),
        AnyShape::Triangle(triangle) => SharedShape::new(RoundShape {
            inner_shape: parry_triangle(triangle),
            border_radius,
        }),
        #[cfg(feature = "dim3")]
        AnyShape::Cylinder(cylinder) => SharedShape::round_cylinder(
            cylinder.half_height(),
            cylinder.base_radius(),
            border_radius,
        ),
        #[cfg(feature = "dim3")]
        AnyShape::Cone(cone) => {
            SharedShape::round_cone(cone.half_height(), cone.base_radius(), border_radius)
        }
        AnyShape::ConvexHull(hull) => {
            let points: Vec<Vector> = hull.vertices().iter().map(to_vector).collect();
            SharedShape::round_convex_hull(&points, border_radius).ok_or(
                ConversionError::NotInParry {
                    name: "rounded hull",
                },
            )?
        }
        _ => {
            return Err(ConversionError::NotInParry {
                name: "rounded shape of this kind",
            });
        }
    })
}
