//! Solids whose vertices, edges and faces are known.

use nalgebra::{Rotation3, Vector3, vector};
use photofinish::shape::ConvexHull;
use photofinish::support::Feature;
use photofinish::{Real, SupportMap};

use super::check::check;

fn counts<T: Real>(points: &[Vector3<T>]) -> (usize, usize, usize) {
    let hull = ConvexHull::new(points).expect("finite points");
    check(points, &hull, 0.0, "a known solid");
    (
        hull.vertices().len(),
        hull.edges().len(),
        hull.faces().len(),
    )
}

fn grid(side: i32) -> Vec<Vector3<f64>> {
    let mut points = Vec::new();
    for x in 0..side {
        for y in 0..side {
            points.extend((0..side).map(|z| vector![x, y, z].map(f64::from)));
        }
    }
    points
}

#[test]
fn a_cube_however_it_is_given() {
    assert_eq!(counts(&grid(2)), (8, 12, 6));
    assert_eq!(counts(&grid(2).repeat(3)), (8, 12, 6));
    assert_eq!(counts(&grid(5)), (8, 12, 6));
    for turn in 0..50 {
        let rotation = Rotation3::new(vector![0.3, -0.7, 0.1] * f64::from(turn));
        let offset = vector![1.0, 2.0, 3.0] * f64::from(turn);
        for points in [grid(2), grid(4)] {
            let turned: Vec<_> = points.iter().map(|p| rotation * p + offset).collect();
            assert_eq!(counts(&turned), (8, 12, 6), "turned by {turn}");
            let single: Vec<_> = turned.iter().map(|p| p.map(|x| x as f32)).collect();
            assert_eq!(counts(&single), (8, 12, 6), "turned by {turn}, rounded");
        }
    }
}

#[test]
fn an_octahedron_and_a_prism() {
    let octahedron: Vec<Vector3<f64>> = (0..3)
        .flat_map(|axis| [-1.0, 1.0].map(|sign| Vector3::ith(axis, sign)))
        .collect();
    assert_eq!(counts(&octahedron), (6, 12, 8));

    let rim = |height: f64| {
        (0..64).map(move |i| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / 64.0).sin_cos();
            vector![cos, height, sin]
        })
    };
    let prism: Vec<_> = rim(-0.5).chain(rim(0.5)).collect();
    assert_eq!(counts(&prism), (128, 192, 66));
    let rotation = Rotation3::new(vector![0.5, 1.0, -0.4]);
    let turned: Vec<_> = prism
        .iter()
        .map(|p| (rotation * p).map(|x| x as f32))
        .collect();
    assert_eq!(counts(&turned), (128, 192, 66));
}

#[test]
fn in_the_plane_there_are_edges_and_no_faces() {
    let square: Vec<_> = grid(4).iter().map(|p| p.xy()).collect();
    let hull = ConvexHull::new(&square).expect("finite points");
    check(&square, &hull, 0.0, "a square");
    assert_eq!(
        (
            hull.vertices().len(),
            hull.edges().len(),
            hull.faces().len()
        ),
        (4, 4, 0)
    );
    assert_eq!(hull.deviation(), 0.0);
}

#[test]
fn features_of_a_cube() {
    let cube = ConvexHull::new(&grid(2)).expect("finite points");
    let up = Vector3::z();
    let index = |x: usize, y: usize, z: usize| (4 * x + 2 * y + z) as u32;
    let top: Vec<u32> = [(0, 0), (0, 1), (1, 0)]
        .map(|(x, y)| index(x, y, 1))
        .to_vec();
    assert_eq!(cube.core_feature(&top[..1], &up), Feature::Vertex(top[0]));
    assert_eq!(
        cube.core_feature(&top[..2], &up),
        Feature::Edge([top[0], top[1]])
    );
    let Feature::Face(face) = cube.core_feature(&top, &up) else {
        panic!("three corners of the top are a face");
    };
    let face = cube.faces().nth(face as usize).expect("a face");
    assert_eq!(face.normal, up);
    assert_eq!(
        cube.core_feature(&top[1..], &up),
        cube.core_feature(&top, &up)
    );
    let across = [index(0, 0, 0), index(1, 1, 1)];
    assert_eq!(cube.core_feature(&across, &up), Feature::Curved);
    assert_eq!(cube.core_feature(&[99], &up), Feature::Curved);
    assert_eq!(cube.core_feature(&[], &up), Feature::Curved);

    let sheet: Vec<_> = grid(2).iter().map(|p| vector![p.x, p.y, 0.0]).collect();
    let sheet = ConvexHull::new(&sheet).expect("finite points");
    for side in [up, -up] {
        let Feature::Face(face) = sheet.core_feature(&[0, 1, 2], &side) else {
            panic!("three corners of a polygon are a face");
        };
        assert_eq!(
            sheet.faces().nth(face as usize).expect("a face").normal,
            side
        );
    }
}
