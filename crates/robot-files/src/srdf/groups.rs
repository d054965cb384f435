//! Groups as lists of joints.

use std::collections::HashMap;

use super::{applied, link};
use crate::ReadError;
use crate::xml::Element;
use photofinish_robot::{Joint, Robot, RobotError};

/// The groups of a file, of which some are resolved.
pub(super) struct Groups<'a> {
    root: Element<'a>,
    robot: &'a Robot,
    elements: HashMap<&'a str, Element<'a>>,
    resolved: HashMap<String, Vec<String>>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(root: Element<'a>, robot: &'a Robot) -> Result<Self, ReadError> {
        let mut elements = HashMap::new();
        for element in root.children("group") {
            let name = element.required("name")?;
            if elements.insert(name, element).is_some() {
                let (kind, name) = ("group", name.to_owned());
                let error = RobotError::DuplicateName { kind, name };
                return Err(ReadError::robot(element.place(), error));
            }
        }
        Ok(Self {
            root,
            robot,
            elements,
            resolved: HashMap::new(),
        })
    }

    /// Returns the joints of every group that have a value of their own. A group that names something unknown is left
    /// out as a whole: otherwise the values of the missing joint would go to the joints after it.
    pub(super) fn resolve(mut self) -> Result<HashMap<String, Vec<String>>, ReadError> {
        // a group that holds only resolved groups is resolved next; if no group does, the rest is a ring
        let mut waiting: Vec<_> = self.root.children("group").collect();
        while !waiting.is_empty() {
            let mut still = Vec::new();
            for &element in &waiting {
                let name = element.required("name")?;
                match applied(element, self.group(element)) {
                    Some(Some(joints)) => {
                        self.resolved.insert(name.to_owned(), joints);
                    }
                    Some(None) => still.push(element),
                    None => {
                        self.elements.remove(name);
                    }
                }
            }
            if still.len() == waiting.len() {
                let name = still[0].required("name")?.to_owned();
                let error = RobotError::Ring { name };
                return Err(ReadError::robot(still[0].place(), error));
            }
            waiting = still;
        }
        Ok(self.resolved)
    }

    /// Returns the joints of a group; none if it holds a group that is not resolved yet.
    fn group(&self, group: Element<'_>) -> Result<Option<Vec<String>>, ReadError> {
        let mut joints: Vec<String> = Vec::new();
        for part in group.elements() {
            let found = match part.tag() {
                "chain" => self.chain(part)?,
                "link" => self.above(part)?,
                "joint" => self::joints(part, self.robot)?,
                "group" => {
                    let name = part.required("name")?;
                    if !self.elements.contains_key(name) {
                        let known = self.root.children("group");
                        let known = known.filter_map(|group| group.attribute("name"));
                        return Err(ReadError::unknown(part.place(), "group", name, known));
                    }
                    match self.resolved.get(name) {
                        Some(joints) => joints.clone(),
                        None => return Ok(None),
                    }
                }
                _ => Vec::new(),
            };
            for joint in found {
                if !joints.contains(&joint) {
                    joints.push(joint);
                }
            }
        }
        Ok(Some(joints))
    }

    /// Returns the joints between two links, beginning at the link nearer to the root.
    fn chain(&self, element: Element<'_>) -> Result<Vec<String>, ReadError> {
        let base = link(element, "base_link", self.robot)?;
        let tip = link(element, "tip_link", self.robot)?;
        let mut joints = Vec::new();
        let mut at = tip;
        while at != base {
            let Some(joint) = parent(self.robot, at) else {
                let expected = "a link that the base link carries";
                return Err(element.malformed("tip_link", expected, tip));
            };
            if joint.is_free() {
                joints.push(joint.name().to_owned());
            }
            at = joint.parent();
        }
        joints.reverse();
        Ok(joints)
    }

    /// Returns the joint that a link hangs on.
    fn above(&self, element: Element<'_>) -> Result<Vec<String>, ReadError> {
        let joint = parent(self.robot, link(element, "name", self.robot)?);
        let free = joint.into_iter().filter(|joint| joint.is_free());
        Ok(free.map(|joint| joint.name().to_owned()).collect())
    }
}

fn parent<'r>(robot: &'r Robot, link: &str) -> Option<&'r Joint> {
    robot.joints().iter().find(|joint| joint.child() == link)
}

/// Returns the one-value joints that a `<joint>` stands for: the joint itself, or those that it was taken apart into. A
/// virtual joint is not a joint of the robot.
pub(super) fn joints(element: Element<'_>, robot: &Robot) -> Result<Vec<String>, ReadError> {
    let name = element.required("name")?;
    let named = |joint: &&Joint| joint.name() == name;
    let part = |joint: &&Joint| {
        let step = joint.name().strip_prefix(name);
        step.is_some_and(|step| step.starts_with('/'))
    };
    let all = robot.joints().iter();
    let mut found: Vec<_> = all.clone().filter(named).collect();
    if found.is_empty() {
        found = all.filter(part).collect();
    }
    let mut virtual_joints = element.file_root().children("virtual_joint");
    if found.is_empty() && !virtual_joints.any(|joint| joint.attribute("name") == Some(name)) {
        let known = robot.joints().iter().map(Joint::name);
        return Err(ReadError::unknown(element.place(), "joint", name, known));
    }
    let free = found.into_iter().filter(|joint| joint.is_free());
    Ok(free.map(|joint| joint.name().to_owned()).collect())
}
