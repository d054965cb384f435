//! The construction of convex hulls.

use std::hint::black_box;

use nalgebra::{Isometry3, Point3, Vector3};
use photofinish::shape::ConvexHull;

use crate::bodies::{ellipsoid, prism, vector};
use crate::queries::Ask;

/// Returns the construction of a hull that has all of its 200 points as vertices.
pub fn of_ellipsoid() -> Ask {
    let points: Vec<_> = ellipsoid(200).collect();
    build(points, 200)
}

/// Returns the construction of a turned box from a grid of 125 points. Rounding has moved those on its faces.
pub fn of_turned_grid() -> Ask {
    let turn = Isometry3::new(vector([0.3, -0.2, 0.1]), vector([0.4, 0.3, -0.6]));
    let places = || (-2..=2).map(f64::from);
    let points = places().flat_map(|x| {
        places().flat_map(move |y| places().map(move |z| Point3::new(0.3 * x, 0.2 * y, 0.1 * z)))
    });
    build(points.map(|point| (turn * point).coords).collect(), 8)
}

/// Returns the construction of a prism of 100 sides.
pub fn of_prism() -> Ask {
    build(prism(100).collect(), 200)
}

fn build(points: Vec<Vector3<f64>>, vertices: usize) -> Ask {
    Box::new(move || {
        let hull = ConvexHull::new(black_box(&points));
        black_box(hull).is_ok_and(|hull| hull.vertices().len() == vertices)
    })
}
