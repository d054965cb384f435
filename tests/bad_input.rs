//! Bad input of every kind gets the error that names it, and no input makes a query panic or hang.

use nalgebra::{
    Isometry2, Isometry3, Quaternion, SMatrix, Translation3, UnitQuaternion, Vector2, Vector3,
    vector,
};
use photofinish::motion::{
    AtRest, AtRest2, AtRest3, Ballistic3, ConstantVelocity3, FromFn, Piecewise, Sweep2, Sweep3,
};
use photofinish::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PointSet, Segment, Triangle,
};
use photofinish::support::{AffineImage, Rounded};
use photofinish::{
    InitialContact, MotionError, Moving, MovingPoints, Outcome, Query, QueryError, Real,
    ShapeError, Span, SupportMap, UndecidedReason, time_of_impact,
};
use proptest::prelude::*;

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];

fn names_size<V: std::fmt::Debug>(result: Result<V, ShapeError>, bad: f64) {
    match result {
        Err(ShapeError::NotFinite(error)) => {
            assert!(error.value.to_bits() == bad.to_bits(), "{error} for {bad}");
        }
        other => panic!("{bad} was answered by {other:?}"),
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
        Rounded::new(Ball::new(1.0), -0.5).unwrap_err(),
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
    // a point, a needle, a sheet: each at distance 1 of a ball that comes at speed 1
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
            panic!("a hit, not {solution:?}");
        };
        assert!((impact.time - 1.0).abs() < 1e-7);
    }
}

fn rest3(x: f64) -> AtRest3<f64> {
    AtRest::new(Isometry3::translation(x, 0.0, 0.0)).expect("a motion")
}

fn moving3(x: f64, speed: f64) -> ConstantVelocity3<f64> {
    let velocity = vector![speed, 0.0, 0.0];
    ConstantVelocity3::new(
        Isometry3::translation(x, 0.0, 0.0),
        velocity,
        Vector3::zeros(),
    )
    .expect("a motion")
}

#[test]
fn motions_that_are_not_finite_are_named() {
    let identity = Isometry3::identity;
    for bad in BAD {
        let vector = vector![0.0, bad, 0.0];
        let motions = [
            AtRest3::new(Isometry3::translation(bad, 0.0, 0.0)).err(),
            ConstantVelocity3::new(identity(), vector, Vector3::zeros()).err(),
            ConstantVelocity3::new(identity(), Vector3::zeros(), vector).err(),
            moving3(0.0, 1.0).about(vector).err(),
            moving3(0.0, 1.0).starting_at(bad).err(),
            Ballistic3::new(moving3(0.0, 1.0), vector).err(),
            Sweep3::new((0.0, identity()), (bad, identity()), Vector3::zeros()).err(),
            Sweep3::new((0.0, identity()), (1.0, identity()), vector).err(),
            ConstantVelocity3::between((bad, identity()), (1.0, identity()), Vector3::zeros())
                .err(),
        ];
        for (index, error) in motions.into_iter().enumerate() {
            let Some(MotionError::NotFinite(error)) = error else {
                panic!("motion {index} with {bad} was answered by {error:?}");
            };
            assert_eq!(error.value.to_bits(), bad.to_bits());
        }
    }
}

#[test]
fn rotations_and_times_that_make_no_motion_are_named() {
    let identity = Isometry3::identity();
    let stretched = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let pose = Isometry3::from_parts(Translation3::identity(), stretched);
    assert_eq!(
        AtRest3::new(pose),
        Err(MotionError::NotARotation { norm: 2.0 })
    );
    let backwards = Sweep3::new((1.0, identity), (1.0, identity), Vector3::zeros());
    assert_eq!(
        backwards,
        Err(MotionError::NoDuration {
            start: 1.0,
            end: 1.0
        })
    );
    let about_face = Isometry2::rotation(std::f64::consts::PI);
    let undetermined = Sweep2::new(
        (0.0, Isometry2::identity()),
        (1.0, about_face),
        Vector2::zeros(),
    );
    assert_eq!(undetermined, Err(MotionError::OppositeRotations));
    let rest = rest3(0.0);
    assert_eq!(
        Piecewise::new(vec![0.0, 1.0], vec![rest, rest]),
        Err(MotionError::KnotCount {
            pieces: 2,
            knots: 2
        })
    );
    assert_eq!(
        Piecewise::new(vec![0.0, 2.0, 1.0], vec![rest, rest]),
        Err(MotionError::KnotOrder {
            knot: 2.0,
            next: 1.0
        })
    );
    assert!(matches!(
        Piecewise::new(vec![0.0, f64::NAN, 1.0], vec![rest, rest]),
        Err(MotionError::NotFinite(_))
    ));
}

/// The error of a query of two balls that meet at time 1.
fn query_error(query: Query<f64>, start: f64, end: f64) -> QueryError {
    let ball = Ball::new(0.5).expect("a ball");
    let (a, b) = (
        Moving::new(ball, rest3(0.0)),
        Moving::new(ball, moving3(2.0, -1.0)),
    );
    query
        .time_of_impact(&a, &b, start..=end)
        .expect_err("bad input")
}

#[test]
fn intervals_tolerances_and_targets_that_make_no_query_are_named() {
    let query = Query::new();
    assert_eq!(
        query_error(query, 1.0, 0.0),
        QueryError::ReversedInterval {
            start: 1.0,
            end: 0.0
        }
    );
    for bad in BAD {
        assert!(matches!(
            query_error(query, 0.0, bad),
            QueryError::TimeNotFinite { .. }
        ));
        assert!(matches!(
            query_error(query, bad, 1.0),
            QueryError::TimeNotFinite { .. }
        ));
    }
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1e-6] {
        let QueryError::InvalidTolerance { value } = query_error(query.tolerance(bad), 0.0, 2.0)
        else {
            panic!("tolerance {bad}");
        };
        assert_eq!(value.to_bits(), bad.to_bits());
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
        let error = query_error(query.target_distance(bad), 0.0, 2.0);
        assert!(
            matches!(error, QueryError::InvalidTargetDistance { .. }),
            "{error}"
        );
    }
    // more than half as deep as both bodies are thick
    for deep in [-1.0, -1e9] {
        let error = query_error(query.target_distance(deep), 0.0, 2.0);
        assert!(
            matches!(error, QueryError::AllowanceTooLarge { .. }),
            "{error}"
        );
    }
    assert!(Span::new(0.0, f64::NAN).is_err() && Span::new(2.0, 1.0).is_err());
}

#[test]
fn a_tolerance_below_the_resolution_is_an_error_that_says_what_is_resolved() {
    // an f32 resolves 6e-5 at coordinates of a thousand
    let cuboid = Cuboid::new(vector![1.0f32, 1.0, 1.0]).expect("a box");
    let turned = Isometry3::new(vector![0.0, 1000.0, 0.0], vector![0.3, 0.2, 0.1]);
    let a = Moving::new(
        cuboid,
        AtRest3::new(Isometry3::identity()).expect("a motion"),
    );
    let b = Moving::new(
        cuboid,
        ConstantVelocity3::new(turned, vector![0.0, -1000.0, 0.0], Vector3::zeros())
            .expect("a motion"),
    );
    let error = Query::new()
        .tolerance(1e-9)
        .time_of_impact(&a, &b, 0.0..=1.0)
        .expect_err("too small");
    match error {
        QueryError::ToleranceTooSmall {
            tolerance,
            resolution,
            clear_until,
        } => {
            assert!(tolerance < resolution && resolution < 1e-1, "{error}");
            assert!(clear_until > 0.9, "{error}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_spent_budget_is_undecided_and_says_what_is_proven() {
    let bar = Capsule::new(2.0, 0.01).expect("a capsule");
    let spin = ConstantVelocity3::new(
        Isometry3::identity(),
        Vector3::zeros(),
        vector![0.0, 0.0, 50.0],
    );
    let a = Moving::new(bar, spin.expect("a motion"));
    let b = Moving::new(Ball::new(0.1).expect("a ball"), rest3(2.2));
    let answer = Query::new().budget(20).time_of_impact(&a, &b, 0.0..=1.0);
    let Err(QueryError::Undecided {
        clear_until,
        reason,
    }) = answer
    else {
        panic!("{answer:?}");
    };
    assert_eq!(reason, UndecidedReason::Budget { budget: 20 });
    assert!((0.0..0.1).contains(&clear_until));
}

#[test]
fn a_closure_that_returns_nan_is_an_error() {
    let ball = Ball::new(0.5).expect("a ball");
    let a = Moving::new(ball, rest3(0.0));
    for breaks_at in [0.0, 0.5, 1.0] {
        let broken = FromFn::new(move |t: f64| {
            let x = if t >= breaks_at { f64::NAN } else { 3.0 - t };
            Isometry3::translation(x, 0.0, 0.0)
        });
        let answer = time_of_impact(&a, &Moving::new(ball, broken), 0.0..=1.0);
        assert!(
            matches!(
                answer,
                Err(QueryError::CoordinateNotFinite { .. } | QueryError::Undecided { .. })
            ),
            "{answer:?}"
        );
    }
}

/// Any bits at all, with more than their share of zeros, tiny and huge numbers.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -3.0..3.0f64,
        1 => Just(0.0),
        1 => (-300i32..300).prop_map(|exponent| 10f64.powi(exponent)),
        1 => (-12i32..12).prop_map(|exponent| -(10f64.powi(exponent))),
        1 => any::<f64>(),
    ]
}

fn numbers() -> impl Strategy<Value = [f64; 24]> {
    proptest::array::uniform24(any_number())
}

/// A query of any shapes and motions that these numbers make. It may answer or refuse, but must end, without a panic,
/// and an impact must lie in the interval.
fn any_query<T: Real>(n: &[f64; 24], kind: usize) -> Option<()> {
    let t = |index: usize| T::of(n[index]);
    let v = |index: usize| vector![t(index), t(index + 1), t(index + 2)];
    let pose = |index: usize| Isometry3::new(v(index), v(index + 3));
    let ask = |a: &dyn SupportMap<T, 3>, b: &dyn SupportMap<T, 3>| {
        let first = ConstantVelocity3::new(pose(0), v(6), v(9)).ok()?;
        let second =
            Ballistic3::new(ConstantVelocity3::new(pose(12), v(18), v(3)).ok()?, v(8)).ok()?;
        let policies = [
            InitialContact::Stop,
            InitialContact::IgnoreSeparating,
            InitialContact::Continue,
        ];
        let query = Query::new()
            .initial_contact(policies[kind % 3])
            .budget(2_000);
        let query = if kind.is_multiple_of(5) {
            query.tolerance(t(21)).target_distance(t(7))
        } else {
            query
        };
        let (a, b) = (Moving::new(a, first), Moving::new(b, second));
        let (start, end) = (t(22), t(23));
        let answer = query.time_of_impact(&a, &b, start..=end).ok()?;
        if let Outcome::Impact(impact) = answer.outcome {
            assert!(impact.time >= start && impact.time <= end);
            assert!(
                impact.distance.is_finite()
                    && (impact.normal.norm() - T::one()).abs() < T::of(1e-3)
            );
        }
        Some(())
    };
    let cuboid = Cuboid::new(v(2).abs());
    match kind % 6 {
        0 => ask(&Ball::new(t(5)).ok()?, &cuboid.ok()?),
        1 => ask(
            &Cylinder::new(t(5), t(11)).ok()?,
            &Cone::new(t(13), t(17)).ok()?,
        ),
        2 => ask(
            &Triangle::new([v(0), v(4), v(7)]).ok()?,
            &Segment::new([v(10), v(1)]).ok()?,
        ),
        3 => ask(
            &PointSet::new(vec![v(0), v(1), v(2), v(3), v(4)]).ok()?,
            &cuboid.ok()?,
        ),
        4 => ask(
            &Rounded::new(cuboid.ok()?, t(16)).ok()?,
            &Capsule::new(t(5), t(11)).ok()?,
        ),
        _ => ask(&cuboid.ok()?, &cuboid.ok()?),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn no_numbers_make_a_query_panic_or_hang(n in numbers(), kind in 0usize..30) {
        any_query::<f64>(&n, kind);
        any_query::<f32>(&n, kind);
    }
}

#[test]
fn at_rest_in_the_plane_is_a_motion_like_any_other() {
    assert!(AtRest2::new(Isometry2::<f32>::identity()).is_ok());
}

#[test]
fn a_pose_that_is_none_is_refused() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let pose = Isometry3::translation(0.0, bad, 0.0);
        let error = photofinish::support::Posed::new(cube, &pose).expect_err("no place");
        assert!(error.to_string().contains("position"), "{error}");
    }
}

/// A body that answers with no numbers, everywhere or on one side.
struct Nowhere {
    value: f64,
    everywhere: bool,
}

impl SupportMap<f64, 3> for Nowhere {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        if self.everywhere || direction.x + 0.3 * direction.y < 0.0 {
            vector![0.25, self.value, 0.0]
        } else {
            vector![1.0, 0.0, 0.0]
        }
    }
}

#[test]
fn bodies_that_are_nowhere_have_no_distance() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for everywhere in [true, false] {
            let nowhere = Nowhere { value, everywhere };
            assert!(photofinish::gjk::distance(&cube, &nowhere).is_none());
            assert!(photofinish::gjk::distance(&nowhere, &cube).is_none());
            let mut axis = Vector3::zeros();
            assert!(photofinish::gjk::intersects(&cube, &nowhere, &mut axis));
            assert!(axis.iter().all(|x| x.is_finite()), "{axis}");
            let found = photofinish::proximity(&cube, &nowhere);
            assert!(matches!(found, photofinish::Proximity::Overlapping(_)));
            assert!(found.signed_distance().is_nan(), "{found:?}");
            let overlap = photofinish::epa::penetration(&nowhere, &cube).expect("not disjoint");
            assert!(overlap.depth.is_nan() && overlap.lower_bound == 0.0);
            let named = photofinish::try_proximity(&cube, &nowhere).expect_err("nowhere");
            assert!(!named.value.is_finite(), "{named}");
        }
    }
}

/// What a tracker keeps of such a body does no harm to the next answer.
#[test]
fn a_tracker_recovers_from_a_body_that_is_nowhere() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let other = photofinish::support::Posed::new(cube, &Isometry3::translation(4.0, 0.5, 0.0));
    let other = other.expect("a pose");
    let mut tracker = photofinish::Tracker::new();
    for everywhere in [true, false] {
        let value = f64::NAN;
        let nowhere = Nowhere { value, everywhere };
        assert!(tracker.distance(&cube, &nowhere).is_none());
        assert!(tracker.intersects(&cube, &nowhere));
        assert!(
            tracker
                .proximity(&cube, &nowhere)
                .signed_distance()
                .is_nan()
        );
        assert!(tracker.try_proximity(&cube, &nowhere).is_err());
        let found = tracker.try_proximity(&cube, &other).expect("numbers");
        assert_eq!(found.signed_distance(), 2.0);
    }
}

/// An axis to start from that is no number is as good as none.
#[test]
fn a_search_may_start_from_any_axis() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let other = photofinish::support::Posed::new(cube, &Isometry3::translation(0.0, 4.0, 0.0));
    let other = other.expect("a pose");
    for bad in [f64::NAN, f64::INFINITY, 1e300, 1e-300, 0.0] {
        for axis in [
            vector![bad, 1.0, 0.0],
            Vector3::repeat(bad),
            vector![0.0, bad, bad],
        ] {
            let visit = |_: &_| std::ops::ControlFlow::Continue(());
            let found = photofinish::gjk::visit(&cube, &other, axis, visit);
            assert_eq!(found.map(|closest| closest.distance), Some(2.0), "{axis}");
            let mut axis = axis;
            assert!(!photofinish::gjk::intersects(&cube, &other, &mut axis));
        }
    }
}

/// Poses that were made in single precision are poses, whatever is then asked of them.
#[test]
fn poses_of_single_precision_are_poses_in_double_precision() {
    for seed in 0..1000 {
        let angles = Vector3::from_fn(|row, _| (seed as f32 * 0.37 + row as f32).sin() * 1.7);
        let pose = Isometry3::new(angles, angles).cast::<f64>();
        assert!(AtRest3::new(pose).is_ok(), "{pose}");
        let turn = Isometry2::new(vector![0.0f32, 1.0], angles.x).cast::<f64>();
        assert!(AtRest2::new(turn).is_ok(), "{turn}");
    }
    for norm in [0.999, 1.001, 1.1, 0.0, f64::NAN] {
        let turn = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, norm));
        let pose = Isometry3::from_parts(Translation3::identity(), turn);
        let refused = AtRest3::new(pose);
        assert!(
            matches!(refused, Err(MotionError::NotARotation { .. })),
            "{norm}"
        );
    }
}

/// A closure cannot be refused when it is made: a rotation of another length is found when it is looked at, and does not
/// stretch the body.
#[test]
fn a_closure_whose_rotations_are_none_is_named_when_it_is_asked() {
    let turning = |norm: f64| {
        let pose = move |t: f64| {
            let turn = UnitQuaternion::new_unchecked(Quaternion::new(norm, 0.0, 0.0, 0.0));
            Isometry3::from_parts(Translation3::new(5.0 - t, 0.0, 0.0), turn)
        };
        let bounds = |s: &Vector3<f64>, _: Span<f64>, _: f64| photofinish::motion::MotionBounds {
            acceleration: Some(0.0),
            speed: Some(s.norm()),
        };
        let cube = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
        let ball = Ball::new(0.5).expect("a ball");
        let ball = Moving::new(ball, AtRest3::new(Isometry3::identity()).expect("a pose"));
        let cube = Moving::new(cube, FromFn::new(pose).with_bounds(bounds));
        time_of_impact(&ball, &cube, 0.0..=10.0).map(|solution| solution.outcome)
    };
    let stretched = turning(1.1);
    assert!(
        matches!(stretched, Err(QueryError::CoordinateNotFinite { .. })),
        "{stretched:?}"
    );
    for norm in [1.0, 1.0001] {
        let Ok(Outcome::Impact(impact)) = turning(norm) else {
            panic!("the faces meet at 4");
        };
        assert!((impact.time - 4.0).abs() < 1e-6, "{impact:?}");
    }
}
