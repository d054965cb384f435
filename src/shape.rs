//! The shapes: balls, ellipsoids, boxes, capsules, cylinders, cones, segments, triangles and convex hulls of points.
//!
//! A shape has its own frame, and [`Posed`](crate::support::Posed) or a [motion](crate::motion) places it in the world.
//! Lengths are in the units of the world. Shapes that are given by lengths have the origin at their centre, and a
//! capsule, cylinder or cone has its axis along y. Shapes that are given by points keep the frame of their points. In
//! two dimensions a cylinder is a rectangle and a cone an isosceles triangle.
//!
//! [`ConvexHull`] is the shape for meshes, [`PointSet`] for a few points. [`AnyShape`] mixes shapes in one collection.
//! [`Rounded`](crate::support::Rounded), [`AffineImage`](crate::support::AffineImage) and
//! [`MinkowskiSum`](crate::support::MinkowskiSum) make other bodies of these shapes, and a
//! [`SupportMap`](crate::SupportMap) of your own makes any. [`RoundCuboid`] and [`RoundCylinder`] are names for two
//! rounded shapes, and [`Capsule::between`] makes a capsule along any axis.
//!
//! The support mappings are those of \[1\] 3.

mod any;
mod ball;
mod capsule;
mod cone;
mod convex_hull;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod point_set;
mod posed;
mod revolved;
mod round;
mod simplices;

pub use any::AnyShape;
pub use ball::Ball;
pub use capsule::Capsule;
pub use cone::Cone;
pub use convex_hull::{ConvexHull, Face};
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use point_set::PointSet;
pub(crate) use point_set::point_reach;
pub use posed::PosedShape;
pub use round::{RoundCuboid, RoundCylinder};
pub use simplices::{Segment, Triangle};
