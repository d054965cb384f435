//! Tests of inputs that are refused, and of the messages.

use nalgebra::{Quaternion, Unit, UnitQuaternion, Vector3};
use photofinish_robot::{
    Checker, Joint, Link, Path, PathError, PathSolution, PathUndecided, Robot, RobotError, Rules,
    Scene,
};

use crate::answer::is_clear;
use crate::build::{self, at, ball, body, checker, path, scene, slider};
use crate::choices::{post, train, train_with};

#[track_caller]
pub fn refused<T, E: std::error::Error>(result: Result<T, E>, expected: &str) {
    let message = result.err().expect(expected).to_string();
    assert!(
        message.starts_with(expected),
        "{message:?}, not {expected:?}"
    );
}

fn turns(name: &str, parent: &str, child: &str) -> Joint {
    Joint::fixed(name, parent, child).turning(Vector3::z_axis())
}

fn robot(links: &str, joints: Vec<Joint>) -> Result<Robot, RobotError> {
    build::robot(links.split_whitespace().map(Link::new), joints)
}

#[test]
fn links_and_joints_must_make_one_tree() {
    let j = || turns("j", "a", "b");
    let no_value = "there is no joint named \"k\" with a value of its own";
    // a joint that follows a fixed one would have no value
    let follows_fixed = [
        Joint::fixed("k", "a", "b"),
        turns("j", "b", "c").mimicking("k", 1.0, 0.0),
    ];
    let also = [j(), turns("k", "a", "b")];
    let twice = [j(), turns("j", "b", "c")];
    let ring = [turns("j", "b", "c"), turns("k", "c", "b")];
    let mimics = |joint| vec![j().mimicking(joint, 1.0, 0.0)];
    let nowhere = j().at(at(f64::NAN, 0.0, 0.0));
    for (links, joints, expected) in [
        ("", vec![], "a robot needs a link that is no joint's child"),
        ("a a", vec![], "there are two links named \"a\""),
        ("a b", vec![], "a robot has one root, but neither \"a\""),
        ("a", vec![j()], "there is no link named \"b\""),
        ("a b", also.to_vec(), "link \"b\" is the child of two"),
        ("a b c", ring.to_vec(), "\"b\" depends on itself"),
        ("a b c", twice.to_vec(), "there are two joints named \"j\""),
        ("a b", mimics("k"), no_value),
        ("a b c", follows_fixed.to_vec(), no_value),
        ("a b", mimics("j"), "\"j\" depends on itself"),
        ("a b", vec![j().limited(1.0, -1.0)], "the limits of joint"),
        ("a b", vec![nowhere], "\"j\": position must be finite"),
    ] {
        refused(robot(links, joints), expected);
    }
}

/// Axes and rotations of nearly unit length are normalised, and others are refused. A slide along an axis of length 2
/// once went twice as far as its bounds said, and through a ball.
#[test]
fn axes_and_origins_must_be_of_unit_length() {
    let along = |x, y| {
        let axis = Unit::new_unchecked(Vector3::new(x, y, 0.0));
        robot("a b", vec![Joint::fixed("j", "a", "b").sliding(axis)])
    };
    along(0.0, 1.0 + 1e-10).expect("nearly a unit");
    for (x, y) in [(0.0, 2.0), (0.0, 0.0), (f64::NAN, 1.0)] {
        refused(along(x, y), "\"j\": ");
    }
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let origin = nalgebra::Isometry3::from_parts(Vector3::zeros().into(), turned);
    let joint = turns("j", "a", "b").at(origin);
    let expected = "\"j\": a rotation must have unit length";
    refused(robot("a b", vec![joint]), expected);
}

#[test]
fn paths_must_fit_the_robot() {
    let two = || path(&[0.0, 1.0]);
    let timed = || two().times(vec![0.0, 1.0]);
    let still = |count| vec![vec![0.0]; count];
    let rows = |rows: &[&[f64]]| Path::new(rows.iter().map(|row| row.to_vec()).collect());
    let checker = checker(&slider(body("b", ball(0.1))), &post(), &Rules::new());
    let no_joint = "there is no joint named \"rial\" with a value of its own: did";
    let far = two().times(vec![0.0, f64::INFINITY]);
    for (path, expected) in [
        (Path::default(), "a path needs at least one waypoint"),
        (rows(&[&[0.0], &[0.0, 1.0]]), "waypoint 1 has 2 positions"),
        (rows(&[&[], &[]]), "waypoint 0 has 0 positions"),
        (two().joints(["rial"]), no_joint),
        (
            rows(&[&[0.0; 2]]).joints(["rail"; 2]),
            "there are two joints",
        ),
        (two().times(vec![0.0]), "2 waypoints cannot have 1 times"),
        (two().times(vec![1.0, 1.0]), "times must increase"),
        (two().velocities(still(2)), "velocities need times"),
        (timed().accelerations(still(2)), "accelerations need"),
        (timed().velocities(still(1)), "2 waypoints cannot have 1"),
        (path(&[0.0, f64::NAN]), "waypoint 1: value must be finite"),
        (far, "waypoint 1: time must be finite"),
    ] {
        refused(checker.check(&path), expected);
        refused(checker.contacts(&path), expected);
        refused(checker.robot().motion("b", &path), expected);
    }
    refused(checker.distances(&[0.0, 0.0]), "waypoint 0 has 2 positions");
    // its velocities lead beyond the largest number
    let far = two()
        .times(vec![0.0, 1e110])
        .velocities(vec![vec![1e110], vec![0.0]]);
    let far = far.accelerations(vec![vec![1e110], vec![0.0]]);
    let motion = checker.robot().motion("b", &far);
    assert!(matches!(motion, Err(RobotError::TooFast { waypoint: 0 })));
}

#[test]
fn rules_must_be_numbers_that_make_sense() {
    let rules = Rules::new;
    let target = "target distance must be finite and not negative";
    for (rules, expected) in [
        (rules().target_distance(-1.0), target),
        (rules().target_distance(f64::NAN), target),
        (rules().tolerance(0.0), "tolerance must be finite and"),
        (rules().resolution(0.0), "resolution must be finite and"),
        (rules().accuracy(0.0), "accuracy must be from 1e-6 to 1"),
        (rules().accuracy(1.5), "accuracy must be from 1e-6 to 1"),
    ] {
        refused(Checker::with_rules(&train(), &post(), &rules), expected);
    }
}

#[test]
fn names_that_nothing_has_are_errors_with_a_suggestion() {
    let neither = |name: &str, meant: &str| {
        format!("there is neither a link nor an object named \"{name}\"{meant}")
    };
    let mean_post = ": did you mean `post`?";
    let no_joint = "there is no joint named \"pul\" with a value of its own: did you mean `pull`?";
    type Change = (fn(&mut Scene), String);
    let changes: [Change; 4] = [
        (|s| s.set_joint("pul", 1.0), no_joint.to_owned()),
        (|s| s.allow("back", "pst"), neither("pst", mean_post)),
        (|s| s.forbid("pst", "back"), neither("pst", mean_post)),
        (|s| s.allow_everywhere("wall"), neither("wall", "")),
    ];
    for (change, expected) in changes {
        let mut scene = post();
        change(&mut scene);
        refused(Checker::new(&train(), &scene), &expected);
    }
    let with = |rules: Rules| Checker::with_rules(&train(), &post(), &rules);
    let between = Rules::new().target_distance_between("front", "pst", 0.1);
    refused(with(between), &neither("pst", mean_post));
    let no_link = "there is no link named \"fronts\": did you mean `front`?";
    refused(with(Rules::new().exclude("fronts")), no_link);
    let mut robot = train();
    refused(robot.allow("back", "fronts"), no_link);
    let expected = "\"pull\": joint value must be finite";
    refused(robot.set_rest("pull", f64::NAN), expected);
    let again = robot.attach("back", Link::new("front"), at(0.0, 0.0, 0.0), &[]);
    refused(again, "there are two links named \"front\"");
    let again = post().add("post", ball(0.1), at(0.0, 0.0, 0.0));
    refused(again, "there are two objects named \"post\"");
}

/// The state of a whole robot gives the values of joints that are fixed or follow others too.
#[test]
fn a_scene_must_not_contradict_a_joint_without_a_value_of_its_own() {
    let with = |robot: &Robot, values: &[(&str, f64)]| {
        let mut scene = post();
        values
            .iter()
            .for_each(|&(joint, value)| scene.set_joint(joint, value));
        Checker::new(robot, &scene)
    };
    let follows =
        train_with(|[drive, pull, lift]| [drive, pull.mimicking("drive", 2.0, 0.1), lift]);
    let pulled = |value| with(&follows, &[("pull", value), ("drive", 0.2)]);
    pulled(0.5004).expect("a value that was measured");
    let expected = "joint \"pull\" has no value of its own: it is at 0.5 in this scene, but the scene sets it to 0.7";
    refused(pulled(0.7), expected);
    assert!(pulled(f64::NAN).is_err());
    let fixed = train_with(|[drive, pull, _]| [drive, pull, Joint::fixed("lift", "front", "mast")]);
    assert!(with(&fixed, &[("lift", 0.0)]).is_ok() && with(&fixed, &[("lift", 0.1)]).is_err());
}

/// Returns where an undecided search stopped. Panics for any other result.
fn undecided(found: Result<PathSolution, PathError>) -> PathUndecided {
    match found {
        Err(PathError::Undecided(undecided)) => *undecided,
        other => panic!("{other:?}"),
    }
}

/// Coordinates that are too large to be resolved, or a tolerance below rounding, leave a path undecided. They never
/// cause a panic or a wrong answer.
#[test]
fn what_cannot_be_resolved_is_undecided() {
    let robot = slider(body("b", ball(1.0)));
    let post = |y| scene("post", ball(1.0), at(0.0, y, 0.0));
    let far = checker(&robot, &post(5.0), &Rules::new());
    undecided(far.check(&path(&[-1e100, 1e100])));
    let touching = checker(&robot, &post(1.9), &Rules::new().tolerance(1e-18));
    let stopped = undecided(touching.check(&path(&[-5.0, 5.0])));
    assert_eq!((stopped.pairs, stopped.statistics.queries), (1, 1));
    assert!(is_clear(&touching.check(&path(&[-5.0]))));
}

/// Far from the origin rounding is larger than the bodies. They were once said to touch.
#[test]
fn bodies_lost_in_rounding_are_undecided() {
    for (far, is_resolved) in [(1e13, true), (1e17, false)] {
        let mut robot = build::robot([body("a", ball(0.1))], []).expect("a tree");
        robot.set_base(at(far, 0.0, 0.0)).expect("a pose");
        let scene = scene("ball", ball(0.1), at(far, 5.0, 0.0));
        let checker = checker(&robot, &scene, &Rules::new().allow_nothing_to_check());
        let found = checker.check(&Path::new(vec![vec![]]));
        if is_resolved {
            assert!(is_clear(&found), "{found:?}");
        } else {
            undecided(found);
        }
    }
}

/// A path that takes more work than its budget is undecided, and the error says so.
#[test]
fn a_path_over_its_budget_is_undecided() {
    let robot = build::hinge(Link::new("b").with(ball(0.1), at(0.0, 1.0, 0.0)));
    let scene = scene("post", ball(0.1), at(0.0, 1.201, 0.0));
    let checker = checker(&robot, &scene, &Rules::new().budget(10_000));
    let spin = path(&[0.0, 1e5]);
    let undecided = undecided(checker.check(&spin)).to_string();
    assert!(undecided.contains("budget of 10000"), "{undecided}");
    let stretches = checker.contacts(&spin).expect("a path").undecided.len();
    assert!((1..100).contains(&stretches), "{stretches}");
}
