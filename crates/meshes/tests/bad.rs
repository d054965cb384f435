//! Files that are no meshes: each is an error that names the place.

use photofinish_meshes::{Format, Mesh};

fn message(name: &str, bytes: impl Into<Vec<u8>>) -> String {
    let format = Format::of_name(name).unwrap();
    let read = Mesh::from_bytes(name, format, bytes);
    read.unwrap_err().to_string()
}

/// Texts of OBJ files, in which `\n` is a line break, and what is said of them.
const OBJ: &str = r#"
    v 0 0 0\n => the mesh needs faces, but has none
    v 0 nan 0 =>1: a vertex must be 3 finite numbers, but is "0 nan 0"
    v 0 0 =>1: a vertex must be 3 finite numbers, but is "0 0"
    v 0 0 0 0 =>1: a vertex must be 3 finite numbers, but is "0 0 0 0"
    v 0 0 0\nf 1 1 2\n =>2: a corner of a face, line or point is vertex 2, but there are only 1 vertices
    v 0 0 0\nf 1 -2 1\n =>2: corner 2 of a face, line or point is vertex -2, but there are only 1 vertices
    v 0 0 0\nf 0\n =>2: corner 1 of a face, line or point is vertex 0, but there are only 1 vertices
    v 0 0 0\n\nf 1 1.5\n =>3: corner 2 of a face, line or point must be the number of a vertex, but is "1.5"
    f\n =>1: a face, line or point needs vertices, but has none
    F 1\n =>1: unknown keyword `F` in an OBJ file: did you mean `f`?
"#;

#[test]
fn errors_name_the_file_and_the_element() {
    for line in OBJ.trim().lines() {
        let (text, expected) = line.split_once(" =>").unwrap();
        let text = text.trim().replace("\\n", "\n");
        assert_eq!(message("m.obj", text), format!("m.obj:{expected}"));
    }
    let mut binary = vec![b' '; 80];
    binary.extend(1u32.to_le_bytes());
    // a normal and three corners
    let mut numbers = [0f32; 12];
    (numbers[6], numbers[7]) = (1.0, f32::INFINITY);
    binary.extend(numbers.map(f32::to_le_bytes).concat());
    binary.extend([0, 0]);
    let no_number = "a corner of triangle 0 must be 3 finite numbers, but is \"1 inf 0\"";
    for (bytes, expected) in [
        (&binary[..], no_number),
        (&binary[..133], "\"133 bytes, not 134\""),
        (b"solid a\nendsolid a", "the mesh needs faces, but has none"),
        (b"solid a\n", "the file ends within a solid"),
    ] {
        let found = message("m.stl", bytes);
        assert!(
            found.starts_with("m.stl: ") && found.ends_with(expected),
            "{found}"
        );
    }
    let unknown = "m.ply: this format of a mesh is not supported: use STL or OBJ (.stl, .obj)";
    let missing = "no_such_folder/m.stl";
    for (name, expected) in [(missing, "no_such_folder/m.stl: "), ("m.ply", unknown)] {
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
    let expected = "m.obj: point 1: point must be finite";
    assert!(message.starts_with(expected), "{message}");
    let message = mesh.hulls_of_objects::<f32>().unwrap_err().to_string();
    assert!(message.starts_with("m.obj: object 0: "), "{message}");
    assert!(mesh.clone().scaled(f64::NAN).is_err());
    assert!(mesh.scaled(1e100).is_err());
}
