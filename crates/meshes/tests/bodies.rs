//! Files become the surfaces and hulls that closed forms tell.

use nalgebra::{Vector3, vector};
use photofinish::pieces::TriMesh;
use photofinish_meshes::{Format, Mesh};

fn obj(text: &str) -> Mesh {
    Mesh::from_bytes("m.obj", Format::Obj, text).unwrap()
}

/// The sum of a number for each triangle.
fn sum(surface: &TriMesh<f64>, of: fn([Vector3<f64>; 3]) -> f64) -> f64 {
    let corners = surface.triangles().iter();
    let corners = corners.map(|corners| corners.map(|corner| surface.points()[corner as usize]));
    corners.map(of).sum()
}

fn area(surface: &TriMesh<f64>) -> f64 {
    sum(surface, |[a, b, c]| 0.5 * (b - a).cross(&(c - a)).norm())
}

const BOX: &str = "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn a_box_has_twelve_triangles_and_its_area() {
    let surface = obj(BOX).surface::<f64>().unwrap();
    assert_eq!((surface.points().len(), surface.triangles().len()), (8, 12));
    assert_eq!(area(&surface), 22.0);
    // the triangles keep the orientation of the faces
    let volume = sum(&surface, |[a, b, c]| a.dot(&b.cross(&c)) / 6.0);
    assert!((volume - 6.0).abs() < 1e-12, "{volume}");
}

#[test]
fn a_polygon_that_is_not_convex_keeps_its_area() {
    let arrow = vec![[0.0, 0.0], [2.0, -1.0], [0.0, 3.0], [-2.0, -1.0]];
    let angle = [
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [1.0, 1.0],
        [1.0, 4.0],
        [0.0, 4.0],
    ]
    .to_vec();
    let mut comb = vec![[8.0, -1.0], [0.0, -1.0]];
    comb.extend((0..=8).map(|x| [f64::from(x), if x % 2 == 0 { 0.0 } else { 5.0 }]));
    type Frame = fn([f64; 2]) -> [f64; 3];
    // planes, and how many times as large an area is there
    let frames: [(Frame, f64); 4] = [
        (|[x, y]| [x, y, 0.0], 1.0),
        (|[x, y]| [y, x, 7.0], 1.0),
        (|[x, y]| [0.0, x, y], 1.0),
        (|[x, y]| [x, y, x + y], 3f64.sqrt()),
    ];
    for (mut polygon, in_plane) in [(arrow, 6.0), (angle, 7.0), (comb, 28.0)] {
        for (frame, factor) in frames {
            let expected = in_plane * factor;
            for _start in 0..polygon.len() {
                polygon.rotate_left(1);
                let points = polygon.iter().map(|&at| frame(at));
                let points = points.map(|[x, y, z]| format!("v {x} {y} {z}\n"));
                let numbers = (1..=polygon.len()).map(|n| format!(" {n}"));
                let text = points.collect::<String>() + "f" + &numbers.collect::<String>();
                let surface = obj(&text).surface::<f64>().unwrap();
                assert_eq!(surface.triangles().len(), polygon.len() - 2);
                let off = area(&surface) - expected;
                assert!(off.abs() < 1e-9 * expected, "{off} {text}");
            }
        }
    }
}

#[test]
fn objects_share_vertices_and_keep_their_names() {
    let mesh = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\n\
        o empty\no first part\nf 1/7 2//8 3/7/8 # a face\ng\nf -2 1 3\nl 1 2 3 4\np 1 4\n");
    let names: Vec<_> = mesh.objects().iter().map(|object| object.name()).collect();
    assert_eq!(names, [Some("first part"), None]);
    let rest = [
        [0, 1, 2],
        [1, 3, 3],
        [3, 2, 2],
        [2, 0, 0],
        [1, 1, 1],
        [0, 0, 0],
    ];
    assert_eq!(mesh.objects()[1].triangles(), rest);
    assert_eq!(mesh.objects()[1].points().len(), 4, "vertex 5 is not used");
    assert_eq!(mesh.surface::<f32>().unwrap().triangles().len(), 7);
    let body = mesh.hulls_of_objects::<f64>().unwrap();
    let dimensions: Vec<_> = body.shapes().iter().map(|hull| hull.dimension()).collect();
    assert_eq!(dimensions, [2, 3]);
    assert_eq!(mesh.hull::<f64>().unwrap().vertices().len(), 4);
}

#[test]
fn vertices_may_have_a_divisor_or_a_colour() {
    let mesh = obj("v 2 4 6 2\nv 1 2 3 0.5 0.5 0.5\np 1 2\n");
    assert_eq!(mesh.objects()[0].points(), [vector![1.0, 2.0, 3.0]; 2]);
}

#[test]
fn text_and_binary_stl_are_the_same_mesh() {
    let corners = [
        [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]],
        [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.5]],
    ];
    let mut text = "solid roof\n".to_owned();
    let mut binary = vec![b' '; 80];
    binary.extend((corners.len() as u32).to_le_bytes());
    for triangle in corners {
        text += "facet normal nan 0 0\nouter loop\n";
        binary.extend([0; 12]);
        for [x, y, z] in triangle {
            text += &format!("vertex {x} {y} {z}\n");
            binary.extend([x, y, z].map(f32::to_le_bytes).concat());
        }
        text += "endloop\nendfacet\n";
        binary.extend([0, 0]);
    }
    text += "endsolid roof\n";
    let text = Mesh::from_bytes("roof", Format::Stl, text).unwrap();
    let binary = Mesh::from_bytes("roof", Format::Stl, binary).unwrap();
    let [of_text, of_binary] = [&text, &binary].map(|mesh| mesh.surface::<f64>().unwrap());
    assert_eq!(of_text, of_binary);
    assert_eq!(text.objects()[0].name(), Some("roof"));
    // points that are shared are there once
    assert_eq!(text.objects()[0].points().len(), 4);
}

#[test]
fn a_file_is_read_and_scaled() {
    let folder = std::env::temp_dir().join(format!("photofinish-meshes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("box.OBJ");
    // triangles that are there twice, or have no area, are kept
    std::fs::write(&file, BOX.to_owned() + "f 5 6 7\nf 1 1 2\nf 3 3 3\n").unwrap();
    let mesh = Mesh::read(&file).unwrap().scaled(0.5).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let surface = mesh.surface::<f64>().unwrap();
    assert_eq!(surface.triangles().len(), 15);
    assert_eq!(surface.points()[6], vector![0.5, 1.0, 1.5]);
}
