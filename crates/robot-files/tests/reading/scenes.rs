//! Tests of scenes that are read from planning scenes in YAML.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, Unit, Vector3, vector};
use photofinish::SupportMap;
use photofinish::shape::{AnyShape, Ball, Cone, Cuboid, Cylinder};
use photofinish_robot::{Piece, Robot, Scene};
use photofinish_robot_files::{ReadError, Reader, SceneOptions, scene, scene_str};

use crate::files::{Directory, assert_changes, message};

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
    let point = piece.shape.support_point(&local);
    piece.pose.transform_point(&point.into()).z
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
    assert!((height(&pieces[3]) - 3.0).abs() < 1e-12);
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

/// The frame of the robot's root is where the robot is.
#[test]
fn a_frame_can_be_placed_by_an_option() {
    let up = Isometry3::translation(0.0, 7.0, 0.0);
    let mut above = robot();
    above.set_base(up).unwrap();
    let plain = SceneOptions::new();
    let placed = SceneOptions::new().frame("panda_link0", up);
    for (frame, robot, options) in [("panda_link0", robot(), placed), ("base", above, plain)] {
        let text = object(&format!(
            "header: {{frame_id: {frame}}}\nprimitives: [{{type: sphere, dimensions: [1]}}]\n\
            primitive_poses: [{{position: [1, 0, 0]}}]"
        ));
        let scene = scene_str(&text, &robot, &options).unwrap();
        let position = scene.objects()[0].pieces()[0].pose.translation.vector;
        assert_eq!(position, vector![1.0, 7.0, 0.0]);
    }
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
    let values = [("turn".to_owned(), 0.5), ("bend".to_owned(), -1.0)];
    assert_eq!(scene.joint_values(), values);
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
    let piece = |poses: &str| {
        let text = format!(
            "pose: {{position: [1, 0, 0.9]}}\nprimitives: [{{type: cylinder, dimensions: [2, 0.1]}}]\n{poses}"
        );
        read(&object(&text)).objects()[0].pieces()[0].clone()
    };
    let alone = piece("");
    assert_eq!(alone, piece("primitive_poses: [{position: [0, 0, 0]}]"));
    let up = alone.pose * Vector3::y();
    assert!((up - Vector3::z()).norm() < 1e-15, "{up}");
}

/// What names a link or an object that is not there is passed over with a warning, but the state of a joint that is not
/// there is an error: the robot would stand otherwise than meant.
#[test]
fn names_that_the_robot_does_not_have_are_noticed() {
    let table = r#"
        entry_names: [hand, table => entry_names: [hands, table
            scene:2:17: passed over "hands" in the allowed collision matrix: there is neither a link nor an object of this name: did you mean `hand`?
        names: [floor, wall] => names: [flor, wall]
            scene:7:25: passed over "flor" in the allowed collision matrix: there is neither a link nor an object of this name: did you mean `floor`?
        touch_links: [left, => touch_links: [lift,
            scene:16:21: passed over the unknown link "lift" in touch_links: did you mean `left`?
        robot_state: => robot_model_name: leg\nrobot_state:
            scene:9:19: this is for the robot "leg", but the robot is "arm"
    "#;
    assert_changes(REST, table, |text| {
        let reader = Reader::new();
        let scene = reader.scene_str(text, &robot(), &SceneOptions::new());
        let scene = scene.unwrap();
        let strict = scene_str(text, &robot(), &SceneOptions::new());
        assert!(matches!(strict, Err(ReadError::Warned { others: 0, .. })));
        let warning = reader.warnings()[0].to_string();
        let is_less = |name: &str| warning.contains(name);
        assert_eq!(scene.pairs().len(), if is_less("hands") { 1 } else { 3 });
        assert_eq!(scene.defaults().len(), if is_less("flor") { 1 } else { 2 });
        let touching = scene.attached()[0].touching.len();
        assert_eq!(touching, if is_less("lift") { 1 } else { 2 });
        warning
    });
    // MoveIt writes a name for octomaps
    let text = REST.replace("names: [floor, wall]", "names: [<octomap>, wall]");
    assert_eq!(read(&text).defaults().len(), 1);
}

#[test]
fn what_a_scene_says_wrongly_is_pointed_out() {
    let table = r#"
        entry_names: [hand, table, can] => entry_names: [hand, table]
            scene:4:17: enabled of element 0 of entry_values of the allowed collision matrix must be a list with an element for each name, but is "a list of 3"
        - [true, false, false] => - [false, false, false]
            scene:2:3: the entry of "hand" and "table" must be the same in both rows, but is "true in one"
        - [true, false, false] => - [yes, false, false]
            scene:5:8: element 0 of element 1 of entry_values of the allowed collision matrix must be true or false, but is "yes"
        position: [0.5, -1] => position: [0.5, .nan]
            scene:10:53: the value of joint "bend" must be a finite number, but is ".nan"
        name: [turn, bend] => name: [turn, turn]
            scene:10:30: element 1 of name of joint_state of the robot state must be another name than those before, but is "turn"
        link_name: hand => link_name: wrist
            scene:15:18: there is no link named "wrist"
        translation: [0, 0, 0] => translation: {x: 0, y: 0, z: 0, Z: 3}
            scene:13:54: unknown key `Z` in translation of element 0 of transforms of multi_dof_joint_state of the robot state
        world: => fixed_frame_transforms:\n  - {child_frame_id: m, transform: {translation: [0, 0, 1]}}\n  - {child_frame_id: /m, transform: {translation: [0, 0, 0]}}\nworld:
            scene:25:22: child_frame_id of element 1 of fixed_frame_transforms of the scene must be another name than those before, but is "/m"
        translation: [0, 0, 0] => translation: [1, 0, 0]
            scene:13:18: a joint of several values that moves the robot is not supported: give the robot its base, and leave the transform the identity
        header: {frame_id: hand} => header: {frame_id: world}
            scene:18:9: the frame "world" of the attached object "cup" is not supported: it must be the link that holds the object
        data: [] => data: [-1, 3]
            scene:29:30: an octomap is not supported: use boxes
        \nworld: => \nword:
            scene:24:3: unknown key `word` in the scene: did you mean `world`?
        \n--- => \n---\na: 1
            scene: the number of YAML documents must be 1, but is "2"
    "#;
    assert_changes(REST, table, error);
    let found = error(&REST.replacen("joint_state: {", "joint_state: {{", 1));
    assert!(found.starts_with("scene:10:"), "{found}");
}

const OBJECT: &str = "primitives:
- type: cylinder
  dimensions: [2, 1]
primitive_poses:
- position: [0, 0, 0]
  orientation: [0, 0, 0, 1]
";

#[test]
fn what_an_object_says_wrongly_is_pointed_out() {
    read(&object(OBJECT));
    let table = r#"
        type: cylinder => type: prism
            scene:5:15: type of element 0 of primitives of object "o" must be box, sphere, cylinder, cone or their number 1 to 4, but is "prism"
        [2, 1] => [2, 1, 3]
            scene:6:21: dimensions of element 0 of primitives of object "o" must be 2 numbers: its height and radius, but is "a list of 3"
        [2, 1] => [2, -1]
            scene:6:21: element 0 of primitives of object "o": radius must not be negative, but is -1.0
        [0, 0, 0, 1] => [0, 0, 0, 0]
            scene:9:22: orientation of element 0 of primitive_poses of object "o" must be a unit quaternion, but is "0 0 0 0"
        position: [0, 0, 0] => position: {x: 0, y: 0}
            scene:8:19: position of element 0 of primitive_poses of object "o" needs the key "z", but has none
        primitive_poses => primitive_pose
            scene:8:9: unknown key `primitive_pose` in object "o": did you mean `primitive_poses`?
        primitives: => operation: 1\nprimitives:
            scene:4:18: operation of object "o" must be ADD or 0, but is "1"
        primitives: => planes: [{coef: [0, 0, 1, 0]}]\nprimitives:
            scene:4:16: the half-space among the planes of object "o" is not supported: use a large box
        primitives: => meshes: [{vertices: []}]\nmesh_poses: [{position: [0, 0, 0]}]\nprimitives:
            scene:4:27: element 0 of meshes of object "o" needs vertices, but has none
    "#;
    assert_changes(OBJECT, table, |text| error(&object(text)));
    let expected = "scene:3:7: object \"o\" needs primitives, meshes, points, a mesh or an octomap, but has none";
    assert_eq!(error(&object("")), expected);
    let [one, again] = [
        object(OBJECT),
        object(OBJECT).replace("world:\n  collision_objects:\n", ""),
    ];
    let expected = "scene:10:7: there are two objects named \"o\"";
    assert_eq!(error(&(one + &again)), expected);
}

#[test]
fn a_file_that_is_no_scene_is_named() {
    let directory = Directory::new();
    for (content, expected) in [
        (&b""[..], ": the number of YAML documents must be 1"),
        (b"world: 5\n", ":1:8: the world must be a mapping"),
        (b"world:\n\xff", ":2: this is not text in UTF-8"),
    ] {
        let read = scene(directory.write("s.yaml", content), &robot());
        let message = directory.message(read);
        assert!(
            message.starts_with(&format!("s.yaml{expected}")),
            "{message}"
        );
    }
    let lost = scene(directory.path().join("lost.yaml"), &robot());
    assert!(directory.message(lost).starts_with("lost.yaml: "));
}
