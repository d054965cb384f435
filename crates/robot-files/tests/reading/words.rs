//! Tests of unknown words in files. Misspelt words are errors, words for other programs pass silently, and other words
//! cause a warning.

use photofinish_robot_files::{Reader, SceneOptions, UrdfOptions, paths, urdf_str};

use crate::files::{Directory, assert_messages, message};

/// Returns the error message for a robot whose link and joint have these parts.
fn error(link: &str, joint: &str) -> String {
    message(urdf_str(&robot(link, joint), "", &UrdfOptions::new()))
}

fn robot(link: &str, joint: &str) -> String {
    format!(
        r#"<robot name="r">
<link name="a">{link}</link>
<link name="b"/><joint name="j" type="continuous">
<parent link="a"/><child link="b"/>{joint}</joint></robot>"#
    )
}

fn warnings(text: &str) -> Vec<String> {
    let reader = Reader::new();
    reader.urdf_str(text, "", &UrdfOptions::new()).unwrap();
    reader.warnings().iter().map(ToString::to_string).collect()
}

const BALL: &str = r#"<collision><geometry><sphere radius="1"/></geometry></collision>"#;

#[test]
fn misspelt_words_of_urdf_are_errors() {
    let cases = [
        (
            BALL.replace("collision", "collison"),
            "",
            "URDF:2:16: unknown tag `collison` in link \"a\": did you mean `collision`?",
        ),
        (
            BALL.replace("<geom", "<orgin xyz='1 2 3'/><geom"),
            "",
            "URDF:2:27: unknown tag `orgin` in <collision> of link \"a\": did you mean `origin`?",
        ),
        (
            BALL.replace("<geom", "<origin xzy='1 2 3'/><geom"),
            "",
            "URDF:2:27: unknown attribute `xzy` in <origin> of link \"a\": did you mean `xyz`?",
        ),
        (
            BALL.replace("<geom", "<origin/><origin xyz='1 2 3'/><geom"),
            "",
            "URDF:2:36: <collision> of link \"a\" has more than one <origin>",
        ),
        (
            BALL.replace("radius=", "scale='2' radius="),
            "",
            "URDF:2:37: unknown attribute `scale` in <sphere> of link \"a\"",
        ),
        (
            BALL.replace(
                "<sphere radius=\"1\"/>",
                "<mesh filename='m.stl' scales='2 2 2'/>",
            ),
            "",
            "URDF:2:37: unknown attribute `scales` in <mesh> of link \"a\": did you mean `scale`?",
        ),
        (
            String::new(),
            "<orign xyz='1 2 3'/>",
            "URDF:4:36: unknown tag `orign` in joint \"j\": did you mean `origin`?",
        ),
        (
            String::new(),
            "<axes xyz='0 1 0'/>",
            "URDF:4:36: unknown tag `axes` in joint \"j\": did you mean `axis`?",
        ),
        (
            String::new(),
            "<axis xyx='0 1 0'/>",
            "URDF:4:36: unknown attribute `xyx` in <axis> of joint \"j\": did you mean `xyz`?",
        ),
        (
            String::new(),
            "<mimic joint='k' multiplyer='2'/>",
            "URDF:4:36: unknown attribute `multiplyer` in <mimic> of joint \"j\": did you mean `multiplier`?",
        ),
        (
            // A `<collision>` has no meaning inside a joint.
            String::new(),
            "<collision/>",
            "URDF:4:36: unknown tag `collision` in joint \"j\"",
        ),
    ];
    assert_messages(
        cases
            .iter()
            .map(|(link, joint, expected)| (error(link, joint), *expected)),
    );
    let root = |inner: &str| {
        message(urdf_str(
            &format!("<robot>{inner}<link name='a'/></robot>"),
            "",
            &UrdfOptions::new(),
        ))
    };
    for (inner, expected) in [
        (
            "<lnk name='b'/>",
            "URDF:1:8: unknown tag `lnk` in <robot>: did you mean `link`?",
        ),
        (
            "<Joint name='b'/>",
            "URDF:1:8: unknown tag `Joint` in <robot>: did you mean `joint`?",
        ),
        (
            "<collision/>",
            "URDF:1:8: unknown tag `collision` in <robot>",
        ),
    ] {
        assert_eq!(root(inner), expected);
    }
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
    assert_eq!(warnings(text), Vec::<String>::new());
}

#[test]
fn unknown_words_that_may_matter_cause_a_warning() {
    let cases = [
        (
            robot(&(BALL.to_owned() + "<colour/>"), "<visul/>"),
            vec![
                "URDF:2:80: passed over the unknown tag `colour` in <link>",
                "URDF:4:36: passed over the unknown tag `visul` in <joint>",
            ],
        ),
        (
            robot("", ""),
            vec!["URDF:1:1: no link of the robot has collision geometry: it cannot touch anything"],
        ),
        (
            robot(BALL, "<limit lower='1' upper='-1'/>").replace("continuous", "revolute"),
            vec!["URDF:4:36: the limits of joint \"j\" are reversed: 1 to -1 is taken for -1 to 1"],
        ),
        // There is one warning, however often the word is there.
        (
            robot(&(BALL.to_owned() + "<colour/><colour/>"), ""),
            vec!["URDF:2:80: passed over the unknown tag `colour` in <link>"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(warnings(&text), expected);
    }
}

#[test]
fn blank_lines_before_the_declaration_are_no_error() {
    let text = format!("\n \n<?xml version=\"1.0\"?>{}", robot(BALL, "<x/>"));
    let expected = "URDF:6:36: passed over the unknown tag `x` in <joint>";
    assert_eq!(warnings(&text), [expected]);
}

/// Published robots have prefixes that are not declared, and a link whose origin moves nothing.
#[test]
fn prefixes_without_a_declaration_and_origins_that_move_nothing_pass() {
    let limit = "<limit drake:acceleration='1' lower='-1' upper='1'/><sensor:lidar/><other/>";
    let text = robot(
        &("<origin xyz='0 0 0' rpy='0 -0 0'/>".to_owned() + BALL),
        limit,
    );
    let expected = "URDF:4:103: passed over the unknown tag `other` in <joint>";
    assert_eq!(warnings(&text), [expected]);
    assert_eq!(
        error("<origin xyz='0 0 1'/>", ""),
        "URDF:2:16: <origin> of link \"a\" is not supported: the joint that a link hangs on says where it is"
    );
}

#[test]
fn xacro_must_be_expanded() {
    let advice = "is for xacro, which has not expanded this file yet: run `xacro robot.urdf.xacro > robot.urdf` and read the \
        result";
    for (inner, found) in [
        (
            "<xacro:include filename='x'/>",
            "URDF:1:43: the tag <xacro:include>",
        ),
        (
            "<gazebo><xacro:x/></gazebo>",
            "URDF:1:51: the tag <xacro:x>",
        ),
        ("<link name='${n}'/>", "URDF:1:43: `${n}`"),
        ("<link name='$(arg n)_a'/>", "URDF:1:43: `$(arg n)_a`"),
        (
            "<link name='a'><visual><geometry>${g}</geometry></visual></link>",
            "URDF:1:76: `${g}`",
        ),
        // a message is one line, whatever the file has in the middle of a sign
        ("<x/>$(\n\ta)", "URDF:1:47: `$( a)`"),
    ] {
        let text = format!("<robot xmlns:xacro='http://ros.org/xacro'>{inner}</robot>");
        assert_eq!(
            message(urdf_str(&text, "", &UrdfOptions::new())),
            format!("{found} {advice}")
        );
    }
    let undeclared = "<robot><xacro:include filename='x'/></robot>";
    let expected = format!("URDF:1:9: a tag `xacro:` {advice}");
    assert_eq!(
        message(urdf_str(undeclared, "", &UrdfOptions::new())),
        expected
    );
}

#[test]
fn keys_of_paths_are_heeded() {
    let directory = Directory::new();
    let error = |name: &str, text: &str| directory.message(paths(directory.write(name, text)));
    assert_messages([
        (
            error("p.jsonl", "\n{\"waypoints\": [[0]], \"velocity\": [[1]]}"),
            "p.jsonl:2:31: unknown key `velocity`: did you mean `velocities`?",
        ),
        (
            error("p.json", "[{\n\"waypoints\": [[0]], \"time\": [1]}]"),
            "p.json:2:26: unknown key `time`: did you mean `times`?",
        ),
        (
            error("p.csv", "a,a.velocty\n0,1\n"),
            "p.csv:1: unknown column `a.velocty` in the header: did you mean `a.velocity`?",
        ),
        (
            error("p.csv", "Time [s],a\n0,1\n"),
            "p.csv:1: unknown column `Time [s]` in the header: did you mean `time`?",
        ),
        (
            error("p.yaml", "points:\n- positions: [0]\n  velocity: [1]\n"),
            "p.yaml:3:13: unknown key `velocity` in a point: did you mean `velocities`?",
        ),
        (
            error("p.yaml", "points:\n- positions: [0]\njoint_name: [a]\n"),
            "p.yaml:3:13: unknown key `joint_name` in the trajectory: did you mean `joint_names`?",
        ),
        (
            error("p.yaml", "joint_trajectories:\n- points: []\n"),
            "p.yaml:2:3: unknown key `joint_trajectories` in the trajectory: did you mean `joint_trajectory`?",
        ),
    ]);
    let reader = Reader::new();
    let line = "{\"waypoints\": [[0]], \"colour\": {\"times\": 1}}\n";
    let records = reader.paths(directory.write("p.jsonl", line.repeat(3)));
    assert_eq!(records.unwrap().len(), 3);
    let zero = "points:\n- positions: [0]\n  velocities: [1]\n  time_from_start: 0\n  colour: 1\n";
    reader.paths(directory.write("z.yaml", zero)).unwrap();
    let warnings: Vec<_> = reader
        .warnings()
        .iter()
        .map(|warning| {
            let place = warning.place();
            (place.line_number().unwrap(), warning.message().to_owned())
        })
        .collect();
    let expected = [
        (1, "passed over the unknown key `colour`"),
        (5, "passed over the unknown key `colour` of a point"),
        (
            1,
            "all times are 0: velocities and accelerations are passed over",
        ),
    ];
    assert_eq!(
        warnings,
        expected.map(|(line, message)| (line, message.to_owned()))
    );
}

/// Programs show a message for each line, so that a message is one line, whatever the file has in the middle of a word.
#[test]
fn words_with_line_breaks_are_shown_in_one_line() {
    let directory = Directory::new();
    let reader = Reader::new();
    let line = "{\"waypoints\": [[0]], \"a\\nb\": 1}\n";
    let path = directory.write("p.jsonl", line);
    reader.paths(path).unwrap();
    assert_eq!(
        reader.warnings()[0].message(),
        "passed over the unknown key `a b`"
    );
    let scene = "world:\n  collision_objects:\n  - id: o\n    \"primitive\\n\": []\n";
    let message = message(reader.scene_str(scene, &crate::scenes::robot(), &SceneOptions::new()));
    assert!(
        message.contains("unknown key `primitive` in"),
        "{message:?}"
    );
    assert!(!message.contains('\n'), "{message:?}");
}

#[test]
fn keys_of_scenes_are_heeded() {
    let ball = "world:\n  collision_objects:\n  - id: o\n    primitives: [{type: sphere, dimensions: [1]}]\n    \
        primitive_poses: [{position: [0, 0, 0]}]\n";
    let reader = Reader::new();
    let options = SceneOptions::new();
    let robot = crate::scenes::robot();
    reader.scene_str(ball, &robot, &options).unwrap();
    assert_eq!(reader.warnings(), []);
    for (from, to, expected) in [
        (
            "primitive_poses",
            "pose: {position: [0, 0, 0]}\n    primitive_pose",
            "scene:6:21: unknown key `primitive_pose` in object \"o\": did you mean `primitive_poses`?",
        ),
        (
            "world:",
            "robot_stat: {}\nworld:",
            "scene:1:13: unknown key `robot_stat` in the scene: did you mean `robot_state`?",
        ),
        (
            "collision_objects:",
            "colision_objects:",
            "scene:3:5: unknown key `colision_objects` in the world: did you mean `collision_objects`?",
        ),
        (
            "type:",
            "typ:",
            "scene:4:24: unknown key `typ` in element 0 of primitives of object \"o\": did you mean `type`?",
        ),
        (
            "{position: [0, 0, 0]}",
            "{position: [0, 0, 0], orientaton: [0, 0, 0, 1]}",
            "scene:5:57: unknown key `orientaton` in element 0 of primitive_poses of object \"o\": did you mean `orientation`?",
        ),
    ] {
        let text = ball.replacen(from, to, 1);
        assert_eq!(message(reader.scene_str(&text, &robot, &options)), expected);
    }
    let text = format!(
        "colour: 1\nlink_padding:\n- {{link_name: a, padding: 0.0}}\n- {{link_name: b, padding: 0.1}}\n\
         link_scale: [{{link_name: a, scale: 1.0}}]\n{ball}"
    );
    reader.scene_str(&text, &robot, &options).unwrap();
    let warnings: Vec<_> = reader.warnings().iter().map(ToString::to_string).collect();
    let expected = [
        "scene:1:9: passed over the unknown key `colour` of the scene",
        "scene:4:3: passed over link_padding: links are checked as they are",
    ];
    assert_eq!(warnings, expected);
}
