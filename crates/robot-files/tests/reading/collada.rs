//! Tests of COLLADA files. The points of the body are those that faces and lines use.

use nalgebra::Vector3;
use photofinish::SupportMap;
use photofinish_robot_files::{MeshShape, UrdfOptions};

use crate::files::{Directory, assert_changes, assert_messages};
use crate::meshes::{assert_box, pieces};

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

/// Replaces `CORNERS` and `NORMALS` by inputs. In the latter the index of a normal comes before that of the vertex. It
/// must not be taken for a vertex.
fn with_inputs(primitives: &str) -> String {
    let corners = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
    let normals = r##"<input semantic="NORMAL" source="#n" offset="0"/><input semantic="VERTEX" source="#v" offset="1"/>"##;
    primitives
        .replace("CORNERS", corners)
        .replace("NORMALS", normals)
}

#[test]
fn points_that_no_primitive_uses_do_not_count() {
    let directory = Directory::new();
    let used = [1.0, 2.0, 0.0];
    let p = "<p>0 1 2</p>";
    for (primitives, expected) in [
        (format!("<triangles count='1'>CORNERS{p}</triangles>"), used),
        ("<triangles count='1'>NORMALS<p>5 0 5 1 99 2</p></triangles>".into(), used),
        (format!("<polylist count='1'>CORNERS<vcount>3</vcount>{p}</polylist>"), used),
        (format!("<polygons count='1'>CORNERS{p}</polygons>"), used),
        // holes count as faces do
        (format!("<polygons count='1'>CORNERS<ph>{p}<h>3 4 5</h></ph></polygons>"), [9.0; 3]),
        (format!("<tristrips count='1'>CORNERS{p}</tristrips>"), used),
        (format!("<trifans count='1'>CORNERS{p}</trifans>"), used),
        (format!("<linestrips count='1'>CORNERS{p}</linestrips>"), used),
        // One primitive has no faces, as exporters write them. Lines make up the triangle.
        (
            "<triangles count='0' material='m'>CORNERS</triangles><lines count='1'>CORNERS<p>0 1</p></lines>
            <lines count='1'>CORNERS<p>1 2</p></lines><extra><technique/></extra>".into(),
            used,
        ),
    ] {
        directory.write("robots/arm/m.dae", file(&with_inputs(&primitives)));
        let piece = &pieces(&directory, r#"filename="m.dae""#, &UrdfOptions::new()).unwrap()[0];
        // the link turns x to y and y to -x, and is 1 higher
        let at = |x, y, z| {
            let direction = nalgebra::Unit::new_unchecked(Vector3::new(x, y, z));
            piece.shape.support_point(&direction).dot(&direction)
        };
        let found = [
            at(0.0, 1.0, 0.0),
            at(-1.0, 0.0, 0.0),
            at(0.0, 0.0, 1.0) - 1.0,
        ];
        let off = (Vector3::from(found) - Vector3::from(expected)).norm();
        assert!(off < 1e-9, "{primitives}: {found:?}");
    }
}

#[test]
fn primitives_that_are_not_understood_say_where() {
    let directory = Directory::new();
    let table = r#"
        <triangles count="1">CORNERS<p>0 1 6</p></triangles>
            m.dae:5:71: an index of <p> of geometry "g" must be one of a position of the mesh, but is "6"
        <triangles count="2">CORNERS<p>0 1 2</p></triangles>
            m.dae:5:1: the number of corners of <triangles> of geometry "g" must be what it says itself, but is "3, not 6"
        <triangles count="1">NORMALS<p>0 0 1 1 2</p></triangles>
            m.dae:5:120: the number of indices of <p> of geometry "g" must be as many for each corner, but is "5 for 2 a corner"
        <triangles count="0"><p></p></triangles>
            m.dae:5:1: <triangles> of geometry "g" needs an <input> of vertices, but has none
        <triangle count="1">CORNERS<p>0 1 2</p></triangle>
            m.dae:5:1: unknown tag `triangle` in <mesh> of geometry "g": did you mean `triangles`?
        <extra/>
            m.dae: the mesh needs faces, but has none
    "#;
    assert_messages(table, |primitives| {
        directory.write("robots/arm/m.dae", file(&with_inputs(primitives)));
        let read = pieces(&directory, r#"filename="m.dae""#, &UrdfOptions::new());
        directory.message(read).replace("robots/arm/", "")
    });
}

/// A triangle in centimetres, in two places. The second one comes from an instance of another node.
const NODES: &str = r##"<?xml version="1.0"?>
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
fn nodes_and_units_are_applied() {
    let directory = Directory::new();
    let read = |text: &str| {
        directory.write("robots/arm/m.dae", text);
        let options = UrdfOptions::new().meshes(MeshShape::Objects);
        pieces(&directory, r#"filename="m.dae""#, &options)
    };
    let pieces = read(NODES).unwrap();
    assert_eq!(pieces.len(), 2);
    // The point (x, y, z) is at (10 - y, x, z) in the file, and at (-x, 10 - y, z + 1) in the link.
    assert_box(&pieces[0], [-1.0, 8.0, 1.0], [0.0, 10.0, 4.0]);
    assert_box(&pieces[1], [-2.0, 6.0, 1.0], [0.0, 10.0, 7.0]);
    let table = r##"
        100 0 0 => 100 0 x
            robots/arm/m.dae:5:18: a number of float_array "pa" must be a finite number, but is "x"
        count="3" => count="4"
            robots/arm/m.dae:6:22: the extent of <accessor> of source "p" must be three or more numbers a point, all there, but is "4 times 3 after 0, of 9 numbers"
        instance_geometry url="#g" => instance_node url="#again"
            robots/arm/m.dae:10:17: a scene of so many nodes within nodes is not supported: an instance must not be within itself
        <scale>2 2 2</scale> => <skew/>
            robots/arm/m.dae:10:34: <skew> of node "again" is not supported: export the mesh with its transforms applied
        url="#again" => url="#g"
            robots/arm/m.dae:13:38: there is no node named "#g"
    "##;
    assert_changes(NODES, table, |text| directory.message(read(text)));
}
