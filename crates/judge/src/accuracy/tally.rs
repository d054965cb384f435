//! The judgements of all pairs, counted.

use std::collections::BTreeMap;
use std::fmt;

use super::judgement::{Fault, Judgement};
use super::pairs::Group;

/// The judgements of one group.
#[derive(Default)]
pub struct Row {
    pub pairs: usize,
    pub overlapping: usize,
    /// The errors of distances, of depths and of witness points, in ulps of the coordinates.
    ulps: [Vec<f64>; 3],
    /// The largest errors of distances and of depths, relative to the size or distance.
    shares: [f64; 2],
    faults: BTreeMap<Fault, usize>,
    /// The first few wrong answers: each fault, with its error divided by what is allowed, and the pair.
    pub wrong: Vec<String>,
}

/// The largest number of wrong answers that are kept for a group.
const KEPT: usize = 20;

impl Row {
    pub fn add(&mut self, judgement: Judgement, input: impl Fn() -> String) {
        let which = usize::from(judgement.overlapping);
        self.pairs += 1;
        self.overlapping += which;
        self.ulps[which].push(judgement.value_ulps);
        self.ulps[2].push(judgement.witness_ulps);
        self.shares[which] = self.shares[which].max(judgement.value_share);
        for (fault, _) in &judgement.faults {
            *self.faults.entry(*fault).or_default() += 1;
        }
        if !judgement.faults.is_empty() && self.wrong.len() < KEPT {
            let (faults, input, others) = (judgement.faults, input(), judgement.others);
            self.wrong
                .push(format!("{faults:?}, pair {input}\n  {others}"));
        }
    }

    fn merge(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.overlapping += other.overlapping;
        for (all, more) in self.ulps.iter_mut().zip(other.ulps) {
            all.extend(more);
        }
        self.shares = [0, 1].map(|which| self.shares[which].max(other.shares[which]));
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

/// Returns the median and the largest of some numbers.
fn spread(numbers: &[f64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |n: usize| sorted.get(n).copied().unwrap_or(0.0);
    let [median, worst] = [sorted.len() / 2, sorted.len().saturating_sub(1)].map(at);
    format!("{median:>7.2} {worst:>8.3e}")
}

/// The judgements by group.
#[derive(Default)]
pub struct Tally(pub BTreeMap<Group, Row>);

impl Tally {
    pub fn merge(&mut self, other: Self) {
        for (group, row) in other.0 {
            self.0.entry(group).or_default().merge(row);
        }
    }

    /// Returns every kept wrong answer with its group.
    pub fn wrong(&self) -> impl Iterator<Item = String> {
        let groups = self.0.iter();
        groups.flat_map(|(group, row)| {
            row.wrong
                .iter()
                .map(move |wrong| format!("{group}: {wrong}"))
        })
    }

    /// Returns the share of the random pairs that overlap.
    pub fn share_of_overlaps(&self) -> f64 {
        let groups = self.0.iter();
        let random = groups.filter(|(group, _)| matches!(group, Group::Kinds(..)));
        let (pairs, overlapping) = random.fold((0, 0), |(pairs, overlapping), (_, row)| {
            (pairs + row.pairs, overlapping + row.overlapping)
        });
        overlapping as f64 / pairs as f64
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Group::Kinds(first, second) => format!("{first:?} {second:?}"),
            Group::Degenerate(family) => format!("{family:?}"),
        };
        f.pad(&name)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<24}{:>7} {:>5}  {:>16} {:>8}  {:>16} {:>8}  {:>16}",
            "", "pairs", "hits", "distance ulps", "share", "depth ulps", "share", "witness ulps",
        )?;
        for (group, row) in &self.0 {
            let [distance, depth, witness] = row.ulps.each_ref().map(|ulps| spread(ulps));
            let hits = 100.0 * row.overlapping as f64 / row.pairs as f64;
            let [of_distance, of_depth] = row.shares;
            write!(f, "{group:<24}{:>7} {hits:>4.0}%  ", row.pairs)?;
            write!(
                f,
                "{distance} {of_distance:>8.1e}  {depth} {of_depth:>8.1e}  {witness}"
            )?;
            for (fault, count) in &row.faults {
                write!(f, " {fault:?} {count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
