//! What rounding takes at the limits of numbers is allowed for.

use nalgebra::{Isometry2, Isometry3, Vector2, vector};

use super::question;
use crate::Moving;
use crate::motion::{AtRest, ConstantVelocity, FromFn, MotionBounds};
use crate::number::{UNIT, Vector};
use crate::proof::{Extruded, Frame, Moment, Outcome, Point, Question, prove};
use crate::shape::{Ball, Cuboid};

/// A tiny bar turns by half a turn in a very long time, and hits a block half way. The bound of its acceleration is so
/// small that it is no number, but over so long a time it counts.
#[test]
fn a_slow_turn_counts_over_a_long_time() {
    for (size, time) in [(1e-80, 1e130), (1e-20, 1e160)] {
        let cuboid = |x: f64, y: f64| Cuboid::new(vector![x * size, y * size]).unwrap();
        let (pose, rate) = (Isometry2::identity(), std::f64::consts::PI / time);
        let spin = ConstantVelocity::new(pose, Vector2::zeros(), rate).unwrap();
        let bar = Moving::new(cuboid(1.0, 0.1), spin);
        let at = AtRest::new(Isometry2::translation(0.0, 0.5 * size)).unwrap();
        let block = Moving::new(cuboid(0.1, 0.1), at);
        let bodies = (Extruded::of(&bar), Extruded::of(&block));
        for frame in [Frame::World, Frame::A, Frame::B] {
            let question = Question {
                end: time,
                ..question(&bodies.0, &bodies.1)
            };
            let outcome = prove(&question, |kernel, mut free| {
                let (mut first, mut last) = (Moment::never(), Moment::never());
                kernel.place(0.0, &mut first);
                kernel.place(kernel.end(), &mut last);
                let mut scratch = Point::none();
                let gap = kernel.gap(&first, Vector::unit(1), 1.0, &mut scratch);
                assert!(gap.value() > 0.2 * size);
                free.keep(&gap);
                let course = kernel.course(&gap, &first, frame, last.time());
                free.extend(&kernel.span(&course, &last, &mut scratch));
                free.verdict(kernel, None)
            });
            let Outcome::Undecided(undecided) = outcome else {
                panic!("{size} {frame:?}: {outcome:?}");
            };
            assert!(
                undecided.clear_until() < 0.5 * time,
                "{size} {frame:?}: {outcome:?}"
            );
        }
    }
}

/// As above, for the bound of its speed: the block has no bound of its acceleration.
#[test]
fn a_slow_speed_counts_over_a_long_time() {
    let (size, time) = (1e-125, 1e200);
    let cuboid = |x: f64, y: f64| Cuboid::new(vector![x * size, y * size]).unwrap();
    let (pose, rate) = (Isometry2::identity(), std::f64::consts::PI / time);
    let spin = ConstantVelocity::new(pose, Vector2::zeros(), rate).unwrap();
    let bar = Moving::new(cuboid(1.0, 0.1), spin);
    let place = move |_: f64| Isometry2::translation(0.0, 0.5 * size);
    let bounds = MotionBounds {
        acceleration: None,
        speed: Some(0.0),
    };
    let block = Moving::new(cuboid(0.1, 0.1), FromFn::new(place, move |_, _, _| bounds));
    let bodies = (Extruded::of(&bar), Extruded::of(&block));
    let question = Question {
        end: time,
        ..question(&bodies.0, &bodies.1)
    };
    let outcome = prove(&question, |kernel, mut free| {
        let (mut first, mut last) = (Moment::never(), Moment::never());
        kernel.place(0.0, &mut first);
        kernel.place(kernel.end(), &mut last);
        let mut scratch = Point::none();
        let gap = kernel.gap(&first, Vector::unit(1), 1.0, &mut scratch);
        assert!(gap.value() > 0.2 * size);
        free.keep(&gap);
        let course = kernel.course(&gap, &first, Frame::World, last.time());
        free.extend(&kernel.span(&course, &last, &mut scratch));
        free.verdict(kernel, None)
    });
    assert!(matches!(outcome, Outcome::Undecided(_)), "{outcome:?}");
}

/// A vector that is a little longer than a unit makes no clearance larger than the distance, also where motions are asked
/// for their placements.
#[test]
fn a_longer_vector_makes_no_clearance_larger() {
    let still = |x: f64| {
        let pose = move |_: f64| Isometry3::translation(x, 0.0, 0.0);
        let none = MotionBounds {
            acceleration: Some(0.0),
            speed: Some(0.0),
        };
        FromFn::new(pose, move |_, _, _| none)
    };
    let ball = Ball::new(0.0).unwrap();
    let (a, b) = (
        Moving::new(ball, still(-500.0)),
        Moving::new(ball, still(500.0)),
    );
    let bodies = (Extruded::of(&a), Extruded::of(&b));
    let outcome = prove(&question(&bodies.0, &bodies.1), |kernel, mut free| {
        let (mut first, mut last) = (Moment::never(), Moment::never());
        kernel.place(0.0, &mut first);
        kernel.place(kernel.end(), &mut last);
        let (longer, mut scratch) = (Vector::unit(0) * (1.0 + 14.0 * UNIT), Point::none());
        let gap = kernel.gap(&first, longer, 1.0, &mut scratch);
        free.keep(&gap);
        let course = kernel.course(&gap, &first, Frame::World, last.time());
        free.extend(&kernel.span(&course, &last, &mut scratch));
        free.verdict(kernel, None)
    });
    let Outcome::Separated(separated) = outcome else {
        panic!("{outcome:?}");
    };
    let clearance = separated.clearance();
    assert!(
        clearance <= 1000.0 && clearance > 1000.0 - 1e-9,
        "{clearance}"
    );
}
