//! The judgements of all pairs, counted.

use std::collections::BTreeMap;
use std::fmt;

use super::judgement::{Fault, Judgement};
use super::pairs::Group;

/// A wrong answer.
pub struct Wrong {
    /// What is wrong, with each error divided by what is allowed.
    pub faults: Vec<(Fault, f64)>,
    /// The number of the pair, its bodies and the answer.
    pub input: String,
}

/// The judgements of one group.
#[derive(Default)]
pub struct Row {
    pub pairs: usize,
    pub overlapping: usize,
    distance_ulps: Vec<f64>,
    depth_ulps: Vec<f64>,
    distance_share: f64,
    depth_share: f64,
    witness_ulps: Vec<f64>,
    faults: BTreeMap<Fault, usize>,
    /// The first few wrong answers.
    pub wrong: Vec<Wrong>,
}

/// The largest number of wrong answers that are kept for a group.
const KEPT: usize = 20;

impl Row {
    pub fn add(&mut self, judgement: Judgement, input: impl Fn() -> String) {
        self.pairs += 1;
        if judgement.overlapping {
            self.overlapping += 1;
            self.depth_ulps.push(judgement.value_ulps);
            self.depth_share = self.depth_share.max(judgement.value_share);
        } else {
            self.distance_ulps.push(judgement.value_ulps);
            self.distance_share = self.distance_share.max(judgement.value_share);
        }
        self.witness_ulps.push(judgement.witness_ulps);
        for (fault, _) in &judgement.faults {
            *self.faults.entry(*fault).or_default() += 1;
        }
        if !judgement.faults.is_empty() && self.wrong.len() < KEPT {
            self.wrong.push(Wrong {
                faults: judgement.faults,
                input: input() + "\n  " + &judgement.others,
            });
        }
    }

    fn merge(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.overlapping += other.overlapping;
        self.distance_ulps.extend(other.distance_ulps);
        self.depth_ulps.extend(other.depth_ulps);
        self.distance_share = self.distance_share.max(other.distance_share);
        self.depth_share = self.depth_share.max(other.depth_share);
        self.witness_ulps.extend(other.witness_ulps);
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

/// Returns the median and the largest of some numbers.
fn spread(numbers: &[f64]) -> [f64; 2] {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |n: usize| sorted.get(n).copied().unwrap_or(0.0);
    [at(sorted.len() / 2), at(sorted.len().saturating_sub(1))]
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
    pub fn wrong(&self) -> impl Iterator<Item = (&Group, &Wrong)> {
        self.0
            .iter()
            .flat_map(|(group, row)| row.wrong.iter().map(move |wrong| (group, wrong)))
    }

    /// Returns the share of the random pairs that overlap.
    pub fn share_of_overlaps(&self) -> f64 {
        let random = || {
            self.0
                .iter()
                .filter(|(group, _)| matches!(group, Group::Kinds(..)))
        };
        let pairs: usize = random().map(|(_, row)| row.pairs).sum();
        let overlapping: usize = random().map(|(_, row)| row.overlapping).sum();
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
            let numbers = [&row.distance_ulps, &row.depth_ulps, &row.witness_ulps];
            let [distance, depth, witness] = numbers.map(|numbers| spread(numbers));
            write!(
                f,
                "{group:<24}{:>7} {:>4.0}%  {:>7.2} {:>8.3e} {:>8.1e}  {:>7.2} {:>8.3e} {:>8.1e}  {:>7.2} {:>8.3e}",
                row.pairs,
                100.0 * row.overlapping as f64 / row.pairs as f64,
                distance[0],
                distance[1],
                row.distance_share,
                depth[0],
                depth[1],
                row.depth_share,
                witness[0],
                witness[1],
            )?;
            for (fault, count) in &row.faults {
                write!(f, " {fault:?} {count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
