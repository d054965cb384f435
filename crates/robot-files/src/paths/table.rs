//! Paths as tables of comma-separated values.

use std::collections::HashSet;

use csv::{Position, ReaderBuilder, StringRecord, Trim};

use super::{PathRecord, checked};
use crate::warning::Source;
use crate::{Place, ReadError, files, limits};
use photofinish_robot::{Path, RobotError};
use photofinish_spelling as spelling;

/// The quantities that a column of a joint may hold.
const QUANTITIES: [&str; 3] = ["position", "velocity", "acceleration"];
/// Names of columns that are surely meant for the time.
const TIMES: [&str; 8] = [
    "time",
    "times",
    "tme",
    "tiem",
    "timestamp",
    "time_from_start",
    "secs",
    "seconds",
];

struct Row {
    line: usize,
    fields: StringRecord,
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
enum Column {
    Time,
    Position(String),
    Velocity(String),
    Acceleration(String),
}

pub(super) fn record(text: &str, source: Source<'_>) -> Result<Vec<PathRecord>, ReadError> {
    let file = source.name;
    check_size(text, file)?;
    let rows = rows(text, file)?;
    let Some((first, rest)) = rows.split_first() else {
        return Err(ReadError::missing(Place::file(file), "the file", "rows"));
    };
    let place = Place::file(file);
    let path = if first
        .fields
        .iter()
        .any(|field| files::number(field).is_some() || is_odd(field))
    {
        Path::new(
            rows.iter()
                .map(|row| numbers(row, None, file))
                .collect::<Result<_, _>>()?,
        )
    } else {
        let header = Header::new(first, file)?;
        let values = rest.iter().map(|row| numbers(row, Some(first), file));
        header.path(&values.collect::<Result<Vec<_>, _>>()?)
    };
    Ok(vec![PathRecord {
        path: checked(path, &place)?,
        scene: None,
        id: None,
        place: place.to_string(),
    }])
}

/// Checks that no row exceeds the limits. Every field must end on its line, so that no row is longer than its line.
fn check_size(text: &str, file: &str) -> Result<(), ReadError> {
    for (index, line) in text.lines().enumerate() {
        let place = || Place::line(file, index + 1);
        if line.len() > limits::ROW_BYTES {
            let what = "the bytes of a row";
            return Err(ReadError::too_large(place(), what, limits::ROW_BYTES));
        }
        if line.bytes().filter(|&byte| byte == b'"').count() % 2 == 1 && !line.starts_with('#') {
            let expected = "closed on its line";
            return Err(ReadError::malformed(
                place(),
                "a quotation mark",
                expected,
                line,
            ));
        }
        let columns = 1 + line.bytes().filter(|byte| b",;\t".contains(byte)).count();
        if columns > limits::COLUMNS {
            let what = "the number of columns";
            return Err(ReadError::too_large(place(), what, limits::COLUMNS));
        }
    }
    Ok(())
}

/// Returns whether the field is a number, finite or not.
fn is_odd(field: &str) -> bool {
    field.parse::<f64>().is_ok()
}

fn rows(text: &str, file: &str) -> Result<Vec<Row>, ReadError> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let first = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let delimiters = [b',', b';', b'\t'];
    let delimiter = delimiters
        .into_iter()
        .find(|&delimiter| first.as_bytes().contains(&delimiter));
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter.unwrap_or(b','))
        .comment(Some(b'#'))
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let row = |row: Result<StringRecord, csv::Error>| match row {
        Ok(fields) => Ok(Row {
            line: fields.position().map_or(0, |start| line(start, text)),
            fields,
        }),
        Err(error) => Err(syntax(&error, text, file)),
    };
    reader.records().map(row).collect()
}

/// Returns the line of a row. The parser's position is before the empty lines and comments that precede the row.
fn line(start: &Position, text: &str) -> usize {
    let rest = text.get(start.byte() as usize..).unwrap_or_default();
    let is_skipped = |line: &&str| line.is_empty() || line.starts_with('#');
    start.line() as usize + rest.lines().take_while(is_skipped).count()
}

fn syntax(error: &csv::Error, text: &str, file: &str) -> ReadError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos: Some(position),
            expected_len,
            len,
        } => ReadError::malformed(
            Place::line(file, line(position, text)),
            "the number of columns",
            "that of the rows before",
            &format!("{len}, not {expected_len}"),
        ),
        _ => ReadError::syntax(Place::file(file), error),
    }
}

/// Returns the numbers of a row. Errors name columns as the header does.
fn numbers(row: &Row, header: Option<&Row>, file: &str) -> Result<Vec<f64>, ReadError> {
    let number = |(index, field)| {
        files::number(field).ok_or_else(|| {
            let column = match header.and_then(|header| header.fields.get(index)) {
                Some(name) => format!("the column {name:?}"),
                None => format!("column {}", index + 1),
            };
            let place = Place::line(file, row.line);
            ReadError::malformed(place, column, "a finite number", field)
        })
    };
    row.fields.iter().enumerate().map(number).collect()
}

/// The columns of a table. Those of each joint are complete.
struct Header {
    columns: Vec<Column>,
    joints: Vec<String>,
}

impl Header {
    fn new(row: &Row, file: &str) -> Result<Self, ReadError> {
        let place = || Place::line(file, row.line);
        let mut names = HashSet::new();
        for name in &row.fields {
            if !names.insert(name) {
                let (kind, name) = ("column", name.to_owned());
                return Err(ReadError::robot(
                    place(),
                    RobotError::DuplicateName { kind, name },
                ));
            }
        }
        let columns = row.fields.iter().map(|name| column(name, &place()));
        let columns: Vec<_> = columns.collect::<Result<_, _>>()?;
        let joints: Vec<_> = columns
            .iter()
            .filter_map(|column| match column {
                Column::Position(joint) => Some(joint.clone()),
                _ => None,
            })
            .collect();
        let header = Self { columns, joints };
        if header.joints.is_empty() {
            return Err(ReadError::missing(place(), "the header", "joints"));
        }
        for (make, quantity) in [
            (Column::Velocity as fn(String) -> Column, "velocity"),
            (Column::Acceleration, "acceleration"),
        ] {
            header.check(make, quantity, &place())?;
        }
        Ok(header)
    }

    /// Checks that every joint, and nothing else, has a column of this kind, or none has.
    fn check(
        &self,
        make: fn(String) -> Column,
        quantity: &'static str,
        place: &Place,
    ) -> Result<(), ReadError> {
        let needed: Vec<_> = self.joints.iter().cloned().map(make).collect();
        let mut found = self.columns.iter().filter(|column| match column {
            Column::Velocity(_) => quantity == "velocity",
            Column::Acceleration(_) => quantity == "acceleration",
            _ => false,
        });
        let is_present = found.clone().next().is_some();
        if let Some(Column::Velocity(joint) | Column::Acceleration(joint)) =
            found.find(|column| !needed.contains(column))
        {
            let known = self.joints.iter().map(String::as_str);
            return Err(ReadError::unknown(place.clone(), "column", joint, known));
        }
        let absent = needed
            .iter()
            .position(|column| !self.columns.contains(column));
        match absent {
            Some(joint) if is_present => Err(ReadError::missing(
                place.clone(),
                format!("joint {:?}", self.joints[joint]),
                format!(
                    "a column \"{}.{quantity}\", as others have one",
                    self.joints[joint]
                ),
            )),
            _ => Ok(()),
        }
    }

    fn path(&self, rows: &[Vec<f64>]) -> Path {
        let pick = |column: &Column| {
            let index = self.columns.iter().position(|other| other == column)?;
            Some(rows.iter().map(|row| row[index]).collect::<Vec<_>>())
        };
        let matrix = |make: fn(String) -> Column| -> Option<Vec<Vec<f64>>> {
            let columns: Option<Vec<_>> = self
                .joints
                .iter()
                .map(|joint| pick(&make(joint.clone())))
                .collect();
            let columns = columns?;
            let row = |index| columns.iter().map(|column| column[index]).collect();
            Some((0..rows.len()).map(row).collect())
        };
        Path {
            joints: Some(self.joints.clone()),
            times: pick(&Column::Time),
            positions: matrix(Column::Position).unwrap_or_default(),
            velocities: matrix(Column::Velocity),
            accelerations: matrix(Column::Acceleration),
        }
    }
}

/// Returns what a column holds, by its name in the header. A joint may have any name, also one with points, unless it
/// resembles a word that has a meaning.
fn column(name: &str, place: &Place) -> Result<Column, ReadError> {
    if name == "time" {
        return Ok(Column::Time);
    }
    let bad = |near: Option<&str>| {
        ReadError::unrecognized(place.clone(), "column", name, "the header", near)
    };
    // only these names, not all that resemble "time": "timer" may be a joint
    if TIMES.contains(&plain(name).as_str()) {
        return Err(bad(Some("time")));
    }
    match name.rsplit_once('.') {
        Some((joint, "velocity")) => Ok(Column::Velocity(joint.to_owned())),
        Some((joint, "acceleration")) => Ok(Column::Acceleration(joint.to_owned())),
        Some((joint, "position")) => Ok(Column::Position(joint.to_owned())),
        Some((joint, quantity)) => match spelling::nearest(quantity, QUANTITIES) {
            Some(near) => Err(bad(Some(&format!("{joint}.{near}")))),
            None => Ok(Column::Position(name.to_owned())),
        },
        None => Ok(Column::Position(name.to_owned())),
    }
}

/// Returns the name of a column without capitals and without a unit in brackets.
fn plain(name: &str) -> String {
    let name = name.split(['[', '(']).next().unwrap_or_default();
    name.trim().to_lowercase()
}
