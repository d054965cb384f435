//! Prints the results: a table of all contenders, and one of the ratios alone.

use super::stream::Stream;
use super::walk::{Record, Rounds};
use crate::moving::contender::{Answer, Role};
use crate::table::median;

/// The results of a stream.
pub struct Results {
    pub stream: Stream,
    pub contenders: Vec<Record>,
}

/// Which times are meant.
#[derive(Clone, Copy)]
enum Times {
    Cold,
    Hot,
}

impl Record {
    fn times(&self, times: Times) -> &Rounds {
        match times {
            Times::Cold => &self.cold,
            Times::Hot => &self.hot,
        }
    }

    fn count(&self, is_it: impl Fn(&Answer) -> bool) -> usize {
        self.answers.iter().filter(|answer| is_it(answer)).count()
    }

    fn is_ours(&self) -> bool {
        matches!(self.column.role, Role::Ours | Role::OurSweep)
    }
}

/// Returns whether the answer is that the bodies touch, or `None` if there is none.
fn touches(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Free => Some(false),
        Answer::Hit { .. } | Answer::Overlapping => Some(true),
        Answer::Nothing | Answer::NotOffered => None,
    }
}

impl Results {
    /// Returns photofinish's results at this precision, with the motion that the contender has.
    fn ours(&self, contender: &Record, epsilon: f64) -> Option<&Record> {
        let role = match contender.column.role {
            Role::Sweep | Role::OurSweep => Role::OurSweep,
            _ => Role::Ours,
        };
        let is_it = |c: &&Record| c.column.role == role && c.column.epsilon == epsilon;
        self.contenders.iter().find(is_it)
    }

    /// Returns the contender's time over that of photofinish, on the queries that both take: the median over the
    /// rounds.
    fn ratio(&self, contender: &Record, epsilon: f64, times: Times) -> Option<f64> {
        let ours = self.ours(contender, epsilon)?;
        let rounds = contender.times(times).iter().zip(ours.times(times));
        let ratios = rounds.filter_map(|(theirs, ours)| ratio_of_sums(theirs, ours));
        let ratios: Vec<f64> = ratios.collect();
        (!ratios.is_empty()).then(|| median(&ratios))
    }

    /// Returns on how many queries the contender and photofinish differ about whether the bodies touch.
    fn differing(&self, contender: &Record) -> Option<usize> {
        let ours = self.ours(contender, f64::EPSILON)?;
        let pairs = contender.answers.iter().zip(&ours.answers);
        let differ = |(theirs, ours): &(&Answer, &Answer)| {
            let both = touches(**theirs).zip(touches(**ours));
            both.is_some_and(|(theirs, ours)| theirs != ours)
        };
        Some(pairs.filter(differ).count())
    }

    pub fn print(&self) {
        let mut label = self.stream.to_string();
        for contender in &self.contenders {
            let taken = contender.count(|answer| *answer != Answer::NotOffered);
            if taken == 0 {
                continue;
            }
            let hits = contender.count(|answer| touches(*answer) == Some(true));
            let nothing = contender.count(|answer| *answer == Answer::Nothing);
            let differing = self.differing(contender).unwrap_or_default();
            println!(
                "{label:<11} {:<22} {taken:>5} {hits:>5} {nothing:>5} {differing:>6}  {}  {}",
                contender.column.name,
                self.row(contender, Times::Cold),
                self.row(contender, Times::Hot),
            );
            label.clear();
        }
    }

    fn row(&self, contender: &Record, times: Times) -> String {
        let rounds = contender.times(times);
        let over_rounds = |value: fn(&[f64]) -> f64| {
            let values = rounds.iter().map(|round| value(&known(round)));
            median(&values.collect::<Vec<_>>())
        };
        let ratio = |epsilon: f64| {
            let ours = self.ours(contender, epsilon);
            let itself = ours.is_some_and(|ours| std::ptr::eq(ours, contender));
            cell(self.ratio(contender, epsilon, times).filter(|_| !itself))
        };
        format!(
            "{:>7.0} {:>7.0} {} {}",
            over_rounds(mean),
            over_rounds(median),
            ratio(f64::EPSILON),
            ratio(f64::from(f32::EPSILON))
        )
    }
}

/// Returns the numbers that are not NaN.
fn known(numbers: &[f64]) -> Vec<f64> {
    let numbers = numbers.iter().copied();
    numbers.filter(|number| !number.is_nan()).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Returns the ratio of the sums over the queries for which both have a time.
fn ratio_of_sums(times: &[f64], others: &[f64]) -> Option<f64> {
    let pairs = times.iter().zip(others);
    let both = pairs.filter(|(time, other)| !time.is_nan() && !other.is_nan());
    let (sum, other) = both.fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    (other > 0.0).then_some(sum / other)
}

fn cell(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| format!("{:>6}", ""), |ratio| format!("{ratio:>6.2}"))
}

pub fn print_head() {
    let times = format!("{:>7} {:>7} {:>6} {:>6}", "mean", "median", "/f64", "/f32");
    println!("{:<60}{:<32}16 in a row", "", "in a stream");
    println!(
        "{:<11} {:<22} {:>5} {:>5} {:>5} {:>6}  {times}  {times}",
        "", "", "taken", "hits", "none", "differ"
    );
}

/// Prints the ratios of all peers to photofinish in `f64`, with a line for each stream.
pub fn print_ratios(all: &[Results]) {
    let mut peers: Vec<&'static str> = Vec::new();
    for contender in all.iter().flat_map(|results| &results.contenders) {
        if !contender.is_ours() && !peers.contains(&contender.column.name) {
            peers.push(contender.column.name);
        }
    }
    for (title, times) in [("in a stream", Times::Cold), ("16 in a row", Times::Hot)] {
        println!("\ntheirs / ours in f64, {title}");
        for word in 0..3 {
            let part = |name: &&'static str| {
                let part = name.split(' ').nth(word).unwrap_or_default();
                format!(" {part:>9}")
            };
            println!("{:<11}{}", "", peers.iter().map(part).collect::<String>());
        }
        for results in all {
            let ratio = |name: &&'static str| {
                let is_it = |c: &&Record| c.column.name == *name;
                let contender = results.contenders.iter().find(is_it);
                let ratio = contender.and_then(|c| results.ratio(c, f64::EPSILON, times));
                format!("    {}", cell(ratio))
            };
            let ratios: String = peers.iter().map(ratio).collect();
            println!("{:<11}{}", results.stream, ratios.trim_end());
        }
    }
}
