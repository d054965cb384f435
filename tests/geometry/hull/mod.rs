//! Convex hulls: known solids, bad input of every kind, and support points.

mod check;
mod inputs;
mod support;
mod to_f64;

use std::collections::BTreeSet;

use crate::bodies::*;
use check::check;
use inputs::{EXACT, FAMILIES, counted, random};

fn check_families<T: Real, const D: usize>() {
    for (family, _) in FAMILIES {
        for seed in 0..10 {
            let points = random::<T, D>(family, seed);
            let hull = ConvexHull::new(&points).expect(family);
            check(&points, &hull, 0.0, &format!("{family} {seed}"));
            assert!(!EXACT.contains(&family) || hull.deviation() == T::zero());
        }
    }
}

#[test]
fn any_points_have_a_hull() {
    check_families::<f64, 3>();
    check_families::<f32, 3>();
    check_families::<f64, 2>();
    check_families::<f32, 2>();
}

/// Checks a hull of points that are merged within a tolerance, relative to the largest coordinate.
fn check_welded(family: &str, seed: u64, relative: f64) {
    let points = random::<f64, 3>(family, seed);
    let largest = points.iter().fold(0.0, |most: f64, p| most.max(p.amax()));
    let hull = ConvexHull::welded(&points, largest * relative).expect(family);
    check(
        &points,
        &hull,
        relative,
        &format!("{family} {seed} within {relative}"),
    );
}

#[test]
fn a_tolerance_merges_points_and_faces_and_the_deviation_covers_them() {
    for (family, _) in FAMILIES {
        for seed in 1000..1003 {
            for relative in [1e-9, 1e-4, 0.03, 0.4] {
                check_welded(family, seed, relative);
            }
        }
    }
}

/// A needle about as thick as the tolerance may merge into faces that share no corner, and then no vertex was left to
/// continue from. The deviation of subnormal points was rounded down to the next subnormal number.
#[test]
fn tolerances_as_large_as_the_body() {
    check_welded("needle", 10_248, 1e-4);
    check_welded("subnormal", 10_168, 0.4);
    check_welded("subnormal", 10_184, 0.4);
}

/// The oracle tries every plane through three points. It must find the same faces and edges.
#[test]
fn faces_and_edges_are_those_of_the_oracle() {
    for family in ["ball", "sphere", "grid", "prism"] {
        for (seed, count) in (0..7).zip([4, 5, 7, 9, 12, 16, 20]) {
            let points = counted::<f64, 3>(family, count, seed);
            let hull = ConvexHull::new(&points).expect("finite points");
            let expected = photofinish_oracle::hull::Hull::new(&points);
            let sorted = |mut corners: Vec<usize>| {
                corners.sort_unstable();
                corners
            };
            let source = |&vertex: &u32| hull.source(vertex);
            let faces = hull.faces();
            let faces = faces.map(|face| sorted(face.vertices.iter().map(source).collect()));
            let of_oracle = expected.faces.into_iter().map(|face| sorted(face.corners));
            let (faces, of_oracle): (BTreeSet<_>, _) = (faces.collect(), of_oracle.collect());
            assert_eq!(faces, of_oracle, "{family} {seed}");
            let edges = hull.edges().iter();
            let edges: BTreeSet<_> = edges.map(|edge| edge.map(|v| hull.source(v))).collect();
            let of_oracle = expected.edges.iter().copied().collect();
            assert_eq!(edges, of_oracle, "{family} {seed}");
        }
    }
}

/// A large tolerance, divided by the size of tiny points, once overflowed, and no point was left.
fn check_huge_tolerances<T: Real, const D: usize>() {
    for scale in [f64::from_bits(1), 1e-300, 1e-45, 1e-30, 1e-10, 1.0, 1e15] {
        for tolerance in [1.0, 1e10, 1e15, T::LARGEST.as_f64()] {
            for corners in [1, 3, 1 << D] {
                let point = |bits: usize| {
                    SVector::from_fn(|axis, _| T::of(scale * (bits >> axis & 1) as f64))
                };
                let points: Vec<SVector<T, D>> = (0..corners).map(point).collect();
                let hull = ConvexHull::welded(&points, T::of(tolerance)).expect("finite points");
                let diagonal = points.iter().map(|p| p.amax()).fold(T::zero(), T::max);
                let diagonal = diagonal.as_f64() * (D as f64).sqrt();
                if tolerance >= diagonal {
                    assert_eq!(hull.vertices().len(), 1, "{scale:e} {tolerance:e}");
                    // subnormal numbers are far apart relative to their size
                    assert!(hull.deviation().as_f64() <= 4.0 * diagonal);
                }
                let relative = (tolerance / scale).min(1e9);
                let context = format!("{corners} corners of {scale:e} within {tolerance:e}");
                check(&points, &hull, relative, &context);
            }
        }
    }
}

#[test]
fn a_tolerance_larger_than_all_points_leaves_one() {
    check_huge_tolerances::<f64, 2>();
    check_huge_tolerances::<f64, 3>();
    check_huge_tolerances::<f32, 2>();
    check_huge_tolerances::<f32, 3>();
}

/// The product of three small coordinates underflows to zero.
#[test]
fn coordinates_of_all_sizes_at_once() {
    for small in [f64::from_bits(1), 1e-300, 1e-200, 1e-100, 1e-87, 1e-30] {
        let sizes = [-1.0, -small, small, 1.0];
        let points: Vec<Vector3<f64>> = (0..64_usize)
            .map(|bits| SVector::from_fn(|axis, _| sizes[bits >> (2 * axis) & 3]))
            .collect();
        let hull = ConvexHull::new(&points).expect("finite points");
        check(&points, &hull, 0.0, &format!("{small:e}"));
        assert_eq!(hull.vertices().len(), 8);
        let flat: Vec<_> = points
            .iter()
            .map(|p| vector![p.x, p.y, p.z * small])
            .collect();
        let hull = ConvexHull::new(&flat).expect("finite points");
        check(&flat, &hull, 0.0, &format!("flat by {small:e}"));
    }
}
