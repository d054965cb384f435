//! Compares an answer with the expectation of a case. The help of `query` explains the verdicts.

mod moving;

use photofinish_cases::{Case, Expected, Kind};

use crate::answer::{Answer, Verb};
use crate::pair::{Pair, Settings};

/// The permitted error of a distance in `f64` if the case gives no tolerance, relative to the larger of the distance
/// and 1.
const DISTANCE_TOLERANCE_F64: f64 = 1e-6;
/// The permitted error of a distance in `f32` if the case gives no tolerance, relative to the larger of the distance
/// and 1.
const DISTANCE_TOLERANCE_F32: f64 = 1e-3;

/// The result of comparing an answer with the expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answer is right.
    Right,
    /// The time is after the expected time, but only because the expected time is early. This is right.
    PastToi,
    /// The answer is not the expected one, but the difference is within rounding: for example, a contact no deeper than
    /// rounding was not found. This is right.
    Shallow,
    /// The case expects nothing that could be compared.
    NoTruth,
    /// A contact was not found.
    Miss,
    /// The time is too late.
    Late,
    /// The time is too early, or there is no contact at all.
    TooEarly,
    /// A distance, a clearance or an intersection is wrong.
    Wrong,
    /// The library could not decide.
    Undecided,
    /// The question has no answer.
    Error,
}

impl Verdict {
    /// Returns whether the answer is not wrong.
    pub fn is_right(self) -> bool {
        self <= Self::NoTruth
    }
}

/// A verdict on an answer, with its reasons.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers that explain the verdict.
    pub detail: String,
    /// The cosine of the angle between the expected and the answered normal, if both are known.
    pub normal_agreement: Option<f64>,
    /// How long the answered time is after the expected one, if the verdict is [`Verdict::PastToi`]; else 0.
    pub past_toi: f64,
}

/// An answer, with everything needed to judge it.
pub struct Comparison<'a> {
    expected: Expected,
    kind: Kind,
    target: f64,
    answer: &'a Answer,
    /// The bodies in the scalar of the answer.
    pair: &'a dyn Pair,
    /// The bodies in double precision.
    exact: &'a dyn Pair,
    settings: &'a Settings,
    interval: [f64; 2],
    single: bool,
}

impl<'a> Comparison<'a> {
    /// Returns the comparison of `answer` with `case`. `pair` has the bodies in the scalar of the answer, and `exact`
    /// has them in double precision.
    pub fn new(
        case: &Case,
        answer: &'a Answer,
        (pair, exact): (&'a dyn Pair, &'a dyn Pair),
        settings: &'a Settings,
        single: bool,
    ) -> Self {
        Self {
            expected: case.expected.clone().unwrap_or_default(),
            kind: case.kind,
            target: case.target_distance,
            answer,
            pair,
            exact,
            settings,
            interval: case.interval,
            single,
        }
    }

    /// Compares the answer with the expectation.
    pub fn find(&self) -> Finding {
        let message = self.answer.message.clone().unwrap_or_default();
        let finding = match (self.answer.outcome, self.kind) {
            (Verb::Error, _) => found(Verdict::Error, message),
            (Verb::Undecided, _) => {
                let clear_until = self.answer.clear_until.unwrap_or(f64::NAN);
                let detail = format!("clear until {clear_until}, {message}; {}", self.truth());
                found(Verdict::Undecided, detail)
            }
            (_, Kind::TimeOfImpact) => self.time_of_impact(),
            (_, Kind::Distance) => self.distance(),
            (_, Kind::Intersects) => self.intersects(),
        };
        Finding {
            normal_agreement: self.normal_agreement(),
            ..finding
        }
    }

    fn distance(&self) -> Finding {
        let Some(expected) = self.expected.distance else {
            return found(Verdict::NoTruth, String::new());
        };
        let tolerance = self.distance_tolerance(expected);
        let answered = match self.answer.distance {
            Some(distance) => distance,
            None => return found(Verdict::Wrong, self.truth()),
        };
        let error = answered - expected;
        if error.abs() <= tolerance {
            return found(Verdict::Right, String::new());
        }
        let detail = format!(
            "{}, answered {answered:.9e}, off by {error:.3e}; permitted are {tolerance:.3e}",
            self.truth()
        );
        found(Verdict::Wrong, detail)
    }

    fn intersects(&self) -> Finding {
        let Some(expected) = self.expected.intersecting else {
            return found(Verdict::NoTruth, String::new());
        };
        let answered = self.answer.is_hit();
        let distance = self.expected.distance.unwrap_or(f64::INFINITY);
        let verdict = match (expected, answered) {
            (true, true) | (false, false) => Verdict::Right,
            _ if distance.abs() <= self.pair.resolution(self.interval[0]) => Verdict::Shallow,
            (true, false) => Verdict::Miss,
            (false, true) => Verdict::Wrong,
        };
        if verdict == Verdict::Right {
            return found(verdict, String::new());
        }
        let detail = format!("expected {expected}, answered {answered}; {}", self.truth());
        found(verdict, detail)
    }

    /// Returns how far a distance may be off.
    fn distance_tolerance(&self, expected: f64) -> f64 {
        let default = if self.single {
            DISTANCE_TOLERANCE_F32
        } else {
            DISTANCE_TOLERANCE_F64
        };
        let granted = self
            .expected
            .tol
            .unwrap_or(default * expected.abs().max(1.0));
        granted.max(self.pair.resolution(self.interval[0]))
    }

    fn normal_agreement(&self) -> Option<f64> {
        let (expected, answered) = (self.expected.normal.as_ref()?, self.answer.normal.as_ref()?);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let lengths = (dot(expected, expected) * dot(answered, answered)).sqrt();
        Some(dot(expected, answered) / lengths)
    }

    /// Returns the expectation in a few words.
    fn truth(&self) -> String {
        let expected = &self.expected;
        let told = |name: &str, value: Option<f64>| value.map(|value| format!("{name} {value}"));
        let numbers = [
            expected.hit.map(|hit| format!("hit {hit}")),
            told("toi", expected.toi),
            told("deepest", expected.deepest),
            told("least distance", expected.min_dist),
            told("distance", expected.distance),
            told("tol", expected.tol),
        ];
        let numbers: Vec<String> = numbers.into_iter().flatten().collect();
        format!("expected {}", numbers.join(", "))
    }
}

fn found(verdict: Verdict, detail: String) -> Finding {
    Finding {
        verdict,
        detail,
        normal_agreement: None,
        past_toi: 0.0,
    }
}
