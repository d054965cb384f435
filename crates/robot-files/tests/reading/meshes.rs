//! Tests of meshes, which become convex hulls in the frame of their link.

use nalgebra::{Isometry3, Vector3};
use photofinish::SupportMap;
use photofinish_robot::Piece;
use photofinish_robot_files::{MeshShape, ReadError, UrdfOptions, urdf};

use crate::files::{Directory, assert_messages};

/// Returns the pieces of a link with this mesh.
pub fn pieces(
    directory: &Directory,
    mesh: &str,
    options: &UrdfOptions,
) -> Result<Vec<Piece>, ReadError> {
    let text = format!(
        r#"<robot name="r"><link name="a"><collision><origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>
        <geometry><mesh {mesh}/></geometry></collision></link></robot>"#
    );
    let file = directory.write("robots/arm/arm.urdf", text);
    Ok(urdf(file, options)?.links()[0].pieces().to_vec())
}

pub fn assert_box(piece: &Piece, least: [f64; 3], largest: [f64; 3]) {
    assert_eq!(piece.pose, Isometry3::identity());
    for axis in 0..3 {
        let reach = |sign: f64| {
            let direction = nalgebra::Unit::new_unchecked(Vector3::ith(axis, sign));
            sign * piece.shape.support_point(&direction).dot(&direction)
        };
        for (sign, expected) in [(-1.0, least[axis]), (1.0, largest[axis])] {
            let found = reach(sign);
            assert!(
                (found - expected).abs() < 1e-9,
                "{axis}: {found} {expected}"
            );
        }
    }
}

const TWO_BOXES: &str = "# two parts\n\
    v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\n\
    o first\nf 1/1/1 2//2 3\nf -5 -4 4\n\
    v 5 0 0 1.0\nv 6 0 0 0.1 0.2 0.3\nv 5 1 0\nv 10 0 2 2\n\
    o second # not a comment\nf 6 7 8 # a comment\nf 6 7 9\n";

#[test]
fn a_mesh_is_scaled_and_placed_in_its_link() {
    let directory = Directory::new();
    directory.write("robots/arm/m.obj", TWO_BOXES);
    let mesh = r#"filename="m.obj" scale="1 2 -3""#;
    let whole = pieces(&directory, mesh, &UrdfOptions::new()).unwrap();
    // The mesh is scaled to (0..6, 0..2, -3..0). Then x becomes y, y becomes -x, and the mesh moves up by 1.
    assert_eq!(whole.len(), 1);
    assert_box(&whole[0], [-2.0, 0.0, -2.0], [0.0, 6.0, 1.0]);
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    let parts = pieces(&directory, r#"filename="m.obj""#, &options).unwrap();
    assert_eq!(parts.len(), 2);
    assert_box(&parts[0], [-1.0, 0.0, 1.0], [0.0, 1.0, 2.0]);
    assert_box(&parts[1], [-1.0, 5.0, 1.0], [0.0, 6.0, 2.0]);
}

#[test]
fn the_file_of_a_mesh_is_found_by_its_package() {
    let directory = Directory::new();
    let options = UrdfOptions::new()
        .package_root(directory.path().join("elsewhere"))
        .package("said", directory.path().join("deep"));
    let write = |name: &str| directory.write(name, "v 0 0 0\nv 1 0 0\nl 1 2\n");
    write("robots/arm/meshes/beside.obj");
    write("robots/pkg/meshes/above.obj");
    write("elsewhere/pkg/rooted.obj");
    write("elsewhere/bare.obj");
    write("deep/deeper.obj");
    for (folder, package) in [
        ("robots/arm", "arm_description"),
        ("elsewhere", "root_package"),
    ] {
        let text = format!("<package format=\"2\"><name> {package}\n</name></package>");
        directory.write(&format!("{folder}/package.xml"), text);
    }
    let absolute = write("absolute.obj");
    let absolute = absolute.display();
    for name in [
        "package://meshes/beside.obj",
        "package://arm/meshes/beside.obj",
        "package://arm_description/meshes/beside.obj",
        "package://said/deeper.obj",
        "meshes/beside.obj",
        "file://meshes/beside.obj",
        "package://pkg/meshes/above.obj",
        "model://pkg/meshes/above.obj",
        "package://pkg/rooted.obj",
        "package://root_package/bare.obj",
        &format!("file://{absolute}"),
        &absolute.to_string(),
    ] {
        let found = pieces(&directory, &format!(r#"filename="{name}""#), &options);
        assert_eq!(found.unwrap().len(), 1, "{name}");
    }
    let lost = r#"filename="package://meshes/lost.obj""#;
    let message = directory.message(pieces(&directory, lost, &options));
    let start = "robots/arm/arm.urdf:2:19: the mesh \"package://meshes/lost.obj\" was not found; looked for ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn a_file_of_another_package_is_never_taken() {
    let directory = Directory::new();
    let rod = |length: u32| format!("v 0 0 0\nv {length} 0 0\nl 1 2\n");
    directory.write("robots/arm/meshes/m.obj", rod(1));
    let package = "<package><name>arm</name></package>";
    directory.write("robots/arm/package.xml", package);
    let mesh = r#"filename="package://gripper/meshes/m.obj""#;
    let message = directory.message(pieces(&directory, mesh, &UrdfOptions::new()));
    let expected = "robots/arm/arm.urdf:2:19: the package \"gripper\" of the mesh \"package://gripper/meshes/m.obj\" was not \
        found; robots/arm/meshes/m.obj may be of another package: say where the package is, or rename its folder to \
        \"gripper\"";
    assert_eq!(message, expected);
    // A folder of that name is the package, even if it is farther away. The folder that the caller names comes first.
    let said = UrdfOptions::new().package("gripper", directory.path().join("said"));
    for (folder, options, length) in [("gripper", UrdfOptions::new(), 2), ("said", said, 3)] {
        directory.write(&format!("{folder}/meshes/m.obj"), rod(length));
        let found = pieces(&directory, mesh, &options).unwrap();
        assert_box(&found[0], [0.0, 0.0, 1.0], [0.0, f64::from(length), 1.0]);
    }
}

/// The package of meshes has more of them.
#[test]
fn files_that_are_no_meshes_say_why() {
    let directory = Directory::new();
    let table = r#"
        m.obj | v 1 2 3\n
            robots/arm/m.obj: the mesh needs faces, but has none
        m.obj | v 1 2 3\nsurf 0 1 0 1 1 1 1 1\n
            robots/arm/m.obj:2: "surf" in an OBJ file is not supported: export the mesh as faces
        m.stl | solid\nendsolid\nfacet normal 0 0 1\n
            robots/arm/m.stl:3: this must be a solid, but is "facet normal 0 0 1"
        m.ply | ply
            robots/arm/m.ply: the mesh format "ply" is not supported: use STL, OBJ or COLLADA (.stl, .obj, .dae)
        m.dae | <COLLADA><library_geometries><geometry/></library_geometries></COLLADA>
            robots/arm/m.dae:1:30: <geometry> needs a <mesh>, but has none
    "#;
    assert_messages(table, |input| {
        let (name, content) = input.split_once(" | ").expect("a file");
        directory.write(&format!("robots/arm/{name}"), content);
        let mesh = format!(r#"filename="{name}""#);
        directory.message(pieces(&directory, &mesh, &UrdfOptions::new()))
    });
}
