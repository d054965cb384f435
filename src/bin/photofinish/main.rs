//! The program `photofinish`: answers cases of two moving convex bodies, one JSON object a line, compares the answers
//! with what is expected of them, and draws how one of them was found.
//!
//! Reading order: `args` says what can be asked for, `run` goes through the lines, `pair` builds the bodies of a case
//! and asks the library, `answer` holds what it says. `check` and `tally` compare it with the expectation, `trace`
//! and `plot` draw the search.

mod answer;
mod args;
mod check;
mod pair;
mod plot;
mod run;
mod tally;
mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    let Command::Query(args) = Args::parse().command;
    let mut out = io::stdout().lock();
    let mut errors = io::stderr().lock();
    let ended = run::query(&args, &mut out, &mut errors).and_then(|all_right| {
        out.flush()?;
        Ok(all_right)
    });
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // a reader that has seen enough is no error worth a message
            let closed = error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
            if !closed {
                let _ = writeln!(errors, "error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}
