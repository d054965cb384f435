//! `photofinish validate`: proves paths of a robot clear, or finds their first contacts.
//!
//! Reading order: `args` has the command line, `inputs` reads robot and scenes, `paths` reads paths, `rules` has the distances to keep
//! and what may touch, `meshes` tells what meshes
//! became, `line` holds the output line of a path, `output` prints it in one of its formats (`text`, `table`), `tally` counts, `plot`
//! draws the least distance of a path. `merge` joins the answers of several runs.

mod args;
mod inputs;
mod line;
mod merge;
mod meshes;
mod output;
mod paths;
mod plot;
mod rules;
#[cfg(feature = "parquet")]
mod table;
mod tally;
mod text;

pub use args::{ValidateArgs, mesh_shape, package};
pub use inputs::keeping_cuts;
pub use merge::{MergeArgs, merge};

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use photofinish_robot::{
    Checker, OutsideLimits, Path, PathCertifyError, PathError, PathSolution, PathUndecided,
    RateExceeded,
};
use rayon::prelude::*;

use inputs::Inputs;
use line::Line;
use output::Output;
use paths::Job;
use tally::Tally;

/// The number of paths that are checked before their answers are printed.
const BATCH: usize = 256;

/// The result of a path or of a run, from the best to the worst. The values are exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Clear = 0,
    NotClear = 1,
    NotChecked = 2,
}

/// Checks all paths, and returns the worst result among them.
///
/// # Errors
/// If the robot or a scene for all paths cannot be read, or answers cannot be written.
pub fn validate(args: &ValidateArgs, out: &mut impl Write) -> Result<Ending, Box<dyn Error>> {
    let began = Instant::now();
    let mut out = Output::new(args.format, out)?;
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
    let mut met = BTreeSet::new();
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
            tally.add(line.outcome());
            met.extend(line.met().cloned());
            out.write(&serde_json::to_string(&line)?)?;
        }
    }
    out.finish()?;
    progress.finish_and_clear();
    meshes::contacts_at_rest(&inputs.alone, &met, &inputs.meshes)?;
    eprintln!("{tally} in {:.2} s", began.elapsed().as_secs_f64());
    Ok(tally.worst())
}

/// Returns a progress bar on the standard error. It shows only if that is a terminal.
fn progress(paths: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(paths as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} paths, {eta} left");
    bar.with_style(style.expect("the template is right"))
}

fn answer(args: &ValidateArgs, inputs: &Inputs, job: &Job) -> Line {
    let mut line = Line::new(job, inputs.paths);
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
    let began = args.timing.then(Instant::now);
    let took = || began.map(|began| began.elapsed());
    if !args.ignore_limits
        && let Some(outside) = checker.outside_limits(path)?
    {
        line.answer(Err(NotDecided::OutsideLimits(outside)), took());
        return Ok(());
    }
    if !args.ignore_limits
        && let Some(exceeded) = checker.exceeded_rates(path)?
    {
        line.answer(Err(NotDecided::RateExceeded(exceeded)), took());
        return Ok(());
    }
    let found = found(args, checker, path, line)?;
    if args.all {
        let all = checker.contacts(path)?;
        line.contacts = Some(all.intervals);
        line.undecided_stretches = all.undecided;
    }
    if args.distances {
        line.distances = checker.clearances(path)?;
    }
    line.answer(found, took());
    Ok(())
}

/// The result of checking a path: its answer, or why there is none.
type Found = Result<PathSolution, NotDecided>;

/// The reason why there is no answer for a path.
pub enum NotDecided {
    /// The search stopped here.
    Undecided(Box<PathUndecided>),
    /// A joint leaves its limits, so that the path was not checked.
    OutsideLimits(OutsideLimits),
    /// A joint is faster than its limits let it, so that the path was not checked.
    RateExceeded(RateExceeded),
}

/// Checks a path. With `--verify`, also verifies that its certificate proves the answer.
fn found(
    args: &ValidateArgs,
    checker: &Checker,
    path: &Path,
    line: &mut Line,
) -> Result<Found, Box<dyn Error>> {
    if !args.verify {
        return match checker.check(path) {
            Ok(solution) => Ok(Ok(solution)),
            Err(PathError::Undecided(undecided)) => Ok(Err(NotDecided::Undecided(undecided))),
            Err(error) => Err(error.into()),
        };
    }
    let (found, certificate) = match checker.certify(path) {
        Ok((solution, certificate)) => (Ok(solution), certificate),
        Err(PathCertifyError {
            error: PathError::Undecided(undecided),
            certificate: Some(certificate),
            ..
        }) => {
            certificate.verify_undecided(checker, path, &undecided)?;
            (Err(NotDecided::Undecided(undecided)), *certificate)
        }
        Err(failed) => return Err(failed.into()),
    };
    if let Ok(solution) = &found {
        certificate.verify_outcome(checker, path, &solution.outcome)?;
    }
    line.certified_intervals = Some(certificate.intervals());
    Ok(found)
}
