//! Counts of what was found.

use std::collections::BTreeMap;
use std::fmt;

use crate::findings::Findings;

/// What was found in one case, or in those of a family: how often each thing was seen, and what is wrong.
pub type Found = Findings<&'static str>;

/// Counts of pairs of pieces, of those that the search asked about, and of damaged certificates that were refused.
const TOTALS: [&str; 3] = ["pairs", "asked about", "damaged"];

/// What was found in each family.
#[derive(Debug, Default)]
pub struct Tally {
    families: BTreeMap<String, Found>,
    /// The seed of each wrong case, what is wrong, and the smallest input found that shows it.
    pub wrong: Vec<(u64, String)>,
}

impl Tally {
    /// Adds what was found in a case.
    pub fn add(&mut self, family: String, found: Found) {
        let of_family = self.families.entry(family).or_default();
        of_family.cases += 1;
        of_family.merge(found);
    }

    pub fn merge(&mut self, other: Tally) {
        for (family, found) in other.families {
            self.families.entry(family).or_default().merge(found);
        }
        self.wrong.extend(other.wrong);
    }

    /// Returns how many cases were checked.
    pub fn cases(&self) -> u64 {
        self.families.values().map(|found| found.cases).sum()
    }

    /// Returns how often a thing was seen.
    pub fn of(&self, what: &'static str) -> u64 {
        self.families.values().map(|found| found.of(&what)).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (family, found) in &self.families {
            let totals = TOTALS.map(|total| format!("{} {total}", found.of(&total)));
            let others = found.counts.iter();
            let others = others.filter(|(what, _)| !TOTALS.contains(what));
            let mut others: Vec<_> = others
                .map(|(what, count)| format!("{what} {count}"))
                .collect();
            if !found.wrong.is_empty() {
                others.push("WRONG".to_owned());
            }
            let (cases, totals, others) = (found.cases, totals.join(", "), others.join(", "));
            writeln!(f, "{family:<16} {cases} cases, {totals}: {others}")?;
        }
        Ok(())
    }
}
