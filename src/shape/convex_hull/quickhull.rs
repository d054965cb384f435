//! The hull of points in space by Quickhull, which adds the farthest points first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
/// The next point is the one that adds most volume to its facet, so that the hull grows on all sides at once. If all
/// points of one side came long before those of the other, each of the latter would replace most facets: a time that
/// grows with the square of the points of two circles.
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
    let mut outside: Vec<Vec<u32>> = Vec::new();
    let mut waiting = BinaryHeap::new();
    let mut added: Vec<u32> = polytope.facets().collect();
    let mut orphans = chosen.to_vec();
    loop {
        outside.resize(outside.len() + added.len(), Vec::new());
        distribute(&polytope, points, &orphans, &added, &mut outside);
        waiting.extend(added.iter().filter_map(|&facet| {
            let beyond = &outside[facet as usize];
            let (next, volume) = farthest_from(&polytope, points, facet, beyond)?;
            // the bits of numbers that are not negative are in the order of these
            Some((volume.max(0.0).to_bits(), Reverse(facet), next))
        }));
        let mut steps = std::iter::from_fn(|| waiting.pop());
        let Some((_, Reverse(facet), next)) = steps.find(|step| polytope.is_alive(step.1.0)) else {
            return Some(Quickhull { polytope, origin });
        };
        origin.push(next);
        let new = polytope.add(*at(next), facet);
        added = polytope.in_order(new);
        orphans = polytope
            .removed()
            .iter()
            .flat_map(|&facet| std::mem::take(&mut outside[facet as usize]))
            .filter(|&orphan| orphan != next)
            .collect();
    }
}

/// Returns the one of the `beyond` points that is farthest from a facet, and six times the volume between both.
fn farthest_from(
    polytope: &Polytope,
    points: &[Vector3<f64>],
    facet: u32,
    beyond: &[u32],
) -> Option<(u32, f64)> {
    if beyond.is_empty() {
        return None;
    }
    let [a, b, c] = polytope.corners(facet);
    let normal = (b - a).cross(&(c - a));
    let volume = |index: u32| normal.dot(&(points[index as usize] - a));
    let next = farthest(beyond, volume);
    Some((next, volume(next)))
}

/// Gives every point to a facet that sees it, if one of them does.
///
/// The facets are in order around a vertex, and points that follow each other are mostly neighbours. So each is looked
/// for on both sides of the facet where the last one was found.
fn distribute(
    polytope: &Polytope,
    points: &[Vector3<f64>],
    orphans: &[u32],
    facets: &[u32],
    outside: &mut [Vec<u32>],
) {
    let mut last = 0;
    for &orphan in orphans {
        let sees = |&place: &usize| polytope.sees(facets[place], &points[orphan as usize]);
        if let Some(place) = from_nearest(last, facets.len()).find(sees) {
            outside[facets[place] as usize].push(orphan);
            last = place;
        }
    }
}

/// Returns the places on a ring of `count`, those nearest to `start` first.
fn from_nearest(start: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |step| {
        let away = step.div_ceil(2);
        let place = start + if step % 2 == 0 { away } else { count - away };
        if place < count { place } else { place - count }
    })
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
    use crate::polytope::HEIGHTS;
    use nalgebra::vector;
    use std::f64::consts::TAU;

    type Circle<'c> = &'c dyn Fn(f64) -> Vector3<f64>;

    /// A point is compared with some facets whenever it loses its own, which happens about log n times. If facets came
    /// in the order in which they were made, or the new ones were asked in any order, there would be ever more
    /// comparisons for each point.
    #[test]
    fn comparisons_for_each_point_of_two_circles_grow_with_the_logarithm() {
        let near = |angle: f64| vector![0.0, 0.3 * angle.cos() + 2.0, angle.sin()];
        let far = |angle: f64| {
            vector![
                0.6 * angle.cos() + 0.3,
                0.8 * angle.cos(),
                angle.sin() + 5.0
            ]
        };
        let circles: [(&str, Circle); 2] = [("near", &near), ("far", &far)];
        for (name, second) in circles {
            for count in [250, 1000, 4000] {
                let points: Vec<_> = (0..count)
                    .map(|k| {
                        let angle = (k / 2) as f64 / (count / 2) as f64 * TAU;
                        if k % 2 == 0 {
                            vector![angle.cos(), angle.sin(), 0.0]
                        } else {
                            second(angle)
                        }
                    })
                    .collect();
                let chosen: Vec<u32> = (0..count as u32).collect();
                let first = [0, count / 3, count / 2 + 1, count - 1].map(|index| index as u32);
                HEIGHTS.set(0);
                quickhull(&points, &chosen, first).expect("they are not coplanar");
                let each = HEIGHTS.get() as f64 / count as f64;
                assert!(each < 1.9 * (count as f64).log2(), "{name} {count}: {each}");
            }
        }
    }
}
