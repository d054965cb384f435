//! Solids whose vertices, edges and faces are known.

use nalgebra::{Rotation3, SVector, Vector3, vector};
use photofinish::shape::ConvexHull;
use photofinish::support::Feature;
use photofinish::{Real, SupportMap};

use super::check::check;
use super::inputs::{circle, grid};

/// Returns how many vertices, edges and faces the hull has.
fn counts<T: Real, const D: usize>(points: &[SVector<T, D>]) -> [usize; 3] {
    let hull = ConvexHull::new(points).expect("finite points");
    check(points, &hull, 0.0, "a known solid");
    [
        hull.vertices().len(),
        hull.edges().len(),
        hull.faces().len(),
    ]
}

#[test]
fn solids_have_their_vertices_edges_and_faces_wherever_they_are() {
    let octahedron = (0..3).flat_map(|axis| [-1.0, 1.0].map(|sign| Vector3::ith(axis, sign)));
    let prism = [-0.5, 0.5].map(|height| circle(64, height)).concat();
    for (points, expected) in [
        (grid(2), [8, 12, 6]),
        (grid(2).repeat(3), [8, 12, 6]),
        (grid(4), [8, 12, 6]),
        (octahedron.collect(), [6, 12, 8]),
        (prism, [128, 192, 66]),
    ] {
        for turn in 0..15 {
            let rotation = Rotation3::new(vector![0.3, -0.7, 0.1] * f64::from(turn));
            let offset = vector![1.0, 2.0, 3.0] * f64::from(turn);
            let turned: Vec<_> = points.iter().map(|p| rotation * p + offset).collect();
            assert_eq!(counts(&turned), expected, "turned by {turn}");
            let single: Vec<_> = turned.iter().map(|p| p.map(|x| x as f32)).collect();
            assert_eq!(counts(&single), expected, "turned by {turn}, rounded");
        }
    }
    let square: Vec<_> = grid(4).iter().map(|p| p.xy()).collect();
    assert_eq!(counts(&square), [4, 4, 0]);
}

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
