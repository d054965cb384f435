//! Files become the surfaces and hulls that closed forms tell.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::Query;
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{Convex, MovingPieces, TriMesh};
use photofinish::shape::Ball;
use photofinish_meshes::{Format, Mesh};

fn obj(text: &str) -> Mesh {
    Mesh::from_bytes("m.obj", Format::Obj, text).unwrap()
}

fn area(surface: &TriMesh<f64>) -> f64 {
    let areas = surface.triangles().iter().map(|corners| {
        let [a, b, c] = corners.map(|corner| surface.points()[corner as usize]);
        0.5 * (b - a).cross(&(c - a)).norm()
    });
    areas.sum()
}

const BOX: &str = "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn a_box_has_twelve_triangles_and_its_area() {
    let surface = obj(BOX).surface::<f64>().unwrap();
    assert_eq!((surface.points().len(), surface.triangles().len()), (8, 12));
    assert_eq!(area(&surface), 22.0);
    let volume: f64 = surface
        .triangles()
        .iter()
        .map(|corners| {
            let [a, b, c] = corners.map(|corner| surface.points()[corner as usize]);
            a.dot(&b.cross(&c)) / 6.0
        })
        .sum();
    assert!(
        (volume - 6.0).abs() < 1e-12,
        "the triangles keep the orientation of the faces"
    );
}

#[test]
fn a_polygon_that_is_not_convex_keeps_its_area() {
    // an arrow head, an angle, and a comb, each in a plane of its own and from each of its corners
    let arrow = vec![[0.0, 0.0], [2.0, -1.0], [0.0, 3.0], [-2.0, -1.0]];
    let angle = vec![
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [1.0, 1.0],
        [1.0, 4.0],
        [0.0, 4.0],
    ];
    let mut comb = vec![[8.0, -1.0], [0.0, -1.0]];
    comb.extend((0..=8).map(|x| [f64::from(x), if x % 2 == 0 { 0.0 } else { 5.0 }]));
    let frames: [fn([f64; 2]) -> Vector3<f64>; 4] = [
        |[x, y]| vector![x, y, 0.0],
        |[x, y]| vector![y, x, 7.0],
        |[x, y]| vector![0.0, x, y],
        |[x, y]| vector![x, y, x + y],
    ];
    for polygon in [arrow, angle, comb] {
        for (index, frame) in frames.iter().enumerate() {
            let expected = {
                let count = polygon.len();
                let twice: f64 = (0..count)
                    .map(|i| {
                        let ([ax, ay], [bx, by]) = (polygon[i], polygon[(i + 1) % count]);
                        ax * by - bx * ay
                    })
                    .sum();
                0.5 * twice.abs() * if index == 3 { 3f64.sqrt() } else { 1.0 }
            };
            for start in 0..polygon.len() {
                let mut text = String::new();
                for at in 0..polygon.len() {
                    let point = frame(polygon[(start + at) % polygon.len()]);
                    text += &format!("v {} {} {}\n", point.x, point.y, point.z);
                }
                let numbers: Vec<_> = (1..=polygon.len()).map(|n| n.to_string()).collect();
                text += &format!("f {}\n", numbers.join(" "));
                let surface = obj(&text).surface::<f64>().unwrap();
                assert_eq!(surface.triangles().len(), polygon.len() - 2);
                assert!(
                    (area(&surface) - expected).abs() < 1e-9 * expected,
                    "{text}"
                );
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
    let triangles = [
        &[0, 1, 2][..],
        &[0, 1, 2],
        &[1, 3, 3],
        &[3, 2, 2],
        &[2, 0, 0],
        &[1, 1, 1],
        &[0, 0, 0],
    ];
    assert_eq!(mesh.objects()[1].triangles(), &triangles[1..]);
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
    assert_eq!(
        text.surface::<f64>().unwrap(),
        binary.surface::<f64>().unwrap()
    );
    assert_eq!(text.objects()[0].name(), Some("roof"));
    assert_eq!(
        text.objects()[0].points().len(),
        4,
        "points that are shared are there once"
    );
}

#[test]
fn a_ball_falls_on_a_surface_that_was_read_from_a_file() {
    let folder = std::env::temp_dir().join(format!("photofinish-meshes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("box.OBJ");
    // triangles that are there twice, or have no area, change nothing
    std::fs::write(&file, BOX.to_owned() + "f 5 6 7\nf 1 1 2\nf 3 3 3\n").unwrap();
    let surface = Mesh::read(&file)
        .unwrap()
        .scaled(0.5)
        .unwrap()
        .surface::<f64>()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(surface.triangles().len(), 15);
    let rest = MovingPieces::new(&surface, AtRest::new(Isometry3::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.1).unwrap()).unwrap();
    let down = ConstantVelocity::new(
        Isometry3::translation(0.2, 0.3, 5.0),
        -Vector3::z(),
        Vector3::zeros(),
    );
    let ball = MovingPieces::new(ball, down.unwrap());
    let answer = Query::new()
        .first_contact(&ball, &rest, 0.0..=10.0)
        .unwrap();
    let time = answer.contact.unwrap().time;
    let expected = 5.0 - 1.5 - 0.1;
    assert!(time <= expected && time > expected - 1e-6, "{time}");
}
