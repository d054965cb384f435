//! Judges bounds of moving bodies over a span: no point of the body, as the oracle moves it, may be beyond them.

use std::ops::Range;

use nalgebra::{SVector, Vector3};
use photofinish::swept::{
    highest_along, interval_along, relative_travel_bound, swept_box, travel_bound,
};
use photofinish::{Real, Span};
use photofinish_oracle::advance::Moving;
use photofinish_oracle::lift;
use photofinish_oracle::motion::Motion;
use photofinish_oracle::planted::{Dice, single};
use photofinish_oracle::shape::{Core, Shape};

use crate::findings::Findings;
use crate::refine::{HALVINGS, even, lowest};
use crate::soundness::{FromOracle, given};

/// The times at which a body is looked at, evenly spread over a span.
const LOOKS: usize = 24;
/// Ulps of its coordinates by which the oracle may be off.
const ORACLE_ULPS: f64 = 32.0;

/// A body of the oracle during a span, ready to be asked.
struct Truth<'m, const D: usize> {
    moving: &'m Moving<D>,
    core: Core,
    span: [f64; 2],
}

impl<'m, const D: usize> Truth<'m, D> {
    fn new(moving: &'m Moving<D>, span: [f64; 2]) -> Self {
        let core = moving.body.core();
        Self { moving, core, span }
    }

    /// Returns how far the body reaches along `e` at a time.
    fn height(&self, e: &SVector<f64, D>, time: f64) -> f64 {
        let (e, pose) = (lift(e), self.moving.motion.pose(time));
        let local = pose.rotation.tr_mul(&e);
        let point = self.core.solid.support_point(&local);
        e.dot(&pose.apply(&point)) + self.core.radius * e.norm()
    }

    fn time(&self, share: f64) -> f64 {
        self.span[0] + (self.span[1] - self.span[0]) * share
    }

    /// Returns how far the body is seen to reach along `e` during the span: the farthest of some looks, refined by
    /// halving the steps around it.
    fn highest(&self, e: &SVector<f64, D>, looks: usize) -> f64 {
        let depth = |share: f64| -self.height(e, self.time(share));
        -lowest(even(looks), (0.5 / looks as f64, HALVINGS), depth).0
    }

    /// Returns how far the oracle may be off.
    fn rounding(&self) -> f64 {
        let pose = self.moving.motion.pose(self.span[0]).translation.norm();
        let last = self.moving.motion.pose(self.span[1]).translation.norm();
        (pose + last + self.core.extent() + self.moving.motion.center().norm())
            * (ORACLE_ULPS * f64::EPSILON)
    }

    /// Returns where a point of the core is at a share of the span.
    fn point(&self, local: &Vector3<f64>, share: f64) -> Vector3<f64> {
        self.moving.motion.pose(self.time(share)).apply(local)
    }
}

/// A body and another one, both of the oracle, during a span.
struct Scene<const D: usize> {
    bodies: [Moving<D>; 2],
    span: [f64; 2],
}

impl<const D: usize> Scene<D> {
    /// Returns a random scene. Equal seeds give equal scenes.
    fn random(dice: &mut Dice) -> Self {
        let size = dice.scale(0.1, 10.0);
        let far: SVector<f64, D> = if dice.chance(0.2) {
            let away = size * dice.scale(1.0, 1e4);
            dice.vector(away)
        } else {
            SVector::zeros()
        };
        let bodies = [(); 2].map(|()| {
            let turn = dice.scale(1e-3, 20.0);
            let motion = if dice.chance(0.3) {
                let length = size * dice.scale(0.01, 5.0);
                let mut sweep = dice.sweep::<D>(turn.min(2.8), length);
                for position in &mut sweep.positions {
                    *position = (*position + far).map(single);
                }
                Motion::Sweep(sweep)
            } else {
                let mut flight = dice.flight(size, turn);
                flight.position = far;
                Motion::Ballistic(flight)
            };
            Moving {
                body: if dice.chance(0.2) {
                    dice.rod(size)
                } else {
                    dice.body(size)
                },
                motion,
            }
        });
        let start = dice.between(0.0, 0.9);
        let end = dice.between(start, 1.0);
        Self {
            bodies,
            span: [start, end],
        }
    }
}

/// Counts claims, and keeps those that are false.
struct Judge<'f> {
    found: &'f mut Findings<&'static str>,
    place: String,
}

/// Judges the bounds of the random scenes of some seeds, and counts the claims.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<&'static str>,
    seeds: Range<u64>,
) {
    let scalar = std::any::type_name::<T>();
    for seed in seeds {
        found.cases += 1;
        let mut dice = Dice::new(seed);
        let scene = Scene::<D>::random(&mut dice);
        let place = format!("seed {seed}, {D}D, {scalar}");
        Judge { found, place }.scene::<T, R, D>(&scene, &mut dice);
    }
}

impl Judge<'_> {
    fn claim(&mut self, what: &str, claimed: f64, seen: f64, rounding: f64) {
        self.found.count("claims");
        // written so that NaN is wrong
        if !(seen <= claimed + rounding) {
            let (place, by) = (&self.place, seen - claimed);
            let note = format!("{place}, {what}: claimed {claimed:?}, seen {seen:?}, by {by:e}");
            self.found.blame(note);
        }
    }

    fn scene<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
        scene: &Scene<D>,
        dice: &mut Dice,
    ) {
        let (body, exact) = given::<T, R, D>(&scene.bodies[0]);
        let truth = Truth::new(&exact, scene.span);
        let [start, end] = scene.span.map(T::of);
        let during = Span::new(start, end).expect("in order");
        let direction = unit_of::<T, D>(dice);
        let e = direction.map(T::as_f64);
        let rounding = truth.rounding();
        let (low, high) = interval_along(&body, &direction, during).expect("a bound");
        let along = highest_along(&body, &direction, during).expect("a bound");
        let seen = truth.highest(&e, LOOKS);
        self.claim("along", along.as_f64(), seen, rounding);
        self.claim("above", high.as_f64(), seen, rounding);
        self.claim("below", -low.as_f64(), truth.highest(&-e, LOOKS), rounding);
        let found = swept_box(&body, during).expect("a box");
        for row in 0..D {
            let axis: SVector<f64, D> = SVector::from_fn(|at, _| f64::from(at == row));
            let sides = [
                ("above", axis, found.max[row]),
                ("below", -axis, -found.min[row]),
            ];
            for (side, e, end) in sides {
                let seen = truth.highest(&e, LOOKS);
                self.claim(&format!("box {side} {row}"), end.as_f64(), seen, rounding);
            }
        }
        let (other, exact_other) = given::<T, R, D>(&scene.bodies[1]);
        let other_truth = Truth::new(&exact_other, scene.span);
        let relative = relative_travel_bound(&body, &other, during).expect("a bound");
        let travel = travel_bound(&body, during).expect("a bound");
        self.travel(
            (&truth, &other_truth),
            (travel.as_f64(), relative.as_f64()),
            dice,
        );
    }

    fn travel<const D: usize>(
        &mut self,
        (a, b): (&Truth<'_, D>, &Truth<'_, D>),
        (travel, relative): (f64, f64),
        dice: &mut Dice,
    ) {
        let vertex = |truth: &Truth<'_, D>, dice: &mut Dice| {
            truth.core.solid.support_point(&lift(&dice.in_ball::<D>()))
        };
        let (mut farthest, mut apart) = (0.0f64, 0.0f64);
        for _ in 0..4 {
            let (p, q) = (vertex(a, dice), vertex(b, dice));
            let from = (a.point(&p, 0.0), b.point(&q, 0.0));
            for look in 1..=LOOKS {
                let share = look as f64 / LOOKS as f64;
                let way = a.point(&p, share) - from.0;
                let other_way = b.point(&q, share) - from.1;
                farthest = farthest.max(way.norm());
                apart = apart.max((other_way - way).norm());
            }
        }
        let rounding = a.rounding() + b.rounding();
        self.claim("travel", travel, farthest, rounding);
        self.claim("relative travel", relative, apart, rounding);
    }
}

/// Returns a random vector that is of unit length in `T`.
fn unit_of<T: Real, const D: usize>(dice: &mut Dice) -> SVector<T, D> {
    photofinish::support::unit(dice.in_ball::<D>().map(T::of))
}

/// How much wider boxes are than necessary, as shares of the sides of the smallest box.
#[derive(Clone, Copy, Debug, Default)]
pub struct Excess {
    pub mean: f64,
    pub worst: f64,
}

/// Measures the boxes of random bodies that turn by an angle during a span, and move by up to `way` times their size.
pub fn excess<R: FromOracle<f64, D>, const D: usize>(angle: f64, way: f64, cases: u64) -> Excess {
    let mut found = Excess::default();
    let mut sides = 0.0;
    for seed in 0..cases {
        let mut dice = Dice::new(seed);
        let mut motion = dice.resting::<D>();
        motion.angvel = dice.angvel::<D>(angle);
        if way > 0.0 {
            let length = way * dice.between(0.0, 1.0);
            motion.linvel = dice.vector(length);
        }
        let mut body = dice.body::<D>(1.0);
        while matches!(body.shape, Shape::Ball { .. }) {
            body = dice.body::<D>(1.0);
        }
        let (body, exact) = given::<f64, R, D>(&Moving {
            body,
            motion: Motion::Ballistic(motion),
        });
        let truth = Truth::new(&exact, [0.0, 1.0]);
        let during = Span::new(0.0, 1.0).expect("in order");
        let around = swept_box(&body, during).expect("a box");
        for row in 0..D {
            let axis = SVector::from_fn(|at, _| f64::from(at == row));
            let side = truth.highest(&axis, 256) + truth.highest(&-axis, 256);
            let share = (around.max[row] - around.min[row]) / side - 1.0;
            found.mean += share;
            found.worst = found.worst.max(share);
            sides += 1.0;
        }
    }
    found.mean /= sides;
    found
}
