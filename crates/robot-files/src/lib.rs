#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | what | format | function |
//! |---|---|---|
//! | robot | URDF, with meshes as STL, OBJ or COLLADA | [`urdf()`] |
//! | which links may touch, groups, states | SRDF | [`srdf()`] |
//! | limits of velocities and accelerations | `joint_limits.yaml` of MoveIt | [`joint_limits()`] |
//! | scene | planning scene as YAML | [`scene()`] |
//! | clouds of points, as objects of a scene | PCD, PLY | [`points`] |
//! | octomaps, as objects of a scene | `.bt` | [`octomap`] |
//! | distances to keep | YAML | [`rules()`] |
//! | paths | JSON, JSON lines, CSV, trajectory messages as YAML | [`paths()`], [`path_lines`] |
//! | episodes of LeRobot, as paths | Parquet, with the feature `parquet` | [`episodes`] |
//!
//! Nothing that would change an answer is ignored in silence:
//! - A shape, number, name or key that is not understood is an error that names its place.
//! - Content that is probably a mistake is a [`Warning`]: an unknown key, the padding of links, a rule about a link that
//!   does not exist, a link that is drawn but has no collision geometry, or a file that is for another robot. To the
//!   functions of this module a warning is an error. A [`Reader`] goes on, and keeps the warnings: look at them.
//! - Content that cannot change an answer is ignored: visual geometry, inertia, colours, comments.
//!
//! # Limits
//!
//! | what | limit |
//! |---|---|
//! | a mesh file | 256 MiB, 20,000,000 points of its faces |
//! | a cloud or an octomap | 256 MiB, 20,000,000 points |
//! | a table in Parquet | 20,000,000 numbers |
//! | any other file | 64 MiB |
//! | an XML file | 2,000,000 nodes, 64 KiB in a tag |
//! | a line of JSON | 16 MiB |
//! | a table | 6001 columns, 1 MiB in a line |
//! | a robot | 2000 links, 2000 joints |
//! | lists and mappings in YAML | 32 levels |
//! | nodes in COLLADA | 100 levels, 100,000 in all |
//!
//! No file is read beyond its limit, even if it has no end.
//!
//! Lengths are in the unit of the files, which is the metre by convention; angles are in radians.

// answers are the same bits on every machine: see clippy.toml
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod cloud;
mod error;
mod files;
mod joint_limits;
mod limits;
mod mesh;
mod paths;
mod reader;
mod report;
mod rules;
mod scene;
mod srdf;
mod urdf;
mod warning;
mod xml;
mod yaml;

pub use cloud::{octomap, points};
pub use error::ReadError;
pub use joint_limits::{joint_limits, joint_limits_str};
pub use paths::{PathLines, PathRecord, episodes, path_lines, paths};
#[cfg(feature = "decompose")]
pub use photofinish_meshes::{DecomposeError, Decomposer};
pub use photofinish_meshes::{LoadError, Place};
pub use reader::Reader;
pub use report::{MeshForm, MeshReport};
pub use rules::{rules, rules_str};
pub use scene::{SceneOptions, scene, scene_str, scene_with};
pub use srdf::{DisabledPair, Semantics, VirtualJoint, srdf, srdf_of_pairs, srdf_str};
pub use urdf::{MeshShape, UrdfOptions, urdf, urdf_str};
pub use warning::Warning;
