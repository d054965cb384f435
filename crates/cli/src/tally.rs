//! Counts verdicts by family, and writes the counts as a table.

use std::collections::BTreeMap;
use std::io::{self, Write};

use photofinish_cases::Case;

use crate::answer::Answer;
use crate::check::{Finding, Verdict};

/// The verdicts that have a column, in order.
const COLUMNS: [(Verdict, &str); 9] = [
    (Verdict::Miss, "miss"),
    (Verdict::Late, "late"),
    (Verdict::TooEarly, "too early"),
    (Verdict::Wrong, "wrong"),
    (Verdict::Undecided, "undecided"),
    (Verdict::Error, "error"),
    (Verdict::PastToi, "past toi"),
    (Verdict::Shallow, "shallow"),
    (Verdict::NoTruth, "no truth"),
];
/// About the cosine of a degree. Normals that differ by more are counted.
const NORMALS_AGREE: f64 = 0.999_85;

/// The counts of all cases.
#[derive(Debug, Default)]
pub struct Tally {
    /// Lines that are not cases.
    pub bad_lines: u32,
    families: BTreeMap<String, Row>,
    /// Remarks on single cases: verdict, id and detail.
    remarks: Vec<(Verdict, String, String)>,
    normals: u32,
    normals_differ: u32,
    /// The longest time by which a right answer was after the expected time, and the id of its case.
    latest: (f64, String),
}

/// The counts of one family, or of all.
#[derive(Clone, Debug, Default)]
struct Row {
    cases: u32,
    hits: u32,
    verdicts: BTreeMap<Verdict, u32>,
    nanoseconds: u64,
    /// The number of queries that have statistics. The fields from here to `photo_finishes` count only these.
    queries: u32,
    root_iterations: u64,
    most_root_iterations: u32,
    photo_finishes: u32,
}

impl Tally {
    /// Adds a case.
    pub fn add(&mut self, case: &Case, answer: &Answer, finding: Finding) {
        let family = case.family.clone().unwrap_or_else(|| "-".to_owned());
        self.families
            .entry(family)
            .or_default()
            .add(answer, &finding);
        if let Some(agreement) = finding.normal_agreement {
            self.normals += 1;
            self.normals_differ += u32::from(agreement < NORMALS_AGREE);
        }
        if finding.past_toi > self.latest.0 {
            self.latest = (finding.past_toi, case.id.clone());
        }
        if !finding.detail.is_empty() {
            self.remarks
                .push((finding.verdict, case.id.clone(), finding.detail));
        }
    }

    /// Returns whether every case is answered, and no answer is wrong.
    pub fn all_right(&self) -> bool {
        let mut verdicts = self.families.values().flat_map(|row| row.verdicts.keys());
        verdicts.all(|verdict| verdict.is_right())
    }

    /// Writes the table and the remarks on single cases.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut all = Row::default();
        for row in self.families.values() {
            all.merge(row);
        }
        let mut table = vec![Row::heading()];
        table.extend(self.families.iter().map(|(name, row)| row.cells(name)));
        table.push(all.cells("all"));
        write_aligned(out, &table)?;
        self.write_remarks(out)?;
        self.write_notes(out, &all)
    }

    fn write_remarks(&self, out: &mut impl Write) -> io::Result<()> {
        for (column, heading) in COLUMNS {
            let mut remarks = self
                .remarks
                .iter()
                .filter(|(verdict, ..)| *verdict == column)
                .peekable();
            if remarks.peek().is_some() {
                writeln!(out, "\n{heading}:")?;
            }
            for (_, id, detail) in remarks {
                writeln!(out, "  {id}: {detail}")?;
            }
        }
        Ok(())
    }

    fn write_notes(&self, out: &mut impl Write, all: &Row) -> io::Result<()> {
        writeln!(out)?;
        if all.queries > 0 {
            let queries = f64::from(all.queries);
            writeln!(
                out,
                "root iterations: {:.2} in the mean, {} at most; photo finishes: {} of {} ({:.1} %)",
                all.root_iterations as f64 / queries,
                all.most_root_iterations,
                all.photo_finishes,
                all.queries,
                100.0 * f64::from(all.photo_finishes) / queries
            )?;
        }
        if self.normals > 0 {
            writeln!(
                out,
                "normals: {} of {} within a degree of the expected ones",
                self.normals - self.normals_differ,
                self.normals
            )?;
        }
        if let (late, id) = &self.latest
            && *late > 0.0
        {
            writeln!(out, "past toi: by {late:.3e} at most ({id})")?;
        }
        if self.bad_lines > 0 {
            writeln!(out, "bad lines: {}", self.bad_lines)?;
        }
        let verdict = if self.all_right() && self.bad_lines == 0 {
            "all right"
        } else {
            "not all right"
        };
        writeln!(out, "{verdict}")
    }
}

impl Row {
    fn add(&mut self, answer: &Answer, finding: &Finding) {
        self.cases += 1;
        self.hits += u32::from(answer.is_hit());
        *self.verdicts.entry(finding.verdict).or_default() += 1;
        self.nanoseconds += answer.nanoseconds;
        if let Some(statistics) = answer.statistics {
            self.queries += 1;
            self.root_iterations += u64::from(statistics.root_iterations);
            self.most_root_iterations = self.most_root_iterations.max(statistics.root_iterations);
            self.photo_finishes += u32::from(statistics.photo_finish);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.cases += other.cases;
        self.hits += other.hits;
        for (verdict, count) in &other.verdicts {
            *self.verdicts.entry(*verdict).or_default() += count;
        }
        self.nanoseconds += other.nanoseconds;
        self.queries += other.queries;
        self.root_iterations += other.root_iterations;
        self.most_root_iterations = self.most_root_iterations.max(other.most_root_iterations);
        self.photo_finishes += other.photo_finishes;
    }

    fn heading() -> Vec<String> {
        let names = COLUMNS.map(|(_, name)| name);
        let heading = ["family", "cases", "hits"].into_iter().chain(names);
        heading.chain(["mean ns"]).map(str::to_owned).collect()
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let mut cells = vec![
            name.to_owned(),
            self.cases.to_string(),
            self.hits.to_string(),
        ];
        cells.extend(COLUMNS.map(|(verdict, _)| {
            let count = self.verdicts.get(&verdict).copied().unwrap_or(0);
            count.to_string()
        }));
        cells.push((self.nanoseconds / u64::from(self.cases.max(1))).to_string());
        cells
    }
}

/// Writes rows of cells in columns, the first aligned to the left, the others to the right.
fn write_aligned(out: &mut impl Write, table: &[Vec<String>]) -> io::Result<()> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in table {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => write!(out, "{cell:<width$}")?,
                _ => write!(out, "  {cell:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
