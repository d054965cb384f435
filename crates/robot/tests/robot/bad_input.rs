//! Tests of inputs that are refused, and of the messages.

use nalgebra::{Isometry3, Quaternion, Unit, UnitQuaternion, Vector3};
use photofinish::shape::Ball;
use photofinish_robot::{
    Checker, Joint, Link, Path, PathError, PathSolution, PathUndecided, Robot, RobotError, Rules,
    Scene,
};

use crate::answer::is_clear;

fn link(name: &str) -> Link {
    Link::new(name)
}

fn hinge(name: &str, parent: &str, child: &str) -> Joint {
    Joint::fixed(name, parent, child).turning(Vector3::z_axis())
}

fn robot(links: &[&str], joints: Vec<Joint>) -> Result<Robot, RobotError> {
    Robot::new("bad", links.iter().map(|name| link(name)).collect(), joints)
}

fn message<T, E: std::error::Error>(result: Result<T, E>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn links_and_joints_must_make_one_tree() {
    let cases = [
        (
            robot(&[], vec![]),
            "a robot needs a link that is no joint's child, but has none",
        ),
        (
            robot(&["a", "a"], vec![]),
            "there are two links named \"a\"",
        ),
        (
            robot(&["a", "b"], vec![]),
            "a robot has one root, but neither \"a\" nor \"b\" is a joint's child",
        ),
        (
            robot(&["a"], vec![hinge("j", "a", "b")]),
            "there is no link named \"b\"",
        ),
        (
            robot(
                &["a", "b"],
                vec![hinge("j", "a", "b"), hinge("k", "a", "b")],
            ),
            "link \"b\" is the child of two joints",
        ),
        (
            robot(
                &["a", "b", "c"],
                vec![hinge("j", "b", "c"), hinge("k", "c", "b")],
            ),
            "\"b\" depends on itself",
        ),
        (
            robot(
                &["a", "b", "c"],
                vec![hinge("j", "a", "b"), hinge("j", "b", "c")],
            ),
            "there are two joints named \"j\"",
        ),
        (
            robot(
                &["a", "b"],
                vec![hinge("j", "a", "b").mimicking("k", 1.0, 0.0)],
            ),
            "there is no joint named \"k\" with a value of its own",
        ),
        (
            robot(
                &["a", "b"],
                vec![hinge("j", "a", "b").mimicking("j", 1.0, 0.0)],
            ),
            "\"j\" depends on itself",
        ),
        (
            robot(&["a", "b"], vec![hinge("j", "a", "b").limited(1.0, -1.0)]),
            "the limits of joint \"j\" are reversed: 1.0 to -1.0",
        ),
        (
            robot(
                &["a", "b"],
                vec![hinge("j", "a", "b").at(Isometry3::translation(f64::NAN, 0.0, 0.0))],
            ),
            "\"j\": position must be finite and at most 1.3407807929942596e153 in size, but is NaN",
        ),
    ];
    for (result, expected) in cases {
        let found = message(result);
        // The size limit in a message is not compared.
        let same = |text: &str| text.split(" and at most ").next().map(str::to_owned);
        assert_eq!(same(&found), same(expected));
    }
}

/// A joint that follows a fixed one would have no value.
#[test]
fn joints_cannot_follow_fixed_ones() {
    let joints = vec![
        Joint::fixed("f", "a", "b"),
        hinge("j", "b", "c").mimicking("f", 1.0, 0.0),
    ];
    let found = message(robot(&["a", "b", "c"], joints));
    assert_eq!(
        found,
        "there is no joint named \"f\" with a value of its own"
    );
}

fn checker() -> Checker {
    let links = vec![
        link("a"),
        link("b").with(Ball::new(0.1).expect("a radius"), Isometry3::identity()),
    ];
    let robot = Robot::new("one joint", links, vec![hinge("j", "a", "b")]).expect("a tree");
    Checker::new(&robot, &post()).expect("a scene")
}

/// Returns a scene with a ball that is far from everything.
fn post() -> Scene {
    let mut scene = Scene::new();
    let ball = Ball::new(0.1).expect("a radius");
    scene
        .add("post", ball, Isometry3::translation(0.0, 9.0, 0.0))
        .expect("a name");
    scene
}

#[test]
fn paths_must_fit_the_robot() {
    let two = || Path::new(vec![vec![0.0], vec![1.0]]);
    let cases = [
        (
            Path::default(),
            "a path needs at least one waypoint, but has none",
        ),
        (
            Path::new(vec![vec![0.0], vec![0.0, 1.0]]),
            "waypoint 1 has 2 positions, but should have 1",
        ),
        (
            Path::new(vec![vec![0.0, 1.0]]),
            "waypoint 0 has 2 positions, but should have 1",
        ),
        (
            Path::new(vec![vec![], vec![]]),
            "waypoint 0 has 0 positions, but should have 1",
        ),
        (
            two().joints(["k"]),
            "there is no joint named \"k\" with a value of its own",
        ),
        (
            Path::new(vec![vec![0.0, 0.0]]).joints(["j", "j"]),
            "there are two joints named \"j\"",
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
            two()
                .times(vec![0.0, 1.0])
                .accelerations(vec![vec![0.0]; 2]),
            "accelerations need velocities, but none were given",
        ),
        (
            two().times(vec![0.0, 1.0]).velocities(vec![vec![0.0]]),
            "2 waypoints cannot have 1 velocities",
        ),
        (
            Path::new(vec![vec![0.0], vec![f64::NAN]]),
            "waypoint 1: value must be finite",
        ),
        (
            two().times(vec![0.0, f64::INFINITY]),
            "waypoint 1: time must be finite",
        ),
    ];
    let checker = checker();
    for (path, expected) in cases {
        for found in [
            message(checker.check(&path)),
            message(checker.contacts(&path)),
            message(checker.robot().motion("b", &path)),
        ] {
            assert!(found.starts_with(expected), "{found}, not {expected}");
        }
    }
    assert!(message(checker.distances(&[0.0, 0.0])).starts_with("waypoint 0 has 2 positions"));
}

#[test]
fn rules_and_names_are_checked() {
    let robot = checker().robot().clone();
    let with = |rules: Rules| message(Checker::with_rules(&robot, &post(), &rules));
    assert_eq!(
        with(Rules::new().exclude("c")),
        "there is no link named \"c\""
    );
    let cases = [
        (
            Rules::new().target_distance(-1.0),
            "target distance must be finite and not negative, but is -1.0",
        ),
        (
            Rules::new().target_distance(f64::NAN),
            "target distance must be finite and not negative, but is NaN",
        ),
        (
            Rules::new().tolerance(0.0),
            "tolerance must be finite and positive, but is 0.0",
        ),
        (
            Rules::new().resolution(0.0),
            "resolution must be finite and positive, but is 0.0",
        ),
        (
            Rules::new().accuracy(0.0),
            "accuracy must be from 1e-6 to 1, but is 0.0",
        ),
        (
            Rules::new().accuracy(1.5),
            "accuracy must be from 1e-6 to 1, but is 1.5",
        ),
    ];
    for (rules, expected) in cases {
        assert_eq!(with(rules), expected);
    }
    let mut scene = Scene::new();
    let ball = Ball::new(0.1).expect("a radius");
    scene
        .add("ball", ball, Isometry3::identity())
        .expect("a name");
    let again = scene.add("ball", ball, Isometry3::identity());
    assert_eq!(message(again), "there are two objects named \"ball\"");
    let mut robot = robot;
    assert_eq!(
        message(robot.allow("a", "x")),
        "there is no link named \"x\""
    );
    assert!(
        message(robot.set_rest("j", f64::NAN)).starts_with("\"j\": joint value must be finite")
    );
    assert!(
        message(robot.attach("a", link("b"), Isometry3::identity(), &[])).contains("two links")
    );
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
    let ball = || Ball::new(1.0).expect("a radius");
    let links = vec![link("a"), link("b").with(ball(), Isometry3::identity())];
    let slide = Joint::fixed("j", "a", "b").sliding(Vector3::x_axis());
    let robot = Robot::new("slider", links, vec![slide]).expect("a tree");
    let mut scene = Scene::new();
    scene
        .add("post", ball(), Isometry3::translation(0.0, 5.0, 0.0))
        .expect("a name");
    let far = Path::new(vec![vec![-1e100], vec![1e100]]);
    let found = Checker::new(&robot, &scene).expect("a scene").check(&far);
    undecided(found);
    let mut touching = Scene::new();
    touching
        .add("post", ball(), Isometry3::translation(0.0, 1.9, 0.0))
        .expect("a name");
    let rules = Rules::new().tolerance(1e-18);
    let checker = Checker::with_rules(&robot, &touching, &rules).expect("rules");
    let stopped = undecided(checker.check(&Path::new(vec![vec![-5.0], vec![5.0]])));
    assert_eq!((stopped.pairs, stopped.statistics.queries), (1, 1));
    assert!(is_clear(&checker.check(&Path::new(vec![vec![-5.0]]))));
}

/// Axes and rotations of nearly unit length are normalised, and others are refused. A slide along an axis of length 2
/// once went twice as far as its bounds said, and through a ball.
#[test]
fn axes_and_origins_must_be_of_unit_length() {
    let along = |axis: Vector3<f64>| {
        let joint = Joint::fixed("j", "a", "b").sliding(Unit::new_unchecked(axis));
        message(robot(&["a", "b"], vec![joint]))
    };
    assert_eq!(along(Vector3::new(0.0, 1.0 + 1e-10, 0.0)), "no error");
    for bad in [
        Vector3::new(0.0, 2.0, 0.0),
        Vector3::zeros(),
        Vector3::new(f64::NAN, 0.0, 1.0),
    ] {
        assert!(along(bad).starts_with("\"j\": "), "{}", along(bad));
    }
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let origin = Isometry3::from_parts(Vector3::zeros().into(), turned);
    let found = message(robot(&["a", "b"], vec![hinge("j", "a", "b").at(origin)]));
    assert!(
        found.starts_with("\"j\": a rotation must have unit length"),
        "{found}"
    );
}

/// Far from the origin rounding is larger than the bodies. They were once said to touch.
#[test]
fn bodies_lost_in_rounding_are_undecided() {
    let ball = || Ball::new(0.1).expect("a radius");
    let links = vec![link("a").with(ball(), Isometry3::identity())];
    let robot = Robot::new("far", links, vec![]).expect("a tree");
    for (far, is_resolved) in [(1e15, true), (1e17, false)] {
        let mut robot = robot.clone();
        let base = Isometry3::translation(far, 0.0, 0.0);
        robot.set_base(base).expect("a pose");
        let mut scene = Scene::new();
        let beside = Isometry3::translation(far, 5.0, 0.0);
        scene.add("ball", ball(), beside).expect("a name");
        let rules = Rules::new().allow_nothing_to_check();
        let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
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
    let links = vec![
        link("a"),
        link("b").with(
            Ball::new(0.1).expect("a radius"),
            Isometry3::translation(0.0, 1.0, 0.0),
        ),
    ];
    let robot = Robot::new("wheel", links, vec![hinge("j", "a", "b")]).expect("a tree");
    let mut scene = Scene::new();
    let post = Ball::new(0.1).expect("a radius");
    scene
        .add("post", post, Isometry3::translation(0.0, 1.201, 0.0))
        .expect("a name");
    let rules = Rules::new().budget(10_000);
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("rules");
    let spin = Path::new(vec![vec![0.0], vec![1e5]]);
    let undecided = undecided(checker.check(&spin));
    assert!(
        undecided.to_string().contains("budget of 10000"),
        "{undecided}"
    );
    let stretches = checker.contacts(&spin).expect("a path").undecided.len();
    assert!((1..100).contains(&stretches), "{stretches}");
}
