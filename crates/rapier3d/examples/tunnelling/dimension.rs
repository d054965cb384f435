//! The same words in the plane and in space, so that each scene is written once.

use rand::RngExt;
use rand::rngs::StdRng;

use crate::rapier::prelude::*;

/// A vector; in the plane it has no z.
#[cfg(feature = "dim3")]
pub fn v(x: Real, y: Real, z: Real) -> Vector {
    Vector::new(x, y, z)
}

/// A vector; in the plane it has no z.
#[cfg(feature = "dim2")]
pub fn v(x: Real, y: Real, _z: Real) -> Vector {
    Vector::new(x, y)
}

/// A box; in the plane it has no depth.
#[cfg(feature = "dim3")]
pub fn cuboid(x: Real, y: Real, z: Real) -> ColliderBuilder {
    ColliderBuilder::cuboid(x, y, z)
}

/// A box; in the plane it has no depth.
#[cfg(feature = "dim2")]
pub fn cuboid(x: Real, y: Real, _z: Real) -> ColliderBuilder {
    ColliderBuilder::cuboid(x, y)
}

/// A turn about the z axis.
#[cfg(feature = "dim3")]
pub fn about_z(angle: Real) -> AngVector {
    Vector::Z * angle
}

/// A turn about the z axis.
#[cfg(feature = "dim2")]
pub fn about_z(angle: Real) -> AngVector {
    angle
}

/// A random turn, or a random spin, up to this much about each axis.
#[cfg(feature = "dim3")]
pub fn random_turn(rng: &mut StdRng, most: Real) -> AngVector {
    let mut number = || rng.random_range(-most..most);
    Vector::new(number(), number(), number())
}

/// A random turn, or a random spin, up to this much.
#[cfg(feature = "dim2")]
pub fn random_turn(rng: &mut StdRng, most: Real) -> AngVector {
    rng.random_range(-most..most)
}

/// A floor of thin triangles, or a line of segments, at height 0. It spans as far as `half` from the middle.
#[cfg(feature = "dim3")]
pub fn thin_ground(half: Real, cells: u32) -> ColliderBuilder {
    let side = cells + 1;
    let place = |index: u32| half * (2.0 * index as Real / cells as Real - 1.0);
    let points =
        (0..side * side).map(|index| Vector::new(place(index % side), 0.0, place(index / side)));
    let triangles = (0..cells * cells).flat_map(|cell| {
        let corner = cell / cells * side + cell % cells;
        [
            [corner, corner + side, corner + side + 1],
            [corner, corner + side + 1, corner + 1],
        ]
    });
    ColliderBuilder::trimesh(points.collect(), triangles.collect()).expect("a grid")
}

/// A floor of thin triangles, or a line of segments, at height 0. It spans as far as `half` from the middle.
#[cfg(feature = "dim2")]
pub fn thin_ground(half: Real, cells: u32) -> ColliderBuilder {
    let place = |index: u32| half * (2.0 * index as Real / cells as Real - 1.0);
    ColliderBuilder::polyline(
        (0..=cells)
            .map(|index| Vector::new(place(index), 0.0))
            .collect(),
        None,
    )
}
