//! `photofinish merge`: joins the answers of all parts of a run.

use std::error::Error;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Ending;
use super::output::{Format, Output};
use super::tally::Tally;

/// The settings of `merge`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct MergeArgs {
    /// The answers of all parts, as lines of JSON, in any order
    #[arg(required = true, value_name = "ANSWERS")]
    pub files: Vec<PathBuf>,

    /// How to print the answers; by default as text if a person reads them on a terminal, else as JSON
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// What the answers of all parts have to agree on.
#[derive(Deserialize)]
struct Head {
    index: usize,
    of: usize,
    outcome: String,
}

/// The answers of a part.
struct Part {
    name: String,
    lines: Lines<BufReader<File>>,
    /// The number of the line that was read last.
    line: usize,
    /// The next answer, unless all were taken.
    next: Option<(Head, String)>,
}

impl Part {
    fn open(file: &Path) -> Result<Self, Box<dyn Error>> {
        let name = file.display().to_string();
        let opened = File::open(file).map_err(|error| format!("{name}: {error}"))?;
        let mut part = Self {
            name,
            lines: BufReader::new(opened).lines(),
            line: 0,
            next: None,
        };
        part.advance()?;
        Ok(part)
    }

    /// Takes the next answer, and reads the one after it.
    fn advance(&mut self) -> Result<Option<(Head, String)>, Box<dyn Error>> {
        self.line += 1;
        let bad = |error: &dyn Display| format!("{}:{}: {error}", self.name, self.line);
        let line = self.lines.next().transpose().map_err(|error| bad(&error))?;
        let head = line.as_ref().map(|line| serde_json::from_str(line));
        let head = head.transpose().map_err(|error| {
            let error = format!("this is no answer that was printed with --format json ({error})");
            bad(&error)
        })?;
        Ok(std::mem::replace(&mut self.next, head.zip(line)))
    }
}

/// Joins the answers of all parts, and returns the worst result among them. They are what a single run would have
/// printed.
///
/// # Errors
/// If a file cannot be read, if an answer is missing or there twice, or if answers cannot be written.
pub fn merge(
    args: &MergeArgs,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> Result<Ending, Box<dyn Error>> {
    let parts = args.files.iter().map(|file| Part::open(file));
    let mut parts: Vec<_> = parts.collect::<Result<_, _>>()?;
    let heads = || parts.iter().filter_map(|part| part.next.as_ref());
    let of = heads().map(|(head, _)| head.of).next();
    let of = of.ok_or("there are no answers in these files")?;
    let mut out = Output::new(args.format, out)?;
    let mut tally = Tally::default();
    for index in 0..of {
        let is_next = |part: &&mut Part| part.next.as_ref().is_some_and(|(h, _)| h.index == index);
        let part = parts.iter_mut().find(is_next);
        let part = part.ok_or_else(|| missing(index, of))?;
        let Some((head, line)) = part.advance()? else {
            return Err(missing(index, of).into());
        };
        if head.of != of || tally.add(&head.outcome).is_none() {
            let (name, line) = (&part.name, part.line - 1);
            return Err(format!("{name}:{line}: this answer is not of the same run").into());
        }
        out.write(&line)?;
    }
    if let Some(part) = parts.iter().find(|part| part.next.is_some()) {
        let (name, line) = (&part.name, part.line);
        return Err(format!("{name}:{line}: this answer is not of the same run, or twice").into());
    }
    out.finish()?;
    writeln!(errors, "{tally}")?;
    Ok(tally.worst())
}

fn missing(index: usize, of: usize) -> String {
    format!(
        "the answer with index {index} of {of} is missing: are all parts there, complete, and each in a file of its own?"
    )
}

const HELP: &str = "\
Each part is what `photofinish validate --shard I/N --format json` printed for the same files and options. The joined
answers are those of a run without --shard, byte by byte, unless --timing was given. An answer that is missing or there
twice is an error, and so is a part that ended early.

Exit status:
  That of `validate`: 0 if every path is clear; 1 if a path is not clear, or leaves the limits of a joint; 2 if a path
  could not be checked, or the parts do not fit together.";
