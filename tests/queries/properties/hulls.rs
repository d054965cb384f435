//! Hulls of any points: the points are inside, faces point outward, the counts fit Euler's formula, and support points
//! are those that a scan finds.

use nalgebra::SVector;
use photofinish::shape::ConvexHull;
use photofinish::{Real, SupportMap};
use proptest::prelude::*;

use crate::properties::input::{coordinate, direction, in_every_space};
use photofinish_judge::hull::check as check_hull;
use photofinish_judge::soundness::FromOracle;

/// Returns points on a grid, on a line, in a plane, in a thin layer, or anywhere. Many occur twice, some moved by a few
/// ulps. All are scaled, and sometimes moved far away.
fn points<const D: usize>() -> impl Strategy<Value = Vec<SVector<f64, D>>> {
    let point = || prop::array::uniform3(coordinate());
    let layer =
        prop_oneof![3 => Just(1.0), 1 => Just(0.0), 1 => (-12i32..-3).prop_map(|e| 10f64.powi(e))];
    let layers = (layer.clone(), layer, direction::<D>());
    let copies = prop::collection::vec((0usize..40, -3i8..=3), 0..10);
    let place = (-6i32..=6, prop_oneof![3 => Just(0.0), 1 => -1e5..1e5f64]);
    (prop::collection::vec(point(), 1..40), layers, copies, place).prop_map(
        |(points, (thin, thinner, shear), copies, (exponent, far))| {
            let scale = 10f64.powi(exponent);
            let place = |p: [f64; 3]| {
                let flat =
                    SVector::<f64, D>::from_fn(|axis, _| p[axis] * [1.0, thin, thinner][axis]);
                // a shear keeps flat sets flat, and turns them away from the axes
                let sheared = flat + shear * flat[0];
                (sheared.add_scalar(far)) * scale
            };
            let mut points: Vec<_> = points.into_iter().map(place).collect();
            for (index, ulps) in copies {
                let original = points[index % points.len()];
                points.push(original * (1.0 + f64::from(ulps) * f64::EPSILON));
            }
            points
        },
    )
}

/// Checks that a hull's support point is as far along `s` as the farthest vertex.
fn check_support<T: Real, const D: usize>(
    hull: &ConvexHull<T, D>,
    s: &SVector<T, D>,
) -> Result<(), TestCaseError> {
    let along = hull.vertices().iter().map(|vertex| s.dot(vertex));
    let farthest = along.fold(-T::of(f64::MAX), |most, x| most.max(x));
    prop_assert_eq!(s.dot(&hull.support_point(s)), farthest);
    for near in 0..hull.vertices().len() as u32 {
        let vertex = hull.core_support_vertex(s, Some(near));
        prop_assert_eq!(s.dot(&vertex.point), farthest, "from vertex {}", near);
    }
    Ok(())
}

// the rotations R only fill the place that `in_every_space` has for them
#[allow(clippy::extra_unused_type_parameters)]
fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    points: &[SVector<f64, D>],
) -> Result<(), TestCaseError> {
    let points: Vec<SVector<T, D>> = points.iter().map(|point| point.map(T::of)).collect();
    let hull = ConvexHull::new(&points)?;
    check_hull(&points, &hull, 0.0, "any points");
    let axes = (0..D).map(|axis| SVector::from_fn(|i, _| T::of(f64::from(i == axis))));
    let normals = hull.faces().map(|face| face.normal);
    let edges = hull.edges().iter().map(|&[v, w]| {
        let along = hull.vertices()[w as usize] - hull.vertices()[v as usize];
        SVector::from_fn(|i, _| {
            if i == 0 {
                -along[1]
            } else if i == 1 {
                along[0]
            } else {
                T::zero()
            }
        })
    });
    let directions: Vec<SVector<T, D>> = axes.chain(normals).chain(edges).collect();
    for s in directions.iter().flat_map(|s| [*s, -s]) {
        check_support(&hull, &s)?;
    }
    Ok(())
}

in_every_space!(of_any_points, points, check, 600);

/// Checks that the points make enough flat hulls and enough solids.
#[test]
fn flat_hulls_and_solids_have_their_share() {
    let inputs = crate::properties::input::some_of(200, &points::<3>());
    let hulls = inputs
        .iter()
        .map(|points| ConvexHull::new(points).expect("finite points"));
    let solids = hulls.filter(|hull| hull.dimension() == 3).count();
    assert!((60..160).contains(&solids), "{solids}");
}
