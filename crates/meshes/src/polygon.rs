//! Polygons as triangles.

use nalgebra::{Vector2, Vector3};

/// Corners of a polygon beyond which it is a fan: ears are found in cubic time at worst.
const MOST_CORNERS: usize = 1000;

/// Cuts a polygon into triangles of its corners, which are indices of points. A polygon of one or two corners is one
/// triangle whose corners coincide.
///
/// Every corner is a corner of a triangle, and the triangles cover the polygon: those of ears exactly, and those of a
/// fan because every point that the outline winds around is in one of them.
pub(crate) fn triangulate(corners: &[u32], points: &[Vector3<f64>], out: &mut Vec<[u32; 3]>) {
    match *corners {
        [] => {}
        [a] => out.push([a; 3]),
        [a, b] => out.push([a, b, b]),
        [a, b, c] => out.push([a, b, c]),
        _ if corners.len() > MOST_CORNERS => fan(corners, out),
        _ => ears(corners, points, out),
    }
}

fn fan(corners: &[u32], out: &mut Vec<[u32; 3]>) {
    let triangles = corners[1..].windows(2);
    out.extend(triangles.map(|pair| [corners[0], pair[0], pair[1]]));
}

/// Cuts off ears: convex corners whose triangle has no other corner in it. In a convex polygon the first corner is
/// that of all triangles. Where no ear is left, the rest is a fan.
fn ears(corners: &[u32], points: &[Vector3<f64>], out: &mut Vec<[u32; 3]>) {
    let flat = flattened(corners, points);
    // indices of `corners` and `flat`
    let mut left: Vec<usize> = (0..corners.len()).collect();
    while left.len() > 3 {
        let count = left.len();
        let around = |at: usize| {
            [
                left[(at + count - 1) % count],
                left[at],
                left[(at + 1) % count],
            ]
        };
        let is_ear = |at: &usize| {
            let [before, tip, after] = around(*at).map(|index| flat[index]);
            let is_in = |&other: &usize| {
                let point = flat[other];
                !around(*at).contains(&other)
                    && turn(before, tip, point) >= 0.0
                    && turn(tip, after, point) >= 0.0
                    && turn(after, before, point) >= 0.0
            };
            turn(before, tip, after) > 0.0 && !left.iter().any(is_in)
        };
        // from the second corner on, so that the first one stays
        let ear = (1..count).chain([0]).find(is_ear);
        let Some(ear) = ear else { break };
        out.push(around(ear).map(|index| corners[index]));
        left.remove(ear);
    }
    let rest: Vec<_> = left.iter().map(|&index| corners[index]).collect();
    fan(&rest, out);
}

/// Returns the corners as seen along the axis that is nearest to the polygon's normal, so that it turns to the left.
fn flattened(corners: &[u32], points: &[Vector3<f64>]) -> Vec<Vector2<f64>> {
    let point = |index: usize| points[corners[index % corners.len()] as usize];
    let first = point(0);
    let normal: Vector3<f64> = (0..corners.len())
        .map(|index| (point(index) - first).cross(&(point(index + 1) - first)))
        .sum();
    let along = normal.iamax();
    let (x, y) = ((along + 1) % 3, (along + 2) % 3);
    let seen = |index: usize| {
        let offset = point(index) - first;
        match normal[along] < 0.0 {
            true => Vector2::new(offset[y], offset[x]),
            false => Vector2::new(offset[x], offset[y]),
        }
    };
    (0..corners.len()).map(seen).collect()
}

/// Returns twice the area of a triangle: positive if it turns to the left.
fn turn(a: Vector2<f64>, b: Vector2<f64>, c: Vector2<f64>) -> f64 {
    (b - a).perp(&(c - a))
}
