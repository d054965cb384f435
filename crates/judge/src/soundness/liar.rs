//! A search that lies: it proposes random vectors, frames, times, weights and moments to the kernel, many of them broken,
//! some of them good. No answer that comes out may be false, whatever the target distance.

use std::ops::Range;

use nalgebra::{SVector, Vector3};
use photofinish::Real;
use photofinish::number::Vector;
use photofinish::proof::{Frame, Free, Gap, Kernel, Moment, Point, Touch, Verdict, prove};

use super::convert::{FromOracle, upright};
use super::tale::Tale;
use super::tale::claims::Kind;
use crate::findings::Findings;
use photofinish_oracle::advance::Moving;
use photofinish_oracle::motion::{Ballistic, Motion};
use photofinish_oracle::planted::{Dice, single};
use photofinish_oracle::shape::{Body as Solidity, Shape};

/// Lies about the pairs of these seeds, with bodies in scalar `T`. Counts the claims of the answers.
pub fn run<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Findings<Kind>,
    seeds: Range<u64>,
) {
    for seed in seeds {
        let mut dice = Dice::new(seed ^ 0x9e37_79b9);
        let kind = [Kind::Free, Kind::Free, Kind::Touch][dice.pick(3)];
        let tale = Tale::<D>::random(seed, kind, &mut dice);
        let told = tale.ask::<T, R>(&mut |question, _| {
            prove(question, |kernel, free| {
                Liar::new(kernel, free, &mut dice).run()
            })
        });
        let told = told.expect("the generators make good bodies");
        found.cases += 1;
        for claim in &told.claims {
            found.count(claim.kind);
        }
        if let Some(kind) = told.refuted() {
            let bits = size_of::<T>() * 8;
            found.blame(format!("{D}D f{bits} seed {seed}: {kind:?}"));
        }
    }
}

/// A pair on which the bounds are sharp: a thin rod spins, and its tip or its side reaches a ball that waits or flies by.
pub(super) fn sharp<const D: usize>(dice: &mut Dice) -> (Moving<D>, Moving<D>) {
    let (length, thin) = (dice.between(0.3, 1.0), dice.scale(1e-3, 0.1));
    let (rate, radius) = (dice.between(1.0, 20.0), dice.scale(1e-3, 0.1));
    let mut half = SVector::repeat(thin);
    half[0] = length;
    let rod = Ballistic {
        angvel: Vector3::z() * rate,
        ..Ballistic::at_rest(SVector::zeros(), upright::<D>())
    };
    // when and where they meet, by how deep the ball is then in the rod
    let time = single(dice.between(0.0, 1.0) / rate);
    let (sine, cosine) = (rate * time).sin_cos();
    let vector = |x: f64, y: f64| SVector::<f64, D>::from_fn(|k, _| [x, y, 0.0][k]);
    let (along, across) = (vector(cosine, sine), vector(-sine, cosine));
    let depth = dice.scale(1e-6, 1e-1) * dice.sign();
    let (place, velocity) = if dice.chance(0.5) {
        (
            along * (length + radius - depth),
            SVector::<f64, D>::zeros(),
        )
    } else {
        let at = length * dice.between(0.2, 1.0);
        let speed = dice.between(-2.0, 2.0) * rate * length;
        let place = along * at + across * (thin + radius - depth);
        (place, along * speed)
    };
    let velocity = velocity.map(single);
    let ball = Ballistic {
        linvel: velocity,
        ..Ballistic::at_rest((place - velocity * time).map(single), upright::<D>())
    };
    let body = |shape, motion| Moving {
        body: Solidity::sharp(shape),
        motion: Motion::Ballistic(motion),
    };
    let pair = (
        body(Shape::Cuboid { half }, rod),
        body(Shape::Ball { radius }, ball),
    );
    if dice.chance(0.5) {
        pair
    } else {
        (pair.1, pair.0)
    }
}

/// The lying search.
struct Liar<'k, 'id, const D: usize> {
    kernel: &'k mut Kernel<'id, D>,
    free: Free<'id>,
    dice: &'k mut Dice,
    moments: [Moment<'id, D>; 4],
    gaps: Vec<(usize, Gap<'id, D>)>,
    points: Vec<Point<'id, D>>,
    touch: Option<Touch<'id, D>>,
}

impl<'k, 'id, const D: usize> Liar<'k, 'id, D> {
    fn new(kernel: &'k mut Kernel<'id, D>, free: Free<'id>, dice: &'k mut Dice) -> Self {
        Self {
            kernel,
            free,
            dice,
            moments: std::array::from_fn(|_| Moment::never()),
            gaps: Vec::new(),
            points: vec![Point::none()],
            touch: None,
        }
    }

    fn run(mut self) -> Verdict<'id, D> {
        for _ in 0..4 + self.dice.pick(200) {
            match self.dice.pick(6) {
                0 => {
                    let time = self.time();
                    let which = self.dice.pick(4);
                    self.kernel.place(time, &mut self.moments[which]);
                }
                1 | 2 => self.measure(),
                3 | 4 if !self.gaps.is_empty() => self.extend(),
                _ => self.average(),
            }
        }
        if self.dice.chance(0.5) {
            self.approach();
        }
        let touch = self.touch.take();
        self.free.verdict(self.kernel, touch)
    }

    /// For once it looks honestly for near points, by Gilbert's algorithm, when the bodies are no longer known to be free.
    fn approach(&mut self) {
        let time = self.free.until();
        self.kernel.place(time, &mut self.moments[0]);
        let at = &self.moments[0];
        let (mut v, mut points, mut weights) = (at.between(), Vec::new(), Vec::<f64>::new());
        for step in 0..=D {
            let mut point = Point::none();
            let gap = self.kernel.gap(at, v, 1.0 / v.length(), &mut point);
            self.gaps.push((0, gap));
            let back = v - point.y;
            let share = match step {
                0 => 1.0,
                _ => (v.dot(back) / back.square()).clamp(0.0, 1.0),
            };
            v = v - back * share;
            weights.iter_mut().for_each(|weight| *weight *= 1.0 - share);
            points.push(point);
            weights.push(share);
        }
        let touch = self.kernel.touch(at, &points, &weights, v);
        self.touch = touch.or(self.touch.take());
    }

    fn time(&mut self) -> f64 {
        let (free, end) = (self.free.until(), self.kernel.end());
        match self.dice.pick(12) {
            0 => f64::NAN,
            1 => -self.dice.between(0.0, 1.0),
            2 => 1.0 + self.dice.between(0.0, 1.0),
            3 => f64::INFINITY,
            4 => end,
            5 | 6 => free,
            7 | 8 => free + (end - free) * self.dice.between(0.0, 1.0).powi(3),
            _ => self.dice.between(0.0, 1.0),
        }
    }

    /// Measures the gap along a vector that may be good, of any length, with an inverse length that may be wrong.
    fn measure(&mut self) {
        let which = self.dice.pick(4);
        let at = &self.moments[which];
        let noise: Vector<D> = Vector::new(std::array::from_fn(|_| self.dice.between(-1.0, 1.0)));
        let column = at.turned().column(self.dice.pick(D));
        let sign = self.dice.sign();
        let mut d = match self.dice.pick(8) {
            0 => at.between(),
            1 | 2 => column.a() * sign,
            3 | 4 => column.b() * sign,
            5 if self.points.len() > 1 => self.points[self.dice.pick(self.points.len())].y,
            6 if !self.gaps.is_empty() => {
                // as a search does: towards the nearest point seen
                self.gaps[self.dice.pick(self.gaps.len())].1.along() + noise * 1e-3
            }
            _ => {
                at.between() * (self.dice.pick(3) as f64 * 0.5)
                    + noise * self.dice.between(0.0, 2.0)
            }
        };
        if self.dice.chance(0.2) {
            // near underflow and overflow
            d = d * 10f64.powf(self.dice.between(-160.0, 160.0));
            d = d * 10f64.powf(self.dice.between(-160.0, 160.0));
        }
        let largest = d
            .numbers()
            .iter()
            .fold(0.0, |most: f64, x| most.max(x.abs()));
        let length = if self.dice.chance(0.3) {
            // the length that squares cannot show
            (d * (1.0 / largest)).length() * largest
        } else {
            d.length()
        };
        let wrong = [
            0.5,
            2.0,
            0.0,
            f64::NAN,
            -1.0,
            1e-9,
            1.0 + 1e-5,
            1.0 - 1e-5,
            1e30,
        ];
        let factor = if self.dice.chance(0.3) {
            wrong[self.dice.pick(wrong.len())]
        } else {
            1.0
        };
        let mut point = Point::none();
        let gap = self.kernel.gap(at, d, factor / length, &mut point);
        self.gaps.push((which, gap));
        self.points.push(point);
        self.free.slide(self.kernel, &gap);
    }

    /// Asks for a span along a gap, in any frame, between any moments.
    fn extend(&mut self) {
        let (mut which, gap) = self.gaps[self.dice.pick(self.gaps.len())];
        if self.dice.chance(0.2) {
            which = self.dice.pick(4);
        }
        let frame = [Frame::World, Frame::A, Frame::B][self.dice.pick(3)];
        let (to, other) = (self.time(), self.dice.pick(4));
        if other != which && self.dice.chance(0.6) {
            self.kernel.place(to, &mut self.moments[other]);
        }
        let course = self.kernel.course(&gap, &self.moments[which], frame, to);
        let mut scratch = Point::none();
        let span = self
            .kernel
            .span(&course, &self.moments[other], &mut scratch);
        self.points.push(scratch);
        self.free.extend(&span);
    }

    /// Claims a contact of any points, with any weights.
    fn average(&mut self) {
        let count = self.dice.pick(5).min(self.points.len());
        let some: Vec<_> = (0..count)
            .map(|_| self.points[self.dice.pick(self.points.len())])
            .collect();
        let weights: Vec<f64> = (0..count)
            .map(|_| match self.dice.pick(12) {
                0 => f64::NAN,
                1 => -self.dice.between(0.0, 1.0),
                2 => 0.0,
                3 => f64::INFINITY,
                _ => self.dice.between(0.0, 1.0),
            })
            .collect();
        let normal = Vector::new(std::array::from_fn(|_| self.dice.between(-1.0, 1.0)));
        let at = &self.moments[self.dice.pick(4)];
        let touch = self.kernel.touch(at, &some, &weights, normal);
        self.touch = touch.or(self.touch.take());
    }
}
