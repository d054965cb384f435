//! Tests of robots that are read from URDF.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, Unit, UnitQuaternion, Vector3, vector};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, Cylinder};
use photofinish_robot::{JointKind, Robot};
use photofinish_robot_files::{Reader, UrdfOptions, urdf};

use crate::files::Directory;
use crate::told::BALL;

pub fn robot(text: &str) -> Robot {
    // most robots of these tests have no geometry, which is a warning
    let read = Reader::new().urdf_str(text, "", &UrdfOptions::new());
    read.unwrap()
}

/// Returns a robot of two links and a joint of this type, with these elements in the joint.
fn two_links(kind: &str, inner: &str) -> String {
    format!(
        r#"<robot name="two"><link name="a"/><link name="b"/>
        <joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{inner}</joint></robot>"#
    )
}

/// Returns the pose of a link. The tests of `photofinish-robot` judge poses by kinematics of their own.
fn pose(robot: &Robot, link: &str, values: &[f64]) -> Isometry3<f64> {
    let index = robot.links().iter().position(|own| own.name() == link);
    robot.poses(values).unwrap()[index.unwrap()]
}

fn close(a: Vector3<f64>, b: Vector3<f64>) -> bool {
    (a - b).norm() < 1e-12
}

#[test]
fn every_kind_of_joint_of_one_value_is_read() {
    let robot = robot(
        r#"<?xml version="1.0"?>
        <robot name="arm">
          <!-- links may come after the joints that name them -->
          <joint name="lift" type="prismatic">
            <parent link="base"/><child link="l1"/>
            <axis xyz="0 0 2"/><limit lower="-0.1" upper="0.4" effort="1" velocity="1"/>
          </joint>
          <joint name="turn" type="continuous"><parent link="l1"/><child link="l2"/></joint>
          <joint name="bend" type="revolute">
            <parent link="l2"/><child link="l3"/><origin xyz="1 2 3"/>
            <axis xyz="0 3 4"/><limit lower="-1" upper="2.5" effort="1" velocity="1"/>
          </joint>
          <joint name="follow" type="revolute">
            <parent link="l3"/><child link="l4"/><axis xyz="0 1 0"/>
            <limit lower="0" upper="1" effort="1" velocity="1"/>
            <mimic joint="bend" multiplier="-0.5" offset="0.25"/>
          </joint>
          <joint name="flange" type="fixed">
            <parent link="l4"/><child link="l5"/><axis xyz="0 0 0"/><mimic joint="bend"/>
          </joint>
          <link name="base"/><link name="l1"/><link name="l2"/><link name="l3"/><link name="l4"/><link name="l5"/>
          <transmission name="t"><joint name="bend"/></transmission>
        </robot>"#,
    );
    assert_eq!(robot.name(), "arm");
    let moving: Vec<_> = robot.coordinates().collect();
    assert_eq!(moving, ["lift", "turn", "bend"]);
    let [lift, turn, bend, follow, flange] = robot.joints() else {
        panic!("five joints");
    };
    assert_eq!(lift.kind(), JointKind::Prismatic(Vector3::z_axis()));
    assert_eq!(lift.limits(), Some((-0.1, 0.4)));
    assert_eq!(turn.kind(), JointKind::Revolute(Vector3::x_axis()));
    assert_eq!(turn.limits(), None);
    let axis = Unit::new_normalize(vector![0.0, 3.0, 4.0]);
    assert_eq!(bend.kind(), JointKind::Revolute(axis));
    let mimic = follow.mimic().unwrap();
    assert_eq!((mimic.multiplier, mimic.offset), (-0.5, 0.25));
    assert_eq!(mimic.joint, "bend");
    assert_eq!(flange.kind(), JointKind::Fixed);
    assert!(flange.mimic().is_none());
}

#[test]
fn axes_of_any_length_become_directions() {
    for xyz in ["0 0 1e-300", "0 0 1e100", "0 0 7"] {
        let text = two_links("continuous", &format!(r#"<axis xyz="{xyz}"/>"#));
        let kind = robot(&text).joints()[0].kind();
        assert_eq!(kind, JointKind::Revolute(Vector3::z_axis()), "{xyz}");
    }
}

/// Roll takes y to z and z to -y, and yaw takes -y to x. A quaternion may take their place.
#[test]
fn roll_pitch_and_yaw_are_about_fixed_axes_in_this_order() {
    for origin in [
        r#"rpy="1.5707963267948966 0 1.5707963267948966""#,
        r#"quat_xyzw="0.5 0.5 0.5 0.50000001""#,
    ] {
        let text = two_links("fixed", &format!(r#"<origin xyz="1 2 3" {origin}/>"#));
        let robot = robot(&text);
        let origin = robot.joints()[0].origin();
        assert_eq!(origin.translation.vector, vector![1.0, 2.0, 3.0]);
        assert!((origin.rotation * Vector3::z() - Vector3::x()).norm() < 1e-7);
        assert!((origin.rotation * Vector3::y() - Vector3::z()).norm() < 1e-7);
    }
}

#[test]
fn a_planar_joint_becomes_three_in_the_plane_normal_to_its_axis() {
    for (axis, x, y) in [
        ("0 0 1", Vector3::x(), Vector3::y()),
        ("1 0 0", -Vector3::z(), Vector3::y()),
        ("0 1 0", Vector3::x(), -Vector3::z()),
        ("0 0 -1", Vector3::x(), -Vector3::y()),
    ] {
        let inner = format!(r#"<origin xyz="5 0 0"/><axis xyz="{axis}"/>"#);
        let robot = robot(&two_links("planar", &inner));
        let names: Vec<_> = robot.coordinates().collect();
        assert_eq!(names, ["j/x", "j/y", "j/theta"]);
        assert_eq!(robot.links().len(), 4);
        let found = pose(&robot, "b", &[2.0, 3.0, FRAC_PI_2]);
        let place = vector![5.0, 0.0, 0.0] + 2.0 * x + 3.0 * y;
        assert!(close(found.translation.vector, place), "{axis}");
        assert!(close(found.rotation * x, y), "{axis}");
    }
}

#[test]
fn a_floating_joint_becomes_six_that_compose_like_an_origin() {
    let inner = r#"<origin xyz="0 0 1"/><axis xyz="0 0 0"/>"#;
    let robot = robot(&two_links("floating", inner));
    let names = ["j/x", "j/y", "j/z", "j/roll", "j/pitch", "j/yaw"];
    assert_eq!(robot.coordinates().collect::<Vec<_>>(), names);
    let found = pose(&robot, "b", &[0.1, 0.2, 0.3, 0.4, -0.5, 0.6]);
    assert!(close(found.translation.vector, vector![0.1, 0.2, 1.3]));
    let expected = UnitQuaternion::from_euler_angles(0.4, -0.5, 0.6);
    assert!(found.rotation.angle_to(&expected) < 1e-7);
    assert!(robot.links().iter().all(|link| link.pieces().is_empty()));
}

#[test]
fn shapes_have_their_axis_along_z() {
    let robot = robot(
        r#"<robot name="shapes"><link name="a">
          <visual><geometry><box size="9 9 9"/></geometry></visual>
          <collision><origin xyz="1 0 0"/><geometry><box size="2 4 6"/></geometry></collision>
          <collision><geometry><sphere radius="0.5"/></geometry></collision>
          <collision><origin xyz="0 0 3"/><geometry><cylinder radius="0.5" length="4"/></geometry></collision>
          <collision><geometry><capsule radius="0.25" length="2"/></geometry></collision>
        </link></robot>"#,
    );
    let pieces = robot.links()[0].pieces();
    let shapes: Vec<_> = pieces.iter().map(|piece| piece.shape.clone()).collect();
    let expected: [AnyShape<f64, 3>; 4] = [
        Cuboid::new(vector![1.0, 2.0, 3.0]).unwrap().into(),
        Ball::new(0.5).unwrap().into(),
        Cylinder::new(2.0, 0.5).unwrap().into(),
        Capsule::new(1.0, 0.25).unwrap().into(),
    ];
    assert_eq!(shapes, expected);
    assert_eq!(pieces[0].pose, Isometry3::translation(1.0, 0.0, 0.0));
    for piece in &pieces[2..] {
        assert!(close(piece.pose.rotation * Vector3::y(), Vector3::z()));
    }
    assert_eq!(pieces[2].pose.translation.vector, vector![0.0, 0.0, 3.0]);
}

#[test]
fn files_that_are_no_urdf_are_refused() {
    let directory = Directory::new();
    let read = |name: &str, content: &[u8]| {
        urdf(directory.write(name, content), &UrdfOptions::new()).map(drop)
    };
    for (content, expected) in [
        (&b""[..], ":1:1: "),
        (b"<model/>", ":1:1: the file needs a root element <robot>"),
        (b"<robot>\n<link", ":1:1: the root node was opened but"),
        (b"<robot>\n</link></robot>", ":2:1: expected 'robot' tag"),
        (b"<robot\n\xff\xfe\x00", ":2: this is not text in UTF-8"),
    ] {
        let message = directory.message(read("r.urdf", content));
        assert!(
            message.starts_with(&format!("r.urdf{expected}")),
            "{message}"
        );
    }
    directory.write("folder.urdf/x", "");
    for name in ["none.urdf", "folder.urdf"] {
        let read = urdf(directory.path().join(name), &UrdfOptions::new());
        assert!(directory.message(read).starts_with(&format!("{name}: ")));
    }
    let text = format!("\u{feff}<robot><link name='a'>{BALL}</link></robot>");
    read("r.urdf", text.as_bytes()).expect("a mark of the encoding is no error");
}
