//! Counts the results and prints them as a table.

use super::case::Family;
use super::contender::Role;
use super::verdict::Verdict;
use crate::table::{median, median_ratio};

/// The facts about a contender that do not change.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub role: Role,
    pub epsilon: f64,
}

/// The results of a contender in one family.
#[derive(Clone, Default)]
pub struct Tally {
    cases: u32,
    hits: u32,
    misses: u32,
    late: u32,
    early: u32,
    nothing: u32,
    not_offered: u32,
    panics: u32,
    hangs: u32,
    /// The time of each case. It is NaN if there was no answer.
    nanoseconds: Vec<f64>,
}

/// The result of asking a contender.
pub enum Event {
    Judged {
        verdict: Verdict,
        hit: bool,
        nanoseconds: f64,
    },
    Panicked,
    Hung,
    /// The contender is out.
    Out,
}

impl Tally {
    pub fn record(&mut self, event: &Event) {
        let mut time = f64::NAN;
        match *event {
            Event::Out => {}
            Event::Panicked => self.panics += 1,
            Event::Hung => self.hangs += 1,
            Event::Judged {
                verdict: Verdict::NotOffered,
                ..
            } => self.not_offered += 1,
            Event::Judged {
                verdict,
                hit,
                nanoseconds,
            } => {
                self.cases += 1;
                self.hits += u32::from(hit);
                match verdict {
                    Verdict::Miss => self.misses += 1,
                    Verdict::Late => self.late += 1,
                    Verdict::Early => self.early += 1,
                    Verdict::Nothing => self.nothing += 1,
                    Verdict::Right | Verdict::NotOffered => {}
                }
                time = nanoseconds;
            }
        }
        self.nanoseconds.push(time);
    }

    /// Returns the number of answers that would harm a simulation: collisions that were missed or found too late.
    pub fn unsound(&self) -> u32 {
        self.misses + self.late
    }

    pub fn median(&self) -> f64 {
        median(&self.times())
    }

    fn times(&self) -> Vec<f64> {
        self.nanoseconds
            .iter()
            .copied()
            .filter(|t| !t.is_nan())
            .collect()
    }

    /// Returns the ratio of this contender's time to the other's: the median over the cases that both answered.
    pub fn ratio_to(&self, other: &Tally) -> Option<f64> {
        median_ratio(&self.nanoseconds, &other.nanoseconds)
    }
}

/// The tallies by family and contender.
pub struct Tables {
    pub columns: Vec<Column>,
    tallies: Vec<Tally>,
}

impl Tables {
    pub fn new(columns: Vec<Column>) -> Self {
        let count = Family::ALL.len() * columns.len();
        Self {
            columns,
            tallies: vec![Tally::default(); count],
        }
    }

    pub fn at(&mut self, family: Family, column: usize) -> &mut Tally {
        let index = family as usize * self.columns.len() + column;
        &mut self.tallies[index]
    }

    pub fn get(&self, family: Family, column: usize) -> &Tally {
        &self.tallies[family as usize * self.columns.len() + column]
    }

    /// Returns the column of a role that has the precision of another column.
    pub fn beside(&self, column: usize, role: Role) -> Option<usize> {
        let epsilon = self.columns[column].epsilon;
        let is_it = |other: &Column| other.role == role && other.epsilon == epsilon;
        self.columns.iter().position(is_it)
    }

    /// Returns the ratio of a contender's time to that of photofinish, in one of its roles and at the same precision.
    pub fn ratio(&self, family: Family, column: usize, ours: Role) -> Option<f64> {
        let reference = self.beside(column, ours)?;
        self.get(family, column)
            .ratio_to(self.get(family, reference))
    }

    pub fn print(&self) {
        println!(
            "{:<10} {:<21} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5}  {:>8} {:>7} {:>7}",
            "",
            "",
            "cases",
            "hits",
            "miss",
            "late",
            "early",
            "none",
            "hang",
            "n/a",
            "ns",
            "/ours",
            "/sweep"
        );
        for family in Family::ALL {
            let mut label = family.to_string();
            for (index, column) in self.columns.iter().enumerate() {
                let tally = self.get(family, index);
                if tally.cases + tally.hangs + tally.panics > 0 {
                    println!(
                        "{label:<10} {:<21} {}",
                        column.name,
                        self.row(family, index)
                    );
                    label.clear();
                }
            }
        }
        for (index, column) in self.columns.iter().enumerate() {
            if !column.role.is_static() {
                self.print_total(index, column);
            }
        }
    }

    fn row(&self, family: Family, index: usize) -> String {
        let tally = self.get(family, index);
        let role = self.columns[index].role;
        let ratio = |ours| match self.ratio(family, index, ours) {
            Some(ratio) if role != ours => format!("{ratio:>7.2}"),
            _ => format!("{:>7}", ""),
        };
        let of_sweep = if role == Role::Sweep {
            ratio(Role::OurSweep)
        } else {
            String::new()
        };
        format!(
            "{:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5}  {:>8.0} {} {of_sweep}",
            tally.cases,
            tally.hits,
            tally.misses,
            tally.late,
            tally.early,
            tally.nothing + tally.panics,
            tally.hangs,
            tally.not_offered,
            tally.median(),
            ratio(Role::Ours),
        )
    }

    fn print_total(&self, index: usize, column: &Column) {
        let families = || Family::ALL.iter().map(|family| self.get(*family, index));
        let sum = |count: fn(&Tally) -> u32| families().map(count).sum::<u32>();
        println!(
            "{:<21} misses {} and late {} of {} cases with {} hits reported, early {}, nothing {}, panics {}, hangs {}",
            column.name,
            sum(|t| t.misses),
            sum(|t| t.late),
            sum(|t| t.cases),
            sum(|t| t.hits),
            sum(|t| t.early),
            sum(|t| t.nothing),
            sum(|t| t.panics),
            sum(|t| t.hangs),
        );
    }
}
