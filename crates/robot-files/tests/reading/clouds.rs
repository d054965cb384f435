//! Tests of clouds of points and octomaps.

use nalgebra::{Vector3, vector};
use photofinish::shape::AnyShape;
use photofinish_robot::Link;
use photofinish_robot_files::{octomap, points, scene};

use crate::files::Directory;

/// Three points, of which the last is there twice, and one that the sensor did not see. They are sorted.
const POINTS: [[f32; 3]; 3] = [[-1.5, 0.25, 3.0], [0.5, 2.0, -1.0], [0.5, 2.0, 4.0]];

fn centers(link: &Link) -> Vec<Vector3<f64>> {
    let pieces = link.pieces().iter();
    pieces.map(|piece| piece.pose.translation.vector).collect()
}

fn are_the_points(link: &Link) {
    let expected: Vec<_> = POINTS
        .iter()
        .map(|p| vector![p[0].into(), p[1].into(), p[2].into()])
        .collect();
    assert_eq!(centers(link), expected);
    assert!(
        link.pieces()
            .iter()
            .all(|piece| { matches!(&piece.shape, AnyShape::Ball(ball) if ball.radius() == 0.01) })
    );
}

fn rows() -> Vec<[f32; 3]> {
    let [first, second, third] = POINTS;
    vec![third, first, [f32::NAN; 3], second, third]
}

#[test]
fn points_are_read_from_text_and_from_bytes() {
    let directory = Directory::new();
    let (mut text, mut pcd, mut ply) = (String::new(), Vec::new(), Vec::new());
    for [x, y, z] in rows() {
        text += &format!("7 {x} {y} {z}\n");
        for value in [7.0, x, y, z] {
            pcd.extend(value.to_le_bytes());
        }
        ply.push(9u8);
        for value in [x, y, z] {
            ply.extend(f64::from(value).to_be_bytes());
        }
    }
    let pcd_header = |data: &str| {
        format!(
            "# .PCD v0.7\nVERSION 0.7\nFIELDS intensity x y z\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\n\
             WIDTH 5\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 5\nDATA {data}\n"
        )
    };
    let ply_header = |form: &str, first: &str, kind: &str| {
        format!(
            "ply\nformat {form} 1.0\ncomment a table\nelement vertex 5\nproperty {first} class\nproperty {kind} x\n\
             property {kind} y\nproperty {kind} z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    let bytes = |header: String, body: &[u8]| [header.as_bytes(), body].concat();
    for (name, content) in [
        ("text.pcd", bytes(pcd_header("ascii"), text.as_bytes())),
        ("bytes.pcd", bytes(pcd_header("binary"), &pcd)),
        (
            "text.ply",
            bytes(ply_header("ascii", "int", "float"), text.as_bytes()),
        ),
        (
            "bytes.PLY",
            bytes(ply_header("binary_big_endian", "uchar", "double"), &ply),
        ),
    ] {
        let file = directory.write(name, &content);
        are_the_points(&points(file, "cloud", 0.01).expect(name));
        let cut = directory.write(&format!("cut_{name}"), &content[..content.len() - 9]);
        assert!(points(cut, "cloud", 0.01).is_err(), "{name}");
    }
    let packed = directory.write("packed.pcd", pcd_header("binary_compressed"));
    let message = directory.message(points(packed, "cloud", 0.01));
    assert!(
        message.contains("write them as ascii or binary"),
        "{message}"
    );
    let none = directory.write("none.pcd", pcd_header("ascii").replace('5', "0"));
    assert!(
        directory
            .message(points(none, "cloud", 0.01))
            .contains("a point")
    );
}

/// What OctoMap 1.10 wrote for voxels at these places, and a free one at (1.05, 0.05, 0.05).
const MAP: &str = "23204f63746f6d6170204f63547265652062696e6172792066696c650a2320286665656c206672656520746f20616464202f206368616e676520636f6d6d656e74732c20627574206c6561766520746865206669727374206c696e6520617320697420697321290a230a6964204f63547265650a73697a652035330a72657320302e310a646174610a00fc3000300030003000300030003000300030003000003000300003000c02000c000c000c000c000c000c000c000c000c000c000c00c00000c000030200030003000300030003000300030003000300030003000f0003000300020003000c000100";
const VOXELS: [[f64; 3]; 3] = [[-0.35, 1.25, 0.65], [0.05, 0.05, 0.05], [0.25, -0.75, 3.05]];

#[test]
fn octomaps_are_read_as_octomap_wrote_them() {
    let directory = Directory::new();
    let byte = |at: usize| u8::from_str_radix(&MAP[at..at + 2], 16).expect("a byte");
    let bytes: Vec<_> = (0..MAP.len()).step_by(2).map(byte).collect();
    let map = octomap(directory.write("map.bt", &bytes), "map").expect("a map");
    let mut found = centers(&map);
    found.sort_by(|one, other| one.x.total_cmp(&other.x));
    assert_eq!(found.len(), VOXELS.len());
    for (found, expected) in found.iter().zip(VOXELS) {
        assert!((found - Vector3::from(expected)).norm() < 1e-9, "{found}");
    }
    assert!(map.pieces().iter().all(|piece| {
        matches!(&piece.shape, AnyShape::Cuboid(cuboid) if (cuboid.half_extents().x - 0.05).abs() < 1e-12)
    }));
    for cut in [1, 20, 100] {
        let cut = directory.write("cut.bt", &bytes[..bytes.len() - cut]);
        assert!(octomap(cut, "map").is_err());
    }
    let longer = directory.write("longer.bt", [&bytes[..], &[0]].concat());
    assert!(octomap(longer, "map").is_err());
}

/// A leaf of level 15 is an eighth of all that there is.
#[test]
fn large_leaves_keep_their_size() {
    let directory = Directory::new();
    let header = "# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.5\ndata\n";
    // the child 6 of the root: below along x, above along y and z
    let bytes = [header.as_bytes(), &[0b0000_0000, 0b0010_0000]].concat();
    let map = octomap(directory.write("map.bt", bytes), "map").expect("a map");
    let quarter = 0.25 * 0.5 * 65536.0;
    assert_eq!(centers(&map), [vector![-quarter, quarter, quarter]]);
    assert!(
        matches!(&map.pieces()[0].shape, AnyShape::Cuboid(cuboid) if cuboid.half_extents().x == quarter)
    );
}

/// A scene names files from its own folder. What has points alone is a cloud, and else they are pieces.
#[test]
fn scenes_have_clouds_and_maps() {
    let directory = Directory::new();
    directory.write("sensed/a.xyz.pcd", PCD);
    let byte = |at: usize| u8::from_str_radix(&MAP[at..at + 2], 16).expect("a byte");
    let bytes: Vec<_> = (0..MAP.len()).step_by(2).map(byte).collect();
    directory.write("map.bt", &bytes);
    let read = |objects: &str| {
        let text = format!("world:\n  collision_objects:\n{objects}");
        scene(directory.write("scene.yaml", text), &crate::scenes::robot())
    };
    let points = "points: {file: sensed/a.xyz.pcd, radius: 0.1}";
    let pose = "pose: {position: [0, 0, 1], orientation: [0, 0, 1, 0]}";
    let read_scene = read(&format!(
        "    - {{id: cloud, {points}, {pose}}}\n    - {{id: map, octomap: {{file: map.bt}}}}\n    \
         - {{id: both, {points}, octomap: {{file: map.bt}}}}\n"
    ))
    .expect("a scene");
    let [cloud] = read_scene.clouds() else {
        panic!("one cloud: {read_scene:?}");
    };
    assert_eq!(cloud.name(), "cloud");
    let found: Vec<_> = cloud.points().map(Vector3::from).collect();
    // turned by a half about z
    assert!((found[0] - vector![-1.0, -2.0, 4.0]).norm() < 1e-12 && found.len() == 1);
    assert!(matches!(cloud.shape(), Some(AnyShape::Ball(ball)) if ball.radius() == 0.1));
    let counts: Vec<_> = read_scene
        .objects()
        .iter()
        .map(|o| (o.name(), o.pieces().len()))
        .collect();
    assert_eq!(counts, [("map", 3), ("both", 4)]);
    // the matrix knows clouds, and what is held may have points
    let matrix = "allowed_collision_matrix: {entry_names: [lower, cloud], entry_values: [[true, true], [true, true]]}";
    let state = format!(
        "robot_state: {{attached_collision_objects: [{{link_name: hand, object: {{id: held, header: {{frame_id: hand}}, \
         {points}, {pose}}}}}]}}"
    );
    let held = read(&format!(
        "    - {{id: cloud, {points}, {pose}}}\n{matrix}\n{state}\n"
    ))
    .expect("a scene");
    assert_eq!(held.pairs().len(), 1);
    assert_eq!(held.attached()[0].object.pieces().len(), 1);
    for (object, expected) in [
        ("{id: c, points: {file: none.pcd, radius: 0.1}}", "none.pcd"),
        (
            "{id: c, points: {file: sensed/a.xyz.pcd}, pose: {position: [0, 0, 0]}}",
            "radius",
        ),
        (
            "{id: c, points: {file: sensed/a.xyz.pcd, radius: -1}}",
            "scene.yaml:3:",
        ),
        (
            "{id: c, points: {fil: a, radius: 1}}",
            "did you mean `file`?",
        ),
        (
            "{id: c, pionts: {file: a, radius: 1}}",
            "did you mean `points`?",
        ),
    ] {
        let message = directory.message(read(&format!("    - {object}\n")));
        assert!(message.contains(expected), "{message}");
    }
}

/// Two triangles that are a ramp, open below.
const RAMP: &str = "v 0 0 0\nv 1 0 0\nv 1 1 1\no upper\nv 0 1 1\nf 1 2 3\no lower\nf 1 3 4\n";

/// What is an open surface alone has nothing inside. Without the word it is solid.
#[test]
fn scenes_have_surfaces_of_files() {
    let directory = Directory::new();
    directory.write("ramp.obj", RAMP);
    directory.write("ramp.dae", "<COLLADA/>");
    directory.write("a.pcd", PCD);
    let read = |objects: &str| {
        let text = format!("world:\n  collision_objects:\n{objects}");
        scene(directory.write("scene.yaml", text), &crate::scenes::robot())
    };
    let surface = "mesh: {file: ramp.obj, surface: true}";
    let pose = "pose: {position: [0, 0, 5], orientation: [0, 0, 1, 0]}";
    let points = "points: {file: a.pcd, radius: 0.1}";
    let read_scene = read(&format!(
        "    - {{id: ramp, {surface}, {pose}}}\n    - {{id: both, {surface}, {points}}}\n    \
         - {{id: hull, mesh: {{file: ramp.obj}}}}\n"
    ))
    .expect("a scene");
    let [ramp] = read_scene.clouds() else {
        panic!("one surface: {read_scene:?}");
    };
    let vertices: Vec<_> = ramp.points().map(Vector3::from).collect();
    let corners = ramp.triangles().iter().flatten();
    let corners: Vec<_> = corners.map(|&corner| vertices[corner as usize]).collect();
    // turned by a half about z
    let expected = [
        [0.0, 0.0],
        [-1.0, 0.0],
        [-1.0, -1.0],
        [0.0, 0.0],
        [-1.0, -1.0],
        [0.0, -1.0],
    ];
    assert_eq!(corners.len(), expected.len());
    for (corner, [x, y]) in corners.iter().zip(expected) {
        assert!((corner - vector![x, y, 5.0 - y]).norm() < 1e-12, "{corner}");
    }
    let [both, hull] = read_scene.objects() else {
        panic!("two solid objects: {read_scene:?}");
    };
    assert_eq!((both.name(), both.pieces().len()), ("both", 3));
    assert!(
        matches!(&hull.pieces()[0].shape, AnyShape::ConvexHull(hull) if hull.vertices().len() == 4)
    );
    for (mesh, expected) in [
        ("{file: ramp.dae, surface: true}", "ramp.dae"),
        ("{file: ramp.obj, surface: 1}", "true or false"),
        ("{surface: true}", "file"),
        (
            "{file: ramp.obj, surfaces: true}",
            "did you mean `surface`?",
        ),
    ] {
        let message = directory.message(read(&format!("    - {{id: m, mesh: {mesh}}}\n")));
        assert!(message.contains(expected), "{message}");
    }
}

const PCD: &str =
    "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n";
