//! A reader that keeps warnings, and what became of meshes.

use std::cell::RefCell;

use super::warning::{Source, Warnings};
use super::{MeshReport, ReadError, Warning};

/// Reads files, and keeps warnings about them, and what became of meshes. The functions of this module take a warning for
/// an error; a reader goes on.
///
/// ```
/// use photofinish_robot_files::{Reader, SceneOptions, UrdfOptions};
///
/// let reader = Reader::new();
/// let robot = reader.urdf("../../examples/six_joint_arm/arm.urdf", &UrdfOptions::new())?;
/// let scene = reader.scene_str(
///     "
/// world:
///   collision_objects:
///     - id: post
///       colour: green
///       primitives: [{type: sphere, dimensions: [0.1]}]
///       primitive_poses: [{position: [0.5, 0, 0]}]
/// ",
///     &robot,
///     &SceneOptions::new(),
/// )?;
/// assert_eq!(scene.objects().len(), 1);
/// let warnings = reader.warnings();
/// assert!(warnings.len() == 1 && warnings[0].message().contains("colour"));
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    pub(super) warnings: Warnings,
    pub(super) meshes: RefCell<Vec<MeshReport>>,
}

impl Reader {
    /// Returns a reader without warnings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the warnings about all files that were read, in their order. A warning that a file gave several times is
    /// there once, with its first place.
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings.to_vec()
    }

    /// Returns what became of the meshes of all robots that were read, in their order.
    pub fn meshes(&self) -> Vec<MeshReport> {
        self.meshes.borrow().clone()
    }

    /// Reads with a new reader. The first warning is an error.
    pub(super) fn strictly<T>(
        read: impl FnOnce(&Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let reader = Self::new();
        let value = read(&reader)?;
        reader.warnings.check()?;
        Ok(value)
    }

    /// Returns a file of this name, whose warnings this reader keeps.
    pub(super) fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source::new(name, &self.warnings)
    }
}
