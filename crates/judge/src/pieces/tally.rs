//! Counts of what was found.

use std::collections::BTreeMap;
use std::fmt;

/// What was found in one case.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How often each thing was seen.
    pub counts: BTreeMap<&'static str, u64>,
    /// How many pairs of pieces there were.
    pub pairs: u64,
    /// How many pairs of pieces the search asked about.
    pub asked: u64,
    /// How many damaged certificates were refused.
    pub damaged: u64,
    /// What is wrong.
    pub wrong: Vec<String>,
}

impl Found {
    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub fn wrong(&mut self, what: String) {
        self.wrong.push(what);
    }
}

/// Counts by family, and all that is wrong.
#[derive(Debug, Default)]
pub struct Tally {
    families: BTreeMap<String, (u64, Found)>,
    /// The seed, what is wrong, and the smallest input found that shows it.
    pub wrong: Vec<(u64, String)>,
}

impl Tally {
    pub fn add(&mut self, family: String, found: Found) {
        let (cases, sum) = self.families.entry(family).or_default();
        *cases += 1;
        for (what, count) in found.counts {
            *sum.counts.entry(what).or_default() += count;
        }
        sum.pairs += found.pairs;
        sum.asked += found.asked;
        sum.damaged += found.damaged;
        sum.wrong.extend(found.wrong);
    }

    pub fn merge(&mut self, other: Tally) {
        for (family, (cases, found)) in other.families {
            self.add(family.clone(), found);
            if let Some((sum, _)) = self.families.get_mut(&family) {
                *sum += cases - 1;
            }
        }
        self.wrong.extend(other.wrong);
    }

    /// Returns how many cases were checked.
    pub fn cases(&self) -> u64 {
        self.families.values().map(|(cases, _)| cases).sum()
    }

    /// Returns how often a thing was seen.
    pub fn count(&self, what: &str) -> u64 {
        let of_family = |(_, found): &(u64, Found)| found.counts.get(what).copied().unwrap_or(0);
        self.families.values().map(of_family).sum()
    }

    /// Returns how many damaged certificates were refused.
    pub fn damaged(&self) -> u64 {
        self.families.values().map(|(_, found)| found.damaged).sum()
    }

    /// Returns how many pairs of pieces there were.
    pub fn pairs(&self) -> u64 {
        self.families.values().map(|(_, found)| found.pairs).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (family, (cases, found)) in &self.families {
            let counts: Vec<_> = found
                .counts
                .iter()
                .map(|(what, count)| format!("{what} {count}"))
                .collect();
            writeln!(
                f,
                "{family:<16} {cases} cases, {} pairs, {} asked about, {} damaged: {}{}",
                found.pairs,
                found.asked,
                found.damaged,
                counts.join(", "),
                if found.wrong.is_empty() {
                    ""
                } else {
                    ", WRONG"
                },
            )?;
        }
        Ok(())
    }
}
