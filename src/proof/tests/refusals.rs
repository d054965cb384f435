//! What the kernel takes as no proof.

use nalgebra::{Isometry3, Vector3, vector};

use super::question;
use crate::Moving;
use crate::motion::{AtRest, ConstantVelocity};
use crate::number::Vector;
use crate::proof::{Extruded, Frame, Kernel, Moment, Outcome, Point, Question, prove};
use crate::shape::{Ball, Cuboid};

/// Shows the kernel of two boxes to a function: A is at rest, and B spins 1/2 above it.
fn with_kernel(
    (target, tolerance): (f64, Option<f64>),
    check: impl for<'id> Fn(&mut Kernel<'id, 3>, &mut Moment<'id, 3>),
) {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap();
    let a = Moving::new(cube, AtRest::new(Isometry3::identity()).unwrap());
    let above = Isometry3::translation(0.0, 2.5, 0.0);
    let spin = ConstantVelocity::new(above, Vector3::zeros(), Vector3::y()).unwrap();
    let b = Moving::new(cube, spin);
    let bodies = (Extruded::of(&a), Extruded::of(&b));
    let question = Question {
        target,
        tolerance,
        ..question(&bodies.0, &bodies.1)
    };
    let outcome = prove(&question, |kernel, free| {
        let mut moment = Moment::never();
        kernel.place(0.5, &mut moment);
        check(kernel, &mut moment);
        free.verdict(kernel, None)
    });
    assert!(
        matches!(outcome, Outcome::Undecided(_)),
        "nothing was proven: {outcome:?}"
    );
}

#[test]
fn a_vector_without_unit_length_has_no_gap() {
    with_kernel((0.0, None), |kernel, at| {
        let up = Vector::new([0.0, 1.0, 0.0]);
        let mut gap = |d, inverse| kernel.gap(at, d, inverse, &mut Point::none()).value();
        assert!((gap(up, 1.0) - 0.5).abs() < 1e-12);
        assert!((gap(up * 4.0, 0.25) - 0.5).abs() < 1e-12);
        let nothing = f64::NEG_INFINITY;
        for inverse in [
            0.5,
            2.0,
            -1.0,
            0.0,
            1.0 + 1e-13,
            1.0 - 1e-13,
            f64::NAN,
            f64::INFINITY,
        ] {
            assert_eq!(gap(up, inverse), nothing, "{inverse}");
        }
        // squares that overflow, or underflow
        for size in [1e155, 1e-155, 1e-300, f64::NAN, 0.0] {
            assert_eq!(gap(up * size, 1.0 / size), nothing, "{size}");
        }
    });
}

/// An overlap of bodies without radii needs a point of both cores, and a depth that was measured at its time.
#[test]
fn an_overlap_is_claimed_of_cores_that_have_a_point_in_common_only() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap();
    for (height, is_overlap) in [(1.5, true), (2.0 + 1e-9, false), (2.5, false)] {
        let a = Moving::new(cube, AtRest::new(Isometry3::identity()).unwrap());
        let pose = Isometry3::translation(0.0, height, 0.0);
        let rise = ConstantVelocity::new(pose, Vector3::y() * 0.1, Vector3::zeros()).unwrap();
        let b = Moving::new(cube, rise);
        let bodies = (Extruded::of(&a), Extruded::of(&b));
        let question = Question {
            tolerance: Some(1.0),
            by_vectors: true,
            ..question(&bodies.0, &bodies.1)
        };
        prove(&question, |kernel, free| {
            let (mut now, mut later) = (Moment::never(), Moment::never());
            kernel.place(0.0, &mut now);
            kernel.place(0.5, &mut later);
            // a point of the top of A, and one of the bottom of B above it
            let corner = |x: f64| Vector::new([x, 1.0, x]);
            let mut points = [Point::none(); 2];
            for (point, x) in points.iter_mut().zip([1.0, -1.0]) {
                kernel.gap(&now, corner(x), 1.0, point);
            }
            let mut lowest = Point::none();
            kernel.gap(&now, Vector::new([-1.0, -1.0, -1.0]), 1.0, &mut lowest);
            let points = [points[0], points[1], lowest];
            // the points of B - A are -2, 2 and 2 aside, and height - 2, height - 2 and height + 2 up: they average to 0
            let weights = [2.0, height, 2.0 - height];
            let up = Vector::unit(1);
            let gap = kernel.gap(&now, up, 1.0, &mut Point::none());
            let of_later = kernel.gap(&later, up, 1.0, &mut Point::none());
            let common = (&points[..], &weights[..]);
            let wrong = kernel.overlap(&now, common, &of_later);
            assert!(wrong.is_none(), "{wrong:?}");
            // two corners that are apart are no point of both, however deep the bodies are in each other
            let apart = kernel.overlap(&now, (&points[..1], &weights[..1]), &gap);
            assert!(apart.is_none(), "{apart:?}");
            let found = kernel.overlap(&now, common, &gap);
            assert_eq!(found.is_some(), is_overlap, "{height}: {found:?}");
            if let Some(found) = found {
                let depth = 2.0 - height;
                assert!(found.depth() >= depth && found.depth() < depth + 1e-12);
            }
            free.verdict(kernel, None)
        });
    }
}

/// Centres that are nearer to each other than the radii reach are an overlap, by the rest of the radii at least. A vector
/// that is no normal makes its depth larger, and no more.
#[test]
fn an_overlap_of_radii_is_claimed_with_both_bounds() {
    let ball = Ball::new(1.0).unwrap();
    for (apart, is_overlap) in [(0.5, true), (2.0 - 1e-9, true), (2.0, false), (2.5, false)] {
        let place = |x: f64| AtRest::new(Isometry3::translation(x, 0.0, 0.0)).unwrap();
        let (a, b) = (
            Moving::new(ball, place(0.0)),
            Moving::new(ball, place(apart)),
        );
        let bodies = (Extruded::of(&a), Extruded::of(&b));
        let question = Question {
            by_vectors: true,
            ..question(&bodies.0, &bodies.1)
        };
        prove(&question, |kernel, free| {
            let mut now = Moment::never();
            kernel.place(0.0, &mut now);
            for (axis, depth) in [(0, 2.0 - apart), (1, 2.0)] {
                let mut centers = Point::none();
                let gap = kernel.gap(&now, Vector::unit(axis), 1.0, &mut centers);
                let found = kernel.overlap(&now, (&[centers], &[1.0]), &gap);
                assert_eq!(found.is_some(), is_overlap, "{apart}: {found:?}");
                let Some(found) = found else { continue };
                let beyond = found.depth() - depth;
                let below = 2.0 - apart - found.lower_bound();
                // both leave room for rounding
                for room in [beyond, below] {
                    assert!(room > 0.0 && room < 1e-12, "{apart} {axis}: {room:e}");
                }
            }
            free.verdict(kernel, None)
        });
    }
}

/// A vector that is too short would make a deep overlap shallow.
#[test]
fn a_gap_beyond_a_target_below_zero_needs_a_unit_vector_too() {
    with_kernel((-0.5, None), |kernel, at| {
        let aside = Vector::new([1.0, 0.0, 0.0]);
        let mut gap = |inverse| kernel.gap(at, aside, inverse, &mut Point::none()).value();
        // they overlap by more than 2 along this axis
        assert!(gap(1.0) < -1.5);
        assert_eq!(gap(0.1), f64::NEG_INFINITY);
    });
}

#[test]
fn times_outside_the_question_are_no_moments() {
    with_kernel((0.0, None), |kernel, at| {
        for time in [-1e-9, 1.0 + 1e-9, f64::NAN, f64::INFINITY] {
            kernel.place(time, at);
            assert!(at.time().is_nan(), "{time}");
            let gap = kernel.gap(at, Vector::new([0.0, 1.0, 0.0]), 1.0, &mut Point::none());
            // written so that no number is right too
            assert!(!(gap.value() > f64::NEG_INFINITY), "{time}");
        }
    });
}

/// A bound holds between the times that it was asked for, and for the moment of its gap.
#[test]
fn a_span_ends_where_its_bound_does() {
    with_kernel((0.0, None), |kernel, at| {
        let mut scratch = Point::none();
        let gap = kernel.gap(at, Vector::new([0.0, 1.0, 0.0]), 1.0, &mut scratch);
        let mut later = Moment::never();
        kernel.place(0.9, &mut later);
        for frame in [Frame::World, Frame::A, Frame::B] {
            let course = kernel.course(&gap, at, frame, 0.9);
            assert_eq!(
                kernel.span(&course, &later, &mut scratch).until(),
                0.9,
                "{frame:?}"
            );
            let course = kernel.course(&gap, at, frame, 0.8);
            assert_eq!(
                kernel.span(&course, &later, &mut scratch).until(),
                0.5,
                "{frame:?}"
            );
            // backwards from the later moment
            let course = kernel.course(&gap, &later, frame, 0.5);
            assert_eq!(
                kernel.span(&course, at, &mut scratch).until(),
                0.5,
                "{frame:?}"
            );
        }
    });
}

#[test]
fn weights_that_do_not_fit_average_nothing() {
    with_kernel((0.0, Some(5.0)), |kernel, at| {
        let mut points = [Point::none(), Point::none()];
        for (point, y) in points.iter_mut().zip([1.0, -1.0]) {
            kernel.gap(at, Vector::new([0.1, y, 0.2]), 1.0, point);
        }
        let up = Vector::new([0.0, 1.0, 0.0]);
        let touches = |weights: &[f64]| kernel.touch(at, &points, weights, up).is_some();
        assert!(touches(&[1.0, 1.0]));
        for bad in [
            [1.0, -0.1],
            [f64::NAN, 1.0],
            [0.0, 0.0],
            [f64::INFINITY, 1.0],
        ] {
            assert!(!touches(&bad), "{bad:?}");
        }
        assert!(!touches(&[]));
        let none = [Point::none()];
        assert!(kernel.touch(at, &none, &[1.0], up).is_none());
        assert!(
            kernel
                .touch(&Moment::never(), &points, &[1.0, 1.0], up)
                .is_none()
        );
    });
}

/// Two boxes that overlap, asked with numbers that make no sense.
#[test]
fn questions_that_make_no_sense_have_no_answer() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap();
    let at = |x: f64| {
        Moving::new(
            cube,
            AtRest::new(Isometry3::translation(x, 0.0, 0.0)).unwrap(),
        )
    };
    let (a, b) = (at(0.0), at(1.75));
    let bodies = (Extruded::of(&a), Extruded::of(&b));
    let good = question(&bodies.0, &bodies.1);
    let bad = [
        Question {
            end: f64::INFINITY,
            ..good
        },
        Question { end: -1.0, ..good },
        Question {
            start: f64::NAN,
            ..good
        },
        Question {
            target: f64::NAN,
            ..good
        },
        Question {
            target: 1e121,
            ..good
        },
        Question {
            tolerance: Some(-8.0),
            ..good
        },
        Question {
            tolerance: Some(f64::NAN),
            ..good
        },
    ];
    for question in bad {
        let outcome = crate::search::time_of_impact(&question);
        assert!(matches!(outcome, Outcome::Undecided(_)), "{outcome:?}");
    }
}

/// Sums of many weights, or of tiny ones, lose what is averaged.
#[test]
fn an_average_has_few_points_and_weights_that_add_up() {
    with_kernel((0.0, Some(5.0)), |kernel, at| {
        let mut point = Point::none();
        let up = Vector::new([0.0, 1.0, 0.0]);
        kernel.gap(at, up, 1.0, &mut point);
        let touches = |count: usize, weight: f64| {
            (kernel.touch(at, &vec![point; count], &vec![weight; count], up)).is_some()
        };
        assert!(touches(4, 1.0) && !touches(5, 1.0));
        assert!(touches(1, 1e-100) && !touches(1, 1e-150) && !touches(1, 1e150));
    });
}

/// Two boxes fly through each other. Nothing is nearer than their middles are when these meet: so deep an overlap cannot be
/// allowed.
#[test]
fn nothing_is_proven_of_bodies_that_could_pass_through_each_other() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap();
    let a = Moving::new(cube, AtRest::new(Isometry3::identity()).unwrap());
    let before = Isometry3::translation(-4.0, 0.0, 0.0);
    let flight = ConstantVelocity::new(before, Vector3::x() * 8.0, Vector3::zeros()).unwrap();
    let b = Moving::new(cube, flight);
    for (target, is_answered) in [(-1.5, true), (-2.0, false), (-2.5, false)] {
        let bodies = (Extruded::of(&a), Extruded::of(&b));
        let question = Question {
            target,
            tolerance: Some(1e-9),
            ..question(&bodies.0, &bodies.1)
        };
        let outcome = prove(&question, |kernel, mut free| {
            let (mut first, mut last) = (Moment::never(), Moment::never());
            kernel.place(free.until(), &mut first);
            kernel.place(kernel.end(), &mut last);
            let (up, mut scratch) = (Vector::unit(1), Point::none());
            let gap = kernel.gap(&first, up, 1.0, &mut scratch);
            free.keep(&gap);
            let course = kernel.course(&gap, &first, Frame::World, last.time());
            free.extend(&kernel.span(&course, &last, &mut scratch));
            free.verdict(kernel, None)
        });
        let answered = matches!(outcome, Outcome::Separated(_));
        assert!(!answered, "{target}: {outcome:?}");
        let found = crate::search::time_of_impact(&question);
        let Outcome::Undecided(undecided) = found else {
            panic!("{target}: {found:?}")
        };
        assert_eq!(undecided.clear_until() > 0.0, is_answered, "{target}");
    }
}
