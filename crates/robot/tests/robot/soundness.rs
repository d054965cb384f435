//! Regression tests of wrong proofs, and tests of what bounds must include.

use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, Motion};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Moving, Outcome, Query, Span};
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, RobotError, Rules, Scene};

use crate::answer::{certify, is_clear, verify};

fn ball(radius: f64) -> Ball<f64> {
    Ball::new(radius).expect("a radius")
}

fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

fn slider(axis: Unit<Vector3<f64>>) -> Robot {
    let links = vec![
        Link::new("base"),
        Link::new("car").with(ball(0.5), at(0.0, 0.0, 0.0)),
    ];
    let rail = Joint::fixed("rail", "base", "car").sliding(axis);
    Robot::new("slider", links, vec![rail]).expect("a tree")
}

fn hinge() -> Robot {
    let joint = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
    Robot::new(
        "hinge",
        vec![Link::new("base"), Link::new("bar")],
        vec![joint],
    )
    .expect("a tree")
}

/// The rounding of a quintic's coefficients was once counted as 16 ulps, but it is up to 59. The last waypoint is
/// 4.5e-13 deep in the post. The path was called clear, and its certificate was accepted.
#[test]
fn a_quintic_that_ends_in_a_post_is_not_clear() {
    let from = [
        0.07929297150021918,
        -0.10413421165622955,
        0.06090604499311293,
    ];
    let to: [f64; 3] = [194.686368460567, 964.8662406772141, 3831.4160995631137];
    let joints = vec![
        Joint::fixed("slide", "base", "car").sliding(Vector3::z_axis()),
        Joint::fixed("turn", "car", "arm").turning(Vector3::z_axis()),
    ];
    let arm = Link::new("arm").with(ball(0.0), at(1.0, 0.0, 0.0));
    let links = vec![Link::new("base"), Link::new("car"), arm];
    let robot = Robot::new("crane", links, joints).expect("a tree");
    let (sin, cos) = to[0].sin_cos();
    let inside = 0.01 - 4.519051799434238e-13;
    let mut scene = Scene::new();
    scene
        .add(
            "post",
            ball(0.01),
            at(cos - sin * inside, sin + cos * inside, 0.0),
        )
        .expect("a name");
    let path = Path::new(vec![vec![-10.0, from[0]], vec![0.0, to[0]]])
        .times(vec![0.0, 1.0])
        .velocities(vec![vec![10.0, from[1]], vec![10.0, to[1]]])
        .accelerations(vec![vec![0.0, from[2]], vec![0.0, to[2]]]);
    let rules = Rules::new()
        .tolerance(3.0127011996228253e-14)
        .budget(2_000_000);
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
    let (answer, certificate) = certify(&checker, &path);
    assert!(
        !matches!(answer, Ok(PathOutcome::Separated(_))),
        "{answer:?}"
    );
    let proven = verify(&certificate, &checker, &path, &answer);
    assert!(!proven.expect("a proof up to some time").is_whole);
}

/// An object's frame is far away, and its piece is back near the origin. Composing the two poses rounds in proportion
/// to their size, here by 1e-8. Bodies that overlapped by half of that were once called clear.
#[test]
fn the_rounding_of_an_objects_pieces_is_counted() {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.7f64);
    let there = Vector3::new(1e8, 2e8, 0.0);
    let back = turn.inverse() * -there;
    let mut scene = Scene::new();
    let object = Link::new("object").with(ball(0.5), Isometry3::from(Translation3::from(back)));
    scene
        .add_object(object, Isometry3::from_parts(there.into(), turn))
        .expect("a name");
    let robot = slider(Vector3::x_axis());
    // The piece may be some 1e-8 from where it is said to be, so no gap below that can be proven.
    let said = scene.objects()[0].pieces()[0].pose.translation.vector;
    for gap in [1e-9, 1e-8] {
        let mut robot = robot.clone();
        let base = said + Vector3::y() * (1.0 + gap);
        robot
            .set_base(Isometry3::from(Translation3::from(base)))
            .expect("a pose");
        let rules = Rules::new().tolerance(1e-10);
        let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
        let found = checker.check(&Path::new(vec![vec![0.0]]));
        assert!(!is_clear(&found), "{gap}: {found:?}");
    }
}

/// Fixed joints that put a link far away and back round in proportion to that distance. The rounding also counts for an
/// object attached to the link.
#[test]
fn the_rounding_of_fixed_joints_that_cancel_is_counted() {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.7f64);
    let there = Vector3::new(1e8, 2e8, 0.0);
    let out = Isometry3::from_parts(there.into(), turn);
    let back = Isometry3::from(Translation3::from(turn.inverse() * -there));
    let links = vec![
        Link::new("base"),
        Link::new("far"),
        Link::new("near"),
        Link::new("car"),
    ];
    let joints = vec![
        Joint::fixed("out", "base", "far").at(out),
        Joint::fixed("back", "far", "near").at(back),
        Joint::fixed("rail", "near", "car").sliding(Vector3::x_axis()),
    ];
    let mut robot = Robot::new("detour", links, joints).expect("a tree");
    robot
        .attach(
            "car",
            Link::new("held").with(ball(0.5), at(0.0, 0.0, 0.0)),
            at(0.0, 0.0, 0.0),
            &[],
        )
        .expect("a link");
    let said = robot.poses(&[0.0]).expect("a configuration")[3]
        .translation
        .vector;
    let mut scene = Scene::new();
    let beside = said + Vector3::y() * (1.0 + 1e-9);
    scene
        .add(
            "ball",
            ball(0.5),
            Isometry3::from(Translation3::from(beside)),
        )
        .expect("a name");
    let rules = Rules::new().tolerance(1e-10);
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
    let found = checker.check(&Path::new(vec![vec![0.0]]));
    assert!(!is_clear(&found), "{found:?}");
}

/// The middle of a span of one ulp rounds to its end, where the next segment begins, in which the bar rests. That
/// segment was once taken for the swing. The swing dips into the wall by 0.05.
#[test]
fn a_segment_of_one_ulp_is_bounded_by_itself() {
    let start = 1e9f64.next_up();
    let end = start.next_up();
    let swing = Path::new(vec![vec![0.7], vec![2.4], vec![2.4]]).times(vec![start, end, end + 1.0]);
    let motion = hinge().motion("bar", &swing).expect("a path");
    let during = Span::new(start, end).expect("in order");
    assert!(motion.speed_bound(&Vector3::x(), during, 1.0) > Some(1e6));
    let a = Moving::new(
        Posed::new(ball(0.1), &at(1.0, 0.0, 0.0)).expect("a pose"),
        motion,
    );
    let wall = Cuboid::new(vector![5.0, 0.1, 5.0]).expect("sizes");
    let b = Moving::new(wall, AtRest::new(at(0.0, 1.15, 0.0)).expect("a pose"));
    if let Ok(solution) = Query::new().time_of_impact(&a, &b, start..=end + 0.5) {
        assert!(
            !matches!(solution.outcome, Outcome::Separated(_)),
            "{solution:?}"
        );
    }
}

/// A cubic from rest to rest has acceleration 6 - 12 u over a duration of 1, and four times that over a duration of
/// 1/2. At both ends this is twice as large as anywhere near the middle, so a tight bound needs the third derivative.
#[test]
fn a_bound_over_a_span_is_that_of_its_ends() {
    let still = vec![vec![0.0]; 2];
    let path = Path::new(vec![vec![0.0], vec![1.0]])
        .times(vec![3.0, 3.5])
        .velocities(still);
    let motion = slider(Vector3::x_axis())
        .motion("car", &path)
        .expect("a path");
    let bound = |from: f64, to: f64| {
        let during = Span::new(from, to).expect("in order");
        let acceleration = motion.acceleration_bound(&Vector3::x(), during, 0.5);
        let speed = motion.speed_bound(&Vector3::x(), during, 0.5);
        (acceleration.expect("a bound"), speed.expect("a bound"))
    };
    let (acceleration, speed) = bound(3.0, 3.5);
    assert!(
        (24.0..24.0 + 1e-9).contains(&acceleration),
        "{acceleration}"
    );
    // The speed 6 u (1 - u) / (1/2) is at most 3. The hull of its Bernstein coefficients reaches 4.
    assert!((3.0..6.0 + 1e-9).contains(&speed), "{speed}");
    // Near the end the acceleration is negative throughout.
    let (acceleration, _) = bound(3.375, 3.5);
    assert!(
        (-12.0..-12.0 + 1e-6).contains(&acceleration),
        "{acceleration}"
    );
}

/// A point at distance 10 from the hinge has acceleration 10 w^2 toward it, however small the body is.
#[test]
fn the_distance_of_a_body_from_its_joint_counts() {
    let turn = Path::new(vec![vec![0.0], vec![3.0]]).times(vec![0.0, 1.0]);
    let motion = hinge()
        .motion("bar", &turn)
        .expect("a path")
        .centered(vector![10.0, 0.0, 0.0]);
    let whole = Span::new(0.0, 1.0).expect("in order");
    for along in [Vector3::x(), -Vector3::x(), Vector3::y(), -Vector3::y()] {
        let bound = motion
            .acceleration_bound(&along, whole, 0.0)
            .expect("a bound");
        // The acceleration points along -x at the start and turns by three radians, nearly to +x. Its largest
        // component along +x is 90 |cos 3|. For the other directions 0 is a lower bound.
        let exact = if along == Vector3::x() {
            90.0 * 3f64.cos().abs()
        } else {
            0.0
        };
        assert!(
            bound >= exact && bound <= 90.0 * (1.0 + 1e-9),
            "{along}: {bound}"
        );
    }
    let toward = motion
        .acceleration_bound(&-Vector3::x(), whole, 0.0)
        .expect("a bound");
    assert!(toward >= 90.0, "{toward}");
}

/// The root link does not move, but it may overlap an object.
#[test]
fn what_is_fixed_is_checked_against_objects() {
    let links = vec![
        Link::new("base").with(ball(0.5), at(0.0, 0.0, 0.0)),
        Link::new("bar"),
    ];
    let joint = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
    let robot = Robot::new("post", links, vec![joint]).expect("a tree");
    let mut scene = Scene::new();
    scene
        .add("wall", ball(0.5), at(0.9, 0.0, 0.0))
        .expect("a name");
    // where nothing moves past anything else, a path says nothing, and none is clear
    let refused = Checker::new(&robot, &scene);
    assert!(matches!(refused, Err(RobotError::NothingToCheck { .. })));
    let rules = Rules::new().allow_nothing_to_check();
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("a scene");
    let solution = checker
        .check(&Path::new(vec![vec![0.0], vec![1.0]]))
        .expect("a path");
    let impact = solution.impact().expect("they overlap");
    assert!((impact.distance + 0.1).abs() < 1e-12, "{impact}");
    assert_eq!((solution.pairs, solution.moving_pairs), (1, 0));
}

/// A robot without shapes was once clear everywhere. Now it is an error, unless the rules allow nothing to check.
#[test]
fn nothing_to_check_is_not_clear() {
    let (robot, scene) = (hinge(), Scene::new());
    let refused = Checker::new(&robot, &scene).expect_err("there is nothing to check");
    assert!(matches!(
        refused,
        RobotError::NothingToCheck {
            links: 2,
            with_shapes: 0,
            objects: 0
        }
    ));
    // A single link with a shape has nothing to touch.
    assert!(Checker::new(&slider(Vector3::x_axis()), &scene).is_err());
    let rules = Rules::new().allow_nothing_to_check();
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("it is allowed");
    let solution = checker
        .check(&Path::new(vec![vec![0.0], vec![1.0]]))
        .expect("a path");
    assert_eq!(
        (solution.is_clear(), solution.pairs, solution.moving_pairs),
        (true, 0, 0)
    );
}

/// A path is refused if its velocities lead beyond the largest number.
#[test]
fn a_path_that_leads_too_far_is_refused() {
    let path = Path::new(vec![vec![0.0], vec![1.0]])
        .times(vec![0.0, 1e110])
        .velocities(vec![vec![1e110], vec![0.0]])
        .accelerations(vec![vec![1e110], vec![0.0]]);
    let error = slider(Vector3::x_axis())
        .motion("car", &path)
        .expect_err("it leads too far");
    assert!(
        matches!(error, RobotError::TooFast { waypoint: 0 }),
        "{error}"
    );
}

/// A chain of 100,000 joints once overflowed the stack.
#[test]
fn long_chains_are_followed() {
    const JOINTS: usize = 100_000;
    let name = |index: usize| format!("link {index}");
    let links = (0..=JOINTS).map(|index| match index {
        JOINTS => Link::new(name(index)).with(ball(0.5), at(0.0, 0.0, 0.0)),
        _ => Link::new(name(index)),
    });
    let joints = (0..JOINTS).map(|index| {
        let joint = Joint::fixed(format!("joint {index}"), name(index), name(index + 1));
        let joint = joint.sliding(Vector3::x_axis());
        if index == 0 {
            joint
        } else {
            joint.mimicking(format!("joint {}", index - 1), 1.0, 0.0)
        }
    });
    let robot = Robot::new("chain", links.collect(), joints.collect()).expect("a tree");
    let path = Path::new(vec![vec![0.0], vec![1e-5]]).times(vec![0.0, 1.0]);
    let motion = robot.motion(&name(JOINTS), &path).expect("a path");
    assert!((motion.pose(1.0).translation.x - 1.0).abs() < 1e-6);
    let whole = Span::new(0.0, 1.0).expect("in order");
    let speed = motion
        .speed_bound(&Vector3::x(), whole, 0.5)
        .expect("a bound");
    assert!((1.0..1.0 + 1e-6).contains(&speed), "{speed}");
    let poses = robot.poses(&[1e-5]).expect("a configuration");
    assert!((poses[JOINTS / 2].translation.x - 0.5).abs() < 1e-6);
    let mut scene = Scene::new();
    scene
        .add("post", ball(0.5), at(1.5, 0.0, 0.0))
        .expect("a name");
    let solution = Checker::new(&robot, &scene)
        .expect("a scene")
        .check(&path)
        .expect("a path");
    let impact = solution.impact().expect("they meet half way");
    assert!((impact.time - 0.5).abs() < 1e-3, "{impact}");
    assert!(format!("{robot:?}").len() > JOINTS);
}

/// To go through twenty thousand waypoints once took half a second.
#[test]
fn all_waypoints_are_knots() {
    const WAYPOINTS: usize = 20_000;
    let rows = (0..WAYPOINTS)
        .map(|index| vec![index as f64 * 1e-3])
        .collect();
    let motion = hinge().motion("bar", &Path::new(rows)).expect("a path");
    let mut next = motion.next_knot(f64::NEG_INFINITY);
    for index in 0..WAYPOINTS {
        assert_eq!(next, Some(index as f64));
        next = motion.next_knot(index as f64);
    }
    assert_eq!(next, None);
}
