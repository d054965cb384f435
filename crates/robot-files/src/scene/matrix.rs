//! The allowed-collision matrix of a planning scene.

use std::collections::BTreeSet;

use super::keys;
use super::state::same_number;
use crate::ReadError;
use crate::yaml::Item;
use photofinish_robot::{Cloud, Link, Robot, Scene};
use photofinish_spelling as spelling;

/// The name that stands for an octomap in a matrix.
const OCTOMAP: &str = "<octomap>";

/// Adds what the matrix says of pairs, and of names by default.
pub(super) fn read(scene: &mut Scene, matrix: &Item<'_>, robot: &Robot) -> Result<(), ReadError> {
    matrix.check(&keys::MATRIX)?;
    let bodies = robot.links().iter().chain(scene.objects());
    let attached = scene.attached().iter().map(|held| &held.object);
    let clouds = scene.clouds().iter().map(Cloud::name);
    let known = bodies.chain(attached).map(Link::name).chain(clouds);
    let known: BTreeSet<_> = known.map(str::to_owned).collect();
    pairs(scene, matrix, &known)?;
    let names = matrix.list_at("default_entry_names")?;
    let values = matrix.list_at("default_entry_values")?;
    same_number(matrix, "default_entry_values", names.len(), values.len())?;
    for (name, value) in names.iter().zip(&values) {
        let (name, may) = (self::known(name, &known)?, value.bool()?);
        match name {
            Some(name) if may => scene.allow_everywhere(name),
            Some(name) => scene.forbid_everywhere(name),
            None => {}
        }
    }
    Ok(())
}

fn pairs(scene: &mut Scene, matrix: &Item<'_>, known: &BTreeSet<String>) -> Result<(), ReadError> {
    let items = matrix.list_at("entry_names")?;
    let names = items.iter().map(|name| self::known(name, known));
    let names: Vec<_> = names.collect::<Result<_, _>>()?;
    let rows = matrix.list_at("entry_values")?;
    let rows = rows.iter().map(|row| {
        let values = if row.is_map() {
            row.required("enabled")?
        } else {
            row.clone()
        };
        let list = values.list()?;
        if list.len() != names.len() {
            return Err(values.malformed("a list with an element for each name"));
        }
        list.iter().map(Item::bool).collect()
    });
    let rows: Vec<Vec<bool>> = rows.collect::<Result<_, ReadError>>()?;
    same_number(matrix, "entry_values", names.len(), rows.len())?;
    for first in 0..names.len() {
        for second in 0..first {
            let may = rows[first][second];
            if may != rows[second][first] {
                let of = [second, first].map(|index| items[index].text());
                let [one, other] = of;
                return Err(ReadError::malformed(
                    matrix.place(),
                    format!("the entry of {:?} and {:?}", one?, other?),
                    "the same in both rows",
                    "true in one",
                ));
            }
            match (&names[second], &names[first]) {
                (Some(one), Some(other)) if may => scene.allow(one, other),
                (Some(one), Some(other)) => scene.forbid(one, other),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns a name in the matrix, unless there is nothing of this name, which is a warning.
fn known(item: &Item<'_>, known: &BTreeSet<String>) -> Result<Option<String>, ReadError> {
    let name = item.text()?;
    if known.contains(&name) {
        return Ok(Some(name));
    }
    if name != OCTOMAP {
        let near = spelling::nearest(&name, known.iter().map(String::as_str));
        let question = spelling::question(near);
        item.warn(format!(
            "passed over {name:?} in the allowed collision matrix: there is neither a link nor an object of this \
             name{question}"
        ));
    }
    Ok(None)
}
