//! Tests of the limits of joints.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::Ball;
use photofinish_robot::{Checker, Joint, Link, OutsideLimits, Path, Robot, Scene};

/// A ball on an arm that turns by up to 2, on a rail of length 1. A second ball follows the arm with the factor -2.
fn checker() -> Checker {
    let ball = |name: &str| {
        Link::new(name).with(
            Ball::new(0.1).expect("a ball"),
            Isometry3::translation(0.0, 1.0, 0.0),
        )
    };
    let rail = Joint::fixed("rail", "base", "car")
        .sliding(Vector3::x_axis())
        .limited(0.0, 1.0);
    let arm = Joint::fixed("arm", "car", "arm")
        .turning(Vector3::z_axis())
        .limited(-2.0, 2.0);
    let follower = Joint::fixed("follower", "car", "follower")
        .turning(Vector3::z_axis())
        .limited(-3.0, 3.0)
        .mimicking("arm", -2.0, 0.0);
    let links = vec![
        Link::new("base"),
        Link::new("car"),
        ball("arm"),
        ball("follower"),
    ];
    let robot = Robot::new("r", links, vec![rail, arm, follower]).expect("a robot");
    let mut scene = Scene::new();
    let far = Isometry3::translation(0.0, 0.0, 5.0);
    scene
        .add("far", Ball::new(0.1).expect("a ball"), far)
        .expect("an object");
    scene.allow_everywhere("follower");
    Checker::new(&robot, &scene).expect("a checker")
}

fn outside(path: &Path) -> Option<OutsideLimits> {
    checker().outside_limits(path).expect("a path")
}

#[test]
fn values_outside_the_limits_are_found_and_named() {
    assert_eq!(
        outside(&Path::new(vec![vec![0.0, -1.5], vec![1.0, 1.5]])),
        None
    );
    // rounded values of a planner that goes up to the limit
    assert_eq!(outside(&Path::new(vec![vec![1.0 + 9e-7, 0.0]])), None);
    let rail = outside(&Path::new(vec![
        vec![0.0, 0.0],
        vec![-0.5, 0.0],
        vec![-9.0, 0.0],
    ]));
    let rail = rail.expect("the rail begins at 0");
    assert_eq!(
        (rail.joint.as_str(), rail.value, rail.time),
        ("rail", -0.5, 1.0)
    );
    assert_eq!((rail.least, rail.largest, rail.segment), (0.0, 1.0, 0));
    assert!(!rail.may_be_degrees);
}

#[test]
fn an_angle_in_degrees_is_suspected() {
    let degrees = outside(&Path::new(vec![vec![0.0, 0.0], vec![0.0, 60.0]]));
    let degrees = degrees.expect("60 radians are ten turns");
    assert!(degrees.may_be_degrees);
    let message = degrees.to_string();
    assert!(
        message.ends_with("is it in degrees? Angles are in radians"),
        "{message}"
    );
    let far = outside(&Path::new(vec![vec![0.0, 0.0], vec![0.0, 600.0]]));
    assert!(!far.expect("600 is outside in any unit").may_be_degrees);
}

/// The arm stays within 2. Its follower turns by 3.6, beyond its limits, which published robots often contradict.
#[test]
fn joints_that_follow_others_have_no_limits_of_their_own() {
    assert_eq!(
        outside(&Path::new(vec![vec![0.0, 0.0], vec![0.0, 1.8]])),
        None
    );
}

/// Cubics between waypoints within the limits: 4 u (1 - u) times the speed / 4 above the straight line.
#[test]
fn limits_hold_between_waypoints() {
    let path = |speed: f64| {
        Path::new(vec![vec![0.5, 0.0]; 2])
            .times(vec![0.0, 1.0])
            .velocities(vec![vec![speed, 0.0], vec![-speed, 0.0]])
    };
    // at the middle the rail is at 0.5 + speed / 4
    assert_eq!(outside(&path(1.99)), None);
    let over = outside(&path(2.2)).expect("the rail ends at 1");
    assert!(
        over.value > 1.0 && over.value < 1.05 && over.time < 0.5,
        "{over}"
    );
}

#[test]
fn joints_that_a_path_does_not_name_must_be_within_their_limits() {
    let path = Path::new(vec![vec![0.0], vec![1.0]]).joints(["rail"]);
    assert_eq!(outside(&path), None);
    let mut scene = Scene::new();
    let ball = Ball::new(0.1).expect("a ball");
    scene
        .add("far", ball, Isometry3::translation(0.0, 0.0, 5.0))
        .expect("an object");
    scene.allow_everywhere("follower");
    scene.set_joint("arm", 3.0);
    let checker = Checker::new(checker().robot(), &scene).expect("a checker");
    let arm = checker.outside_limits(&path).expect("a path");
    assert_eq!(arm.expect("the arm is at 3").joint, "arm");
}
