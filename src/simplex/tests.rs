use nalgebra::{Rotation2, Rotation3, SVector, Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::number::Vector;
use super::*;

/// Returns the direction and length of the nearest point, and the number of points that it is between.
fn nearest<const D: usize>(points: &[SVector<f64, D>]) -> (SVector<f64, D>, f64, usize) {
    let points: Vec<_> = points.iter().map(of).collect();
    let part = nearest_part(&points);
    let members = part.weights.iter().filter(|&&weight| weight > 0.0);
    (
        part.direction.numbers().into(),
        part.length,
        members.count(),
    )
}

fn of<const D: usize>(point: &SVector<f64, D>) -> Vector<D> {
    Vector::new(std::array::from_fn(|k| point[k]))
}

fn nearest_point<const D: usize>(points: &[SVector<f64, D>]) -> SVector<f64, D> {
    let (direction, length, _) = nearest(points);
    direction * length
}

/// A point without a body.
#[derive(Clone, Copy)]
struct Bare<const D: usize>(Vector<D>);

impl<const D: usize> Corner<D> for Bare<D> {
    fn none() -> Self {
        Self(Vector::new([f64::NAN; D]))
    }

    fn at(&self) -> Vector<D> {
        self.0
    }

    fn y(&mut self) -> &mut Vector<D> {
        &mut self.0
    }
}

/// Adds all points to a simplex, and returns whether it contains the origin.
fn contain_the_origin<const D: usize>(points: &[SVector<f64, D>]) -> bool {
    let mut simplex = Plain::new();
    let mut length = f64::INFINITY;
    for point in points {
        *simplex.next() = Bare(of(point));
        simplex.keep();
        length = simplex.nearest(false).length;
    }
    length == 0.0
}

#[test]
fn a_sliver_close_to_the_origin_keeps_the_digits_of_its_normal() {
    let gap = 1e-10;
    let sliver = [
        vector![-3.0, -1e-3, gap],
        vector![3.0, -1e-3, gap],
        vector![2.9, 2e-3, gap],
    ];
    let (direction, length, _) = nearest(&sliver);
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
    let edge = [[-1.0, 2.0, 0.0], [3.0, 2.0, 0.0]].map(Vector3::from);
    assert_eq!(nearest_point(&edge), vector![0.0, 2.0, 0.0]);
    let face = [[-1.0, -1.0, 2.0], [3.0, -1.0, 2.0], [-1.0, 3.0, 2.0]].map(Vector3::from);
    assert_eq!(nearest_point(&face), vector![0.0, 0.0, 2.0]);
}

#[test]
fn the_origin_inside_is_recognised_in_the_plane_and_in_space() {
    let triangle = [vector![-1.0, -1.0], vector![2.0, -1.0], vector![-1.0, 2.0]];
    assert!(contain_the_origin(&triangle));
    let tetrahedron = [
        [-1.0, -1.0, -1.0],
        [3.0, -1.0, -1.0],
        [-1.0, 3.0, -1.0],
        [-1.0, -1.0, 3.0],
    ];
    assert!(contain_the_origin(&tetrahedron.map(Vector3::from)));
}

/// The facet opposite to the newest point was once projected from that point, if it was nearest to the origin.
#[test]
fn the_origin_inside_is_recognised_when_the_newest_point_is_nearest() {
    let triangle = [
        vector![-1.182, -0.712],
        vector![0.185, 0.628],
        vector![0.169, -0.320],
    ];
    assert!(contain_the_origin(&triangle));
}

/// The remainder of v is rounding along the edge, which once was taken for its direction.
#[test]
fn the_origin_on_an_edge_is_at_no_distance() {
    let (_, length, _) = nearest(&[vector![-2.0, -2.0], vector![2.0, 2.0]]);
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
        [
            -0.194_916_537_694_223_49,
            1.875_296_842_167_142_8,
            0.917_991_360_456_405_7,
        ],
        [
            0.958_477_432_888_328_7,
            0.258_711_600_171_620_15,
            -0.349_807_402_435_906_86,
        ],
        [
            -0.566_086_468_187_482_8,
            -0.152_797_688_461_975_72,
            0.206_599_790_959_286_7,
        ],
        [
            -0.392_390_964_700_977_8,
            -0.105_913_911_707_061_8,
            0.143_207_611_478_169_18,
        ],
    ];
    let points = points.map(Vector3::from);
    let length = nearest_point(&points).norm();
    // by rational arithmetic
    assert!((length - 1.004_815_472_599e-12).abs() < 1e-15, "{length}");
}

#[test]
fn a_hull_has_the_nearest_point_of_any_set() {
    let corners = [
        vector![0.0, 2.25, 2.0],
        vector![0.0, -1.75, -2.0],
        vector![0.0, -1.75, 2.0],
    ];
    for height in [0.0, 1.0] {
        let corners = corners.map(|corner| corner - vector![height, 0.0, 0.0]);
        let (_, length, members) = nearest(&corners);
        assert_eq!((length, members), (height, 3));
    }
}

/// Two points that rounding makes equally far, of which one is a little nearer: the foot on the line through them is
/// millions of times as far away as they are from each other, and much nearer than either.
#[test]
fn the_foot_of_an_edge_that_is_all_rounding_stays_on_the_edge() {
    let ends = [
        vector![
            5.484351930401315e-14,
            -1.2137505616212285e-13,
            -3.323123407683593e-13
        ],
        vector![
            5.4843519304053045e-14,
            -1.21375056162856e-13,
            -3.3231234076808494e-13
        ],
    ];
    for ends in [ends, [ends[1], ends[0]]] {
        let (_, length, _) = nearest(&ends);
        let least = ends[0].norm().min(ends[1].norm());
        assert!((length / least - 1.0).abs() < 1e-15, "{length:e} {least:e}");
    }
}

/// A point on the far side of the face with the nearest point does not move that point.
#[test]
fn a_point_behind_the_nearest_face_changes_nothing() {
    let mut dice = StdRng::seed_from_u64(0x6265_6869);
    let mut whole = 0;
    for round in 0..1000 {
        let turn = Vector3::from_fn(|_, _| dice.random_range(-2.0..2.0));
        let turn = Rotation3::from_scaled_axis(turn);
        let height = dice.random_range(0.05..1.0);
        // the foot of the origin is well inside
        let mut corner = |third: f64| {
            let angle = third * std::f64::consts::FRAC_PI_3 * 2.0 + dice.random_range(-0.4..0.4);
            let radius = dice.random_range(0.1..3.0);
            turn * vector![angle.cos() * radius, angle.sin() * radius, height]
        };
        let face = [corner(0.0), corner(1.0), corner(2.0)];
        let mut aside = || dice.random_range(-3.0..3.0f64);
        let (x, y) = (aside(), aside());
        let behind = turn * vector![x, y, height + dice.random_range(1e-3..2.0)];
        let [a, b, c] = face;
        let (direction, length, members) = nearest(&[a, b, c, behind]);
        // the foot is on an edge
        if members < 3 {
            continue;
        }
        whole += 1;
        assert!(
            (length - height).abs() < 1e-12,
            "{round}: {length} {height}"
        );
        assert!((direction - turn * Vector3::z()).norm() < 1e-9, "{round}");
    }
    assert!(whole > 100, "{whole}");
}

#[test]
fn sizes_far_from_one_neither_overflow_nor_underflow() {
    for size in [1e-70, 1.0, 1e70] {
        let corners = [[-1.0, -1.0, 2.0], [3.0, -1.0, 2.0], [-1.0, 3.0, 2.0]];
        let (direction, length, _) = nearest(&corners.map(|corner| Vector3::from(corner) * size));
        assert!((direction - vector![0.0, 0.0, 1.0]).norm() < 1e-6);
        assert!((length / size - 2.0).abs() < 1e-6);
    }
}

/// Returns the direction and length of the nearest point of the hull of some points. Like GJK, it adds the point farthest
/// against the direction.
fn nearest_of_all<const D: usize>(points: &[SVector<f64, D>]) -> (SVector<f64, D>, f64) {
    let mut simplex = Plain::new();
    let mut near = (SVector::<f64, D>::zeros(), f64::INFINITY);
    for _ in 0..64 {
        let along = |point: &&SVector<f64, D>| near.0.dot(point);
        let farthest = points.iter().min_by(|a, b| along(a).total_cmp(&along(b)));
        let farthest = farthest.expect("points");
        if along(&farthest) >= near.1 {
            break;
        }
        *simplex.next() = Bare(of(farthest));
        simplex.keep();
        let next = simplex.nearest_of_all();
        if next.length >= near.1 {
            break;
        }
        near = (next.direction.numbers().into(), next.length);
    }
    near
}

/// Checks the direction found for points that are all at least `gap` ahead of the origin along some direction. Every
/// point must be ahead by the length found, up to some ulps of the largest coordinate, which is about 1.
fn are_ahead<const D: usize>(points: &[SVector<f64, D>], gap: f64, round: u32) {
    const ROUNDING: f64 = 4e-15;
    let (direction, length) = nearest_of_all(points);
    let ahead = points.iter().map(|point| direction.dot(point));
    let least = ahead.fold(f64::INFINITY, f64::min);
    let is_hidden = length < ROUNDING && gap < ROUNDING;
    assert!(
        is_hidden || least >= length - ROUNDING,
        "{round}: {least} {length}"
    );
    assert!(length >= gap - ROUNDING, "{round}: {length} {gap}");
}

/// Returns the sizes of a flat set along its axes, from 1 down, its distance from the origin, and its thickness.
fn flat_set(dice: &mut StdRng) -> ([f64; 2], f64, f64) {
    let gap = 10f64.powf(dice.random_range(-15.0..-0.5));
    let narrow = 10f64.powf(dice.random_range(-6.0..0.0));
    let thick = if dice.random_bool(0.5) { 1e-16 } else { 0.0 };
    ([1.0, narrow], gap, thick)
}

/// The points are in a plane beside the origin, exactly or nearly. Among slivers and needles rounding hides the signs
/// of all volumes.
#[test]
fn flat_sets_beside_the_origin_are_that_far_from_it() {
    let mut dice = StdRng::seed_from_u64(0x666c_6174);
    for round in 0..2_000 {
        let (sizes, gap, thick) = flat_set(&mut dice);
        let turn = Vector3::from_fn(|_, _| dice.random_range(-2.0..2.0));
        let turn = Rotation3::from_scaled_axis(turn);
        let aside = sizes.map(|size| size * dice.random_range(-0.5..0.5));
        let points: Vec<_> = (0..dice.random_range(3..8))
            .map(|_| {
                let [x, y, z] = [sizes[0], sizes[1], thick].map(|size| {
                    // some corners of a box among them
                    let any: f64 = dice.random_range(-1.2..1.2);
                    any.clamp(-1.0, 1.0) * size
                });
                turn * vector![x + aside[0], y + aside[1], gap + z]
            })
            .collect();
        are_ahead(&points, gap - thick, round);
    }
}

#[test]
fn flat_sets_beside_the_origin_of_the_plane_are_that_far_from_it() {
    let mut dice = StdRng::seed_from_u64(0x6c69_6e65);
    for round in 0..2_000 {
        let ([_, size], gap, thick) = flat_set(&mut dice);
        let turn = Rotation2::new(dice.random_range(-4.0..4.0));
        let aside = size * dice.random_range(-0.5..0.5);
        let points: Vec<_> = (0..dice.random_range(3..6))
            .map(|_| {
                let [x, y] = [size, thick].map(|size| dice.random_range(-1.0..1.0) * size);
                turn * vector![x + aside, gap + y]
            })
            .collect();
        are_ahead(&points, gap - thick, round);
    }
}
