//! Tests of limits of velocities and accelerations.

use photofinish_robot::Robot;
use photofinish_robot_files::{Reader, UrdfOptions, joint_limits_str, urdf_str};

use crate::files::message;

const ROBOT: &str = r#"<robot name="r"><link name="base"/><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link><link name="b"/><link name="c"/>
  <joint name="turn" type="revolute"><parent link="base"/><child link="a"/><limit lower="-1" upper="1" velocity="2"/></joint>
  <joint name="spin" type="continuous"><parent link="a"/><child link="b"/><limit velocity="0.5"/></joint>
  <joint name="slide" type="prismatic"><parent link="b"/><child link="c"/><limit lower="0" upper="1" velocity="0"/></joint>
</robot>"#;

fn robot() -> Robot {
    urdf_str(ROBOT, ".", &UrdfOptions::new()).unwrap()
}

fn limits(robot: &Robot, joint: &str) -> (Option<(f64, f64)>, Option<f64>, Option<f64>) {
    let joint = robot.joints().iter().find(|own| own.name() == joint);
    let joint = joint.unwrap();
    (
        joint.limits(),
        joint.velocity_limit(),
        joint.acceleration_limit(),
    )
}

#[test]
fn urdf_has_velocities() {
    let robot = robot();
    assert_eq!(limits(&robot, "turn"), (Some((-1.0, 1.0)), Some(2.0), None));
    assert_eq!(limits(&robot, "spin"), (None, Some(0.5), None));
    // 0 is written where nobody knew it
    assert_eq!(limits(&robot, "slide"), (Some((0.0, 1.0)), None, None));
    let text = ROBOT.replace("velocity=\"0.5\"", "velocity=\"fast\"");
    let message = message(urdf_str(&text, ".", &UrdfOptions::new()));
    assert!(
        message.contains("velocity") && message.contains("fast"),
        "{message}"
    );
}

#[test]
fn limits_of_moveit_replace_those_of_the_robot() {
    let mut robot = robot();
    let text = "
default_velocity_scaling_factor: 0.1
joint_limits:
  turn: {has_velocity_limits: true, max_velocity: 1.5, has_acceleration_limits: true, max_acceleration: 4,
         has_jerk_limits: true, max_jerk: 9}
  spin: {has_velocity_limits: false, max_velocity: 7, has_acceleration_limits: false}
  slide: {has_position_limits: true, min_position: 0.1, max_position: 0.5}
";
    joint_limits_str(text, &mut robot).unwrap();
    let expected = (Some((-1.0, 1.0)), Some(1.5), Some(4.0));
    assert_eq!(limits(&robot, "turn"), expected);
    assert_eq!(limits(&robot, "spin"), (None, Some(0.5), None));
    assert_eq!(limits(&robot, "slide"), (Some((0.1, 0.5)), None, None));
}

#[test]
fn mistakes_in_limits_are_told() {
    assert!(message(joint_limits_str("{}", &mut robot())).contains("joint_limits"));
    let reversed = "{slide: {has_position_limits: true, min_position: 1, max_position: 0}}";
    let zero = "{turn: {has_velocity_limits: true, max_velocity: 0}}";
    let misspelt = "{trun: {has_velocity_limits: false}}";
    for (limits, expected) in [
        ("[]", "must be a mapping"),
        ("{turn: {has_velocity_limits: true}}", "max_velocity"),
        (zero, "a positive number"),
        ("{turn: {max_velocty: 1}}", "did you mean `max_velocity`?"),
        (reversed, "slide"),
        // warnings, which are errors to this function
        (misspelt, "did you mean `turn`?"),
        ("{turn: {colour: 1}}", "`colour`"),
    ] {
        let text = format!("joint_limits: {limits}");
        let message = message(joint_limits_str(&text, &mut robot()));
        assert!(message.contains(expected), "{text}: {message}");
    }
    let reader = Reader::new();
    let directory = crate::files::Directory::new();
    let file = directory.write("l.yaml", format!("joint_limits: {misspelt}"));
    reader.joint_limits(&file, &mut robot()).unwrap();
    assert_eq!(reader.warnings().len(), 1);
}
