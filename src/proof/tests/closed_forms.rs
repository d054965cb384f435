//! Answers about bodies whose distance is known.

use nalgebra::{Isometry2, Isometry3, UnitComplex, Vector2, Vector3, vector};

use super::question;
use crate::motion::{AtRest, ConstantVelocity, ConstantVelocity2, Motion, Placement};
use crate::number::Vector;
use crate::proof::{Extruded, Frame, Moment, Outcome, Point, Question, prove};
use crate::search::{Notes, search, time_of_impact};
use crate::shape::{Ball, Cuboid};
use crate::support::Rounded;
use crate::{Extrusion, Moving, Span, SupportMap};

fn ask<const D: usize>(
    a: &impl Extrusion<f64, D>,
    b: &impl Extrusion<f64, D>,
    start: f64,
    end: f64,
) -> Outcome<D> {
    time_of_impact(&Question {
        start,
        end,
        tolerance: Some(1e-9),
        ..question(&Extruded::of(a), &Extruded::of(b))
    })
}

#[track_caller]
/// At one time nothing moves: the bodies are apart or not, and that has to be proven too.
#[test]
fn an_instant_is_proven() {
    for (place, is_apart) in [(3.0, true), (1.4, false)] {
        for spin in [Vector3::zeros(), Vector3::z()] {
            let ball = |x: f64| {
                let pose = Isometry3::translation(x, 0.0, 0.0);
                let motion = ConstantVelocity::new(pose, Vector3::x(), spin).unwrap();
                Moving::new(Cuboid::new(vector![0.75, 0.75, 0.75]).unwrap(), motion)
            };
            let outcome = ask(&ball(0.0), &ball(place), 0.0, 0.0);
            let is_separated = matches!(outcome, Outcome::Separated(_));
            assert_eq!(is_separated, is_apart, "{place} {spin}: {outcome:?}");
            // a vector that does not separate them is not the last one that is tried
            let mut notes = Notes {
                axis: Some(Vector::unit(1)),
                ..Notes::default()
            };
            let (a, b) = (ball(0.0), ball(place));
            let bodies = (Extruded::of(&a), Extruded::of(&b));
            let question = Question {
                end: 0.0,
                tolerance: Some(1e-9),
                by_vectors: true,
                ..question(&bodies.0, &bodies.1)
            };
            let outcome = prove(&question, |kernel, free| search(kernel, free, &mut notes));
            let is_separated = matches!(outcome, Outcome::Separated(_));
            assert_eq!(is_separated, is_apart, "{place} {spin}: {outcome:?}");
        }
    }
}

/// The part of a vector across an axis is its length times the sine of the angle between both, and nothing along the axis.
#[test]
fn a_vector_along_an_axis_has_no_part_across_it() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).unwrap();
    let spinning = |axis: Vector3<f64>| {
        let pose = Isometry3::translation(5.0 * axis.x, 0.0, 0.0);
        Moving::new(
            cube,
            ConstantVelocity::new(pose, Vector3::zeros(), axis).unwrap(),
        )
    };
    let (a, b) = (
        spinning(Vector3::y() * 2.0),
        spinning(vector![3.0, 0.0, 4.0]),
    );
    let bodies = (Extruded::of(&a), Extruded::of(&b));
    let question = Question {
        by_vectors: true,
        ..question(&bodies.0, &bodies.1)
    };
    prove(&question, |kernel, free| {
        let part = |s: [f64; 3]| {
            let across = kernel.turns().across(Vector::new(s));
            (across.a(), across.b())
        };
        let known = [
            ([0.0, 1.0, 0.0], (0.0, 1.0)),
            ([1.0, 0.0, 0.0], (1.0, 0.8)),
            ([0.0, 0.6, 0.8], (0.8, (0.36f64 + 0.64 * 0.36).sqrt())),
            ([0.6, 0.0, 0.8], (1.0, 0.0)),
        ];
        for (s, expected) in known {
            let (across_a, across_b) = part(s);
            let (off_a, off_b) = (across_a - expected.0, across_b - expected.1);
            assert!((0.0..1e-14).contains(&off_a), "{s:?}: {across_a}");
            assert!((0.0..1e-14).contains(&off_b), "{s:?}: {across_b}");
        }
        free.verdict(kernel, None)
    });
}

/// A bar sweeps through a ball, and its side turns away from it and back: no vector that turns with the bar may say that
/// it never met the ball.
#[test]
fn a_side_that_comes_back_has_not_been_clear() {
    let spin = ConstantVelocity::new(Isometry2::identity(), vector![0.0, 0.0], -1.0).unwrap();
    let bar = Moving::new(Cuboid::new(vector![3.0, 0.01]).unwrap(), spin);
    // it is 0.2 rad ahead of the bar, which turns to it
    let place = Isometry2::translation(-2.0 * 0.2f64.cos(), 2.0 * 0.2f64.sin());
    let ball = Moving::new(Ball::new(0.01).unwrap(), AtRest::new(place).unwrap());
    for frame in [Frame::World, Frame::A] {
        for (start, end) in [(0.0, 3.5), (0.0, 0.3), (0.0, 6.5)] {
            let bodies = (Extruded::of(&bar), Extruded::of(&ball));
            let question = Question {
                start,
                end,
                ..question(&bodies.0, &bodies.1)
            };
            let outcome = prove(&question, |kernel, mut free| {
                let (mut now, mut then) = (Moment::never(), Moment::never());
                kernel.place(start, &mut now);
                kernel.place(end, &mut then);
                let side = Vector::new([0.0, 1.0]);
                let gap = kernel.gap(&now, side, 1.0, &mut Point::none());
                let course = kernel.course(&gap, &now, frame, end);
                free.extend(&kernel.span(&course, &then, &mut Point::none()));
                free.verdict(kernel, None)
            });
            let Outcome::Undecided(undecided) = outcome else {
                panic!("{frame:?} {end}: {outcome:?}");
            };
            assert!(
                undecided.clear_until() > 0.0,
                "{frame:?} {end}: nothing is proven"
            );
            assert!(
                undecided.clear_until() < 0.2,
                "{frame:?} {end}: {undecided:?}"
            );
        }
    }
}

/// Two radii in single precision have no exact sum there.
#[test]
fn the_sum_of_two_radii_is_rounded() {
    let (first, second) = (0.10438395f32, 0.0021759893f32);
    let ball = Rounded::new(Ball::new(first).unwrap(), second).unwrap();
    let radius = SupportMap::<f32, 3>::radius(&ball);
    let lost = f64::from(first) + f64::from(second) - f64::from(radius);
    assert!(lost.abs() > 0.0 && SupportMap::<f32, 3>::core_error(&ball) >= lost.abs());
}

/// A motion that does not tell its law, like one of a user, and places bodies more exactly than its scalar.
struct Lawless(ConstantVelocity2<f32>);

impl Motion<f32, 2> for Lawless {
    type Rotation = UnitComplex<f32>;

    fn pose(&self, time: f32) -> Isometry2<f32> {
        self.0.pose(time)
    }

    fn placement(&self, time: f32, origin: &Vector2<f32>) -> Placement<f32, 2> {
        self.0.placement(time, origin)
    }

    fn center(&self) -> Vector2<f32> {
        self.0.center()
    }

    fn next_knot(&self, _after: f32) -> Option<f32> {
        None
    }

    fn acceleration_bound(&self, s: &Vector2<f32>, during: Span<f32>, reach: f32) -> Option<f32> {
        self.0.acceleration_bound(s, during, reach)
    }
}

/// From one time of single precision to the next a bullet gets farther than its place is rounded.
#[test]
fn a_bullet_in_single_precision_arrives() {
    for step in 0..40 {
        let flight = ConstantVelocity::new(
            Isometry2::translation(0.1 + 0.001 * step as f32, 0.0),
            vector![1000.0 / 3.0, 0.0],
            0.0,
        );
        let bullet = Moving::new(Ball::new(0.01).unwrap(), Lawless(flight.unwrap()));
        let at = AtRest::new(Isometry2::translation(250.0, 0.0)).unwrap();
        let wall = Moving::new(Ball::new(0.5).unwrap(), at);
        let outcome = time_of_impact(&Question {
            in_single: true,
            ..question(&Extruded::of(&bullet), &Extruded::of(&wall))
        });
        assert!(matches!(outcome, Outcome::Impact(_)), "{step}: {outcome:?}");
    }
}
