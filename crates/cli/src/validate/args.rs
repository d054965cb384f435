//! The command line of `validate`.

mod parse;

use std::path::PathBuf;

use clap::ValueEnum;
use nalgebra::Isometry3;
use photofinish_robot_files::MeshShape;

use parse::{
    accuracy, assignment, cloud, mesh_choice, not_negative, pair_distance, pose, shard, two_names,
};
pub use parse::{mesh_shape, package};

use super::output::Format;
use crate::args::positive;

/// The settings of `validate`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct ValidateArgs {
    /// Files of paths: JSON, JSON lines, CSV, trajectory messages as YAML, or LeRobot's tables in Parquet; `-` reads lines
    /// of JSON from the standard input
    #[arg(required = true, value_name = "PATHS")]
    pub paths: Vec<PathBuf>,

    /// The robot, as URDF
    #[arg(long, value_name = "FILE")]
    pub robot: PathBuf,

    /// The SRDF of the robot: which links may touch, groups and states
    ///
    /// By default the file beside the URDF with the same name and the extension `.srdf` is read, if there is one.
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,

    /// Do not read the SRDF beside the URDF
    #[arg(long, conflicts_with_all = ["srdf", "group"])]
    pub no_srdf: bool,

    /// A folder to search for packages `package://NAME/...`, besides the folders around the URDF
    ///
    /// A folder is the package if it has its name, or if the `package.xml` in it says so.
    #[arg(long, value_name = "DIR")]
    pub package_root: Vec<PathBuf>,

    /// Use this folder as the package of this name
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    pub package: Vec<(String, PathBuf)>,

    /// Check no path and end with an error if a file gives a warning
    #[arg(long)]
    pub deny_warnings: bool,

    /// This link has no collision geometry although it is drawn, and needs no warning of it
    #[arg(long, value_name = "LINK")]
    pub drawn_only: Vec<String>,

    /// What the meshes of the robot become: auto, hull, objects, pieces, or a file of pieces
    ///
    /// auto is the hull, unless it touches another link at rest and the pieces of the mesh do not. objects are the
    /// hulls of the objects and groups of the file, pieces those of a convex decomposition. A file (.obj, .stl, .dae)
    /// has the pieces as its objects. The choice is reported on the standard error.
    #[arg(long, value_name = "FORM", default_value = "auto", value_parser = mesh_shape)]
    pub meshes: MeshShape,

    /// What the meshes of this link become, instead
    #[arg(long, value_name = "LINK=FORM", value_parser = mesh_choice)]
    pub link_mesh: Vec<(String, MeshShape)>,

    /// What this mesh file becomes, instead; it is named as in the URDF, with or without its folders
    #[arg(long, value_name = "FILE=FORM", value_parser = mesh_choice)]
    pub file_mesh: Vec<(String, MeshShape)>,

    /// Keep the cuts of decomposed meshes in this folder, so that they are ready the next time; runs may share it
    #[arg(long, value_name = "DIR")]
    pub mesh_cache: Option<PathBuf>,

    /// The scene for all paths, as a planning scene in YAML
    #[arg(long, value_name = "FILE", conflicts_with = "scenes")]
    pub scene: Option<PathBuf>,

    /// A cloud of points (.pcd, .ply) that is in all scenes, with a ball of this radius around each point
    ///
    /// The object has the name of the file, without its extension. A scene can name such files itself, in its YAML.
    #[arg(long, value_name = "FILE=RADIUS", value_parser = cloud, allow_negative_numbers = true)]
    pub points: Vec<(PathBuf, f64)>,

    /// An octomap (.bt) that is in all scenes
    #[arg(long, value_name = "FILE")]
    pub octomap: Vec<PathBuf>,

    /// The folder of the scenes that the paths name
    #[arg(long, value_name = "DIR")]
    pub scenes: Option<PathBuf>,

    /// The pose of the robot's root: x, y, z and optionally roll, pitch, yaw in radians
    #[arg(long, value_name = "NUMBERS", value_parser = pose, allow_hyphen_values = true)]
    pub base: Option<Isometry3<f64>>,

    /// Let the base move too
    ///
    /// Its joints come first: base/x, base/y, base/theta, or base/x, base/y, base/z, base/roll, base/pitch, base/yaw.
    /// If the robot has a link named base, they are named moving_base/x and so on.
    #[arg(long, value_enum, value_name = "KIND")]
    pub moving_base: Option<BaseKind>,

    /// Assign values without names to the joints of this SRDF group, not to all joints of the robot
    #[arg(long, value_name = "NAME")]
    pub group: Option<String>,

    /// The joints that the values of a waypoint belong to, in order, whatever the files call them; `_` passes over a value
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "group"
    )]
    pub joints: Option<Vec<String>>,

    /// The values of joints that turn are in degrees
    #[arg(long)]
    pub degrees: bool,

    /// The column of LeRobot's tables that has the values
    #[arg(long, value_name = "NAME", default_value = "observation.state")]
    pub column: String,

    /// The value of a joint that the paths do not move; by default 0, or the limit nearest to 0
    #[arg(long, value_name = "JOINT=VALUE", value_parser = assignment)]
    pub set: Vec<(String, f64)>,

    /// Allow links to touch each other
    #[arg(long)]
    pub no_self: bool,

    /// Allow this link to touch anything
    #[arg(long, value_name = "LINK")]
    pub exclude: Vec<String>,

    /// Allow a link to touch another link or an object
    #[arg(long, value_name = "LINK,OTHER", value_parser = two_names)]
    pub allow: Vec<[String; 2]>,

    /// The distances to keep, as YAML; the options below come before what the file says
    ///
    /// It has the keys target_distance, target_distance_of_links, target_distance_to_objects, and pairs, a list of
    /// mappings with the keys link, other and target_distance.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// The distance to keep between bodies, where nothing else is said of them; 0 by default
    #[arg(long, alias = "clearance", value_name = "LENGTH", value_parser = not_negative, allow_negative_numbers = true)]
    pub target_distance: Option<f64>,

    /// The distance to keep between links
    #[arg(long, value_name = "LENGTH", value_parser = not_negative, allow_negative_numbers = true)]
    pub link_distance: Option<f64>,

    /// The distance to keep between links and objects
    #[arg(long, value_name = "LENGTH", value_parser = not_negative, allow_negative_numbers = true)]
    pub object_distance: Option<f64>,

    /// The distance to keep between a link and another link or an object
    ///
    /// It changes nothing for two that may touch, such as links that a joint connects.
    #[arg(long, value_name = "LINK,OTHER=LENGTH", value_parser = pair_distance)]
    pub pair_distance: Vec<([String; 2], f64)>,

    /// Limits of joints, as the joint_limits.yaml of MoveIt; they replace those of the URDF
    #[arg(long, value_name = "FILE")]
    pub joint_limits: Option<PathBuf>,

    /// Check paths that leave the limits of joints too
    #[arg(long)]
    pub ignore_limits: bool,

    /// How far the clearance of a clear path may be underestimated, as a share of it
    ///
    /// It is from 1e-6 to 1. With 1 the path is only proven clear.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = accuracy, allow_negative_numbers = true)]
    pub accuracy: f64,

    /// How much farther apart than the distance to keep bodies may be at a contact
    #[arg(long, value_name = "LENGTH", value_parser = positive, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,

    /// Find all contacts, not only the first
    #[arg(long)]
    pub all: bool,

    /// Prove for each two bodies how near they come, whatever the others do
    #[arg(long)]
    pub distances: bool,

    /// Keep the certificate of each path, and verify it without the search
    #[arg(long)]
    pub verify: bool,

    /// Draw the least distance along each path to a file in this folder
    #[arg(long, value_name = "DIR")]
    pub plot: Option<PathBuf>,

    /// How to print the answers; by default as text if a person reads them on a terminal, else as JSON
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Add the time that each answer took
    #[arg(long)]
    pub timing: bool,

    /// Check only part I of N of the paths, for runs on several machines: 1/4, 2/4, 3/4, 4/4
    ///
    /// `photofinish merge` joins the answers of all parts, as lines of JSON, to those of a single run.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(usize, usize)>,

    /// Threads to check paths with; by default one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
}

/// The way in which the robot's base moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BaseKind {
    /// On the floor
    Planar,
    /// Freely
    Floating,
}

const HELP: &str = "\
Answers:
  There is one answer for each path, in the order of the paths. As JSON it is an object on a line of its own. It has
  the keys that apply: index (of the path, from 0), of (the number of all paths), path (its file and line), id, scene,
  outcome, the keys of the outcome, pairs (the number of pairs of convex pieces that were checked), statistics, and
  nanoseconds with --timing. Without that, the same inputs give the same bytes. The outcomes and their keys are:
  separated  clearance, between. Two bodies that may not touch, and that move relative to each other, are never nearer
             than the distance that they must keep plus clearance. between names the pair that comes nearest to it
  impact     time, segment, share of the segment, configuration, between, distance, tolerance, normal, witness_a,
             witness_b, feature_a, feature_b. All earlier times are proven clear. A is the link and B is the other body.
             Vectors are in the world's frame. The normal points from A to B. If bodies overlap where a path begins, the
             distance is minus the depth
  outside_limits
             message, joint, value, least, largest, time, segment, may_be_degrees. The path takes a joint out of its
             limits, at this time or before, and was not checked. may_be_degrees is true if the value is an angle of
             more than a turn that would be within the limits in degrees; angles are in radians
  rate_exceeded
             message, joint, quantity (velocity or acceleration), value, limit, time, waypoint. The path has times, and a
             joint is faster than its limits let it, from this waypoint on or after it. The path was not checked
  undecided  clear_until, segment, share, configuration, between, message
  error      message. The path could not be read, does not fit the robot, or there are no two bodies to check
  With --all, a line also has contacts: the first and the last time of each contact, each with all keys of an impact.
  The last one is null if a contact lasts until the end. It also has undecided_stretches, if there are any.
  With --distances, a line also has distances: for each two bodies between, target_distance and an outcome: separated with
  a clearance, impact with a time, or undecided with clear_until.
  With --verify, a line also has certified_intervals, the number of intervals that were proven and verified.

Paths:
  A path as JSON has the key waypoints, a list of lists of joint values, and optionally joints, times, velocities,
  accelerations, scene and id. Without times, waypoint i is passed at time i. A path without joint names has a value for each of the robot's joints
  that have a value of their own. Angles are in radians. These joints must stay within their limits, up to 1e-6, also
  between waypoints and where paths do not name them; --ignore-limits checks paths that leave limits too. Velocities (of
  the URDF, or --joint-limits) and accelerations (of --joint-limits) count where a path has times. On straight lines
  velocities jump at waypoints: the acceleration is the jump over the time between the middles of the two segments. A CSV file has
  a row for each waypoint, with or without a header of joint names and `time`. In a table of LeRobot each episode is a
  path; its joints have the names in meta/info.json, or those of --joints.

Meshes:
  The standard error has a line `meshes: ...` with what the meshes of each link became: hull, or how many objects or
  pieces. An object inside a link is in contact, also if the link is of pieces. If a path is not clear because of two
  links that touch each other at rest already, this is reported as `note: ...`. Hulls are larger than their meshes, and
  pieces follow them more closely. Let such links touch with --allow only if they cannot collide.

Warnings:
  Some entries of a file are passed over although they may mean something, such as an unknown key, or a rule of the
  SRDF about a link that the robot does not have. A link may be drawn but have no collision geometry, so that nothing
  can touch it. An SRDF or a scene may be for another robot. Each is reported on the standard error as `warning: FILE:LINE: ...`.
  With --deny-warnings no path is then checked.

Exit status:
  0 if every path is clear; 1 if a path is not clear, or leaves the limits of a joint; 2 if a path could not be checked, there are no paths, a file
  cannot be read, or the command line cannot be understood.";
