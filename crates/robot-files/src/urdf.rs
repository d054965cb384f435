//! Robots from URDF.

mod geometry;
mod joint;
mod lookup;
mod words;

use std::path::{Path as FilePath, PathBuf};

use super::warning::Source;
use super::xml::{self, Element};
use super::{ReadError, Reader, files, limits};
use geometry::collisions;
pub(super) use geometry::y_to_z;
use lookup::MeshFinder;
use photofinish_robot::{Joint, JointKind, Link, Robot, RobotError};

/// What the convex pieces of a mesh file are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshPieces {
    /// One: the convex hull of all its vertices.
    #[default]
    Whole,
    /// The convex hull of each of its objects: `solid` in STL, `o` and `g` in OBJ, instance of a geometry in COLLADA. For
    /// files in which a mesh was decomposed into convex parts.
    PerObject,
}

/// How to read a URDF file.
///
/// ```no_run
/// use photofinish_robot_files::{MeshPieces, UrdfOptions, urdf};
///
/// let options = UrdfOptions::new().package_root("install/share").mesh_pieces(MeshPieces::PerObject);
/// let robot = urdf("arm.urdf", &options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    package_roots: Vec<PathBuf>,
    /// Names and folders.
    packages: Vec<(String, PathBuf)>,
    mesh_pieces: MeshPieces,
}

impl UrdfOptions {
    /// No package roots; a mesh is one piece.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more directory that holds packages, or that is one and has a `package.xml`, which meshes are looked for in.
    #[must_use]
    pub fn package_root(mut self, directory: impl Into<PathBuf>) -> Self {
        self.package_roots.push(directory.into());
        self
    }

    /// The package of this name is this folder.
    #[must_use]
    pub fn package(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.packages.push((name.into(), folder.into()));
        self
    }

    /// What the convex pieces of a mesh are.
    #[must_use]
    pub fn mesh_pieces(mut self, pieces: MeshPieces) -> Self {
        self.mesh_pieces = pieces;
        self
    }
}

/// The robot that a URDF file describes: its links, joints and collision geometry.
///
/// - Joints: fixed, revolute, continuous (turning without limits), prismatic, with `mimic`. A planar joint `J` becomes
///   the joints `J/x`, `J/y` and `J/theta`, a floating one `J/x`, `J/y`, `J/z`, `J/roll`, `J/pitch` and `J/yaw`, with
///   links without pieces between them, which have the names of the joints that they hang on. The plane is normal to the
///   axis; its x and y are those of the joint's frame, turned the shortest way that turns z to the axis. Roll, pitch and
///   yaw are about the fixed axes x, y, z, in this order, as everywhere in URDF.
/// - Shapes: box, cylinder and capsule (axis z; the length of a capsule is that between the centres of its caps), sphere,
///   and meshes as STL, OBJ and COLLADA (`.stl`, `.obj`, `.dae`), of which the convex hull is used ([`MeshPieces`]).
/// - COLLADA: the transforms of the nodes and the unit are applied; the up axis is not, as is the convention for URDF.
///   Skinned geometry and transforms by `lookat` and `skew` are errors.
/// - The names of meshes: `package://PACKAGE/REST` and `model://PACKAGE/REST` are looked for in the folders that
///   [`UrdfOptions::package`] says, and as `PACKAGE/REST` in the package roots, then in the directory of the URDF file and
///   all above it. One of these directories may also be the package itself: then the `package.xml` in it names it.
///   A file of that name in a folder that is not the package is never taken: it may be another package's. `file://` and
///   plain names are relative to the directory of the URDF file, or absolute.
/// - Words that resemble those of URDF but are none are errors, and so are unknown words in collision geometry. What
///   simulators, controllers and drawings need (`visual`, `inertial`, `gazebo`, `transmission`, words with a prefix, and
///   such) is passed over. Other words are passed over with a [`Warning`](super::Warning).
/// - What xacro has yet to expand is an error.
/// - Limits that are reversed are exchanged, with a warning.
///
/// # Errors
/// [`ReadError`].
pub fn urdf(path: impl AsRef<FilePath>, options: &UrdfOptions) -> Result<Robot, ReadError> {
    Reader::new().urdf(path, options)
}

/// The robot that the text of a URDF file describes, as [`urdf()`]; meshes are looked for as if the file were in
/// `directory`.
///
/// # Errors
/// [`ReadError`], with "URDF" for the name of the file.
pub fn urdf_str(
    text: &str,
    directory: impl AsRef<FilePath>,
    options: &UrdfOptions,
) -> Result<Robot, ReadError> {
    Reader::new().urdf_str(text, directory, options)
}

impl Reader {
    /// The robot that a URDF file describes, as [`urdf()`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn urdf(
        &self,
        path: impl AsRef<FilePath>,
        options: &UrdfOptions,
    ) -> Result<Robot, ReadError> {
        let path = path.as_ref();
        let (text, name) = (files::text(path)?, files::name(path));
        let directory = path.parent().unwrap_or_else(|| FilePath::new(""));
        read(&text, self.source(&name), directory, options)
    }

    /// The robot that the text of a URDF file describes, as [`urdf_str`].
    ///
    /// # Errors
    /// [`ReadError`], with "URDF" for the name of the file.
    pub fn urdf_str(
        &self,
        text: &str,
        directory: impl AsRef<FilePath>,
        options: &UrdfOptions,
    ) -> Result<Robot, ReadError> {
        read(text, self.source("URDF"), directory.as_ref(), options)
    }
}

fn read(
    text: &str,
    source: Source<'_>,
    directory: &FilePath,
    options: &UrdfOptions,
) -> Result<Robot, ReadError> {
    let text = xml::prepared(text);
    let document = xml::parse(&text, source.name)?;
    let root = Element::root(&document, source, "robot")?;
    // first, because what is left for xacro looks like mistakes
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
    let meshes = MeshFinder::new(directory, options, source.warnings);
    let mut links = Vec::new();
    for element in root.children("link") {
        element.check(&words::LINK)?;
        let mut link = Link::new(element.required("name")?);
        for piece in collisions(element, &meshes)? {
            link = link.with(piece.shape, piece.pose);
        }
        links.push(link);
    }
    let mut joints = Vec::new();
    for element in root.children("joint") {
        joint::read(element, &mut links, &mut joints)?;
    }
    check_mimics(root, &joints)?;
    if !links.is_empty() && links.iter().all(|link| link.pieces().is_empty()) {
        root.warn("no link of the robot has collision geometry: it cannot touch anything");
    }
    let name = root.attribute("name").unwrap_or_default();
    Robot::new(name, links, joints)
        .map_err(|error| ReadError::robot(culprit(root, &error).place(), error))
}

/// A joint that follows a fixed one would stand still, which its author did not mean.
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

/// The element that an error is about: the last one that has the name that the error names, or else the root.
fn culprit<'a>(root: Element<'a>, error: &RobotError) -> Element<'a> {
    let name = match error {
        RobotError::UnknownLink { name }
        | RobotError::UnknownJoint { name }
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
