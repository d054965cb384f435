//! The hull of points in space by Quickhull, which adds the farthest points first.

use std::collections::VecDeque;
use std::ops::Range;

use nalgebra::Vector3;

use super::dimension::{coplanar, farthest};
use crate::polytope::Polytope;

/// A hull, and the index of each of its points among the given points.
pub(super) struct Quickhull {
    pub(super) polytope: Polytope,
    pub(super) origin: Vec<u32>,
}

/// Returns the hull of the `chosen` points; `None` if they are coplanar. The construction starts with `first` if these
/// four points are not coplanar.
///
/// Each point outside belongs to one facet that sees it. When that facet is removed, one of the new facets sees the
/// point, or the point is no longer outside. For if the point sees a removed facet and a remaining one, then it also
/// sees two such facets that share an edge of the horizon, and the normal of the new facet at this edge is a positive
/// combination of their normals.
///
/// Facets wait in the order in which they were made, so that the hull grows on all sides at once. If the newest came first,
/// all points of one side would be added before those of the other, and each of these would then replace most facets: a
/// time that grows with the square of the points of a prism.
///
/// After C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, 1996.
pub(super) fn quickhull(
    points: &[Vector3<f64>],
    chosen: &[u32],
    first: [u32; 4],
) -> Option<Quickhull> {
    let at = |index: u32| &points[index as usize];
    let first = solid(points, chosen, first)?;
    let mut polytope = Polytope::tetrahedron(first.map(|index| *at(index)))?;
    let mut origin = first.to_vec();
    let mut outside: Vec<Vec<u32>> = vec![Vec::new(); 4];
    let mut pending: VecDeque<u32> = polytope.facets().collect();
    distribute(&polytope, points, chosen, 0..4, &mut outside);

    while let Some(facet) = pending.pop_front() {
        if !polytope.is_alive(facet) || outside[facet as usize].is_empty() {
            continue;
        }
        let [a, b, c] = polytope.corners(facet);
        let normal = (b - a).cross(&(c - a));
        let next = farthest(&outside[facet as usize], |index| {
            normal.dot(&(at(index) - a))
        });
        origin.push(next);
        let added = polytope.add(*at(next), facet);
        let orphans: Vec<u32> = polytope
            .removed()
            .iter()
            .flat_map(|&facet| std::mem::take(&mut outside[facet as usize]))
            .filter(|&orphan| orphan != next)
            .collect();
        outside.resize(outside.len() + added.len(), Vec::new());
        distribute(&polytope, points, &orphans, added.clone(), &mut outside);
        pending.extend(added);
    }
    Some(Quickhull { polytope, origin })
}

/// Gives every point to the first of the facets that sees it.
fn distribute(
    polytope: &Polytope,
    points: &[Vector3<f64>],
    orphans: &[u32],
    facets: Range<u32>,
    outside: &mut [Vec<u32>],
) {
    for &orphan in orphans {
        let sees = |&facet: &u32| polytope.sees(facet, &points[orphan as usize]);
        if let Some(facet) = facets.clone().find(sees) {
            outside[facet as usize].push(orphan);
        }
    }
}

/// Returns four points that are not coplanar: `first` if possible.
fn solid(points: &[Vector3<f64>], chosen: &[u32], first: [u32; 4]) -> Option<[u32; 4]> {
    let is_solid = |four: &[u32; 4]| !coplanar(four.map(|index| &points[index as usize]));
    let [a, b, c, _] = first;
    let others = chosen.iter().map(|&d| [a, b, c, d]);
    std::iter::once(first).chain(others).find(is_solid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use std::f64::consts::TAU;

    type Curve<'c> = &'c dyn Fn(usize) -> Vector3<f64>;

    /// The facets that are ever made are what the construction costs. If the newest facets had come first, there would be
    /// some hundred for each of these points, and more for more points.
    #[test]
    fn few_facets_are_made_for_each_point_of_prisms_and_curves() {
        let count = 6000;
        let angle = |k: usize| k as f64 / count as f64 * TAU;
        let prism = |k: usize| {
            let (sin, cos) = angle(k / 2 * 2).sin_cos();
            vector![cos, (k % 2) as f64, sin]
        };
        let saddle = |k: usize| {
            let (sin, cos) = angle(k).sin_cos();
            vector![cos, sin, (2.0 * angle(k)).cos()]
        };
        let moment = |k: usize| {
            let t = k as f64 / count as f64;
            vector![t, t * t, t * t * t]
        };
        let curves: [(&str, Curve); 3] = [
            ("prism", &prism),
            ("saddle", &saddle),
            ("moment curve", &moment),
        ];
        for (name, point) in curves {
            let points: Vec<_> = (0..count).map(point).collect();
            let chosen: Vec<u32> = (0..count as u32).collect();
            let first = [0, count / 3, count / 2 + 1, count - 1].map(|index| index as u32);
            let hull = quickhull(&points, &chosen, first).expect("they are not coplanar");
            // facets have numbers in the order in which they are made, and the last one lives
            let made = hull.polytope.facets().last().expect("some") as usize + 1;
            assert!(made < 12 * count, "{name}: {made} facets of {count} points");
        }
    }
}
