//! The state of the robot in a planning scene, and what stands beside its objects.

use std::collections::BTreeSet;

use nalgebra::Isometry3;

use super::{keys, object::Object, plain, pose};
use crate::ReadError;
use crate::yaml::Item;
use photofinish_robot::{Joint, Link, Robot, Scene};
use photofinish_spelling as spelling;

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

pub(super) fn same_number(
    owner: &Item<'_>,
    key: &str,
    names: usize,
    found: usize,
) -> Result<(), ReadError> {
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
pub(super) fn read(scene: &mut Scene, state: &Item<'_>, robot: &Robot) -> Result<(), ReadError> {
    state.check(&keys::STATE)?;
    if let Some(joints) = state.get("joint_state") {
        joints.check(&keys::JOINT_STATE)?;
        let names = joints.list_at("name")?;
        let values = joints.list_at("position")?;
        same_number(&joints, "position", names.len(), values.len())?;
        let mut set = BTreeSet::new();
        for (item, value) in names.iter().zip(&values) {
            let name = item.text()?;
            let mut known = robot.joints().iter().map(Joint::name);
            if !known.clone().any(|own| own == name) {
                return Err(ReadError::unknown(item.place(), "joint", &name, &mut known));
            }
            if !set.insert(name.clone()) {
                return Err(item.repeated(&name));
            }
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
        attach(scene, &item, robot)?;
    }
    Ok(())
}

fn attach(scene: &mut Scene, item: &Item<'_>, robot: &Robot) -> Result<(), ReadError> {
    item.check(&keys::ATTACHED)?;
    let name = item.required("link_name")?;
    let link = name.text()?;
    let attached = scene.attached().iter().map(|held| held.object.name());
    let links: Vec<_> = robot
        .links()
        .iter()
        .map(Link::name)
        .chain(attached)
        .collect();
    if !links.contains(&link.as_str()) {
        return Err(ReadError::unknown(name.place(), "link", &link, links));
    }
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
    let mut touching = Vec::new();
    for item in item.list_at("touch_links")? {
        let touched = item.text()?;
        if links.contains(&touched.as_str()) {
            touching.push(touched);
        } else {
            let near = spelling::nearest(&touched, links.iter().copied());
            let question = spelling::question(near);
            item.warn(format!(
                "passed over the unknown link {touched:?} in touch_links{question}"
            ));
        }
    }
    let pose = object.pose;
    scene.attach(link, object.solid(), pose, touching);
    Ok(())
}
