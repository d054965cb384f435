//! Prints the results: a table of all contenders, and one of the ratios alone.

use super::stream::Stream;
use super::walk::{Column, Walker};
use crate::moving::contender::{Answer, Role};
use crate::table::median;

/// The results of a stream.
pub struct Results {
    pub stream: Stream,
    pub contenders: Vec<Contender>,
}

/// The results of a contender, in the order of the cases. The times are NaN for pairs that it does not take.
pub struct Contender {
    column: Column,
    answers: Vec<Answer>,
    cold: Vec<f64>,
    hot: Vec<f64>,
}

impl From<Walker> for Contender {
    fn from(walker: Walker) -> Self {
        Self {
            column: walker.column,
            cold: walker.cold(),
            hot: walker.hot(),
            answers: walker.answers,
        }
    }
}

/// Which times are meant.
#[derive(Clone, Copy)]
enum Times {
    Cold,
    Hot,
}

impl Contender {
    fn times(&self, times: Times) -> &[f64] {
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
    fn ours(&self, contender: &Contender, epsilon: f64) -> Option<&Contender> {
        let role = match contender.column.role {
            Role::Sweep | Role::OurSweep => Role::OurSweep,
            _ => Role::Ours,
        };
        let is_it = |c: &&Contender| c.column.role == role && c.column.epsilon == epsilon;
        self.contenders.iter().find(is_it)
    }

    /// Returns the contender's mean time over that of photofinish, on the queries that both take.
    fn ratio(&self, contender: &Contender, epsilon: f64, times: Times) -> Option<f64> {
        let ours = self.ours(contender, epsilon)?;
        let pairs = contender.times(times).iter().zip(ours.times(times));
        let both = pairs.filter(|(theirs, ours)| !theirs.is_nan() && !ours.is_nan());
        let (theirs, ours) = both.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        (ours > 0.0).then_some(theirs / ours)
    }

    /// Returns on how many queries the contender and photofinish differ about whether the bodies touch.
    fn differing(&self, contender: &Contender) -> Option<usize> {
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
                "{label:<11} {:<21} {taken:>5} {hits:>5} {nothing:>5} {differing:>6}  {}  {}",
                contender.column.name,
                self.row(contender, Times::Cold),
                self.row(contender, Times::Hot),
            );
            label.clear();
        }
    }

    fn row(&self, contender: &Contender, times: Times) -> String {
        let known = contender.times(times).iter().copied();
        let known: Vec<f64> = known.filter(|time| !time.is_nan()).collect();
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        let ratio = |epsilon: f64| {
            let itself = contender.is_ours() && contender.column.epsilon == epsilon;
            cell(self.ratio(contender, epsilon, times).filter(|_| !itself))
        };
        format!(
            "{mean:>7.0} {:>7.0} {} {}",
            median(&known),
            ratio(f64::EPSILON),
            ratio(f64::from(f32::EPSILON))
        )
    }
}

fn cell(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| format!("{:>6}", ""), |ratio| format!("{ratio:>6.2}"))
}

pub fn print_head() {
    let times = format!("{:>7} {:>7} {:>6} {:>6}", "mean", "median", "/f64", "/f32");
    println!("{:<59}{:<32}16 in a row", "", "in a stream");
    println!(
        "{:<11} {:<21} {:>5} {:>5} {:>5} {:>6}  {times}  {times}",
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
                let is_it = |c: &&Contender| c.column.name == *name;
                let contender = results.contenders.iter().find(is_it);
                let ratio = contender.and_then(|c| results.ratio(c, f64::EPSILON, times));
                format!("    {}", cell(ratio))
            };
            let ratios: String = peers.iter().map(ratio).collect();
            println!("{:<11}{}", results.stream, ratios.trim_end());
        }
    }
}
