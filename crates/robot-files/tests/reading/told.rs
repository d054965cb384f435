//! Tests of what is told of a robot in URDF. What would change an answer, or is misspelt, is an error. Words for other
//! programs pass silently, and other words cause a warning.

use photofinish_robot_files::{ReadError, Reader, SceneOptions, UrdfOptions, urdf_str};

use crate::files::{assert_messages, message};

pub const BALL: &str = r#"<collision><geometry><sphere radius="1"/></geometry></collision>"#;
const DRAWN: &str = r#"<visual><geometry><sphere radius="1"/></geometry></visual>"#;

/// Returns a robot of a ball and another link, with these parts in the link, of the joint, beginning with its type, and
/// beside both.
fn robot(parts: &str) -> String {
    let joint = r#"<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>"#;
    let parts = parts
        .replace("JOINT", joint)
        .replace("LINK", "<link name=\"c\">BALL</link>")
        .replace("BALL", BALL)
        .replace("DRAWN", DRAWN);
    let mut parts = parts.split('|').map(str::trim);
    let mut next = || parts.next().unwrap_or_default();
    let (link, joint, beside) = (next(), next(), next());
    let (kind, joint) = joint.split_once(' ').unwrap_or((joint, ""));
    let kind = if kind.is_empty() { "continuous" } else { kind };
    format!(
        r#"<robot name="r"><link name="a">{BALL}</link>
<link name="b">{link}</link>
<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>
{joint}</joint>
{beside}</robot>"#
    )
}

/// Returns the error or the warnings. With any, the function that drops them fails.
fn told(text: &str, options: &UrdfOptions) -> String {
    let reader = Reader::new();
    let dropping = urdf_str(text, "", options);
    if let Err(error) = reader.urdf_str(text, "", options) {
        assert_eq!(message(dropping), error.to_string());
        return error.to_string();
    }
    let warnings = reader.warnings();
    match dropping {
        Err(ReadError::Warned { warning, others }) => {
            assert_eq!((&warning, others), (&warnings[0], warnings.len() - 1));
        }
        other => assert!(other.is_ok() && warnings.is_empty(), "{other:?}"),
    }
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    warnings.join("; ")
}

fn assert_told(table: &str) {
    assert_messages(table, |parts| {
        match told(&robot(parts), &UrdfOptions::new()) {
            told if told.is_empty() => "nothing".to_owned(),
            told => told,
        }
    });
}

#[test]
fn links_and_joints_say_what_they_lack() {
    assert_told(
        r#"
        | revolute
            URDF:3:1: joint "j" needs a <limit>, but has none
        | screw
            URDF:3:1: type of joint "j" must be revolute, continuous, prismatic, fixed, planar or floating, but is "screw"
        | continuous <axis xyz="0 0 0"/>
            URDF:4:1: xyz of <axis> of joint "j" must be a direction, but is "0 0 0"
        | continuous <axis xyz="0 x 1 0"/>
            URDF:4:1: xyz of <axis> of joint "j" must be 3 finite numbers, but is "0 x 1 0"
        | fixed <origin quat_xyzw="0 0 0 0"/>
            URDF:4:1: quat_xyzw of <origin> of joint "j" must be 4 numbers that make a unit quaternion, but is "0 0 0 0"
        | prismatic <limit lower="inf"/>
            URDF:4:1: lower of <limit> of joint "j" must be a finite number, but is "inf"
        | continuous <mimic joint="k"/>
            URDF:4:1: there is no joint named "k" with a value of its own
        | floating <mimic joint="k"/>
            URDF:4:1: <mimic> of joint "j" of more than one value is not supported: only joints of one value can follow another
        | fixed | <link name="c"/><joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j"/></joint>
            URDF:5:86: joint of <mimic> of joint "k" must be a joint that moves, but is "j"
        <collision/>
            URDF:2:16: <collision> of link "b" needs a <geometry>, but has none
        <collision><geometry/></collision>
            URDF:2:27: <geometry> of link "b" needs exactly one shape, but has none
        <collision><geometry><torus/></geometry></collision>
            URDF:2:37: the shape <torus> is not supported: use box, sphere, cylinder, capsule or mesh
        <collision><geometry><sphere radius="-1"/></geometry></collision>
            URDF:2:37: <sphere> of link "b": radius must not be negative, but is -1.0
        <collision><geometry><cylinder radius="1"/></geometry></collision>
            URDF:2:37: <cylinder> of link "b" needs the attribute "length", but has none
        || JOINT
            URDF:5:48: there is no link named "c"
        || <link name="a"/>
            URDF:5:1: there are two links named "a"
        "#,
    );
}

#[test]
fn misspelt_words_are_errors() {
    assert_told(
        r#"
        <collison><geometry/></collison>
            URDF:2:16: unknown tag `collison` in link "b": did you mean `collision`?
        <collision><orgin xyz='1 2 3'/><geometry/></collision>
            URDF:2:27: unknown tag `orgin` in <collision> of link "b": did you mean `origin`?
        <collision><origin xzy='1 2 3'/><geometry/></collision>
            URDF:2:27: unknown attribute `xzy` in <origin> of link "b": did you mean `xyz`?
        <collision><origin/><origin xyz='1 2 3'/><geometry/></collision>
            URDF:2:36: <collision> of link "b" has more than one <origin>
        <collision><geometry><sphere scale='2' radius='1'/></geometry></collision>
            URDF:2:37: unknown attribute `scale` in <sphere> of link "b"
        <origin xyz='0 0 1'/>
            URDF:2:16: <origin> of link "b" is not supported: the joint that a link hangs on says where it is
        | continuous <orign xyz='1 2 3'/>
            URDF:4:1: unknown tag `orign` in joint "j": did you mean `origin`?
        | continuous <mimic joint='k' multiplyer='2'/>
            URDF:4:1: unknown attribute `multiplyer` in <mimic> of joint "j": did you mean `multiplier`?
        | continuous <collision/>
            URDF:4:1: unknown tag `collision` in joint "j"
        | revolute <limit lower="-2" upper="1"/><safety_controller soft_lower_limits="-0.5"/>
            URDF:4:30: unknown attribute `soft_lower_limits` in <safety_controller> of joint "j": did you mean `soft_lower_limit`?
        || <lnk name='b'/>
            URDF:5:1: unknown tag `lnk` in robot "r": did you mean `link`?
        || <xacro:include filename='x'/>
            URDF:5:2: a tag `xacro:` is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        || <xacro:include xmlns:xacro='http://ros.org/xacro' filename='x'/>
            URDF:5:1: the tag <xacro:include> is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        || <link name='${n}'/>
            URDF:5:1: `${n}` is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        || <link name='$(arg n)_a'/>
            URDF:5:1: `$(arg n)_a` is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        <visual><geometry>${g}</geometry></visual>
            URDF:2:34: `${g}` is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        || <x/>$(\n a)
            URDF:5:5: `$( a)` is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the result
        "#,
    );
}

/// Links, joints and geometry would be lost there. An empty link is a frame that others may hang on.
#[test]
fn what_stands_where_it_is_not_read_is_an_error() {
    assert_told(
        r#"
        || <group>LINK JOINT</group>
            URDF:5:8: link "c" within <group> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <group>JOINT</group>
            URDF:5:8: joint "k" within <group> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <group><link name="c"/></group>
            URDF:5:8: link "c" within <group> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <frame><part>LINK</part></frame>
            URDF:5:14: link "c" within <frame> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <robot>JOINT</robot>
            URDF:5:8: joint "k" within <robot> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <module>BALL</module>
            URDF:5:9: <collision> within <module> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        <collision_model><geometry><sphere radius="1"/></geometry></collision_model>
            URDF:2:33: <geometry> of link "b" within <collision_model> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        <shape><part><geometry><sphere radius="1"/></geometry></part></shape>
            URDF:2:29: <geometry> of link "b" within <shape> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        <visual>BALL</visual>
            URDF:2:24: <collision> of link "b" within <visual> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        <inertial><geometry><sphere radius="1"/></geometry></inertial>
            URDF:2:26: <geometry> of link "b" within <inertial> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        <collision><geometry><sphere radius="1"/></geometry><material>BALL</material></collision>
            URDF:2:78: <collision> of link "b" within <collision> is not supported: links and joints stand directly in <robot>, and shapes in the <collision> of a link
        || <group name="g"><link name="a"/><joint name="j"/></group>
            nothing
        "#,
    );
}

/// There is one warning, however often a word is there. Published robots have prefixes that are not declared, a link whose
/// origin moves nothing, and blank lines before the declaration. A frame has nothing to be touched.
#[test]
fn what_may_matter_causes_a_warning() {
    assert_told(
        r#"
        <colour/><colour/> | continuous <visul/>
            URDF:2:16: passed over the unknown tag `colour` in <link>; URDF:4:1: passed over the unknown tag `visul` in <joint>
        | revolute <limit lower='1' upper='-1'/>
            URDF:4:1: the limits of joint "j" are reversed: 1 to -1 is taken for -1 to 1
        | revolute <limit lower="-2" upper="1"/><safety_controller soft_lower_limit="2" soft_upper_limit="3"/>
            URDF:4:30: passed over the soft limits of joint "j": 2 to 3 has nothing of -2 to 1
        <origin xyz='0 0 0' rpy='0 -0 0'/> | continuous <limit drake:acceleration='1' lower='-1' upper='1'/><sensor:lidar/><other/>
            URDF:4:68: passed over the unknown tag `other` in <joint>
        || <gazebo><model>LINK</model></gazebo>
            URDF:5:16: passed over link "c" within <gazebo>
        <self_collision_checking><geometry/></self_collision_checking>
            URDF:2:41: passed over <geometry> of link "b" within <self_collision_checking>
        DRAWN
            URDF:2:1: link "b" is drawn, but without collision geometry: nothing can touch it
        DRAWN || <link name="c">DRAWN</link>JOINT
            URDF:2:1: links "b", "c" are drawn, but without collision geometry: nothing can touch them
        DRAWN BALL
            nothing
        "#,
    );
    let options = UrdfOptions::new();
    let late = format!("\n \n<?xml version=\"1.0\"?>{}", robot("| continuous <x/>"));
    let expected = "URDF:6:1: passed over the unknown tag `x` in <joint>";
    assert_eq!(told(&late, &options), expected);
    let expected =
        "URDF:1:1: no link of the robot has collision geometry: it cannot touch anything";
    let bare = "<robot name=\"r\"><link name=\"a\"/></robot>";
    assert_eq!(told(bare, &options), expected);
    assert_eq!(told(&robot("DRAWN"), &options.clone().drawn_only("b")), "");
    let unknown = told(&robot("DRAWN"), &options.drawn_only("bb"));
    assert!(unknown.ends_with("there is no link named \"bb\": did you mean `b`?"));
}

#[test]
fn extensions_pass_without_a_warning() {
    let text = r#"<robot name="r" version="1.0" xmlns:drake="http://drake.mit.edu" xmlns:xacro="http://ros.org/wiki/xacro">
        <material name="m"><color rgba="1 1 1 1"/></material>
        <transmission name="t"><joint name="j"/><actuator name="x"/></transmission>
        <gazebo reference="a"><plugin file="$(find p)/x">${y}</plugin><collision><surface/></collision></gazebo>
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
    assert_eq!(told(text, &UrdfOptions::new()), "");
}

#[test]
fn soft_limits_narrow_those_of_a_joint() {
    for (soft, expected) in [
        (
            r#"soft_lower_limit="-0.5" soft_upper_limit="0.25""#,
            (-0.5, 0.25),
        ),
        (
            r#"soft_lower_limit="-3" soft_upper_limit="0.5""#,
            (-2.0, 0.5),
        ),
        (r#"soft_upper_limit="7""#, (-2.0, 1.0)),
        ("", (-2.0, 1.0)),
    ] {
        let limit = r#"| revolute <limit lower="-2" upper="1"/><safety_controller"#;
        let text = robot(&format!("{limit} {soft}/>"));
        let robot = urdf_str(&text, "", &UrdfOptions::new()).expect("a robot");
        assert_eq!(robot.joints()[0].limits(), Some(expected), "{text}");
    }
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
