//! Rules from YAML: the distances to keep.

use std::path::Path as FilePath;

use super::warning::Source;
use super::yaml::{self, Item, Keys};
use super::{ReadError, Reader, files};
use photofinish_robot::Rules;

const RULES: Keys = Keys {
    read: &[
        "target_distance",
        "target_distance_of_links",
        "target_distance_to_objects",
        "pairs",
    ],
    idle: &[],
};
const PAIR: Keys = Keys {
    read: &["link", "other", "target_distance"],
    idle: &[],
};

/// Reads rules from a YAML file: the distances to keep.
///
/// ```
/// use photofinish_robot::Rules;
/// use photofinish_robot_files::rules_str;
///
/// let rules = rules_str("
/// target_distance: 0.02              # where nothing else is said of the two bodies
/// target_distance_of_links: 0        # between links
/// target_distance_to_objects: 0.05   # between links and objects of the scene
/// pairs:                             # between a link and an object, or two links
///   - {link: hand, other: table, target_distance: 0.01}
/// ")?;
/// let same = Rules::new()
///     .target_distance(0.02)
///     .target_distance_of_links(0.0)
///     .target_distance_to_objects(0.05)
///     .target_distance_between("hand", "table", 0.01);
/// assert_eq!(rules, same);
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
///
/// Each key may be left out. A key that resembles one of these is an error, and any other is a
/// [`Warning`](super::Warning).
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn rules(path: impl AsRef<FilePath>) -> Result<Rules, ReadError> {
    Reader::strictly(|reader| reader.rules(path))
}

/// Reads rules from YAML text, as [`rules()`] does from a file.
///
/// # Errors
/// [`ReadError`] if the text is invalid or there is a warning, with "rules" for the name of the file.
pub fn rules_str(text: &str) -> Result<Rules, ReadError> {
    Reader::strictly(|reader| reader.rules_str(text))
}

impl Reader {
    /// Reads rules from a YAML file, as [`rules()`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read or is invalid.
    pub fn rules(&self, path: impl AsRef<FilePath>) -> Result<Rules, ReadError> {
        let (text, name) = (files::text(path.as_ref())?, files::name(path.as_ref()));
        read(&text, self.source(&name))
    }

    /// Reads rules from YAML text, as [`rules_str`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the text is invalid, with "rules" for the name of the file.
    pub fn rules_str(&self, text: &str) -> Result<Rules, ReadError> {
        read(text, self.source("rules"))
    }
}

fn read(text: &str, source: Source<'_>) -> Result<Rules, ReadError> {
    let node = yaml::parse(text, source.name)?;
    let root = Item::new(source, &node, "the rules");
    if !root.is_map() {
        return Err(root.malformed("a mapping"));
    }
    root.check(&RULES)?;
    let mut rules = Rules::new();
    for (key, set) in [
        (
            "target_distance",
            Rules::target_distance as fn(Rules, f64) -> Rules,
        ),
        ("target_distance_of_links", Rules::target_distance_of_links),
        (
            "target_distance_to_objects",
            Rules::target_distance_to_objects,
        ),
    ] {
        if let Some(item) = root.get(key) {
            rules = set(rules, distance(&item)?);
        }
    }
    for item in root.list_at("pairs")? {
        item.check(&PAIR)?;
        let name = |key| item.required(key)?.text();
        let distance = distance(&item.required("target_distance")?)?;
        rules = rules.target_distance_between(name("link")?, name("other")?, distance);
    }
    Ok(rules)
}

fn distance(item: &Item<'_>) -> Result<f64, ReadError> {
    match item.number() {
        Ok(distance) if distance >= 0.0 => Ok(distance),
        _ => Err(item.malformed("a finite number that is not negative")),
    }
}
