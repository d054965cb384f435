//! Reading robots, scenes and paths from files.
//!
//! | what | format | function |
//! |---|---|---|
//! | robot | URDF, with meshes as STL, OBJ or COLLADA | [`urdf()`] |
//! | which links may touch, groups, states | SRDF | [`srdf()`] |
//! | scene | planning scene as YAML | [`scene()`] |
//! | paths | JSON, JSON lines, CSV, trajectory messages as YAML | [`paths()`], [`path_lines`] |
//!
//! Nothing that would change an answer is passed over in silence: a shape, number, name or key that is not understood is
//! an error that says where it stands. What is left out because it cannot change an answer (visual geometry, inertia,
//! colours, comments) is. What is passed over though it may mean something, such as an unknown key,
//! padding of links or a rule about a link that is not there, is kept as a [`Warning`] by a [`Reader`]; the functions read
//! the same and keep none.
//!
//! # Limits
//!
//! | of | the most |
//! |---|---|
//! | a mesh file | 256 MiB, 20,000,000 points of its faces |
//! | any other file | 64 MiB |
//! | an XML file | 2,000,000 nodes, 64 KiB in a tag |
//! | a line of JSON | 16 MiB |
//! | a table | 6001 columns, 1 MiB in a line |
//! | a robot | 2000 links, 2000 joints |
//! | lists and mappings in YAML | 32 levels |
//! | nodes in COLLADA | 100 levels, 100,000 in all |
//!
//! A file is read no further than its limit, even if it has no end.
//!
//! Lengths are in the unit of the files, which is the metre by convention; angles are in radians.

mod error;
mod files;
mod limits;
mod mesh;
mod paths;
mod place;
mod reader;
mod scene;
pub mod spelling;
mod srdf;
mod urdf;
mod warning;
mod xml;
mod yaml;

pub use error::ReadError;
pub use paths::{PathLines, PathRecord, path_lines, paths};
pub use place::Place;
pub use reader::Reader;
pub use scene::{SceneOptions, scene, scene_str, scene_with};
pub use srdf::{Semantics, VirtualJoint, srdf, srdf_str};
pub use urdf::{MeshPieces, UrdfOptions, urdf, urdf_str};
pub use warning::Warning;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
