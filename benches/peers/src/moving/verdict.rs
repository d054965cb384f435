//! What counts as wrong.

use super::contender::Answer;
use super::truth::Truth;

/// How an answer stands against the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// They are called free, but overlap.
    Miss,
    /// At the time reported, or before, they overlap.
    Late,
    /// At the time reported they are apart.
    Early,
    /// It gave up or returned nothing.
    Nothing,
    /// The library has no such call, or not for such bodies, or could not make them.
    NotOffered,
}

/// How deep bodies may overlap, or how far they may be apart, for an answer to be right: a thousandth of the smaller
/// body's radius, the rounding of the coordinates, and what the contender grants itself.
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
        Answer::Nothing => Verdict::Nothing,
        Answer::NotOffered => Verdict::NotOffered,
    }
}
