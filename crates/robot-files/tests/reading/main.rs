//! Tests of robots, scenes and paths that are read from files.

mod collada;
mod damage;
mod files;
mod forms;
mod limits;
mod lost;
mod meshes;
mod path_errors;
mod paths;
mod published;
mod rules;
mod scene_errors;
mod scenes;
mod semantics;
mod urdf;
mod urdf_errors;
mod words;
