//! The shapes: convex bodies with a support mapping in closed form (\[1\] 3), and convex hulls of points.
//!
//! Every shape stands in its own frame: lengths in the units of the world, the origin at its centre, the axis of a
//! capsule, cylinder or cone along y. In two dimensions a cylinder is a rectangle and a cone an isosceles triangle.

mod any;
mod ball;
mod convex_hull;
mod cuboid;
mod point_set;
mod revolved;
mod simplices;

pub use any::AnyShape;
pub use ball::{Ball, Capsule};
pub use convex_hull::{ConvexHull, Face};
pub use cuboid::Cuboid;
pub use point_set::PointSet;
pub(crate) use point_set::point_reach;
pub use revolved::{Cone, Cylinder};
pub use simplices::{Segment, Triangle};
