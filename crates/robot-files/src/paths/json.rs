//! Paths as JSON objects.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{PathRecord, checked};
use crate::warning::Source;
use crate::{Place, ReadError};
use photofinish_robot::Path;
use photofinish_spelling as spelling;

/// The keys that are read.
const KEYS: [&str; 8] = [
    "waypoints",
    "joints",
    "joint_names",
    "times",
    "velocities",
    "accelerations",
    "scene",
    "id",
];

#[derive(serde::Deserialize)]
#[serde(expecting = "an object with waypoints")]
struct Record {
    waypoints: Vec<Vec<f64>>,
    #[serde(alias = "joint_names")]
    joints: Option<Vec<String>>,
    times: Option<Vec<f64>>,
    velocities: Option<Vec<Vec<f64>>>,
    accelerations: Option<Vec<Vec<f64>>>,
    scene: Option<String>,
    id: Option<Id>,
}

/// The keys of an object that are not read. One that resembles a key that is read is an error.
struct Unread(Vec<String>);

impl<'de> Deserialize<'de> for Unread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(UnreadVisitor)
    }
}

struct UnreadVisitor;

impl<'de> Visitor<'de> for UnreadVisitor {
    type Value = Unread;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with waypoints")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unread, A::Error> {
        let mut unread = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            if !KEYS.contains(&key.as_str()) {
                let near = spelling::nearest(&key, KEYS);
                if near.is_some() {
                    let question = spelling::question(near);
                    return Err(A::Error::custom(format!("unknown key `{key}`{question}")));
                }
                unread.push(key);
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(Unread(unread))
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(i64),
    Other(IgnoredAny),
}

/// Reads a path from the text of an object, which begins on this line of the file.
pub(super) fn record(text: &str, source: Source<'_>, line: usize) -> Result<PathRecord, ReadError> {
    let bad = |error| syntax(&error, source.name, line);
    let Unread(unread) = serde_json::from_str(text).map_err(bad)?;
    let record: Record = serde_json::from_str(text).map_err(bad)?;
    let place = Place::line(source.name, line);
    for key in unread {
        let message = format!("passed over the unknown key `{key}`");
        source.warnings.push(place.clone(), message);
    }
    let path = Path {
        joints: record.joints,
        times: record.times,
        positions: record.waypoints,
        velocities: record.velocities,
        accelerations: record.accelerations,
    };
    let id = match record.id {
        None => None,
        Some(Id::Text(text)) => Some(text),
        Some(Id::Number(number)) => Some(number.to_string()),
        Some(Id::Other(_)) => {
            let expected = "text or a whole number";
            return Err(ReadError::malformed(
                place,
                "the id",
                expected,
                "something else",
            ));
        }
    };
    Ok(PathRecord {
        path: checked(path, &place)?,
        scene: record.scene,
        id,
        place: place.to_string(),
    })
}

/// Reads the paths of a whole file: an array of objects, or objects one after another.
pub(super) fn records(text: &str, source: Source<'_>) -> Result<Vec<PathRecord>, ReadError> {
    let values: Vec<&RawValue> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text)
    } else {
        serde_json::Deserializer::from_str(text)
            .into_iter()
            .collect()
    }
    .map_err(|error| syntax(&error, source.name, 1))?;
    if values.is_empty() {
        return Err(ReadError::missing(source.place(), "the file", "paths"));
    }
    let mut line = 1;
    let mut seen = 0;
    let records = values.into_iter().map(|value| {
        // a value is a part of the text, so that addresses tell where it begins
        let start = value.get().as_ptr().addr() - text.as_ptr().addr();
        line += text.as_bytes()[seen..start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        seen = start;
        record(value.get(), source, line)
    });
    records.collect()
}

/// Returns the parser's error with its place in the file. The text of the parser begins on line `first_line`.
fn syntax(error: &serde_json::Error, file: &str, first_line: usize) -> ReadError {
    let message = error.to_string();
    let message = match message.rfind(" at line ") {
        Some(end) => &message[..end],
        None => &message,
    };
    let line = first_line + error.line().saturating_sub(1);
    ReadError::syntax(Place::at(file, line, error.column()), message)
}
