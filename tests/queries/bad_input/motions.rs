//! Poses, velocities and times that are no valid input of a motion.

use nalgebra::{
    Isometry2, Isometry3, Quaternion, Translation3, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::motion::{
    AtRest2, AtRest3, Ballistic3, ConstantVelocity3, FromFn, Motion, MotionBounds, Piecewise,
    Placement, Sweep2, Sweep3,
};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{
    CertificateError, MotionError, Moving, Outcome, PoseError, Query, QueryError, Span,
    time_of_impact,
};

use super::{BAD, moving3, rest3};

#[test]
fn motions_that_are_not_finite_are_named() {
    let identity = Isometry3::identity;
    let still = |_: &Vector3<f64>, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: None,
    };
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
            FromFn::about(vector, |_: f64| Isometry3::identity(), still).err(),
        ];
        for (index, error) in motions.into_iter().enumerate() {
            let error = match error {
                // the first has a bad pose, the others have another bad number
                Some(MotionError::Pose(PoseError::NotFinite(error))) if index == 0 => error,
                Some(MotionError::NotFinite(error)) if index > 0 => error,
                error => panic!("motion {index} with {bad} gave {error:?}"),
            };
            assert_eq!(error.value.to_bits(), bad.to_bits());
        }
    }
}

#[test]
fn invalid_rotations_and_times_are_named() {
    let identity = Isometry3::identity();
    let stretched = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let pose = Isometry3::from_parts(Translation3::identity(), stretched);
    assert_eq!(
        AtRest3::new(pose),
        Err(PoseError::NotARotation { norm: 2.0 }.into())
    );
    let backwards = Sweep3::new((1.0, identity), (1.0, identity), Vector3::zeros());
    assert_eq!(
        backwards,
        Err(MotionError::NoDuration {
            start: 1.0,
            end: 1.0
        })
    );
    // the reciprocal of this duration is infinite
    let at_once = Sweep3::new((0.0, identity), (1e-310, identity), Vector3::zeros());
    assert!(
        matches!(at_once, Err(MotionError::NotFinite(_))),
        "{at_once:?}"
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

/// The answer says which coordinate is none, also where the motion breaks down on the way or at the end.
#[test]
fn a_closure_that_returns_nan_is_an_error() {
    let ball = Ball::new(0.5).expect("a ball");
    let a = Moving::new(ball, rest3(0.0));
    for nowhere in [f64::NAN, f64::INFINITY] {
        for breaks_at in [0.0, 0.5, 1.0] {
            let pose = move |t: f64| {
                let x = if t >= breaks_at { nowhere } else { 3.0 - t };
                Isometry3::translation(x, 0.0, 0.0)
            };
            let broken = FromFn::new(pose, |along: &Vector3<f64>, _, _| MotionBounds {
                acceleration: Some(0.0),
                speed: Some(-along.x),
            });
            let answer = time_of_impact(&a, &Moving::new(ball, broken), 0.0..=1.0);
            assert!(
                matches!(answer, Err(QueryError::CoordinateNotFinite { .. })),
                "{nowhere} from {breaks_at}: {answer:?}"
            );
        }
    }
}

/// These coordinates are larger than the largest that the scalar allows, 1e120.
#[test]
fn a_coordinate_that_is_too_large_is_named() {
    let ball = Ball::new(0.5).expect("a ball");
    let a = Moving::new(ball, rest3(0.0));
    for far in [1e122, 1e150, 1e200, -1e300] {
        for leaves_at in [0.0, 1.0] {
            let pose = move |t: f64| {
                let x = if t >= leaves_at { far } else { 3.0 };
                Isometry3::translation(x, 0.0, 0.0)
            };
            let away = FromFn::new(pose, |_: &Vector3<f64>, _, _| MotionBounds {
                acceleration: Some(0.0),
                speed: Some(0.0),
            });
            let answer = time_of_impact(&a, &Moving::new(ball, away), 0.0..=1.0);
            assert!(
                matches!(answer, Err(QueryError::CoordinateNotFinite { .. })),
                "{far}: {answer:?}"
            );
        }
    }
}

#[test]
fn at_rest_in_the_plane_is_a_motion_like_any_other() {
    assert!(AtRest2::new(Isometry2::<f32>::identity()).is_ok());
}

#[test]
fn an_invalid_pose_is_refused() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let pose = Isometry3::translation(0.0, bad, 0.0);
        let error = photofinish::support::Posed::new(cube, &pose).expect_err("invalid");
        assert!(error.to_string().contains("position"), "{error}");
    }
}

/// Poses made in single precision are valid in double precision.
#[test]
fn poses_made_in_single_precision_are_valid_in_double_precision() {
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
            matches!(
                refused,
                Err(MotionError::Pose(PoseError::NotARotation { .. }))
            ),
            "{norm}"
        );
    }
}

/// A closure cannot be checked when the motion is made. So a rotation whose length is not 1 is found when a query calls
/// the closure, and it does not stretch the body.
#[test]
fn invalid_rotations_of_a_closure_are_found_by_a_query() {
    let turning = |norm: f64| {
        let pose = move |t: f64| {
            let turn = UnitQuaternion::new_unchecked(Quaternion::new(norm, 0.0, 0.0, 0.0));
            Isometry3::from_parts(Translation3::new(5.0 - t, 0.0, 0.0), turn)
        };
        let bounds = |s: &Vector3<f64>, _: Span<f64>, _: f64| MotionBounds {
            acceleration: Some(0.0),
            speed: Some(s.norm()),
        };
        let cube = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
        let ball = Ball::new(0.5).expect("a ball");
        let ball = Moving::new(ball, AtRest3::new(Isometry3::identity()).expect("a pose"));
        let cube = Moving::new(cube, FromFn::new(pose, bounds));
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

/// A motion towards a ball, with knots of its own.
struct Knotted<K> {
    inner: ConstantVelocity3<f64>,
    knots: K,
}

impl<K: Fn(f64) -> Option<f64>> Motion<f64, 3> for Knotted<K> {
    type Rotation = UnitQuaternion<f64>;

    fn pose(&self, time: f64) -> Isometry3<f64> {
        self.inner.pose(time)
    }

    fn placement(&self, time: f64, origin: &Vector3<f64>) -> Placement<f64, 3> {
        self.inner.placement(time, origin)
    }

    fn center(&self) -> Vector3<f64> {
        self.inner.center()
    }

    fn next_knot(&self, after: f64) -> Option<f64> {
        (self.knots)(after)
    }

    fn acceleration_bound(&self, s: &Vector3<f64>, during: Span<f64>, reach: f64) -> Option<f64> {
        self.inner.acceleration_bound(s, during, reach)
    }
}

fn approaching<K: Fn(f64) -> Option<f64>>(knots: K) -> Knotted<K> {
    let inner = moving3(4.0, -1.0);
    Knotted { inner, knots }
}

/// Such a knot spent the whole budget, or made a pair free until -1.
#[test]
fn a_knot_that_does_not_come_later_is_named() {
    let ball = Ball::new(0.5).expect("a ball");
    let still = Moving::new(ball, rest3(0.0));
    let refused = |knots: &dyn Fn(f64) -> Option<f64>, time: f64, value: f64| {
        let b = Moving::new(ball, approaching(knots));
        let answers = [
            time_of_impact(&still, &b, 0.0..=2.0),
            time_of_impact(&b, &still, 0.0..=2.0),
        ];
        for answer in answers {
            let Err(QueryError::KnotNotLater { after, knot }) = answer else {
                panic!("{answer:?}");
            };
            assert_eq!((after, knot.to_bits()), (time, value.to_bits()));
        }
    };
    refused(&Some, 0.0, 0.0);
    refused(&|_| Some(-1.0), 0.0, -1.0);
    refused(&|_| Some(f64::NAN), 0.0, f64::NAN);
    refused(&|_| Some(f64::NEG_INFINITY), 0.0, f64::NEG_INFINITY);
    // only the second knot is wrong
    refused(&|_| Some(1.0), 1.0, 1.0);
    refused(
        &|after| Some(if after < 1.0 { 1.0 } else { f64::NAN }),
        1.0,
        f64::NAN,
    );
    // a knot behind the end is as good as none
    let b = Moving::new(ball, approaching(|_: f64| Some(f64::INFINITY)));
    let answer = time_of_impact(&still, &b, 0.0..=2.0).expect("an answer");
    assert!(matches!(answer.outcome, Outcome::Separated(_)));
}

/// The smaller of a knot and NaN was the knot, so that the piece's own knots were lost.
#[test]
fn a_piece_with_a_knot_of_nan_is_found() {
    let ball = Ball::new(0.5).expect("a ball");
    let piece = approaching(|_: f64| Some(f64::NAN));
    let path = Piecewise::new(vec![0.0, 5.0], vec![piece]).expect("a motion");
    let answer = time_of_impact(
        &Moving::new(ball, rest3(0.0)),
        &Moving::new(ball, path),
        0.0..=2.0,
    );
    assert!(
        matches!(answer, Err(QueryError::KnotNotLater { knot, .. }) if knot.is_nan()),
        "{answer:?}"
    );
}

#[test]
fn a_certificate_names_a_knot_that_does_not_come_later() {
    let ball = Ball::new(0.5).expect("a ball");
    let still = Moving::new(ball, rest3(0.0));
    let b = Moving::new(ball, moving3(4.0, -1.0));
    let (_, certificate) = Query::new()
        .certify(&still, &b, 0.0..=2.0)
        .expect("an answer");
    for bad in [f64::NAN, -1.0, 0.0] {
        let b = Moving::new(ball, approaching(|_: f64| Some(bad)));
        let answer = certificate.verify(&still, &b, 0.0, 0.0..=2.0);
        let Err(CertificateError::KnotNotLater {
            index: 0,
            after,
            knot,
        }) = answer
        else {
            panic!("{answer:?}");
        };
        assert_eq!((after, knot.to_bits()), (0.0, bad.to_bits()));
    }
}
