//! The words of SRDF, and words that others have added to it.

use crate::ReadError;
use crate::xml::{Element, Words};

const EMPTY: Words = Words {
    attributes: &[],
    idle_attributes: &[],
    single: &[],
    several: &[],
    idle: &[],
    elsewhere: &[],
    open: true,
};

const ROBOT: Words = Words {
    attributes: &["name"],
    idle_attributes: &["version"],
    several: &[
        "group",
        "group_state",
        "virtual_joint",
        "disable_collisions",
        "enable_collisions",
        "disable_default_collisions",
    ],
    idle: &[
        "end_effector",
        "passive_joint",
        "joint_property",
        "link_sphere_approximation",
        // words of Pinocchio and HPP
        "gripper",
        "handle",
        "rotor_params",
        "specificities",
    ],
    ..EMPTY
};

const GROUP: Words = Words {
    attributes: &["name"],
    several: &["chain", "link", "joint", "group"],
    // it has no value to be given
    idle: &["passive_joint"],
    open: false,
    ..EMPTY
};

const GROUP_STATE: Words = Words {
    attributes: &["name", "group"],
    several: &["joint"],
    open: false,
    ..EMPTY
};

/// Returns the words of an element that has these attributes and nothing else.
const fn of(attributes: &'static [&'static str]) -> Words {
    Words {
        attributes,
        ..EMPTY
    }
}

/// Checks the words of a whole file.
pub(super) fn check(root: Element<'_>) -> Result<(), ReadError> {
    root.check(&ROBOT)?;
    for element in root.elements() {
        match element.tag() {
            "group" => {
                element.check(&GROUP)?;
                for part in element.elements() {
                    let words = match part.tag() {
                        "chain" => of(&["base_link", "tip_link"]),
                        _ => of(&["name"]),
                    };
                    part.check(&words)?;
                }
            }
            "group_state" => {
                element.check(&GROUP_STATE)?;
                for joint in element.children("joint") {
                    joint.check(&of(&["name", "value"]))?;
                }
            }
            "virtual_joint" => {
                element.check(&of(&["name", "type", "parent_frame", "child_link"]))?;
            }
            "disable_collisions" | "enable_collisions" => {
                element.check(&of(&["link1", "link2", "reason"]))?;
            }
            "disable_default_collisions" => element.check(&of(&["link", "reason"]))?,
            _ => {}
        }
    }
    Ok(())
}
