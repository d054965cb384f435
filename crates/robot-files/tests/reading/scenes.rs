//! Tests of scenes that are read from planning scenes in YAML.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, Unit, Vector3, vector};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Ball, Cone, Cuboid, Cylinder};
use photofinish_robot::{Piece, Robot, Scene};
use photofinish_robot_files::{ReadError, Reader, SceneOptions, scene_str};

use crate::files::message;

/// Returns the robot of the scenes: a hand with two fingers on an arm with the joints `turn` and `bend`.
pub fn robot() -> Robot {
    crate::urdf::robot(
        r#"<robot name="arm"><link name="base"/><link name="lower"/><link name="hand"/><link name="left"/><link name="right"/>
        <joint name="turn" type="continuous"><parent link="base"/><child link="lower"/></joint>
        <joint name="bend" type="continuous"><parent link="lower"/><child link="hand"/></joint>
        <joint name="l" type="fixed"><parent link="hand"/><child link="left"/></joint>
        <joint name="r" type="fixed"><parent link="hand"/><child link="right"/></joint></robot>"#,
    )
}

pub fn read(text: &str) -> Scene {
    scene_str(text, &robot(), &SceneOptions::new()).unwrap()
}

/// Returns a scene with one object, named o, and with these lines as its other keys.
pub fn object(lines: &str) -> String {
    let lines: String = lines
        .lines()
        .map(|line| format!("      {}\n", line.trim_end()))
        .collect();
    format!("world:\n  collision_objects:\n    - id: o\n{lines}")
}

pub fn error(text: &str) -> String {
    message(scene_str(text, &robot(), &SceneOptions::new()))
}

fn height(piece: &Piece) -> f64 {
    let direction = Vector3::z_axis();
    let local = piece.pose.inverse_transform_unit_vector(&direction);
    piece
        .pose
        .transform_point(&piece.shape.support_point(&local).into())
        .z
}

#[test]
fn primitives_are_read_by_name_and_number() {
    let by_name = read(&object(
        "primitives:\n  - {type: box, dimensions: [2, 4, 6]}\n  - {type: SPHERE, dimensions: [0.5]}\n  \
         - {type: cylinder, dimensions: [4, 0.5]}\n  - {type: cone, dimensions: [4, 0.5]}\n\
         primitive_poses:\n  - {position: [1, 2, 3], orientation: [0, 0, 0, 1]}\n  - {position: [0, 0, 0]}\n  \
         - position: [0, 0, 0]\n  - position: {x: 0, y: 0, z: 1}\n    orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}",
    ));
    let by_number = read(&object(
        "primitives:\n  - {type: 1, dimensions: [2, 4, 6]}\n  - {type: 2, dimensions: [0.5]}\n  \
         - {type: 3, dimensions: [4, 0.5]}\n  - {type: 4, dimensions: [4, 0.5]}\n\
         primitive_poses:\n  - position: {x: 1, y: 2, z: 3}\n  - position: {x: 0, y: 0, z: 0}\n  \
         - position: [0, 0, 0]\n  - position: [0, 0, 1]\noperation: 0",
    ));
    assert_eq!(by_name, by_number);
    let pieces = by_name.objects()[0].pieces();
    let expected: [AnyShape<f64, 3>; 4] = [
        Cuboid::new(vector![1.0, 2.0, 3.0]).unwrap().into(),
        Ball::new(0.5).unwrap().into(),
        Cylinder::new(2.0, 0.5).unwrap().into(),
        Cone::new(2.0, 0.5).unwrap().into(),
    ];
    let shapes: Vec<_> = pieces.iter().map(|piece| piece.shape.clone()).collect();
    assert_eq!(shapes, expected);
    assert_eq!(pieces[0].pose, Isometry3::translation(1.0, 2.0, 3.0));
    assert!((height(&pieces[2]) - 2.0).abs() < 1e-12);
    // The tip of the cone points up.
    let tip = pieces[3]
        .pose
        .transform_point(&vector![0.0, 2.0, 0.0].into());
    assert!((tip.coords - vector![0.0, 0.0, 3.0]).norm() < 1e-12);
}

#[test]
fn the_pose_of_an_object_applies_to_its_shapes() {
    let scene = read(&object(
        "pose: {position: [1, 0, 0], orientation: [0, 0, 0.7071, 0.7071]}\nheader: {frame_id: /shelf}\n\
         primitives: [{type: box, dimensions: [2, 2, 2]}]\nprimitive_poses: [{position: [1, 0, 0]}]\n\
         meshes:\n  - vertices: [[0, 0, 0], {x: 1, y: 0, z: 0}, [0, 1, 0], [0, 0, 1]]\n    triangles: []\n",
    )
    .replace("world:", "fixed_frame_transforms:\n  - header: {frame_id: world}\n    child_frame_id: hall\n    \
        transform: {translation: [0, 0, 2], rotation: [0, 0, 0, 1]}\n  - header: {frame_id: hall}\n    \
        child_frame_id: shelf\n    transform: {translation: {x: 0, y: 0, z: 3}, rotation: {x: 0, y: 0, z: 0, w: 1}}\nworld:"));
    let pieces = scene.objects()[0].pieces();
    // The box is 1 ahead of the object, which is turned to the left.
    assert!((pieces[0].pose.translation.vector - vector![1.0, 1.0, 5.0]).norm() < 1e-12);
    assert!((pieces[0].pose.rotation.angle() - FRAC_PI_2).abs() < 1e-9);
    assert!((pieces[1].pose.translation.vector - vector![1.0, 0.0, 5.0]).norm() < 1e-12);
    let along = Unit::new_normalize(vector![1.0, 0.0, 0.0]);
    assert_eq!(pieces[1].shape.support_point(&along).x, 1.0);
}

#[test]
fn a_frame_can_be_placed_by_an_option() {
    let text = object(
        "header: {frame_id: panda_link0}\nprimitives: [{type: sphere, dimensions: [1]}]\n\
        primitive_poses: [{position: [1, 0, 0]}]",
    );
    let options = SceneOptions::new().frame("panda_link0", Isometry3::translation(0.0, 7.0, 0.0));
    let scene = scene_str(&text, &robot(), &options).unwrap();
    let position = scene.objects()[0].pieces()[0].pose.translation.vector;
    assert_eq!(position, vector![1.0, 7.0, 0.0]);
    let expected = "scene:3:7: the frame \"panda_link0\" of object \"o\" is not supported: only the world's and fixed \
        frames are; options can say where others are";
    assert_eq!(error(&text), expected);
}

pub const REST: &str = "allowed_collision_matrix:
  entry_names: [hand, table, can]
  entry_values:
    - {enabled: [false, true, false]}
    - [true, false, false]
    - [false, false, true]
  default_entry_names: [floor, wall]
  default_entry_values: [true, false]
robot_state:
  joint_state: {name: [turn, bend], position: [0.5, -1]}
  multi_dof_joint_state:
    joint_names: [world]
    transforms: [{translation: [0, 0, 0], rotation: [0, 0, 0, 1]}]
  attached_collision_objects:
    - link_name: hand
      touch_links: [left, right]
      object:
        header: {frame_id: hand}
        id: cup
        pose: {position: [0, 0, 0.1]}
        primitives: [{type: sphere, dimensions: [0.05]}]
        operation: ADD
world:
  collision_objects:
    - {id: table, pose: &at {position: [0, 0, 0]}, primitives: &one [{type: sphere, dimensions: [0.1]}]}
    - {id: can, pose: *at, primitives: *one}
    - {id: floor, pose: *at, primitives: *one}
    - {id: wall, pose: *at, primitives: *one}
  octomap: {octomap: {data: []}}
---
";

#[test]
fn what_may_touch_and_what_the_robot_does_is_kept() {
    let scene = read(REST);
    assert_eq!(scene.objects().len(), 4);
    let pair = |one: &str, other: &str, may| ([one.to_owned(), other.to_owned()], may);
    let pairs = [
        pair("hand", "table", true),
        pair("hand", "can", false),
        pair("table", "can", false),
    ];
    assert_eq!(scene.pairs(), pairs);
    let defaults = [("floor".to_owned(), true), ("wall".to_owned(), false)];
    assert_eq!(scene.defaults(), defaults);
    assert_eq!(
        scene.joint_values(),
        [("turn".to_owned(), 0.5), ("bend".to_owned(), -1.0)]
    );
    let [cup] = scene.attached() else {
        panic!("one object is attached");
    };
    assert_eq!((cup.link.as_str(), cup.object.name()), ("hand", "cup"));
    assert_eq!(cup.touching, ["left", "right"]);
    assert_eq!(cup.pose, Isometry3::translation(0.0, 0.0, 0.1));
}

/// Cylinders stand along z wherever their pose comes from. If only the object has a pose, they once lay down.
#[test]
fn cylinders_stand_where_only_the_object_has_a_pose() {
    let text = |poses: &str| {
        format!(
            "world:
  collision_objects:
    - id: post
      pose: {{position: [1, 0, 0.9]}}
      primitives: [{{type: cylinder, dimensions: [2, 0.1]}}]
{poses}"
        )
    };
    let options = SceneOptions::new();
    let piece = |poses: &str| {
        let scene = scene_str(&text(poses), &robot(), &options).expect("a scene");
        scene.objects()[0].pieces()[0].clone()
    };
    let alone = piece("");
    assert_eq!(
        alone,
        piece("      primitive_poses: [{position: [0, 0, 0]}]\n")
    );
    let up = alone.pose * nalgebra::Vector3::y();
    assert!((up - nalgebra::Vector3::z()).norm() < 1e-15, "{up}");
}

/// The frame of the robot's root is where the robot is.
#[test]
fn objects_may_be_in_the_frame_of_the_root() {
    let text = object(
        "header: {frame_id: base}\nprimitives: [{type: sphere, dimensions: [1]}]\n\
        primitive_poses: [{position: [1, 0, 0]}]",
    );
    let mut robot = robot();
    robot
        .set_base(Isometry3::translation(0.0, 7.0, 0.0))
        .unwrap();
    let scene = scene_str(&text, &robot, &SceneOptions::new()).unwrap();
    let position = scene.objects()[0].pieces()[0].pose.translation.vector;
    assert_eq!(position, vector![1.0, 7.0, 0.0]);
}

/// What names a link or an object that is not there is passed over with a warning, but the state of a joint that is not
/// there is an error: the robot would stand otherwise than meant.
#[test]
fn names_that_the_robot_does_not_have_are_noticed() {
    let warned = |from: &str, to: &str| {
        let reader = Reader::new();
        let text = REST.replace(from, to);
        let read = reader.scene_str(&text, &robot(), &SceneOptions::new());
        let strict = scene_str(&text, &robot(), &SceneOptions::new());
        assert!(matches!(strict, Err(ReadError::Warned { others: 0, .. })));
        let warnings = reader.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        (read.unwrap(), warnings[0].to_string())
    };
    let (scene, warning) = warned("entry_names: [hand, table", "entry_names: [hands, table");
    let expected = "scene:2:17: passed over \"hands\" in the allowed collision matrix: there is neither a link nor an \
        object of this name: did you mean `hand`?";
    assert_eq!(warning, expected);
    assert_eq!(scene.pairs().len(), 1);
    let (scene, warning) = warned("names: [floor, wall]", "names: [flor, wall]");
    assert!(warning.ends_with("did you mean `floor`?"), "{warning}");
    assert_eq!(scene.defaults(), [("wall".to_owned(), false)]);
    let (scene, warning) = warned("touch_links: [left,", "touch_links: [lift,");
    let expected =
        "scene:16:21: passed over the unknown link \"lift\" in touch_links: did you mean `left`?";
    assert_eq!(warning, expected);
    assert_eq!(scene.attached()[0].touching, ["right"]);
    let (_, warning) = warned("robot_state:", "robot_model_name: leg\nrobot_state:");
    let expected = "scene:9:19: this is for the robot \"leg\", but the robot is \"arm\"";
    assert_eq!(warning, expected);
    for (from, to, expected) in [
        (
            "name: [turn, bend]",
            "name: [turn, bent]",
            "scene:10:30: there is no joint named \"bent\": did you mean `bend`?",
        ),
        (
            "link_name: hand",
            "link_name: wrist",
            "scene:15:18: there is no link named \"wrist\"",
        ),
    ] {
        assert_eq!(error(&REST.replace(from, to)), expected);
    }
    // MoveIt writes a name for octomaps
    let text = REST.replace("names: [floor, wall]", "names: [<octomap>, wall]");
    assert_eq!(read(&text).defaults().len(), 1);
}
