//! Reads the inputs of `validate`: robot, scenes and paths.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::path::{Path, PathBuf};

use nalgebra::Isometry3;
use photofinish_robot::{Checker, Link, MovingBase, Robot, Scene};
use photofinish_robot_files::{
    MeshReport, ReadError, Reader, SceneOptions, Semantics, UrdfOptions, octomap, points,
};

use super::args::BaseKind;
use super::paths::{self, Job};
use super::{ValidateArgs, meshes, rules};

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
        let (jobs, paths) = paths::read(args, reader, (&robot, semantics.as_ref()))?;
        // the robot alone may have nothing to check, as the obstacles may be in the scenes
        let lenient = rules.clone().allow_nothing_to_check();
        let alone = rules::checker(args, &lenient, (&robot, &Scene::new()))?;
        let mut scenes = BTreeMap::new();
        if args.scenes.is_none() {
            let file = args.scene.as_ref();
            let scene = file.map(|file| reader.scene(file, &robot, &SceneOptions::new()));
            scenes.insert(String::new(), Ok(scene.transpose()?.unwrap_or_default()));
        }
        let clouds = clouds(args)?;
        for job in &jobs {
            let known = scenes.entry(job.scene_name(args));
            known.or_insert_with_key(|name| {
                let read = scene(args, reader, &robot, name);
                read.map_err(|error| error.to_string())
            });
        }
        for scene in scenes.values_mut().flatten() {
            for cloud in &clouds {
                scene.add_object(cloud.clone(), Isometry3::identity())?;
            }
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

/// Returns the options with a folder for cuts of meshes, which is made.
pub fn keeping_cuts(options: UrdfOptions, folder: &Path) -> Result<UrdfOptions, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(options.keep_cuts(folder))
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
    if let Some(folder) = &args.mesh_cache {
        options = keeping_cuts(options, folder)?;
    }
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
    if let Some(file) = &args.joint_limits {
        reader.joint_limits(file, &mut robot)?;
    }
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

/// Reads the clouds and maps that are in all scenes.
fn clouds(args: &ValidateArgs) -> Result<Vec<Link>, ReadError> {
    let name = |file: &Path| file.file_stem().unwrap_or_default().display().to_string();
    let clouds = args.points.iter();
    let clouds = clouds.map(|(file, radius)| points(file, name(file), *radius));
    let maps = args.octomap.iter().map(|file| octomap(file, name(file)));
    clouds.chain(maps).collect()
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
