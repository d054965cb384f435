//! Files that are no meshes, and damaged files: each is an error that names the place, and none is a panic.

use photofinish_meshes::{Format, Mesh};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const SEED: u64 = 0x5eed_ba11;

fn message(name: &str, bytes: impl Into<Vec<u8>>) -> String {
    let format = Format::of_name(name).unwrap();
    Mesh::from_bytes(name, format, bytes)
        .unwrap_err()
        .to_string()
}

/// Returns a binary STL file of one triangle with these corners.
fn binary(corners: [f32; 9]) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(1u32.to_le_bytes());
    let numbers = [0.0, 0.0, 1.0].into_iter().chain(corners);
    bytes.extend(numbers.flat_map(f32::to_le_bytes));
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn errors_name_the_file_and_the_element() {
    for (name, text, expected) in [
        ("m.obj", "", "m.obj: the mesh needs faces, but has none"),
        (
            "m.obj",
            "v 0 0 0\n",
            "m.obj: the mesh needs faces, but has none",
        ),
        (
            "m.obj",
            "v 0 nan 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 nan 0\"",
        ),
        (
            "m.obj",
            "v 0 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 0\"",
        ),
        (
            "m.obj",
            "v 0 0 0 0",
            "m.obj:1: a vertex must be 3 finite numbers, but is \"0 0 0 0\"",
        ),
        (
            "m.obj",
            "v 0 0 0\nf 1 1 2\n",
            "m.obj:2: a corner of a face, line or point is vertex 2, but there are only 1 vertices",
        ),
        (
            "m.obj",
            "v 0 0 0\nf 1 -2 1\n",
            "m.obj:2: corner 2 of a face, line or point is vertex -2, but there are only 1 vertices",
        ),
        (
            "m.obj",
            "v 0 0 0\nf 0\n",
            "m.obj:2: corner 1 of a face, line or point is vertex 0, but there are only 1 vertices",
        ),
        (
            "m.obj",
            "v 0 0 0\n\nf 1 1.5\n",
            "m.obj:3: corner 2 of a face, line or point must be the number of a vertex, but is \"1.5\"",
        ),
        (
            "m.obj",
            "f\n",
            "m.obj:1: a face, line or point needs vertices, but has none",
        ),
        (
            "m.obj",
            "F 1\n",
            "m.obj:1: unknown keyword `F` in an OBJ file: did you mean `f`?",
        ),
        (
            "m.stl",
            "solid a\nendsolid a",
            "m.stl: the mesh needs faces, but has none",
        ),
        ("m.stl", "solid a\n", "m.stl: the file ends within a solid"),
    ] {
        assert_eq!(message(name, text), expected);
    }
    let infinite = binary([0.0, 0.0, 0.0, 1.0, f32::INFINITY, 0.0, 0.0, 1.0, 0.0]);
    let expected = "m.stl: a corner of triangle 0 must be 3 finite numbers, but is \"1 inf 0\"";
    assert_eq!(message("m.stl", infinite), expected);
    let whole = binary([0.0; 9]);
    assert!(message("m.stl", &whole[..133]).contains("\"133 bytes, not 134\""));
    let error = Mesh::read("no_such_folder/m.stl").unwrap_err();
    assert!(error.to_string().starts_with("no_such_folder/m.stl: "));
    assert_eq!(
        Mesh::read("m.ply").unwrap_err().to_string(),
        "m.ply: this format of a mesh is not supported: use STL or OBJ (.stl, .obj)"
    );
}

#[test]
fn a_coordinate_that_the_scalar_cannot_hold_is_an_error() {
    let mesh = Mesh::from_bytes(
        "m.obj",
        Format::Obj,
        "v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3",
    )
    .unwrap();
    assert!(mesh.surface::<f64>().is_ok());
    let message = mesh.surface::<f32>().unwrap_err().to_string();
    assert!(
        message.starts_with("m.obj: point 1: point must be finite"),
        "{message}"
    );
    assert!(
        mesh.hulls_of_objects::<f32>()
            .unwrap_err()
            .to_string()
            .starts_with("m.obj: object 0: ")
    );
    assert!(mesh.clone().scaled(f64::NAN).is_err());
    assert!(mesh.scaled(1e100).is_err());
}

#[test]
fn damaged_files_are_survived() {
    const BYTES: &[u8] = b"0-.e/ \n#\xff\x00vfnlo9";
    let obj =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no a\nf 1 2 3 4\nf -4 -3 -2\nl 1 2 3\ng b\np 1 2\n";
    let stl = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    let files: [(Format, Vec<u8>); 3] = [
        (Format::Obj, obj.into()),
        (Format::Stl, stl.into()),
        (
            Format::Stl,
            binary([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        ),
    ];
    let mut random = StdRng::seed_from_u64(SEED);
    for (format, file) in files {
        let mut errors = 0;
        for _ in 0..1000 {
            let mut copy = file.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..copy.len());
                match random.random_range(0..3) {
                    0 => copy[at] = BYTES[random.random_range(0..BYTES.len())],
                    1 => copy.insert(at, BYTES[random.random_range(0..BYTES.len())]),
                    _ => drop(copy.drain(at..(at + 9).min(copy.len() - 1).max(at))),
                }
            }
            match Mesh::from_bytes("m", format, copy) {
                Ok(mesh) => drop(mesh.surface::<f64>().unwrap()),
                Err(error) => {
                    let message = error.to_string();
                    assert!(
                        message.starts_with('m') && !message.contains('\n'),
                        "{message}"
                    );
                    errors += 1;
                }
            }
        }
        assert!(errors > 200, "{errors}");
    }
}
