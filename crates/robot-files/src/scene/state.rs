//! The parts of a planning scene beside its objects: pairs that may touch, and the state of the robot.

use nalgebra::Isometry3;

use super::{keys, object::Object, plain, pose};
use crate::ReadError;
use crate::yaml::Item;
use photofinish_robot::Scene;

/// Refuses an octomap, unless it is empty: it is an obstacle that would be lost.
pub(super) fn no_octomap(world: &Item<'_>) -> Result<(), ReadError> {
    let map = world.get("octomap").and_then(|map| map.get("octomap"));
    let Some(map) = map else {
        return Ok(());
    };
    match map.list_at("data")?.first() {
        None => Ok(()),
        Some(data) => Err(ReadError::unsupported(
            data.place(),
            "an octomap",
            "use boxes",
        )),
    }
}

/// Warns of padding: planners make links larger by it, a check does not.
pub(super) fn warn_of_padding(scene: &Item<'_>) -> Result<(), ReadError> {
    for (key, value, none) in [
        ("link_padding", "padding", 0.0),
        ("link_scale", "scale", 1.0),
    ] {
        for item in scene.list_at(key)? {
            let is_none = match item.get(value) {
                Some(size) => size.number()? == none,
                None => false,
            };
            if !is_none {
                item.warn(format!("passed over {key}: links are checked as they are"));
            }
        }
    }
    Ok(())
}

/// Adds the pairs that may touch according to the matrix.
pub(super) fn allow(scene: &mut Scene, matrix: &Item<'_>) -> Result<(), ReadError> {
    matrix.check(&keys::MATRIX)?;
    let names = matrix.get("entry_names");
    let names = names.map_or(Ok(Vec::new()), |names| names.texts())?;
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
            if rows[first][second] != rows[second][first] {
                return Err(ReadError::malformed(
                    matrix.place(),
                    format!("the entry of {:?} and {:?}", names[second], names[first]),
                    "the same in both rows",
                    "true in one",
                ));
            }
            if rows[first][second] {
                scene.allow(&names[second], &names[first]);
            }
        }
    }
    defaults(scene, matrix)
}

fn defaults(scene: &mut Scene, matrix: &Item<'_>) -> Result<(), ReadError> {
    let names = matrix.list_at("default_entry_names")?;
    let values = matrix.list_at("default_entry_values")?;
    same_number(matrix, "default_entry_values", names.len(), values.len())?;
    for (name, value) in names.iter().zip(&values) {
        if value.bool()? {
            scene.allow_everywhere(name.text()?);
        }
    }
    Ok(())
}

fn same_number(owner: &Item<'_>, key: &str, names: usize, found: usize) -> Result<(), ReadError> {
    if names == found {
        return Ok(());
    }
    Err(ReadError::malformed(
        owner.place(),
        format!("the number of {key} of {}", owner.what()),
        "that of the names",
        &format!("{found}, not {names}"),
    ))
}

/// Adds the joint values and attached objects of the robot's state.
pub(super) fn robot(scene: &mut Scene, state: &Item<'_>) -> Result<(), ReadError> {
    state.check(&keys::STATE)?;
    if let Some(joints) = state.get("joint_state") {
        joints.check(&keys::JOINT_STATE)?;
        let names = joints.list_at("name")?;
        let values = joints.list_at("position")?;
        same_number(&joints, "position", names.len(), values.len())?;
        for (name, value) in names.iter().zip(&values) {
            let name = name.text()?;
            let value = value.clone().named(format!("the value of joint {name:?}"));
            scene.set_joint(name, value.number()?);
        }
    }
    if let Some(joints) = state.get("multi_dof_joint_state") {
        joints.check(&keys::MULTI_JOINT_STATE)?;
        for transform in joints.list_at("transforms")? {
            if pose::transform(&transform)? != Isometry3::identity() {
                return Err(ReadError::unsupported(
                    transform.place(),
                    "a joint of several values that moves the robot",
                    "give the robot its base, and leave the transform the identity",
                ));
            }
        }
    }
    for item in state.list_at("attached_collision_objects")? {
        attach(scene, &item)?;
    }
    Ok(())
}

fn attach(scene: &mut Scene, item: &Item<'_>) -> Result<(), ReadError> {
    item.check(&keys::ATTACHED)?;
    let link = item.required("link_name")?.text()?;
    let object = Object::read(item.required("object")?)?;
    let frame = object.frame.as_deref().unwrap_or_default();
    if plain(frame) != plain(&link) {
        return Err(ReadError::unsupported(
            object.place,
            format!(
                "the frame {frame:?} of the attached object {:?}",
                object.link.name()
            ),
            "it must be the link that holds the object",
        ));
    }
    let touching = item.get("touch_links");
    let touching = touching.map_or(Ok(Vec::new()), |links| links.texts())?;
    scene.attach(link, object.link, object.pose, touching);
    Ok(())
}
