//! Sizes and points that are no valid input of a shape.

use photofinish::gjk::distance;

use super::*;

/// Returns the value that an error names as not finite.
fn named<V: std::fmt::Debug>(result: Result<V, ShapeError>) -> f64 {
    match result {
        Err(ShapeError::NotFinite(error)) => error.value,
        other => panic!("no number is named: {other:?}"),
    }
}

#[test]
fn sizes_that_are_not_finite_are_named() {
    let zero = || Vector2::<f64>::zeros();
    let origin = Vector3::zeros();
    for bad in BAD {
        let (aside, ball) = (vector![bad, 0.0], ball(1.0));
        let huge = SMatrix::<f64, 2, 2>::repeat(bad);
        let found = [
            named(Ball::new(bad)),
            named(Cuboid::new(vector![1.0, bad, 1.0])),
            named(Capsule::new(bad, 1.0)),
            named(Capsule::new(1.0, bad)),
            named(Capsule::between(aside, zero(), 1.0)),
            named(Cylinder::new(bad, 1.0)),
            named(Cylinder::new(1.0, bad)),
            named(Cone::new(bad, 1.0)),
            named(Cone::new(1.0, bad)),
            named(Ellipsoid::new(vector![bad, 1.0])),
            named(Segment::new([zero(), aside])),
            named(Triangle::new([origin, vector![0.0, bad, 0.0], origin])),
            named(PointSet::new(vec![aside])),
            named(ConvexHull::new(&[aside])),
            named(ConvexHull::welded(&[zero()], bad)),
            named(Rounded::new(ball, bad)),
            named(AffineImage::new(ball, huge, zero())),
            named(AffineImage::new(ball, SMatrix::identity(), aside)),
            named(MovingPoints::new(vec![aside], vec![zero()], 0.0)),
            named(MovingPoints::new(vec![zero()], vec![aside], 0.0)),
            named(MovingPoints::new(vec![zero()], vec![zero()], bad)),
        ];
        assert_eq!(found.map(f64::to_bits), [bad.to_bits(); 21]);
    }
}

/// Each of the two lengths is allowed.
#[test]
fn sizes_that_are_too_large_together_are_named() {
    let largest = f64::LARGEST;
    let cube = |y| Cuboid::new(vector![1.0, y, 1.0]).expect("a box");
    let twice = SMatrix::<f64, 3, 3>::identity() * 2.0;
    // a rounded body has no dimension of its own: a query that has one names its size
    for radius in [largest, 0.5 * largest] {
        let rounded = Rounded::new(ball(largest), radius).expect("a radius");
        let [a, b] = [(); 2].map(|()| moving(rounded, rest3([0.0; 3])));
        let refused = time_of_impact(&a, &b, 0.0..=1.0);
        assert_refused(&refused, "CoordinateNotFinite");
    }
    assert_eq!(named(Capsule::new(largest, largest)), 2.0 * largest);
    let image = |y| AffineImage::new(cube(y), twice, Vector3::zeros());
    assert_eq!(named(image(largest)), 2.0 * largest);
    assert!(image(0.5 * largest).is_ok());
    assert!(Rounded::new(cube(0.5 * largest), 0.5 * largest).is_ok());
}

/// The limit that the crate docs state.
#[test]
fn bodies_nearer_than_the_least_length_count_as_touching() {
    fn check<T: Real>(size: T, resolved: bool) {
        let cube = Cuboid::new(Vector3::repeat(size)).expect("a box");
        let pose = Isometry3::translation(T::of(4.0) * size, T::zero(), T::zero());
        let beside = Posed::new(cube, &pose).expect("a pose");
        assert_eq!(distance(&cube, &beside).is_some(), resolved, "{size}");
    }
    check(1e-245, false);
    check(1e-235, true);
    check(1e-32_f32, false);
    check(1e-27_f32, true);
}

#[test]
fn negative_sizes_are_named() {
    fn check<V: std::fmt::Debug>(made: Result<V, ShapeError>, name: &'static str) {
        let value = -0.5;
        let error = made.expect_err("it is negative");
        assert_eq!(error, ShapeError::Negative { name, value });
    }
    check(Ball::new(-0.5), "radius");
    check(Cuboid::new(vector![1.0, -0.5]), "half extent");
    check(Capsule::new(-0.5, 1.0), "half height");
    let end = Vector2::zeros();
    check(Capsule::between(Vector2::x(), end, -0.5), "radius");
    check(Cylinder::new(1.0, -0.5), "radius");
    check(Cone::new(-0.5, 1.0), "half height");
    check(Rounded::new(ball::<f64>(1.0), -0.5), "radius");
    check(ConvexHull::welded(&[Vector2::zeros()], -0.5), "tolerance");
    assert!(Ellipsoid::new(vector![1.0, -0.5]).is_err());
}

#[test]
fn empty_and_unmatched_point_sets_are_refused() {
    assert_eq!(PointSet::<f64, 3>::new(Vec::new()), Err(ShapeError::Empty));
    assert_eq!(ConvexHull::<f64, 3>::new(&[]), Err(ShapeError::Empty));
    let moving = |points, velocities| {
        let zeros = |count| vec![Vector2::<f64>::zeros(); count];
        MovingPoints::new(zeros(points), zeros(velocities), 0.0)
    };
    assert_eq!(moving(0, 0), Err(ShapeError::Empty));
    let (points, velocities) = (3, 1);
    let mismatch = ShapeError::CountMismatch { points, velocities };
    assert_eq!(moving(3, 1), Err(mismatch));
}
