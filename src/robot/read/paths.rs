//! Paths from JSON, JSON lines, CSV and trajectory messages.

mod json;
mod table;
mod trajectory;

use std::io::BufRead;
use std::path::Path as FilePath;

use super::{Place, ReadError, files};
use crate::error::finite;
use crate::robot::{Path, RobotError};

/// A path, and what its file says of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathRecord {
    /// The path.
    pub path: Path,
    /// The file of the scene that it is for, as it was given.
    pub scene: Option<String>,
    /// What it is called.
    pub id: Option<String>,
    /// Where it stands: `FILE:LINE`, or `FILE` if it is the whole file.
    pub place: String,
}

/// The paths in a file, `-` being standard input with a JSON object on each line.
///
/// - JSON (`.json`: an object, several, or an array of them; `.jsonl`, `.ndjson`: an object on each line): `waypoints`, a
///   list of lists of joint values, and optionally `joints` or `joint_names`, `times`, `velocities`, `accelerations`, `scene`
///   and `id`. Other fields are ignored.
/// - CSV (`.csv`): a row for each waypoint. Without a header its numbers are the values of the robot's first joints. A
///   header has the names of joints, and optionally `time`, and `JOINT.velocity` and `JOINT.acceleration` for every joint
///   or none. Columns are separated by commas, semicolons or tabs; lines that begin with # are comments.
/// - YAML (`.yaml`, `.yml`): a `JointTrajectory` message, or one that holds some, such as `RobotTrajectory` and
///   `DisplayTrajectory`. Every point has velocities, accelerations and times, or none has. Where all times are 0 there
///   are none, and then no velocities and accelerations either: so planners leave them.
///
/// In a file with another extension the beginning tells the format.
///
/// # Errors
/// [`ReadError`].
pub fn paths(file: impl AsRef<FilePath>) -> Result<Vec<PathRecord>, ReadError> {
    let path = file.as_ref();
    if path.as_os_str() == "-" {
        return path_lines(std::io::stdin().lock(), "standard input").collect();
    }
    let file = files::name(path);
    let text = files::text(path)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "jsonl" | "ndjson" => path_lines(text.as_bytes(), file).collect(),
        "json" => json::records(&text, &file),
        "csv" => table::record(&text, &file),
        "yaml" | "yml" => trajectory::records(&text, &file),
        _ => {
            let start = text.trim_start();
            if start.starts_with(['{', '[']) {
                json::records(&text, &file)
            } else if text
                .lines()
                .any(|line| line.trim_start().starts_with("points:"))
            {
                trajectory::records(&text, &file)
            } else {
                table::record(&text, &file)
            }
        }
    }
}

/// The paths in lines of JSON, one object a line; empty lines are skipped. `name` stands for the file in places.
///
/// After a line that is not a path the next one can still be read.
pub fn path_lines<R: BufRead>(reader: R, name: impl Into<String>) -> PathLines<R> {
    PathLines {
        reader,
        name: name.into(),
        line: 0,
    }
}

/// The iterator that [`path_lines`] returns.
#[derive(Debug)]
pub struct PathLines<R> {
    reader: R,
    name: String,
    /// The line that was read last.
    line: usize,
}

impl<R: BufRead> PathLines<R> {
    /// The next line that is not empty.
    fn next_line(&mut self) -> Result<Option<String>, ReadError> {
        loop {
            let mut bytes = Vec::new();
            let read = self.reader.read_until(b'\n', &mut bytes);
            read.map_err(|source| ReadError::Unreadable {
                file: self.name.clone(),
                source,
            })?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            let text = String::from_utf8(bytes).map_err(|_| {
                let place = Place::line(&self.name, self.line);
                ReadError::syntax(place, files::NOT_TEXT)
            })?;
            if !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
    }
}

impl<R: BufRead> Iterator for PathLines<R> {
    type Item = Result<PathRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_line() {
            Ok(Some(text)) => Some(json::record(text.trim_end(), &self.name, self.line)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Checks what can be checked without a robot: that there are waypoints, that all have values for the same joints, and
/// that these are finite.
fn checked(path: Path, place: &Place) -> Result<Path, ReadError> {
    let bad = |error| ReadError::robot(place.clone(), error);
    let waypoints = path.positions.len();
    let Some(first) = path.positions.first() else {
        return Err(bad(RobotError::NoWaypoints));
    };
    let expected = path.joints.as_ref().map_or(first.len(), Vec::len);
    for (quantity, rows) in [
        ("positions", Some(&path.positions)),
        ("velocities", path.velocities.as_ref()),
        ("accelerations", path.accelerations.as_ref()),
    ] {
        let Some(rows) = rows else {
            continue;
        };
        let found = rows.len();
        if found != waypoints {
            return Err(bad(RobotError::WaypointCount {
                waypoints,
                quantity,
                found,
            }));
        }
        for (waypoint, row) in rows.iter().enumerate() {
            let found = row.len();
            if found != expected {
                return Err(bad(RobotError::ValueCount {
                    waypoint,
                    quantity,
                    found,
                    expected,
                }));
            }
            for &value in row {
                finite("value", value)
                    .map_err(|source| bad(RobotError::BadWaypoint { waypoint, source }))?;
            }
        }
    }
    check_times(&path).map_err(bad)?;
    Ok(path)
}

fn check_times(path: &Path) -> Result<(), RobotError> {
    let Some(times) = &path.times else {
        return Ok(());
    };
    if times.len() != path.positions.len() {
        return Err(RobotError::WaypointCount {
            waypoints: path.positions.len(),
            quantity: "times",
            found: times.len(),
        });
    }
    for (waypoint, &time) in times.iter().enumerate() {
        finite("time", time).map_err(|source| RobotError::BadWaypoint { waypoint, source })?;
    }
    let mut pairs = times.windows(2).enumerate();
    match pairs.find(|(_, pair)| pair[0] >= pair[1]) {
        None => Ok(()),
        Some((before, pair)) => Err(RobotError::TimeOrder {
            waypoint: before + 1,
            time: pair[0],
            next: pair[1],
        }),
    }
}
