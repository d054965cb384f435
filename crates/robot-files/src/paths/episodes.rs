//! Paths as episodes of LeRobot, which are tables in Parquet.

use std::collections::HashSet;
use std::fs::File;
use std::panic::catch_unwind;
use std::path::Path as FilePath;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::{PathRecord, checked};
use crate::{Place, ReadError, files, limits};
use photofinish_robot::Path;

const EPISODE: &str = "episode_index";
const TIME: &str = "timestamp";

/// The description of a data set, in one of the folders around its tables.
const DESCRIPTION: &str = "meta/info.json";

/// Reads the episodes in a table, each as a path of the values in this column.
pub(super) fn records(file: &FilePath, column: &str) -> Result<Vec<PathRecord>, ReadError> {
    let place = Place::file(files::name(file));
    let joints = joints(file, column)?;
    // files that are not what they claim have made the reader panic
    let rows = catch_unwind(|| rows(file, column, &place));
    let rows =
        rows.unwrap_or_else(|_| Err(ReadError::syntax(place.clone(), "the table is damaged")))?;
    let mut episodes: Vec<(i64, Path)> = Vec::new();
    let mut seen = HashSet::new();
    for Frame {
        episode,
        time,
        values,
    } in rows
    {
        if episodes.last().is_none_or(|(last, _)| *last != episode) {
            if !seen.insert(episode) {
                let expected = "in rows that follow each other";
                let what = format!("the episode {episode}");
                return Err(ReadError::malformed(place, what, expected, "in others"));
            }
            episodes.push((episode, Path::new(Vec::new()).times(Vec::new())));
        }
        let Some((_, path)) = episodes.last_mut() else {
            continue;
        };
        path.times.get_or_insert_default().push(time);
        path.positions.push(values);
    }
    if episodes.is_empty() {
        return Err(ReadError::missing(place, "the file", "rows"));
    }
    let record = |(episode, path): (i64, Path)| {
        let mut path = checked(path, &place)?;
        // a checker refuses names that are not as many as the values, unless the user gives others
        path.joints.clone_from(&joints);
        Ok(PathRecord {
            path,
            scene: None,
            id: Some(format!("episode {episode}")),
            place: place.to_string(),
        })
    };
    episodes.into_iter().map(record).collect()
}

/// One row of a table.
struct Frame {
    episode: i64,
    time: f64,
    values: Vec<f64>,
}

fn rows(file: &FilePath, column: &str, place: &Place) -> Result<Vec<Frame>, ReadError> {
    let bad = |error| ReadError::syntax(place.clone(), error);
    let opened = File::open(file).map_err(|source| ReadError::Unreadable {
        file: files::name(file),
        source,
    })?;
    let reader = SerializedFileReader::new(opened).map_err(bad)?;
    let schema = reader.metadata().file_metadata().schema();
    let wanted = [EPISODE, TIME, column].map(|name| {
        let fields = schema.get_fields();
        let found = fields.iter().find(|field| field.name() == name);
        found.cloned().ok_or_else(|| {
            let known = fields.iter().map(|field| field.name());
            ReadError::unknown(place.clone(), "column", name, known)
        })
    });
    let wanted = wanted.into_iter().collect::<Result<Vec<_>, _>>()?;
    let projection = Type::group_type_builder(schema.name()).with_fields(wanted);
    let projection = projection.build().map_err(bad)?;
    let (mut frames, mut numbers) = (Vec::new(), 0);
    for row in reader.get_row_iter(Some(projection)).map_err(bad)? {
        let frame = frame(&row.map_err(bad)?, column, place)?;
        numbers += frame.values.len() + 2;
        if numbers > limits::MESH_POINTS {
            let what = "the numbers of the table";
            return Err(ReadError::too_large(
                place.clone(),
                what,
                limits::MESH_POINTS,
            ));
        }
        frames.push(frame);
    }
    Ok(frames)
}

fn frame(row: &Row, column: &str, place: &Place) -> Result<Frame, ReadError> {
    let field = |name: &str| {
        let mut fields = row.get_column_iter();
        fields
            .find(|(other, _)| *other == name)
            .map(|(_, field)| field)
    };
    let malformed = |name: &str, expected| {
        let found = field(name).map_or_else(String::new, ToString::to_string);
        ReadError::malformed(
            place.clone(),
            format!("the column {name:?}"),
            expected,
            &found,
        )
    };
    let values = match field(column) {
        Some(Field::ListInternal(list)) => list.elements().iter().map(number).collect(),
        Some(one) => number(one).map(|value| vec![value]),
        None => None,
    };
    Ok(Frame {
        episode: field(EPISODE)
            .and_then(number)
            .filter(|number| number.fract() == 0.0)
            .ok_or_else(|| malformed(EPISODE, "a whole number"))? as i64,
        time: field(TIME)
            .and_then(number)
            .ok_or_else(|| malformed(TIME, "a finite number"))?,
        values: values.ok_or_else(|| malformed(column, "a list of finite numbers"))?,
    })
}

fn number(field: &Field) -> Option<f64> {
    let number = match *field {
        Field::Float(value) => f64::from(value),
        Field::Double(value) => value,
        Field::Int(value) => f64::from(value),
        Field::Long(value) => value as f64,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// Returns the names that the description of the data set gives the values of a column, without the `.pos` that LeRobot
/// adds to names of motors; none if there is no description, or it has no names.
fn joints(file: &FilePath, column: &str) -> Result<Option<Vec<String>>, ReadError> {
    let folders = file.ancestors().skip(1).take(4);
    let Some(found) = folders
        .map(|folder| folder.join(DESCRIPTION))
        .find(|file| file.is_file())
    else {
        return Ok(None);
    };
    let text = files::text(&found)?;
    let description: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| ReadError::syntax(Place::file(files::name(&found)), error))?;
    let names = &description["features"][column]["names"];
    // older data sets have them by the kind of the values, such as `motors`
    let names = match names.as_object() {
        Some(kinds) if kinds.len() == 1 => kinds.values().next().and_then(|names| names.as_array()),
        _ => names.as_array(),
    };
    let name = |name: &serde_json::Value| {
        let name = name.as_str()?;
        Some(name.strip_suffix(".pos").unwrap_or(name).to_owned())
    };
    Ok(names.and_then(|names| names.iter().map(name).collect()))
}
