//! Counts of verdicts.

use std::collections::BTreeMap;
use std::fmt;

use photofinish::Real;

use super::convert::FromOracle;
use super::judge::{Asked, Verdict, judge};
use super::kernel::judge_kernel;
use photofinish_oracle::generate::{Case, Family};

/// How often each verdict occurred in each family, with the seeds of all cases that are not plainly right.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<(String, Verdict), u32>,
    pub not_right: Vec<(String, u64, Verdict)>,
}

impl Tally {
    /// Judges the cases of these seeds in every family, in scalar `T`.
    pub fn judge_families<T, R, const D: usize>(&mut self, seeds: std::ops::Range<u64>)
    where
        T: Real,
        R: FromOracle<T, D>,
    {
        self.judge_families_by::<T, D>(judge::<T, R, D>, seeds);
    }

    /// Judges the answers of the kernel.
    pub fn judge_kernel<T, R, const D: usize>(&mut self, seeds: std::ops::Range<u64>)
    where
        T: Real,
        R: FromOracle<T, D>,
    {
        self.judge_families_by::<T, D>(judge_kernel::<T, R, D>, seeds);
    }

    /// Judges the answers of the kernel about bodies of which one or both do not say that they are rigid.
    pub fn judge_slices<T, R, const D: usize>(&mut self, seeds: std::ops::Range<u64>)
    where
        T: Real,
        R: FromOracle<T, D>,
    {
        let judge = |case: &Case<D>, asked: Asked| {
            let loose = asked.seed % 3;
            judge_kernel::<T, R, D>(
                case,
                Asked {
                    loose: [loose != 1, loose != 0],
                    // bounds of speeds alone and of accelerations alone prove nothing together
                    plain: asked.plain.map(|plain| plain && asked.tolerance.is_none()),
                    ..asked
                },
            )
        };
        self.judge_families_by::<T, D>(judge, seeds);
    }

    fn judge_families_by<T, const D: usize>(
        &mut self,
        judge: fn(&Case<D>, Asked) -> Verdict,
        seeds: std::ops::Range<u64>,
    ) {
        let bits = size_of::<T>() * 8;
        for family in Family::ALL {
            let name = format!("{D}D f{bits} {family:?}");
            for seed in seeds.clone() {
                let case = Case::random(family, seed);
                let verdict = judge(&case, Asked::of_seed(seed));
                self.add(&name, seed, verdict);
            }
        }
    }

    fn add(&mut self, name: &str, seed: u64, verdict: Verdict) {
        *self.counts.entry((name.to_owned(), verdict)).or_default() += 1;
        if !matches!(verdict, Verdict::RightlyFree | Verdict::RightImpact) {
            self.not_right.push((name.to_owned(), seed, verdict));
        }
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: Tally) {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
        self.not_right.extend(other.not_right);
    }

    /// Returns how often a verdict occurred.
    pub fn count(&self, verdict: Verdict) -> u32 {
        self.counts
            .iter()
            .filter(|(key, _)| key.1 == verdict)
            .map(|(_, count)| count)
            .sum()
    }

    /// Returns how many cases were judged.
    pub fn total(&self) -> u32 {
        self.counts.values().sum()
    }

    /// Returns the cases whose answers are wrong.
    pub fn unsound(&self) -> Vec<&(String, u64, Verdict)> {
        self.not_right
            .iter()
            .filter(|(_, _, verdict)| !verdict.is_sound())
            .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((family, verdict), count) in &self.counts {
            families
                .entry(family)
                .or_default()
                .push(format!("{verdict:?} {count}"));
        }
        for (family, counts) in families {
            writeln!(f, "{family:<20} {}", counts.join(", "))?;
        }
        Ok(())
    }
}
