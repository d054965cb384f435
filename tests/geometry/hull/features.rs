//! Features of hulls.

use nalgebra::{Vector3, vector};
use photofinish::SupportMap;
use photofinish::shape::ConvexHull;
use photofinish::support::Feature;

use super::inputs::grid;

#[test]
fn features_of_a_cube() {
    let cube = ConvexHull::new(&grid(2)).expect("finite points");
    let up = Vector3::z();
    // the corners (0, 0), (0, 1) and (1, 0) of the upper side
    let top = [1, 3, 5];
    assert_eq!(cube.core_feature(&top[..1], &up), Feature::Vertex(1));
    assert_eq!(cube.core_feature(&top[..2], &up), Feature::Edge([1, 3]));
    for corners in [&top[..], &top[1..]] {
        let Feature::Face(face) = cube.core_feature(corners, &up) else {
            panic!("{corners:?} are on a face");
        };
        assert_eq!(cube.faces().nth(face as usize).expect("a face").normal, up);
    }
    // a diagonal, no corner, and none at all
    for corners in [&[0, 7][..], &[99], &[]] {
        assert_eq!(cube.core_feature(corners, &up), Feature::Curved);
    }

    let sheet: Vec<_> = grid(2).iter().map(|p| vector![p.x, p.y, 0.0]).collect();
    let sheet = ConvexHull::new(&sheet).expect("finite points");
    for side in [up, -up] {
        let Feature::Face(face) = sheet.core_feature(&[0, 1, 2], &side) else {
            panic!("three corners of a polygon are a face");
        };
        let face = sheet.faces().nth(face as usize).expect("a face");
        assert_eq!(face.normal, side);
    }
}
