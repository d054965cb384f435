//! The program `photofinish`.
//!
//! `query` answers cases of two moving convex bodies, one JSON object a line. It can compare the answers with expected
//! ones, and draw the search for one of them. Reading order: `args` has the command line, `run` goes through the lines,
//! `pair` builds the bodies of a case and asks the library, and `answer` holds the answer. `check` and `tally` compare
//! it with the expectation. `trace` and `plot` draw the search.
//!
//! `validate` proves paths of robots clear, or finds their first contacts, and `merge` joins its answers. `pairs` says which links can touch. They have
//! modules of their own.

mod answer;
mod args;
mod check;
mod pair;
mod pairs;
mod plot;
mod run;
mod tally;
mod trace;
mod validate;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let mut errors = io::stderr().lock();
    let command = Args::parse().command;
    let failed = match command {
        Command::Query(_) => ExitCode::FAILURE,
        Command::Validate(_) | Command::Merge(_) | Command::Pairs(_) => {
            ExitCode::from(validate::Ending::NotChecked as u8)
        }
    };
    let ended = match command {
        Command::Query(args) => run::query(&args, &mut out, &mut errors).map(|all_right| {
            if all_right {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }),
        Command::Pairs(args) => {
            drop(errors);
            let ended = pairs::pairs(&args, &mut out);
            errors = io::stderr().lock();
            ended.map(|all_true| ExitCode::from(u8::from(!all_true)))
        }
        Command::Merge(args) => {
            validate::merge(&args, &mut out, &mut errors).map(|worst| ExitCode::from(worst as u8))
        }
        Command::Validate(args) => {
            // other threads show the progress on the standard error, and need its lock
            drop(errors);
            let ended = validate::validate(&args, &mut out);
            errors = io::stderr().lock();
            ended.map(|worst| ExitCode::from(worst as u8))
        }
    };
    match ended.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) => {
            // a reader that stops reading, such as `head`, needs no message
            let closed = error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
            if !closed {
                let _ = writeln!(errors, "error: {error}");
            }
            failed
        }
    }
}
