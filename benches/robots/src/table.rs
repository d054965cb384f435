//! Prints the results.

use crate::contender::Answer;
use crate::data::Case;

/// The result of a contender for one path.
pub struct Record {
    pub answer: Answer,
    /// The median time over the rounds.
    pub seconds: f64,
}

/// A contender's name and its records, in the order of the paths.
pub struct Column {
    pub name: String,
    pub records: Vec<Record>,
}

/// Prints a row per contender for all paths, for the clear ones and for those that collide.
pub fn print(columns: &[Column], cases: &[Case]) {
    println!(
        "{:<10} {:<25} {:>6} {:>6} {:>5} {:>11} {:>10} {:>10} {:>8}",
        "", "", "paths", "found", "open", "median us", "worst us", "all ms", "/first"
    );
    print_group("all", columns, cases, |_| true);
    print_group("clear", columns, cases, |case| !case.collides);
    print_group("colliding", columns, cases, |case| case.collides);
}

fn print_group(title: &str, columns: &[Column], cases: &[Case], belongs: impl Fn(&Case) -> bool) {
    let members: Vec<_> = (0..cases.len()).filter(|&i| belongs(&cases[i])).collect();
    for (index, column) in columns.iter().enumerate() {
        let count = |has: fn(&Answer) -> bool| {
            let answers = members.iter().map(|&i| &column.records[i].answer);
            answers.filter(|answer| has(answer)).count()
        };
        let times = |column: &Column| -> Vec<f64> {
            let seconds = |&i: &usize| column.records[i].seconds;
            members.iter().map(seconds).collect()
        };
        let own = times(column);
        println!(
            "{:<10} {:<25} {:>6} {:>6} {:>5} {:>11.1} {:>10.1} {:>10.2} {:>8.2}",
            if index == 0 { title } else { "" },
            column.name,
            members.len(),
            count(|answer| matches!(answer, Answer::Collides(_))),
            count(|answer| *answer == Answer::Open),
            1e6 * median(own.clone()),
            1e6 * own.iter().copied().fold(0.0, f64::max),
            1e3 * own.iter().sum::<f64>(),
            median(ratios(&own, &times(&columns[0]))),
        );
    }
}

fn ratios(times: &[f64], firsts: &[f64]) -> Vec<f64> {
    times
        .iter()
        .zip(firsts)
        .map(|(t, first)| t / first)
        .collect()
}

/// Prints the paths on which contenders disagree with each other or with dense sampling.
pub fn print_differences(columns: &[Column], cases: &[Case]) {
    println!("\npaths on which answers differ, and how deep dense sampling was in collision");
    for (index, case) in cases.iter().enumerate() {
        let touches = |column: &Column| !matches!(column.records[index].answer, Answer::Clear);
        if columns
            .iter()
            .all(|column| touches(column) == case.collides)
        {
            continue;
        }
        let answers = columns.iter().map(|column| {
            let answer = &column.records[index].answer;
            format!("{}: {answer:?}", column.name)
        });
        let answers: Vec<_> = answers.collect();
        println!(
            "{:<52} {:>9.3} mm  {}",
            case.name,
            1e3 * -case.depth,
            answers.join(", ")
        );
    }
}

/// Returns the upper median, or NaN if there are no numbers.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
