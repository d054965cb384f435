//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::pairs::PairsArgs;
use crate::validate::{MergeArgs, ValidateArgs};

/// Certified continuous collision detection: proves that moving bodies never touch, or says when and where they first
/// do.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub struct Args {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer cases, one JSON object a line
    Query(QueryArgs),
    /// Prove that paths of a robot are clear, or find their first contacts
    Validate(Box<ValidateArgs>),
    /// Join the answers of all parts of a `validate` with --shard
    Merge(MergeArgs),
    /// Prove which links of a robot can never touch, and judge the claims of an SRDF
    Pairs(Box<PairsArgs>),
}

/// The scalar to compute in.
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
    /// A positive length. The default is the library's: the square root of the scalar's rounding times the size of the
    /// smaller body, plus two to eight rounding errors of the distance.
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true, value_parser = positive)]
    pub tolerance: Option<f64>,

    /// Time each case this many times, after a first run to warm up, and print the median
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,

    /// Compare the answers with what the cases expect, and print a table instead of the answers
    #[arg(long)]
    pub check: bool,

    /// With --check, print the answers too, before the table
    #[arg(long, requires = "check")]
    pub json: bool,

    /// Answer only the case ID, and draw the search for its time of impact to the file OUT.SVG
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
  Each line is a JSON object. It has the keys that apply, in this order: id, outcome, time, distance, clearance,
  depth, kept_distance, kept_until, resumed_at, normal, witness_a, witness_b, clear_until, message,
  statistics, nanoseconds.
  The outcome of the kind time_of_impact is separated, impact, overlapping (at the start), stays, drives_in, undecided
  or error. The outcome of the kinds distance and intersects is disjoint or overlapping, at the start of the interval.
  Vectors are in the world's frame. The normal points from A to B. An overlap of known depth is a negative distance.

Lines that are not cases:
  Each such line is reported on the standard error as `line N: ...`, and the run goes on. Empty lines are skipped.

Words of --check
  hit            the answer is an impact, an overlap or drives_in
  miss           the bodies should touch, but the answer is separated, stays or disjoint
  late           the answered time is after the expected time plus its tolerance, and not past toi
  past toi       the answered time is late, but only because the expected time is a little early. Between the two times
                 the bodies, built in f64, never overlap by more than the rounding of the scalar. At the expected time
                 they are at most 1e-6 plus that rounding apart. This is right, and has a column of its own
  shallow        the bodies should touch, but no deeper than the rounding of the scalar, and the answer is separated or
                 disjoint. Or an answer of the kind intersects is not the expected one, but the distance or depth is
                 within that rounding. This is right, and has a column of its own
  too early      the answer is an impact or overlap, but at its time the bodies, built in f64, are farther apart than
                 the target distance, the tolerance of the query and the rounding of the scalar together. Or the
                 expected least distance is larger than these three together
  wrong          a distance is off by more than the expected tolerance, and also by more than the rounding of the
                 scalar. If the case gives no tolerance, it is 1e-6 (f32: 1e-3) times the larger of the distance and 1.
                 Or the clearance plus the target distance exceeds the least distance by more than the expected
                 tolerance plus the rounding of the scalar. If the case gives no tolerance, it is 1e-6 times the larger
                 of the distance and 1. Or the answer is that bodies intersect that do not
  no truth       the case gives nothing to compare with
  The rounding of the scalar is eight times the error that the library grants a distance at that time, plus one
  rounding of each number that the case gives for the positions, velocities and accelerations of the bodies.
  Normals are compared, but never count as wrong: at edges and vertices several normals are right.

Exit status:
  0 if every line was answered and, with --check, no answer is a miss, late, too early or wrong; 1 if not, or if a
  file cannot be read or written; 2 if the command line cannot be understood.";
