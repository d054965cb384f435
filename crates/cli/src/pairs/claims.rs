//! Claims of an SRDF, judged by what is proven.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use photofinish_robot::{LinkPair, PairVerdict, Robot};
use photofinish_robot_files::DisabledPair;

use super::word;

/// The claims of an SRDF beside the verdicts on the same pairs.
pub struct Judged<'p> {
    /// How often a reason of the SRDF meets a verdict.
    counts: BTreeMap<(String, &'static str), usize>,
    /// The claims that are false.
    wrong: Vec<(&'p DisabledPair, &'p LinkPair)>,
    /// How many pairs never or always touch that the SRDF does not let touch.
    unused: usize,
}

/// Judges claims. A pair that a file names twice counts twice.
pub fn judge<'p>(claims: &'p [DisabledPair], found: &'p [LinkPair]) -> Judged<'p> {
    let sorted = |links: &'p [String; 2]| {
        let [first, second] = links;
        [first.min(second), first.max(second)]
    };
    let mut open: HashMap<_, _> = found
        .iter()
        .map(|pair| (sorted(&pair.links), pair))
        .collect();
    let by_links = open.clone();
    let mut judged = Judged {
        counts: BTreeMap::new(),
        wrong: Vec::new(),
        unused: 0,
    };
    for claim in claims {
        let links = sorted(&claim.links);
        // links without pieces have no verdict
        let Some(pair) = by_links.get(&links) else {
            continue;
        };
        open.remove(&links);
        let count = judged
            .counts
            .entry((claim.reason.clone(), word(&pair.verdict)));
        *count.or_default() += 1;
        if is_false(&claim.reason, &pair.verdict) {
            judged.wrong.push((claim, pair));
        }
    }
    let decided = |pair: &&&LinkPair| {
        matches!(
            pair.verdict,
            PairVerdict::Never { .. } | PairVerdict::Always
        )
    };
    judged.unused = open.values().filter(decided).count();
    judged
}

/// Returns whether the reason of a claim is known to be false. Only `Never` and `Always` speak of all postures.
fn is_false(reason: &str, verdict: &PairVerdict) -> bool {
    let overlaps = matches!(verdict, PairVerdict::May { .. } | PairVerdict::Always);
    let is_apart = match verdict {
        PairVerdict::Never { .. } => true,
        PairVerdict::May {
            apart_elsewhere, ..
        } => *apart_elsewhere,
        _ => false,
    };
    match reason.to_ascii_lowercase().as_str() {
        "never" => overlaps,
        "always" => is_apart,
        _ => false,
    }
}

impl Judged<'_> {
    /// Returns whether no claim is known to be false.
    pub fn are_true(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Writes the counts, and each false claim with the posture that shows it.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, robot: &Robot, out: &mut impl Write) -> io::Result<()> {
        for ((reason, verdict), count) in &self.counts {
            writeln!(out, "SRDF {reason:?}, found {verdict}: {count}")?;
        }
        writeln!(
            out,
            "not in the SRDF, but never or always in contact: {}",
            self.unused
        )?;
        writeln!(out, "false claims: {}", self.wrong.len())?;
        for (claim, pair) in &self.wrong {
            let [first, second] = &claim.links;
            write!(out, "  {first}, {second}: {:?}", claim.reason)?;
            match &pair.verdict {
                PairVerdict::May {
                    touching, depth, ..
                } => {
                    let names = robot.coordinates().zip(touching);
                    let rest = robot.rest().iter();
                    let moved = names.zip(rest).filter(|((_, value), rest)| value != rest);
                    let values = moved.map(|((name, value), _)| format!("{name} {value:.4}"));
                    let values: Vec<_> = values.collect();
                    writeln!(out, ", but {depth:.4} deep at {}", values.join(", "))?;
                }
                verdict => writeln!(out, ", but {}", word(verdict))?,
            }
        }
        Ok(())
    }
}
