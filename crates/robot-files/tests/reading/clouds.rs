//! Tests of clouds of points and octomaps.

use nalgebra::{Vector3, vector};
use photofinish::shape::AnyShape;
use photofinish_robot::{Link, Scene};
use photofinish_robot_files::{ReadError, octomap, points, scene};

use crate::files::Directory;

/// Three points, of which the last is there twice, and one that the sensor did not see. They are sorted.
const POINTS: [[f32; 3]; 3] = [[-1.5, 0.25, 3.0], [0.5, 2.0, -1.0], [0.5, 2.0, 4.0]];

fn centers(link: &Link) -> Vec<Vector3<f64>> {
    let pieces = link.pieces().iter();
    pieces.map(|piece| piece.pose.translation.vector).collect()
}

fn are_the_points(link: &Link) {
    assert_eq!(
        centers(link),
        POINTS.map(|point| Vector3::from(point).cast())
    );
    for piece in link.pieces() {
        assert!(matches!(&piece.shape, AnyShape::Ball(ball) if ball.radius() == 0.01));
    }
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
    let text_ply = ply_header("ascii", "int", "float");
    let bytes_ply = ply_header("binary_big_endian", "uchar", "double");
    for (name, header, body) in [
        ("text.pcd", pcd_header("ascii"), text.as_bytes()),
        ("bytes.pcd", pcd_header("binary"), &pcd),
        ("text.ply", text_ply, text.as_bytes()),
        ("bytes.PLY", bytes_ply, &ply),
    ] {
        let content = [header.as_bytes(), body].concat();
        let file = directory.write(name, &content);
        are_the_points(&points(file, "cloud", 0.01).expect(name));
        let cut = directory.write(&format!("cut_{name}"), &content[..content.len() - 9]);
        assert!(points(cut, "cloud", 0.01).is_err(), "{name}");
    }
    let packed = directory.write("packed.pcd", pcd_header("binary_compressed"));
    let none = directory.write("none.pcd", pcd_header("ascii").replace('5', "0"));
    for (file, expected) in [(packed, "write them as ascii or binary"), (none, "a point")] {
        let message = directory.message(points(file, "cloud", 0.01));
        assert!(message.contains(expected), "{message}");
    }
}

/// What OctoMap 1.10 wrote for voxels at these places, and a free one at (1.05, 0.05, 0.05).
const MAP: &str = "23204f63746f6d6170204f63547265652062696e6172792066696c650a2320286665656c206672656520746f20616464202f206368616e676520636f6d6d656e74732c20627574206c6561766520746865206669727374206c696e6520617320697420697321290a230a6964204f63547265650a73697a652035330a72657320302e310a646174610a00fc3000300030003000300030003000300030003000003000300003000c02000c000c000c000c000c000c000c000c000c000c000c00c00000c000030200030003000300030003000300030003000300030003000f0003000300020003000c000100";
const VOXELS: [[f64; 3]; 3] = [[-0.35, 1.25, 0.65], [0.05, 0.05, 0.05], [0.25, -0.75, 3.05]];

fn map() -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&MAP[at..at + 2], 16).expect("a byte");
    (0..MAP.len()).step_by(2).map(byte).collect()
}

#[test]
fn octomaps_are_read_as_octomap_wrote_them() {
    let (directory, bytes) = (Directory::new(), map());
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

/// Reads a scene of these objects in a directory with a file of points, a map, and a mesh.
fn read(directory: &Directory, objects: &str) -> Result<Scene, ReadError> {
    directory.write("sensed/a.xyz.pcd", PCD);
    directory.write("map.bt", map());
    directory.write("ramp.obj", RAMP);
    directory.write("ramp.dae", "<COLLADA/>");
    let text = format!("world:\n  collision_objects:\n{objects}");
    scene(directory.write("scene.yaml", text), &crate::scenes::robot())
}

const CLOUD: &str = "points: {file: sensed/a.xyz.pcd, radius: 0.1}";
/// Up, and turned by a half about z.
const POSE: &str = "pose: {position: [0, 0, 1], orientation: [0, 0, 1, 0]}";

/// A scene names files from its own folder. What has points alone is a cloud, and else they are pieces.
#[test]
fn scenes_have_clouds_and_maps() {
    let directory = Directory::new();
    let with_maps = read(
        &directory,
        &format!(
            "    - {{id: cloud, {CLOUD}, {POSE}}}\n    - {{id: map, octomap: {{file: map.bt}}}}\n    \
             - {{id: both, {CLOUD}, octomap: {{file: map.bt}}}}\n"
        ),
    );
    let with_maps = with_maps.expect("a scene");
    let [cloud] = with_maps.clouds() else {
        panic!("one cloud: {with_maps:?}");
    };
    assert_eq!(cloud.name(), "cloud");
    let found: Vec<_> = cloud.points().map(Vector3::from).collect();
    assert!((found[0] - vector![-1.0, -2.0, 4.0]).norm() < 1e-12 && found.len() == 1);
    assert!(matches!(cloud.shape(), Some(AnyShape::Ball(ball)) if ball.radius() == 0.1));
    let objects = with_maps.objects().iter();
    let counts: Vec<_> = objects.map(|o| (o.name(), o.pieces().len())).collect();
    assert_eq!(counts, [("map", 3), ("both", 4)]);
    // the matrix knows clouds, and what is held may have points
    let held = read(
        &directory,
        &format!(
            "    - {{id: cloud, {CLOUD}, {POSE}}}\n\
             allowed_collision_matrix: {{entry_names: [lower, cloud], entry_values: [[true, true], [true, true]]}}\n\
             robot_state: {{attached_collision_objects: [{{link_name: hand, object: {{id: held, header: {{frame_id: hand}}, \
             {CLOUD}, {POSE}}}}}]}}\n"
        ),
    );
    let held = held.expect("a scene");
    assert_eq!(held.pairs().len(), 1);
    assert_eq!(held.attached()[0].object.pieces().len(), 1);
}

/// Two triangles that are a ramp, open below.
const RAMP: &str = "v 0 0 0\nv 1 0 0\nv 1 1 1\no upper\nv 0 1 1\nf 1 2 3\no lower\nf 1 3 4\n";

/// What is an open surface alone has nothing inside. Without the word it is solid.
#[test]
fn scenes_have_surfaces_of_files() {
    let surface = "mesh: {file: ramp.obj, surface: true}";
    let scene = read(
        &Directory::new(),
        &format!(
            "    - {{id: ramp, {surface}, {POSE}}}\n    - {{id: both, {surface}, {CLOUD}}}\n    \
             - {{id: hull, mesh: {{file: ramp.obj}}}}\n"
        ),
    );
    let scene = scene.expect("a scene");
    let [ramp] = scene.clouds() else {
        panic!("one surface: {scene:?}");
    };
    let vertices: Vec<_> = ramp.points().map(Vector3::from).collect();
    let corners = ramp.triangles().iter().flatten();
    let corners: Vec<_> = corners.map(|&corner| vertices[corner as usize]).collect();
    let [o, along, across] = [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]];
    let expected = [o, along, [-1.0, -1.0], o, [-1.0, -1.0], across];
    assert_eq!(corners.len(), expected.len());
    for (corner, [x, y]) in corners.iter().zip(expected) {
        assert!((corner - vector![x, y, 1.0 - y]).norm() < 1e-12, "{corner}");
    }
    let [both, hull] = scene.objects() else {
        panic!("two solid objects: {scene:?}");
    };
    assert_eq!((both.name(), both.pieces().len()), ("both", 3));
    let is_so =
        |shape: &_| matches!(shape, AnyShape::ConvexHull(hull) if hull.vertices().len() == 4);
    assert!(is_so(&hull.pieces()[0].shape), "{hull:?}");
}

#[test]
fn what_a_scene_says_wrongly_of_files_is_pointed_out() {
    let directory = Directory::new();
    for (keys, expected) in [
        ("points: {file: none.pcd, radius: 0.1}", "none.pcd"),
        ("points: {file: sensed/a.xyz.pcd}", "radius"),
        ("points: {file: sensed/a.xyz.pcd, radius: -1}", "yaml:3:"),
        ("points: {fil: a, radius: 1}", "did you mean `file`?"),
        ("pionts: {file: a, radius: 1}", "did you mean `points`?"),
        ("mesh: {file: ramp.dae, surface: true}", "ramp.dae"),
        ("mesh: {file: ramp.obj, surface: 1}", "true or false"),
        ("mesh: {surface: true}", "file"),
        ("mesh: {file: ramp.obj, surfaces: true}", "mean `surface`?"),
    ] {
        let message = directory.message(read(&directory, &format!("    - {{id: c, {keys}}}\n")));
        assert!(message.contains(expected), "{keys}: {message}");
    }
}

const PCD: &str =
    "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n";
