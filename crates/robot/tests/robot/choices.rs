//! Tests of what may touch what, and of the distances that pairs keep.

use nalgebra::Vector3;
use photofinish_robot::{Checker, Joint, Link, PathOutcome, Robot, RobotError, Rules, Scene};

use crate::build::{self, at, ball, body, checker, impact, rows};

/// Two cars of radius 0.1 on one rail along x: `front` is 0.5 before `back`. A mast stands on the front car.
pub fn train() -> Robot {
    train_with(|joints| joints)
}

pub fn train_with(change: impl FnOnce([Joint; 3]) -> [Joint; 3]) -> Robot {
    let car = |name: &str| body(name, ball(0.1));
    let along = |name: &str, child: &str, x: f64| {
        let joint = Joint::fixed(name, "base", child).at(at(x, 0.0, 0.0));
        joint.sliding(Vector3::x_axis())
    };
    let mast = Joint::fixed("lift", "front", "mast").sliding(Vector3::z_axis());
    let joints = [
        along("drive", "back", 0.0),
        along("pull", "front", 0.5),
        mast,
    ];
    let links = [Link::new("base"), car("back"), car("front"), car("mast")];
    build::robot(links, change(joints)).expect("a robot")
}

/// A post of radius 0.1 beside the rail: 0.1 off the cars that pass it, which stands at x = 1.
pub fn post() -> Scene {
    build::scene("post", ball(0.1), at(1.0, 0.3, 0.0))
}

/// Returns the names of what touches first.
fn meets(robot: &Robot, scene: &Scene, rules: &Rules, path: &[[f64; 3]]) -> Option<String> {
    let between = impact(&checker(robot, scene, rules), &rows(path))?.between;
    Some(format!("{} {}", between.link, between.other))
}

/// The back car runs into the front car.
const INTO: [[f64; 3]; 2] = [[0.0, 0.0, 0.3], [0.5, 0.0, 0.3]];
/// The mast is lowered into the front car.
const DOWN: [[f64; 3]; 2] = [[0.0, 0.0, 0.3], [0.0, 0.0, 0.0]];
/// The back car comes within 0.1 of the front car, and then both pass the post at 0.1.
const NEAR: [[f64; 3]; 3] = [[0.0, 0.0, 0.3], [0.2, 0.0, 0.3], [1.2, 1.0, 0.3]];

#[test]
fn pairs_come_before_defaults_and_those_of_a_scene_before_those_of_the_robot() {
    // `+` allows a pair and `-` forbids it; with one name it is what that link may by default
    for (of_robot, of_scene, hits) in [
        ("", "", true),
        ("+back front", "", false),
        ("+back", "", false),
        ("+back, -front back", "", true),
        ("+back front", "-front back", true),
        ("+back", "-front back", true),
        ("", "+front", false),
        ("", "+front, -back front", true),
        // if both have a default, both must allow it
        ("", "-back, +front", true),
        ("+back", "-back", true),
        // a pair of the robot comes before the defaults of the scene
        ("+back front", "-back", false),
    ] {
        let (mut robot, mut scene) = (train(), post());
        for change in of_robot.split_terminator(", ") {
            let changed = match (&change[..1], change[1..].split_once(' ')) {
                ("+", Some((one, other))) => robot.allow(one, other),
                ("+", None) => robot.allow_everywhere(&change[1..]),
                (_, pair) => pair.map_or(Ok(()), |(one, other)| robot.forbid(one, other)),
            };
            changed.expect("links");
        }
        for change in of_scene.split_terminator(", ") {
            match (&change[..1], change[1..].split_once(' ')) {
                ("+", _) => scene.allow_everywhere(&change[1..]),
                (_, Some((one, other))) => scene.forbid(one, other),
                (_, None) => scene.forbid_everywhere(&change[1..]),
            }
        }
        let found = meets(&robot, &scene, &Rules::new(), &INTO);
        assert_eq!(found.is_some(), hits, "{of_robot:?} {of_scene:?}");
    }
}

#[test]
fn links_of_a_joint_may_touch_unless_a_pair_says_otherwise() {
    let (mut scene, rules) = (post(), Rules::new());
    assert_eq!(meets(&train(), &scene, &rules, &DOWN), None);
    scene.forbid("mast", "front");
    let found = meets(&train(), &scene, &rules, &DOWN);
    assert_eq!(found.as_deref(), Some("front mast"));
    // also those of joints of several values
    let whole = Joint::fixed("whole", "base", "tray");
    for (between, joints) in [whole.planar(Vector3::z_axis()), whole.floating()] {
        let links = [body("base", ball(0.1)), body("tray", ball(0.1))];
        let mut robot = build::robot(links.into_iter().chain(between), joints).expect("a robot");
        let alone = Checker::new(&robot, &Scene::new());
        assert!(matches!(alone, Err(RobotError::NothingToCheck { .. })));
        robot.forbid("tray", "base").expect("links");
        Checker::new(&robot, &Scene::new()).expect("a pair to check");
    }
}

/// In MoveIt, what a link holds may touch it whatever the matrix says.
#[test]
fn what_is_held_may_touch_what_holds_it() {
    let mut scene = post();
    let held = body("parcel", ball(0.1));
    scene.attach("back", held, at(0.0, 0.0, 0.15), ["front".to_owned()]);
    for other in ["back", "front"] {
        scene.forbid("parcel", other);
    }
    for (link, other) in [("back", "front"), ("back", "mast"), ("front", "post")] {
        scene.allow(link, other);
    }
    let path = [[0.0, 0.0, 5.0], [0.5, 0.0, 5.0]];
    assert_eq!(meets(&train(), &scene, &Rules::new(), &path), None);
}

#[test]
fn pairs_keep_distances_of_their_own() {
    let rules = Rules::new;
    for (rules, expected) in [
        (rules(), None),
        (rules().target_distance(0.15), Some("back front")),
        (
            rules().target_distance(0.15).target_distance_of_links(0.0),
            Some("front post"),
        ),
        (rules().target_distance_to_objects(0.15), Some("front post")),
        (rules().target_distance_of_links(0.15), Some("back front")),
        (
            rules()
                .target_distance_to_objects(0.15)
                .target_distance_between("post", "front", 0.0),
            Some("back post"),
        ),
        (
            rules()
                .target_distance_between("front", "back", 0.15)
                .target_distance_between("back", "front", 0.05),
            None,
        ),
        (rules().exclude("back").target_distance_of_links(0.15), None),
    ] {
        let found = meets(&train(), &post(), &rules, &NEAR);
        assert_eq!(found.as_deref(), expected, "{rules:?}");
    }
}

/// What is clear is beyond the distance that the pair must keep, also in the certificate: 0.1 from car to car, and 0.1 from
/// each car to the post.
#[test]
fn the_clearance_is_beyond_the_distance_of_each_pair() {
    let rules = Rules::new().accuracy(1e-3).target_distance_of_links(0.09);
    let rules = rules.target_distance_to_objects(0.02);
    let checker = checker(&train(), &post(), &rules);
    let path = rows(&NEAR);
    let (solution, certificate) = checker.certify(&path).expect("a path");
    let PathOutcome::Separated(separated) = &solution.outcome else {
        panic!("{solution:?}");
    };
    assert!((separated.clearance - 0.01).abs() < 2e-5, "{separated:?}");
    let between = separated.between.as_ref().expect("a pair");
    assert_eq!([between.link.as_str(), &between.other], ["back", "front"]);
    let proven = certificate.verify_outcome(&checker, &path, &solution.outcome);
    let proven = proven.expect("a proof");
    assert!(proven.clearance >= Some(separated.clearance));
    assert!(proven.least_distance > Some(0.0299));
    let other = build::checker(&train(), &post(), &Rules::new());
    assert!(certificate.verify(&other, &path).is_err());
}
