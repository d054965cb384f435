//! Support points of hulls: lists of vertices by direction, climbing, and scans of one or eight vertices at a time find
//! the same support value, bit by bit.

use crate::bodies::*;

use super::inputs::{FAMILIES, counted};

/// Returns random directions, directions along axes and normals, and directions slightly off the normals.
fn directions<T: Real, const D: usize>(
    hull: &ConvexHull<T, D>,
    rng: &mut StdRng,
) -> Vec<SVector<T, D>> {
    let random =
        |rng: &mut StdRng| SVector::<T, D>::from_fn(|_, _| T::of(rng.random_range(-1.0..1.0)));
    let mut directions: Vec<_> = (0..30).map(|_| random(rng)).collect();
    for axis in 0..D {
        let mut along = SVector::zeros();
        along[axis] = T::one();
        directions.extend([along, -along]);
    }
    let stride = 1 + hull.edges().len() / 30;
    for face in hull.faces().step_by(stride) {
        directions.push(face.normal);
        for off in [T::EPSILON, T::SQRT_EPSILON] {
            directions.push(face.normal + random(rng) * off);
        }
    }
    // directions at right angles to edges: both ends are equally far along them, up to rounding
    for &[v, w] in hull.edges().iter().step_by(stride) {
        let edge = hull.vertices()[w as usize] - hull.vertices()[v as usize];
        let other = random(rng);
        let edge = edge / edge.amax();
        directions.push(other - edge * (other.dot(&edge) / edge.norm_squared()));
    }
    directions.push(SVector::zeros());
    directions
}

/// Checks support points and values of a hull against those of a scan of its vertices.
pub fn check_support<T: Real, const D: usize>(hull: &ConvexHull<T, D>) {
    let mut rng = StdRng::seed_from_u64(0);
    let count = hull.vertices().len() as u32;
    for direction in directions(hull, &mut rng) {
        let heights = hull.vertices().iter().map(|vertex| direction.dot(vertex));
        let highest = heights
            .reduce(|x, y| if y > x { y } else { x })
            .expect("a vertex");
        let stale = rng.random_range(0..count);
        for near in [None, Some(stale), Some(0), Some(u32::MAX)] {
            let vertex = hull.core_support_vertex(&direction, near);
            let index = vertex.index.expect("a vertex");
            assert_eq!(hull.core_vertex(index), Some(vertex.point));
            let height = direction.dot(&vertex.point);
            assert_eq!(height, highest, "from {near:?}");
        }
        assert_eq!(hull.core_support_value(&direction), highest);
        assert_eq!(direction.dot(&hull.support_point(&direction)), highest);
    }
}

/// Checks the support points of the hull of these points. A test that fails shows the context.
fn check_hull_of<T: Real, const D: usize>(points: &[SVector<T, D>], context: &str) {
    println!("a hull of {context}");
    check_support(&ConvexHull::new(points).expect("finite points"));
}

fn check_families<T: Real, const D: usize>() {
    // the products of directions and subnormal points underflow, so no vertex is clearly the farthest
    let known = FAMILIES.iter().filter(|(name, _)| *name != "subnormal");
    for (family, _) in known {
        // hulls of up to 24 vertices are looked at one by one, and of up to 60, or 120 in single precision, by eight;
        // larger ones have lists
        for count in [12, 30, 120, 220] {
            check_hull_of(
                &counted::<T, D>(family, count, 0),
                &format!("{count} of {family}"),
            );
        }
    }
}

#[test]
fn lists_are_as_exact_as_a_scan() {
    check_families::<f64, 3>();
    check_families::<f64, 2>();
    check_families::<f32, 3>();
    check_families::<f32, 2>();
}

/// A sphere is squeezed until along one axis its vertices differ only by rounding, and its facets are slivers. Along
/// that axis lists are then too long, and the hull climbs.
#[test]
fn lists_and_climbs_on_slivers_are_as_exact_as_a_scan() {
    for power in [3, 6, 9, 12, 14, 15] {
        let thickness = 10.0f64.powi(-power);
        let mut points = counted::<f64, 3>("sphere", 300, 0);
        for point in &mut points {
            point.z *= thickness;
        }
        check_hull_of(&points, &format!("squeezed by 1e-{power}"));
        let single: Vec<_> = points.iter().map(|p| p.map(|x| x as f32)).collect();
        check_hull_of(&single, &format!("squeezed by 1e-{power}, rounded"));
        for point in &mut points {
            point.y *= thickness;
        }
        check_hull_of(&points, &format!("drawn out by 1e-{power}"));
    }
}

/// The stated rounding of a hull covers all points that it leaves out.
#[test]
fn what_a_welded_hull_leaves_out_counts_as_rounding() {
    let mut rng = StdRng::seed_from_u64(7);
    for seed in 0..6 {
        let points = counted::<f64, 3>("sphere", 300, seed);
        let hull = ConvexHull::welded(&points, 0.1).expect("finite points");
        assert!(hull.deviation() > 0.0);
        let mut outside = 0.0f64;
        for _ in 0..100 {
            let along = SVector::<f64, 3>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let value = SupportMap::support_point(&hull, &along).dot(&along);
            let covered = along.abs().dot(&SupportMap::rounding(&hull));
            for point in &points {
                outside = outside.max(point.dot(&along) - value);
                assert!(point.dot(&along) <= value + covered);
            }
        }
        assert!(outside > 1e-3, "some points are outside");
        let center = points[0] * 0.5;
        for point in &points {
            assert!(point.abs() <= hull.extents(), "{point}");
            assert!((point - center).norm() <= hull.reach(&center));
        }
    }
}
