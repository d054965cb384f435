//! Counts the results and prints them as a table.

use super::contender::{Error, Memory};
use super::path::{Family, Question};
use crate::table::{median, median_ratio};

/// The facts about a contender that do not change.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub is_ours: bool,
    pub memory: Memory,
    pub epsilon: f64,
}

/// The results of a contender for one question and family: the time per step and the error of each path.
#[derive(Clone, Default)]
struct Tally {
    nanoseconds: Vec<f64>,
    errors: Vec<Error>,
}

/// The tallies by question, family and contender.
pub struct Tables {
    columns: Vec<Column>,
    tallies: Vec<Tally>,
}

impl Tables {
    pub fn new(columns: Vec<Column>) -> Self {
        let count = Question::ALL.len() * Family::ALL.len() * columns.len();
        Self {
            columns,
            tallies: vec![Tally::default(); count],
        }
    }

    /// Adds a path. Without an answer the time is NaN and there is no error.
    pub fn add(
        &mut self,
        (question, family): (Question, Family),
        column: usize,
        nanoseconds: f64,
        error: Option<Error>,
    ) {
        let index = self.index(question, family, column);
        self.tallies[index].nanoseconds.push(nanoseconds);
        self.tallies[index].errors.extend(error);
    }

    fn index(&self, question: Question, family: Family, column: usize) -> usize {
        (question as usize * Family::ALL.len() + family as usize) * self.columns.len() + column
    }

    fn times(&self, question: Question, family: Family, column: usize) -> &[f64] {
        &self.tallies[self.index(question, family, column)].nanoseconds
    }

    /// Returns the column of photofinish at the precision of another column.
    fn ours(&self, column: usize, memory: Memory) -> Option<usize> {
        let epsilon = self.columns[column].epsilon;
        let is_it = |c: &Column| c.is_ours && c.memory == memory && c.epsilon == epsilon;
        self.columns.iter().position(is_it)
    }

    fn ratio(
        &self,
        (question, family): (Question, Family),
        column: usize,
        memory: Memory,
    ) -> Option<f64> {
        let ours = self.ours(column, memory)?;
        let times = [column, ours].map(|column| self.times(question, family, column));
        median_ratio(times[0], times[1])
    }

    pub fn print(&self) {
        for question in Question::ALL {
            let (title, error) = match question {
                Question::Distance => ("distance", "worst"),
                Question::Intersects => ("intersection", "wrong"),
            };
            println!(
                "\n{title:<10} {:<24} {:>5} {error:>8} {:>8} {:>7} {:>8}",
                "", "paths", "ns/step", "/cold", "/tracked"
            );
            for family in Family::ALL {
                self.print_family(question, family);
            }
        }
        self.print_targets();
    }

    fn print_family(&self, question: Question, family: Family) {
        let mut label = family.to_string();
        for (index, column) in self.columns.iter().enumerate() {
            let tally = &self.tallies[self.index(question, family, index)];
            if tally.errors.is_empty() {
                continue;
            }
            let error = match question {
                Question::Distance => {
                    format!("{:.0e}", tally.errors.iter().copied().fold(0.0, f64::max))
                }
                Question::Intersects => format!("{}", tally.errors.iter().sum::<f64>()),
            };
            let ratios = [Memory::Cold, Memory::Tracked].map(|memory| {
                let ratio = self.ratio((question, family), index, memory);
                let other = self.ours(index, memory) != Some(index);
                let ratio = ratio.filter(|_| other);
                ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"))
            });
            let times: Vec<f64> = tally
                .nanoseconds
                .iter()
                .copied()
                .filter(|t| !t.is_nan())
                .collect();
            println!(
                "{label:<10} {:<24} {:>5} {error:>8} {:>8.0} {:>7} {:>8}",
                column.name,
                tally.errors.len(),
                median(&times),
                ratios[0],
                ratios[1]
            );
            label.clear();
        }
    }

    /// Prints photofinish's targets beside its ratios to the fastest peer.
    fn print_targets(&self) {
        println!(
            "\n{:<14} {:<10} {:>7}  {:>18}  {:>18}",
            "target", "", "", "f64", "f32 and Box3D"
        );
        let targets = [
            (Question::Distance, Memory::Cold, 1.5),
            (Question::Distance, Memory::Tracked, 2.0),
            (Question::Intersects, Memory::Cold, 2.0),
            (Question::Intersects, Memory::Tracked, 2.0),
        ];
        for (question, memory, least) in targets {
            for family in Family::ALL {
                self.print_target((question, family), memory, least);
            }
        }
    }

    fn print_target(&self, about: (Question, Family), memory: Memory, least: f64) {
        let fastest = |epsilon: f64| {
            let is_peer = |(index, c): (usize, &Column)| {
                let counts = memory == Memory::Tracked || c.memory == Memory::Cold;
                let peer = !c.is_ours && c.epsilon == epsilon && counts;
                let ratio = peer.then(|| self.ratio(about, index, memory))??;
                Some((ratio, c.name))
            };
            let peers = self.columns.iter().enumerate().filter_map(is_peer);
            peers.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let found = [f64::EPSILON, f64::from(f32::EPSILON)].map(fastest);
        if found.iter().all(Option::is_none) {
            return;
        }
        let met = found.iter().flatten().all(|(ratio, _)| *ratio >= least);
        let [double, single] = found.map(|peer| {
            peer.map_or_else(String::new, |(ratio, name)| format!("{ratio:.2} {name}"))
        });
        let what = match (about.0, memory) {
            (Question::Distance, Memory::Cold) => "distance",
            (Question::Distance, Memory::Tracked) => "  tracked",
            (Question::Intersects, Memory::Cold) => "intersection",
            (Question::Intersects, Memory::Tracked) => "  tracked",
        };
        println!(
            "{what:<14} {:<10} {:>7}  {double:<24}  {single:<24}  {}",
            about.1,
            format!(">= {least}"),
            if met { "met" } else { "not met" }
        );
    }
}
