//! Judges answers of the kernel.

use photofinish::Real;
use photofinish::proof::Outcome;
use photofinish::search::time_of_impact;

use super::climb::Trial;
use super::convert::FromOracle;
use super::judge::{Asked, Verdict};
use super::tale::Tale;
use super::tale::claims::Kind;
use photofinish_oracle::generate::Case;

/// Asks the kernel about a case in scalar `T`, and judges the answer with the oracle.
pub fn judge_kernel<T: Real, R: FromOracle<T, D>, const D: usize>(
    case: &Case<D>,
    asked: Asked,
) -> Verdict {
    let case = case.clone();
    let mut tale = Tale::of(Trial { case, asked });
    tale.in_single = size_of::<T>() == 4;
    let mut verdict = Verdict::Undecided;
    let told = tale.ask::<T, R>(&mut |question, _| {
        let outcome = time_of_impact(question);
        verdict = match outcome {
            Outcome::Separated(_) => Verdict::RightlyFree,
            Outcome::Impact(_) => Verdict::RightImpact,
            Outcome::Undecided(_) => Verdict::Undecided,
        };
        outcome
    });
    match told.expect("the generators make good bodies").refuted() {
        None => verdict,
        Some(Kind::Touch) => Verdict::TooEarly,
        Some(_) if verdict == Verdict::RightlyFree => Verdict::Miss,
        Some(_) => Verdict::Late,
    }
}
