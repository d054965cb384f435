//! Tests of the error messages for scenes.

use photofinish_robot_files::scene;

use crate::files::{Directory, assert_messages};
use crate::scenes::{REST, error, object, read, robot};

#[test]
fn what_a_scene_says_wrongly_is_pointed_out() {
    let cases = [
        (
            "entry_names: [hand, table, can]",
            "entry_names: [hand, table]",
            "scene:4:17: enabled of element 0 of entry_values of the allowed collision matrix must be a list with an element for each name, but is \"a list of 3\"",
        ),
        (
            "    - [false, false, true]\n",
            "",
            "scene:2:3: the number of entry_values of the allowed collision matrix must be that of the names, but is \"2, not 3\"",
        ),
        (
            "- [true, false, false]",
            "- [false, false, false]",
            "scene:2:3: the entry of \"hand\" and \"table\" must be the same in both rows, but is \"true in one\"",
        ),
        (
            "- [true, false, false]",
            "- [yes, false, false]",
            "scene:5:8: element 0 of element 1 of entry_values of the allowed collision matrix must be true or false, but is \"yes\"",
        ),
        (
            "position: [0.5, -1]",
            "position: [0.5]",
            "scene:10:16: the number of position of joint_state of the robot state must be that of the names, but is \"1, not 2\"",
        ),
        (
            "position: [0.5, -1]",
            "position: [0.5, .nan]",
            "scene:10:53: the value of joint \"bend\" must be a finite number, but is \".nan\"",
        ),
        (
            "name: [turn, bend]",
            "name: [turn, turn]",
            "scene:10:30: element 1 of name of joint_state of the robot state must be another name than those before, but is \"turn\"",
        ),
        (
            "translation: [0, 0, 0]",
            "translation: {x: 0, y: 0, z: 0, Z: 3}",
            "scene:13:54: unknown key `Z` in translation of element 0 of transforms of multi_dof_joint_state of the robot state",
        ),
        (
            "world:",
            "fixed_frame_transforms:\n  - {child_frame_id: m, transform: {translation: [0, 0, 1]}}\n  - {child_frame_id: /m, transform: {translation: [0, 0, 0]}}\nworld:",
            "scene:25:22: child_frame_id of element 1 of fixed_frame_transforms of the scene must be another name than those before, but is \"/m\"",
        ),
        (
            "translation: [0, 0, 0]",
            "translation: [1, 0, 0]",
            "scene:13:18: a joint of several values that moves the robot is not supported: give the robot its base, and leave the transform the identity",
        ),
        (
            "header: {frame_id: hand}",
            "header: {frame_id: world}",
            "scene:18:9: the frame \"world\" of the attached object \"cup\" is not supported: it must be the link that holds the object",
        ),
        (
            "data: []",
            "data: [-1, 3]",
            "scene:29:30: an octomap is not supported: use boxes",
        ),
        (
            "world:",
            "word:",
            "scene:24:3: unknown key `word` in the scene: did you mean `world`?",
        ),
        (
            "---\n",
            "---\na: 1\n",
            "scene: the number of YAML documents must be 1, but is \"2\"",
        ),
    ];
    assert_messages(cases.into_iter().map(|(from, to, expected)| {
        let text = REST.replacen(from, to, 1);
        assert_ne!(text, REST);
        (error(&text), expected)
    }));
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
    for (from, to, expected) in [
        (
            "type: cylinder",
            "type: prism",
            "scene:5:15: type of element 0 of primitives of object \"o\" must be box, sphere, cylinder, cone or their number 1 to 4, but is \"prism\"",
        ),
        (
            "[2, 1]",
            "[2, 1, 3]",
            "scene:6:21: dimensions of element 0 of primitives of object \"o\" must be 2 numbers: its height and radius, but is \"a list of 3\"",
        ),
        (
            "[2, 1]",
            "[2, -1]",
            "scene:6:21: element 0 of primitives of object \"o\": radius must not be negative, but is -1.0",
        ),
        (
            "[2, 1]",
            "[2, .inf]",
            "scene:6:25: element 1 of dimensions of element 0 of primitives of object \"o\" must be a finite number, but is \".inf\"",
        ),
        (
            "[0, 0, 0, 1]",
            "[0, 0, 0, 0]",
            "scene:9:22: orientation of element 0 of primitive_poses of object \"o\" must be a unit quaternion, but is \"0 0 0 0\"",
        ),
        (
            "[0, 0, 0, 1]",
            "[0, 0, 1]",
            "scene:9:22: orientation of element 0 of primitive_poses of object \"o\" must be 4 numbers, but is \"a list of 3\"",
        ),
        (
            "position: [0, 0, 0]",
            "position: {x: 0, y: 0}",
            "scene:8:19: position of element 0 of primitive_poses of object \"o\" needs the key \"z\", but has none",
        ),
        (
            "- position",
            "- place",
            "scene:8:9: element 0 of primitive_poses of object \"o\" needs the key \"position\", but has none",
        ),
        (
            "primitive_poses",
            "primitive_pose",
            "scene:8:9: unknown key `primitive_pose` in object \"o\": did you mean `primitive_poses`?",
        ),
        (
            "primitives:",
            "operation: 1\nprimitives:",
            "scene:4:18: operation of object \"o\" must be ADD or 0, but is \"1\"",
        ),
        (
            "primitives:",
            "planes: [{coef: [0, 0, 1, 0]}]\nprimitives:",
            "scene:4:16: the half-space among the planes of object \"o\" is not supported: use a large box",
        ),
        (
            "primitives:",
            "primitive:",
            "scene:5:9: unknown key `primitive` in object \"o\": did you mean `primitives`?",
        ),
        (
            "primitives:",
            "meshes: [{vertices: []}]\nmesh_poses: [{position: [0, 0, 0]}]\nprimitives:",
            "scene:4:27: element 0 of meshes of object \"o\" needs vertices, but has none",
        ),
    ] {
        assert_eq!(error(&object(&OBJECT.replacen(from, to, 1))), expected);
    }
    let expected = "scene:3:7: object \"o\" needs primitives or meshes, but has none";
    assert_eq!(error(&object("")), expected);
    let twice = object(OBJECT)
        + &object(OBJECT)
            .lines()
            .skip(2)
            .collect::<Vec<_>>()
            .join("\n");
    assert_eq!(
        error(&twice),
        "scene:10:7: there are two objects named \"o\""
    );
}

#[test]
fn a_file_that_is_no_scene_is_named() {
    let directory = Directory::new();
    let cases = [
        (
            &b""[..],
            "s.yaml: the number of YAML documents must be 1, but is \"0\"",
        ),
        (
            b"- 1\n",
            "s.yaml:1:1: the scene needs the key \"world\", but has none",
        ),
        (
            b"world: 5\n",
            "s.yaml:1:8: the world must be a mapping, but is \"5\"",
        ),
        (b"world:\n\xff", "s.yaml:2: this is not text in UTF-8"),
    ];
    assert_messages(cases.into_iter().map(|(content, expected)| {
        (
            directory.message(scene(directory.write("s.yaml", content), &robot())),
            expected,
        )
    }));
    let lost = directory.message(photofinish_robot_files::scene(
        directory.path().join("lost.yaml"),
        &robot(),
    ));
    assert!(lost.starts_with("lost.yaml: "), "{lost}");
}
