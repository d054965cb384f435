//! The distance of a point from a solid, from the solid's definition.

use nalgebra::Vector3;

use super::facets::Facets;
use photofinish_oracle::shape::Solid;

/// Returns the distance of a point from a solid in its own frame. It is 0 inside.
pub fn outside(solid: &Solid, facets: Option<&Facets>, point: &Vector3<f64>) -> f64 {
    let from_axis = point.x.hypot(point.z);
    match solid {
        Solid::Polytope(_) => facets.map_or(f64::NAN, |facets| from_polytope(facets, point)),
        Solid::Cylinder {
            half_height,
            radius,
        } => {
            let above = (point.y.abs() - half_height).max(0.0);
            (from_axis - radius).max(0.0).hypot(above)
        }
        &Solid::Cone {
            half_height,
            radius,
        } => {
            let foot = |x: f64| Vector3::new(x, -half_height, 0.0);
            let apex = Vector3::new(0.0, half_height, 0.0);
            let profile = [foot(-radius), foot(radius), apex];
            from_triangle(&profile, &Vector3::new(from_axis, point.y, 0.0))
        }
    }
}

fn from_polytope(facets: &Facets, point: &Vector3<f64>) -> f64 {
    let beyond =
        |(corner, normal): &(Vector3<f64>, Vector3<f64>)| normal.dot(&(point - corner)) > 0.0;
    if !facets.planes.is_empty() && !facets.planes.iter().any(beyond) {
        return 0.0;
    }
    let triangles = facets.triangles.iter();
    let nearest = triangles.map(|triangle| from_triangle(triangle, point));
    nearest.fold(f64::INFINITY, f64::min)
}

/// Returns the distance of a point from a triangle, which may be a segment or a point.
pub fn from_triangle(corners: &[Vector3<f64>; 3], point: &Vector3<f64>) -> f64 {
    let side = |i: usize| corners[(i + 1) % 3] - corners[i];
    let from_sides = (0..3).map(|i| from_segment(&corners[i], &side(i), point));
    let from_sides = from_sides.fold(f64::INFINITY, f64::min);
    let Some(normal) = side(0).cross(&side(1)).try_normalize(0.0) else {
        return from_sides;
    };
    let over = (0..3).all(|i| side(i).cross(&(point - corners[i])).dot(&normal) >= 0.0);
    if over {
        from_sides.min(normal.dot(&(point - corners[0])).abs())
    } else {
        from_sides
    }
}

/// Returns the distance of a point from a segment.
pub fn from_segment(start: &Vector3<f64>, along: &Vector3<f64>, point: &Vector3<f64>) -> f64 {
    let square = along.norm_squared();
    let share = if square > 0.0 {
        ((point - start).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (start + along * share - point).norm()
}
