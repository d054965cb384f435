//! Reads the paths of `validate`, and says to which joints their values belong.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use photofinish_robot::{JointKind, Robot};
use photofinish_robot_files::{PathRecord, ReadError, Reader, Semantics, episodes};
use photofinish_spelling::{nearest, question};

use super::ValidateArgs;

/// The name in `--joints` of a value that is passed over.
const PASSED_OVER: &str = "_";

/// A path to check, or the reason why it cannot be checked.
pub struct Job {
    /// The index of the path among all paths, from 0.
    pub index: usize,
    pub record: Result<PathRecord, Unread>,
    /// The key of the path's checker.
    pub scene: Option<String>,
}

/// A path that could not be read.
pub struct Unread {
    pub place: String,
    pub message: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Job {
    /// Returns the key of the path's checker, which is empty if one scene is for all paths.
    pub fn scene_name(&self, args: &ValidateArgs) -> String {
        match &self.scene {
            Some(name) if args.scene.is_none() => name.clone(),
            _ => String::new(),
        }
    }
}

/// The joints that values of paths belong to.
struct Values<'a> {
    /// The names for all paths, if they are given.
    joints: Option<&'a [String]>,
    /// The names for paths without names, if there are any.
    group: Option<Vec<String>>,
    /// The joints whose values are in degrees.
    turning: Option<BTreeSet<&'a str>>,
    robot: &'a Robot,
}

impl Values<'_> {
    /// Assigns the values of a path to joints, in radians.
    fn assign(&self, mut record: PathRecord) -> Result<PathRecord, Unread> {
        let path = &mut record.path;
        if let Some(names) = self.joints {
            let found = path.positions.iter().map(Vec::len);
            if let Some(found) = found.into_iter().find(|&found| found != names.len()) {
                let expected = names.len();
                return Err(Unread {
                    message: format!(
                        "{}: --joints names {expected} values, but a waypoint has {found}",
                        record.place
                    ),
                    place: record.place,
                });
            }
            let is_kept = |index: usize| names.get(index).is_some_and(|n| n != PASSED_OVER);
            for rows in rows(path) {
                let mut index = 0..;
                rows.retain(|_| index.next().is_some_and(is_kept));
            }
            let kept = names.iter().filter(|name| *name != PASSED_OVER);
            path.joints = Some(kept.cloned().collect());
        }
        if path.joints.is_none() {
            path.joints.clone_from(&self.group);
        }
        if let Some(turning) = &self.turning {
            let names: Vec<_> = match &path.joints {
                Some(names) => names.iter().map(String::as_str).collect(),
                None => self.robot.coordinates().collect(),
            };
            let turns: Vec<_> = names.iter().map(|name| turning.contains(name)).collect();
            for row in rows(path) {
                let values = row.iter_mut().zip(&turns).filter(|(_, turns)| **turns);
                values.for_each(|(value, _)| *value = value.to_radians());
            }
        }
        Ok(record)
    }
}

/// Returns the values, velocities and accelerations at all waypoints.
fn rows(path: &mut photofinish_robot::Path) -> impl Iterator<Item = &mut Vec<f64>> {
    let velocities = path.velocities.iter_mut().flatten();
    let accelerations = path.accelerations.iter_mut().flatten();
    path.positions
        .iter_mut()
        .chain(velocities)
        .chain(accelerations)
}

/// Returns the names of the joints whose values are angles.
fn turning(robot: &Robot) -> BTreeSet<&str> {
    let joints = robot.joints().iter();
    let turning = joints.filter(|joint| matches!(joint.kind(), JointKind::Revolute(_)));
    turning.map(|joint| joint.name()).collect()
}

fn group(
    args: &ValidateArgs,
    semantics: Option<&Semantics>,
) -> Result<Option<Vec<String>>, Box<dyn Error>> {
    let Some(name) = &args.group else {
        return Ok(None);
    };
    let semantics = semantics.ok_or("--group needs an SRDF file, but there is none")?;
    let joints = semantics.group(name);
    let joints = joints.ok_or_else(|| {
        let near = nearest(name, semantics.groups());
        let question = question(near);
        format!(
            "the SRDF has no group named {name:?} whose links and joints the robot has{question}"
        )
    })?;
    Ok(Some(joints.to_vec()))
}

/// Reads the paths of this part of the run, and counts those of all parts.
pub fn read(
    args: &ValidateArgs,
    reader: &Reader,
    (robot, semantics): (&Robot, Option<&Semantics>),
) -> Result<(Vec<Job>, usize), Box<dyn Error>> {
    let names = args.joints.iter().flatten();
    if args.joints.is_some() && names.into_iter().all(|name| name == PASSED_OVER) {
        return Err("--joints names no joint, so that the robot would stay where it is".into());
    }
    let values = Values {
        joints: args.joints.as_deref(),
        group: group(args, semantics)?,
        turning: args.degrees.then(|| turning(robot)),
        robot,
    };
    let mut all = Vec::new();
    for file in &args.paths {
        let records = records(args, file, reader).into_iter();
        let bad = |error: ReadError| {
            let (place, whole) = (error.place(), error.to_string());
            // an answer says the place by itself
            let rest = whole
                .strip_prefix(&place)
                .and_then(|rest| rest.strip_prefix(": "));
            let message = rest.unwrap_or(&whole).to_owned();
            Unread { place, message }
        };
        all.extend(records.map(|record| record.map_err(bad).and_then(|r| values.assign(r))));
    }
    if all.is_empty() {
        return Err("there are no paths in these files".into());
    }
    let paths = all.len();
    let (part, parts) = args.shard.unwrap_or((1, 1));
    let all = all.into_iter().enumerate();
    let of_part = all.filter(|(index, _)| index % parts == part - 1);
    let job = |(index, record): (usize, Result<PathRecord, Unread>)| Job {
        scene: record.as_ref().ok().and_then(|record| record.scene.clone()),
        index,
        record,
    };
    Ok((of_part.map(job).collect(), paths))
}

/// Reads the paths of a file. In a file with a JSON object on each line, each line has its own error.
fn records(
    args: &ValidateArgs,
    file: &Path,
    reader: &Reader,
) -> Vec<Result<PathRecord, ReadError>> {
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    let is_of_lines = extension == "jsonl" || extension == "ndjson";
    if file.as_os_str() == "-" {
        let lines = std::io::stdin().lock();
        return reader.path_lines(lines, "standard input").collect();
    }
    if is_of_lines && let Ok(lines) = File::open(file) {
        let name = file.display().to_string();
        return reader.path_lines(BufReader::new(lines), name).collect();
    }
    let read = match extension == "parquet" {
        true => episodes(file, &args.column),
        false => reader.paths(file),
    };
    match read {
        Ok(records) => records.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}
