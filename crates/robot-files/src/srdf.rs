//! SRDF: which links of a robot may touch, groups of joints, and named states of groups.

mod groups;
mod words;
mod write;

use std::collections::{BTreeSet, HashMap};
use std::path::Path as FilePath;

use super::warning::Source;
use super::xml::{self, Element};
use super::{ReadError, Reader, files};
use groups::Groups;
use photofinish_robot::{Link, Robot, RobotError};
pub use write::srdf_of_pairs;

/// A joint that fixes or moves the root of a robot in a frame of its surroundings. It has no effect: the root is where
/// [`Robot::set_base`] puts it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VirtualJoint {
    /// The name of the joint.
    pub name: String,
    /// The kind of the joint: fixed, planar or floating.
    pub kind: String,
    /// The frame of the surroundings.
    pub parent_frame: String,
    /// The link of the robot that the joint holds in this frame.
    pub child_link: String,
}

/// Two links that an SRDF lets touch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DisabledPair {
    /// The names of the links.
    pub links: [String; 2],
    /// Why, in the words of the file: `Never` claims that they cannot touch, `Adjacent` that a joint connects them.
    /// Empty if the file gives no reason.
    pub reason: String,
}

/// Groups of joints, and named states of groups.
///
/// ```
/// use photofinish_robot::Path;
/// use photofinish_robot_files::{UrdfOptions, srdf, urdf};
///
/// let mut robot = urdf("../../examples/six_joint_arm/arm.urdf", &UrdfOptions::new())?;
/// let semantics = srdf("../../examples/six_joint_arm/arm.srdf", &mut robot)?;
/// let (joints, values): (Vec<_>, Vec<_>) =
///     semantics.state("arm", "upright").into_iter().flatten().cloned().unzip();
/// assert_eq!(Some(&joints[..]), semantics.group("arm"));
/// let path = Path::new(vec![values, vec![0.0, -0.5, 1.2, 0.0, 0.9, 0.0]]).joints(joints);
/// assert_eq!(path.positions[0], [0.0; 6]);
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Semantics {
    groups: HashMap<String, Vec<String>>,
    /// The states by group and name.
    states: HashMap<(String, String), Vec<(String, f64)>>,
    virtual_joints: Vec<VirtualJoint>,
    disabled: Vec<DisabledPair>,
}

impl Semantics {
    /// Returns the joints of a group that have a value of their own. The joints of a chain are in order from its base
    /// to its tip, others in the order of the file.
    pub fn group(&self, name: &str) -> Option<&[String]> {
        self.groups.get(name).map(Vec::as_slice)
    }

    /// Returns the names of the groups, sorted.
    pub fn groups(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.groups.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Returns the names and values of joints in a named state of a group, for joints that have a value of their own.
    pub fn state(&self, group: &str, name: &str) -> Option<&[(String, f64)]> {
        let values = self.states.get(&(group.to_owned(), name.to_owned()))?;
        Some(values)
    }

    /// Returns the group and name of every state, sorted.
    pub fn states(&self) -> Vec<(&str, &str)> {
        let names = self.states.keys();
        let mut names: Vec<_> = names.map(|(g, n)| (g.as_str(), n.as_str())).collect();
        names.sort_unstable();
        names
    }

    /// Returns the joints that place the root in its surroundings.
    pub fn virtual_joints(&self) -> &[VirtualJoint] {
        &self.virtual_joints
    }

    /// Returns the pairs of links that `disable_collisions` lets touch, in the order of the file. They were allowed in
    /// the robot already.
    pub fn disabled_pairs(&self) -> &[DisabledPair] {
        &self.disabled
    }
}

/// Reads an SRDF file. Pairs of links whose collisions it disables may touch from then on. Returns its groups and
/// states.
///
/// `disable_default_collisions` of a link lets it touch every link and object, and `enable_collisions` lets two links not
/// touch, as in MoveIt 2: pairs come before defaults, also before the default that links may touch which a joint
/// connects, and `disable_collisions` comes last.
///
/// There is a [`Warning`](super::Warning)
/// - if the file is for a robot of another name;
/// - for pairs, groups, states and virtual joints that cannot be applied, because they lack a part, or name links, joints
///   or groups that do not exist. They are passed over; without them a check is only stricter. `enable_collisions` makes
///   a check stricter, so that its links must exist;
/// - for unknown words. Misspelt words of SRDF are errors.
///
/// After an error the robot is unchanged.
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn srdf(path: impl AsRef<FilePath>, robot: &mut Robot) -> Result<Semantics, ReadError> {
    strictly(robot, |reader, robot| reader.srdf(path, robot))
}

/// Reads the text of an SRDF file, as [`srdf()`] does.
///
/// # Errors
/// [`ReadError`] if the text is invalid or there is a warning, with "SRDF" for the name of the file.
pub fn srdf_str(text: &str, robot: &mut Robot) -> Result<Semantics, ReadError> {
    strictly(robot, |reader, robot| reader.srdf_str(text, robot))
}

/// Reads with a reader of which a warning is an error, and leaves the robot unchanged then.
fn strictly(
    robot: &mut Robot,
    read: impl FnOnce(&Reader, &mut Robot) -> Result<Semantics, ReadError>,
) -> Result<Semantics, ReadError> {
    let mut changed = robot.clone();
    let semantics = Reader::strictly(|reader| read(reader, &mut changed))?;
    *robot = changed;
    Ok(semantics)
}

impl Reader {
    /// Reads an SRDF file, as [`srdf()`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read or is invalid.
    pub fn srdf(
        &self,
        path: impl AsRef<FilePath>,
        robot: &mut Robot,
    ) -> Result<Semantics, ReadError> {
        let (text, name) = (files::text(path.as_ref())?, files::name(path.as_ref()));
        read(&text, self.source(&name), robot)
    }

    /// Reads the text of an SRDF file, as [`srdf_str`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the text is invalid, with "SRDF" for the name of the file.
    pub fn srdf_str(&self, text: &str, robot: &mut Robot) -> Result<Semantics, ReadError> {
        read(text, self.source("SRDF"), robot)
    }
}

fn read(text: &str, source: Source<'_>, robot: &mut Robot) -> Result<Semantics, ReadError> {
    let text = xml::prepared(text);
    let document = xml::parse(&text, source.name)?;
    let root = Element::root(&document, source, "robot")?;
    root.check_expanded(&[])?;
    words::check(root)?;
    check_name(root, root.attribute("name").unwrap_or_default(), robot);
    let mut changed = robot.clone();
    touching(root, &mut changed)?;
    let groups = Groups::new(root, robot)?.resolve()?;
    let semantics = Semantics {
        virtual_joints: root
            .children("virtual_joint")
            .filter_map(|element| applied(element, virtual_joint(element, robot)))
            .collect(),
        states: states(root, robot, &groups)?,
        groups,
        disabled: disabled(root, robot),
    };
    *robot = changed;
    Ok(semantics)
}

/// Warns of a file that is for another robot.
fn check_name(root: Element<'_>, name: &str, robot: &Robot) {
    if let Some(message) = another_robot(name, robot) {
        root.warn(message);
    }
}

/// Returns what to say of a file for a robot of this name, unless it is the robot's, or one of them has no name.
pub(super) fn another_robot(name: &str, robot: &Robot) -> Option<String> {
    let own = robot.name();
    let differs = name != own && !name.is_empty() && !own.is_empty();
    differs.then(|| format!("this is for the robot {name:?}, but the robot is {own:?}"))
}

/// Returns the content of a rule. If the rule cannot be applied, returns none and keeps a warning.
fn applied<T>(element: Element<'_>, result: Result<T, ReadError>) -> Option<T> {
    let error = match result {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let rule = match element.attribute("name") {
        Some(owner) => format!("{} {owner:?}", element.tag()),
        None => format!("<{}>", element.tag()),
    };
    element.warn(format!("passed over {rule}: {}", error.message()));
    None
}

/// Returns the link that an attribute names.
fn link<'a>(element: Element<'a>, attribute: &str, robot: &Robot) -> Result<&'a str, ReadError> {
    let name = element.required(attribute)?;
    if robot.links().iter().any(|link| link.name() == name) {
        Ok(name)
    } else {
        let known = robot.links().iter().map(Link::name);
        Err(ReadError::unknown(element.place(), "link", name, known))
    }
}

/// Lets links touch, or not.
fn touching(root: Element<'_>, robot: &mut Robot) -> Result<(), ReadError> {
    let bad = |error| ReadError::robot(root.place(), error);
    for element in root.children("disable_default_collisions") {
        if let Some(link) = applied(element, link(element, "link", robot)) {
            robot.allow_everywhere(link).map_err(bad)?;
        }
    }
    for element in root.children("enable_collisions") {
        let [first, second] = pair(element, robot)?;
        robot.forbid(first, second).map_err(bad)?;
    }
    for element in root.children("disable_collisions") {
        if let Some([first, second]) = applied(element, pair(element, robot)) {
            robot.allow(first, second).map_err(bad)?;
        }
    }
    Ok(())
}

/// Returns the pairs of known links that may touch. Those of others were warned of.
fn disabled(root: Element<'_>, robot: &Robot) -> Vec<DisabledPair> {
    let pairs = root.children("disable_collisions").filter_map(|element| {
        let links = pair(element, robot).ok()?;
        Some(DisabledPair {
            links: links.map(str::to_owned),
            reason: element.attribute("reason").unwrap_or_default().to_owned(),
        })
    });
    pairs.collect()
}

fn pair<'a>(element: Element<'a>, robot: &Robot) -> Result<[&'a str; 2], ReadError> {
    let link = |attribute| link(element, attribute, robot);
    Ok([link("link1")?, link("link2")?])
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

fn states(
    root: Element<'_>,
    robot: &Robot,
    groups: &HashMap<String, Vec<String>>,
) -> Result<States, ReadError> {
    let mut states = States::new();
    for state in root.children("group_state") {
        let Some(values) = applied(state, state_values(state, robot, groups)) else {
            continue;
        };
        let (group, name) = (state.required("group")?, state.required("name")?);
        let former = states.insert((group.to_owned(), name.to_owned()), values);
        if former.is_some() {
            let (kind, name) = ("group state", name.to_owned());
            let error = RobotError::DuplicateName { kind, name };
            return Err(ReadError::robot(state.place(), error));
        }
    }
    Ok(states)
}

fn state_values(
    state: Element<'_>,
    robot: &Robot,
    groups: &HashMap<String, Vec<String>>,
) -> Result<Vec<(String, f64)>, ReadError> {
    state.required("name")?;
    let group = state.required("group")?;
    if !groups.contains_key(group) {
        let known = groups.keys().map(String::as_str).collect::<BTreeSet<_>>();
        return Err(ReadError::unknown(state.place(), "group", group, known));
    }
    let mut values = Vec::new();
    for joint in state.children("joint") {
        values.extend(joint_values(joint, robot)?);
    }
    Ok(values)
}

/// Returns the values that a `<joint>` of a state gives: one for each value that the joint has of its own.
fn joint_values(element: Element<'_>, robot: &Robot) -> Result<Vec<(String, f64)>, ReadError> {
    let joints = groups::joints(element, robot)?;
    let text = element.required("value")?;
    let values = text.split_whitespace().map(files::number);
    let values = values.collect::<Option<Vec<_>>>();
    let values = values.ok_or_else(|| element.malformed("value", "finite numbers", text))?;
    match joints.as_slice() {
        // the joint is fixed, follows another, or is virtual
        [] => Ok(Vec::new()),
        _ if joints.len() == values.len() => Ok(joints.into_iter().zip(values).collect()),
        _ => Err(element.malformed("value", "one number for each value of the joint", text)),
    }
}
