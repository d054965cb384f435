//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::validate::ValidateArgs;

/// Certified continuous collision detection: proves that moving bodies never touch, or says when and where they first do.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer cases, one JSON object a line
    Query(QueryArgs),
    /// Prove that paths of a robot are clear, or find their first contacts
    Validate(Box<ValidateArgs>),
}

/// The scalars to compute in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScalarKind {
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// The settings of `query`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct QueryArgs {
    /// The cases, one JSON object a line; `-` reads the standard input
    pub file: PathBuf,

    /// The scalar to compute in
    #[arg(long, value_enum, default_value = "f64")]
    pub scalar: ScalarKind,

    /// How much farther apart than the target distance bodies may be at an impact
    ///
    /// A positive length. By default the library's: the square root of the scalar's rounding times the size of the
    /// smaller body, plus eight rounding errors of the distance.
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Each case is timed this often, after a first run to warm up; the median is printed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,

    /// Compare the answers with what the cases expect, and print a table instead of the answers
    #[arg(long)]
    pub check: bool,

    /// With --check, print the answers too, before the table
    #[arg(long, requires = "check")]
    pub json: bool,

    /// Answer only the case ID, and draw to the file OUT.SVG how its time of impact was found
    #[arg(long, num_args = 2, value_names = ["ID", "OUT.SVG"])]
    pub plot: Option<Vec<String>>,
}

pub fn positive(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err("it must be positive and finite".to_owned())
    }
}

const HELP: &str = "\
Answers:
  One JSON object a line, with the keys that apply, in this order: id, outcome, time, distance, clearance, depth,
  normal, witness_a, witness_b, certified, clear_until, message, statistics, nanoseconds.
  The outcome of a time of impact is separated, impact, overlapping (at the start), undecided or error; that of the
  kinds distance and intersects is disjoint or overlapping, for the start of the interval. Vectors are in the world,
  the normal points from A to B. An overlap is a negative distance where its depth is known.

Lines that are no cases:
  Each is reported on the standard error as `line N: ...`, and the run goes on. Empty lines are skipped.

What --check calls
  hit            answered by an impact or an overlap
  miss           expected to touch, answered by separated or disjoint
  late           answered by a time after the expected one and its tolerance, unless past toi
  past toi       answered by such a time, but the bodies, built in f64, overlap nowhere between the two times by more
                 than the rounding of the scalar, and are at most 1e-6 and that rounding apart at the expected time,
                 which is a little early. It is right, and counted apart
  shallow        expected to touch, but no deeper than the rounding of the scalar, and answered by separated or
                 disjoint. It is right, and counted apart
  too early      answered by an impact or overlap at a time at which the bodies, built in f64, are farther apart than
                 the target distance, the tolerance of the query and the rounding of the scalar together, or by any
                 although the least distance is expected to be larger than that
  wrong          a distance off by more than the expected tolerance and by more than the rounding of the scalar; if no
                 tolerance is expected it is 1e-6 (f32: 1e-3) times the larger of the distance and 1. A clearance
                 larger than the least distance by more than the expected tolerance (else 1e-6 times the larger of the
                 distance and 1) plus the rounding of the scalar. An intersection where there is none
  no truth       nothing is expected that could be compared
  The rounding of the scalar is eight times the error that the library grants a distance at that time, plus one
  rounding of each number that the case gives for the positions and velocities of the bodies.
  Normals are compared, but never called wrong: at edges and vertices several are right.

Exit status:
  0 if every line was answered and, with --check, none is a miss, late, too early or wrong; 1 if not, or if a
  file cannot be read or written; 2 if the command line cannot be understood.";
