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
fn refused<T, E: std::error::Error>(result: Result<T, E>, expected: &str) {
    let message = result
        .err()
        .map_or_else(String::new, |error| error.to_string());
    assert!(
        message.starts_with(expected),
        "{message:?}, not {expected:?}"
    );
}

fn turns(name: &str, parent: &str, child: &str) -> Joint {
    Joint::fixed(name, parent, child).turning(Vector3::z_axis())
}

fn robot<const N: usize>(links: &str, joints: [Joint; N]) -> Result<Robot, RobotError> {
    build::robot(links.split_whitespace().map(Link::new), joints)
}

#[test]
fn links_and_joints_must_make_one_tree() {
    let (j, none) = (
        || turns("j", "a", "b"),
        "there is no joint named \"k\" with a value of its own",
    );
    refused(
        robot("", []),
        "a robot needs a link that is no joint's child, but has none",
    );
    refused(robot("a a", []), "there are two links named \"a\"");
    let apart = "a robot has one root, but neither \"a\" nor \"b\" is a joint's child";
    refused(robot("a b", []), apart);
    refused(robot("a", [j()]), "there is no link named \"b\"");
    let twice = [j(), turns("k", "a", "b")];
    refused(robot("a b", twice), "link \"b\" is the child of two joints");
    let ring = [turns("j", "b", "c"), turns("k", "c", "b")];
    refused(robot("a b c", ring), "\"b\" depends on itself");
    let same = [j(), turns("j", "b", "c")];
    refused(robot("a b c", same), "there are two joints named \"j\"");
    refused(robot("a b", [j().mimicking("k", 1.0, 0.0)]), none);
    // a joint that follows a fixed one would have no value
    let fixed = [
        Joint::fixed("k", "a", "b"),
        turns("j", "b", "c").mimicking("k", 1.0, 0.0),
    ];
    refused(robot("a b c", fixed), none);
    refused(
        robot("a b", [j().mimicking("j", 1.0, 0.0)]),
        "\"j\" depends on itself",
    );
    let reversed = "the limits of joint \"j\" are reversed: 1.0 to -1.0";
    refused(robot("a b", [j().limited(1.0, -1.0)]), reversed);
    let nowhere = [j().at(at(f64::NAN, 0.0, 0.0))];
    refused(
        robot("a b", nowhere),
        "\"j\": position must be finite and at most ",
    );
}

/// Axes and rotations of nearly unit length are normalised, and others are refused. A slide along an axis of length 2
/// once went twice as far as its bounds said, and through a ball.
#[test]
fn axes_and_origins_must_be_of_unit_length() {
    let along = |x, y| {
        let axis = Unit::new_unchecked(Vector3::new(x, y, 0.0));
        robot("a b", [Joint::fixed("j", "a", "b").sliding(axis)])
    };
    along(0.0, 1.0 + 1e-10).expect("nearly a unit");
    for (x, y) in [(0.0, 2.0), (0.0, 0.0), (f64::NAN, 1.0)] {
        refused(along(x, y), "\"j\": ");
    }
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let origin = nalgebra::Isometry3::from_parts(Vector3::zeros().into(), turned);
    let joint = turns("j", "a", "b").at(origin);
    refused(
        robot("a b", [joint]),
        "\"j\": a rotation must have unit length",
    );
}

#[test]
fn paths_must_fit_the_robot() {
    let two = || path(&[0.0, 1.0]);
    let timed = || two().times(vec![0.0, 1.0]);
    let rows = |rows: &[&[f64]]| Path::new(rows.iter().map(|row| row.to_vec()).collect());
    let checker = checker(&slider(body("b", ball(0.1))), &post(), &Rules::new());
    for (path, expected) in [
        (
            Path::default(),
            "a path needs at least one waypoint, but has none",
        ),
        (
            rows(&[&[0.0], &[0.0, 1.0]]),
            "waypoint 1 has 2 positions, but should have 1",
        ),
        (
            rows(&[&[], &[]]),
            "waypoint 0 has 0 positions, but should have 1",
        ),
        (
            two().joints(["k"]),
            "there is no joint named \"k\" with a value of its own",
        ),
        (
            two().joints(["rial"]),
            "there is no joint named \"rial\" with a value of its own: did you mean `rail`?",
        ),
        (
            rows(&[&[0.0, 0.0]]).joints(["rail", "rail"]),
            "there are two joints named \"rail\"",
        ),
        (two().times(vec![0.0]), "2 waypoints cannot have 1 times"),
        (
            two().times(vec![1.0, 1.0]),
            "times must increase, but waypoint 1 is at 1.0 after 1.0",
        ),
        (
            two().velocities(vec![vec![0.0]; 2]),
            "velocities need times, but none were given",
        ),
        (
            timed().accelerations(vec![vec![0.0]; 2]),
            "accelerations need velocities, but none were given",
        ),
        (
            timed().velocities(vec![vec![0.0]]),
            "2 waypoints cannot have 1 velocities",
        ),
        (path(&[0.0, f64::NAN]), "waypoint 1: value must be finite"),
        (
            two().times(vec![0.0, f64::INFINITY]),
            "waypoint 1: time must be finite",
        ),
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
    let error = checker
        .robot()
        .motion("b", &far)
        .expect_err("it leads too far");
    assert!(
        matches!(error, RobotError::TooFast { waypoint: 0 }),
        "{error}"
    );
}

#[test]
fn rules_must_be_numbers_that_make_sense() {
    let rules = Rules::new;
    for (rules, expected) in [
        (
            rules().target_distance(-1.0),
            "target distance must be finite and not negative, but is -1.0",
        ),
        (
            rules().target_distance(f64::NAN),
            "target distance must be finite and not negative, but is NaN",
        ),
        (
            rules().tolerance(0.0),
            "tolerance must be finite and positive, but is 0.0",
        ),
        (
            rules().resolution(0.0),
            "resolution must be finite and positive, but is 0.0",
        ),
        (
            rules().accuracy(0.0),
            "accuracy must be from 1e-6 to 1, but is 0.0",
        ),
        (
            rules().accuracy(1.5),
            "accuracy must be from 1e-6 to 1, but is 1.5",
        ),
    ] {
        refused(Checker::with_rules(&train(), &post(), &rules), expected);
    }
}

#[test]
fn names_that_nothing_has_are_errors_with_a_suggestion() {
    let neither = |name: &str, meant: &str| {
        format!("there is neither a link nor an object named \"{name}\"{meant}")
    };
    type Change<'c> = &'c dyn Fn(&mut Scene);
    let of_scene: [(Change<'_>, String); 4] = [
        (
            &|s| s.set_joint("pul", 1.0),
            "there is no joint named \"pul\" with a value of its own: did you mean `pull`?".into(),
        ),
        (
            &|s| s.allow("back", "pst"),
            neither("pst", ": did you mean `post`?"),
        ),
        (
            &|s| s.forbid("bak", "post"),
            neither("bak", ": did you mean `back`?"),
        ),
        (&|s| s.allow_everywhere("wall"), neither("wall", "")),
    ];
    for (change, expected) in of_scene {
        let mut scene = post();
        change(&mut scene);
        refused(Checker::new(&train(), &scene), &expected);
    }
    let with = |rules: Rules| Checker::with_rules(&train(), &post(), &rules);
    let between = Rules::new().target_distance_between("front", "posts", 0.1);
    refused(with(between), &neither("posts", ": did you mean `post`?"));
    let no_link = "there is no link named \"fronts\": did you mean `front`?";
    refused(with(Rules::new().exclude("fronts")), no_link);
    let mut robot = train();
    refused(robot.allow("back", "fronts"), no_link);
    refused(
        robot.set_rest("pull", f64::NAN),
        "\"pull\": joint value must be finite",
    );
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
