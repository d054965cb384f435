//! The library's answer to a case, in double precision and in one form for all dimensions.

use nalgebra::SVector;
use photofinish::epa::Penetration;
use photofinish::{
    Contact, InitialReport, Outcome, Proximity, QueryError, Real, Solution, Statistics,
};
use serde::Serialize;

use crate::args::ScalarKind;

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// The bodies stay farther apart than the target distance over the interval.
    Separated,
    /// The bodies are apart at the start.
    Disjoint,
    /// The bodies first touch at a time.
    Impact,
    /// The bodies overlap at the start.
    Overlapping,
    /// The bodies start in contact and stay in it.
    Stays,
    /// The bodies start in contact and are driven into each other.
    DrivesIn,
    /// The search ended without an answer.
    Undecided,
    /// The question has no answer.
    Error,
}

/// An answer as it is printed. The fields are the keys; fields that do not apply are left out.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The kind of the answer.
    pub outcome: Verb,
    /// The time of impact; the start of the interval for a contact there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The distance at that time; negative if it is the depth of an overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// How much farther apart than the target distance the bodies stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// The depth of an overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The signed distance that bodies that start in contact keep while in contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_distance: Option<f64>,
    /// The time up to which the kept distance is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_until: Option<f64>,
    /// The time at which the bodies are clear of the contact that they started in. The rest of the answer holds from
    /// then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed_at: Option<f64>,
    /// The normal from A to B, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec<f64>>,
    /// The point of A nearest to B, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness_a: Option<Vec<f64>>,
    /// The point of B nearest to A, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness_b: Option<Vec<f64>>,
    /// The time up to which the bodies are proven free, if no answer was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear_until: Option<f64>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the answer cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The time that the answer took.
    pub nanoseconds: u64,
}

/// A line of output.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    #[serde(flatten)]
    answer: &'a Answer,
}

impl Answer {
    /// Returns an answer of this kind, with all other fields empty.
    fn new(outcome: Verb) -> Self {
        Self {
            outcome,
            time: None,
            distance: None,
            clearance: None,
            depth: None,
            kept_distance: None,
            kept_until: None,
            resumed_at: None,
            normal: None,
            witness_a: None,
            witness_b: None,
            clear_until: None,
            message: None,
            statistics: None,
            nanoseconds: 0,
        }
    }

    /// Returns the answer to a query for the time of impact in an interval that begins at `start`.
    pub fn of_query<T: Real, const D: usize>(
        result: &Result<Solution<T, D>, QueryError>,
        start: T,
    ) -> Self {
        let solution = match result {
            Ok(solution) => solution,
            Err(QueryError::Undecided {
                clear_until,
                reason,
            }) => {
                return Self {
                    clear_until: Some(*clear_until),
                    message: Some(reason.to_string()),
                    ..Self::new(Verb::Undecided)
                };
            }
            Err(error) => {
                return Self {
                    message: Some(error.to_string()),
                    ..Self::new(Verb::Error)
                };
            }
        };
        let answer = match &solution.outcome {
            Outcome::Separated(separated) => Self {
                clearance: Some(separated.clearance.as_f64()),
                ..Self::new(Verb::Separated)
            },
            Outcome::Impact(impact) => Self {
                time: Some(impact.time.as_f64()),
                distance: Some(impact.distance.as_f64()),
                ..Self::of_contact(Verb::Impact, &impact.contact, &SVector::zeros())
            },
            Outcome::Overlapping(penetration) => Self {
                time: Some(start.as_f64()),
                ..Self::of_penetration(penetration, &SVector::zeros())
            },
            Outcome::Stays(report) => Self::of_report(Verb::Stays, report),
            Outcome::DrivesIn(report) => Self {
                time: Some(start.as_f64()),
                ..Self::of_report(Verb::DrivesIn, report)
            },
        };
        let report = solution.initial_contact;
        Self {
            kept_distance: report.map(|report| report.kept_distance.as_f64()),
            kept_until: report.map(|report| report.kept_until.as_f64()),
            resumed_at: report.and_then(|report| Some(report.resumed_at?.as_f64())),
            statistics: Some(solution.statistics),
            ..answer
        }
    }

    /// Returns the answer to a query for the distance, whose coordinates are measured from `origin`.
    pub fn of_distance<T: Real, const D: usize>(
        proximity: &Proximity<T, D>,
        origin: &SVector<T, D>,
    ) -> Self {
        match proximity {
            Proximity::Disjoint(closest) => Self {
                distance: Some(closest.distance.as_f64()),
                statistics: Some(of_one_run(closest.iterations)),
                ..Self::of_contact(Verb::Disjoint, &closest.contact, origin)
            },
            Proximity::Overlapping(penetration) => Self::of_penetration(penetration, origin),
        }
    }

    /// Returns the answer to an intersection test. If the bodies do not touch, `axis` separates them.
    pub fn of_intersects<T: Real, const D: usize>(touch: bool, axis: &SVector<T, D>) -> Self {
        if touch {
            return Self::new(Verb::Overlapping);
        }
        Self {
            normal: Some(coordinates(axis)),
            ..Self::new(Verb::Disjoint)
        }
    }

    /// Returns the answer for bodies that start in contact.
    fn of_report<T: Real, const D: usize>(outcome: Verb, report: &InitialReport<T, D>) -> Self {
        let distance = report.distance.as_f64();
        Self {
            distance: Some(distance),
            depth: Some((0.0 - distance).max(0.0)),
            ..Self::of_contact(outcome, &report.contact, &SVector::zeros())
        }
    }

    fn of_penetration<T: Real, const D: usize>(
        penetration: &Penetration<T, D>,
        origin: &SVector<T, D>,
    ) -> Self {
        let depth = penetration.depth.as_f64();
        Self {
            distance: Some(0.0 - depth),
            depth: Some(depth),
            ..Self::of_contact(Verb::Overlapping, &penetration.contact, origin)
        }
    }

    /// Returns an answer with a normal and witness points, whose coordinates are measured from `origin`.
    fn of_contact<T: Real, const D: usize>(
        outcome: Verb,
        contact: &Contact<T, D>,
        origin: &SVector<T, D>,
    ) -> Self {
        let [on_a, on_b] = contact.witnesses();
        Self {
            normal: Some(coordinates(&contact.normal)),
            witness_a: Some(coordinates(&(on_a + origin))),
            witness_b: Some(coordinates(&(on_b + origin))),
            ..Self::new(outcome)
        }
    }

    /// Returns whether the question was answered.
    pub fn is_decided(&self) -> bool {
        !matches!(self.outcome, Verb::Undecided | Verb::Error)
    }

    /// Returns whether the answer is that the bodies touch.
    pub fn is_hit(&self) -> bool {
        matches!(
            self.outcome,
            Verb::Impact | Verb::Overlapping | Verb::DrivesIn
        )
    }

    /// Returns the answer as a line of JSON, with numbers as short as their scalar allows.
    pub fn to_json(&self, id: &str, scalar: ScalarKind) -> serde_json::Result<String> {
        let answer = match scalar {
            ScalarKind::F64 => self,
            ScalarKind::F32 => &self.shortened(),
        };
        serde_json::to_string(&Line { id, answer })
    }

    /// Returns the answer with every number replaced by the shortest decimal that reads back as its `f32`.
    fn shortened(&self) -> Self {
        let number = |value: f64| -> f64 {
            let shortest = (value as f32).to_string();
            shortest.parse().unwrap_or(value)
        };
        let vector = |vector: &Vec<f64>| vector.iter().map(|&x| number(x)).collect();
        Self {
            time: self.time.map(number),
            distance: self.distance.map(number),
            clearance: self.clearance.map(number),
            depth: self.depth.map(number),
            kept_distance: self.kept_distance.map(number),
            kept_until: self.kept_until.map(number),
            resumed_at: self.resumed_at.map(number),
            normal: self.normal.as_ref().map(vector),
            witness_a: self.witness_a.as_ref().map(vector),
            witness_b: self.witness_b.as_ref().map(vector),
            clear_until: self.clear_until.map(number),
            ..self.clone()
        }
    }
}

/// Returns the cost of one run of GJK.
fn of_one_run(iterations: u32) -> Statistics {
    let mut statistics = Statistics::default();
    statistics.gjk_runs = 1;
    statistics.gjk_iterations = iterations;
    statistics.support_evaluations = u64::from(iterations);
    statistics
}

/// Returns the coordinates of a vector in double precision.
pub fn coordinates<T: Real, const D: usize>(vector: &SVector<T, D>) -> Vec<f64> {
    vector.iter().map(|x| x.as_f64()).collect()
}
