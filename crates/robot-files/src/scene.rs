//! Scenes from planning scenes in YAML.

mod cloud;
mod keys;
mod matrix;
mod object;
mod pose;
mod state;

use std::collections::{BTreeSet, HashMap};
use std::path::Path as FilePath;

use nalgebra::Isometry3;

use super::srdf::another_robot;
use super::warning::Source;
use super::yaml::{self, Item};
use super::{ReadError, Reader, files};
use object::Object;
use photofinish_robot::{Robot, Scene};

/// How to read a planning scene.
#[derive(Clone, Debug, Default)]
pub struct SceneOptions {
    frames: HashMap<String, Isometry3<f64>>,
}

impl SceneOptions {
    /// Returns the default options: objects must be in the frame of the world, or in a frame that the file places in
    /// the world.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets objects be in this frame too, which is at `pose` in the world.
    #[must_use]
    pub fn frame(mut self, name: impl Into<String>, pose: Isometry3<f64>) -> Self {
        self.frames.insert(name.into(), pose);
        self
    }
}

/// Reads a scene for a robot from a YAML file, with the default options of [`scene_with`].
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn scene(path: impl AsRef<FilePath>, robot: &Robot) -> Result<Scene, ReadError> {
    scene_with(path, robot, &SceneOptions::new())
}

/// Reads a scene for a robot from a YAML file: a `PlanningScene` message of MoveIt, or only its `world`.
///
/// - Objects: boxes, spheres, cylinders and cones (axis z), by name or number, and meshes, which count as their convex
///   hulls. Positions and quaternions x, y, z, w are lists or mappings. The pose of an object applies to all its
///   shapes. Planes, octomap messages and operations other than ADD are errors.
/// - Clouds and maps, which are not of MoveIt: an object may have `points: {file: table.pcd, radius: 0.005}`, a file that
///   [`points`](super::points) reads, and `octomap: {file: map.bt}`, one for [`octomap`](super::octomap). The files are
///   named from the folder of the scene.
/// - Meshes of files, which are not of MoveIt: `mesh: {file: hall.stl, surface: true}` has all triangles of an STL or OBJ,
///   as [`Scene::add_surface`]. It may be open, and nothing is inside of it. Without `surface` the mesh counts as its
///   convex hull.
/// - Frames: none, `world`, that of the robot's root link, where [`Robot::base`] puts it, and the frames of
///   `fixed_frame_transforms` and of the options.
/// - `allowed_collision_matrix`: which pairs may touch. It must be symmetric. The rules are those of MoveIt 2: an entry
///   for a pair says whether the two may touch, whatever the robot allows. For pairs without an entry there, nor in the
///   SRDF, the defaults count: if both names have one, both must be true. But what a link holds may touch it, and what
///   its `touch_links` name.
/// - `robot_state`: the values of joints that paths do not name, and attached objects, in the frame of their link. The
///   robot must have these joints and links. A joint of several values must leave the robot where it is.
///
/// Colours, subframes and the like are ignored. A key that resembles a known one is an error. There is a
/// [`Warning`](super::Warning)
/// - if the scene is for a robot of another name;
/// - for names in the matrix and `touch_links` that are neither links nor objects, which are passed over;
/// - for the padding of links and unknown keys, which are ignored.
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn scene_with(
    path: impl AsRef<FilePath>,
    robot: &Robot,
    options: &SceneOptions,
) -> Result<Scene, ReadError> {
    Reader::strictly(|reader| reader.scene(path, robot, options))
}

/// Reads a scene from YAML text, as [`scene_with`] does from a file.
///
/// ```
/// use photofinish_robot_files::{SceneOptions, UrdfOptions, scene_str, urdf};
///
/// let robot = urdf("../../examples/six_joint_arm/arm.urdf", &UrdfOptions::new())?;
/// let text = "
/// world:
///   collision_objects:
///     - id: post
///       primitives: [{type: cylinder, dimensions: [1.2, 0.05]}]
///       primitive_poses: [{position: [0.5, 0, 0.6]}]
/// ";
/// let scene = scene_str(text, &robot, &SceneOptions::new())?;
/// assert_eq!(scene.objects()[0].name(), "post");
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] if the text is invalid or there is a warning, with "scene" for the name of the file.
pub fn scene_str(text: &str, robot: &Robot, options: &SceneOptions) -> Result<Scene, ReadError> {
    Reader::strictly(|reader| reader.scene_str(text, robot, options))
}

impl Reader {
    /// Reads a scene from a YAML file, as [`scene_with`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read or is invalid.
    pub fn scene(
        &self,
        path: impl AsRef<FilePath>,
        robot: &Robot,
        options: &SceneOptions,
    ) -> Result<Scene, ReadError> {
        let (text, name) = (files::text(path.as_ref())?, files::name(path.as_ref()));
        read(&text, self.source(&name), (robot, options))
    }

    /// Reads a scene from YAML text, as [`scene_str`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the text is invalid, with "scene" for the name of the file.
    pub fn scene_str(
        &self,
        text: &str,
        robot: &Robot,
        options: &SceneOptions,
    ) -> Result<Scene, ReadError> {
        read(text, self.source("scene"), (robot, options))
    }
}

fn read(
    text: &str,
    source: Source<'_>,
    (robot, options): (&Robot, &SceneOptions),
) -> Result<Scene, ReadError> {
    let node = yaml::parse(text, source.name)?;
    let root = Item::new(source, &node, "the scene");
    root.check(&keys::SCENE)?;
    state::warn_of_padding(&root)?;
    if let Some(name) = root.get("robot_model_name")
        && let Some(message) = another_robot(&name.text()?, robot)
    {
        name.warn(message);
    }
    let frames = Frames::new(&root, robot, options)?;
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
    // a misspelt key must not make an empty scene, which has to say so itself
    world.required("collision_objects")?;
    for item in world.list_at("collision_objects")? {
        let object = Object::read(item.clone())?;
        let frame = frames.pose(&object)?;
        let place = item.place();
        let pose = frame * object.pose;
        let added = match &object.clouds[..] {
            [cloud] if object.link.pieces().is_empty() => {
                cloud.add_to(&mut scene, object.link.name(), &pose)
            }
            _ => scene.add_object(object.solid(), pose),
        };
        added.map_err(|error| ReadError::robot(place, error))?;
    }
    // what the robot holds has entries in the matrix too
    if let Some(state) = root.get("robot_state") {
        state::read(&mut scene, &state.named("the robot state"), robot)?;
    }
    if let Some(matrix) = root.get("allowed_collision_matrix") {
        matrix::read(
            &mut scene,
            &matrix.named("the allowed collision matrix"),
            robot,
        )?;
    }
    Ok(scene)
}

/// The frames of the objects, with their poses in the world.
struct Frames(HashMap<String, Isometry3<f64>>);

impl Frames {
    fn new(root: &Item<'_>, robot: &Robot, options: &SceneOptions) -> Result<Self, ReadError> {
        let mut frames = Self(options.frames.clone());
        let of_root = frames.0.entry(robot.root_name().to_owned());
        of_root.or_insert(*robot.base());
        let mut fixed = BTreeSet::new();
        for item in root.list_at("fixed_frame_transforms")? {
            item.check(&keys::TRANSFORM_STAMPED)?;
            let child = item.required("child_frame_id")?;
            let name = child.text()?;
            if !fixed.insert(plain(&name).to_owned()) {
                return Err(child.repeated(&name));
            }
            let item = item.named(format!("the transform of frame {name:?}"));
            let parent = match pose::frame(&item)? {
                None => Isometry3::identity(),
                Some(parent) => frames.find(&parent).ok_or_else(|| {
                    let known = frames.0.keys().map(String::as_str).collect::<BTreeSet<_>>();
                    ReadError::unknown(item.place(), "frame before this one", &parent, known)
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

/// Returns the name of a frame without the slash that older messages write before it.
fn plain(frame: &str) -> &str {
    frame.strip_prefix('/').unwrap_or(frame)
}
