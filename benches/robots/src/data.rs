//! Reads the robots, the scenes, and paths or problems.

use std::collections::HashMap;
use std::fs;
use std::path::Path as FilePath;

use anyhow::{Context, Result, ensure};
use photofinish_robot::{Path, Robot, Scene};
use photofinish_robot_files as files;
use serde::Deserialize;

use crate::kinematics::Chain;

/// The base link of the Panda. It may touch the ground that it stands on, so no contender checks it.
pub const BASE: &str = "panda_link0";

/// A path of the robot in a scene.
pub struct Case {
    /// The index of its scene.
    pub scene: usize,
    /// The scene and the planner's resolution, or a group and a column of a table.
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
    /// The joints that are planned, in the order of the values of a path.
    pub joints: Vec<String>,
    /// The robot as the samplers use it.
    pub chain: Chain,
    /// A link that nobody checks.
    pub base: Option<&'static str>,
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

/// Reads the Panda, its paths, and the scenes that they are in.
pub fn read(folder: &FilePath) -> Result<Data> {
    let mut robot = files::urdf(folder.join("panda/panda.urdf"), &files::UrdfOptions::new())?;
    files::srdf(folder.join("panda/panda.srdf"), &mut robot)?;
    let joints: Vec<_> = robot.coordinates().map(str::to_owned).collect();
    let mut data = Data {
        chain: Chain::new(&robot, &joints, Some(BASE))?,
        robot,
        joints,
        base: Some(BASE),
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
        let joints = data.joints.len();
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

/// A request of a planning problem.
#[derive(Deserialize)]
struct Request {
    start_state: State,
    goal_constraints: Vec<Goal>,
}

#[derive(Deserialize)]
struct State {
    joint_state: JointState,
}

#[derive(Deserialize)]
struct JointState {
    name: Vec<String>,
    position: Vec<f64>,
}

#[derive(Deserialize)]
struct Goal {
    joint_constraints: Vec<Constraint>,
}

#[derive(Deserialize)]
struct Constraint {
    joint_name: String,
    position: f64,
}

/// The number of problems of each kind that are read.
const OF_KIND: usize = 10;

/// Reads a robot as [VAMP](https://github.com/KavrakiLab/vamp) has it under `resources`, and its problems. The paths go
/// straight from the start of a problem to its goal.
pub fn read_problems(folder: &FilePath) -> Result<Data> {
    let name = folder.file_name().context("a folder of a robot")?;
    let name = name.to_string_lossy();
    let reader = files::Reader::new();
    let options = files::UrdfOptions::new()
        .package("meshes", folder.join("meshes"))
        .meshes(files::MeshShape::Hull);
    let mut robot = reader.urdf(folder.join(format!("{name}.urdf")), &options)?;
    reader.srdf(folder.join(format!("{name}.srdf")), &mut robot)?;
    let mut problems = Vec::new();
    let mut kinds: Vec<_> = fs::read_dir(folder.join("problems"))?.collect::<Result<_, _>>()?;
    kinds.sort_by_key(fs::DirEntry::path);
    for kind in kinds {
        for index in 1..=OF_KIND {
            let file = |what| kind.path().join(format!("{what}{index:04}.yaml"));
            let text = fs::read_to_string(file("request"))?;
            let request: Request = serde_saphyr::from_str(&text)?;
            let text = without_state(&fs::read_to_string(file("scene"))?);
            let scene = reader.scene_str(&text, &robot, &files::SceneOptions::new())?;
            let kind = kind.file_name().to_string_lossy().into_owned();
            problems.push((format!("{kind}/{index}"), scene, request));
        }
    }
    let (_, _, first) = problems.first().context("no problems")?;
    let goals = first
        .goal_constraints
        .iter()
        .flat_map(|goal| &goal.joint_constraints);
    let joints: Vec<_> = goals.map(|goal| goal.joint_name.clone()).collect();
    rest(&mut robot, &first.start_state.joint_state, &joints)?;
    let mut data = Data {
        chain: Chain::new(&robot, &joints, None)?,
        robot,
        joints,
        base: None,
        scenes: Vec::new(),
        cases: Vec::new(),
    };
    for (name, scene, request) in problems {
        let path = path(&request, &data.joints).with_context(|| name.clone())?;
        data.cases.push(Case {
            scene: data.scenes.len(),
            name,
            path,
            collides: false,
            depth: 0.0,
        });
        data.scenes.push(cell(&data, &scene)?);
    }
    Ok(data)
}

/// Returns a scene without the state of the robot, which has joints that the robot does not have. A problem's request says
/// it, too.
fn without_state(scene: &str) -> String {
    let mut is_state = false;
    let lines = scene.lines().filter(|line| {
        if !line.starts_with(' ') {
            is_state = line.starts_with("robot_state:");
        }
        !is_state
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Lets the joints that are not planned rest where they are at the start of a problem.
fn rest(robot: &mut Robot, start: &JointState, planned: &[String]) -> Result<()> {
    let free: Vec<_> = robot.coordinates().map(str::to_owned).collect();
    for (name, value) in start.name.iter().zip(&start.position) {
        if free.contains(name) && !planned.contains(name) {
            robot.set_rest(name, *value)?;
        }
    }
    Ok(())
}

/// Returns the straight path from the start of a problem to its goal.
fn path(request: &Request, joints: &[String]) -> Result<Path> {
    let JointState { name, position } = &request.start_state.joint_state;
    let start: HashMap<_, _> = name.iter().zip(position).collect();
    let goals = request.goal_constraints.iter();
    let goals = goals.flat_map(|goal| &goal.joint_constraints);
    let goal: HashMap<_, _> = goals
        .map(|goal| (&goal.joint_name, &goal.position))
        .collect();
    let row = |values: &HashMap<&String, &f64>| -> Option<Vec<f64>> {
        joints
            .iter()
            .map(|joint| values.get(joint).map(|q| **q))
            .collect()
    };
    let rows = row(&start)
        .zip(row(&goal))
        .context("a joint without a value")?;
    Ok(Path::new(vec![rows.0, rows.1]).joints(joints.iter().cloned()))
}

/// Returns the objects of a scene, with the robot's pairs that it speaks of. Links that no planned joint moves may touch
/// objects.
fn cell(data: &Data, given: &Scene) -> Result<Scene> {
    let mut scene = Scene::new();
    for object in given.objects() {
        scene.add_object(object.clone(), nalgebra::Isometry3::identity())?;
        for body in data.chain.bodies.iter().filter(|body| !body.moves()) {
            scene.allow(body.link.clone(), object.name());
        }
    }
    for ([one, other], may) in given.pairs() {
        match may {
            true => scene.allow(one, other),
            false => scene.forbid(one, other),
        }
    }
    Ok(scene)
}
