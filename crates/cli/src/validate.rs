//! `photofinish validate`: proves paths of a robot clear, or finds their first contacts.
//!
//! Reading order: `args` has the command line, `inputs` reads robot, scenes and paths, `line` holds the output line of
//! a path, `plot` draws its least distance.

mod args;
mod inputs;
mod line;
mod plot;

pub use args::ValidateArgs;

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use photofinish_robot::Checker;
use rayon::prelude::*;

use inputs::{Inputs, Job};
use line::{Line, Tally};

/// The number of paths that are checked before their answers are printed.
const BATCH: usize = 256;

/// The end of a path or of a run, the worst last. The values are exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Clear = 0,
    NotClear = 1,
    NotChecked = 2,
}

/// Checks all paths. Returns the worst end of any of them.
///
/// # Errors
/// If the robot or a scene for all paths cannot be read, or answers cannot be written.
pub fn validate(args: &ValidateArgs, out: &mut impl Write) -> Result<Ending, Box<dyn Error>> {
    let began = Instant::now();
    let inputs = Inputs::read(args)?;
    if let Some(folder) = &args.plot {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()?;
    let progress = progress(inputs.jobs.len());
    let mut tally = Tally::default();
    for jobs in inputs.jobs.chunks(BATCH) {
        let lines: Vec<_> = threads.install(|| {
            let lines = jobs.par_iter().map(|job| {
                let line = answer(args, &inputs, job);
                progress.inc(1);
                line
            });
            lines.collect()
        });
        for line in lines {
            tally.add(&line);
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
    progress.finish_and_clear();
    eprintln!("{tally} in {:.2} s", began.elapsed().as_secs_f64());
    Ok(tally.worst())
}

/// Returns a progress bar on the standard error, which only shows if that is a terminal.
fn progress(paths: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(paths as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} paths, {eta} left");
    bar.with_style(style.expect("the template is right"))
}

fn answer(args: &ValidateArgs, inputs: &Inputs, job: &Job) -> Line {
    let mut line = Line::new(job);
    let checked = inputs.checker(job).and_then(|checker| {
        check(args, checker, job, &mut line).map_err(|error| error.to_string())?;
        match plot::file(args, job) {
            Some(file) => plot::draw(checker, job, &file).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    });
    if let Err(message) = checked {
        line.fail(message);
    }
    line
}

fn check(
    args: &ValidateArgs,
    checker: &Checker,
    job: &Job,
    line: &mut Line,
) -> Result<(), Box<dyn Error>> {
    let path = job.record.as_ref().map_err(ToString::to_string)?;
    let path = &path.path;
    let began = Instant::now();
    let report = if args.verify {
        let (report, certificate) = checker.certify(path)?;
        certificate.verify_verdict(checker, path, &report.verdict)?;
        line.certified_intervals = Some(certificate.intervals());
        report
    } else {
        checker.check(path)?
    };
    if args.all {
        let all = checker.contacts(path)?;
        line.contacts = Some(all.intervals);
        line.undecided_stretches = all.undecided;
    }
    line.answer(report, began.elapsed());
    Ok(())
}
