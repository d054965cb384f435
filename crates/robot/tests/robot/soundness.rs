//! Regression tests of wrong proofs, and tests of what bounds must include.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, Motion};
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use photofinish::{Moving, Outcome, Query, Span};
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, RobotError, Rules, Scene};

use crate::answer::{certify, is_clear, verify};
use crate::build::{at, ball, body, checker, hinge, impact, path, robot, scene, slider};

fn span(start: f64, end: f64) -> Span<f64> {
    Span::new(start, end).expect("in order")
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
    let joints = [
        Joint::fixed("slide", "base", "car").sliding(Vector3::z_axis()),
        Joint::fixed("turn", "car", "arm").turning(Vector3::z_axis()),
    ];
    let arm = Link::new("arm").with(ball(0.0), at(1.0, 0.0, 0.0));
    let robot = robot([Link::new("base"), Link::new("car"), arm], joints).expect("a tree");
    let (sin, cos) = to[0].sin_cos();
    let inside = 0.01 - 4.519051799434238e-13;
    let post = at(cos - sin * inside, sin + cos * inside, 0.0);
    let path = Path::new(vec![vec![-10.0, from[0]], vec![0.0, to[0]]])
        .times(vec![0.0, 1.0])
        .velocities(vec![vec![10.0, from[1]], vec![10.0, to[1]]])
        .accelerations(vec![vec![0.0, from[2]], vec![0.0, to[2]]]);
    let rules = Rules::new()
        .tolerance(3.0127011996228253e-14)
        .budget(2_000_000);
    let checker = checker(&robot, &scene("post", ball(0.01), post), &rules);
    let (answer, certificate) = certify(&checker, &path);
    let is_clear = matches!(answer, Ok(PathOutcome::Separated(_)));
    assert!(!is_clear, "{answer:?}");
    let proven = verify(&certificate, &checker, &path, &answer);
    assert!(!proven.expect("a proof up to some time").is_whole);
}

/// A pose far away, and one that leads back near the origin.
fn far_and_back() -> [Isometry3<f64>; 2] {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.7f64);
    let there = Vector3::new(1e8, 2e8, 0.0);
    let back = Isometry3::from(turn.inverse() * -there);
    [Isometry3::from_parts(there.into(), turn), back]
}

/// An object's frame is far away, and its piece is back near the origin. Composing the two poses rounds in proportion
/// to their size, here by 1e-8. Bodies that overlapped by half of that were once called clear. The same holds for the
/// fixed joints that a link hangs on, with an object attached to it.
#[test]
fn the_rounding_of_poses_that_cancel_is_counted() {
    let [out, back] = far_and_back();
    let rules = Rules::new().tolerance(1e-10);
    let mut scene = Scene::new();
    let object = Link::new("object").with(ball(0.5), back);
    scene.add_object(object, out).expect("a name");
    // The piece may be some 1e-8 from where it is said to be, so no gap below that can be proven.
    let said = scene.objects()[0].pieces()[0].pose.translation.vector;
    for gap in [1e-9, 1e-8] {
        let mut robot = slider(body("car", ball(0.5)));
        let base = said + Vector3::y() * (1.0 + gap);
        robot.set_base(Isometry3::from(base)).expect("a pose");
        let found = checker(&robot, &scene, &rules).check(&path(&[0.0]));
        assert!(!is_clear(&found), "{gap}: {found:?}");
    }

    let joints = [
        Joint::fixed("out", "base", "far").at(out),
        Joint::fixed("back", "far", "near").at(back),
        Joint::fixed("rail", "near", "car").sliding(Vector3::x_axis()),
    ];
    let mut robot = robot(["base", "far", "near", "car"].map(Link::new), joints).expect("a tree");
    let held = body("held", ball(0.5));
    let held = robot.attach("car", held, at(0.0, 0.0, 0.0), &[]);
    held.expect("a link");
    let said = robot.poses(&[0.0]).expect("a configuration")[3].translation;
    let beside = said.vector + Vector3::y() * (1.0 + 1e-9);
    let scene = self::scene("ball", ball(0.5), Isometry3::from(beside));
    let found = checker(&robot, &scene, &rules).check(&path(&[0.0]));
    assert!(!is_clear(&found), "{found:?}");
}

/// The middle of a span of one ulp rounds to its end, where the next segment begins, in which the bar rests. That
/// segment was once taken for the swing. The swing dips into the wall by 0.05.
#[test]
fn a_segment_of_one_ulp_is_bounded_by_itself() {
    let start = 1e9f64.next_up();
    let end = start.next_up();
    let swing = path(&[0.7, 2.4, 2.4]).times(vec![start, end, end + 1.0]);
    let motion = hinge(Link::new("bar"))
        .motion("bar", &swing)
        .expect("a path");
    assert!(motion.speed_bound(&Vector3::x(), span(start, end), 1.0) > Some(1e6));
    let a = Posed::new(ball(0.1), &at(1.0, 0.0, 0.0)).expect("a pose");
    let a = Moving::new(a, motion);
    let wall = Cuboid::new(vector![5.0, 0.1, 5.0]).expect("sizes");
    let b = Moving::new(wall, AtRest::new(at(0.0, 1.15, 0.0)).expect("a pose"));
    if let Ok(solution) = Query::new().time_of_impact(&a, &b, start..=end + 0.5) {
        let outcome = solution.outcome;
        assert!(!matches!(outcome, Outcome::Separated(_)), "{outcome:?}");
    }
}

/// The root link does not move, but it may overlap an object. Where nothing moves past anything else, a path says
/// nothing. A robot without shapes was once clear everywhere. Both are errors, unless the rules allow nothing to check.
#[test]
fn nothing_to_check_is_not_clear() {
    let still = robot([body("base", ball(0.5))], []).expect("a tree");
    let wall = scene("wall", ball(0.5), at(0.9, 0.0, 0.0));
    let (bare, alone) = (hinge(Link::new("bar")), slider(body("car", ball(0.5))));
    let rules = Rules::new().allow_nothing_to_check();
    for (robot, scene, expected, depth) in [
        (&still, &wall, [1, 1, 1], Some(0.1)),
        (&bare, &Scene::new(), [2, 0, 0], None),
        // a single link with a shape has nothing to touch
        (&alone, &Scene::new(), [2, 1, 0], None),
    ] {
        match Checker::new(robot, scene) {
            Err(RobotError::NothingToCheck {
                links,
                with_shapes,
                objects,
            }) => assert_eq!([links, with_shapes, objects], expected),
            other => panic!("{other:?}"),
        }
        let values = vec![0.0; robot.coordinates().count()];
        let found = impact(&checker(robot, scene, &rules), &Path::new(vec![values]));
        let found = found.map(|impact| -impact.distance);
        let is_so = found.zip(depth).is_none_or(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_so && found.is_some() == depth.is_some(), "{found:?}");
    }
}

/// A chain of 100,000 joints once overflowed the stack.
#[test]
fn long_chains_are_followed() {
    const JOINTS: usize = 100_000;
    let name = |index: usize| format!("link {index}");
    let links = (0..JOINTS).map(|index| Link::new(name(index)));
    let links = links.chain([body(&name(JOINTS), ball(0.5))]);
    let joints = (0..JOINTS).map(|index| {
        let joint = Joint::fixed(format!("joint {index}"), name(index), name(index + 1));
        let joint = joint.sliding(Vector3::x_axis());
        match index.checked_sub(1) {
            Some(before) => joint.mimicking(format!("joint {before}"), 1.0, 0.0),
            None => joint,
        }
    });
    let robot = robot(links, joints).expect("a tree");
    let scene = scene("post", ball(0.5), at(1.5, 0.0, 0.0));
    let impact = impact(&checker(&robot, &scene, &Rules::new()), &path(&[0.0, 1e-5]));
    let impact = impact.expect("they meet half way");
    assert!((impact.time - 0.5).abs() < 1e-3, "{impact}");
    assert!(format!("{robot:?}").len() > JOINTS);
}
