//! The dimension of points: a point, a segment, a polygon or a solid.

use nalgebra::Vector3;
use robust::{Coord3D, orient3d};

use super::measure::unit_normal;
use crate::tuning::FAR_PAIR_ROUNDS;

/// The dimension of points up to a flatness, with the indices of points that span the line, plane or space of all.
pub(super) enum Dimension {
    Point,
    Segment([u32; 2]),
    Polygon([u32; 3]),
    Solid([u32; 4]),
}

/// Returns the dimension of the `chosen` points, which are distinct.
///
/// A point at most `flatness` away from a line or plane counts as lying in it.
pub(super) fn dimension_of(points: &[Vector3<f64>], chosen: &[u32], flatness: f64) -> Dimension {
    let at = |index: u32| &points[index as usize];
    let Some([a, b]) = far_pair(points, chosen) else {
        return Dimension::Point;
    };
    let along = (at(b) - at(a)).normalize();
    let from_line = |index: u32| (at(index) - at(a)).cross(&along).norm();
    let c = farthest(chosen, from_line);
    if !(from_line(c) > flatness) {
        return Dimension::Segment([a, b]);
    }
    let Some(normal) = unit_normal([at(a), at(b), at(c)]) else {
        return Dimension::Segment([a, b]);
    };
    let from_plane = |index: u32| normal.dot(&(at(index) - at(a))).abs();
    let d = farthest(chosen, from_plane);
    if from_plane(d) > flatness && !coplanar([at(a), at(b), at(c), at(d)]) {
        return Dimension::Solid([a, b, c, d]);
    }
    Dimension::Polygon([a, b, c])
}

/// Returns two points that are about as far apart as any two; `None` if there is only one point.
fn far_pair(points: &[Vector3<f64>], chosen: &[u32]) -> Option<[u32; 2]> {
    let mut pair = [chosen[0]; 2];
    let mut distance = 0.0;
    for _ in 0..FAR_PAIR_ROUNDS {
        let from = |index: u32| (points[index as usize] - points[pair[1] as usize]).norm();
        let next = farthest(chosen, from);
        if !(from(next) > distance) {
            break;
        }
        distance = from(next);
        pair = [pair[1], next];
    }
    (distance > 0.0).then_some(pair)
}

/// Returns the first index with the largest measure.
pub(super) fn farthest(chosen: &[u32], measure: impl Fn(u32) -> f64) -> u32 {
    let mut best = (chosen[0], measure(chosen[0]));
    for &index in &chosen[1..] {
        let value = measure(index);
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

/// Returns whether four points lie in a plane, decided exactly.
pub(super) fn coplanar(points: [&Vector3<f64>; 4]) -> bool {
    let [a, b, c, d] = points.map(|p| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    });
    orient3d(a, b, c, d) == 0.0
}
