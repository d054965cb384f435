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

/// How a mesh file becomes convex pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshPieces {
    /// One piece: the convex hull of all vertices.
    #[default]
    Whole,
    /// A piece for each object, its convex hull: `solid` in STL, `o` and `g` in OBJ, an instance of a geometry in
    /// COLLADA. This is for files in which a mesh was decomposed into convex parts.
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
    /// Names of packages, and their folders.
    packages: Vec<(String, PathBuf)>,
    mesh_pieces: MeshPieces,
}

impl UrdfOptions {
    /// Returns the default options: no package roots, and one piece for each mesh.
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

    /// Sets how a mesh file becomes convex pieces.
    #[must_use]
    pub fn mesh_pieces(mut self, pieces: MeshPieces) -> Self {
        self.mesh_pieces = pieces;
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
///   ([`MeshPieces`]).
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
/// - Content that xacro has yet to expand is an error.
/// - Reversed limits are exchanged, with a warning.
///
/// # Errors
/// [`ReadError`] if the file or a mesh cannot be read or is invalid.
pub fn urdf(path: impl AsRef<FilePath>, options: &UrdfOptions) -> Result<Robot, ReadError> {
    Reader::new().urdf(path, options)
}

/// Reads a robot from the text of a URDF file, as [`urdf()`] does. Meshes are looked for as if the file were in
/// `directory`.
///
/// # Errors
/// [`ReadError`] if the text or a mesh is invalid, with "URDF" for the name of the file.
pub fn urdf_str(
    text: &str,
    directory: impl AsRef<FilePath>,
    options: &UrdfOptions,
) -> Result<Robot, ReadError> {
    Reader::new().urdf_str(text, directory, options)
}

impl Reader {
    /// Reads a robot from a URDF file, as [`urdf()`] does.
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
        read(&text, self.source(&name), directory, options)
    }

    /// Reads a robot from the text of a URDF file, as [`urdf_str`] does.
    ///
    /// # Errors
    /// [`ReadError`] if the text or a mesh is invalid, with "URDF" for the name of the file.
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
