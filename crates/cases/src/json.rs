//! Reads cases from lines of JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::{Case, CaseError};
use photofinish_spelling as spelling;

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
/// Keys that only inform a human reader.
const NOTES: [&str; 2] = ["note", "source"];
/// The keys of an expected answer.
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
    /// Reads a case from a line of JSON, and returns it with the unknown keys that were passed over.
    ///
    /// ```
    /// use nalgebra::UnitComplex;
    /// use photofinish_cases::Case;
    /// use photofinish::{Outcome, time_of_impact};
    ///
    /// let line = r#"{"id": "head-on", "kind": "time_of_impact", "interval": [0, 4], "colour": "red",
    ///     "a": {"shape": {"ball": {"r": 0.5}}, "pos": [0, 0], "linvel": [2, 0]},
    ///     "b": {"shape": {"cuboid": {"half": [0.5, 5]}}, "pos": [4.5, 0]}}"#;
    /// let (case, passed_over) = Case::from_json(line)?;
    /// assert_eq!((case.dimension(), passed_over), (2, vec!["colour".to_owned()]));
    ///
    /// let (a, b) = (case.a.build::<f64, UnitComplex<f64>, 2>()?, case.b.build::<f64, UnitComplex<f64>, 2>()?);
    /// let [start, end] = case.interval;
    /// let Outcome::Impact(impact) = time_of_impact(&a, &b, start..=end)?.outcome else {
    ///     panic!("the ball reaches the wall");
    /// };
    /// assert!((impact.time - 1.75).abs() < 1e-7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A key of `params` is returned as in `max_distance of params`.
    ///
    /// # Errors
    /// [`CaseError::Json`] if the line is not a case, [`CaseError::UnknownKey`] if an unknown key resembles a known
    /// one.
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

/// Keys and their values.
type Map<'t> = BTreeMap<String, &'t RawValue>;

/// Returns the keys of a mapping that are not among `keys`. The mapping is the value of the key `owner`.
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
