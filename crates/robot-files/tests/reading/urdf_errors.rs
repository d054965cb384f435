//! Tests of the error messages for URDF files.

use photofinish_robot_files::{UrdfOptions, urdf_str};

use crate::files::{Directory, assert_messages, message};
use crate::urdf::two_links;

fn error(text: &str) -> String {
    message(urdf_str(text, "", &UrdfOptions::new()))
}

fn link_error(inner: &str) -> String {
    error(&format!(
        r#"<robot name="r"><link name="a">{inner}</link></robot>"#
    ))
}

#[test]
fn joints_say_what_they_lack() {
    let cases = [
        (
            "revolute",
            "",
            r#"URDF:2:9: joint "j" needs a <limit>, but has none"#,
        ),
        (
            "screw",
            "",
            r#"URDF:2:9: type of joint "j" must be revolute, continuous, prismatic, fixed, planar or floating, but is "screw""#,
        ),
        (
            "continuous",
            r#"<axis xyz="0 0 0"/>"#,
            r#"URDF:2:78: xyz of <axis> of joint "j" must be a direction, but is "0 0 0""#,
        ),
        (
            "continuous",
            r#"<axis xyz="0 1"/>"#,
            r#"URDF:2:78: xyz of <axis> of joint "j" must be 3 finite numbers, but is "0 1""#,
        ),
        (
            "continuous",
            r#"<axis xyz="0 x 1 0"/>"#,
            r#"URDF:2:78: xyz of <axis> of joint "j" must be 3 finite numbers, but is "0 x 1 0""#,
        ),
        (
            "fixed",
            r#"<origin rpy="0 nan 0"/>"#,
            r#"URDF:2:73: rpy of <origin> of joint "j" must be 3 finite numbers, but is "0 nan 0""#,
        ),
        (
            "fixed",
            r#"<origin quat_xyzw="0 0 0 0"/>"#,
            r#"URDF:2:73: quat_xyzw of <origin> of joint "j" must be 4 numbers that make a unit quaternion, but is "0 0 0 0""#,
        ),
        (
            "prismatic",
            r#"<limit lower="inf"/>"#,
            r#"URDF:2:77: lower of <limit> of joint "j" must be a finite number, but is "inf""#,
        ),
        (
            "continuous",
            r#"<mimic joint="k"/>"#,
            r#"URDF:2:78: there is no joint named "k" with a value of its own"#,
        ),
        (
            "continuous",
            r#"<mimic joint="j"/>"#,
            r#"URDF:2:78: "j" depends on itself"#,
        ),
        (
            "floating",
            r#"<mimic joint="k"/>"#,
            r#"URDF:2:76: <mimic> of joint "j" of more than one value is not supported: only joints of one value can follow another"#,
        ),
    ];
    assert_messages(
        cases
            .into_iter()
            .map(|(kind, inner, expected)| (error(&two_links(kind, inner)), expected)),
    );
}

#[test]
fn links_say_what_is_wrong_with_their_shapes() {
    let cases = [
        (
            "<collision/>",
            r#"URDF:1:32: <collision> of link "a" needs a <geometry>, but has none"#,
        ),
        (
            "<collision><geometry/></collision>",
            r#"URDF:1:43: <geometry> of link "a" needs exactly one shape, but has none"#,
        ),
        (
            "<collision><geometry><torus/></geometry></collision>",
            "URDF:1:53: the shape <torus> is not supported: use box, sphere, cylinder, capsule or mesh",
        ),
        (
            r#"<collision><geometry><box size="1 2"/></geometry></collision>"#,
            r#"URDF:1:53: size of <box> of link "a" must be 3 finite numbers, but is "1 2""#,
        ),
        (
            r#"<collision><geometry><sphere radius="-1"/></geometry></collision>"#,
            r#"URDF:1:53: <sphere> of link "a": radius must not be negative, but is -1.0"#,
        ),
        (
            r#"<collision><geometry><cylinder radius="1"/></geometry></collision>"#,
            r#"URDF:1:53: <cylinder> of link "a" needs the attribute "length", but has none"#,
        ),
    ];
    assert_messages(
        cases
            .into_iter()
            .map(|(inner, expected)| (link_error(inner), expected)),
    );
}

#[test]
fn a_moving_joint_cannot_follow_a_fixed_one() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
<joint name="still" type="fixed"><parent link="a"/><child link="b"/></joint>
<joint name="j" type="continuous"><parent link="b"/><child link="c"/><mimic joint="still"/></joint></robot>"#;
    let expected =
        r#"URDF:3:70: joint of <mimic> of joint "j" must be a joint that moves, but is "still""#;
    assert_eq!(error(text), expected);
}

#[test]
fn links_that_make_no_tree_are_pointed_out() {
    let robot = |inner: &str| error(&format!("<robot name=\"r\">\n{inner}</robot>"));
    let unknown = r#"<link name="a"/>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>"#;
    assert_eq!(robot(unknown), r#"URDF:3:48: there is no link named "b""#);
    let twice = "<link name=\"a\"/>\n<link name=\"a\"/>";
    assert_eq!(robot(twice), r#"URDF:3:1: there are two links named "a""#);
    let apart = "<link name=\"a\"/>\n<link name=\"b\"/>";
    let expected = r#"URDF:3:1: a robot has one root, but neither "a" nor "b" is a joint's child"#;
    assert_eq!(robot(apart), expected);
    let none = "URDF:1:1: a robot needs a link that is no joint's child, but has none";
    assert_eq!(robot(""), none);
}

#[test]
fn files_that_are_no_urdf_are_refused() {
    assert_eq!(
        error("<model/>"),
        "URDF:1:1: the file needs a root element <robot>, but has none"
    );
    assert_eq!(
        error("<robot>\n<link"),
        "URDF:1:1: the root node was opened but never closed"
    );
    assert_eq!(
        error("<robot>\n</link></robot>"),
        "URDF:2:1: expected 'robot' tag, not 'link'"
    );
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let directory = Directory::new();
    let read = |name: &str| {
        directory.message(photofinish_robot_files::urdf(
            directory.path().join(name),
            &photofinish_robot_files::UrdfOptions::new(),
        ))
    };
    assert!(read("none.urdf").starts_with("none.urdf: "));
    directory.write("folder.urdf/x", "");
    assert!(read("folder.urdf").starts_with("folder.urdf: "));
    directory.write("rubbish.urdf", b"<robot\n\xff\xfe\x00");
    assert_eq!(
        read("rubbish.urdf"),
        "rubbish.urdf:2: this is not text in UTF-8"
    );
    directory.write("empty.urdf", "");
    assert!(read("empty.urdf").starts_with("empty.urdf:1:1: "));
}
