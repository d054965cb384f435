//! Tests of files that were cut off or altered. Reading them gives an answer or an error, and never a panic.

use photofinish_robot_files::{
    MeshShape, SceneOptions, UrdfOptions, paths, scene_str, srdf_str, urdf, urdf_str,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::files::Directory;

const SEED: u64 = 0x5eed_0ff1;

/// Returns copies of the text: some are cut off at every seventh byte, others have bytes altered, repeated or left out.
fn damaged(text: &[u8], seed: u64) -> Vec<Vec<u8>> {
    const BYTES: &[u8] = b"0-.e\"<>/{}[],:#&*\n \xff\x00na9";
    let mut random = StdRng::seed_from_u64(SEED ^ seed);
    let mut all: Vec<_> = (0..text.len())
        .step_by(7)
        .map(|end| text[..end].to_vec())
        .collect();
    for _ in 0..400 {
        let mut copy = text.to_vec();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..copy.len());
            match random.random_range(0..4) {
                0 => copy[at] = BYTES[random.random_range(0..BYTES.len())],
                1 => copy.insert(at, BYTES[random.random_range(0..BYTES.len())]),
                2 => drop(copy.drain(at..(at + 9).min(copy.len()))),
                _ => {
                    let piece = copy[at..(at + 20).min(copy.len())].to_vec();
                    copy.splice(at..at, piece);
                }
            }
        }
        all.push(copy);
    }
    all
}

/// Checks that every error is one line that has the name of the file, and that more than a quarter of the copies fail.
fn assert_survives(
    text: impl AsRef<[u8]>,
    seed: u64,
    name: &str,
    mut read: impl FnMut(&[u8]) -> Result<(), photofinish_robot_files::ReadError>,
) {
    let mut errors = 0;
    let copies = damaged(text.as_ref(), seed);
    let count = copies.len();
    for copy in copies {
        if let Err(error) = read(&copy) {
            let message = error.to_string();
            assert!(
                message.contains(name) && !message.contains('\n'),
                "{message}"
            );
            errors += 1;
        }
    }
    assert!(errors > count / 4, "{name}: {errors} errors of {count}");
}

#[test]
fn damaged_xml_is_survived() {
    let robot = crate::urdf::two_links(
        "floating",
        r#"<origin xyz="1 2 3" rpy="0 0 1"/></joint>
        <link name="c"><collision><geometry><cylinder radius="0.5" length="4"/></geometry></collision></link>
        <joint name="k" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/>
        <limit lower="0" upper="1"/>"#,
    );
    let options = UrdfOptions::new();
    let semantics = r#"<robot name="two"><group name="g"><chain base_link="a" tip_link="c"/><joint name="j"/></group>
        <group name="h"><group name="g"/></group><group_state name="s" group="g"><joint name="k" value="1"/></group_state>
        <disable_collisions link1="a" link2="c"/></robot>"#;
    let mut whole = crate::urdf::robot(&robot);
    assert_survives(&robot, 1, "URDF", |bytes| {
        urdf_str(&String::from_utf8_lossy(bytes), "", &options).map(drop)
    });
    assert_survives(semantics, 2, "SRDF", |bytes| {
        srdf_str(&String::from_utf8_lossy(bytes), &mut whole).map(drop)
    });
}

#[test]
fn damaged_meshes_are_survived() {
    let directory = Directory::new();
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    let meshes = [
        ("m.obj", crate::meshes::TWO_BOXES.as_bytes().to_vec()),
        ("m.stl", crate::meshes::TEXT_STL.as_bytes().to_vec()),
        ("b.stl", crate::meshes::binary_stl()),
        ("m.dae", crate::meshes::COLLADA.as_bytes().to_vec()),
    ];
    for (index, (name, content)) in meshes.into_iter().enumerate() {
        let text = format!(
            r#"<robot><link name="a"><collision><geometry><mesh filename="{name}"/></geometry></collision></link></robot>"#
        );
        let file = directory.write("r.urdf", text);
        assert_survives(content, 10 + index as u64, "", |bytes| {
            directory.write(name, bytes);
            urdf(&file, &options).map(drop)
        });
    }
}

#[test]
fn damaged_scenes_are_survived() {
    let object = "world:\n  collision_objects:\n  - id: o\n    header: {frame_id: f}\n    primitives: [{type: 3, dimensions: [2, 1]}]\n    \
        primitive_poses: [{position: {x: 0, y: 1, z: 2}, orientation: [0, 0, 0, 1]}]\n    meshes: [{vertices: [[0, 0, 1], \
        [1, 2, 3]]}]\n    mesh_poses: [{position: [0, 0, 0]}]\n";
    for (index, text) in [object, crate::scenes::REST].into_iter().enumerate() {
        let robot = crate::scenes::robot();
        let options = SceneOptions::new().frame("f", nalgebra::Isometry3::identity());
        assert_survives(text, 20 + index as u64, "scene", |bytes| {
            scene_str(&String::from_utf8_lossy(bytes), &robot, &options).map(drop)
        });
    }
}

#[test]
fn damaged_paths_are_survived() {
    let directory = Directory::new();
    for (index, (name, text)) in [
        ("p.jsonl", crate::paths::LINES),
        ("p.json", "[{\"waypoints\": [[0, 1], [2, 3]], \"times\": [0, 1], \"id\": 1}, {\"waypoints\": [[0, 1]]}]"),
        ("p.csv", "time,p,q,p.velocity,q.velocity\n0,0,1,2,3\n1.5,2,-5e-1,3,4\n"),
        ("p.yaml", crate::paths::TRAJECTORY),
        ("p.txt", crate::paths::TRAJECTORY),
    ]
    .into_iter()
    .enumerate()
    {
        assert_survives(text, 30 + index as u64, name, |bytes| {
            paths(directory.write(name, bytes)).map(drop)
        });
    }
}

#[test]
fn nesting_and_repetition_without_end_are_errors() {
    let options = SceneOptions::new();
    for text in [
        format!("world: {}", "[".repeat(100_000)),
        format!("world: {}", "{a: ".repeat(100_000)),
        (0..200_000)
            .map(|depth| format!("{}- \n", " ".repeat(depth % 3000)))
            .collect(),
        (1..40).fold("a0: &a0 [1, 1]\n".to_owned(), |text, level| {
            let below = level - 1;
            format!("{text}a{level}: &a{level} [*a{below}, *a{below}, *a{below}]\n")
        }),
    ] {
        assert!(scene_str(&text, &crate::scenes::robot(), &options).is_err());
    }
    let directory = Directory::new();
    for name in ["p.json", "p.jsonl", "p.yaml"] {
        assert!(paths(directory.write(name, "[".repeat(100_000))).is_err());
        assert!(paths(directory.write(name, "{\"waypoints\":".repeat(100_000))).is_err());
    }
    let deep = format!("<robot>{}", "<link name='a'>".repeat(100_000));
    assert!(urdf_str(&deep, "", &UrdfOptions::new()).is_err());
    let closed = deep + &"</link>".repeat(100_000) + "</robot>";
    assert!(urdf_str(&closed, "", &UrdfOptions::new()).is_err());
    let idle = format!(
        "<robot><link name='a'/><gazebo>{}{}</gazebo></robot>",
        "<a>".repeat(100_000),
        "</a>".repeat(100_000)
    );
    crate::urdf::robot(&idle);
    let robot = r#"<robot><link name="a"><collision><geometry><mesh filename="m.dae"/></geometry></collision></link></robot>"#;
    let file = directory.write("r.urdf", robot);
    let nodes = "<node>".repeat(100_000) + &"</node>".repeat(100_000);
    let scene = format!(
        r##"<COLLADA><library_visual_scenes><visual_scene id="s">{nodes}</visual_scene>
        </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##
    );
    directory.write("m.dae", scene);
    assert!(urdf(&file, &UrdfOptions::new()).is_err());
}
