//! Properties of every hull, checked independently of how it is built.

use std::collections::BTreeSet;

use crate::bodies::*;

/// The largest number of pairs of points and directions that are checked.
const PAIRS: usize = 400_000;

/// Checks a hull against the points that it was built from, with a tolerance relative to the largest coordinate. A test
/// that fails shows the context.
pub fn check<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    hull: &ConvexHull<T, D>,
    tolerance: f64,
    context: &str,
) {
    println!("a hull of {context}");
    check_vertices(points, hull);
    check_edges(hull);
    if hull.faces().len() > 0 {
        check_faces(hull);
    }
    let scale = Scale::new(points, tolerance);
    check_shape(hull, &scale);
    check_containment(points, hull, &scale);
}

/// Lengths relative to the largest coordinate.
struct Scale {
    largest: f64,
    flatness: f64,
    rounding: f64,
}

impl Scale {
    fn new<T: Real, const D: usize>(points: &[SVector<T, D>], tolerance: f64) -> Self {
        let largest = points.iter().map(|point| point.amax().as_f64());
        let largest = largest.fold(0.0, f64::max);
        Self {
            largest: if largest > 0.0 { largest } else { 1.0 },
            flatness: tolerance.max(8.0 * T::EPSILON.as_f64()),
            rounding: 16.0 * T::EPSILON.as_f64(),
        }
    }

    fn point<T: Real, const D: usize>(&self, point: &SVector<T, D>) -> Vector3<f64> {
        in_space(point) / self.largest
    }
}

fn in_space<T: Real, const D: usize>(point: &SVector<T, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| if axis < D { point[axis].as_f64() } else { 0.0 })
}

fn check_vertices<T: Real, const D: usize>(points: &[SVector<T, D>], hull: &ConvexHull<T, D>) {
    let vertices = 0..hull.vertices().len() as u32;
    let sources: Vec<usize> = vertices.map(|vertex| hull.source(vertex)).collect();
    let mut sorted = sources.clone();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
    // large hulls have an order of their own
    assert!(sources.len() > 20 || sorted == sources);
    for (vertex, &source) in hull.vertices().iter().zip(&sources) {
        assert_eq!(*vertex, points[source]);
    }
    let (v, e, f) = (sources.len(), hull.edges().len(), hull.faces().len());
    let sides = if D == 3 { 2 } else { 0 };
    match hull.dimension() {
        0 => assert_eq!((v, e, f), (1, 0, 0)),
        1 => assert_eq!((v, e, f), (2, 1, 0)),
        2 => assert!(v >= 3 && e == v && f == sides, "{v} {e} {f}"),
        _ => assert!(D == 3 && v >= 4 && v + f == e + 2, "{v} {e} {f}"),
    }
}

fn check_edges<T: Real, const D: usize>(hull: &ConvexHull<T, D>) {
    let edges = hull.edges();
    assert!(edges.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(edges.iter().all(|[v, w]| v < w));
    let mut links = 0;
    for vertex in 0..hull.vertices().len() as u32 {
        let neighbors = hull.neighbors(vertex);
        links += neighbors.len();
        assert!(neighbors.windows(2).all(|pair| pair[0] < pair[1]));
        for &other in neighbors {
            let edge = [vertex.min(other), vertex.max(other)];
            assert!(edges.binary_search(&edge).is_ok());
        }
        assert!(
            neighbors.len() >= hull.dimension(),
            "{vertex}: {neighbors:?}"
        );
    }
    assert_eq!(links, 2 * edges.len());
}

/// Checks that the faces pass every edge once in each direction.
fn check_faces<T: Real, const D: usize>(hull: &ConvexHull<T, D>) {
    let mut passed = BTreeSet::new();
    for face in hull.faces() {
        assert!(face.vertices.len() >= 3);
        let next = face.vertices.iter().cycle().skip(1);
        for (&from, &to) in face.vertices.iter().zip(next) {
            assert!(passed.insert([from, to]), "{from} to {to} twice");
        }
    }
    let both = hull.edges().iter().flat_map(|&[v, w]| [[v, w], [w, v]]);
    assert_eq!(passed, both.collect());
}

/// Checks that faces are flat, convex and counter-clockwise.
fn check_shape<T: Real, const D: usize>(hull: &ConvexHull<T, D>, scale: &Scale) {
    let slack = scale.flatness + scale.rounding;
    for face in hull.faces() {
        let normal = in_space(&face.normal);
        assert!((normal.norm() - 1.0).abs() < scale.rounding);
        let at = |place: usize| {
            let vertex = face.vertices[place % face.vertices.len()];
            scale.point(&hull.vertices()[vertex as usize])
        };
        let mut area = 0.0;
        for place in 0..face.vertices.len() {
            let (from, to, next) = (at(place), at(place + 1), at(place + 2));
            let turn = (to - from).cross(&(next - to)).dot(&normal);
            assert!(turn >= -2.0 * slack * (next - from).norm(), "{turn:e}");
            assert!(normal.dot(&(to - from)).abs() <= 4.0 * slack);
            area += normal.dot(&(from - at(0)).cross(&(to - at(0))));
        }
        assert!(area > -slack, "{area:e}");
    }
}

/// Checks that no point is farther outside than the deviation, and that the deviation is small enough.
fn check_containment<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    hull: &ConvexHull<T, D>,
    scale: &Scale,
) {
    let deviation = hull.deviation().as_f64() / scale.largest;
    // the slack of a height is three times the least flatness; a polygon doubles it and divides it by the largest
    // coordinate of its normal, which is at least 1 / sqrt 3
    let allowed = 2.0 * 3f64.sqrt() * (scale.flatness + 3.0 * 8.0 * T::EPSILON.as_f64());
    assert!(
        deviation <= allowed.max(10.0 * scale.flatness),
        "{deviation:e}"
    );
    let vertices: Vec<_> = hull.vertices().iter().map(|v| scale.point(v)).collect();
    let mut directions: Vec<_> = (0..D).map(|axis| Vector3::ith(axis, 1.0)).collect();
    directions.extend(hull.faces().map(|face| in_space(&face.normal)));
    if D == 2 {
        let ends = hull.edges().iter();
        let along = ends.map(|&[v, w]| vertices[w as usize] - vertices[v as usize]);
        directions.extend(along.map(|along| along.cross(&Vector3::z())));
    }
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
                "{beyond:e} > {deviation:e}"
            );
        }
    }
}
