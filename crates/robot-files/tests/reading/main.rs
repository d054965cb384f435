//! Tests of robots, scenes and paths that are read from files.

mod clouds;
mod collada;
#[cfg(feature = "parquet")]
mod episodes;
mod files;
mod forms;
mod joint_limits;
mod limits;
mod meshes;
mod paths;
mod rules;
mod scenes;
mod semantics;
mod told;
mod urdf;
