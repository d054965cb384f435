//! Tests of unknown words in files. Misspelt words are errors, words for other programs pass silently, and other words
//! cause a warning.

use photofinish_robot_files::{Reader, SceneOptions, UrdfOptions};

use crate::files::{assert_messages, message};
use crate::lost::warnings;
use crate::urdf::{BALL, error};

/// Returns a robot whose link and joint have these parts.
fn robot(link: &str, joint: &str) -> String {
    format!(
        r#"<robot name="r">
<link name="a">{link}</link>
<link name="b"/><joint name="j" type="continuous">
<parent link="a"/><child link="b"/>{joint}</joint></robot>"#
    )
}

#[test]
fn misspelt_words_of_urdf_are_errors() {
    // of the link and of the joint
    let table = r#"
        <collison><geometry/></collison> |
            URDF:2:16: unknown tag `collison` in link "a": did you mean `collision`?
        <collision><orgin xyz='1 2 3'/><geometry/></collision> |
            URDF:2:27: unknown tag `orgin` in <collision> of link "a": did you mean `origin`?
        <collision><origin xzy='1 2 3'/><geometry/></collision> |
            URDF:2:27: unknown attribute `xzy` in <origin> of link "a": did you mean `xyz`?
        <collision><origin/><origin xyz='1 2 3'/><geometry/></collision> |
            URDF:2:36: <collision> of link "a" has more than one <origin>
        <collision><geometry><sphere scale='2' radius='1'/></geometry></collision> |
            URDF:2:37: unknown attribute `scale` in <sphere> of link "a"
        <origin xyz='0 0 1'/> |
            URDF:2:16: <origin> of link "a" is not supported: the joint that a link hangs on says where it is
        | <orign xyz='1 2 3'/>
            URDF:4:36: unknown tag `orign` in joint "j": did you mean `origin`?
        | <mimic joint='k' multiplyer='2'/>
            URDF:4:36: unknown attribute `multiplyer` in <mimic> of joint "j": did you mean `multiplier`?
        | <collision/>
            URDF:4:36: unknown tag `collision` in joint "j"
    "#;
    assert_messages(table, |parts| {
        let (link, joint) = parts.split_once('|').expect("two parts");
        error(&robot(link.trim(), joint.trim()))
    });
    let table = r#"
        <lnk name='b'/>
            URDF:1:8: unknown tag `lnk` in <robot>: did you mean `link`?
    "#;
    assert_messages(table, |inner| {
        error(&format!("<robot>{inner}<link name='a'/></robot>"))
    });
}

#[test]
fn extensions_of_urdf_pass_without_a_warning() {
    let text = r#"<robot name="r" version="1.0" xmlns:drake="http://drake.mit.edu" xmlns:xacro="http://ros.org/wiki/xacro">
        <material name="m"><color rgba="1 1 1 1"/></material>
        <transmission name="t"><joint name="j"/><actuator name="x"/></transmission>
        <gazebo reference="a"><plugin file="$(find p)/x">${y}</plugin></gazebo>
        <ros2_control name="c" type="system"><joint name="j"/></ros2_control><mujoco><compiler/></mujoco>
        <drake:collision_filter_group name="g"><drake:collision/></drake:collision_filter_group>
        <link name="a" type="laser"><inertial><mass value="1"/><inertia ixx="1"/></inertial><sensor/><contact/>
          <visual><origin xyz="1 2 3"/><geometry><anything/></geometry><material name="m"/></visual>
          <collision name="c" drake:x="y"><geometry><sphere radius="1"/></geometry><verbose value="1"/>
            <drake:proximity_properties/></collision></link>
        <link name="b"/>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1" rpy="0 0 0"/>
          <dynamics damping="1"/><calibration rising="1"/><safety_controller k_velocity="1"/>
          <limit lower="0" upper="1" effort="1" velocity="1" drake:acceleration="1"/></joint></robot>"#;
    assert!(warnings(text, &UrdfOptions::new()).is_empty());
}

/// There is one warning, however often the word is there. Published robots have prefixes that are not declared, a link
/// whose origin moves nothing, and blank lines before the declaration.
#[test]
fn unknown_words_that_may_matter_cause_a_warning() {
    let limit = "<limit drake:acceleration='1' lower='-1' upper='1'/><sensor:lidar/><other/>";
    let reversed = robot(BALL, "<limit lower='1' upper='-1'/>");
    for (text, expected) in [
        (
            robot(&format!("{BALL}<colour/><colour/>"), "<visul/>"),
            &[
                "URDF:2:80: passed over the unknown tag `colour` in <link>",
                "URDF:4:36: passed over the unknown tag `visul` in <joint>",
            ][..],
        ),
        (
            robot("", ""),
            &["URDF:1:1: no link of the robot has collision geometry: it cannot touch anything"],
        ),
        (
            reversed.replace("continuous", "revolute"),
            &["URDF:4:36: the limits of joint \"j\" are reversed: 1 to -1 is taken for -1 to 1"],
        ),
        (
            robot(&format!("<origin xyz='0 0 0' rpy='0 -0 0'/>{BALL}"), limit),
            &["URDF:4:103: passed over the unknown tag `other` in <joint>"],
        ),
        (
            format!("\n \n<?xml version=\"1.0\"?>{}", robot(BALL, "<x/>")),
            &["URDF:6:36: passed over the unknown tag `x` in <joint>"],
        ),
    ] {
        assert_eq!(warnings(&text, &UrdfOptions::new()), expected);
    }
}

#[test]
fn xacro_must_be_expanded() {
    let table = r#"
        <xacro:include filename='x'/>
            URDF:1:43: the tag <xacro:include>
        <link name='${n}'/>
            URDF:1:43: `${n}`
        <link name='$(arg n)_a'/>
            URDF:1:43: `$(arg n)_a`
        <link name='a'><visual><geometry>${g}</geometry></visual></link>
            URDF:1:76: `${g}`
        <x/>$(\n a)
            URDF:1:47: `$( a)`
    "#;
    let advice = " is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the \
        result";
    let found = |text: &str| error(text).replace(advice, "");
    let start = "<robot xmlns:xacro='http://ros.org/xacro'>";
    assert_messages(table, |inner| found(&format!("{start}{inner}</robot>")));
    let undeclared = found("<robot><xacro:include filename='x'/></robot>");
    assert_eq!(undeclared, "URDF:1:9: a tag `xacro:`");
}

#[test]
fn keys_of_scenes_are_heeded() {
    let ball = "world:\n  collision_objects:\n  - id: o\n    primitives: [{type: sphere, dimensions: [1]}]\n    \
        primitive_poses: [{position: [0, 0, 0]}]\n";
    let reader = Reader::new();
    let read = |text: &str| reader.scene_str(text, &crate::scenes::robot(), &SceneOptions::new());
    read(ball).unwrap();
    assert_eq!(reader.warnings(), []);
    let misspelt = message(read(&ball.replace("collision_", "colision_")));
    assert!(
        misspelt.contains("did you mean `collision_objects`?"),
        "{misspelt}"
    );
    // a message is one line
    let broken = message(read(&ball.replace("primitives:", "\"primitive\\n\":")));
    assert!(broken.contains("unknown key `primitive` in"), "{broken}");
    let text = format!(
        "colour: 1\nlink_padding:\n- {{link_name: a, padding: 0.0}}\n- {{link_name: b, padding: 0.1}}\n\
         link_scale: [{{link_name: a, scale: 1.0}}]\n{ball}"
    );
    read(&text).unwrap();
    let warnings: Vec<_> = reader.warnings().iter().map(ToString::to_string).collect();
    let expected = [
        "scene:1:9: passed over the unknown key `colour` of the scene",
        "scene:4:3: passed over link_padding: links are checked as they are",
    ];
    assert_eq!(warnings, expected);
}
