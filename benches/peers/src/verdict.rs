//! Judges the answers about bodies at rest.

use nalgebra::Vector3;

use crate::contender::{Answer, Measure, Question, Slack};
use crate::truth::Truth;

/// The result of comparing an answer with the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    Right,
    Wrong(Fault),
    /// The call gave up or returned nothing.
    Nothing,
    NotOffered,
    NotBuilt,
    Crashed,
    Hung,
}

/// The first fault of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    NotANumber,
    /// The distance or depth is wrong, or the answer whether the bodies touch.
    Value,
    /// The distance of the bodies along the normal differs from the answer.
    Normal,
    /// The points are off the bodies, or their distance differs from the answer.
    Points,
}

/// An answer with its verdict.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub verdict: Verdict,
    /// The error of the number, as a length.
    pub error: Option<f64>,
}

/// Returns the permitted error of an answer: a share of the smaller body's size, plus the rounding of the coordinates,
/// plus the error that the contender grants itself.
pub fn allowance(truth: &Truth, epsilon: f64, slack: Slack) -> f64 {
    let share = if epsilon > 1e-10 { 1e-3 } else { 1e-6 };
    let distance = truth.low.abs().max(truth.high.abs());
    share * truth.small + 32.0 * epsilon * truth.coordinates + slack.length + slack.share * distance
}

pub fn judge(question: Question, answer: &Answer, truth: &Truth, allowed: f64) -> Judged {
    let plain = |verdict| Judged {
        verdict,
        error: None,
    };
    match answer {
        Answer::Measured(measure) => measured(question, measure, truth, allowed),
        Answer::Touching(touching) => {
            let wrong = if *touching {
                truth.low > allowed
            } else {
                truth.high < -allowed
            };
            plain(if wrong {
                Verdict::Wrong(Fault::Value)
            } else {
                Verdict::Right
            })
        }
        Answer::Nothing => plain(Verdict::Nothing),
        Answer::NotOffered => plain(Verdict::NotOffered),
        Answer::NotBuilt => plain(Verdict::NotBuilt),
        Answer::Crashed => plain(Verdict::Crashed),
        Answer::Hung => plain(Verdict::Hung),
    }
}

fn measured(question: Question, measure: &Measure, truth: &Truth, allowed: f64) -> Judged {
    let (mut low, mut high) = (truth.low, truth.high);
    if question == Question::Distance {
        (low, high) = (low.max(0.0), high.max(0.0));
    }
    let signed = measure.signed;
    if !signed.is_finite() {
        return Judged {
            verdict: Verdict::Wrong(Fault::NotANumber),
            error: None,
        };
    }
    let error = (low - signed).max(signed - high).max(0.0);
    let fault = if error > allowed {
        Some(Fault::Value)
    } else if question == Question::Distance && signed == 0.0 {
        // the answer says nothing else about bodies that overlap
        None
    } else {
        fault_of_vectors(measure, truth, allowed)
    };
    Judged {
        verdict: fault.map_or(Verdict::Right, Verdict::Wrong),
        error: Some(error),
    }
}

fn fault_of_vectors(measure: &Measure, truth: &Truth, allowed: f64) -> Option<Fault> {
    let unknown = |v: &Vector3<f64>| v.iter().any(|x| !x.is_finite());
    if let Some(normal) = &measure.normal {
        if unknown(normal) {
            return Some(Fault::NotANumber);
        }
        if !((truth.along(normal) - measure.signed).abs() <= allowed) {
            return Some(Fault::Normal);
        }
    }
    if let Some(points) = &measure.points {
        if points.iter().any(unknown) {
            return Some(Fault::NotANumber);
        }
        let apart = (points[1] - points[0]).norm();
        let off = (0..2)
            .map(|i| truth.off_body(i, &points[i]))
            .fold(0.0, f64::max);
        if !(off <= allowed) || (apart - measure.signed.abs()).abs() > allowed {
            return Some(Fault::Points);
        }
    }
    None
}
