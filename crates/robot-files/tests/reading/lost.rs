//! Tests of content that would change an answer, and that stands where it is not read.

use photofinish_robot_files::{ReadError, Reader, UrdfOptions, urdf_str};

use crate::files::{assert_messages, message};
use crate::urdf::{BALL, error};

const DRAWN: &str = r#"<visual><geometry><sphere radius="1"/></geometry></visual>"#;

/// Returns a robot of two links, of which the second has these elements, with these elements beside them.
fn robot(link: &str, beside: &str) -> String {
    format!(
        r#"<robot name="r"><link name="a">{BALL}</link><link name="b">{link}</link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
{beside}</robot>"#
    )
}

/// Returns the warnings about a robot. With any, the function that drops them fails.
pub fn warnings(text: &str, options: &UrdfOptions) -> Vec<String> {
    let reader = Reader::new();
    reader.urdf_str(text, "", options).expect("a robot");
    let warnings = reader.warnings();
    match urdf_str(text, "", options) {
        Err(ReadError::Warned { warning, others }) => {
            assert_eq!((&warning, others), (&warnings[0], warnings.len() - 1));
        }
        other => assert!(other.is_ok() && warnings.is_empty(), "{other:?}"),
    }
    warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn links_and_joints_in_other_places_are_errors() {
    // an empty link is a frame that others may hang on
    let table = r#"
        <group>LINK JOINT</group>
            URDF:3:8: link "c" within <group>
        <group>JOINT</group>
            URDF:3:8: joint "k" within <group>
        <group><link name="c"/></group>
            URDF:3:8: link "c" within <group>
        <frame><part>LINK</part></frame>
            URDF:3:14: link "c" within <frame>
        <robot>JOINT</robot>
            URDF:3:8: joint "k" within <robot>
        <module>BALL</module>
            URDF:3:9: <collision> within <module>
    "#;
    let joint = r#"<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>"#;
    assert_messages(table, |inner| {
        let inner = inner.replace("LINK", "<link name=\"c\">BALL</link>");
        let inner = inner.replace("JOINT", joint).replace("BALL", BALL);
        let message = error(&robot(BALL, &inner));
        let (lost, _) = message.split_once(" is not supported: ").expect(&message);
        lost.to_owned()
    });
    let named = "<group name=\"g\"><link name=\"a\"/><joint name=\"j\"/></group>";
    assert!(warnings(&robot(BALL, named), &UrdfOptions::new()).is_empty());
    let geometry = "<geometry><sphere radius=\"1\"/></geometry>";
    for inner in [
        format!("<collision_model>{geometry}</collision_model>"),
        format!("<shape><part>{geometry}</part></shape>"),
        format!("<visual>{BALL}</visual>"),
        format!("<inertial>{geometry}</inertial>"),
        format!("<collision>{geometry}<material>{BALL}</material></collision>"),
    ] {
        let message = error(&robot(&inner, ""));
        let tag = inner[1..].split('>').next().expect("a tag");
        let expected = format!(" within <{tag}> is not supported");
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn bodies_within_content_for_other_programs_are_warnings() {
    let link = format!("<link name=\"c\">{BALL}</link>");
    let options = UrdfOptions::new();
    for (inside, beside, expected) in [
        (
            "",
            format!("<gazebo><model>{link}</model></gazebo>"),
            "URDF:3:16: passed over link \"c\" within <gazebo>",
        ),
        (
            "<self_collision_checking><geometry/></self_collision_checking>",
            String::new(),
            "URDF:1:207: passed over <geometry> of link \"b\" within <self_collision_checking>",
        ),
    ] {
        let text = robot(&(BALL.to_owned() + inside), &beside);
        assert_eq!(warnings(&text, &options), [expected]);
    }
    let names = r#"<transmission name="t"><joint name="j"/><actuator name="x"/></transmission>
        <ros2_control name="c" type="system"><joint name="other"/></ros2_control>
        <gazebo reference="b"><collision><surface/></collision></gazebo>"#;
    assert!(warnings(&robot(BALL, names), &options).is_empty());
}

#[test]
fn links_that_are_drawn_but_cannot_be_touched_are_warned_of() {
    let options = UrdfOptions::new();
    let expected =
        "URDF:1:103: link \"b\" is drawn, but without collision geometry: nothing can touch it";
    assert_eq!(warnings(&robot(DRAWN, ""), &options), [expected]);
    let more = format!(
        "<link name=\"c\">{DRAWN}</link><joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint>"
    );
    let expected = "URDF:1:103: links \"b\", \"c\" are drawn, but without collision geometry: nothing can touch them";
    assert_eq!(warnings(&robot(DRAWN, &more), &options), [expected]);
    let known = options.clone().drawn_only("b").drawn_only("c");
    assert!(warnings(&robot(DRAWN, &more), &known).is_empty());
    // a frame has nothing to be touched, and what has both is what it seems
    assert!(warnings(&robot("", ""), &options).is_empty());
    assert!(warnings(&robot(&(DRAWN.to_owned() + BALL), ""), &options).is_empty());
    let unknown = urdf_str(&robot(DRAWN, ""), "", &options.drawn_only("bb"));
    assert!(message(unknown).ends_with("there is no link named \"bb\": did you mean `b`?"));
}

/// Soft limits narrow those of a joint, and are passed over with a warning if they leave nothing.
#[test]
fn soft_limits_narrow_those_of_a_joint() {
    let limited = |soft: &str| {
        let inner =
            format!(r#"<limit lower="-2" upper="1"/><safety_controller {soft} k_velocity="1"/>"#);
        robot(BALL, "").replace("continuous\">", &format!("revolute\">{inner}"))
    };
    let options = UrdfOptions::new();
    let soft = |[lower, upper]: [&str; 2]| {
        limited(&format!(
            r#"soft_lower_limit="{lower}" soft_upper_limit="{upper}""#
        ))
    };
    for (text, expected) in [
        (soft(["-0.5", "0.25"]), (-0.5, 0.25)),
        (soft(["-3", "0.5"]), (-2.0, 0.5)),
        (limited(r#"soft_upper_limit="7""#), (-2.0, 1.0)),
        (limited(""), (-2.0, 1.0)),
    ] {
        let robot = urdf_str(&text, "", &options).expect("a robot");
        assert_eq!(robot.joints()[0].limits(), Some(expected), "{text}");
    }
    let [warning] = &warnings(&soft(["2", "3"]), &options)[..] else {
        panic!("one warning");
    };
    assert!(
        warning.ends_with(": 2 to 3 has nothing of -2 to 1"),
        "{warning}"
    );
    let misspelt = urdf_str(&limited(r#"soft_lower_limits="-0.5""#), "", &options);
    assert!(message(misspelt).contains("did you mean `soft_lower_limit`?"));
}
