//! Cases as lines of JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::{Case, CaseError};
use photofinish_robot_files::spelling;

/// The keys of a case.
const CASE_KEYS: [&str; 9] = [
    "id",
    "family",
    "kind",
    "a",
    "b",
    "interval",
    "target_distance",
    "params",
    "expected",
];
/// Keys that say something to a reader.
const NOTES: [&str; 2] = ["note", "source"];
/// What is expected.
const EXPECTED_KEYS: [&str; 10] = [
    "hit",
    "toi",
    "tol",
    "min_dist",
    "deepest",
    "normal",
    "start",
    "scale",
    "distance",
    "intersecting",
];

impl Case {
    /// The case that a line of JSON is, and the keys that were passed over: those that it has beside the keys of a case,
    /// such as `max_distance of params`.
    ///
    /// # Errors
    /// [`CaseError::Json`]; so are keys that resemble those of a case.
    pub fn from_json(line: &str) -> Result<(Self, Vec<String>), CaseError> {
        let bad = |error: serde_json::Error| {
            let message = error.to_string();
            let told = message
                .rfind(" at line ")
                .map_or(&*message, |end| &message[..end]);
            CaseError::Json {
                message: spelling::of_serde(told),
                column: error.column(),
            }
        };
        let case = serde_json::from_str(line).map_err(bad)?;
        let all: Map = serde_json::from_str(line).map_err(bad)?;
        let mut unread = unread_keys(&all, "", &CASE_KEYS)?;
        unread.retain(|key| !NOTES.contains(&key.as_str()));
        for (part, keys) in [
            ("params", &["initial_contact"][..]),
            ("expected", &EXPECTED_KEYS),
        ] {
            let Some(text) = all.get(part) else {
                continue;
            };
            let inner: Option<Map> = serde_json::from_str(text.get()).map_err(bad)?;
            unread.extend(unread_keys(&inner.unwrap_or_default(), part, keys)?);
        }
        Ok((case, unread))
    }
}

/// Keys and what they hold.
type Map<'t> = BTreeMap<String, &'t RawValue>;

/// The keys of a mapping, or of the one under the key `owner`, that are none of these.
fn unread_keys(map: &Map<'_>, owner: &str, keys: &[&str]) -> Result<Vec<String>, CaseError> {
    let mut unread = Vec::new();
    for key in map.keys().filter(|key| !keys.contains(&key.as_str())) {
        let near = spelling::nearest(key, keys.iter().copied());
        if near.is_some() {
            return Err(CaseError::UnknownKey {
                key: key.clone(),
                near: spelling::question(near),
            });
        }
        unread.push(match owner {
            "" => key.clone(),
            _ => format!("{key} of {owner}"),
        });
    }
    Ok(unread)
}
