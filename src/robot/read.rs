//! Reading robots, scenes and paths from files.
//!
//! | what | format | function |
//! |---|---|---|
//! | robot | URDF, with meshes as STL, OBJ or COLLADA | [`urdf()`], [`Robot::from_urdf_file`] |
//! | which links may touch, groups, states | SRDF | [`srdf()`] |
//! | scene | planning scene as YAML | [`scene()`], [`Scene::from_file`] |
//! | paths | JSON, JSON lines, CSV, trajectory messages as YAML | [`paths()`], [`path_lines`] |
//!
//! Nothing that would change an answer is passed over in silence: a shape, number or name that is not understood is an
//! error that says where it stands. What is left out because it cannot change an answer (visual geometry, inertia,
//! colours, comments) is.
//!
//! Lengths are in the unit of the files, which is the metre by convention; angles are in radians.

mod error;
mod files;
mod mesh;
mod paths;
mod scene;
mod srdf;
mod urdf;
mod xml;
mod yaml;

use std::path::Path as FilePath;

use super::{Robot, Scene};

pub use error::{Place, ReadError};
pub use paths::{PathLines, PathRecord, path_lines, paths};
pub use scene::{SceneOptions, scene, scene_str, scene_with};
pub use srdf::{Semantics, VirtualJoint, srdf, srdf_str};
pub use urdf::{MeshPieces, UrdfOptions, urdf, urdf_str};

impl Robot {
    /// The robot that a URDF file describes: [`urdf()`] with its default options.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn from_urdf_file(path: impl AsRef<FilePath>) -> Result<Self, ReadError> {
        urdf(path, &UrdfOptions::new())
    }
}

impl Scene {
    /// The scene that a YAML file describes: [`scene()`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn from_file(path: impl AsRef<FilePath>) -> Result<Self, ReadError> {
        scene(path)
    }
}
