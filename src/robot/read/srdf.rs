//! What SRDF says of a robot: which links may touch, groups of joints, and named states of these.

mod groups;

use std::collections::HashMap;
use std::path::Path as FilePath;

use super::xml::{self, Element};
use super::{ReadError, files};
use crate::robot::{Robot, RobotError};
use groups::Groups;

/// A joint that fixes or moves the root of a robot in a frame of its surroundings. It is information only: the root is
/// where [`Robot::set_base`] puts it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VirtualJoint {
    /// Its name.
    pub name: String,
    /// fixed, planar or floating.
    pub kind: String,
    /// The frame that the robot is in.
    pub parent_frame: String,
    /// The link of the robot that is in the frame.
    pub child_link: String,
}

/// Groups of joints and named states of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Semantics {
    groups: HashMap<String, Vec<String>>,
    /// By group and name.
    states: HashMap<(String, String), Vec<(String, f64)>>,
    virtual_joints: Vec<VirtualJoint>,
}

impl Semantics {
    /// The joints of a group that have a value of their own: a chain's from its base to its tip, else in the order of the
    /// file.
    pub fn group(&self, name: &str) -> Option<&[String]> {
        self.groups.get(name).map(Vec::as_slice)
    }

    /// The names of the groups, sorted.
    pub fn groups(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.groups.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The values that a named state of a group gives to joints that have a value of their own.
    pub fn state(&self, group: &str, name: &str) -> Option<&[(String, f64)]> {
        let values = self.states.get(&(group.to_owned(), name.to_owned()))?;
        Some(values)
    }

    /// The group and name of every state, sorted.
    pub fn states(&self) -> Vec<(&str, &str)> {
        let names = self.states.keys();
        let mut names: Vec<_> = names.map(|(g, n)| (g.as_str(), n.as_str())).collect();
        names.sort_unstable();
        names
    }

    /// The joints that say where the root is.
    pub fn virtual_joints(&self) -> &[VirtualJoint] {
        &self.virtual_joints
    }
}

/// The semantics in an SRDF file; pairs of links whose collisions are disabled there may touch from then on.
///
/// `disable_default_collisions` of a link lets it touch every link but those that `enable_collisions` names with it. If
/// there is an error the robot stays as it was.
///
/// # Errors
/// [`ReadError`].
pub fn srdf(path: impl AsRef<FilePath>, robot: &mut Robot) -> Result<Semantics, ReadError> {
    let path = path.as_ref();
    read(&files::text(path)?, &files::name(path), robot)
}

/// The semantics in the text of an SRDF file, as [`srdf()`].
///
/// # Errors
/// [`ReadError`], with "SRDF" for the name of the file.
pub fn srdf_str(text: &str, robot: &mut Robot) -> Result<Semantics, ReadError> {
    read(text, "SRDF", robot)
}

fn read(text: &str, file: &str, robot: &mut Robot) -> Result<Semantics, ReadError> {
    let document = xml::parse(text, file)?;
    let root = Element::root(&document, file, "robot")?;
    let pairs = disabled(root, robot)?;
    let semantics = Semantics {
        virtual_joints: root
            .children("virtual_joint")
            .map(|element| virtual_joint(element, robot))
            .collect::<Result<_, _>>()?,
        groups: Groups::new(root, robot)?.resolve()?,
        states: states(root, robot)?,
    };
    for [first, second] in pairs {
        robot
            .allow(&first, &second)
            .map_err(|error| ReadError::robot(root.place(), error))?;
    }
    Ok(semantics)
}

/// The link that an attribute names.
fn link<'a>(element: Element<'a>, attribute: &str, robot: &Robot) -> Result<&'a str, ReadError> {
    let name = element.required(attribute)?;
    match robot.link(name) {
        Ok(_) => Ok(name),
        Err(_) => Err(ReadError::unknown(element.place(), "link", name)),
    }
}

/// The pairs of links that may touch.
fn disabled(root: Element<'_>, robot: &Robot) -> Result<Vec<[String; 2]>, ReadError> {
    let pair = |element| -> Result<_, ReadError> {
        Ok([
            link(element, "link1", robot)?,
            link(element, "link2", robot)?,
        ])
    };
    let enabled = root.children("enable_collisions").map(pair);
    let enabled = enabled.collect::<Result<Vec<_>, _>>()?;
    let mut pairs = Vec::new();
    for element in root.children("disable_default_collisions") {
        let first = link(element, "link", robot)?;
        for second in robot.links() {
            let second = second.name();
            let is_enabled =
                enabled.contains(&[first, second]) || enabled.contains(&[second, first]);
            if second != first && !is_enabled {
                pairs.push([first, second].map(str::to_owned));
            }
        }
    }
    for element in root.children("disable_collisions") {
        pairs.push(pair(element)?.map(str::to_owned));
    }
    Ok(pairs)
}

fn virtual_joint(element: Element<'_>, robot: &Robot) -> Result<VirtualJoint, ReadError> {
    Ok(VirtualJoint {
        name: element.required("name")?.to_owned(),
        kind: element.required("type")?.to_owned(),
        parent_frame: element.required("parent_frame")?.to_owned(),
        child_link: link(element, "child_link", robot)?.to_owned(),
    })
}

type States = HashMap<(String, String), Vec<(String, f64)>>;

fn states(root: Element<'_>, robot: &Robot) -> Result<States, ReadError> {
    let mut states = States::new();
    for state in root.children("group_state") {
        let name = state.required("name")?.to_owned();
        let group = state.required("group")?;
        let mut groups = root.children("group");
        if !groups.any(|element| element.attribute("name") == Some(group)) {
            return Err(ReadError::unknown(state.place(), "group", group));
        }
        let mut values = Vec::new();
        for joint in state.children("joint") {
            values.extend(joint_values(joint, root, robot)?);
        }
        let place = state.place();
        if states
            .insert((group.to_owned(), name.clone()), values)
            .is_some()
        {
            let kind = "group state";
            return Err(ReadError::robot(
                place,
                RobotError::DuplicateName { kind, name },
            ));
        }
    }
    Ok(states)
}

/// The values of the joints that a `<joint>` of a state names, as many as it has values of its own.
fn joint_values(
    element: Element<'_>,
    root: Element<'_>,
    robot: &Robot,
) -> Result<Vec<(String, f64)>, ReadError> {
    let joints = groups::joints(element, root, robot)?;
    let text = element.required("value")?;
    let values = text.split_whitespace().map(files::number);
    let values = values.collect::<Option<Vec<_>>>();
    let values = values.ok_or_else(|| element.malformed("value", "finite numbers", text))?;
    match joints.as_slice() {
        // it is fixed, follows another, or is virtual
        [] => Ok(Vec::new()),
        _ if joints.len() == values.len() => Ok(joints.into_iter().zip(values).collect()),
        _ => Err(element.malformed("value", "one number for each value of the joint", text)),
    }
}
