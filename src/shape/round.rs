//! Names for rounded shapes.

use super::{Cuboid, Cylinder};
use crate::support::Rounded;

/// A box with rounded edges and corners: all points within a radius of a [`Cuboid`].
///
/// The radius is added to the half extents. For a box that keeps its size, subtract the radius from them first:
///
/// ```
/// use nalgebra::{Vector3, vector};
/// use photofinish::SupportMap;
/// use photofinish::shape::{Cuboid, RoundCuboid};
/// use photofinish::support::Rounded;
///
/// let (half_extents, radius) = (vector![1.0, 0.5, 1.0], 0.25);
/// let inner = Cuboid::new(half_extents.add_scalar(-radius))?;
/// let die: RoundCuboid<f64, 3> = Rounded::new(inner, radius)?;
/// assert_eq!(die.extents(), half_extents);
/// assert_eq!(die.support_point(&Vector3::x()).x, 1.0);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
pub type RoundCuboid<T, const D: usize> = Rounded<Cuboid<T, D>, T>;

/// A cylinder with rounded rims: all points within a radius of a [`Cylinder`].
///
/// The radius is added to the half height and to the radius of the cylinder.
///
/// ```
/// use nalgebra::{Vector3, vector};
/// use photofinish::SupportMap;
/// use photofinish::shape::{Cylinder, RoundCylinder};
/// use photofinish::support::Rounded;
///
/// let puck: RoundCylinder<f64> = Rounded::new(Cylinder::new(0.25, 1.0)?, 0.125)?;
/// assert_eq!(puck.support_point(&vector![0.0, 1.0, 0.0]).y, 0.375);
/// let extents: Vector3<f64> = puck.extents();
/// assert_eq!(extents, vector![1.125, 0.375, 1.125]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
pub type RoundCylinder<T> = Rounded<Cylinder<T>, T>;
