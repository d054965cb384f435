//! Hulls in single precision, copied to double precision.

use super::check::check;
use nalgebra::SVector;
use photofinish::shape::ConvexHull;
use photofinish::{SupportMap, ToF64};

use super::inputs::Family;
use super::support::check_support_of;

const ULP: f64 = f32::EPSILON as f64;

/// The outlines of all faces.
fn outlines<T: photofinish::Real, const D: usize>(hull: &ConvexHull<T, D>) -> Vec<Vec<u32>> {
    hull.faces().map(|face| face.vertices.to_vec()).collect()
}

/// Checks that a copied hull has the vertices, edges and faces of the first, and that it is a good hull of the same
/// points in double precision.
fn check_copy<const D: usize>(points: &[SVector<f32, D>], seed: u64, context: &str) {
    let exactly: Vec<_> = points.iter().map(|p| p.map(f64::from)).collect();
    let hull = ConvexHull::new(points).expect(context);
    let wide = hull.to_f64();

    let vertices: Vec<_> = hull.vertices().iter().map(|v| v.map(f64::from)).collect();
    assert_eq!(wide.vertices(), vertices, "{context}");
    assert_eq!(wide.edges(), hull.edges(), "{context}");
    assert_eq!(outlines(&wide), outlines(&hull), "{context}");
    assert_eq!(wide.dimension(), hull.dimension(), "{context}");
    assert_eq!(wide.deviation(), f64::from(hull.deviation()), "{context}");
    for vertex in 0..vertices.len() as u32 {
        assert_eq!(wide.source(vertex), hull.source(vertex), "{context}");
        assert_eq!(wide.neighbors(vertex), hull.neighbors(vertex), "{context}");
    }
    check(&exactly, &wide, 16.0 * ULP, context);
    check_support_of(&wide, seed, context);

    // the same points, simplified as much: only what follows from the choice of a facet may differ
    let largest = exactly.iter().fold(0.0, |most: f64, p| most.max(p.amax()));
    let built = ConvexHull::welded(&exactly, 8.0 * ULP * largest).expect(context);
    assert_eq!(wide.vertices(), built.vertices(), "{context}");
    assert_eq!(outlines(&wide), outlines(&built), "{context}");
    assert_eq!(wide.interior_point(), built.interior_point(), "{context}");
    assert!(
        wide.deviation() >= built.deviation() * (1.0 - 1e-6),
        "{context}"
    );
    for (face, other) in wide.faces().zip(built.faces()) {
        assert!(
            (face.normal.norm() - 1.0).abs() < 4.0 * f64::EPSILON,
            "{context}"
        );
        assert!((face.normal - other.normal).norm() < ULP, "{context}");
    }
    let diameters = [wide.inner_diameter(), built.inner_diameter()];
    assert!(
        (diameters[0] - diameters[1]).abs() <= 16.0 * ULP * largest,
        "{context}"
    );
    assert!(
        diameters[0] >= f64::from(hull.inner_diameter()),
        "{context}"
    );
}

/// Those of 300 points have lists in single precision, which are copied.
#[test]
fn a_copied_hull_is_the_same_hull() {
    for family in Family::ALL {
        let context = format!("{family:?}");
        check_copy(&family.random::<f32, 3>(0).points, 0, &context);
        check_copy(&family.random::<f32, 2>(0).points, 0, &context);
    }
    check_copy(&Family::Sphere.counted::<f32, 3>(300, 5), 5, "a sphere");
    check_copy(&Family::Circle.counted::<f32, 2>(300, 5), 5, "a circle");
}

/// A hull that is read back is built again. It must be simplified as much as in single precision, or flat faces would
/// break into triangles.
#[test]
fn a_copied_hull_reads_back_with_the_same_faces() {
    for family in [
        Family::TurnedGrid,
        Family::CornersByUlps,
        Family::TurnedPlane,
    ] {
        let points = family.random::<f32, 3>(1).points;
        let hull = ConvexHull::new(&points).expect("points");
        let written = serde_json::to_string(&hull).expect("numbers");
        let read: ConvexHull<f32, 3> = serde_json::from_str(&written).expect("a hull");
        let written = serde_json::to_string(&hull.to_f64()).expect("numbers");
        let wide: ConvexHull<f64, 3> = serde_json::from_str(&written).expect("a hull");
        assert_eq!(outlines(&wide), outlines(&read), "{family:?}");
    }
}
