use nalgebra::{SVector, Vector3, vector};

use super::*;

/// The nearest point after adding all points, with those that did not determine it left out.
fn nearest<const D: usize>(points: &[SVector<f64, D>]) -> Growth<D> {
    let mut simplex = Simplex::new(1.0, SVector::zeros());
    let mut last = Growth::Undetermined;
    for point in points {
        last = simplex.add(SVector::zeros(), *point);
    }
    last
}

fn nearest_point<const D: usize>(points: &[SVector<f64, D>]) -> SVector<f64, D> {
    match nearest(points) {
        Growth::Nearest { direction, length } => direction * length,
        other => panic!("a simplex in front of the origin, but {other:?}"),
    }
}

#[test]
fn a_sliver_close_to_the_origin_keeps_the_digits_of_its_normal() {
    let gap = 1e-10;
    let sliver = [
        vector![-3.0, -1e-3, gap],
        vector![3.0, -1e-3, gap],
        vector![2.9, 2e-3, gap],
    ];
    let Growth::Nearest { direction, length } = nearest(&sliver) else {
        panic!("a face in front of the origin");
    };
    assert!(
        (direction - vector![0.0, 0.0, 1.0]).norm() < 1e-12,
        "{direction}"
    );
    assert!((length - gap).abs() < 1e-15, "{length}");
}

#[test]
fn the_nearest_point_of_a_point_an_edge_a_face() {
    let a = vector![1.0, 2.0, 3.0];
    assert!((nearest_point(&[a]) - a).norm() < 1e-15);
    let edge = [vector![-1.0, 2.0, 0.0], vector![3.0, 2.0, 0.0]];
    assert_eq!(nearest_point(&edge), vector![0.0, 2.0, 0.0]);
    let face = [
        vector![-1.0, -1.0, 2.0],
        vector![3.0, -1.0, 2.0],
        vector![-1.0, 3.0, 2.0],
    ];
    assert_eq!(nearest_point(&face), vector![0.0, 0.0, 2.0]);
}

#[test]
fn the_origin_inside_is_recognised_in_the_plane_and_in_space() {
    let triangle = [vector![-1.0, -1.0], vector![2.0, -1.0], vector![-1.0, 2.0]];
    assert_eq!(nearest(&triangle), Growth::ContainsOrigin);
    let tetrahedron: [Vector3<f64>; 4] = [
        vector![-1.0, -1.0, -1.0],
        vector![3.0, -1.0, -1.0],
        vector![-1.0, 3.0, -1.0],
        vector![-1.0, -1.0, 3.0],
    ];
    assert_eq!(nearest(&tetrahedron), Growth::ContainsOrigin);
}

/// The facet opposite to the newest point was once projected from that point, if it was nearest to the origin.
#[test]
fn the_origin_inside_is_recognised_when_the_newest_point_is_nearest() {
    let triangle = [
        vector![-1.182, -0.712],
        vector![0.185, 0.628],
        vector![0.169, -0.320],
    ];
    assert_eq!(nearest(&triangle), Growth::ContainsOrigin);
}

/// What is left of v is rounding along the edge, which once was taken for its direction.
#[test]
fn the_origin_on_an_edge_is_at_no_distance() {
    let flat = nearest(&[vector![-2.0, -2.0], vector![2.0, 2.0]]);
    let Growth::Nearest { length, .. } = flat else {
        panic!("an edge is not the whole plane, but {flat:?}");
    };
    assert!(length < 1e-15, "{length}");
    let points = [
        vector![0.0, 2.0, 2.0],
        vector![-1.0, -2.0, -2.0],
        vector![1.0, -1.0, -1.0],
    ];
    let length = nearest_point(&points).norm();
    assert!(length < 1e-15, "{length}");
}

/// Three points that are almost on a line by the origin, the fourth aside.
#[test]
fn a_needle_by_the_origin_does_not_contain_it() {
    let points = [
        vector![
            -0.194_916_537_694_223_49,
            1.875_296_842_167_142_8,
            0.917_991_360_456_405_7
        ],
        vector![
            0.958_477_432_888_328_7,
            0.258_711_600_171_620_15,
            -0.349_807_402_435_906_86
        ],
        vector![
            -0.566_086_468_187_482_8,
            -0.152_797_688_461_975_72,
            0.206_599_790_959_286_7
        ],
        vector![
            -0.392_390_964_700_977_8,
            -0.105_913_911_707_061_8,
            0.143_207_611_478_169_18
        ],
    ];
    let length = nearest_point(&points).norm();
    // by rational arithmetic
    assert!((length - 1.004_815_472_599e-12).abs() < 1e-15, "{length}");
}

#[test]
fn a_point_that_is_farther_than_another_leaves() {
    let mut simplex = Simplex::<2>::new(1.0, SVector::zeros());
    simplex.add(SVector::zeros(), vector![5.0, 1.0]);
    let growth = simplex.add(SVector::zeros(), vector![0.3, 0.4]);
    let expected = Growth::Nearest {
        direction: vector![0.6, 0.8],
        length: 0.5,
    };
    assert_eq!(growth, expected);
    assert_eq!(simplex.active.count_ones(), 1);
}

#[test]
fn planting_finds_the_nearest_point_of_any_set() {
    let mut simplex = Simplex::<3>::new(1.0, SVector::zeros());
    let corners = [
        vector![0.0, 2.25, 2.0],
        vector![0.0, -1.75, -2.0],
        vector![0.0, -1.75, 2.0],
    ];
    for height in [0.0, 1.0] {
        let pairs = corners.map(|corner| [vector![height, 0.0, 0.0], corner]);
        let growth = simplex.plant(&pairs);
        let Growth::Nearest { length, .. } = growth else {
            panic!("a face, but {growth:?}");
        };
        assert_eq!(length, height);
        assert_eq!(simplex.slots().count(), 3);
    }
}

#[test]
fn going_back_restores_the_nearest_point_too() {
    let mut simplex = Simplex::<2>::new(1.0, SVector::zeros());
    simplex.add(SVector::zeros(), vector![-1.0, 2.0]);
    simplex.add(SVector::zeros(), vector![3.0, 2.0]);
    let (before, witnesses) = (simplex.state(), simplex.witnesses());
    simplex.add(SVector::zeros(), vector![0.5, 1.0]);
    assert_ne!(simplex.witnesses(), witnesses);
    simplex.restore(before);
    assert_eq!(simplex.witnesses(), witnesses);
}

#[test]
fn sizes_far_from_one_neither_overflow_nor_underflow() {
    for size in [1e-70, 1.0, 1e70] {
        let corner = |x: f64, y: f64, z: f64| vector![x, y, z] * size;
        let mut simplex = Simplex::new(size, SVector::zeros());
        let (from_a, mut last) = (SVector::zeros(), Growth::Undetermined);
        for point in [
            corner(-1.0, -1.0, 2.0),
            corner(3.0, -1.0, 2.0),
            corner(-1.0, 3.0, 2.0),
        ] {
            last = simplex.add(from_a, point);
        }
        let Growth::Nearest { direction, length } = last else {
            panic!("a face in front of the origin, but {last:?}");
        };
        assert!((direction - vector![0.0, 0.0, 1.0]).norm() < 1e-6);
        assert!((length / size - 2.0).abs() < 1e-6);
    }
}
