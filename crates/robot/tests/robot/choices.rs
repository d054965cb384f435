//! Tests of what may touch what, of the distances that pairs keep, and of names that nothing has.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::Ball;
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, RobotError, Rules, Scene};

fn ball(radius: f64) -> Ball<f64> {
    Ball::new(radius).expect("a ball")
}

/// Two cars of radius 0.1 on one rail along x: `front` is 0.5 before `back`. A mast stands on the front car.
fn train() -> Robot {
    let car = |name: &str| Link::new(name).with(ball(0.1), Isometry3::identity());
    let along = |name: &str, child: &str, x: f64| {
        Joint::fixed(name, "base", child)
            .at(Isometry3::translation(x, 0.0, 0.0))
            .sliding(Vector3::x_axis())
    };
    let mast = Joint::fixed("lift", "front", "mast").sliding(Vector3::z_axis());
    let links = vec![Link::new("base"), car("back"), car("front"), car("mast")];
    let joints = vec![
        along("drive", "back", 0.0),
        along("pull", "front", 0.5),
        mast,
    ];
    Robot::new("train", links, joints).expect("a robot")
}

/// A post of radius 0.1 beside the rail: 0.1 off the cars that pass it, which stands at x = 1.
fn scene() -> Scene {
    let mut scene = Scene::new();
    let at = Isometry3::translation(1.0, 0.3, 0.0);
    scene.add("post", ball(0.1), at).expect("an object");
    scene
}

fn meets(robot: &Robot, scene: &Scene, rules: &Rules, path: &[[f64; 3]]) -> Option<[String; 2]> {
    let checker = Checker::with_rules(robot, scene, rules).expect("a checker");
    let path = Path::new(path.iter().map(|row| row.to_vec()).collect());
    let solution = checker.check(&path).expect("a path");
    let impact = solution.impact()?;
    let between = impact.between.clone();
    Some([between.link, between.other])
}

/// The back car runs into the front car.
const INTO: [[f64; 3]; 2] = [[0.0, 0.0, 0.3], [0.5, 0.0, 0.3]];

#[test]
fn pairs_come_before_defaults_and_those_of_a_scene_before_those_of_the_robot() {
    let hit = Some(["back".to_owned(), "front".to_owned()]);
    let rules = Rules::new();
    let of_robot = |change: &dyn Fn(&mut Robot)| {
        let mut robot = train();
        change(&mut robot);
        robot
    };
    let of_scene = |change: &dyn Fn(&mut Scene)| {
        let mut scene = scene();
        change(&mut scene);
        scene
    };
    let allowing = of_robot(&|r| r.allow("back", "front").expect("links"));
    let anywhere = of_robot(&|r| r.allow_everywhere("back").expect("a link"));
    let but_front = of_robot(&|r| {
        r.allow_everywhere("back").expect("a link");
        r.forbid("front", "back").expect("links");
    });
    let none = scene();
    let forbidding = of_scene(&|s| s.forbid("front", "back"));
    let everywhere = of_scene(&|s| s.allow_everywhere("front"));
    let everywhere_but = of_scene(&|s| {
        s.allow_everywhere("front");
        s.forbid("back", "front");
    });
    let never = of_scene(&|s| s.forbid_everywhere("back"));
    let one_never = of_scene(&|s| {
        s.forbid_everywhere("back");
        s.allow_everywhere("front");
    });
    for (robot, scene, expected) in [
        (&train(), &none, &hit),
        (&allowing, &none, &None),
        (&anywhere, &none, &None),
        (&but_front, &none, &hit),
        (&allowing, &forbidding, &hit),
        (&anywhere, &forbidding, &hit),
        (&train(), &everywhere, &None),
        (&train(), &everywhere_but, &hit),
        // if both have a default, both must allow it
        (&train(), &one_never, &hit),
        (&anywhere, &never, &hit),
        // a pair of the robot comes before the defaults of the scene
        (&allowing, &never, &None),
    ] {
        assert_eq!(&meets(robot, scene, &rules, &INTO), expected);
    }
}

#[test]
fn links_of_a_joint_may_touch_unless_a_pair_says_otherwise() {
    let down = [[0.0, 0.0, 0.3], [0.0, 0.0, 0.0]];
    let rules = Rules::new();
    assert_eq!(meets(&train(), &scene(), &rules, &down), None);
    let mut scene = scene();
    scene.forbid("mast", "front");
    let hit = Some(["front".to_owned(), "mast".to_owned()]);
    assert_eq!(meets(&train(), &scene, &rules, &down), hit);
}

/// In MoveIt, what a link holds may touch it whatever the matrix says.
#[test]
fn what_is_held_may_touch_what_holds_it() {
    let mut scene = scene();
    let pose = Isometry3::translation(0.0, 0.0, 0.15);
    let held = Link::new("parcel").with(ball(0.1), Isometry3::identity());
    scene.attach("back", held, pose, ["front".to_owned()]);
    for other in ["back", "front"] {
        scene.forbid("parcel", other);
    }
    scene.allow("back", "front");
    scene.allow("back", "mast");
    scene.allow("front", "post");
    let checker = Checker::new(&train(), &scene).expect("a checker");
    let path = Path::new(vec![vec![0.0, 0.0, 5.0], vec![0.5, 0.0, 5.0]]);
    assert!(checker.check(&path).expect("a path").is_clear());
}

/// Parent and child of a joint of several values may touch, as those of a joint of one value.
#[test]
fn links_of_planar_and_floating_joints_may_touch() {
    let ball_on = |name: &str| Link::new(name).with(ball(0.1), Isometry3::identity());
    let whole = Joint::fixed("whole", "base", "tray");
    for (between, joints) in [whole.planar(Vector3::z_axis()), whole.floating()] {
        let mut links = vec![ball_on("base"), ball_on("tray")];
        links.extend(between);
        let mut robot = Robot::new("r", links, joints).expect("a robot");
        let alone = Checker::new(&robot, &Scene::new());
        assert!(matches!(alone, Err(RobotError::NothingToCheck { .. })));
        robot.forbid("tray", "base").expect("links");
        Checker::new(&robot, &Scene::new()).expect("a pair to check");
    }
}

#[test]
fn pairs_keep_distances_of_their_own() {
    // the back car comes within 0.1 of the front car, and then both pass the post at 0.1
    let near = [[0.0, 0.0, 0.3], [0.2, 0.0, 0.3], [1.2, 1.0, 0.3]];
    let met = |rules: Rules| meets(&train(), &scene(), &rules, &near);
    let cars = || Some(["back".to_owned(), "front".to_owned()]);
    let post = |link: &str| Some([link.to_owned(), "post".to_owned()]);
    let rules = Rules::new;
    assert_eq!(met(rules()), None);
    assert_eq!(met(rules().target_distance(0.15)), cars());
    assert_eq!(
        met(rules().target_distance(0.15).target_distance_of_links(0.0)),
        post("front")
    );
    assert_eq!(met(rules().target_distance_to_objects(0.15)), post("front"));
    assert_eq!(met(rules().target_distance_of_links(0.15)), cars());
    let only_back = rules()
        .target_distance_to_objects(0.15)
        .target_distance_between("post", "front", 0.0);
    assert_eq!(met(only_back), post("back"));
    let last = rules()
        .target_distance_between("front", "back", 0.15)
        .target_distance_between("back", "front", 0.05);
    assert_eq!(met(last), None);
}

/// What is clear is beyond the distance that the pair must keep, also in the certificate.
#[test]
fn the_clearance_is_beyond_the_distance_of_each_pair() {
    let rules = Rules::new()
        .accuracy(1e-3)
        .target_distance_of_links(0.09)
        .target_distance_to_objects(0.02);
    let checker = Checker::with_rules(&train(), &scene(), &rules).expect("a checker");
    // 0.1 from car to car, and 0.1 from each car to the post
    let path = vec![
        vec![0.0, 0.0, 0.3],
        vec![0.2, 0.0, 0.3],
        vec![1.2, 1.0, 0.3],
    ];
    let path = Path::new(path);
    let (solution, certificate) = checker.certify(&path).expect("a path");
    let PathOutcome::Separated(separated) = &solution.outcome else {
        panic!("{solution:?}");
    };
    assert!((separated.clearance - 0.01).abs() < 2e-5, "{separated:?}");
    let between = separated.between.as_ref().expect("a pair");
    assert_eq!([between.link.as_str(), &between.other], ["back", "front"]);
    let proven = certificate
        .verify_outcome(&checker, &path, &solution.outcome)
        .expect("a proof");
    assert!(proven.clearance >= Some(separated.clearance));
    assert!(proven.least_distance > Some(0.0299));
    let other = Checker::with_rules(&train(), &scene(), &Rules::new()).expect("a checker");
    assert!(certificate.verify(&other, &path).is_err());
}

fn message<T>(result: Result<T, RobotError>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn names_that_nothing_has_are_errors_with_a_suggestion() {
    let checker = |change: &dyn Fn(&mut Scene)| {
        let mut scene = scene();
        change(&mut scene);
        Checker::new(&train(), &scene)
    };
    let with = |rules: Rules| Checker::with_rules(&train(), &scene(), &rules);
    for (message, expected) in [
        (
            message(checker(&|s| s.set_joint("pul", 1.0))),
            "there is no joint named \"pul\" with a value of its own: did you mean `pull`?",
        ),
        (
            message(checker(&|s| s.allow("back", "pst"))),
            "there is neither a link nor an object named \"pst\": did you mean `post`?",
        ),
        (
            message(checker(&|s| s.forbid("bak", "post"))),
            "there is neither a link nor an object named \"bak\": did you mean `back`?",
        ),
        (
            message(checker(&|s| s.allow_everywhere("wall"))),
            "there is neither a link nor an object named \"wall\"",
        ),
        (
            message(with(
                Rules::new().target_distance_between("front", "posts", 0.1),
            )),
            "there is neither a link nor an object named \"posts\": did you mean `post`?",
        ),
        (
            message(with(Rules::new().exclude("fronts"))),
            "there is no link named \"fronts\": did you mean `front`?",
        ),
        (
            message(train().allow("front", "backs")),
            "there is no link named \"backs\": did you mean `back`?",
        ),
    ] {
        assert_eq!(message, expected);
    }
    let path = Path::new(vec![vec![0.0]]).joints(["drives"]);
    let checker = Checker::new(&train(), &scene()).expect("a checker");
    let error = checker
        .check(&path)
        .expect_err("an unknown joint")
        .to_string();
    assert!(error.ends_with("did you mean `drive`?"), "{error}");
}

/// The state of a whole robot gives the values of joints that are fixed or follow others too.
#[test]
fn a_scene_must_not_contradict_a_joint_without_a_value_of_its_own() {
    let mut joints = train().joints().to_vec();
    joints[1] = joints[1].clone().mimicking("drive", 2.0, 0.1);
    let robot = Robot::new("train", train().links().to_vec(), joints).expect("a robot");
    let with = |pull: f64| {
        let mut scene = scene();
        scene.set_joint("pull", pull);
        scene.set_joint("drive", 0.2);
        Checker::new(&robot, &scene)
    };
    with(0.5004).expect("a value that was measured");
    let expected = "joint \"pull\" has no value of its own: it is at 0.5 in this scene, but the scene sets it to 0.7";
    assert_eq!(message(with(0.7)), expected);
    assert!(with(f64::NAN).is_err());
    let mut joints = train().joints().to_vec();
    joints[2] = Joint::fixed("lift", "front", "mast");
    let robot = Robot::new("train", train().links().to_vec(), joints).expect("a robot");
    for (value, is_right) in [(0.0, true), (0.1, false)] {
        let mut scene = scene();
        scene.set_joint("lift", value);
        assert_eq!(Checker::new(&robot, &scene).is_ok(), is_right);
    }
}

/// An accuracy that is finer than the tolerance of a query costs no more than that tolerance.
#[test]
fn a_fine_accuracy_is_kept() {
    for gap in [1e-4, 1e-3, 3e-3, 1e-2, 0.1] {
        let mut scene = Scene::new();
        let at = Isometry3::translation(0.73, 0.2 + gap, 0.0);
        scene.add("post", ball(0.1), at).expect("an object");
        for accuracy in [1e-6, 1e-5, 1e-3, 0.1] {
            let rules = Rules::new()
                .accuracy(accuracy)
                .exclude("front")
                .exclude("mast");
            let checker = Checker::with_rules(&train(), &scene, &rules).expect("a checker");
            let path = Path::new(vec![vec![0.0, 0.0, 0.0], vec![2.0, 0.0, 0.0]]);
            let PathOutcome::Separated(separated) = checker.check(&path).expect("a path").outcome
            else {
                panic!("the car passes the post");
            };
            let least = (1.0 - accuracy) * gap - 1e-8;
            let clearance = separated.clearance;
            assert!(
                clearance <= gap && clearance >= least,
                "{gap} {accuracy}: {clearance}"
            );
        }
    }
}
