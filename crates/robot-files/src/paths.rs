//! Paths from JSON, JSON lines, CSV, trajectory messages and LeRobot's tables.

#[cfg(feature = "parquet")]
mod episodes;
mod json;
mod lines;
mod table;
mod trajectory;

use std::io::BufRead;
use std::path::Path as FilePath;

use super::warning::Warnings;
use super::{Place, ReadError, Reader, files};
use lines::Lines;
use photofinish::error::finite;
use photofinish_robot::{Path, RobotError};

/// A path from a file, with its name and place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathRecord {
    /// The path.
    pub path: Path,
    /// The file of the scene that the path is for, as the path's file names it.
    pub scene: Option<String>,
    /// The name of the path.
    pub id: Option<String>,
    /// The place of the path: `FILE:LINE`, or `FILE` if it is the whole file.
    pub place: String,
}

/// Reads the paths in a file. The file `-` is standard input, with a JSON object on each line.
///
/// - JSON (`.json`: an object, several, or an array of them; `.jsonl`, `.ndjson`: an object on each line): `waypoints`,
///   a list of lists of joint values, and optionally `joints` or `joint_names`, `times`, `velocities`, `accelerations`,
///   `scene` and `id`. A key that resembles one of these is an error; other keys are a [`Warning`](super::Warning).
/// - CSV (`.csv`): a row for each waypoint. Without a header its numbers are the values of all free joints, in order. A
///   header has the names of joints, and optionally `time`, and `JOINT.velocity` and `JOINT.acceleration` for every
///   joint or none. Columns are separated by commas, semicolons or tabs; lines that begin with # are comments.
/// - YAML (`.yaml`, `.yml`): a `JointTrajectory` message, or a message that holds some, such as `RobotTrajectory` and
///   `DisplayTrajectory`. Either all points have velocities, or none; the same holds for accelerations and for times.
///   If all times are 0, as planners leave them, then times, velocities and accelerations are ignored, with a warning
///   if there are any.
/// - Parquet (`.parquet`): the episodes of a table of LeRobot, by the column `observation.state`: see [`episodes`]. Needs
///   the feature `parquet`.
///
/// In a file with another extension the beginning tells the format.
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn paths(file: impl AsRef<FilePath>) -> Result<Vec<PathRecord>, ReadError> {
    Reader::strictly(|reader| reader.paths(file))
}

/// Reads the episodes in a table of LeRobot (`.parquet`), each as a path with the name `episode N`. Needs the feature
/// `parquet`.
///
/// The values are those of a column: `observation.state` is where the robot was, and `action` where it was to go. The times
/// are those of the column `timestamp`; between the frames the joints go straight. The joints have the names that the
/// file `meta/info.json` of the data set gives the values of the column, if there are any. Values are taken as they are,
/// although some data sets have degrees.
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if this was built without the feature.
pub fn episodes(file: impl AsRef<FilePath>, column: &str) -> Result<Vec<PathRecord>, ReadError> {
    let file = file.as_ref();
    #[cfg(feature = "parquet")]
    return episodes::records(file, column);
    #[cfg(not(feature = "parquet"))]
    {
        let what = format!("Parquet, with the column {column:?},");
        let advice = "this was built without the feature `parquet`";
        Err(ReadError::unsupported(
            Place::file(files::name(file)),
            what,
            advice,
        ))
    }
}

impl Reader {
    /// Reads the paths in a file, as [`paths()`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read or is invalid.
    pub fn paths(&self, file: impl AsRef<FilePath>) -> Result<Vec<PathRecord>, ReadError> {
        let path = file.as_ref();
        if path.as_os_str() == "-" {
            return self
                .path_lines(std::io::stdin().lock(), "standard input")
                .collect();
        }
        let file = files::name(path);
        let source = self.source(&file);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        if extension == "parquet" {
            return episodes(path, "observation.state");
        }
        let text = files::text(path)?;
        match extension.as_str() {
            "jsonl" | "ndjson" => self.path_lines(text.as_bytes(), &file).collect(),
            "json" => json::records(&text, source),
            "csv" => table::record(&text, source),
            "yaml" | "yml" => trajectory::records(&text, source),
            _ => {
                let start = text.trim_start();
                if start.starts_with(['{', '[']) {
                    json::records(&text, source)
                } else if text
                    .lines()
                    .any(|line| line.trim_start().starts_with("points:"))
                {
                    trajectory::records(&text, source)
                } else {
                    table::record(&text, source)
                }
            }
        }
    }

    /// Reads paths from lines of JSON, as [`path_lines`] does, and keeps warnings.
    pub fn path_lines<'r, R: BufRead + 'r>(
        &'r self,
        reader: R,
        name: impl Into<String>,
    ) -> impl Iterator<Item = Result<PathRecord, ReadError>> {
        let mut lines = Lines::new(reader, name.into());
        std::iter::from_fn(move || lines.next(&self.warnings))
    }
}

/// Reads paths from lines of JSON, one object a line; empty lines are skipped. Places name the file `name`.
///
/// A line with a warning is an error. After an invalid line the next one can still be read, unless the line exceeded its [limit](super#limits).
///
/// ```
/// use photofinish_robot_files::path_lines;
///
/// let lines = r#"{"id": "there", "waypoints": [[0, 0], [1, -0.5]]}"#;
/// let paths = path_lines(lines.as_bytes(), "a string").collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(paths[0].path.positions, [[0.0, 0.0], [1.0, -0.5]]);
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
pub fn path_lines<R: BufRead>(reader: R, name: impl Into<String>) -> PathLines<R> {
    PathLines {
        lines: Lines::new(reader, name.into()),
    }
}

/// The iterator that [`path_lines`] returns.
#[derive(Debug)]
pub struct PathLines<R> {
    lines: Lines<R>,
}

impl<R: BufRead> Iterator for PathLines<R> {
    type Item = Result<PathRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let warnings = Warnings::default();
        let record = self.lines.next(&warnings)?;
        Some(record.and_then(|record| warnings.check().map(|()| record)))
    }
}

/// Checks a path as far as that needs no robot: there must be waypoints, all with values for the same joints, and all
/// values must be finite.
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
