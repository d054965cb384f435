//! Tests of which points of a COLLADA file belong to the body: those that faces and lines use.

use photofinish::SupportMap;
use photofinish_robot_files::{ReadError, UrdfOptions, urdf};

use crate::files::{Directory, assert_messages};

/// Returns a file with these primitives and six points. The first three points are (0, 0, 0), (1, 0, 0), (0, 2, 0).
fn file(primitives: &str) -> String {
    format!(
        r##"<COLLADA><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="18">0 0 0 1 0 0 0 2 0 9 9 9 8 8 8 7 7 7</float_array>
<technique_common><accessor source="#pa" count="6" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
{primitives}</mesh></geometry></library_geometries></COLLADA>"##
    )
}

/// Returns how far the body of these primitives extends along x, y and z.
fn extent(directory: &Directory, primitives: &str) -> Result<[f64; 3], ReadError> {
    let robot = r#"<robot><link name="a"><collision><geometry><mesh filename="m.dae"/></geometry></collision></link></robot>"#;
    directory.write("m.dae", file(primitives));
    let robot = urdf(directory.write("r.urdf", robot), &UrdfOptions::new())?;
    let shape = &robot.links()[0].pieces()[0].shape;
    let axes = [0, 1, 2].map(nalgebra::Vector3::ith_axis);
    Ok(axes
        .map(|axis: nalgebra::Unit<nalgebra::Vector3<f64>>| shape.support_point(&axis).dot(&axis)))
}

const CORNERS: &str = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
/// In these inputs the index of a normal comes before that of the vertex. It must not be taken for a vertex.
const NORMALS: &str = r##"<input semantic="NORMAL" source="#n" offset="0"/><input semantic="VERTEX" source="#v" offset="1"/>"##;

#[test]
fn points_that_no_primitive_uses_do_not_count() {
    let directory = Directory::new();
    for primitives in [
        format!(r#"<triangles count="1">{CORNERS}<p>0 1 2</p></triangles>"#),
        format!(r#"<triangles count="1">{NORMALS}<p>5 0 5 1 99 2</p></triangles>"#),
        format!(r#"<polylist count="1">{CORNERS}<vcount>3</vcount><p>0 1 2</p></polylist>"#),
        format!(r#"<polygons count="1">{CORNERS}<p>0 1 2</p></polygons>"#),
        format!(r#"<polygons count="1">{CORNERS}<ph><p>0 1 2</p><h>0 1</h></ph></polygons>"#),
        format!(r#"<tristrips count="1">{CORNERS}<p>0 1 2</p></tristrips>"#),
        format!(r#"<trifans count="1">{CORNERS}<p>0 1 2</p></trifans>"#),
        format!(r#"<lines count="2">{CORNERS}<p>0 1 1 2</p></lines>"#),
        format!(r#"<linestrips count="1">{CORNERS}<p>0 1 2</p></linestrips>"#),
        // One primitive has no faces, as exporters write them. Lines make up the triangle.
        format!(
            r#"<triangles count="0" material="m">{CORNERS}</triangles><lines count="1">{CORNERS}<p>0 1</p></lines>
            <lines count="1">{CORNERS}<p>1 2</p></lines><extra><technique/></extra>"#
        ),
    ] {
        let found = extent(&directory, &primitives).unwrap();
        assert_eq!(found, [1.0, 2.0, 0.0], "{primitives}");
    }
}

#[test]
fn holes_count_as_faces_do() {
    let directory = Directory::new();
    let primitives =
        format!(r#"<polygons count="1">{CORNERS}<ph><p>0 1 2</p><h>3 4 5</h></ph></polygons>"#);
    assert_eq!(extent(&directory, &primitives).unwrap(), [9.0; 3]);
}

#[test]
fn primitives_that_are_not_understood_say_where() {
    let directory = Directory::new();
    let cases = [
        (
            format!(r#"<triangles count="1">{CORNERS}<p>0 1 6</p></triangles>"#),
            r#"m.dae:5:71: an index of <p> of geometry "g" must be one of a position of the mesh, but is "6""#,
        ),
        (
            format!(r#"<triangles count="1">{CORNERS}<p>0 1 -1</p></triangles>"#),
            r#"m.dae:5:71: an index of <p> of geometry "g" must be one of a position of the mesh, but is "-1""#,
        ),
        (
            format!(r#"<triangles count="2">{CORNERS}<p>0 1 2</p></triangles>"#),
            r#"m.dae:5:1: the number of corners of <triangles> of geometry "g" must be what it says itself, but is "3, not 6""#,
        ),
        (
            format!(r#"<triangles count="1">{NORMALS}<p>0 0 1 1 2</p></triangles>"#),
            r#"m.dae:5:120: the number of indices of <p> of geometry "g" must be as many for each corner, but is "5 for 2 a corner""#,
        ),
        (
            "<triangles count=\"0\"><p></p></triangles>".to_owned(),
            r#"m.dae:5:1: <triangles> of geometry "g" needs an <input> of vertices, but has none"#,
        ),
        (
            format!(r#"<triangle count="1">{CORNERS}<p>0 1 2</p></triangle>"#),
            "m.dae:5:1: unknown tag `triangle` in <mesh> of geometry \"g\": did you mean `triangles`?",
        ),
        (String::new(), "m.dae: the mesh needs faces, but has none"),
    ];
    assert_messages(cases.into_iter().map(|(primitives, expected)| {
        let read = extent(&directory, &primitives);
        (directory.message(read), expected)
    }));
}
