//! Counts of verdicts.

use std::ops::Range;

use photofinish::Real;

use super::convert::FromOracle;
use super::judge::{Asked, Verdict, judge};
use super::kernel::judge_kernel;
use crate::findings::Findings;
use photofinish_oracle::generate::{Case, Family};

/// How often each verdict occurred in each family.
#[derive(Debug, Default)]
pub struct Tally {
    pub verdicts: Findings<(String, Verdict)>,
    /// The cases that are neither right nor wrong, with their seeds.
    pub open: Vec<String>,
}

impl Tally {
    /// Judges the cases of these seeds in every family, in scalar `T`.
    pub fn judge_families<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
        seeds: Range<u64>,
    ) {
        self.judge_by::<T, D>(judge::<T, R, D>, seeds);
    }

    /// Judges the answers of the kernel.
    pub fn judge_kernel<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
        seeds: Range<u64>,
    ) {
        self.judge_by::<T, D>(judge_kernel::<T, R, D>, seeds);
    }

    /// Judges the answers of the kernel about bodies of which one or both do not say that they are rigid.
    pub fn judge_slices<T: Real, R: FromOracle<T, D>, const D: usize>(
        &mut self,
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
        self.judge_by::<T, D>(judge, seeds);
    }

    fn judge_by<T, const D: usize>(
        &mut self,
        judge: fn(&Case<D>, Asked) -> Verdict,
        seeds: Range<u64>,
    ) {
        let bits = size_of::<T>() * 8;
        for family in Family::ALL {
            let name = format!("{D}D f{bits} {family:?}");
            for seed in seeds.clone() {
                let verdict = judge(&Case::random(family, seed), Asked::of_seed(seed));
                self.add(&name, seed, verdict);
            }
        }
    }

    fn add(&mut self, name: &str, seed: u64, verdict: Verdict) {
        self.verdicts.cases += 1;
        self.verdicts.count((name.to_owned(), verdict));
        let note = format!("{name} seed {seed}: {verdict:?}");
        match verdict {
            Verdict::Undecided | Verdict::OracleUndecided => self.open.push(note),
            _ if !verdict.is_sound() => self.verdicts.wrong.push(note),
            _ => {}
        }
    }

    pub fn merge(&mut self, other: Tally) {
        self.verdicts.merge(other.verdicts);
        self.open.extend(other.open);
    }

    /// Returns how often a verdict occurred.
    pub fn of(&self, verdict: Verdict) -> u64 {
        let counts = self.verdicts.counts.iter();
        let of_verdict = counts.filter(|((_, found), _)| *found == verdict);
        of_verdict.map(|(_, count)| count).sum()
    }
}
