//! The hulls of points in a plane or on a line.

use nalgebra::Vector3;

use super::build::Hull;
use super::dimension::coplanar;
use super::measure::{DISTANCE_SLACK, Projection, collinear, distance_to_segment, unit_normal};

/// The hull of points on a line: the segment between the two `ends`.
pub(super) fn segment(points: &[Vector3<f64>], chosen: &[u32], ends: [u32; 2]) -> Hull {
    let [a, b] = ends.map(|end| &points[end as usize]);
    let from_segment = |point: &Vector3<f64>| {
        let between = |i: usize| a[i].min(b[i]) <= point[i] && point[i] <= a[i].max(b[i]);
        if collinear(a, b, point) && (0..3).all(between) {
            0.0
        } else {
            distance_to_segment(point, a, b) + DISTANCE_SLACK
        }
    };
    Hull {
        dimension: 1,
        vertices: ends.to_vec(),
        edges: vec![ends],
        diagonals: Vec::new(),
        faces: Vec::new(),
        deviation: largest(points, chosen, from_segment),
        exact: true,
    }
}

/// The hull of points in the plane through three `corners`.
///
/// The projection of the hull along the axis nearest to the normal is exact. Above or below each point inside it lies a
/// point of the polygon. The two are no farther apart than the points spread across the plane, divided by the cosine
/// between normal and axis.
pub(super) fn polygon(
    points: &[Vector3<f64>],
    chosen: &[u32],
    corners: [u32; 3],
    flatness: f64,
    in_space: bool,
) -> Hull {
    let [a, b, c] = corners.map(|corner| &points[corner as usize]);
    let normal = unit_normal([a, b, c]).expect("three corners that span a plane");
    let outline = outline(points, chosen, Projection::along(&normal));
    let (vertices, straightened) = straighten(points, &outline, flatness);

    let exact = chosen
        .iter()
        .all(|&index| coplanar([a, b, c, &points[index as usize]]));
    let spread = if exact {
        0.0
    } else {
        let height = |point: &Vector3<f64>| normal.dot(&(point - a)).abs();
        2.0 * (largest(points, chosen, height) + DISTANCE_SLACK) / normal.amax()
    };
    let back: Vec<u32> = vertices.iter().rev().copied().collect();
    let next = vertices.iter().cycle().skip(1);
    Hull {
        dimension: 2,
        edges: vertices.iter().zip(next).map(|(&v, &w)| [v, w]).collect(),
        diagonals: Vec::new(),
        faces: if in_space {
            vec![(normal, vertices.clone()), (-normal, back)]
        } else {
            Vec::new()
        },
        vertices,
        deviation: spread + straightened,
        exact,
    }
}

fn largest(points: &[Vector3<f64>], chosen: &[u32], measure: impl Fn(&Vector3<f64>) -> f64) -> f64 {
    chosen.iter().fold(0.0, |largest: f64, &index| {
        largest.max(measure(&points[index as usize]))
    })
}

/// The corners of the hull of projected points, counter-clockwise, none on a line with its neighbours. The algorithm is
/// Andrew's monotone chain with exact turns.
pub(super) fn outline(points: &[Vector3<f64>], chosen: &[u32], seen: Projection) -> Vec<u32> {
    let at = |index: u32| &points[index as usize];
    let mut order = chosen.to_vec();
    order.sort_by(|&v, &w| seen.order(at(v), at(w)).then(v.cmp(&w)));
    let mut chain: Vec<u32> = Vec::new();
    let half = |chain: &mut Vec<u32>, order: &mut dyn Iterator<Item = u32>| {
        let start = chain.len();
        for index in order {
            while let [.., before, last] = chain[start..]
                && seen.turn(at(before), at(last), at(index)) <= 0.0
            {
                chain.pop();
            }
            chain.push(index);
        }
        // the last point begins the other half
        chain.pop();
    };
    half(&mut chain, &mut order.iter().copied());
    half(&mut chain, &mut order.iter().rev().copied());
    chain
}

/// Leaves out corners that are at most `flatness` from the edge between the corners that stay. Returns the corners that
/// stay, and how far the others are from these edges.
fn straighten(points: &[Vector3<f64>], outline: &[u32], flatness: f64) -> (Vec<u32>, f64) {
    let count = outline.len();
    let at = |place: usize| &points[outline[place % count] as usize];
    // how far the corners between two places are from the edge between these places
    let bulge = |from: usize, to: usize| {
        (from + 1..to)
            .map(|place| distance_to_segment(at(place), at(from), at(to)))
            .fold(0.0, f64::max)
    };
    let mut kept: Vec<usize> = (0..count).collect();
    loop {
        let before = kept.len();
        let mut place = 0;
        while place < kept.len() && kept.len() > 3 {
            let from = kept[(place + kept.len() - 1) % kept.len()];
            let to = kept[(place + 1) % kept.len()];
            let to = if to > from { to } else { to + count };
            if bulge(from, to) <= flatness {
                kept.remove(place);
            } else {
                place += 1;
            }
        }
        if kept.len() == before {
            break;
        }
    }
    let next = kept.iter().skip(1).copied().chain([kept[0] + count]);
    let lost = kept.iter().zip(next).map(|(&from, to)| bulge(from, to));
    let lost = lost.fold(0.0, f64::max);
    let slack = if kept.len() < count {
        DISTANCE_SLACK
    } else {
        0.0
    };
    (
        kept.iter().map(|&place| outline[place]).collect(),
        lost + slack,
    )
}
