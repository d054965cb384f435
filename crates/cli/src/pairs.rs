//! `photofinish pairs`: which links of a robot can touch each other, by proof, beside what an SRDF claims.

mod args;
mod claims;

pub use args::PairsArgs;

use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget};
use photofinish_robot::{LinkPair, PairSearch, PairVerdict, Robot};
use photofinish_robot_files::{Reader, UrdfOptions, srdf_of_pairs};

use crate::validate::keeping_cuts;

/// Decides all pairs of links, prints what was found, and returns whether all claims of the SRDF hold, as far as is
/// known.
///
/// # Errors
/// If the robot or the SRDF cannot be read, or the answers cannot be written.
pub fn pairs(args: &PairsArgs, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    check_out(args)?;
    let reader = Reader::new();
    let read = read(args, &reader);
    for warning in reader.warnings() {
        eprintln!("warning: {warning}");
    }
    let (robot, claims) = read?;
    let links = robot
        .links()
        .iter()
        .filter(|link| !link.pieces().is_empty());
    let links = links.count() as u64;
    let progress = ProgressBar::with_draw_target(
        Some(links * links.saturating_sub(1) / 2),
        ProgressDrawTarget::stderr(),
    );
    let search = PairSearch::new().tests(args.tests);
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()?;
    let told = |done: usize| {
        progress.set_position(done as u64);
        ControlFlow::Continue(())
    };
    let found = threads.install(|| robot.allowed_pairs(&search, told))?;
    progress.finish_and_clear();
    if let Some(file) = &args.out {
        std::fs::write(file, srdf_of_pairs(&robot, &found))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    if args.json {
        for pair in &found {
            serde_json::to_writer(&mut *out, pair)?;
            writeln!(out)?;
        }
    } else {
        summary(&found, out)?;
    }
    match claims {
        Some(claims) => {
            let judged = claims::judge(&claims, &found);
            if !args.json {
                judged.write(&robot, out)?;
            }
            Ok(judged.are_true())
        }
        None => Ok(true),
    }
}

/// Checks that the SRDF is not written over a file that is read, of which all else would be lost.
fn check_out(args: &PairsArgs) -> Result<(), Box<dyn Error>> {
    let out = args.out.as_ref().and_then(|out| out.canonicalize().ok());
    let read = [Some(&args.robot), args.srdf.as_ref()];
    let is_out = |file: &&PathBuf| out.is_some() && file.canonicalize().ok() == out;
    match read.into_iter().flatten().find(is_out) {
        Some(file) => {
            let file = file.display();
            Err(format!("{file}: --out has to be another file than those that are read").into())
        }
        None => Ok(()),
    }
}

type Claims = Option<Vec<photofinish_robot_files::DisabledPair>>;

fn read(args: &PairsArgs, reader: &Reader) -> Result<(Robot, Claims), Box<dyn Error>> {
    let mut options = UrdfOptions::new().meshes(args.meshes.clone());
    if let Some(folder) = &args.mesh_cache {
        options = keeping_cuts(options, folder)?;
    }
    for root in &args.package_root {
        options = options.package_root(root);
    }
    for (name, folder) in &args.package {
        options = options.package(name, folder);
    }
    let mut robot = reader.urdf(&args.robot, &options)?;
    let semantics = args.srdf.as_ref().map(|file| reader.srdf(file, &mut robot));
    let claims = semantics.transpose()?;
    Ok((robot, claims.map(|claims| claims.disabled_pairs().to_vec())))
}

/// Returns the word for a verdict.
fn word(verdict: &PairVerdict) -> &'static str {
    match verdict {
        PairVerdict::Adjacent => "adjacent",
        PairVerdict::Never { .. } => "never",
        PairVerdict::Always => "always",
        PairVerdict::May { .. } => "may",
        _ => "undecided",
    }
}

fn summary(found: &[LinkPair], out: &mut impl Write) -> std::io::Result<()> {
    let counts = ["never", "always", "may", "adjacent", "undecided"].map(|kind| {
        let pairs = found.iter().filter(|pair| word(&pair.verdict) == kind);
        format!("{kind} {}", pairs.count())
    });
    writeln!(out, "{} pairs of links: {}", found.len(), counts.join(", "))?;
    for pair in found {
        let [first, second] = &pair.links;
        if let PairVerdict::Undecided {
            distance, proven, ..
        } = &pair.verdict
        {
            writeln!(
                out,
                "  undecided: {first}, {second}: {distance:.4} apart where they were nearest; {:.1} % of the postures \
                 are proven clear",
                100.0 * proven
            )?;
        }
    }
    Ok(())
}
