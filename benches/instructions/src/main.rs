//! Counts the instructions of the key queries, and compares them with the committed figures, as README.md explains.

mod bodies;
mod building;
mod callgrind;
mod casts;
mod code;
mod figures;
mod moving;
mod passes;
mod pieces;
mod queries;
mod resting;
mod stream;
mod touching;

use std::process::ExitCode;

use figures::Figures;
use queries::{QUERIES, Question};

/// The largest permitted difference of a count from its figure, in per cent.
const MARGIN: f64 = 5.0;

const USAGE: &str = "usage: cargo run --profile instructions -p photofinish-instructions [-- --renew | -- --code | -- PART_OF_A_NAME]";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => check(""),
        ["--renew"] => renew(),
        ["--code"] => code_sizes(),
        [callgrind::ASK, name] => callgrind::ask(name),
        [part] if !part.starts_with('-') => check(part),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}

/// Counts the queries with `part` in their names, and compares the counts with the figures.
fn check(part: &str) -> Result<(), String> {
    let figures = Figures::read()?;
    let asked = |(name, _): &&Question| name.contains(part);
    print_head("committed");
    let mut complaints = Vec::new();
    let mut count = 0;
    for (name, _) in QUERIES.iter().filter(asked) {
        let counted = callgrind::count(name)?;
        let verdict = Verdict::of(counted, figures.of(name));
        verdict.print(name, counted);
        complaints.extend(verdict.complaint(name));
        count += 1;
    }
    if count == 0 {
        return Err(format!("no query has {part:?} in its name\n{USAGE}"));
    }
    for name in figures.names() {
        if !QUERIES.iter().any(|(query, _)| *query == name) {
            complaints.push(format!("{name}: a figure, but no such query"));
        }
    }
    if complaints.is_empty() {
        println!("\nall within {MARGIN} % of the figures");
        return Ok(());
    }
    complaints.extend(figures.other_compiler()?);
    Err(complaints.join("\n"))
}

/// Counts all queries and writes the figures.
fn renew() -> Result<(), String> {
    let former = Figures::read().unwrap_or_default();
    let mut figures = Figures::of_this_compiler()?;
    print_head("before");
    for (name, _) in QUERIES {
        let counted = callgrind::count(name)?;
        Verdict::of(counted, former.of(name)).print(name, counted);
        figures.add(name, counted);
    }
    figures.write()
}

/// Prints how much code each query runs, in kilobytes of cache lines.
fn code_sizes() -> Result<(), String> {
    println!("{:<34}{:>9}{:>13}", "query", "all, kB", "hot 90 %, kB");
    for (name, _) in QUERIES {
        let code = callgrind::code(name)?;
        let [all, hot] = [code.all, code.hot].map(|bytes| bytes as f64 / 1024.0);
        println!("{name:<34}{all:>9.1}{hot:>13.1}");
    }
    Ok(())
}

fn print_head(figures: &str) {
    println!(
        "{:<34}{:>9}{figures:>11}{:>12}",
        "query", "counted", "difference"
    );
}

/// The comparison of a count with its figure.
enum Verdict {
    Unknown,
    Compared { figure: u64, percent: f64 },
}

impl Verdict {
    fn of(counted: u64, figure: Option<u64>) -> Self {
        figure.map_or(Self::Unknown, |figure| {
            let percent = (counted as f64 / figure as f64 - 1.0) * 100.0;
            Self::Compared { figure, percent }
        })
    }

    fn print(&self, name: &str, counted: u64) {
        match self {
            Self::Unknown => println!("{name:<34}{counted:>9}{:>11}{:>12}", "none", ""),
            Self::Compared { figure, percent } => {
                println!("{name:<34}{counted:>9}{figure:>11}{percent:>+10.2} %");
            }
        }
    }

    /// Returns a message if the count has no figure, or differs from it by more than the margin.
    fn complaint(&self, name: &str) -> Option<String> {
        match self {
            Self::Unknown => Some(format!("{name}: no figure yet, renew the figures")),
            Self::Compared { percent, .. } if *percent > MARGIN => Some(format!(
                "{name}: {percent:.1} % more than committed, the margin is {MARGIN} %"
            )),
            Self::Compared { percent, .. } if *percent < -MARGIN => Some(format!(
                "{name}: {:.1} % less than committed, renew the figures",
                -percent
            )),
            Self::Compared { .. } => None,
        }
    }
}
