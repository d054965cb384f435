//! Reads what `validate` is about.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use photofinish::robot::read::{
    self, MeshPieces, PathRecord, ReadError, SceneOptions, Semantics, UrdfOptions, path_lines,
};
use photofinish::robot::{Checker, MovingBase, Robot, Rules, Scene};

use super::ValidateArgs;
use super::args::BaseKind;

/// A path to be checked, or why it cannot be.
pub struct Job {
    /// Its place among all paths, from 0.
    pub index: usize,
    pub record: Result<PathRecord, ReadError>,
    /// Which of the checkers.
    scene: Option<String>,
}

/// The paths, and a checker for every scene.
pub struct Inputs {
    pub jobs: Vec<Job>,
    /// By the name that paths give their scene; the empty name is that of the scene for all.
    checkers: HashMap<String, Result<Checker, String>>,
}

impl Inputs {
    /// Reads everything. Paths and scenes named by paths that cannot be read are kept as errors.
    pub fn read(args: &ValidateArgs) -> Result<Self, Box<dyn Error>> {
        let (robot, semantics) = robot(args)?;
        let group = group(args, semantics.as_ref())?;
        let mut jobs = Vec::new();
        for file in &args.paths {
            for mut record in records(file) {
                if let Ok(record) = &mut record
                    && record.path.joints.is_none()
                {
                    record.path.joints.clone_from(&group);
                }
                jobs.push(record);
            }
        }
        if jobs.is_empty() {
            return Err("there are no paths in these files".into());
        }
        check_names(args, &robot)?;
        let (part, parts) = args.shard.unwrap_or((1, 1));
        let jobs = jobs.into_iter().enumerate();
        let jobs = jobs.filter(|(index, _)| index % parts == part - 1);
        let jobs: Vec<_> = jobs
            .map(|(index, record)| Job {
                scene: record.as_ref().ok().and_then(|record| record.scene.clone()),
                index,
                record,
            })
            .collect();
        let mut checkers = HashMap::new();
        if args.scenes.is_none() {
            let scene = args.scene.as_ref().map(|file| read_scene(&robot, file));
            let scene = scene.unwrap_or_else(|| Ok(Scene::new()))?;
            checkers.insert(String::new(), Ok(checker(args, &robot, &scene)?));
        }
        for job in &jobs {
            let name = job.scene_name(args);
            checkers.entry(name).or_insert_with_key(|name| {
                let built = scene(args, &robot, name);
                let built = built.and_then(|scene| checker(args, &robot, &scene));
                built.map_err(|error| error.to_string())
            });
        }
        let mut inputs = Self { jobs, checkers };
        for job in &mut inputs.jobs {
            job.scene = Some(job.scene_name(args));
        }
        Ok(inputs)
    }

    /// The checker for a path.
    pub fn checker(&self, job: &Job) -> Result<&Checker, String> {
        if let Err(error) = &job.record {
            return Err(error.to_string());
        }
        let name = job.scene.as_deref().unwrap_or_default();
        self.checkers[name].as_ref().map_err(Clone::clone)
    }
}

impl Job {
    /// The name under which its checker is kept: empty where one scene is for all.
    fn scene_name(&self, args: &ValidateArgs) -> String {
        match &self.scene {
            Some(name) if args.scene.is_none() => name.clone(),
            _ => String::new(),
        }
    }
}

fn robot(args: &ValidateArgs) -> Result<(Robot, Option<Semantics>), Box<dyn Error>> {
    let mut options = UrdfOptions::new();
    for root in &args.package_root {
        options = options.package_root(root);
    }
    if args.pieces {
        options = options.mesh_pieces(MeshPieces::PerObject);
    }
    let mut robot = read::urdf(&args.robot, &options)?;
    let beside = args.robot.with_extension("srdf");
    let srdf: Option<&PathBuf> = args.srdf.as_ref().or(beside.exists().then_some(&beside));
    let semantics = srdf.map(|file| read::srdf(file, &mut robot)).transpose()?;
    if let Some(kind) = args.moving_base {
        let kind = match kind {
            BaseKind::Planar => MovingBase::Planar,
            BaseKind::Floating => MovingBase::Floating,
        };
        let taken = robot.links().iter().any(|link| link.name() == "base");
        let name = if taken { "moving_base" } else { "base" };
        robot = robot.with_moving_base(name, kind)?;
    }
    if let Some(base) = args.base {
        robot.set_base(base)?;
    }
    Ok((robot, semantics))
}

fn group(
    args: &ValidateArgs,
    semantics: Option<&Semantics>,
) -> Result<Option<Vec<String>>, Box<dyn Error>> {
    let Some(name) = &args.group else {
        return Ok(None);
    };
    let semantics = semantics.ok_or("--group needs an SRDF file, but there is none")?;
    let joints = semantics.group(name);
    let joints = joints.ok_or_else(|| format!("the SRDF has no group named {name:?}"))?;
    Ok(Some(joints.to_vec()))
}

/// The paths of a file; of lines of JSON each can be wrong by itself.
fn records(file: &Path) -> Vec<Result<PathRecord, ReadError>> {
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    let is_of_lines = extension == "jsonl" || extension == "ndjson";
    if file.as_os_str() == "-" {
        return path_lines(std::io::stdin().lock(), "standard input").collect();
    }
    if is_of_lines && let Ok(text) = std::fs::read(file) {
        return path_lines(text.as_slice(), file.display().to_string()).collect();
    }
    match read::paths(file) {
        Ok(records) => records.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// What is to be left out must be there to be left out.
fn check_names(args: &ValidateArgs, robot: &Robot) -> Result<(), Box<dyn Error>> {
    let is_link = |name: &String| robot.links().iter().any(|link| link.name() == name);
    for [one, other] in &args.allow {
        if !is_link(one) && !is_link(other) {
            return Err(format!("--allow: there is no link named {one:?} or {other:?}").into());
        }
    }
    checker(args, robot, &Scene::new())?;
    Ok(())
}

/// A scene in a file, objects in the frame of the robot's root being where that is.
fn read_scene(robot: &Robot, file: &Path) -> Result<Scene, ReadError> {
    let options = SceneOptions::new().frame(robot.root_name(), *robot.base());
    read::scene_with(file, &options)
}

/// The scene that paths call by a name; without one, nothing but the robot.
fn scene(args: &ValidateArgs, robot: &Robot, name: &str) -> Result<Scene, Box<dyn Error>> {
    match &args.scenes {
        None => Err(format!(
            "the path is for the scene {name:?}, but there is no --scenes or --scene"
        )
        .into()),
        Some(_) if name.is_empty() => Err("the path does not name its scene".into()),
        Some(folder) => Ok(read_scene(robot, &folder.join(name))?),
    }
}

fn checker(args: &ValidateArgs, robot: &Robot, scene: &Scene) -> Result<Checker, Box<dyn Error>> {
    let mut rules = Rules::new()
        .clearance(args.clearance)
        .accuracy(args.accuracy);
    if let Some(tolerance) = args.tolerance {
        rules = rules.tolerance(tolerance);
    }
    if args.no_self {
        rules = rules.ignore_self();
    }
    for link in &args.exclude {
        rules = rules.exclude(link);
    }
    let mut scene = scene.clone();
    for [one, other] in &args.allow {
        scene.allow(one, other);
    }
    for (joint, value) in &args.set {
        robot.clone().set_rest(joint, *value)?;
        scene.set_joint(joint, *value);
    }
    Ok(Checker::with_rules(robot, &scene, &rules)?)
}
