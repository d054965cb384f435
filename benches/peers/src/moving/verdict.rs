//! Judges the answers about moving bodies.

use super::contender::Answer;
use super::truth::Truth;

/// The result of comparing an answer with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// The answer is that the bodies are free, but they overlap.
    Miss,
    /// The bodies overlap at the reported time, or before it.
    Late,
    /// The bodies are apart at the reported time.
    Early,
    /// The call gave up or returned nothing.
    Nothing,
    /// The library has no such call, or not for such bodies, or could not make the bodies.
    NotOffered,
}

/// Returns the depth or distance up to which an answer counts as right: a thousandth of the smaller body's radius, plus
/// the rounding of the coordinates, plus the error that the contender grants itself.
pub fn allowance(truth: &Truth, epsilon: f64, slack: f64) -> f64 {
    1e-3 * truth.small + 32.0 * epsilon * truth.coordinates + slack
}

pub fn judge(answer: Answer, truth: &Truth, allowed: f64) -> Verdict {
    match answer {
        Answer::Free if truth.deepest_until(1.0) > allowed => Verdict::Miss,
        Answer::Free => Verdict::Right,
        Answer::Hit { time, within } => {
            let late = truth.impact().is_some_and(|impact| time > impact);
            if late && truth.deepest_until(time) > allowed {
                Verdict::Late
            } else if !(truth.distance_at(time) <= allowed + within) {
                Verdict::Early
            } else {
                Verdict::Right
            }
        }
        // bodies of these families start disjoint
        Answer::Overlapping | Answer::Nothing => Verdict::Nothing,
        Answer::NotOffered => Verdict::NotOffered,
    }
}
