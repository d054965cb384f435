//! How early impacts are, compared with the stated rounding and with the actual errors.
//!
//! The scenes have bodies far from the world's origin, bodies over large floors, bodies whose sizes differ by up to ten
//! thousand, and fast spins. The bodies are in single precision. Each pair is asked about in single precision, and as
//! the same bodies in double precision. The truth is the distance that the oracle finds at the time of the impact.

use std::fmt;

use nalgebra::SVector;
use photofinish::motion::{Ballistic, Motion as _, Rotor};
use photofinish::shape::AnyShape;
use photofinish::support::Rounded;
use photofinish::{Extrusion, Outcome, Query, Real, ToF64, time_of_impact};

use crate::soundness::{FromOracle, flight, shape};
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::families;
use photofinish_oracle::motion::Motion;
use photofinish_oracle::planted::{Dice, plant, shift_motion, single};
use photofinish_oracle::shape::{Body, Shape};

/// What makes an exact answer hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Similar bodies near the origin, for comparison.
    Near,
    /// Such bodies, a hundred to a hundred thousand times their size away from the origin.
    Carried,
    /// A body falls on a block that is a hundred to ten thousand times as large.
    Floor,
    /// A body falls on such a block, whose faces are along the axes.
    Level,
    /// Bodies of any kind whose sizes differ by up to ten thousand.
    Mixed,
    /// A rod that turns up to eight times.
    Spin,
}

impl Scene {
    pub const ALL: [Self; 6] = [
        Self::Near,
        Self::Carried,
        Self::Floor,
        Self::Level,
        Self::Mixed,
        Self::Spin,
    ];

    fn draw<const D: usize>(self, dice: &mut Dice) -> [Moving<D>; 2] {
        let size = dice.scale(0.1, 10.0);
        let mut draft = match self {
            Self::Near | Self::Carried => families::moving(dice, size, 2.0),
            Self::Floor | Self::Level => families::moving(dice, size, 1.0),
            Self::Mixed => families::offscale(dice, size),
            Self::Spin => families::spin(dice, size),
        };
        if matches!(self, Self::Floor | Self::Level) {
            let large = size * dice.scale(100.0, 10_000.0);
            let half = SVector::from_fn(|_, _| single(large * dice.between(0.5, 1.0)));
            draft.a.0 = Body::sharp(Shape::Cuboid { half });
            draft.a.1.linvel = SVector::zeros();
            draft.a.1.angvel *= 0.0;
        }
        if self == Self::Level {
            draft.a.1.orientation = dice.square_orientation::<D>();
            draft.normal = SVector::from_fn(|axis, _| if axis == 1 { 1.0 } else { 0.0 });
        }
        if self == Self::Mixed {
            let other = size * dice.scale(1e-4, 1e-1);
            draft.b.0 = dice.body(single(other));
        }
        draft.gap = -draft.gap.abs() * 0.1;
        let moving = |(body, motion)| Moving {
            body,
            motion: Motion::Ballistic(motion),
        };
        let (mut a, mut b) = (moving(draft.a), moving(draft.b));
        plant(
            &a,
            &mut b,
            dice.between(0.1, 0.95),
            &draft.normal,
            draft.gap,
        );
        if self == Self::Carried {
            let far = dice.scale(1e2, 1e5) * size;
            let carry = dice.vector(far);
            shift_motion(&mut a.motion, &carry);
            shift_motion(&mut b.motion, &carry);
        }
        [a, b]
    }
}

/// A body in free flight.
type Flying<T, R, const D: usize> =
    photofinish::Moving<Rounded<AnyShape<T, D>, T>, Ballistic<T, R, D>, T, D>;

/// Returns a body of the oracle in single precision, and exactly that body as one of the oracle.
fn flying<R, const D: usize>(moving: &Moving<D>) -> (Flying<f32, R, D>, Moving<D>)
where
    R: FromOracle<f32, D>,
{
    let Motion::Ballistic(of_oracle) = &moving.motion else {
        panic!("all bodies of these scenes are in free flight");
    };
    let shape = shape(&moving.body).expect("the generators make good bodies");
    let motion = flight::<f32, R, D>(of_oracle).expect("the generators make good motions");
    // all other numbers are rounded to single precision already
    let mut exact = of_oracle.clone();
    exact.orientation = motion.pose(0.0).rotation.orientation();
    let exact = Moving {
        body: moving.body.clone(),
        motion: Motion::Ballistic(exact),
    };
    (photofinish::Moving::new(shape, motion), exact)
}

/// One impact, with lengths in units of the world.
struct Case {
    /// The part of the tolerance that comes from the size of the smaller body.
    of_size: f64,
    tolerance: f64,
    /// The stated rounding along the normal.
    stated: f64,
    /// How far the distance of the answer is from the true one.
    actual: f64,
    /// The true distance at the impact.
    distance: f64,
    /// The true distance at the impact of the same bodies in double precision, if they meet there too.
    wide: Option<f64>,
}

impl Case {
    /// Returns whether a distance at the impact is larger than the size of the smaller body and a few actual errors in
    /// single precision explain.
    fn is_early(&self, distance: f64) -> bool {
        distance > self.of_size + 4.0 * self.actual
    }
}

/// All impacts of a scene.
#[derive(Default)]
pub struct Impacts {
    cases: Vec<Case>,
    asked: u64,
    /// The number of queries without an answer.
    pub undecided: u64,
    /// The number of impacts at which the bodies overlap, or are farther apart than the tolerance.
    pub wrong: u64,
}

impl Impacts {
    pub fn of<R, const D: usize>(scene: Scene, seeds: u64) -> Self
    where
        R: FromOracle<f32, D>,
    {
        let mut impacts = Self::default();
        for seed in 0..seeds {
            impacts.ask::<R, D>(scene.draw(&mut Dice::new(64 * seed + scene as u64)));
        }
        impacts
    }

    fn ask<R: FromOracle<f32, D>, const D: usize>(&mut self, [a, b]: [Moving<D>; 2]) {
        let pair = Pair::new(&a, &b);
        if pair.distance_at(0.0).lower <= 1e-6 * pair.size() {
            return;
        }
        let ((a, exact_a), (b, exact_b)) = (flying::<R, D>(&a), flying::<R, D>(&b));
        self.asked += 1;
        let answer = Query::new().certify(&a, &b, 0.0..=1.0);
        let Ok((solution, certificate)) = answer else {
            self.undecided += 1;
            return;
        };
        let Outcome::Impact(impact) = solution.outcome else {
            return;
        };
        let origin = &certificate.origin;
        let (at_a, at_b) = (a.slice(impact.time, origin), b.slice(impact.time, origin));
        let rounding = photofinish::resolution(&at_a, &at_b);
        let truth = pair.distance_at(impact.time.as_f64());
        let size = a.size().min(b.size()).as_f64();
        let tolerance = impact.tolerance.as_f64();
        self.wrong += u64::from(truth.overlap || truth.lower > tolerance);
        let wide = self.ask_wide(&a.to_f64(), &b.to_f64(), &Pair::new(&exact_a, &exact_b));
        self.cases.push(Case {
            of_size: size * f32::SQRT_EPSILON.as_f64(),
            tolerance,
            stated: impact.contact.normal.abs().dot(&rounding).as_f64(),
            actual: (impact.distance.as_f64() - 0.5 * (truth.lower + truth.upper)).abs(),
            distance: truth.lower,
            wide,
        });
    }

    /// Returns the true distance at the impact in double precision, or `None` if there is none: within the tolerance of
    /// single precision the bodies may still miss each other.
    fn ask_wide<R: Rotor<f64, D>, const D: usize>(
        &mut self,
        a: &Flying<f64, R, D>,
        b: &Flying<f64, R, D>,
        pair: &Pair<D>,
    ) -> Option<f64> {
        let Ok(solution) = time_of_impact(a, b, 0.0..=1.0) else {
            self.undecided += 1;
            return None;
        };
        let Outcome::Impact(impact) = solution.outcome else {
            return None;
        };
        let truth = pair.distance_at(impact.time);
        self.wrong += u64::from(truth.overlap || truth.lower > impact.tolerance);
        Some(truth.lower)
    }
}

impl fmt::Display for Impacts {
    /// Writes the median, the 90th percentile and the maximum of each quantity, in units of the default tolerance
    /// without rounding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cases.is_empty() {
            return write!(f, "no impacts of {}", self.asked);
        }
        let quantiles = |of: &dyn Fn(&Case) -> Option<f64>| {
            let mut values: Vec<f64> = self.cases.iter().filter_map(of).collect();
            values.sort_by(f64::total_cmp);
            let Some(last) = values.len().checked_sub(1) else {
                return format!("{:>29}", "none");
            };
            let [median, most, worst] = [last / 2, last * 9 / 10, last].map(|place| values[place]);
            format!("{median:9.2e} {most:9.2e} {worst:9.2e}")
        };
        let early = |of: &dyn Fn(&Case) -> Option<f64>| {
            let is_early = |case: &&Case| of(case).map(|distance| case.is_early(distance));
            let judged: Vec<bool> = self
                .cases
                .iter()
                .filter_map(|case| is_early(&case))
                .collect();
            let early = judged.iter().filter(|is_early| **is_early).count();
            100.0 * early as f64 / judged.len().max(1) as f64
        };
        write!(
            f,
            "{} | {} | {} | {} | {} | {:5.1} % {:5.1} % of {} ({} undecided, {} wrong)",
            quantiles(&|case| Some(case.tolerance / case.of_size)),
            quantiles(&|case| Some(case.stated / case.of_size)),
            quantiles(&|case| Some(case.actual / case.of_size)),
            quantiles(&|case| Some(case.distance / case.of_size)),
            quantiles(&|case| case.wide.map(|wide| wide / case.of_size)),
            early(&|case| Some(case.distance)),
            early(&|case| case.wide),
            self.cases.len(),
            self.undecided,
            self.wrong,
        )
    }
}
