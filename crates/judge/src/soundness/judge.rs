//! Judges one answer with the oracle.

use photofinish::{Outcome, Query, Real};

use super::convert::{FromOracle, given};
use super::plain::States;
use super::proof::{least_margin, verify};
use super::tale::Told;
use super::tale::claims::{Claim, Kind, Says};
use super::tale::truth::Truth;
use crate::refine::even;
use photofinish_oracle::advance::{Advance, Pair, Search};
use photofinish_oracle::generate::Case;

/// How many times the square root of the machine epsilon, relative to the oracle's size of the bodies, the default
/// tolerance of a query may be. A query measures a body from its pivot, which may be outside, the oracle from its middle.
const DEFAULT_TOLERANCE: f64 = 4.0;

/// The oracle's verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answer is free, and the oracle found the bodies no nearer than the clearance. Where it cannot follow them it has
    /// only looked at many times.
    RightlyFree,
    /// The answer is an impact. The bodies are free before it, and disjoint and within the tolerance at its time. Or it is
    /// at the start, where the kernel claims no more of bodies that overlap.
    RightImpact,
    /// Bodies that start within the rounding of each other were called overlapping.
    TouchingAtStart,
    /// The query did not decide.
    Undecided,
    /// The oracle did not decide whether the bodies come near.
    OracleUndecided,
    /// The answer is free, but the bodies come closer than the clearance.
    Miss,
    /// The bodies come closer than proven before the time of the impact.
    Late,
    /// The bodies overlap at the time of the impact.
    OverlapAtImpact,
    /// The distance at the time of the impact is beyond the tolerance.
    TooEarly,
    /// The bodies are apart at the start, but were called overlapping.
    FalseOverlap,
    /// The certificate does not hold, or does not cover the time before the answer.
    BadCertificate,
    /// The query that asks only if the bodies touch says that they do not, but they do, or the other way round.
    WrongTouches,
}

impl Verdict {
    /// Returns whether nothing is wrong with the answer. An undecided query is not wrong.
    pub fn is_sound(self) -> bool {
        self <= Self::OracleUndecided
    }
}

/// The question about a case. Lengths are relative to the size of the bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The target distance.
    pub target: f64,
    /// The tolerance, unless it is the default one.
    pub tolerance: Option<f64>,
    /// The end of the interval, at most 1. The interval begins at 0.
    pub until: f64,
    /// Whether the motion of A, and that of B, states no law to the kernel, but placements and bounds.
    pub plain: [bool; 2],
    /// Whether A, and B, does not say to the kernel that it is rigid.
    pub loose: [bool; 2],
    /// What all of this was drawn from.
    pub seed: u64,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            target: 0.0,
            tolerance: None,
            until: 1.0,
            plain: [false; 2],
            loose: [false; 2],
            seed: 0,
        }
    }
}

impl Asked {
    /// Returns the query and the target distance for bodies of this size.
    pub fn query<T: Real>(&self, size: f64) -> (Query<T>, f64) {
        let target = f64::from((self.target * size) as f32);
        let query = Query::new().target_distance(T::of(target));
        match self.tolerance {
            Some(share) => (query.tolerance(T::of(share * size)), target),
            None => (query, target),
        }
    }

    /// Returns what body A, or B, states to the kernel.
    pub fn states(&self, body: usize) -> States {
        match (self.loose[body], self.plain[body]) {
            (true, _) => States::Slices,
            (_, true) => States::Bounds,
            _ => States::Law,
        }
    }

    /// Returns a question that varies with the seed.
    pub fn of_seed(seed: u64) -> Self {
        Self {
            target: if seed % 4 == 3 { 0.05 } else { 0.0 },
            tolerance: [None, None, Some(1e-3), None, Some(2e-3)][(seed % 5) as usize],
            plain: [
                seed % 7 == 1 || seed % 7 == 2,
                seed % 7 == 2 || seed % 7 == 3,
            ],
            seed,
            ..Self::default()
        }
    }
}

/// Asks the crate about a case in scalar `T`, and judges the answer with the oracle.
pub fn judge<T: Real, R: FromOracle<T, D>, const D: usize>(
    case: &Case<D>,
    asked: Asked,
) -> Verdict {
    let ((a, exact_a), (b, exact_b)) = (given::<T, R, D>(&case.a), given::<T, R, D>(&case.b));
    let pair = Pair::new(&exact_a, &exact_b);
    let (query, target) = asked.query::<T>(pair.size());
    let end = T::of(asked.until);
    let Ok((solution, certificate)) = query.certify(&a, &b, T::zero()..=end) else {
        return Verdict::Undecided;
    };
    let Ok(touches) = query.touches(&a, &b, T::zero()..=end) else {
        return Verdict::Undecided;
    };
    let until = match &solution.outcome {
        Outcome::Separated(_) => end,
        Outcome::Impact(impact) => impact.time,
        // the policy of these queries is to stop
        Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => T::zero(),
    };
    let proven = verify(&certificate, (&a, &b), T::of(target), T::zero()..=until);
    if !proven {
        return Verdict::BadCertificate;
    }
    let clearance = least_margin(&certificate);
    let until = until.as_f64();
    let is_free = matches!(solution.outcome, Outcome::Separated(_));
    let right = match touches {
        // the bodies are proven free, and may only be near
        true if is_free => {
            let tolerance = asked.tolerance.unwrap_or(T::SQRT_EPSILON.as_f64()) * pair.size();
            let allowed = target + tolerance + 64.0 * pair.rounding_until(end.as_f64());
            comes_within(&pair, end.as_f64(), allowed)
        }
        // the bodies come near, and are said to come no nearer than the target distance
        false if !is_free => Some(!comes_nearer(&pair, (until, end.as_f64()), target)),
        _ => Some(true),
    };
    match right {
        Some(true) => {}
        Some(false) => return Verdict::WrongTouches,
        None => return Verdict::OracleUndecided,
    }
    let near = |allowed| Claim::new(Kind::Touch, [until; 2], Says::AtMost(allowed));
    let free = Claim::new(Kind::Free, [0.0, until], Says::AtLeast(target + clearance));
    let (right, wrong, mut claims) = match solution.outcome {
        Outcome::Separated(separated) => {
            if separated.clearance.as_f64() != clearance {
                return Verdict::BadCertificate;
            }
            (Verdict::RightlyFree, Verdict::Miss, Vec::new())
        }
        Outcome::Impact(impact) => {
            // the tolerance that the answer states is not taken on trust
            let most = match asked.tolerance {
                Some(share) => T::of(share * pair.size()).as_f64(),
                None => DEFAULT_TOLERANCE * T::SQRT_EPSILON.as_f64() * pair.size(),
            };
            let allowed = target + impact.tolerance.as_f64().min(most);
            if pair.penetration_at(until) > pair.rounding_until(until) {
                return Verdict::OverlapAtImpact;
            }
            (Verdict::RightImpact, Verdict::TooEarly, vec![near(allowed)])
        }
        Outcome::Overlapping(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => {
            let allowed = T::SQRT_EPSILON.as_f64() * pair.size() * 0.1;
            (
                Verdict::TouchingAtStart,
                Verdict::FalseOverlap,
                vec![near(allowed)],
            )
        }
    };
    if until > 0.0 {
        claims.push(free);
    }
    let truth = Truth::Pair(Box::new(pair));
    match (Told { truth, claims }).refuted() {
        None => right,
        Some(Kind::Free) if right == Verdict::RightImpact => Verdict::Late,
        Some(_) => wrong,
    }
}

/// Returns whether the bodies come within a distance until a time, or `None` if the oracle does not know.
fn comes_within<const D: usize>(pair: &Pair<D>, until: f64, distance: f64) -> Option<bool> {
    let search = Search {
        target: distance,
        ..Search::contact(1e-9 * pair.size())
    };
    match pair.advance(0.0, until, &search) {
        Advance::Free { .. } => Some(false),
        Advance::Hit { .. } => Some(true),
        Advance::Unclear { .. } => None,
    }
}

/// Returns whether the bodies are seen nearer than a distance at some times of a span. The times are denser near its
/// start.
fn comes_nearer<const D: usize>(pair: &Pair<D>, (from, until): (f64, f64), distance: f64) -> bool {
    let near = (0..30).map(|halvings| 0.5f64.powi(halvings));
    near.chain(even(32))
        .any(|share| is_nearer(pair, from + (until - from) * share, distance))
}

/// Returns whether the bodies are seen nearer than a distance at a time. Below zero it is a depth.
pub fn is_nearer<const D: usize>(pair: &Pair<D>, time: f64, distance: f64) -> bool {
    let rounding = pair.rounding_until(time);
    let is_near = || pair.distance_at(time).upper < distance - rounding;
    (distance >= 0.0 && is_near()) || pair.penetration_at(time) > rounding - distance.min(0.0)
}
