//! Hulls in single precision, copied to double precision.

use crate::bodies::*;
use photofinish_audit::audit_support_map;

use super::check::check;
use super::inputs::{FAMILIES, counted, random};
use super::support::check_support;

const ULP: f64 = f32::EPSILON as f64;

/// The outlines of all faces.
fn outlines<T: Real, const D: usize>(hull: &ConvexHull<T, D>) -> Vec<Vec<u32>> {
    hull.faces().map(|face| face.vertices.to_vec()).collect()
}

/// Checks that a copied hull has the vertices, edges and faces of the first, and that it is a good hull of the same
/// points in double precision.
fn check_copy<const D: usize>(points: &[SVector<f32, D>], context: &str) {
    let exactly: Vec<_> = points.iter().map(|p| p.map(f64::from)).collect();
    let hull = ConvexHull::new(points).expect(context);
    let wide = hull.to_f64();
    check(&exactly, &wide, 16.0 * ULP, context);
    check_support(&wide);
    assert_eq!(wide.edges(), hull.edges());
    assert_eq!(outlines(&wide), outlines(&hull));
    assert_eq!(wide.dimension(), hull.dimension());
    assert_eq!(wide.deviation(), f64::from(hull.deviation()));
    for (vertex, at) in (0..).zip(hull.vertices()) {
        assert_eq!(wide.vertices()[vertex as usize], at.map(f64::from));
        assert_eq!(wide.source(vertex), hull.source(vertex));
        assert_eq!(wide.neighbors(vertex), hull.neighbors(vertex));
    }
}

/// Those of 300 points have lists in single precision, which are copied.
#[test]
fn a_copied_hull_is_the_same_hull() {
    for (family, _) in FAMILIES {
        check_copy(&random::<f32, 3>(family, 0), family);
        check_copy(&random::<f32, 2>(family, 0), family);
    }
    let sphere = counted::<f32, 3>("sphere", 300, 5);
    check_copy(&sphere, "a sphere");
    let copy = ConvexHull::new(&sphere).expect("points").to_f64();
    audit_support_map(&copy).expect("a body");
    check_copy(&counted::<f32, 2>("circle", 300, 5), "a circle");
}

/// A hull that is read back is built again. It must be simplified as much as in single precision, or flat faces would
/// break into triangles.
#[test]
fn a_copied_hull_reads_back_with_the_same_faces() {
    for family in ["turned grid", "corners by ulps", "turned plane"] {
        let hull = ConvexHull::new(&random::<f32, 3>(family, 1)).expect("points");
        let written = serde_json::to_string(&hull).expect("numbers");
        let read: ConvexHull<f32, 3> = serde_json::from_str(&written).expect("a hull");
        let written = serde_json::to_string(&hull.to_f64()).expect("numbers");
        let wide: ConvexHull<f64, 3> = serde_json::from_str(&written).expect("a hull");
        assert_eq!(outlines(&wide), outlines(&read), "{family}");
    }
}
