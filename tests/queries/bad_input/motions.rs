//! Poses, velocities and times that are no valid input of a motion.

use std::f64::consts::PI;

use nalgebra::Quaternion;

use super::*;

fn turned_by(norm: f64, x: f64) -> Isometry3<f64> {
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(norm, 0.0, 0.0, 0.0));
    Isometry3::from_parts(vector![x, 0.0, 0.0].into(), turn)
}

#[test]
fn motions_that_are_not_finite_are_named() {
    let identity = Isometry3::identity();
    let zero = Vector3::zeros();
    let still = |_: &Vector3<f64>, _, _| bounds(Some(0.0), None);
    for bad in BAD {
        let vector = vector![0.0, bad, 0.0];
        let motions = [
            ConstantVelocity3::new(identity, vector, zero).err(),
            ConstantVelocity3::new(identity, zero, vector).err(),
            moving3(0.0, 1.0).about(vector).err(),
            moving3(0.0, 1.0).starting_at(bad).err(),
            Ballistic3::new(moving3(0.0, 1.0), vector).err(),
            Sweep3::new((0.0, identity), (bad, identity), zero).err(),
            Sweep3::new((0.0, identity), (1.0, identity), vector).err(),
            ConstantVelocity3::between((bad, identity), (1.0, identity), zero).err(),
            FromFn::about(vector, |_: f64| Isometry3::identity(), still).err(),
        ];
        for (index, error) in motions.into_iter().enumerate() {
            let Some(MotionError::NotFinite(error)) = error else {
                panic!("motion {index} with {bad} gave {error:?}");
            };
            assert_eq!(error.value.to_bits(), bad.to_bits());
        }
        let pose = Isometry3::translation(0.0, bad, 0.0);
        assert_refused(&AtRest3::new(pose), "Pose(NotFinite");
        let error = Posed::new(cuboid([1.0; 3]), &pose).expect_err("invalid");
        assert!(error.to_string().contains("position"), "{error}");
    }
}

#[test]
fn invalid_rotations_and_times_are_named() {
    let identity = Isometry3::identity();
    let sweep = |end| Sweep3::new((0.0, identity), (end, identity), Vector3::zeros());
    let (start, end) = (0.0, 0.0);
    assert_eq!(sweep(0.0), Err(MotionError::NoDuration { start, end }));
    // the reciprocal of this duration is infinite
    assert_refused(&sweep(1e-310), "NotFinite");
    let (from, to) = (Isometry2::identity(), Isometry2::rotation(PI));
    let undetermined = Sweep2::new((0.0, from), (1.0, to), Vector2::zeros());
    assert_refused(&undetermined, "OppositeRotations");
    let pieces =
        |knots: &[f64], count| Piecewise::new(knots.to_vec(), vec![rest3([0.0; 3]); count]);
    assert_refused(&pieces(&[0.0], 0), "NoPieces");
    let miscounted = pieces(&[0.0, 1.0], 2);
    assert_refused(&miscounted, "KnotCount { pieces: 2, knots: 2 }");
    let unordered = pieces(&[0.0, 2.0, 1.0], 2);
    assert_refused(&unordered, "KnotOrder { knot: 2.0, next: 1.0 }");
    assert_refused(&pieces(&[0.0, f64::NAN, 1.0], 2), "NotFinite");
}

/// The answer says which coordinate is none, also where the motion breaks down on the way or at the end. The largest
/// coordinate that the scalar allows is 1e120.
#[test]
fn a_closure_that_returns_bad_coordinates_is_an_error() {
    for nowhere in [f64::NAN, f64::INFINITY, 1e122, 1e150, 1e200, -1e300] {
        for breaks_at in [0.0, 0.5, 1.0, 2.0] {
            let pose = move |time: f64| {
                let x = if time >= breaks_at {
                    nowhere
                } else {
                    5.0 - time
                };
                Isometry3::translation(x, 0.0, 0.0)
            };
            let bounds = |along: &Vector3<f64>, _, _| bounds(Some(0.0), Some(-along.x));
            let [answer, _] = answers(FromFn::new(pose, bounds));
            assert_refused(&answer, "CoordinateNotFinite");
        }
    }
}

/// Poses made in single precision are valid in double precision. Others are not.
#[test]
fn rotations_may_be_off_by_the_rounding_of_single_precision() {
    for seed in 0..1000 {
        let angles = Vector3::from_fn(|row, _| (seed as f32 * 0.37 + row as f32).sin() * 1.7);
        let pose = Isometry3::new(angles, angles).cast::<f64>();
        assert!(AtRest3::new(pose).is_ok(), "{pose}");
        let turn = Isometry2::new(vector![0.0f32, 1.0], angles.x).cast::<f64>();
        assert!(AtRest2::new(turn).is_ok(), "{turn}");
    }
    for norm in [0.999, 1.001, 1.1, 2.0, 0.0, f64::NAN] {
        let words = format!("Pose(NotARotation {{ norm: {norm:?} }}");
        assert_refused(&AtRest3::new(turned_by(norm, 0.0)), &words);
    }
}

/// A closure cannot be checked when the motion is made. So a rotation whose length is not 1 is found when a query calls
/// the closure, and it does not stretch the body.
#[test]
fn invalid_rotations_of_a_closure_are_found_by_a_query() {
    let turning = |norm: f64| {
        let pose = move |time: f64| turned_by(norm, 5.0 - time);
        let bounds = |s: &Vector3<f64>, _: Span<f64>, _: f64| bounds(Some(0.0), Some(s.norm()));
        let ball = moving(ball(0.5), rest3([0.0; 3]));
        let cube = Moving::new(cuboid([0.5; 3]), FromFn::new(pose, bounds));
        time_of_impact(&ball, &cube, 0.0..=10.0)
    };
    assert_refused(&turning(1.1), "CoordinateNotFinite");
    for norm in [1.0, 1.0001] {
        let found = impact(turning(norm).expect("the faces meet at 4"));
        assert!((found.time - 4.0).abs() < 1e-6, "{found:?}");
    }
}

/// Such an error made gaps wider than they are, and the ends of a root search had the same sign.
#[test]
fn a_negative_rounding_error_is_named() {
    let cuboid = cuboid([0.5, 0.2, 0.2]);
    let start = Isometry3::translation(-3.0, 0.0, 0.0);
    let flight = steady(start, vector![2.0, 0.3, 0.0], vector![0.0, 0.0, 2.0]);
    let still = moving(cuboid, rest3([0.0; 3]));
    for error in [-2.0, -1e-3] {
        let odd = Odd::new(flight, |_| None, error);
        let answer = time_of_impact(&Moving::new(cuboid, odd), &still, 0.0..=3.0);
        let Err(QueryError::NegativeRounding { time, value }) = answer else {
            panic!("{error}: {answer:?}");
        };
        assert!(time > 0.3 && (value - error).abs() < 1e-6, "{time} {value}");
    }
}

fn knotted<K: Fn(f64) -> Option<f64>>(knots: K) -> Odd<K> {
    Odd::new(moving3(4.0, -1.0), knots, 0.0)
}

/// Such a knot spent the whole budget, or made a pair free until -1. The smaller of a knot and NaN was the knot, so that
/// the knots of a piece were lost.
#[test]
fn a_knot_that_does_not_come_later_is_named() {
    let still = moving(ball(0.5), rest3([0.0; 3]));
    let free = moving(ball(0.5), moving3(4.0, -1.0));
    let proven = Query::new().certify(&still, &free, 0.0..=2.0);
    let (_, certificate) = proven.expect("an answer");
    type Knots<'k> = &'k dyn Fn(f64) -> Option<f64>;
    let cases: [(Knots, f64, f64); 6] = [
        (&Some, 0.0, 0.0),
        (&|_| Some(-1.0), 0.0, -1.0),
        (&|_| Some(f64::NAN), 0.0, f64::NAN),
        (&|_| Some(f64::NEG_INFINITY), 0.0, f64::NEG_INFINITY),
        // only the second knot is wrong
        (&|_| Some(1.0), 1.0, 1.0),
        (
            &|t| Some(if t < 1.0 { 1.0 } else { f64::NAN }),
            1.0,
            f64::NAN,
        ),
    ];
    for (knots, time, value) in cases {
        let words = format!("KnotNotLater {{ after: {time:?}, knot: {value:?}");
        for answer in answers(knotted(knots)) {
            assert_refused(&answer, &words);
        }
        if time == 0.0 {
            let b = Moving::new(ball(0.5), knotted(knots));
            let verdict = certificate.verify(&still, &b, 0.0, 0.0..=2.0);
            let words = words.replace("{ ", "{ index: 0, ");
            assert_refused(&verdict, &words);
        }
    }
    let piece = knotted(|_| Some(f64::NAN));
    let [answer, _] = answers(path(&[0.0, 5.0], [piece]));
    assert_refused(&answer, "KnotNotLater { after: 0.0, knot: NaN");
    // a knot behind the end is as good as none
    let [answer, _] = answers(knotted(|_| Some(f64::INFINITY)));
    assert!(is_separated(&answer.expect("an answer")));
}
