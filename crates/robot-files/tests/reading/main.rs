//! Tests of robots, scenes and paths that are read from files.

mod clouds;
mod collada;
mod files;
mod forms;
mod limits;
mod lost;
mod joint_limits;
mod meshes;
mod paths;
mod published;
mod rules;
mod scenes;
mod semantics;
mod urdf;
mod words;
