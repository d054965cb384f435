//! Tests of meshes, which become convex hulls in the frame of their link.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::SupportMap;
use photofinish_robot::Piece;
use photofinish_robot_files::{MeshShape, ReadError, UrdfOptions, urdf};

use crate::files::{Directory, assert_messages};

pub const TWO_BOXES: &str = "# two parts\n\
    v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\n\
    o first\nf 1/1/1 2//2 3\nf -5 -4 4\n\
    v 5 0 0 1.0\nv 6 0 0 0.1 0.2 0.3\nv 5 1 0\nv 10 0 2 2\n\
    o second # not a comment\nf 6 7 8 # a comment\nf 6 7 9\n";

/// Returns the pieces of a link with this mesh.
fn pieces(
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

fn extent(piece: &Piece, direction: Vector3<f64>) -> f64 {
    assert_eq!(piece.pose, Isometry3::identity());
    let direction = nalgebra::Unit::new_normalize(direction);
    piece.shape.support_point(&direction).dot(&direction)
}

fn assert_box(piece: &Piece, least: [f64; 3], largest: [f64; 3]) {
    for axis in 0..3 {
        let direction = Vector3::ith(axis, 1.0);
        let (low, high) = (-extent(piece, -direction), extent(piece, direction));
        assert!((low - least[axis]).abs() < 1e-9, "{axis}: {low}");
        assert!((high - largest[axis]).abs() < 1e-9, "{axis}: {high}");
    }
}

#[test]
fn a_mesh_is_scaled_and_placed_in_its_link() {
    let directory = Directory::new();
    directory.write("robots/arm/m.obj", TWO_BOXES);
    let options = UrdfOptions::new();
    let mesh = r#"filename="m.obj" scale="1 2 -3""#;
    let pieces = pieces(&directory, mesh, &options).unwrap();
    // The mesh is scaled to (0..6, 0..2, -3..0). Then x becomes y, y becomes -x, and the mesh moves up by 1.
    assert_eq!(pieces.len(), 1);
    assert_box(&pieces[0], [-2.0, 0.0, -2.0], [0.0, 6.0, 1.0]);
}

#[test]
fn each_object_of_a_mesh_can_be_a_piece() {
    let directory = Directory::new();
    directory.write("robots/arm/m.obj", TWO_BOXES);
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    let pieces = pieces(&directory, r#"filename="m.obj""#, &options).unwrap();
    assert_eq!(pieces.len(), 2);
    assert_box(&pieces[0], [-1.0, 0.0, 1.0], [0.0, 1.0, 2.0]);
    assert_box(&pieces[1], [-1.0, 5.0, 1.0], [0.0, 6.0, 2.0]);
}

#[test]
fn only_what_moves_a_vertex_matters_in_an_obj_file() {
    let directory = Directory::new();
    let plain = "v 0 0 0\nv 1 0 0\nv 0 2 0\n";
    let whole = &UrdfOptions::new();
    for rest in [
        "f 1 2 3",
        "f 1 2 3 # a face",
        "p 1\np 2 3",
        "l 1 2\nl 2 3",
        // Indices that count from the end reach beyond the beginning.
        "vt 0 0\nvn 0 0 1\nf 1/-3/-3 2/-9/-9 3",
        "mtllib lost.mtl\nusemtl\nusemtl lost\nf 1 2 3",
        // Two vertices are not used, one of them with a colour.
        "v 9 9 9 0.5 0.5 0.5\nv 9 9 8\nf 1 2 3",
    ] {
        directory.write("robots/arm/m.obj", format!("{plain}{rest}\n"));
        let pieces = pieces(&directory, r#"filename="m.obj""#, whole).unwrap();
        assert_box(&pieces[0], [-2.0, 0.0, 1.0], [0.0, 1.0, 1.0]);
    }
}

/// Returns a binary STL file of one triangle.
pub fn binary_stl() -> Vec<u8> {
    let mut bytes = b"solid in name only".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(1u32.to_le_bytes());
    for number in [
        0.0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 4.0,
    ] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([0, 0]);
    bytes
}

pub const TEXT_STL: &str = "solid one\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 2 0 0\n  \
    vertex 0 3 4e0\n endloop\nendfacet\nendsolid one\nsolid\nfacet normal 0 0 1\nouter loop\nvertex 7 0 0\n\
    vertex 8 0 0\nvertex 7 1 0\nendloop\nendfacet\nendsolid\n";

#[test]
fn stl_reads_as_text_and_binary() {
    let directory = Directory::new();
    directory.write("robots/arm/binary.STL", binary_stl());
    directory.write("robots/arm/text.stl", TEXT_STL);
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    let binary = pieces(&directory, r#"filename="binary.STL""#, &options).unwrap();
    let text = pieces(&directory, r#"filename="text.stl""#, &options).unwrap();
    assert_eq!((binary.len(), text.len()), (1, 2));
    for piece in [&binary[0], &text[0]] {
        assert_box(piece, [-3.0, 0.0, 1.0], [0.0, 2.0, 5.0]);
    }
}

#[test]
fn what_an_stl_file_says_of_names_and_normals_does_not_matter() {
    let directory = Directory::new();
    let whole = &UrdfOptions::new();
    let text = TEXT_STL.replace("normal 0 0 1", "normal -nan 0 0");
    let named = text.replace("solid one", "solid \u{fc}ber_one # two");
    directory.write("robots/arm/text.stl", named.replace('\n', "\r\n"));
    // The count of ten triangles is the byte of a line feed.
    let one = binary_stl();
    let mut ten = one[..80].to_vec();
    ten.extend(10u32.to_le_bytes());
    ten.extend(one[84..].repeat(10));
    directory.write("robots/arm/binary.stl", ten);
    let text = pieces(&directory, r#"filename="text.stl""#, whole).unwrap();
    let binary = pieces(&directory, r#"filename="binary.stl""#, whole).unwrap();
    assert_box(&text[0], [-3.0, 0.0, 1.0], [0.0, 8.0, 5.0]);
    assert_box(&binary[0], [-3.0, 0.0, 1.0], [0.0, 2.0, 5.0]);
}

/// A triangle in centimetres, in two places. The second one comes from an instance of another node.
pub const COLLADA: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="cm" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
 <library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 200 300</float_array>
   <technique_common><accessor source="#pa" count="3" stride="3"/></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
 </mesh></geometry></library_geometries>
 <library_nodes><node id="again"><scale>2 2 2</scale><instance_geometry url="#g"/></node></library_nodes>
 <library_visual_scenes><visual_scene id="s"><node>
  <translate>1000 0 0</translate><rotate>0 0 1 90</rotate>
  <instance_geometry url="#g"/><node><instance_node url="#again"/></node>
 </node></visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>"##;

#[test]
fn collada_nodes_and_units_are_applied() {
    let directory = Directory::new();
    directory.write("robots/arm/m.dae", COLLADA);
    let options = UrdfOptions::new().meshes(MeshShape::Objects);
    let pieces = pieces(&directory, r#"filename="m.dae""#, &options).unwrap();
    assert_eq!(pieces.len(), 2);
    // The point (x, y, z) is at (10 - y, x, z) in the file, and at (-x, 10 - y, z + 1) in the link.
    assert_box(&pieces[0], [-1.0, 8.0, 1.0], [0.0, 10.0, 4.0]);
    assert_box(&pieces[1], [-2.0, 6.0, 1.0], [0.0, 10.0, 7.0]);
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
    let lost = pieces(
        &directory,
        r#"filename="package://meshes/lost.obj""#,
        &options,
    );
    let message = directory.message(lost);
    let start = "robots/arm/arm.urdf:2:19: the mesh \"package://meshes/lost.obj\" was not found; looked for ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn a_file_of_another_package_is_never_taken() {
    let directory = Directory::new();
    let rod = |length: u32| format!("v 0 0 0\nv {length} 0 0\nl 1 2\n");
    directory.write("robots/arm/meshes/m.obj", rod(1));
    directory.write(
        "robots/arm/package.xml",
        "<package><name>arm</name></package>",
    );
    let mesh = r#"filename="package://gripper/meshes/m.obj""#;
    let message = directory.message(pieces(&directory, mesh, &UrdfOptions::new()));
    let expected = "robots/arm/arm.urdf:2:19: the package \"gripper\" of the mesh \"package://gripper/meshes/m.obj\" was not \
        found; robots/arm/meshes/m.obj may be of another package: say where the package is, or rename its folder to \
        \"gripper\"";
    assert_eq!(message, expected);
    // A folder of that name is the package, even if it is farther away.
    directory.write("gripper/meshes/m.obj", rod(2));
    let found = pieces(&directory, mesh, &UrdfOptions::new()).unwrap();
    assert_eq!(extent(&found[0], vector![0.0, 1.0, 0.0]), 2.0);
    // The folder that the caller names comes first.
    directory.write("said/meshes/m.obj", rod(3));
    let said = UrdfOptions::new().package("gripper", directory.path().join("said"));
    let found = pieces(&directory, mesh, &said).unwrap();
    assert_eq!(extent(&found[0], vector![0.0, 1.0, 0.0]), 3.0);
}

#[test]
fn files_that_are_no_meshes_say_why() {
    let directory = Directory::new();
    let cut = &binary_stl()[..100];
    let mut infinite = binary_stl();
    infinite[96..100].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let cases = [
        (
            "m.obj",
            &b""[..],
            "robots/arm/m.obj: the mesh needs faces, but has none",
        ),
        (
            "m.obj",
            b"v 1 2 3\nv 2 2 3\n",
            "robots/arm/m.obj: the mesh needs faces, but has none",
        ),
        (
            "m.obj",
            b"v 1 2 3\nsurf 0 1 0 1 1 1 1 1\n",
            "robots/arm/m.obj:2: \"surf\" in an OBJ file is not supported: export the mesh as faces",
        ),
        (
            "m.obj",
            b"v 1 2 3\nF 1\n",
            "robots/arm/m.obj:2: unknown keyword `F` in an OBJ file: did you mean `f`?",
        ),
        (
            "m.obj",
            b"v 1 2\n",
            "robots/arm/m.obj:1: a vertex must be 3 finite numbers, but is \"1 2\"",
        ),
        (
            "m.obj",
            b"v 1 2 inf\nf 1\n",
            "robots/arm/m.obj:1: a vertex must be 3 finite numbers, but is \"1 2 inf\"",
        ),
        (
            "m.obj",
            b"v 1 2 3\nf 1 2 3\n",
            "robots/arm/m.obj:2: a corner of a face, line or point is vertex 3, but there are only 1 vertices",
        ),
        (
            "m.obj",
            b"v 1 2 3\nf 0\n",
            "robots/arm/m.obj:2: corner 1 of a face, line or point is vertex 0, but there are only 1 vertices",
        ),
        (
            "m.obj",
            b"v 1 2 3\n\nf 1 x\nf 1\n",
            "robots/arm/m.obj:3: corner 2 of a face, line or point must be the number of a vertex, but is \"x\"",
        ),
        (
            "m.stl",
            b"rubbish",
            "robots/arm/m.stl: an STL file needs \"solid\" or a header, but has none",
        ),
        (
            "m.stl",
            b"solid\n",
            "robots/arm/m.stl: the file ends within a solid",
        ),
        (
            "m.stl",
            b"solid\nendsolid\nsolid\n",
            "robots/arm/m.stl: the file ends within a solid",
        ),
        (
            "m.stl",
            b"solid\nendsolid\nfacet normal 0 0 1\n",
            "robots/arm/m.stl:3: this must be a solid, but is \"facet normal 0 0 1\"",
        ),
        (
            "m.stl",
            b"solid\nfacet\nouter loop\nvertex 0 0\n",
            "robots/arm/m.stl: this is no \"vertex\" with three numbers, or no line of a facet: [\"vertex\", \"0\", \"0\"]",
        ),
        (
            "m.stl",
            b"solid\nendsolid\n",
            "robots/arm/m.stl: the mesh needs faces, but has none",
        ),
        (
            "m.stl",
            &[b"header".as_slice(), &cut[6..]].concat(),
            "robots/arm/m.stl: the size of a binary STL file of 1 triangles must be what its header says, but is \"100 bytes, not 134\"",
        ),
        (
            "m.stl",
            &infinite,
            "robots/arm/m.stl: a corner of triangle 0 must be 3 finite numbers, but is \"inf 0 0\"",
        ),
        (
            "m.ply",
            b"ply",
            "robots/arm/m.ply: the mesh format \"ply\" is not supported: use STL, OBJ or COLLADA (.stl, .obj, .dae)",
        ),
        (
            "m.dae",
            b"<COLLADA><library_geometries><geometry/></library_geometries></COLLADA>",
            "robots/arm/m.dae:1:30: <geometry> needs a <mesh>, but has none",
        ),
    ];
    assert_messages(cases.into_iter().map(|(name, content, expected)| {
        directory.write(&format!("robots/arm/{name}"), content);
        let read = pieces(
            &directory,
            &format!(r#"filename="{name}""#),
            &UrdfOptions::new(),
        );
        (directory.message(read), expected)
    }));
}

#[test]
fn collada_that_is_not_understood_says_where() {
    let directory = Directory::new();
    let cases = [
        (
            "100 0 0",
            "100 0 x",
            "robots/arm/m.dae:5:18: a number of float_array \"pa\" must be a finite number, but is \"x\"",
        ),
        (
            "count=\"3\"",
            "count=\"4\"",
            "robots/arm/m.dae:6:22: the extent of <accessor> of source \"p\" must be three or more numbers a point, all there, but is \"4 times 3 after 0, of 9 numbers\"",
        ),
        (
            "instance_geometry url=\"#g\"",
            "instance_node url=\"#again\"",
            "robots/arm/m.dae:10:17: a scene of so many nodes within nodes is not supported: an instance must not be within itself",
        ),
        (
            "<scale>2 2 2</scale>",
            "<skew/>",
            "robots/arm/m.dae:10:34: <skew> of node \"again\" is not supported: export the mesh with its transforms applied",
        ),
        (
            "url=\"#again\"",
            "url=\"#g\"",
            "robots/arm/m.dae:13:38: there is no node named \"#g\"",
        ),
    ];
    assert_messages(cases.into_iter().map(|(from, to, expected)| {
        directory.write("robots/arm/m.dae", COLLADA.replace(from, to));
        let read = pieces(&directory, "filename=\"m.dae\"", &UrdfOptions::new());
        (directory.message(read), expected)
    }));
}
