//! Judges random cases of all families.

use std::ops::Range;

use photofinish::Real;

use super::convert::FromOracle;
use super::judge::{Asked, Verdict, judge};
use super::kernel::judge_kernel;
use crate::findings::OfFamilies;
use photofinish_oracle::generate::{Case, Family};

/// How often each verdict occurred in each family.
pub type Verdicts = OfFamilies<Verdict>;

/// Judges the cases of these seeds in every family, in scalar `T`.
pub fn queries<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Verdicts,
    seeds: Range<u64>,
) {
    judge_by::<T, D>(judge::<T, R, D>, found, seeds);
}

/// Judges the answers of the kernel.
pub fn kernel<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Verdicts,
    seeds: Range<u64>,
) {
    judge_by::<T, D>(judge_kernel::<T, R, D>, found, seeds);
}

/// Judges the answers of the kernel about bodies of which one or both do not say that they are rigid.
pub fn slices<T: Real, R: FromOracle<T, D>, const D: usize>(
    found: &mut Verdicts,
    seeds: Range<u64>,
) {
    let judge = |case: &Case<D>, asked: Asked| {
        let loose = asked.seed % 3;
        let asked = Asked {
            loose: [loose != 1, loose != 0],
            // bounds of speeds alone and of accelerations alone prove nothing together
            plain: asked.plain.map(|plain| plain && asked.tolerance.is_none()),
            ..asked
        };
        judge_kernel::<T, R, D>(case, asked)
    };
    judge_by::<T, D>(judge, found, seeds);
}

fn judge_by<T, const D: usize>(
    judge: fn(&Case<D>, Asked) -> Verdict,
    found: &mut Verdicts,
    seeds: Range<u64>,
) {
    let bits = size_of::<T>() * 8;
    for family in Family::ALL {
        for seed in seeds.clone() {
            let verdict = judge(&Case::random(family, seed), Asked::of_seed(seed));
            let name = format!("{D}D f{bits} {family:?}");
            let note = format!("{name} seed {seed}: {verdict:?}");
            match verdict {
                Verdict::Undecided | Verdict::OracleUndecided => found.open.push(note),
                _ if !verdict.is_sound() => found.wrong.push(note),
                _ => {}
            }
            found.cases += 1;
            found.count((name, verdict));
        }
    }
}
