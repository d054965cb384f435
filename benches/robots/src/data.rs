//! Reading: the robot's URDF and meshes, the scenes, and the paths.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::shape::ConvexHull;
use serde::Deserialize;

use crate::kinematics::{Body, Chain, Frame};

/// An object of a scene, in its own frame; a cylinder stands along z.
#[derive(Clone, Copy)]
pub enum Shape {
    Box { sizes: Vector3<f64> },
    Cylinder { height: f64, radius: f64 },
    Ball { radius: f64 },
}

/// An object of a scene and where it is in the world.
#[derive(Clone, Copy)]
pub struct Object {
    pub shape: Shape,
    pub pose: Isometry3<f64>,
}

/// A path of the robot in a scene.
pub struct Case {
    /// The index of its scene.
    pub scene: usize,
    /// The scene and the planner's resolution.
    pub name: String,
    /// Joint values, joined by straight lines.
    pub waypoints: Vec<Vec<f64>>,
    /// Whether dense sampling found a collision.
    pub collides: bool,
    /// How deep that was, in metres: negative if there was one.
    pub depth: f64,
}

/// All that is read.
pub struct Data {
    pub robot: Chain,
    pub scenes: Vec<Vec<Object>>,
    pub cases: Vec<Case>,
}

/// Reads the robot, the paths, and the scenes that they are in.
pub fn read(folder: &Path) -> Result<Data> {
    let robot = robot(&folder.join("panda"), "panda.urdf")?;
    let plans = folder.join("plans.jsonl");
    let text = fs::read_to_string(&plans).with_context(|| plans.display().to_string())?;
    let mut data = Data {
        robot,
        scenes: Vec::new(),
        cases: Vec::new(),
    };
    let mut indices = HashMap::new();
    for line in text.lines() {
        let plan: Plan = serde_json::from_str(line)?;
        let scene = match indices.get(&plan.scene) {
            Some(&index) => index,
            None => {
                data.scenes
                    .push(scene(&folder.join("problems").join(&plan.scene))?);
                let index = data.scenes.len() - 1;
                indices.insert(plan.scene.clone(), index);
                index
            }
        };
        let joints = data.robot.frames.len();
        ensure!(
            !plan.waypoints.is_empty() && plan.waypoints.iter().all(|q| q.len() == joints),
            "a path in {} without {joints} values at each waypoint",
            plan.scene
        );
        data.cases.push(Case {
            scene,
            name: format!("{} at {}", plan.scene, plan.resolution),
            waypoints: plan.waypoints,
            collides: plan.sampled.colliding > 0,
            depth: plan.sampled.worst_depth_m,
        });
    }
    Ok(data)
}

#[derive(Deserialize)]
struct Plan {
    scene: String,
    resolution: f64,
    waypoints: Vec<Vec<f64>>,
    sampled: Sampled,
}

#[derive(Deserialize)]
struct Sampled {
    colliding: u32,
    worst_depth_m: f64,
}

/// Where a link is: the frame that it moves with, none if it does not move, and its pose in that frame or the world.
type Place = (Option<usize>, Isometry3<f64>);

/// The robot of a URDF file. Links that no joint moves carry no bodies here: the base may touch what it stands on.
fn robot(folder: &Path, file: &str) -> Result<Chain> {
    let path = folder.join(file);
    let description = urdf_rs::read_file(&path).with_context(|| path.display().to_string())?;
    let mut chain = Chain::default();
    let places = places(&description, &mut chain)?;
    for link in &description.links {
        let (Some(frame), place) = places[link.name.as_str()] else {
            continue;
        };
        for collision in &link.collision {
            let hull = hull(folder, &collision.geometry)
                .with_context(|| format!("the link {}", link.name))?;
            let origin = place * pose(&collision.origin);
            chain.bodies.push(Body::new(frame, origin, hull));
        }
    }
    Ok(chain)
}

/// Where all links are, by name; puts the frames of the joints into `chain`.
fn places<'d>(
    description: &'d urdf_rs::Robot,
    chain: &mut Chain,
) -> Result<HashMap<&'d str, Place>> {
    let is_child = |name: &str| description.joints.iter().any(|j| j.child.link == name);
    let roots = description.links.iter().filter(|l| !is_child(&l.name));
    let mut places: HashMap<&str, Place> = roots
        .map(|link| (link.name.as_str(), (None, Isometry3::identity())))
        .collect();
    // joints may come in any order: each waits for its parent
    let mut waiting: Vec<_> = description.joints.iter().collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut left = Vec::new();
        for joint in waiting {
            let Some(&(frame, place)) = places.get(joint.parent.link.as_str()) else {
                left.push(joint);
                continue;
            };
            let origin = place * pose(&joint.origin);
            let place = match joint.joint_type {
                urdf_rs::JointType::Fixed => (frame, origin),
                urdf_rs::JointType::Revolute | urdf_rs::JointType::Continuous => {
                    let axis = Vector3::from(*joint.axis.xyz).normalize();
                    chain.frames.push(Frame::new(frame, &origin, axis));
                    (Some(chain.frames.len() - 1), Isometry3::identity())
                }
                ref other => bail!("the joint {} is {other:?}: not needed so far", joint.name),
            };
            places.insert(&joint.child.link, place);
        }
        ensure!(left.len() < before, "the joints make no tree");
        waiting = left;
    }
    Ok(places)
}

fn pose(pose: &urdf_rs::Pose) -> Isometry3<f64> {
    let [roll, pitch, yaw] = *pose.rpy;
    Isometry3::from_parts(
        Translation3::from(*pose.xyz),
        UnitQuaternion::from_euler_angles(roll, pitch, yaw),
    )
}

fn hull(folder: &Path, geometry: &urdf_rs::Geometry) -> Result<ConvexHull<f64, 3>> {
    let urdf_rs::Geometry::Mesh { filename, scale } = geometry else {
        bail!("{geometry:?} is no mesh: not needed so far");
    };
    let path: PathBuf = folder.join(filename.strip_prefix("package://").unwrap_or(filename));
    let scale = scale.map_or(Vector3::repeat(1.0), |scale| Vector3::from(*scale));
    let loaded = mesh_loader::Loader::default()
        .load(&path)
        .with_context(|| path.display().to_string())?;
    let points: Vec<_> = loaded
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.vertices)
        .map(|vertex| Vector3::from(vertex.map(f64::from)).component_mul(&scale))
        .collect();
    Ok(ConvexHull::new(&points)?)
}

#[derive(Deserialize)]
struct SceneFile {
    world: World,
}

#[derive(Deserialize)]
struct World {
    collision_objects: Vec<CollisionObject>,
}

#[derive(Deserialize)]
struct CollisionObject {
    id: String,
    primitives: Vec<Primitive>,
    primitive_poses: Vec<PrimitivePose>,
}

#[derive(Deserialize)]
struct Primitive {
    #[serde(rename = "type")]
    kind: String,
    dimensions: Vec<f64>,
}

#[derive(Deserialize)]
struct PrimitivePose {
    position: [f64; 3],
    orientation: [f64; 4],
}

fn scene(path: &Path) -> Result<Vec<Object>> {
    let about = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(about)?;
    let file: SceneFile = serde_saphyr::from_str(&text).with_context(about)?;
    let mut objects = Vec::new();
    for object in &file.world.collision_objects {
        ensure!(
            object.primitives.len() == object.primitive_poses.len(),
            "{} in {} has not as many poses as shapes",
            object.id,
            about()
        );
        for (primitive, pose) in object.primitives.iter().zip(&object.primitive_poses) {
            let shape = match (primitive.kind.as_str(), primitive.dimensions.as_slice()) {
                ("box", &[x, y, z]) => Shape::Box {
                    sizes: vector![x, y, z],
                },
                ("cylinder", &[height, radius]) => Shape::Cylinder { height, radius },
                ("sphere", &[radius]) => Shape::Ball { radius },
                (kind, _) => bail!("{} in {} is a {kind}", object.id, about()),
            };
            let [x, y, z, w] = pose.orientation;
            let rotation = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
            objects.push(Object {
                shape,
                pose: Isometry3::from_parts(Translation3::from(pose.position), rotation),
            });
        }
    }
    Ok(objects)
}
