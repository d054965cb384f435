//! Robots from URDF.
//!
//! `plan` holds the links with what their meshes became (`mesh_use`, by the choices in `shape`). `rest` builds the robot
//! with hulls, and decomposes the meshes of links that touch at rest. `lost` refuses what stands where it is not read.

mod geometry;
mod joint;
mod lookup;
mod lost;
mod mesh_use;
mod plan;
#[cfg(feature = "decompose")]
mod rest;
mod shape;
mod words;

pub use shape::MeshShape;

use std::path::{Path as FilePath, PathBuf};

use super::warning::Source;
use super::xml::{self, Element};
use super::{ReadError, Reader, files, limits};
pub(super) use geometry::y_to_z;
use lookup::MeshFinder;
use photofinish_robot::{Joint, JointKind, Robot, RobotError};
use plan::LinkPlan;
use shape::{Choices, is_file};

/// How to read a URDF file.
///
/// ```no_run
/// use photofinish_robot_files::{Decomposer, MeshShape, Reader, UrdfOptions};
///
/// let options = UrdfOptions::new()
///     .package_root("install/share")
///     .meshes(MeshShape::Decomposed(Decomposer::new()))
///     .meshes_of_link("tool", MeshShape::Hull)
///     .mesh_file("forearm.stl", MeshShape::Given("forearm_pieces.obj".into()));
/// let reader = Reader::new();
/// let robot = reader.urdf("arm.urdf", &options)?;
/// for mesh in reader.meshes() {
///     println!("{mesh}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    package_roots: Vec<PathBuf>,
    /// Names of packages, and their folders.
    packages: Vec<(String, PathBuf)>,
    choices: Choices,
    /// The folder in which cuts of meshes are kept.
    #[cfg(feature = "decompose")]
    cuts: Option<PathBuf>,
    /// Links that need no collision geometry.
    drawn_only: Vec<String>,
}

impl UrdfOptions {
    /// Returns the default options: no package roots, and [`MeshShape::Automatic`] for each mesh.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a directory in which packages are looked for. It may also be a package itself, with a `package.xml`.
    #[must_use]
    pub fn package_root(mut self, directory: impl Into<PathBuf>) -> Self {
        self.package_roots.push(directory.into());
        self
    }

    /// Sets the folder of a package.
    #[must_use]
    pub fn package(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.packages.push((name.into(), folder.into()));
        self
    }

    /// Keeps the cuts of decomposed meshes in this folder, so that they take far less time when they are read again
    /// (`Decomposer::decompose_kept`). Several processes may share it.
    #[cfg(feature = "decompose")]
    #[must_use]
    pub fn keep_cuts(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cuts = Some(folder.into());
        self
    }

    /// Lets a link have no collision geometry, although it is drawn, without a [`Warning`](super::Warning). It is an error
    /// if the robot has no such link.
    #[must_use]
    pub fn drawn_only(mut self, link: impl Into<String>) -> Self {
        self.drawn_only.push(link.into());
        self
    }

    /// Sets what meshes become, where nothing else is set for their link or file.
    #[must_use]
    pub fn meshes(mut self, shape: MeshShape) -> Self {
        self.choices.all = shape;
        self
    }

    /// Sets what the meshes of a link become, where nothing else is set for their files. It is an error if the robot
    /// has no such link.
    #[must_use]
    pub fn meshes_of_link(mut self, link: impl Into<String>, shape: MeshShape) -> Self {
        self.choices.links.push((link.into(), shape));
        self
    }

    /// Sets what a mesh file becomes, in any link. The file is named as in the URDF, with or without its folders. It is
    /// an error if the URDF names no such file.
    #[must_use]
    pub fn mesh_file(mut self, file: impl Into<String>, shape: MeshShape) -> Self {
        self.choices.files.push((file.into(), shape));
        self
    }
}

/// Reads a robot from a URDF file: its links, joints and collision geometry.
///
/// - Joints: fixed, revolute, continuous (turning without limits) and prismatic, with `mimic`.
/// - Joints of several values: a planar joint `J` becomes the joints `J/x`, `J/y` and `J/theta`. A floating one becomes
///   `J/x`, `J/y`, `J/z`, `J/roll`, `J/pitch` and `J/yaw`. Between them are links without pieces, each with the name of
///   the joint that it hangs on. The plane is normal to the axis; its x and y are the axes of the joint's frame, turned
///   by the shortest turn of z to the axis. Roll, pitch and yaw are about the fixed axes x, y, z, in this order, as
///   everywhere in URDF.
/// - Shapes: box, sphere, cylinder and capsule (axis z; the length of a capsule is the distance between the centres of
///   its caps), and meshes as STL, OBJ and COLLADA (`.stl`, `.obj`, `.dae`). Meshes become convex hulls
///   or pieces ([`MeshShape`]); [`Reader::meshes`] tells which.
/// - COLLADA: the transforms of the nodes and the unit are applied; the up axis is not, as is the convention for URDF.
///   Skinned geometry and transforms by `lookat` and `skew` are errors.
/// - The names of meshes: `package://PACKAGE/REST` and `model://PACKAGE/REST` are looked for in the folders set by
///   [`UrdfOptions::package`], and as `PACKAGE/REST` in the package roots, then in the directory of the URDF file and
///   all above it. One of these directories may also be the package itself, if the `package.xml` in it names it.
///   A file with the right name in any other folder is never used, as it may belong to another package. `file://` and
///   plain names are absolute, or relative to the directory of the URDF file.
/// - Misspelt words of URDF are errors, and so are unknown words in collision geometry. Content for simulators,
///   controllers and drawings is ignored (`visual`, `inertial`, `gazebo`, `transmission`, words with a prefix, and the
///   like). Other words are ignored with a [`Warning`](super::Warning).
/// - Links, joints and collision geometry in any other place than that of URDF are an error: a `<group>` of links, for
///   instance. Within content for simulators they are a warning.
/// - Links that are drawn but have no collision geometry are a warning, as they cannot touch anything.
///   [`UrdfOptions::drawn_only`] says of a link that this is right.
/// - Content that xacro has yet to expand is an error.
/// - Limits that a `<limit>` leaves out are 0, as URDF has it. Reversed ones are exchanged, with a warning. The soft
///   limits of a `<safety_controller>` narrow them, as in MoveIt 2.
///
/// # Errors
/// [`ReadError`] if the file or a mesh cannot be read or is invalid, or if there is a warning.
pub fn urdf(path: impl AsRef<FilePath>, options: &UrdfOptions) -> Result<Robot, ReadError> {
    Reader::strictly(|reader| reader.urdf(path, options))
}

/// Reads a robot from the text of a URDF file, as [`urdf()`] does. Meshes are looked for as if the file were in
/// `directory`.
///
/// # Errors
/// [`ReadError`] if the text or a mesh is invalid, or there is a warning, with "URDF" for the name of the file.
pub fn urdf_str(
    text: &str,
    directory: impl AsRef<FilePath>,
    options: &UrdfOptions,
) -> Result<Robot, ReadError> {
    Reader::strictly(|reader| reader.urdf_str(text, directory, options))
}

impl Reader {
    /// Reads a robot from a URDF file, as [`urdf()`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file or a mesh cannot be read or is invalid.
    pub fn urdf(
        &self,
        path: impl AsRef<FilePath>,
        options: &UrdfOptions,
    ) -> Result<Robot, ReadError> {
        let path = path.as_ref();
        let (text, name) = (files::text(path)?, files::name(path));
        let directory = path.parent().unwrap_or_else(|| FilePath::new(""));
        read(&text, (self, self.source(&name)), directory, options)
    }

    /// Reads a robot from the text of a URDF file, as [`urdf_str`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the text or a mesh is invalid, with "URDF" for the name of the file.
    pub fn urdf_str(
        &self,
        text: &str,
        directory: impl AsRef<FilePath>,
        options: &UrdfOptions,
    ) -> Result<Robot, ReadError> {
        read(
            text,
            (self, self.source("URDF")),
            directory.as_ref(),
            options,
        )
    }
}

fn read(
    text: &str,
    (reader, source): (&Reader, Source<'_>),
    directory: &FilePath,
    options: &UrdfOptions,
) -> Result<Robot, ReadError> {
    let text = xml::declared(xml::prepared(text), "robot", source.name)?;
    let document = xml::parse(&text, source.name)?;
    let root = Element::root(&document, source, "robot")?;
    // this comes first, because content for xacro looks like mistakes
    root.check_expanded(words::EXTENSIONS)?;
    root.check(&words::ROBOT)?;
    for (tag, what, most) in [
        ("link", "the number of links", limits::LINKS),
        ("joint", "the number of joints", limits::JOINTS),
    ] {
        if root.children(tag).count() > most {
            return Err(ReadError::too_large(source.place(), what, most));
        }
    }
    check_choices(root, options)?;
    let meshes = MeshFinder::new(directory, options, source.warnings);
    let plans = root
        .children("link")
        .map(|link| LinkPlan::read(link, &meshes));
    let plans = plans.collect::<Result<Vec<_>, _>>()?;
    let mut links: Vec<_> = plans.iter().map(LinkPlan::link).collect();
    let mut joints = Vec::new();
    for element in root.children("joint") {
        joint::read(element, &mut links, &mut joints)?;
    }
    check_mimics(root, &joints)?;
    lost::check(root)?;
    if !links.is_empty() && links.iter().all(|link| link.pieces().is_empty()) {
        root.warn("no link of the robot has collision geometry: it cannot touch anything");
    } else {
        lost::warn_of_bare_links(root, &options.drawn_only);
    }
    let name = root.attribute("name").unwrap_or_default();
    let built = |plans: &[LinkPlan<'_>]| {
        let mut links = links.clone();
        for (link, plan) in links.iter_mut().zip(plans) {
            *link = plan.link();
        }
        Robot::new(name, links, joints.clone())
    };
    let (robot, plans) = settled(plans, built)
        .map_err(|error| ReadError::robot(culprit(root, &error).place(), error))?;
    let mut reports = reader.meshes.borrow_mut();
    reports.extend(plans.iter().flat_map(LinkPlan::reports));
    Ok(robot)
}

/// Builds the robot, once more if meshes become pieces instead of hulls.
fn settled<'a>(
    #[cfg_attr(not(feature = "decompose"), expect(unused_mut))] mut plans: Vec<LinkPlan<'a>>,
    built: impl Fn(&[LinkPlan<'a>]) -> Result<Robot, RobotError>,
) -> Result<(Robot, Vec<LinkPlan<'a>>), RobotError> {
    let robot = built(&plans)?;
    #[cfg(feature = "decompose")]
    if rest::settle(&mut plans, &robot, &built)? {
        return Ok((built(&plans)?, plans));
    }
    Ok((robot, plans))
}

/// Checks that the robot has the links and files that choices are about.
fn check_choices(root: Element<'_>, options: &UrdfOptions) -> Result<(), ReadError> {
    let choices = &options.choices;
    let links = choices.links.iter().map(|(link, _)| link);
    for link in links.chain(&options.drawn_only) {
        let mut names = root
            .children("link")
            .filter_map(|own| own.attribute("name"));
        if !names.any(|name| name == link) {
            let known = root
                .children("link")
                .filter_map(|own| own.attribute("name"));
            return Err(ReadError::unknown(root.place(), "link", link, known));
        }
    }
    for (file, _) in &choices.files {
        let meshes = root.descendants().filter(|own| own.tag() == "mesh");
        let mut names = meshes.filter_map(|mesh| mesh.attribute("filename"));
        if !names.any(|name| is_file(file, name)) {
            let known = root.descendants().filter(|own| own.tag() == "mesh");
            let known = known.filter_map(|mesh| mesh.attribute("filename"));
            return Err(ReadError::unknown(root.place(), "mesh file", file, known));
        }
    }
    Ok(())
}

/// Checks that no joint follows a fixed one: it would stand still, which its author did not mean.
fn check_mimics(root: Element<'_>, joints: &[Joint]) -> Result<(), ReadError> {
    let by_name = |name: &str| joints.iter().find(|joint| joint.name() == name);
    for mimic in root
        .children("joint")
        .filter_map(|joint| joint.child("mimic"))
    {
        let follower = mimic.parent_name().and_then(by_name);
        let followed = mimic.required("joint")?;
        let is_fixed = |joint: &Joint| joint.kind() == JointKind::Fixed;
        if follower.is_some_and(|joint| !is_fixed(joint)) && by_name(followed).is_some_and(is_fixed)
        {
            return Err(mimic.malformed("joint", "a joint that moves", followed));
        }
    }
    Ok(())
}

/// Returns the element that an error is about: the last one with the name in the error, or else the root.
fn culprit<'a>(root: Element<'a>, error: &RobotError) -> Element<'a> {
    let name = match error {
        RobotError::UnknownLink { name, .. }
        | RobotError::UnknownJoint { name, .. }
        | RobotError::DuplicateName { name, .. }
        | RobotError::Ring { name }
        | RobotError::TwoParents { link: name }
        | RobotError::TwoRoots { second: name, .. }
        | RobotError::ReversedLimits { joint: name, .. }
        | RobotError::BadValue { owner: name, .. } => name,
        _ => return root,
    };
    let parts = root.elements().flat_map(|part| {
        let is_described = matches!(part.tag(), "link" | "joint");
        std::iter::once(part)
            .chain(part.elements())
            .filter(move |_| is_described)
    });
    parts
        .filter(|element| element.attributes().any(|value| value == name))
        .last()
        .unwrap_or(root)
}
