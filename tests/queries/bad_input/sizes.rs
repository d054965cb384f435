//! Sizes and points that are no valid input of a shape.

use nalgebra::{Isometry3, SMatrix, Vector2, Vector3, vector};
use photofinish::gjk::distance;
use photofinish::motion::AtRest;
use photofinish::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, Posed, Rounded};
use photofinish::{Moving, MovingPoints, Outcome, QueryError, Real, ShapeError, time_of_impact};

use super::{BAD, moving3, rest3};

fn names_size<V: std::fmt::Debug>(result: Result<V, ShapeError>, bad: f64) {
    match result {
        Err(ShapeError::NotFinite(error)) => {
            assert!(error.value.to_bits() == bad.to_bits(), "{error} for {bad}");
        }
        other => panic!("{bad} gave {other:?}"),
    }
}

#[test]
fn sizes_that_are_not_finite_are_named() {
    for bad in BAD {
        names_size(Ball::new(bad), bad);
        names_size(Cuboid::new(vector![1.0, bad, 1.0]), bad);
        names_size(Capsule::new(bad, 1.0), bad);
        names_size(Capsule::new(1.0, bad), bad);
        names_size(Cylinder::new(bad, 1.0), bad);
        names_size(Cylinder::new(1.0, bad), bad);
        names_size(Cone::new(bad, 1.0), bad);
        names_size(Cone::new(1.0, bad), bad);
        names_size(Segment::new([vector![0.0, 0.0], vector![bad, 0.0]]), bad);
        names_size(
            Triangle::new([Vector3::zeros(), vector![0.0, bad, 0.0], Vector3::zeros()]),
            bad,
        );
        names_size(PointSet::new(vec![vector![0.0, bad]]), bad);
        names_size(ConvexHull::new(&[vector![0.0, bad]]), bad);
        names_size(ConvexHull::welded(&[Vector2::zeros()], bad), bad);
        let ball = Ball::new(1.0).expect("a ball");
        names_size(Rounded::new(ball, bad), bad);
        names_size(
            AffineImage::new(ball, SMatrix::<f64, 2, 2>::repeat(bad), Vector2::zeros()),
            bad,
        );
        names_size(
            AffineImage::new(ball, SMatrix::identity(), vector![bad, 0.0]),
            bad,
        );
        names_size(
            MovingPoints::new(vec![vector![bad, 0.0]], vec![Vector2::zeros()], 0.0),
            bad,
        );
        names_size(
            MovingPoints::new(vec![Vector2::zeros()], vec![vector![bad, 0.0]], 0.0),
            bad,
        );
        names_size(
            MovingPoints::new(vec![Vector2::<f64>::zeros()], vec![Vector2::zeros()], bad),
            bad,
        );
    }
}

/// Each of the two lengths is allowed.
#[test]
fn sizes_that_are_too_large_together_are_named() {
    let largest = f64::LARGEST;
    let ball = Ball::new(largest).expect("a ball");
    let cube = Cuboid::new(vector![1.0, largest, 1.0]).expect("a box");
    let twice = SMatrix::<f64, 3, 3>::identity() * 2.0;
    // a rounded body has no dimension of its own: a query that has one names its size
    let rounded = [
        Rounded::new(ball, largest).expect("a radius"),
        Rounded::new(ball, 0.5 * largest).expect("a radius"),
    ];
    for rounded in rounded {
        let at_origin = AtRest::new(Isometry3::identity()).expect("a pose");
        let [a, b] = [rounded, rounded].map(|body| Moving::new(body, at_origin));
        let refused = time_of_impact(&a, &b, 0.0..=1.0).unwrap_err();
        assert!(
            matches!(refused, QueryError::CoordinateNotFinite { value, .. } if value > largest),
            "{refused}"
        );
    }
    names_size(Capsule::new(largest, largest), 2.0 * largest);
    names_size(
        AffineImage::new(cube, twice, Vector3::zeros()),
        2.0 * largest,
    );
    let half = Cuboid::new(vector![1.0, 0.5 * largest, 1.0]).expect("a box");
    assert!(Rounded::new(half, 0.5 * largest).is_ok());
    assert!(AffineImage::new(half, twice, Vector3::zeros()).is_ok());
}

/// The limit that the crate docs state.
#[test]
fn bodies_nearer_than_the_least_length_count_as_touching() {
    for (size, resolved) in [(1e-245, false), (1e-235, true)] {
        let cube = Cuboid::new(Vector3::repeat(size)).expect("a box");
        let pose = Isometry3::translation(4.0 * size, 0.0, 0.0);
        let beside = Posed::new(cube, &pose).expect("a pose");
        assert_eq!(distance(&cube, &beside).is_some(), resolved, "{size}");
        let size = if resolved { 1e-27_f32 } else { 1e-32 };
        let cube = Cuboid::new(Vector3::repeat(size)).expect("a box");
        let pose = Isometry3::translation(4.0 * size, 0.0, 0.0);
        let beside = Posed::new(cube, &pose).expect("a pose");
        assert_eq!(distance(&cube, &beside).is_some(), resolved, "{size}");
    }
}

#[test]
fn negative_sizes_are_named() {
    let negative = |name| ShapeError::Negative { name, value: -0.5 };
    assert_eq!(Ball::new(-0.5).unwrap_err(), negative("radius"));
    assert_eq!(
        Cuboid::new(vector![1.0, -0.5]).unwrap_err(),
        negative("half extent")
    );
    assert_eq!(
        Capsule::new(-0.5, 1.0).unwrap_err(),
        negative("half height")
    );
    assert_eq!(Cylinder::new(1.0, -0.5).unwrap_err(), negative("radius"));
    assert_eq!(Cone::new(-0.5, 1.0).unwrap_err(), negative("half height"));
    assert_eq!(
        Rounded::new(Ball::new(1.0).expect("a ball"), -0.5).unwrap_err(),
        negative("radius")
    );
    assert_eq!(
        ConvexHull::welded(&[Vector2::<f64>::zeros()], -0.5).unwrap_err(),
        negative("tolerance")
    );
}

#[test]
fn empty_and_unmatched_point_sets_are_refused_and_flat_ones_are_bodies() {
    assert_eq!(PointSet::<f64, 3>::new(Vec::new()), Err(ShapeError::Empty));
    assert_eq!(ConvexHull::<f64, 3>::new(&[]), Err(ShapeError::Empty));
    assert_eq!(
        MovingPoints::<f64, 3>::new(Vec::new(), Vec::new(), 0.0),
        Err(ShapeError::Empty)
    );
    let unmatched = MovingPoints::new(
        vec![Vector2::<f64>::zeros(); 3],
        vec![Vector2::zeros()],
        0.0,
    );
    assert_eq!(
        unmatched,
        Err(ShapeError::CountMismatch {
            points: 3,
            velocities: 1
        })
    );
    // a point, a needle and a sheet, each at distance 1 from a ball that comes at speed 1
    let flat: [&[Vector3<f64>]; 3] = [
        &[Vector3::zeros()],
        &[
            vector![0.0, -1.0, 0.0],
            vector![0.0, 1.0, 0.0],
            Vector3::zeros(),
        ],
        &[
            vector![0.0, -1.0, -1.0],
            vector![0.0, 1.0, -1.0],
            vector![0.0, 0.0, 1.0],
            vector![0.0, 0.5, 0.0],
        ],
    ];
    for points in flat {
        let sheet = Moving::new(PointSet::new(points.to_vec()).expect("points"), rest3(0.0));
        let ball = Moving::new(Ball::new(1.0).expect("a ball"), moving3(2.0, -1.0));
        let solution = time_of_impact(&sheet, &ball, 0.0..=3.0).expect("an answer");
        let Outcome::Impact(impact) = solution.outcome else {
            panic!("no impact: {solution:?}");
        };
        assert!((impact.time - 1.0).abs() < 1e-7);
    }
}
