//! Prints the results: a table for each question, and a line for each contender.

use crate::contender::Question;
use crate::scenes::Family;
use crate::truth::Truth;
use crate::verdict::{Fault, Judged, Verdict};

/// The results of a contender for one question in one family.
#[derive(Default)]
pub struct Tally {
    asked: u32,
    judged: u32,
    faults: [u32; 4],
    nothing: u32,
    not_offered: u32,
    not_built: u32,
    panics: u32,
    crashes: u32,
    hangs: u32,
    /// The errors relative to the radius of the smaller body.
    relative: Vec<f64>,
    /// The errors in roundings of the largest coordinate.
    ulps: Vec<f64>,
    nanoseconds: Vec<f64>,
}

impl Tally {
    pub fn judged(&mut self, judged: &Judged, truth: &Truth, epsilon: f64, nanoseconds: f64) {
        self.asked += 1;
        match judged.verdict {
            Verdict::Right => self.judged += 1,
            Verdict::Wrong(fault) => {
                self.judged += 1;
                self.faults[fault as usize] += 1;
            }
            Verdict::Nothing => self.nothing += 1,
            Verdict::NotOffered => return self.not_offered += 1,
            Verdict::NotBuilt => return self.not_built += 1,
            Verdict::Crashed => return self.crashes += 1,
            Verdict::Hung => return self.hangs += 1,
        }
        self.nanoseconds.push(nanoseconds);
        if let Some(error) = judged.error {
            self.relative.push(error / truth.small);
            self.ulps.push(error / (epsilon * truth.coordinates));
        }
    }

    pub fn panicked(&mut self) {
        self.asked += 1;
        self.panics += 1;
    }

    pub fn hung(&mut self) {
        self.asked += 1;
        self.hangs += 1;
    }

    fn wrong(&self) -> u32 {
        self.faults.iter().sum()
    }

    fn add(&mut self, other: &Tally) {
        self.asked += other.asked;
        self.judged += other.judged;
        for (sum, count) in self.faults.iter_mut().zip(other.faults) {
            *sum += count;
        }
        self.nothing += other.nothing;
        self.not_offered += other.not_offered;
        self.not_built += other.not_built;
        self.panics += other.panics;
        self.crashes += other.crashes;
        self.hangs += other.hangs;
        self.nanoseconds.extend(&other.nanoseconds);
    }
}

/// The tallies by question, family and contender.
pub struct Tables {
    names: Vec<&'static str>,
    tallies: Vec<Tally>,
}

impl Tables {
    pub fn new(names: Vec<&'static str>) -> Self {
        let count = Question::ALL.len() * Family::ALL.len() * names.len();
        Self {
            names,
            tallies: (0..count).map(|_| Tally::default()).collect(),
        }
    }

    pub fn at(&mut self, question: Question, family: Family, contender: usize) -> &mut Tally {
        let index = self.index(question, family, contender);
        &mut self.tallies[index]
    }

    fn index(&self, question: Question, family: Family, contender: usize) -> usize {
        (question as usize * Family::ALL.len() + family as usize) * self.names.len() + contender
    }

    pub fn print(&self) {
        for question in Question::ALL {
            self.print_question(question);
        }
    }

    fn print_question(&self, question: Question) {
        println!("\n{}", question.title());
        println!(
            "{:<11} {:<15} {:>6} {:>5} {:>16} {:>5} {:>5} {:>6}  {:>7} {:>7} {:>7} {:>7} {:>7}",
            "",
            "",
            "judged",
            "wrong",
            "v/n/p/nan",
            "none",
            "n/a",
            "unmade",
            "median",
            "worst",
            "med eps",
            "max eps",
            "ns"
        );
        for family in Family::ALL {
            for (contender, name) in self.names.iter().enumerate() {
                let tally = &self.tallies[self.index(question, family, contender)];
                let label = if contender == 0 {
                    family.to_string()
                } else {
                    String::new()
                };
                if tally.asked > 0 {
                    println!("{label:<11} {name:<15} {}", row(tally));
                }
            }
        }
        for (contender, name) in self.names.iter().enumerate() {
            let mut all = Tally::default();
            for family in Family::ALL {
                all.add(&self.tallies[self.index(question, family, contender)]);
            }
            println!(
                "{name:<15} wrong {} of {}, nothing {}, not offered {}, not built {}, hangs {}, crashes {}, panics {}, {:.0} ns",
                all.wrong(),
                all.judged,
                all.nothing,
                all.not_offered,
                all.not_built,
                all.hangs,
                all.crashes,
                all.panics,
                median(&all.nanoseconds)
            );
        }
    }
}

fn row(tally: &Tally) -> String {
    let count = |fault: Fault| tally.faults[fault as usize];
    let faults = [
        Fault::Value,
        Fault::Normal,
        Fault::Points,
        Fault::NotANumber,
    ]
    .map(|fault| count(fault).to_string());
    let faults = if tally.wrong() > 0 {
        faults.join("/")
    } else {
        String::new()
    };
    format!(
        "{:>6} {:>5} {:>16} {:>5} {:>5} {:>6}  {} {} {} {} {:>7.0}",
        tally.judged,
        tally.wrong(),
        faults,
        tally.nothing,
        tally.not_offered,
        tally.not_built,
        number(median(&tally.relative)),
        number(worst(&tally.relative)),
        number(median(&tally.ulps)),
        number(worst(&tally.ulps)),
        median(&tally.nanoseconds),
    )
}

fn number(x: f64) -> String {
    if x.is_finite() {
        format!("{x:>7.0e}")
    } else {
        format!("{:>7}", "")
    }
}

/// Returns the upper median, or NaN if there are no numbers.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn worst(numbers: &[f64]) -> f64 {
    numbers.iter().copied().reduce(f64::max).unwrap_or(f64::NAN)
}

/// Returns the median of `times` divided by `others`, over the cases for which both have a time.
pub fn median_ratio(times: &[f64], others: &[f64]) -> Option<f64> {
    let ratios = times.iter().zip(others).map(|(a, b)| a / b);
    let ratios: Vec<f64> = ratios.filter(|ratio| !ratio.is_nan()).collect();
    (!ratios.is_empty()).then(|| median(&ratios))
}
