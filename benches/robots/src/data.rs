//! Reads the robot, the scenes and the paths.

use std::collections::HashMap;
use std::fs;
use std::path::Path as FilePath;

use anyhow::{Context, Result, ensure};
use photofinish_robot::{Path, Robot, Scene};
use photofinish_robot_files as files;
use serde::Deserialize;

use crate::kinematics::Chain;

/// The base link. It may touch the ground that it stands on, so no contender checks it.
pub const BASE: &str = "panda_link0";

/// A path of the robot in a scene.
pub struct Case {
    /// The index of its scene.
    pub scene: usize,
    /// The scene and the planner's resolution.
    pub name: String,
    /// Waypoints joined by straight lines.
    pub path: Path,
    /// Whether dense sampling found a collision.
    pub collides: bool,
    /// The signed distance that dense sampling found, in metres. It is negative if there was a collision.
    pub depth: f64,
}

/// All data of the benchmark.
pub struct Data {
    pub robot: Robot,
    /// The robot as the samplers use it.
    pub chain: Chain,
    pub scenes: Vec<Scene>,
    pub cases: Vec<Case>,
}

/// The parts of a line of `plans.jsonl` that photofinish does not read.
#[derive(Deserialize)]
struct Plan {
    resolution: f64,
    sampled: Sampled,
}

#[derive(Deserialize)]
struct Sampled {
    colliding: u32,
    worst_depth_m: f64,
}

/// Reads the robot, the paths, and the scenes that they are in.
pub fn read(folder: &FilePath) -> Result<Data> {
    let robot = files::urdf(folder.join("panda/panda.urdf"), &files::UrdfOptions::new())?;
    let mut data = Data {
        chain: Chain::new(&robot, BASE)?,
        robot,
        scenes: Vec::new(),
        cases: Vec::new(),
    };
    let plans = folder.join("plans.jsonl");
    // the lines have keys of their own, which a reader passes over
    let reader = files::Reader::new();
    let file = plans.display().to_string();
    let text = fs::read_to_string(&plans).with_context(|| file.clone())?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut indices = HashMap::new();
    for (record, line) in reader.path_lines(text.as_bytes(), file).zip(lines) {
        let record = record?;
        let plan: Plan = serde_json::from_str(line).with_context(|| record.place.clone())?;
        let name = record
            .scene
            .with_context(|| format!("{}: a path without a scene", record.place))?;
        let scene = match indices.get(&name) {
            Some(&index) => index,
            None => {
                data.scenes
                    .push(scene(&folder.join("problems").join(&name), &data.robot)?);
                let index = data.scenes.len() - 1;
                indices.insert(name.clone(), index);
                index
            }
        };
        let joints = data.chain.frames.len();
        ensure!(
            record.path.positions.iter().all(|q| q.len() == joints),
            "{}: a path without {joints} values at each waypoint",
            record.place
        );
        data.cases.push(Case {
            scene,
            name: format!("{name} at {}", plan.resolution),
            path: record.path,
            collides: plan.sampled.colliding > 0,
            depth: plan.sampled.worst_depth_m,
        });
    }
    Ok(data)
}

/// Reads a scene, and refuses one that samplers would treat differently: they test every link against every object.
fn scene(path: &FilePath, robot: &Robot) -> Result<Scene> {
    let scene = files::scene(path, robot)?;
    let allowed = scene.pairs().iter().filter(|(_, may)| *may);
    let allowed: Vec<_> = allowed.flat_map(|(pair, _)| pair).collect();
    ensure!(
        scene.attached().is_empty()
            && !scene.defaults().iter().any(|(_, may)| *may)
            && !scene
                .objects()
                .iter()
                .any(|object| allowed.iter().any(|name| *name == object.name())),
        "{}: objects that are held, or that may be touched",
        path.display()
    );
    Ok(scene)
}
