//! Checks answers about bodies of pieces against the oracle, which shares nothing with the search.
//!
//! Until the contact, or the end, every pair of pieces must stay farther apart than the target distance. Pairs whose
//! bounding balls come nowhere near are left out by the balls' places at many times and a bound of their speed. The
//! oracle follows all others from proof to proof, and its samples are dense where it cannot prove.

use nalgebra::Vector3;
use photofinish::pieces::PieceContact;
use photofinish::{InitialContact, Outcome, Real};
use photofinish_oracle::advance::{Advance, Moving, Pair, Search};
use photofinish_oracle::motion::Motion;
use photofinish_oracle::shape::Solid;

use super::Found;
use super::build::{Surfaces, body, exact};
use super::spec::Case;
use crate::refine::{HALVINGS, even, lowest};

/// The number of times at which bounding balls are placed.
const PLACES: usize = 128;
/// The number of times at which pairs that the oracle cannot decide are looked at.
const SAMPLES: usize = 300;

/// Checks the first contact of a case.
pub fn check<T: Real, R: Surfaces<T, D>, const D: usize>(case: &Case<D>) -> Found {
    let mut found = Found::default();
    let build = |i: usize| body::<T, R, D>(&case.parts[i], &case.flights[i]);
    let (Some(a), Some(b)) = (build(0), build(1)) else {
        found.count("refused bodies");
        return found;
    };
    let [start, end] = case.asked.interval.map(T::of);
    let query = case.asked.query::<T>();
    let answer = match query.first_contact(&a, &b, start..=end) {
        Ok(answer) => answer,
        Err(_) => {
            found.count("refused");
            return found;
        }
    };
    if answer
        .looked_past
        .iter()
        .any(|looked| left_at(looked).is_none())
    {
        found.count("stays in contact");
        return found;
    }
    let until = answer.contact.as_ref().map_or(end, |contact| contact.time);
    let exact = [0, 1].map(|i: usize| exact::<T, R, D>(&case.parts[i], &case.flights[i]));
    let span = [case.asked.interval[0], until.as_f64()];
    let far = Balls::new(&exact, span);
    let mut judge = Judge {
        case,
        exact: &exact,
        span,
        epsilon: T::EPSILON.as_f64(),
        found: &mut found,
    };
    match &answer.contact {
        None => judge.found.count("free"),
        Some(contact) if contact.time == start => judge.found.count("contact at the start"),
        Some(_) => judge.found.count("contact"),
    }
    if let Some(contact) = &answer.contact {
        judge.contact(contact);
    }
    if until <= start {
        return found;
    }
    let target = case.asked.target.max(0.0);
    for of_a in 0..exact[0].len() {
        for of_b in 0..exact[1].len() {
            judge.found.count("pairs");
            if far.apart(of_a, of_b, target) {
                continue;
            }
            judge.found.count("asked about");
            let pieces = (of_a as u32, of_b as u32);
            if let Some(first) = &answer.contact
                && first.pieces == pieces
                && let Some(kept) = driven_in(first)
            {
                let pair = judge.both(pieces);
                judge.sampled(&pair, pieces, (span[0], kept.as_f64()));
                continue;
            }
            // the pieces that meet may have been looked past before
            let all = answer.looked_past.iter().chain(&answer.contact);
            let looked = all.into_iter().find(|looked| looked.pieces == pieces);
            let from = looked.and_then(left_at).map_or(span[0], T::as_f64);
            judge.pair(pieces, from);
        }
    }
    found
}

/// Returns whether the oracle knows the depth of two pieces. Of rounded and curved ones it has a lower bound.
fn depth_is_known<const D: usize>(judge: &Judge<'_, D>, pieces: (u32, u32)) -> bool {
    let [a, b] = judge.exact;
    [&a[pieces.0 as usize], &b[pieces.1 as usize]]
        .iter()
        .all(|piece| {
            piece.body.round == 0.0 && matches!(piece.body.core().solid, Solid::Polytope(_))
        })
}

/// Returns when pieces that started in contact had left it.
fn left_at<T: Real, const D: usize>(contact: &PieceContact<T, D>) -> Option<T> {
    let solution = contact.answer.ok()?;
    match solution.outcome {
        Outcome::Stays(_) | Outcome::DrivesIn(_) => None,
        _ => solution.initial_contact?.resumed_at,
    }
}

/// Returns the distance that pieces keep which are driven into each other.
fn driven_in<T: Real, const D: usize>(contact: &PieceContact<T, D>) -> Option<T> {
    match contact.answer.ok()?.outcome {
        Outcome::DrivesIn(report) => Some(report.kept_distance),
        _ => None,
    }
}

struct Judge<'x, const D: usize> {
    case: &'x Case<D>,
    exact: &'x [Vec<Moving<D>>; 2],
    span: [f64; 2],
    epsilon: f64,
    found: &'x mut Found,
}

impl<const D: usize> Judge<'_, D> {
    fn both(&self, (of_a, of_b): (u32, u32)) -> Pair<D> {
        Pair::new(&self.exact[0][of_a as usize], &self.exact[1][of_b as usize])
    }

    /// Checks that the pieces of a contact are where it says.
    fn contact<T: Real>(&mut self, contact: &PieceContact<T, D>) {
        let Ok(solution) = &contact.answer else {
            self.found.count("undecided");
            return;
        };
        let pair = self.both(contact.pieces);
        let target = self.case.asked.target;
        let time = contact.time.as_f64();
        let rounding = pair.rounding_until(time);
        let then = pair.distance_at(time);
        let depth = pair.penetration_at(time);
        let too_deep = match &solution.outcome {
            Outcome::Impact(impact) => {
                let allowed = target + impact.tolerance.as_f64() + rounding;
                let early = if target < 0.0 {
                    depth_is_known(self, contact.pieces) && -depth > allowed
                } else {
                    then.lower > allowed
                };
                if early {
                    let lower = then.lower;
                    let what = format!("too early: {lower} apart, {depth} deep, of {contact:?}");
                    self.found.wrong.push(what);
                }
                // pieces that start nearer than a positive target distance are not driven apart
                depth > (-target).max(0.0) + rounding
            }
            _ => {
                // it is in contact as far as rounding tells
                let size = pair.size() + pair.rounding_until(self.span[1]) / self.epsilon;
                let near = self.case.asked.tolerance.unwrap_or(0.0)
                    + target.max(0.0)
                    + size * self.epsilon.sqrt();
                if then.lower > near {
                    let what = format!("false contact: {} apart, of {contact:?}", then.lower);
                    self.found.wrong.push(what);
                }
                false
            }
        };
        if too_deep {
            self.found
                .wrong
                .push(format!("{depth} deep at the impact {contact:?}"));
        }
    }

    /// Checks that two pieces keep the target distance.
    fn pair(&mut self, pieces: (u32, u32), from: f64) {
        let pair = self.both(pieces);
        let until = self.span[1];
        if from >= until {
            self.found.count("in contact at the start");
            return;
        }
        let target = self.case.asked.target;
        let rounding = pair.rounding_until(until);
        let at_start = pair.distance_at(self.span[0]);
        let in_contact = at_start.upper <= target.max(0.0) + rounding;
        let looks_past = self.case.asked.policy != InitialContact::Stop;
        if from == self.span[0] && in_contact && looks_past {
            // it may meet again after the first contact
            self.found.count("in contact at the start");
            return;
        }
        if target < 0.0 {
            return self.sampled(&pair, pieces, (from, target));
        }
        let search = Search {
            target,
            ..Search::contact((1e-9 * pair.size()).max(4.0 * rounding))
        };
        match pair.advance(from, until, &search) {
            Advance::Free { .. } => self.found.count("pair proven"),
            Advance::Hit { .. } | Advance::Unclear { .. } => {
                self.sampled(&pair, pieces, (from, target));
            }
        }
    }

    /// Looks at two pieces at many times, which crowd at both ends and about where they are nearest.
    fn sampled(&mut self, pair: &Pair<D>, pieces: (u32, u32), (from, target): (f64, f64)) {
        let until = self.span[1];
        let rounding = pair.rounding_until(until);
        let length = until - from;
        let crowded = (2..40).map(|i| 0.5_f64.powi(i));
        let late = crowded.clone().map(|share| 1.0 - share);
        let shares = even(SAMPLES).chain(crowded).chain(late);
        let beyond = |share: f64| {
            let time = (from + length * share).min(until);
            let then = pair.distance_at(time);
            let distance = if target < 0.0 || then.overlap {
                -pair.penetration_at(time)
            } else {
                then.upper
            };
            distance - target
        };
        let nearest = lowest(shares, (0.5 / SAMPLES as f64, HALVINGS), beyond);
        if nearest.0 < -rounding {
            let time = from + length * nearest.1;
            let [start, end] = self.span;
            self.found.wrong.push(format!(
                "{pieces:?} come {} too near at {time}, said to be free in {start}..={end}",
                -nearest.0
            ));
        } else {
            self.found.count("pair sampled");
        }
    }
}

/// The bounding balls of all pieces at many times.
struct Balls {
    places: [Vec<Vec<Vector3<f64>>>; 2],
    radii: [Vec<f64>; 2],
    /// How far a ball may get from the nearest of its places.
    astray: [Vec<f64>; 2],
}

impl Balls {
    fn new<const D: usize>(bodies: &[Vec<Moving<D>>; 2], [start, end]: [f64; 2]) -> Self {
        let step = (end - start) / PLACES as f64;
        let times: Vec<f64> = (0..=PLACES).map(|i| start + step * i as f64).collect();
        let mut balls = Self {
            places: [Vec::new(), Vec::new()],
            radii: [Vec::new(), Vec::new()],
            astray: [Vec::new(), Vec::new()],
        };
        for (which, pieces) in bodies.iter().enumerate() {
            let poses: Option<Vec<_>> =
                (pieces.first()).map(|first| times.iter().map(|&t| first.motion.pose(t)).collect());
            for piece in pieces {
                let core = piece.body.core();
                let middle = core.solid.middle();
                let places = poses.iter().flatten().map(|pose| pose.apply(&middle));
                balls.places[which].push(places.collect());
                balls.radii[which].push(core.extent());
                let speed = speed(&piece.motion, &middle, [start, end]);
                balls.astray[which].push(speed * step * 0.5 * 1.000_001);
            }
        }
        balls
    }

    /// Returns whether two balls are proven farther apart than the target distance.
    fn apart(&self, of_a: usize, of_b: usize, target: f64) -> bool {
        let radii = self.radii[0][of_a] + self.radii[1][of_b];
        let astray = self.astray[0][of_a] + self.astray[1][of_b];
        let enough = (radii + astray + target) * 1.000_001;
        let places = self.places[0][of_a].iter().zip(&self.places[1][of_b]);
        places
            .map(|(a, b)| (a - b).norm())
            .all(|apart| apart > enough)
    }
}

/// Returns an upper bound of the speed of a point of the frame.
fn speed<const D: usize>(motion: &Motion<D>, point: &Vector3<f64>, [start, end]: [f64; 2]) -> f64 {
    let arm = (point - motion.center()).norm();
    match motion {
        Motion::Ballistic(free) => {
            let latest = start.abs().max(end.abs());
            free.linvel.norm() + free.acc.norm() * latest + free.angvel.norm() * arm
        }
        Motion::Sweep(_) => {
            let origin = Vector3::zeros();
            let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
            let forecasts = axes.map(|axis| {
                let forecast = motion.forecast_by_speed(0.0, &origin, &axis);
                forecast.velocity.dot(&axis).abs() + forecast.slack_per_reach * arm
            });
            Vector3::from(forecasts).norm()
        }
        Motion::Path(path) => path.speed + path.spin * arm,
    }
}
