//! Judges answers of the kernel.

use photofinish::Real;
use photofinish::proof::{Outcome, Question};
use photofinish::search::time_of_impact;

use super::convert::{FromOracle, given};
use super::judge::{Asked, Verdict, at_impact, nothing_nearer};
use super::plain::Stating;
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::Case;

/// Asks the kernel about a case in scalar `T`, and judges the answer with the oracle.
pub fn judge_kernel<T: Real, R: FromOracle<T, D>, const D: usize>(
    case: &Case<D>,
    asked: Asked,
) -> Verdict {
    let ((a, exact_a), (b, exact_b)) = (given::<T, R, D>(&case.a), given::<T, R, D>(&case.b));
    let pair = Pair::new(&exact_a, &exact_b);
    let target = f64::from((asked.target * pair.size()) as f32);
    let [a, b] = [&a, &b].map(|body| Stating::new(body, asked.tolerance.is_some()));
    let outcome = time_of_impact(&Question {
        a: &*a.subject(asked.states(0)),
        b: &*b.subject(asked.states(1)),
        start: 0.0,
        end: asked.until,
        target,
        tolerance: asked.tolerance.map(|share| share * pair.size()),
        in_single: size_of::<T>() == 4,
        by_vectors: false,
        may_pass: false,
    });
    let free = |until: f64, right| nothing_nearer(&pair, until, (target, 0.0), right);
    match outcome {
        Outcome::Separated(_) => free(asked.until, (Verdict::RightlyFree, Verdict::Miss)),
        // of bodies in contact at the start no more is claimed than that
        Outcome::Impact(impact) if !impact.is_free() && pair.distance_at(0.0).overlap => {
            Verdict::RightImpact
        }
        Outcome::Impact(impact) => {
            match at_impact(&pair, impact.time(), target + impact.tolerance()) {
                Verdict::RightImpact => free(impact.time(), (Verdict::RightImpact, Verdict::Late)),
                wrong => wrong,
            }
        }
        Outcome::Undecided(undecided) => {
            free(undecided.clear_until(), (Verdict::Undecided, Verdict::Late))
        }
    }
}
