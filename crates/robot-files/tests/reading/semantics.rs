//! Tests of what SRDF says of a robot.

use photofinish_robot::{Robot, RobotError};
use photofinish_robot_files::{Reader, Semantics, srdf_str};

use crate::files::{assert_messages, message};

/// Returns the robot base -turn- a -bend- b -flange- tool with two fingers on the tool. One finger follows the other.
fn arm() -> Robot {
    crate::urdf::robot(
        r#"<robot name="arm"><link name="base"/><link name="a"/><link name="b"/><link name="tool"/>
        <link name="left"/><link name="right"/><link name="cart"/>
        <joint name="drive" type="planar"><parent link="cart"/><child link="base"/><axis xyz="0 0 1"/></joint>
        <joint name="turn" type="continuous"><parent link="base"/><child link="a"/></joint>
        <joint name="bend" type="continuous"><parent link="a"/><child link="b"/></joint>
        <joint name="flange" type="fixed"><parent link="b"/><child link="tool"/></joint>
        <joint name="grip" type="continuous"><parent link="tool"/><child link="left"/></joint>
        <joint name="other" type="continuous"><parent link="tool"/><child link="right"/>
          <mimic joint="grip"/></joint></robot>"#,
    )
}

fn read(inner: &str) -> Semantics {
    srdf_str(&format!("<robot name=\"arm\">{inner}</robot>"), &mut arm()).unwrap()
}

#[test]
fn groups_become_lists_of_joints_with_a_value_of_their_own() {
    let semantics = read(
        r#"<group name="all"><group name="hand"/><group name="arm"/><joint name="turn"/></group>
        <group name="arm"><chain base_link="base" tip_link="tool"/></group>
        <group name="hand"><link name="tool"/><link name="left"/><joint name="other"/></group>
        <group name="base"><joint name="world"/><joint name="drive"/></group>
        <virtual_joint name="world" type="fixed" parent_frame="odom" child_link="cart"/>"#,
    );
    for (group, joints) in [
        ("arm", "turn bend"),
        ("hand", "grip"),
        ("all", "grip turn bend"),
        ("base", "drive/x drive/y drive/theta"),
    ] {
        assert_eq!(semantics.group(group).unwrap().join(" "), joints);
    }
    assert_eq!(semantics.group("none"), None);
    assert_eq!(semantics.groups(), ["all", "arm", "base", "hand"]);
    let joint = &semantics.virtual_joints()[0];
    let words = [
        &joint.name,
        &joint.kind,
        &joint.parent_frame,
        &joint.child_link,
    ];
    assert_eq!(words, ["world", "fixed", "odom", "cart"]);
}

#[test]
fn states_give_values_to_joints() {
    let semantics = read(
        r#"<group name="arm"><chain base_link="base" tip_link="b"/></group>
        <group_state name="up" group="arm"><joint name="turn" value="0.5"/><joint name="bend" value=" -1 "/>
        <joint name="drive" value="1 2 0.25"/><joint name="flange" value="0"/></group_state>"#,
    );
    let state = semantics.state("arm", "up").unwrap();
    let state: Vec<_> = state
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let expected = [
        "turn 0.5",
        "bend -1",
        "drive/x 1",
        "drive/y 2",
        "drive/theta 0.25",
    ];
    assert_eq!(state, expected);
    assert_eq!(semantics.state("arm", "down"), None);
    assert_eq!(semantics.states(), [("arm", "up")]);
}

/// As in MoveIt 2: a pair comes before what may be touched by default, also of links that a joint connects, and collisions
/// that are disabled come last.
#[test]
fn collisions_may_be_disabled_and_enabled() {
    type Change = fn(&mut Robot) -> Result<(), RobotError>;
    let cases: [(&str, Change); 3] = [
        (
            r#"<disable_collisions link1="tool" link2="base" reason="Never"/>"#,
            |robot| robot.allow("base", "tool"),
        ),
        (
            r#"<disable_default_collisions link="left"/><enable_collisions link1="cart" link2="left"/>"#,
            |robot| {
                robot.allow_everywhere("left")?;
                robot.forbid("cart", "left")
            },
        ),
        (
            r#"<disable_collisions link1="tool" link2="left"/><enable_collisions link1="a" link2="b"/>
            <enable_collisions link1="tool" link2="left"/>"#,
            |robot| {
                robot.forbid("a", "b")?;
                robot.allow("tool", "left")
            },
        ),
    ];
    for (text, change) in cases {
        let (mut robot, mut expected) = (arm(), arm());
        srdf_str(&format!("<robot name=\"arm\">{text}</robot>"), &mut robot).unwrap();
        change(&mut expected).unwrap();
        assert_eq!(robot, expected, "{text}");
    }
}

#[test]
fn a_file_for_another_robot_is_noticed() {
    let text = r#"<robot name="leg"><disable_collisions link1="tool" link2="base"/></robot>"#;
    let mut robot = arm();
    let error = message(srdf_str(text, &mut robot));
    let expected = "SRDF:1:1: this is for the robot \"leg\", but the robot is \"arm\"; a `Reader` reads the file all the same";
    assert_eq!(error, expected);
    assert_eq!(robot, arm(), "an error leaves the robot as it was");
    let reader = Reader::new();
    reader.srdf_str(text, &mut robot).unwrap();
    assert_eq!(reader.warnings().len(), 1);
    assert_ne!(robot, arm());
}

/// Returns the error or the warnings about these elements. Neither changes the robot.
fn told(inner: &str) -> String {
    let (reader, mut robot) = (Reader::new(), arm());
    let text = format!("<robot name=\"arm\">\n{inner}</robot>");
    let read = reader.srdf_str(&text, &mut robot);
    assert_eq!(robot, arm(), "{inner}");
    if read.is_err() {
        return message(read);
    }
    assert_eq!(read.unwrap(), Semantics::default(), "{inner}");
    let warnings: Vec<_> = reader.warnings().iter().map(ToString::to_string).collect();
    warnings.join("; ")
}

/// What cannot be applied is passed over with a warning, unless more might touch then: that is an error.
#[test]
fn rules_that_cannot_be_applied_are_told_of() {
    let table = r#"
        <disable_collisions link1="a" link2="c"/>
            SRDF:2:1: passed over <disable_collisions>: there is no link named "c"
        <group name="g"><joint name="turn"/><joint name="k"/></group>
            SRDF:2:1: passed over group "g": there is no joint named "k"
        <group name="g"><group name="k"/></group>
            SRDF:2:1: passed over group "g": there is no group named "k"
        <group name="g"><chain base_link="b" tip_link="a"/></group>
            SRDF:2:1: passed over group "g": tip_link of <chain> of group "g" must be a link that the base link carries, but is "a"
        <group_state name="s" group="g"/>
            SRDF:2:1: passed over group_state "s": there is no group named "g"
        <group_state name="s"/>
            SRDF:2:1: passed over group_state "s": group_state "s" needs the attribute "group", but has none
        <virtual_joint name="v" type="fixed" parent_frame="w" child_link="k"/>
            SRDF:2:1: passed over virtual_joint "v": there is no link named "k"
        <something/>
            SRDF:2:1: passed over the unknown tag `something` in <robot>
        <disable_default_collisions link="left"/><enable_collisions link1="crat" link2="left"/>
            SRDF:2:42: there is no link named "crat": did you mean `cart`?
        <group name="g"><group name="g"/></group>
            SRDF:2:1: "g" depends on itself
        <group name="g"/><group name="g"/>
            SRDF:2:18: there are two groups named "g"
        <disable_colisions link1="a" link2="b"/>
            SRDF:2:1: unknown tag `disable_colisions` in robot "arm": did you mean `disable_collisions`?
        <disable_collisions link1="a" lnk2="b"/>
            SRDF:2:1: unknown attribute `lnk2` in <disable_collisions>: did you mean `link2`?
        <xacro:arm xmlns:xacro="http://ros.org/wiki/xacro"/>
            SRDF:2:1: the tag <xacro:arm> is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
    "#;
    assert_messages(table, told);
    let for_others = r#"<end_effector name="e" parent_link="x" group="y"/><passive_joint name="z"/>
        <gripper name="g" clearance="1"><link name="l"/></gripper><a:b xmlns:a="a" c="d"/>"#;
    assert_eq!(told(for_others), "");
}

#[test]
fn what_needs_a_rule_that_was_passed_over_is_passed_over_too() {
    let reader = Reader::new();
    let text = r#"<robot name="arm"><group name="outer"><group name="g"/></group>
        <group name="g"><joint name="turn"/><joint name="k"/></group>
        <group name="h"><joint name="turn"/></group>
        <group_state name="s" group="outer"><joint name="turn" value="1"/></group_state>
        <group_state name="t" group="h"><joint name="k" value="1"/><joint name="turn" value="1"/></group_state>
        <group_state name="u" group="h"><joint name="turn" value="x"/></group_state>
        <group_state name="v" group="h"><joint name="drive" value="1 2"/></group_state>
        <group_state name="w" group="h"><joint name="turn" value="1"/></group_state></robot>"#;
    let semantics = reader.srdf_str(text, &mut arm()).unwrap();
    assert_eq!(semantics.groups(), ["h"]);
    assert_eq!(semantics.states(), [("h", "w")]);
    let lines = reader.warnings();
    let lines = lines
        .iter()
        .map(|warning| warning.place().line_number().unwrap());
    assert_eq!(lines.collect::<Vec<_>>(), [2, 1, 4, 5, 6, 7]);
}
