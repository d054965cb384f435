//! Half-spaces.

use nalgebra::{
    Isometry, Isometry2, Isometry3, SVector, UnitComplex, UnitQuaternion, Vector3, vector,
};

use super::question;
use crate::motion::{AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Rotor};
use crate::number::Vector;
use crate::proof::{Extruded, Frame, Kernel, Moment, Outcome, Point, Question, Subject, prove};
use crate::search::time_of_impact;
use crate::shape::{Ball, Cuboid};
use crate::{HalfSpace, Moving, MovingHalfSpace, Real, Span};

fn ask<T: Real, const D: usize>(a: &dyn Subject<D>, b: &dyn Subject<D>, end: f64) -> Outcome<D> {
    time_of_impact(&Question {
        end,
        in_single: T::IS_SINGLE,
        ..question(a, b)
    })
}

/// Expects an impact no later than `time`, and none before.
#[track_caller]
fn vector<T: Real, const D: usize>(x: [f64; D]) -> SVector<T, D> {
    SVector::from_fn(|k, _| T::of(x[k]))
}

fn floor<T: Real, const D: usize>(normal: [f64; D], point: [f64; D]) -> HalfSpace<T, D> {
    HalfSpace::new(vector(normal), vector(point)).unwrap()
}

fn flight<T: Real, R: Rotor<T, D>, const D: usize>(
    place: [f64; D],
    velocity: [f64; D],
    acceleration: [f64; D],
    turn: R::Velocity,
) -> Ballistic<T, R, D> {
    let pose = Isometry::from_parts(vector(place).into(), R::identity());
    let start = ConstantVelocity::new(pose, vector(velocity), turn).unwrap();
    Ballistic::new(start, vector(acceleration)).unwrap()
}

/// The normal of a half-space in single precision is off unit length, by more than any tolerance here.
#[test]
fn the_length_of_a_normal_does_not_count() {
    for normal in [[0.1, 0.7, 0.3], [3.0, 1.0, 7.0], [0.3, -0.2, 0.9]] {
        let floor = floor::<f32, 3>(normal, [0.0; 3]);
        let n = floor.normal().map(f64::from);
        assert!((n.norm() - 1.0).abs() > 1e-9, "{n}");
        let far = Isometry3::from(n.normalize() * 1000.0);
        let down = ConstantVelocity::new(far, n.normalize() * -500.0, Vector3::zeros()).unwrap();
        let ball = Moving::new(Ball::new(1.0).unwrap(), down);
        let outcome = time_of_impact(&Question {
            end: 3.0,
            tolerance: Some(1e-8),
            ..question(&floor, &Extruded::of(&ball))
        });
        let Outcome::Impact(impact) = outcome else {
            panic!("{outcome:?}");
        };
        assert!(
            (0.0..1e-10).contains(&(1.998 - impact.time())),
            "{impact:?}"
        );
    }
}

/// Shows the kernel of a ball that falls on a half-space, 2 above it at first, to a function. The half-space turns about
/// the axis of its normal, if it turns.
fn with_kernel(
    is_turning: bool,
    check: impl for<'id> Fn(&mut Kernel<'id, 3>, &Moment<'id, 3>, &Moment<'id, 3>),
) {
    let level = floor::<f64, 3>([0.0, 1.0, 0.0], [0.0; 3]);
    let turn = flight::<f64, UnitQuaternion<f64>, 3>([0.0; 3], [0.0; 3], [0.0; 3], Vector3::y());
    let turning = MovingHalfSpace::new(level, turn);
    let spin = vector![0.0, 0.0, 0.5];
    let fall =
        flight::<f64, UnitQuaternion<f64>, 3>([0.5, 3.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3], spin);
    let ball = Moving::new(Ball::new(1.0).unwrap(), fall);
    let body = Extruded::of(&ball);
    let question = Question {
        end: 2.0,
        tolerance: Some(1e-3),
        ..question(if is_turning { &turning } else { &level }, &body)
    };
    let outcome = prove(&question, |kernel, free| {
        let (mut now, mut then) = (Moment::never(), Moment::never());
        kernel.place(0.0, &mut now);
        kernel.place(0.9999, &mut then);
        check(kernel, &now, &then);
        free.verdict(kernel, None)
    });
    assert!(matches!(outcome, Outcome::Undecided(_)), "{outcome:?}");
}

/// What separates the point of the boundary from a body does not separate the half-space: its normal is measured, whatever
/// is proposed.
#[test]
fn no_proposed_vector_separates_a_half_space() {
    with_kernel(false, |kernel, now, then| {
        assert!(kernel.is_floor() && !kernel.straight());
        let (up, aside) = (Vector::new([0.0, 1.0, 0.0]), Vector::new([0.6, 0.8, 0.0]));
        let gap = kernel.above(now, &mut Point::none());
        for d in [up, aside, -up] {
            let proposed = kernel.gap(now, d, 1.0, &mut Point::none());
            assert_eq!(proposed.value(), gap.value());
            assert_eq!(proposed.along(), up);
        }
        assert!((gap.value() - 2.0).abs() < 1e-12 && gap.along() == up);
        assert!(!(kernel.above(&Moment::never(), &mut Point::none()).value() > 0.0));
        assert!(kernel.landing(now).is_none() && kernel.landing(then).is_some());
        assert!(kernel.landing(&Moment::never()).is_none());
    });
}

#[test]
fn a_normal_is_fixed_in_one_frame() {
    for is_turning in [false, true] {
        with_kernel(is_turning, |kernel, now, then| {
            let right = if is_turning { Frame::A } else { Frame::World };
            assert_eq!(kernel.frame_of_normal(), right);
            let gap = kernel.above(now, &mut Point::none());
            for frame in [Frame::World, Frame::A, Frame::B] {
                let course = kernel.course(&gap, now, frame, then.time());
                assert_eq!(course.frame(), right, "{frame:?}");
                let span = kernel.span(&course, then, &mut Point::none());
                assert!(span.until() > now.time());
            }
        });
    }
}

/// A body that does not slide along a line does not slide along a plane that is off by rounding either: `slide` refuses.
#[test]
fn a_gap_above_a_half_space_does_not_slide() {
    let level = floor::<f64, 2>([0.0, 1.0], [0.0; 2]);
    let up = flight::<f64, UnitComplex<f64>, 2>([0.0, 3.0], [0.0, 1.0], [0.0; 2], 0.0);
    let ball = Moving::new(Ball::new(1.0).unwrap(), up);
    let outcome = prove(
        &question(&level, &Extruded::of(&ball)),
        |kernel, mut free| {
            let mut now = Moment::never();
            kernel.place(0.0, &mut now);
            let gap = kernel.above(&now, &mut Point::none());
            free.slide(kernel, &gap);
            free.verdict(kernel, None)
        },
    );
    assert!(matches!(outcome, Outcome::Undecided(_)), "{outcome:?}");
}

/// Half-spaces as body B, against each other, and those whose turn has no law.
#[test]
fn a_half_space_is_body_a_and_has_a_law() {
    let level = floor::<f64, 2>([0.0, 1.0], [0.0; 2]);
    let rest = AtRest::new(Isometry2::translation(0.0, 3.0)).unwrap();
    let ball = Moving::new(Ball::new(1.0).unwrap(), rest);
    let ball = Extruded::of(&ball);
    let high = floor::<f64, 2>([0.0, 1.0], [0.0, 4.0]);
    let is_proven = |a: &dyn Subject<2>, b: &dyn Subject<2>| {
        !matches!(ask::<f64, 2>(a, b, 1.0), Outcome::Undecided(_))
    };
    assert!(is_proven(&level, &ball));
    assert!(!is_proven(&ball, &level) && !is_proven(&level, &high) && !is_proven(&high, &level));
    let bounds = |_: &SVector<f64, 2>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(0.0),
        speed: Some(0.0),
    };
    let motion = FromFn::new(|_: f64| Isometry2::identity(), bounds);
    assert!(motion.law(Span::known(0.0, 1.0)).is_none());
    assert!(!is_proven(&MovingHalfSpace::new(level, motion), &ball));
}

/// A motion without a law is asked about times of the question alone, whatever times are proposed.
#[test]
fn no_motion_is_asked_about_times_outside_of_the_question() {
    let level = floor::<f64, 2>([0.0, 1.0], [0.0; 2]);
    let bounds = |_: &SVector<f64, 2>, during: Span<f64>, _: f64| {
        assert!(0.0 <= during.start() && during.end() <= 1.0, "{during:?}");
        MotionBounds {
            acceleration: Some(0.0),
            speed: Some(0.0),
        }
    };
    let motion = FromFn::new(|_: f64| Isometry2::translation(0.0, 3.0), bounds);
    let ball = Moving::new(Ball::new(1.0).unwrap(), motion);
    prove(&question(&level, &Extruded::of(&ball)), |kernel, free| {
        let (mut now, mut then, mut point) = (Moment::never(), Moment::never(), Point::none());
        kernel.place(0.5, &mut now);
        kernel.place(1.0, &mut then);
        let gap = kernel.above(&now, &mut point);
        for (to, is_proven) in [(1.0, true), (f64::NAN, false), (-1.0, false), (2.0, false)] {
            let course = kernel.course(&gap, &now, Frame::World, to);
            let span = kernel.span(&course, &then, &mut point);
            assert_eq!(span.until() > now.time(), is_proven, "{to}");
        }
        free.verdict(kernel, None)
    });
}

/// A vector that is off by rounding is off by more the farther a body is from the point of the plane.
#[test]
fn the_error_of_a_normal_grows_with_the_distance() {
    // its point is not the world's origin, but on a line through that
    let level = floor::<f64, 2>([0.6, 0.8], [0.004, -0.003]);
    let error = |place: f64| {
        let along = vector![-0.8, 0.6] * place + vector![0.6, 0.8] * 3.0;
        let rest = AtRest::new(Isometry2::from(along)).unwrap();
        let ball = Moving::new(Ball::new(1.0).unwrap(), rest);
        let found = std::cell::Cell::new(0.0);
        prove(&question(&level, &Extruded::of(&ball)), |kernel, free| {
            let (mut now, mut point) = (Moment::never(), Point::none());
            kernel.place(0.0, &mut now);
            let gap = kernel.above(&now, &mut point);
            let height = gap.along().dot(point.y) - 1.0 - gap.value();
            found.set(height - now.error);
            // that of the ball's size, whatever the point of the plane is
            assert!(kernel.tolerance() > 1e-8);
            free.verdict(kernel, None)
        });
        found.get()
    };
    assert!(error(0.0) < 1e-12);
    // at least two units of 2^-53 for the scaling of the normal
    assert!(
        error(1e6) > 1e6 * 2.0 * crate::number::UNIT,
        "{}",
        error(1e6)
    );
}

/// Both gaps of a span have the error of the normal.
#[test]
fn a_span_ends_with_the_error_of_the_normal() {
    let level = floor::<f64, 2>([0.0, 1.0], [0.0; 2]);
    let fall = flight::<f64, UnitComplex<f64>, 2>([1e6, 3.0], [0.0, -2.0 + 1e-8], [0.0; 2], 0.0);
    let ball = Moving::new(Ball::new(1.0).unwrap(), fall);
    let body = Extruded::of(&ball);
    let question = Question {
        tolerance: Some(0.0),
        ..question(&level, &body)
    };
    prove(&question, |kernel, free| {
        let (mut now, mut then, mut point) = (Moment::never(), Moment::never(), Point::none());
        kernel.place(0.0, &mut now);
        kernel.place(1.0, &mut then);
        let last = kernel.above(&then, &mut point);
        let of_ball = last.along().dot(point.y) - 1.0 - then.error;
        assert!(of_ball > 0.0 && last.value() < 0.0, "{of_ball}");
        let gap = kernel.above(&now, &mut point);
        let course = kernel.course(&gap, &now, Frame::World, 1.0);
        assert!(kernel.span(&course, &then, &mut point).until() < 1.0);
        free.verdict(kernel, None)
    });
}

/// What is bounded is the bend along the exact normal, which is off the computed one.
#[test]
fn a_bend_has_the_error_of_the_normal() {
    let level = floor::<f64, 3>([0.0, 1.0, 0.0], [0.0; 3]);
    let fall = flight::<f64, UnitQuaternion<f64>, 3>(
        [0.0, 3.0, 0.0],
        [0.0; 3],
        [-1.0, 0.0, 0.0],
        Vector3::y(),
    );
    let cube = Moving::new(Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap(), fall);
    prove(&question(&level, &Extruded::of(&cube)), |kernel, free| {
        let mut now = Moment::never();
        kernel.place(0.0, &mut now);
        let gap = kernel.above(&now, &mut Point::none());
        let course = kernel.course(&gap, &now, Frame::World, 1.0);
        // it turns at 1 about the normal, with a reach of root 3, and accelerates by 1 across it
        let tilt = 32.0 * crate::number::UNIT;
        assert!(course.bend() >= kernel.bend(gap.along()) + tilt * 2.7);
        free.verdict(kernel, None)
    });
    with_kernel(true, |kernel, now, _| {
        let gap = kernel.above(now, &mut Point::none());
        let course = kernel.course(&gap, now, Frame::A, 1.0);
        // of the part across the axis, which is zero, the bound is this without the tilt; it turns at 1, the centres
        // are at most that far apart, and close at 2
        let across = 32.0 * crate::number::UNIT;
        let of_path = across * (9.25f64.sqrt() + 2.0 * 2.0);
        assert!(course.bend() > of_path * (1.0 + 1e-7), "{}", course.bend());
    });
}
