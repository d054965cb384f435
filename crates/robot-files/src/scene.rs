//! Scenes from planning scenes in YAML.

mod keys;
mod object;
mod pose;
mod state;

use std::collections::HashMap;
use std::path::Path as FilePath;

use nalgebra::Isometry3;

use super::warning::Source;
use super::yaml::{self, Item};
use super::{ReadError, Reader, files};
use object::Object;
use photofinish_robot::Scene;

/// How to read a planning scene.
#[derive(Clone, Debug, Default)]
pub struct SceneOptions {
    frames: HashMap<String, Isometry3<f64>>,
}

impl SceneOptions {
    /// Objects must be in the frame of the world, or in one that the file places in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Objects may also be in this frame, for example that of the robot's root link, which is at `pose` in the world.
    #[must_use]
    pub fn frame(mut self, name: impl Into<String>, pose: Isometry3<f64>) -> Self {
        self.frames.insert(name.into(), pose);
        self
    }
}

/// The scene that a YAML file describes: [`scene_with`] its default options.
///
/// # Errors
/// [`ReadError`].
pub fn scene(path: impl AsRef<FilePath>) -> Result<Scene, ReadError> {
    scene_with(path, &SceneOptions::new())
}

/// The scene that a YAML file describes, which is a `PlanningScene` message of MoveIt, or its `world` only.
///
/// - Objects: boxes, spheres, cylinders and cones (axis z), by name or number, and meshes, of which the convex hull is
///   used. Positions and quaternions x, y, z, w are lists or mappings. The pose of an object applies to all its shapes.
///   Planes, octomaps and operations other than ADD are errors.
/// - Frames: none, `world`, those of `fixed_frame_transforms` and of the options.
/// - `allowed_collision_matrix`: what may touch; it must be symmetric. Names that are true by default may touch
///   everything.
/// - `robot_state`: the values of joints that paths do not speak of, and attached objects, in the frame of their link. A
///   joint of several values must leave the robot where it is.
///
/// Colours, subframes and such are passed over. So are padding of links and unknown keys, with a
/// [`Warning`](super::Warning); a key that resembles one that is read is an error.
///
/// # Errors
/// [`ReadError`].
pub fn scene_with(path: impl AsRef<FilePath>, options: &SceneOptions) -> Result<Scene, ReadError> {
    Reader::new().scene(path, options)
}

/// The scene that YAML text describes, as [`scene_with`].
///
/// # Errors
/// [`ReadError`], with "scene" for the name of the file.
pub fn scene_str(text: &str, options: &SceneOptions) -> Result<Scene, ReadError> {
    Reader::new().scene_str(text, options)
}

impl Reader {
    /// The scene that a YAML file describes, as [`scene_with`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn scene(
        &self,
        path: impl AsRef<FilePath>,
        options: &SceneOptions,
    ) -> Result<Scene, ReadError> {
        let (text, name) = (files::text(path.as_ref())?, files::name(path.as_ref()));
        read(&text, self.source(&name), options)
    }

    /// The scene that YAML text describes, as [`scene_str`].
    ///
    /// # Errors
    /// [`ReadError`], with "scene" for the name of the file.
    pub fn scene_str(&self, text: &str, options: &SceneOptions) -> Result<Scene, ReadError> {
        read(text, self.source("scene"), options)
    }
}

fn read(text: &str, source: Source<'_>, options: &SceneOptions) -> Result<Scene, ReadError> {
    let node = yaml::parse(text, source.name)?;
    let root = Item::new(source, &node, "the scene");
    root.check(&keys::SCENE)?;
    state::warn_of_padding(&root)?;
    let frames = Frames::new(&root, options)?;
    let mut scene = Scene::new();
    let world = match root.get("collision_objects") {
        Some(objects) if root.get("world").is_some() => {
            return Err(objects.malformed("absent where there is a world"));
        }
        Some(_) => root.clone(),
        None => {
            let world = root.required("world")?.named("the world");
            world.check(&keys::WORLD)?;
            world
        }
    };
    if !world.is_map() {
        return Err(world.malformed("a mapping"));
    }
    state::no_octomap(&world)?;
    // an empty scene says so: a key that is misspelt must not make one
    world.required("collision_objects")?;
    for item in world.list_at("collision_objects")? {
        let object = Object::read(item.clone())?;
        let frame = frames.pose(&object)?;
        let place = item.place();
        scene
            .add_object(object.link, frame * object.pose)
            .map_err(|error| ReadError::robot(place, error))?;
    }
    if let Some(matrix) = root.get("allowed_collision_matrix") {
        state::allow(&mut scene, &matrix.named("the allowed collision matrix"))?;
    }
    if let Some(robot) = root.get("robot_state") {
        state::robot(&mut scene, &robot.named("the robot state"))?;
    }
    Ok(scene)
}

/// Where the frames of the objects are in the world.
struct Frames(HashMap<String, Isometry3<f64>>);

impl Frames {
    fn new(root: &Item<'_>, options: &SceneOptions) -> Result<Self, ReadError> {
        let mut frames = Self(options.frames.clone());
        for item in root.list_at("fixed_frame_transforms")? {
            item.check(&keys::TRANSFORM_STAMPED)?;
            let name = item.required("child_frame_id")?.text()?;
            let item = item.named(format!("the transform of frame {name:?}"));
            let parent = match pose::frame(&item)? {
                None => Isometry3::identity(),
                Some(parent) => frames.find(&parent).ok_or_else(|| {
                    ReadError::unknown(item.place(), "frame before this one", &parent)
                })?,
            };
            let transform = pose::transform(&item.required("transform")?)?;
            frames.0.insert(plain(&name).to_owned(), parent * transform);
        }
        Ok(frames)
    }

    fn find(&self, name: &str) -> Option<Isometry3<f64>> {
        let name = plain(name);
        let known = self.0.get(name).copied();
        known.or_else(|| matches!(name, "" | "world").then(Isometry3::identity))
    }

    fn pose(&self, object: &Object) -> Result<Isometry3<f64>, ReadError> {
        let name = object.frame.as_deref().unwrap_or_default();
        self.find(name).ok_or_else(|| {
            ReadError::unsupported(
                object.place.clone(),
                format!("the frame {name:?} of object {:?}", object.link.name()),
                "only the world's and fixed frames are; options can say where others are",
            )
        })
    }
}

/// Frames were once written with a slash before them.
fn plain(frame: &str) -> &str {
    frame.strip_prefix('/').unwrap_or(frame)
}
