//! Properties of every hull, checked independently of how it is built.

use std::collections::BTreeSet;

use nalgebra::{SVector, Vector3};
use photofinish::Real;
use photofinish::shape::ConvexHull;

/// The largest number of pairs of points and directions that are checked.
const PAIRS: usize = 400_000;

/// Checks a hull against the points that it was built from, with a tolerance relative to the largest coordinate.
pub fn check<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    hull: &ConvexHull<T, D>,
    tolerance: f64,
    context: &str,
) {
    check_vertices(points, hull, context);
    check_edges(hull, context);
    if hull.faces().len() > 0 {
        check_faces(hull, context);
    }
    let scale = Scale::new(points, tolerance);
    check_shape(hull, &scale, context);
    check_containment(points, hull, &scale, context);
}

/// Lengths relative to the largest coordinate.
struct Scale {
    largest: f64,
    flatness: f64,
    rounding: f64,
}

impl Scale {
    fn new<T: Real, const D: usize>(points: &[SVector<T, D>], tolerance: f64) -> Self {
        let coordinates = points.iter().flat_map(|point| point.iter());
        let largest = coordinates.fold(0.0, |most: f64, x| most.max(x.as_f64().abs()));
        Self {
            largest: if largest > 0.0 { largest } else { 1.0 },
            flatness: tolerance.max(8.0 * T::EPSILON.as_f64()),
            rounding: 16.0 * T::EPSILON.as_f64(),
        }
    }

    fn point<T: Real, const D: usize>(&self, point: &SVector<T, D>) -> Vector3<f64> {
        Vector3::from_fn(|axis, _| {
            if axis < D {
                point[axis].as_f64() / self.largest
            } else {
                0.0
            }
        })
    }
}

fn check_vertices<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    hull: &ConvexHull<T, D>,
    context: &str,
) {
    let sources: Vec<usize> = (0..hull.vertices().len() as u32)
        .map(|vertex| hull.source(vertex))
        .collect();
    let mut sorted = sources.clone();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "{context}");
    // large hulls have an order of their own
    assert!(sources.len() > 20 || sorted == sources, "{context}");
    for (vertex, &source) in hull.vertices().iter().zip(&sources) {
        assert_eq!(*vertex, points[source], "{context}");
    }
    let (v, e, f) = (sources.len(), hull.edges().len(), hull.faces().len());
    let sides = if D == 3 { 2 } else { 0 };
    match hull.dimension() {
        0 => assert_eq!((v, e, f), (1, 0, 0), "{context}"),
        1 => assert_eq!((v, e, f), (2, 1, 0), "{context}"),
        2 => assert!(v >= 3 && e == v && f == sides, "{context}: {v} {e} {f}"),
        _ => assert!(D == 3 && v >= 4 && v + f == e + 2, "{context}: {v} {e} {f}"),
    }
}

fn check_edges<T: Real, const D: usize>(hull: &ConvexHull<T, D>, context: &str) {
    let edges = hull.edges();
    assert!(edges.windows(2).all(|pair| pair[0] < pair[1]), "{context}");
    assert!(edges.iter().all(|[v, w]| v < w), "{context}");
    let mut links = 0;
    for vertex in 0..hull.vertices().len() as u32 {
        let neighbors = hull.neighbors(vertex);
        links += neighbors.len();
        assert!(
            neighbors.windows(2).all(|pair| pair[0] < pair[1]),
            "{context}"
        );
        for &other in neighbors {
            let edge = [vertex.min(other), vertex.max(other)];
            assert!(edges.binary_search(&edge).is_ok(), "{context}");
        }
        let fewest = hull.dimension();
        assert!(
            neighbors.len() >= fewest,
            "{context}: {vertex} has {neighbors:?}"
        );
    }
    assert_eq!(links, 2 * edges.len(), "{context}");
}

/// Checks that the faces pass every edge once in each direction.
fn check_faces<T: Real, const D: usize>(hull: &ConvexHull<T, D>, context: &str) {
    let mut passed = BTreeSet::new();
    let mut around = vec![0; hull.vertices().len()];
    for face in hull.faces() {
        assert!(face.vertices.len() >= 3, "{context}");
        for (place, &from) in face.vertices.iter().enumerate() {
            let to = face.vertices[(place + 1) % face.vertices.len()];
            assert!(passed.insert([from, to]), "{context}: {from} to {to} twice");
            around[from as usize] += 1;
        }
    }
    for &[v, w] in hull.edges() {
        assert!(
            passed.remove(&[v, w]) && passed.remove(&[w, v]),
            "{context}: {v} {w}"
        );
    }
    assert!(passed.is_empty(), "{context}: {passed:?} are no edges");
    assert!(
        around.iter().all(|&faces| faces >= hull.dimension()),
        "{context}"
    );
}

/// Checks that faces are flat, convex and counter-clockwise.
fn check_shape<T: Real, const D: usize>(hull: &ConvexHull<T, D>, scale: &Scale, context: &str) {
    let slack = scale.flatness + scale.rounding;
    for face in hull.faces() {
        let normal = Vector3::from_fn(|axis, _| face.normal[axis].as_f64());
        assert!((normal.norm() - 1.0).abs() < scale.rounding, "{context}");
        let at = |place: usize| {
            let vertex = face.vertices[place % face.vertices.len()];
            scale.point(&hull.vertices()[vertex as usize])
        };
        let mut area = 0.0;
        for place in 0..face.vertices.len() {
            let (from, to, next) = (at(place), at(place + 1), at(place + 2));
            let turn = (to - from).cross(&(next - to)).dot(&normal);
            assert!(
                turn >= -2.0 * slack * (next - from).norm(),
                "{context}: {turn:e}"
            );
            assert!(normal.dot(&(to - from)).abs() <= 4.0 * slack, "{context}");
            area += normal.dot(&(from - at(0)).cross(&(to - at(0))));
        }
        assert!(area > -slack, "{context}: {area:e}");
    }
}

/// Checks that no point is farther outside than the deviation, and that the deviation is small enough.
fn check_containment<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    hull: &ConvexHull<T, D>,
    scale: &Scale,
    context: &str,
) {
    let deviation = hull.deviation().as_f64() / scale.largest;
    // the slack of a height is three times the least flatness; a polygon doubles it and divides it by the largest
    // coordinate of its normal, which is at least 1 / sqrt 3
    let allowed = 2.0 * 3f64.sqrt() * (scale.flatness + 3.0 * 8.0 * T::EPSILON.as_f64());
    assert!(
        deviation <= allowed.max(10.0 * scale.flatness),
        "{context}: {deviation:e}"
    );
    let edge_normals = hull.edges().iter().map(|&[v, w]| {
        let along =
            scale.point(&hull.vertices()[w as usize]) - scale.point(&hull.vertices()[v as usize]);
        along.cross(&Vector3::z())
    });
    let normals = hull
        .faces()
        .map(|face| Vector3::from_fn(|axis, _| face.normal[axis].as_f64()));
    let axes = (0..D).map(|axis| Vector3::ith(axis, 1.0));
    let mut directions: Vec<Vector3<f64>> = axes.chain(normals).collect();
    if D == 2 {
        directions.extend(edge_normals);
    }
    let vertices: Vec<_> = hull.vertices().iter().map(|v| scale.point(v)).collect();
    let stride = 1 + points.len() * directions.len() / PAIRS;
    for direction in directions.into_iter().flat_map(|s| [s, -s]) {
        let Some(unit) = direction.try_normalize(0.0) else {
            continue;
        };
        let along = vertices.iter().map(|vertex| unit.dot(vertex));
        let reach = along.fold(f64::NEG_INFINITY, f64::max);
        for point in points.iter().step_by(stride) {
            let beyond = unit.dot(&scale.point(point)) - reach;
            assert!(
                beyond <= deviation + scale.rounding,
                "{context}: {beyond:e} > {deviation:e}"
            );
        }
    }
}
