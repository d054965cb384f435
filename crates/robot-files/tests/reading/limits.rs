//! Tests that files that are too large are refused before they take too much time and memory.

use std::io::{BufReader, Read, repeat};

use photofinish_robot::Robot;
use photofinish_robot_files::{
    ReadError, SceneOptions, UrdfOptions, path_lines, paths, scene, scene_str, srdf, urdf, urdf_str,
};

use crate::files::{Directory, message};

fn is_limit(message: &str) {
    assert!(message.contains(" must not be more than "), "{message}");
}

#[test]
fn a_line_without_end_is_read_no_further_than_the_limit() {
    let mut lines = path_lines(BufReader::new(repeat(b' ')), "input");
    let expected = "input:1: the bytes of a line must not be more than 16777216";
    assert_eq!(message(lines.next().unwrap()), expected);
    assert!(lines.next().is_none());
    let full = b"{\"waypoints\": [[0]]}\n".chain(repeat(b'['));
    let mut lines = path_lines(BufReader::new(full), "input");
    assert!(lines.next().unwrap().is_ok());
    is_limit(&message(lines.next().unwrap()));
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_read_no_further_than_the_limit() {
    let directory = Directory::new();
    let endless = |name: &str| {
        let file = directory.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
        file
    };
    let read = urdf(endless("r.urdf"), &UrdfOptions::new());
    let expected = "r.urdf: the bytes of the file must not be more than 67108864";
    assert_eq!(directory.message(read), expected);
    let mut robot = crate::urdf::robot("<robot><link name='a'/></robot>");
    is_limit(&message(srdf(endless("r.srdf"), &mut robot)));
    is_limit(&message(scene(endless("s.yaml"), &crate::scenes::robot())));
    for name in ["p.json", "p.jsonl", "p.csv", "p.yaml", "p"] {
        is_limit(&message(paths(endless(name))));
    }
}

#[test]
fn wide_tables_are_refused() {
    let directory = Directory::new();
    for (text, expected) in [
        (
            "1,".repeat(10_000),
            "1: the number of columns must not be more than 6001",
        ),
        (
            format!("1\n{}", "1".repeat(2 << 20)),
            "2: the bytes of a row must not be more than 1048576",
        ),
        // Fields that continue on the next line could make rows of any length.
        (
            "1,\"\n\",2\n".to_owned(),
            "1: a quotation mark must be closed on its line, but is \"1,\\\"\"",
        ),
    ] {
        let message = directory.message(paths(directory.write("p.csv", text)));
        assert_eq!(message, format!("p.csv:{expected}"));
    }
    let named = directory.write("p.csv", "\"a\",\"b\"\n1,2\n");
    assert_eq!(paths(named).unwrap()[0].path.positions, [[1.0, 2.0]]);
}

#[test]
fn robots_of_too_many_parts_are_refused() {
    let links: String = (0..=2000).map(|i| format!("<link name='{i}'/>")).collect();
    // The reader compares attributes with each other, so their number must be limited.
    let attributes: String = (0..10_000).map(|i| format!(" a{i}=''")).collect();
    for (inner, expected) in [
        (links, ": the number of links must not be more than 2000"),
        (
            "<joint/>".repeat(2001),
            ": the number of joints must not be more than 2000",
        ),
        (
            format!("\n<link{attributes}/>"),
            ":2: the bytes of a tag must not be more than 65536",
        ),
        (
            "<gazebo/>".repeat(2_000_001),
            ": the number of nodes of an XML file must not be more than 2000000",
        ),
    ] {
        let text = format!("<robot>{inner}</robot>");
        let message = message(urdf_str(&text, "", &UrdfOptions::new()));
        assert_eq!(message, format!("URDF{expected}"));
    }
    let comment = "x".repeat(100_000);
    crate::urdf::robot(&format!(
        "<robot><!-- {comment} --><link name='a'/></robot>"
    ));
}

/// Reads a robot with this mesh.
fn collada(mesh: &str) -> Result<Robot, ReadError> {
    let directory = Directory::new();
    directory.write("m.dae", mesh);
    let robot = r#"<robot><link name="a"><collision><geometry><mesh filename="m.dae"/></geometry></collision></link></robot>"#;
    urdf(directory.write("r.urdf", robot), &UrdfOptions::new())
}

#[test]
fn instances_of_a_mesh_do_not_multiply_without_end() {
    let points = "0 0 0 ".repeat(10_000);
    let indices: Vec<_> = (0..9999).map(|i| i.to_string()).collect();
    let indices = indices.join(" ");
    let instances = "<instance_geometry url=\"#g\"/>".repeat(3000);
    let mesh = format!(
        r##"<COLLADA><library_geometries><geometry id="g"><mesh>
        <source id="p"><float_array>{points}</float_array>
        <technique_common><accessor count="10000" stride="3"/></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="3333"><input semantic="VERTEX" source="#v" offset="0"/><p>{indices}</p></triangles>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node>{instances}</node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>"##
    );
    is_limit(&message(collada(&mesh)));
}

#[test]
fn nesting_and_repetition_without_end_are_errors() {
    let options = SceneOptions::new();
    for text in [
        format!("world: {}", "[".repeat(30_000)),
        format!("world: {}", "{a: ".repeat(30_000)),
        (0..20_000)
            .map(|depth| format!("{}- \n", " ".repeat(depth % 3000)))
            .collect(),
        (1..40).fold("a0: &a0 [1, 1]\n".to_owned(), |text, level| {
            let below = level - 1;
            format!("{text}a{level}: &a{level} [*a{below}, *a{below}, *a{below}]\n")
        }),
    ] {
        assert!(scene_str(&text, &crate::scenes::robot(), &options).is_err());
    }
    let directory = Directory::new();
    for name in ["p.json", "p.jsonl", "p.yaml"] {
        assert!(paths(directory.write(name, "[".repeat(30_000))).is_err());
        assert!(paths(directory.write(name, "{\"waypoints\":".repeat(30_000))).is_err());
    }
    let deep = format!("<robot>{}", "<link name='a'>".repeat(30_000));
    assert!(urdf_str(&deep, "", &UrdfOptions::new()).is_err());
    let closed = deep + &"</link>".repeat(30_000) + "</robot>";
    assert!(urdf_str(&closed, "", &UrdfOptions::new()).is_err());
    let idle = format!(
        "<robot><link name='a'/><gazebo>{}{}</gazebo></robot>",
        "<a>".repeat(30_000),
        "</a>".repeat(30_000)
    );
    crate::urdf::robot(&idle);
    let nodes = "<node>".repeat(30_000) + &"</node>".repeat(30_000);
    let mesh = format!(
        r##"<COLLADA><library_visual_scenes><visual_scene id="s">{nodes}</visual_scene>
        </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##
    );
    assert!(collada(&mesh).is_err());
}
