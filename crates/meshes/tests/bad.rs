//! Files that are no meshes: each is an error that names the place.

use photofinish_meshes::{Format, Mesh};

fn message(name: &str, bytes: impl Into<Vec<u8>>) -> String {
    let format = Format::of_name(name).unwrap();
    let read = Mesh::from_bytes(name, format, bytes);
    read.unwrap_err().to_string()
}

#[test]
fn errors_name_the_file_and_the_element() {
    let none = "m.obj: the mesh needs faces, but has none";
    for (text, expected) in [
        ("", none),
        ("v 0 0 0\n", none),
        (
            "v 0 nan 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 nan 0\"",
        ),
        (
            "v 0 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 0\"",
        ),
        (
            "v 0 0 0 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 0 0 0\"",
        ),
        (
            "v 0 0 0\nf 1 1 2\n",
            "m.obj:2: a corner of a face, line or point is vertex 2, but there are only 1 vertices",
        ),
        (
            "v 0 0 0\nf 1 -2 1\n",
            "m.obj:2: corner 2 of a face, line or point is vertex -2, but there are only 1 vertices",
        ),
        (
            "v 0 0 0\nf 0\n",
            "m.obj:2: corner 1 of a face, line or point is vertex 0, but there are only 1 vertices",
        ),
        (
            "v 0 0 0\n\nf 1 1.5\n",
            "m.obj:3: corner 2 of a face, line or point must be the number of a vertex, but is \"1.5\"",
        ),
        (
            "f\n",
            "m.obj:1: a face, line or point needs vertices, but has none",
        ),
        (
            "F 1\n",
            "m.obj:1: unknown keyword `F` in an OBJ file: did you mean `f`?",
        ),
    ] {
        assert_eq!(message("m.obj", text), expected);
    }
    let none = "m.stl: the mesh needs faces, but has none";
    assert_eq!(message("m.stl", "solid a\nendsolid a"), none);
    assert_eq!(
        message("m.stl", "solid a\n"),
        "m.stl: the file ends within a solid"
    );
    let mut binary = vec![b' '; 80];
    binary.extend(1u32.to_le_bytes());
    let numbers = [
        0.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        1.0,
        f32::INFINITY,
        0.0,
        0.0,
        1.0,
        0.0,
    ];
    binary.extend(numbers.map(f32::to_le_bytes).concat());
    binary.extend([0, 0]);
    assert!(message("m.stl", &binary[..133]).contains("\"133 bytes, not 134\""));
    let expected = "m.stl: a corner of triangle 0 must be 3 finite numbers, but is \"1 inf 0\"";
    assert_eq!(message("m.stl", binary), expected);
    for (name, expected) in [
        ("no_such_folder/m.stl", "no_such_folder/m.stl: "),
        (
            "m.ply",
            "m.ply: this format of a mesh is not supported: use STL or OBJ (.stl, .obj)",
        ),
    ] {
        let message = Mesh::read(name).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn a_coordinate_that_the_scalar_cannot_hold_is_an_error() {
    let text = "v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3";
    let mesh = Mesh::from_bytes("m.obj", Format::Obj, text).unwrap();
    assert!(mesh.surface::<f64>().is_ok());
    let message = mesh.surface::<f32>().unwrap_err().to_string();
    assert!(
        message.starts_with("m.obj: point 1: point must be finite"),
        "{message}"
    );
    let message = mesh.hulls_of_objects::<f32>().unwrap_err().to_string();
    assert!(message.starts_with("m.obj: object 0: "), "{message}");
    assert!(mesh.clone().scaled(f64::NAN).is_err());
    assert!(mesh.scaled(1e100).is_err());
}
