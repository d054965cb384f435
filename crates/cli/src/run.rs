//! Goes through the lines of a file: reads cases, answers them, prints the answers.

use std::collections::HashSet;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use photofinish_cases::{Case, Kind};

use crate::args::{QueryArgs, ScalarKind};
use crate::check::Comparison;
use crate::pair::{self, Settings};
use crate::plot;
use crate::tally::Tally;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 16 << 20;

/// Answers the cases of a file. Returns whether every line was answered and, with `--check`, whether every answer was
/// right.
///
/// # Errors
/// If the input cannot be read or the output not written, or if there is nothing to plot.
pub fn query(
    args: &QueryArgs,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> Result<bool, Box<dyn Error>> {
    let mut run = Run {
        args,
        settings: Settings {
            tolerance: args.tolerance,
            repeat: args.repeat,
        },
        tally: Tally::default(),
        plotted: false,
        all_answered: true,
        unread: HashSet::new(),
    };
    let mut input = open(&args.file)?;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut beginning = (&mut input).take(LONGEST_LINE as u64 + 1);
        if beginning.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() > LONGEST_LINE {
            let message =
                format!("line {number}: a line must not have more than {LONGEST_LINE} bytes");
            return Err(message.into());
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        // a message that cannot be written still shows in the exit status
        match run.line(line, out)? {
            Ok(unread) => {
                for key in unread {
                    if run.unread.insert(key.clone()) {
                        let _ = writeln!(
                            errors,
                            "warning: line {number}: passed over the unknown key `{key}`"
                        );
                    }
                }
            }
            Err(message) => {
                run.all_answered = false;
                run.tally.bad_lines += 1;
                let _ = writeln!(errors, "line {number}: {message}");
            }
        }
    }
    if let Some(id) = run.wanted()
        && !run.plotted
    {
        return Err(format!("no case to plot has the id `{id}`").into());
    }
    if args.check {
        run.tally.write(out)?;
    }
    Ok(run.all_answered && run.tally.all_right())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Box<dyn Error>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// A run over the lines of one input.
struct Run<'a> {
    args: &'a QueryArgs,
    settings: Settings,
    tally: Tally,
    plotted: bool,
    all_answered: bool,
    /// The unknown keys that were passed over so far.
    unread: HashSet<String>,
}

/// The reason why a line is not a case.
type BadLine = String;

impl Run<'_> {
    /// Returns the id of the case to plot, if any.
    fn wanted(&self) -> Option<&str> {
        self.args.plot.as_ref().map(|values| values[0].as_str())
    }

    /// Answers the case on a line, and returns its unknown keys.
    ///
    /// The outer error ends the run, the inner one only the line.
    fn line(
        &mut self,
        line: &[u8],
        out: &mut impl Write,
    ) -> Result<Result<Vec<String>, BadLine>, Box<dyn Error>> {
        let (case, unread) = match parse(line) {
            Ok(case) => case,
            Err(message) => return Ok(Err(message)),
        };
        if self.wanted().is_some_and(|id| id != case.id) {
            return Ok(Ok(unread));
        }
        let pair = match pair::build(&case, self.args.scalar) {
            Ok(pair) => pair,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let answer = pair.answer(&self.settings);
        self.all_answered &= answer.is_decided();
        if !self.args.check || self.args.json {
            writeln!(out, "{}", answer.to_json(&case.id, self.args.scalar)?)?;
        }
        if self.args.check {
            let exact = pair::build(&case, ScalarKind::F64)?;
            let single = self.args.scalar == ScalarKind::F32;
            let pairs = (&*pair, &*exact);
            let finding = Comparison::new(&case, &answer, pairs, &self.settings, single).find();
            self.tally.add(&case, &answer, finding);
        }
        if let Some([_, path]) = self.args.plot.as_deref() {
            if case.kind != Kind::TimeOfImpact {
                let message = format!("the case `{}` asks for no time of impact to plot", case.id);
                return Err(message.into());
            }
            plot::draw(&case, &*pair, &self.settings, Path::new(path))?;
            self.plotted = true;
        }
        Ok(Ok(unread))
    }
}

/// Reads the case on a line, and its unknown keys.
fn parse(line: &[u8]) -> Result<(Case, Vec<String>), BadLine> {
    let text = std::str::from_utf8(line).map_err(|_| "this is not text in UTF-8".to_owned())?;
    Case::from_json(text).map_err(|error| error.to_string())
}
