//! The command line of `pairs`.

use std::path::PathBuf;

use photofinish_robot_files::MeshShape;

use crate::validate::{mesh_shape, package};

/// The settings of `pairs`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct PairsArgs {
    /// The robot, as URDF
    #[arg(long, value_name = "FILE")]
    pub robot: PathBuf,

    /// An SRDF whose claims are judged: `Never`, `Always` and the others
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,

    /// Write an SRDF with the pairs that never or always touch to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Print a line of JSON for each pair, with the posture in which the links touch
    #[arg(long)]
    pub json: bool,

    /// How often two convex pieces may be compared for each pair of links
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub tests: u64,

    /// A folder to search for packages `package://NAME/...`, besides the folders around the URDF
    #[arg(long, value_name = "DIR")]
    pub package_root: Vec<PathBuf>,

    /// Use this folder as the package of this name
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    pub package: Vec<(String, PathBuf)>,

    /// What the meshes of the robot become: auto, hull, objects, pieces, or a file of pieces
    #[arg(long, value_name = "FORM", default_value = "auto", value_parser = mesh_shape)]
    pub meshes: MeshShape,

    /// Keep the cuts of decomposed meshes in this folder, so that they are ready the next time; runs may share it
    #[arg(long, value_name = "DIR")]
    pub mesh_cache: Option<PathBuf>,

    /// Threads; by default one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
}

const HELP: &str = "\
Verdicts:
  never      it is proven that the links never touch within the limits of the joints
  always     it is proven that they overlap in all postures
  may        they overlap in a posture, which --json shows
  adjacent   a joint connects them
  undecided  the budget was not enough: neither a posture nor a proof was found

Exit status:
  0 if no claim of the SRDF is known to be false; 1 if one is; 2 if a file cannot be read or written, or the command
  line cannot be understood.";
