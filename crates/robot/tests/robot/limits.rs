//! Tests of the limits of joints.

use nalgebra::Vector3;
use photofinish_robot::{Checker, Joint, Link, OutsideLimits, Path, Rules};

use crate::build::{self, at, path, rows};

/// A ball on an arm that turns by up to 2, on a rail of length 1. A second ball follows the arm with the factor -2.
fn checker(arm: Option<f64>) -> Checker {
    let ball = |name: &str| Link::new(name).with(build::ball(0.1), at(0.0, 1.0, 0.0));
    let turns = |name: &str, most: f64| {
        let joint = Joint::fixed(name, "car", name).turning(Vector3::z_axis());
        joint.limited(-most, most)
    };
    let rail = Joint::fixed("rail", "base", "car").sliding(Vector3::x_axis());
    let joints = [
        rail.limited(0.0, 1.0),
        turns("arm", 2.0),
        turns("follower", 3.0).mimicking("arm", -2.0, 0.0),
    ];
    let links = [
        Link::new("base"),
        Link::new("car"),
        ball("arm"),
        ball("follower"),
    ];
    let robot = build::robot(links, joints).expect("a robot");
    let mut scene = build::scene("far", build::ball(0.1), at(0.0, 0.0, 5.0));
    scene.allow_everywhere("follower");
    arm.iter().for_each(|&arm| scene.set_joint("arm", arm));
    build::checker(&robot, &scene, &Rules::new())
}

fn outside(path: &Path) -> Option<OutsideLimits> {
    checker(None).outside_limits(path).expect("a path")
}

#[test]
fn values_outside_the_limits_are_found_and_named() {
    assert_eq!(outside(&rows(&[[0.0, -1.5], [1.0, 1.5]])), None);
    // rounded values of a planner that goes up to the limit
    assert_eq!(outside(&rows(&[[1.0 + 9e-7, 0.0]])), None);
    // the follower turns by 3.6, beyond its own limits, which published robots often contradict
    assert_eq!(outside(&rows(&[[0.0, 0.0], [0.0, 1.8]])), None);
    let rail = outside(&rows(&[[0.0, 0.0], [-0.5, 0.0], [-9.0, 0.0]])).expect("it begins at 0");
    assert_eq!((rail.joint.as_str(), rail.value), ("rail", -0.5));
    assert_eq!((rail.least, rail.largest), (0.0, 1.0));
    assert_eq!((rail.time, rail.segment), (1.0, 0));
    assert!(!rail.may_be_degrees);
    let degrees = outside(&rows(&[[0.0, 0.0], [0.0, 60.0]])).expect("60 radians are ten turns");
    assert!(degrees.may_be_degrees);
    let expected = "is it in degrees? Angles are in radians";
    assert!(degrees.to_string().ends_with(expected));
    let far = outside(&rows(&[[0.0, 0.0], [0.0, 600.0]])).expect("it is outside in any unit");
    assert!(!far.may_be_degrees);
}

/// Cubics between waypoints within the limits: at the middle the rail is at 0.5 + speed / 4.
#[test]
fn limits_hold_between_waypoints() {
    let path = |speed: f64| {
        let path = Path::new(vec![vec![0.5, 0.0]; 2]).times(vec![0.0, 1.0]);
        path.velocities(vec![vec![speed, 0.0], vec![-speed, 0.0]])
    };
    assert_eq!(outside(&path(1.99)), None);
    let over = outside(&path(2.2)).expect("the rail ends at 1");
    let is_so = over.value > 1.0 && over.value < 1.05 && over.time < 0.5;
    assert!(is_so, "{over}");
}

#[test]
fn joints_that_a_path_does_not_name_must_be_within_their_limits() {
    let path = path(&[0.0, 1.0]).joints(["rail"]);
    assert_eq!(outside(&path), None);
    let arm = checker(Some(3.0)).outside_limits(&path).expect("a path");
    assert_eq!(arm.expect("the arm is at 3").joint, "arm");
}
