//! Reads the inputs of `validate`: robot, scenes and paths.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use photofinish_robot::{Checker, MovingBase, Robot, Scene};
use photofinish_robot_files::{
    MeshReport, PathRecord, ReadError, Reader, SceneOptions, Semantics, UrdfOptions,
};
use photofinish_spelling::{nearest, question};

use super::args::BaseKind;
use super::{ValidateArgs, meshes, rules};

/// A path to check, or the reason why it cannot be checked.
pub struct Job {
    /// The index of the path among all paths, from 0.
    pub index: usize,
    pub record: Result<PathRecord, ReadError>,
    /// The key of the path's checker.
    scene: Option<String>,
}

/// The paths, and a checker for every scene.
pub struct Inputs {
    /// The paths of this part of the run.
    pub jobs: Vec<Job>,
    /// The number of paths of all parts.
    pub paths: usize,
    /// The checkers by the name that paths give their scene. The name is empty if one scene is for all paths.
    checkers: HashMap<String, Result<Checker, String>>,
    /// The checker of the robot without any scene.
    pub alone: Checker,
    /// What became of the meshes of the robot.
    pub meshes: Vec<MeshReport>,
}

impl Inputs {
    /// Reads all inputs. A path that cannot be read is kept as an error, and so is a scene that only some paths name.
    pub fn read(args: &ValidateArgs) -> Result<Self, Box<dyn Error>> {
        let reader = Reader::new();
        let read = Self::read_with(args, &reader);
        // warnings come first: they may explain the error
        let warnings = reader.warnings();
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
        let mut inputs = read?;
        inputs.meshes = reader.meshes();
        meshes::report(&inputs.meshes);
        if args.deny_warnings && !warnings.is_empty() {
            let count = warnings.len();
            let noun = if count == 1 { "warning" } else { "warnings" };
            return Err(format!("no path is checked because of {count} {noun}").into());
        }
        Ok(inputs)
    }

    fn read_with(args: &ValidateArgs, reader: &Reader) -> Result<Self, Box<dyn Error>> {
        let (robot, semantics) = robot(args, reader)?;
        let rules = rules::read(args, reader)?;
        let (jobs, paths) = jobs(args, reader, semantics.as_ref())?;
        // the robot alone may have nothing to check, as the obstacles may be in the scenes
        let lenient = rules.clone().allow_nothing_to_check();
        let alone = rules::checker(args, &lenient, (&robot, &Scene::new()))?;
        let mut scenes = BTreeMap::new();
        if args.scenes.is_none() {
            let file = args.scene.as_ref();
            let scene = file.map(|file| reader.scene(file, &robot, &SceneOptions::new()));
            scenes.insert(String::new(), Ok(scene.transpose()?.unwrap_or_default()));
        }
        for job in &jobs {
            let known = scenes.entry(job.scene_name(args));
            known.or_insert_with_key(|name| {
                let read = scene(args, reader, &robot, name);
                read.map_err(|error| error.to_string())
            });
        }
        rules::check_names(args, &rules, (&robot, scenes.values()))?;
        let mut checkers = HashMap::new();
        for (name, scene) in scenes {
            let built = scene.and_then(|scene| {
                let built = rules::checker(args, &rules, (&robot, &scene));
                built.map_err(|error| error.to_string())
            });
            match built {
                Err(error) if args.scenes.is_none() && name.is_empty() => return Err(error.into()),
                built => checkers.insert(name, built),
            };
        }
        let mut inputs = Self {
            jobs,
            paths,
            checkers,
            alone,
            meshes: Vec::new(),
        };
        for job in &mut inputs.jobs {
            job.scene = Some(job.scene_name(args));
        }
        Ok(inputs)
    }

    /// Returns the checker for a path.
    pub fn checker(&self, job: &Job) -> Result<&Checker, String> {
        if let Err(error) = &job.record {
            return Err(error.to_string());
        }
        let name = job.scene.as_deref().unwrap_or_default();
        self.checkers[name].as_ref().map_err(Clone::clone)
    }
}

impl Job {
    /// Returns the key of the path's checker, which is empty if one scene is for all paths.
    fn scene_name(&self, args: &ValidateArgs) -> String {
        match &self.scene {
            Some(name) if args.scene.is_none() => name.clone(),
            _ => String::new(),
        }
    }
}

fn robot(
    args: &ValidateArgs,
    reader: &Reader,
) -> Result<(Robot, Option<Semantics>), Box<dyn Error>> {
    let mut options = UrdfOptions::new();
    for root in &args.package_root {
        options = options.package_root(root);
    }
    for (name, folder) in &args.package {
        options = options.package(name, folder);
    }
    options = options.meshes(args.meshes.clone());
    for link in &args.drawn_only {
        options = options.drawn_only(link);
    }
    for (link, form) in &args.link_mesh {
        options = options.meshes_of_link(link, form.clone());
    }
    for (file, form) in &args.file_mesh {
        options = options.mesh_file(file, form.clone());
    }
    let mut robot = reader.urdf(&args.robot, &options)?;
    let beside = args.robot.with_extension("srdf");
    let is_beside = beside.exists() && !args.no_srdf;
    let srdf: Option<&PathBuf> = args.srdf.as_ref().or(is_beside.then_some(&beside));
    let semantics = srdf.map(|file| reader.srdf(file, &mut robot)).transpose()?;
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
    let joints = joints.ok_or_else(|| {
        let near = nearest(name, semantics.groups());
        let question = question(near);
        format!(
            "the SRDF has no group named {name:?} whose links and joints the robot has{question}"
        )
    })?;
    Ok(Some(joints.to_vec()))
}

/// Reads the paths of this part of the run, and counts those of all parts.
fn jobs(
    args: &ValidateArgs,
    reader: &Reader,
    semantics: Option<&Semantics>,
) -> Result<(Vec<Job>, usize), Box<dyn Error>> {
    let group = group(args, semantics)?;
    let mut all = Vec::new();
    for file in &args.paths {
        for mut record in records(file, reader) {
            if let Ok(record) = &mut record
                && record.path.joints.is_none()
            {
                record.path.joints.clone_from(&group);
            }
            all.push(record);
        }
    }
    if all.is_empty() {
        return Err("there are no paths in these files".into());
    }
    let paths = all.len();
    let (part, parts) = args.shard.unwrap_or((1, 1));
    let all = all.into_iter().enumerate();
    let of_part = all.filter(|(index, _)| index % parts == part - 1);
    let job = |(index, record): (usize, Result<PathRecord, ReadError>)| Job {
        scene: record.as_ref().ok().and_then(|record| record.scene.clone()),
        index,
        record,
    };
    Ok((of_part.map(job).collect(), paths))
}

/// Reads the paths of a file. In a file with a JSON object on each line, each line has its own error.
fn records(file: &Path, reader: &Reader) -> Vec<Result<PathRecord, ReadError>> {
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    let is_of_lines = extension == "jsonl" || extension == "ndjson";
    if file.as_os_str() == "-" {
        let lines = std::io::stdin().lock();
        return reader.path_lines(lines, "standard input").collect();
    }
    if is_of_lines && let Ok(lines) = File::open(file) {
        let name = file.display().to_string();
        return reader.path_lines(BufReader::new(lines), name).collect();
    }
    match reader.paths(file) {
        Ok(records) => records.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// Reads the scene that paths call by this name.
fn scene(
    args: &ValidateArgs,
    reader: &Reader,
    robot: &Robot,
    name: &str,
) -> Result<Scene, Box<dyn Error>> {
    match &args.scenes {
        None => Err(format!(
            "the path is for the scene {name:?}, but there is no --scenes or --scene"
        )
        .into()),
        Some(_) if name.is_empty() => Err("the path does not name its scene".into()),
        Some(folder) => Ok(reader.scene(folder.join(name), robot, &SceneOptions::new())?),
    }
}
