//! What meshes become, by robot, link and file.

use std::path::PathBuf;

#[cfg(feature = "decompose")]
use photofinish_meshes::Decomposer;

/// What a mesh of a robot becomes.
///
/// No mesh becomes a bare surface, so triangles are not among these: there is nothing to touch between them, and an
/// object that is inside a link when a path begins would be clear.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum MeshShape {
    /// The convex hull of all vertices, unless it touches other links of the robot at rest where its pieces do not:
    /// then its pieces. They are those of a convex decomposition, made with the feature `decompose`.
    ///
    /// At rest all joints are at 0, or at the limit nearest to 0 ([`Robot::rest`](photofinish_robot::Robot::rest)).
    /// Links that a joint connects, and links that do not move past each other, may touch. A hull that touches nothing
    /// at rest may still touch where the mesh does not, at other joint values: take pieces if that matters.
    #[default]
    Automatic,
    /// One piece: the convex hull of all vertices.
    Hull,
    /// A piece for each object of the file, its convex hull: `solid` in STL, `o` and `g` in OBJ, an instance of a
    /// geometry in COLLADA. This is for files in which a mesh was decomposed into convex parts.
    Objects,
    /// The pieces of a convex decomposition. They cover all of the surface. The inside of a closed surface is filled up
    /// to about a voxel from it, and pieces near the surface mostly cover that too; a surface with wide holes has no
    /// inside but that of its pieces ([`Decomposer::decompose`]). A mesh that is convex already is one piece, its hull.
    /// Meshes as STL and OBJ can be decomposed, COLLADA cannot.
    #[cfg(feature = "decompose")]
    Decomposed(Decomposer),
    /// The convex hulls of the objects of another file, which is in the frame and the unit of the mesh. The scale of
    /// the mesh applies to them. It is a [`Warning`](crate::Warning) if points of the mesh are outside of all of them.
    Given(PathBuf),
}

/// The choices of a robot.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    pub(super) all: MeshShape,
    pub(super) links: Vec<(String, MeshShape)>,
    pub(super) files: Vec<(String, MeshShape)>,
}

impl Choices {
    /// Returns what the mesh with this file name in a link becomes. The last choice for the file counts, else the last
    /// one for the link, else that for the robot.
    pub(super) fn of(&self, link: &str, name: &str) -> &MeshShape {
        let of_file = self
            .files
            .iter()
            .rev()
            .find(|(file, _)| is_file(file, name));
        let of_link = self.links.iter().rev().find(|(other, _)| other == link);
        of_file.or(of_link).map_or(&self.all, |(_, shape)| shape)
    }
}

/// Returns whether the file name of a mesh is this one, as a whole or without its folders.
pub(super) fn is_file(file: &str, name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next();
    name == file || last == Some(file)
}
