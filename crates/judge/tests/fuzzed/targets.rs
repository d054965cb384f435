//! All targets by name, with their seeds.

use super::{certificates, pieces, queries, readers, seeds, tales};

/// A function that takes any bytes and must end without a panic.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Good inputs, which the fuzzers damage.
    pub seeds: &'static [&'static str],
}

/// All targets.
pub const TARGETS: [Target; 14] = [
    target("urdf", readers::urdf_text, seeds::URDF),
    target("srdf", readers::srdf_text, seeds::SRDF),
    target("scene", readers::scene_text, seeds::SCENE),
    target("path_json", readers::path_json, seeds::PATH_JSON),
    target(
        "path_table",
        |x| readers::paths("p.csv", x),
        seeds::PATH_TABLE,
    ),
    target(
        "path_trajectory",
        |x| readers::paths("p.yaml", x),
        seeds::PATH_TRAJECTORY,
    ),
    target("stl", |x| readers::mesh("m.stl", x), seeds::STL),
    target("obj", |x| readers::mesh("m.obj", x), seeds::OBJ),
    target("collada", |x| readers::mesh("m.dae", x), seeds::COLLADA),
    target("case_json", readers::case_json, seeds::CASE_JSON),
    target("query", queries::query, &[]),
    target("certificate", certificates::certificate, &[]),
    target("pieces", pieces::pieces, &[]),
    target("tale", tales::tale, &[]),
];

const fn target(name: &'static str, run: fn(&[u8]), seeds: &'static [&'static str]) -> Target {
    Target { name, run, seeds }
}
